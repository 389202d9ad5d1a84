// Where elements are shown, in pixels of the outermost viewport: a view is where a document is.
const places = (() => {
  const SMALLEST = 8, LARGEST = 0.8;
  const { eachChild, isElement, hasNoBox } = words;

  // A page may have variables of these names, which then hide the window's own.
  const own = (name) => Object.getOwnPropertyDescriptor(window, name).get;
  const widthOf = own("innerWidth"), heightOf = own("innerHeight");
  const viewOf = (page) => {
    const frame = page.defaultView.frameElement;
    if (frame) return viewWithin(frame);
    const right = widthOf.call(window), bottom = heightOf.call(window);
    return { x: 0, y: 0, left: 0, top: 0, right, bottom };
  };
  const viewWithin = (frame) => {
    const outer = viewOf(frame.ownerDocument);
    const rect = frame.getBoundingClientRect();
    const x = outer.x + rect.left + frame.clientLeft, y = outer.y + rect.top + frame.clientTop;
    return {
      x, y, frame, outer,
      left: Math.max(outer.left, x), right: Math.min(outer.right, x + frame.clientWidth),
      top: Math.max(outer.top, y), bottom: Math.min(outer.bottom, y + frame.clientHeight),
    };
  };
  // What is left of a view within these edges.
  const narrowed = (view, { left, top, right, bottom }) => ({
    ...view,
    left: Math.max(view.left, left), top: Math.max(view.top, top),
    right: Math.min(view.right, right), bottom: Math.min(view.bottom, bottom),
  });
  const clip = (rect, view) => {
    const x = Math.max(rect.left + view.x, view.left), y = Math.max(rect.top + view.y, view.top);
    const right = Math.min(rect.right + view.x, view.right);
    const bottom = Math.min(rect.bottom + view.y, view.bottom);
    return { x, y, width: right - x, height: bottom - y };
  };
  const shown = (box) => box.width > 0 && box.height > 0;
  const legible = (box) => box.width >= 2 && box.height >= 2;
  const area = (box) => (shown(box) ? box.width * box.height : 0);
  const largeEnough = (box) => box.width >= SMALLEST && box.height >= SMALLEST;
  const tooLarge = (box, view) => area(box) > LARGEST * view.right * view.bottom;

  const pictureOf = (place) => {
    const map = place.closest("map");
    for (const image of map ? place.ownerDocument.images : [])
      if (image.useMap === `#${map.name}`) return image;
    return null;
  };
  // The region of a picture that leads somewhere has no rectangle but its coordinates.
  const placeRect = (place) => {
    const image = pictureOf(place);
    if (!image) return [];
    const frame = image.getBoundingClientRect();
    const left = frame.left + image.clientLeft, top = frame.top + image.clientTop;
    const at = [];
    for (const each of place.coords.split(",")) at.push(Number.parseFloat(each));
    if (place.shape === "default" || at.length < 3) return [frame];
    if (place.shape === "circle")
      return [new DOMRect(left + at[0] - at[2], top + at[1] - at[2], 2 * at[2], 2 * at[2])];
    const x = [], y = [];
    for (let each = 0; each + 1 < at.length; each += 2) { x.push(at[each]); y.push(at[each + 1]); }
    const least = [Math.min(...x), Math.min(...y)];
    return [new DOMRect(left + least[0], top + least[1],
      Math.max(...x) - least[0], Math.max(...y) - least[1])];
  };
  const contentRects = (element) => {
    const range = new Range();
    range.selectNodeContents(element);
    return range.getClientRects();
  };
  const add = (parts, rects, view) => {
    for (const rect of rects) {
      const part = clip(rect, view);
      if (largeEnough(part)) parts.push(part);
    }
    if (parts.length > 1) parts.sort((a, b) => area(b) - area(a));
    return parts;
  };
  // The visible parts, the largest first: a link broken over two lines has two. One around floating
  // content has none of its own.
  const partsOf = (element, view) => {
    const parts = [];
    if (element.localName === "area") return add(parts, placeRect(element), view);
    const own = element.getClientRects();
    if (own.length === 1 && own[0].height > 0 && own[0].width > 0) return add(parts, own, view);
    return add(parts, own, view).length ? parts : add(parts, contentRects(element), view);
  };
  const around = (parts) => {
    let { x, y, width, height } = parts[0] ?? { x: 0, y: 0, width: 0, height: 0 };
    let right = x + width, bottom = y + height;
    for (const part of parts) {
      x = Math.min(x, part.x); right = Math.max(right, part.x + part.width);
      y = Math.min(y, part.y); bottom = Math.max(bottom, part.y + part.height);
    }
    return { x, y, width: right - x, height: bottom - y };
  };

  const visible = (element) => {
    if (element.localName === "area") return visible(pictureOf(element) ?? element);
    const faint = element.localName === "input";
    if (element.checkVisibility({ visibilityProperty: true, opacityProperty: !faint })) return true;
    if (!hasNoBox(element)) return false;
    let any = false;
    eachChild(element, (node) => { any ||= !isElement(node) || visible(node); });
    return any;
  };

  return { viewOf, viewWithin, narrowed, clip, shown, legible, tooLarge, partsOf, around, visible };
})();
