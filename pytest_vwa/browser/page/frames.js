// Frames of another origin: they tell what they hold by themselves, and know neither what lies
// above them nor which numbers are taken.
const frames = (() => {
  const { number, get, fresh, cut, clean, viewWithin, hitBy } = dom;
  // Of this very document: a number that a frame gave means nothing once it shows another.
  const mine = `${performance.timeOrigin} ${Math.random()}`;

  // --- asked of a frame ---

  // Its rows after a line that names the document; the edges are those of its visible part.
  const collect = (left, top, right, bottom) =>
    `${mine}\n${marks.collect({ left, top, right, bottom })}`;
  const isStill = (document) => document === mine;

  // --- asked of the page around it ---

  const known = new Map();
  const places = new Map();
  const outerNumber = (frame, document, inner) => {
    const key = `${number(frame)} ${document} ${inner}`;
    if (!known.has(key)) {
      const id = fresh();
      known.set(key, id);
      places.set(id, { frame: new WeakRef(frame), document, inner });
    }
    return known.get(key);
  };
  const covers = (frame, x, y) => {
    const { outer } = viewWithin(frame);
    const hit = hitBy(frame, x, y, outer);
    return hit === frame ? null : hit;
  };
  // Numbers of this page for marks of a frame, each given as [number there, box here]; "" for
  // what something of this page covers.
  const admit = (id, document, marked) => {
    const frame = get(id), admitted = [];
    for (const [inner, [x, y, width, height]] of marked) {
      const free = frame && (!covers(frame, x + width / 2, y + height / 2)
        || !covers(frame, x + width / 5, y + height / 5)
        || !covers(frame, x + width * 0.8, y + height * 0.8));
      admitted.push(free ? String(outerNumber(frame, document, inner)) : "");
    }
    return admitted;
  };
  const numbers = (id, document, inner) => {
    const frame = get(id);
    return Array.from(inner, (each) => (frame ? String(outerNumber(frame, document, each)) : ""));
  };
  // Where the element with this number is; null when it is in no frame of another origin.
  const find = (id) => {
    const place = places.get(Number(id)), frame = place?.frame.deref();
    return frame?.isConnected
      ? { frame: String(number(frame)), document: place.document, inner: String(place.inner) } : null;
  };
  // A point of a frame as one of the viewport, scrolled into view; null and what covers it when
  // the mouse cannot get there.
  const reachPoint = (id, x, y) => {
    const frame = get(id);
    const at = () => {
      const view = viewWithin(frame);
      return { view, point: [view.x + x, view.y + y] };
    };
    const isOut = ({ view, point }) => point[0] < view.left || point[0] >= view.right
      || point[1] < view.top || point[1] >= view.bottom;
    let found = at();
    if (isOut(found)) {
      frame.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      found = at();
    }
    if (isOut(found)) {
      const [left, top] = [found.point[0] - innerWidth / 2, found.point[1] - innerHeight / 2];
      window.scrollBy({ left, top, behavior: "instant" });
      found = at();
    }
    if (isOut(found)) return { point: null, covered_by: "" };
    const hit = covers(frame, ...found.point);
    return hit ? { point: null, covered_by: `[${hit.tagName}] [${cut(clean(hit.innerText))}]` }
      : { point: found.point, covered_by: "" };
  };
  const element = (id) => get(id);

  return { collect, isStill, admit, numbers, find, reachPoint, element, mine };
})();
