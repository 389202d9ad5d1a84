// Where to act: for a mark, or at a point.
const aiming = (() => {
  const { get, number, cut, clean, textOf, viewOf, partsOf, pointOf, hitBy } = dom;
  const UNTYPED = ["button", "submit", "reset", "image", "checkbox", "radio", "file", "hidden"];
  const FILLED = ["date", "time", "month", "week", "datetime-local", "color", "range"];
  const FIELD = "input,textarea,select,[contenteditable]:not([contenteditable=false]),[role=textbox]";
  const WHOLE = "a,button,summary,label,[role],[onclick],[tabindex]";
  const SHORT = 1000;

  const kindOf = (element) => {
    if (element.matches("select")) return "list";
    if (element.matches("input[type=file]")) return "file";
    if (element.matches("input") && FILLED.includes(element.type)) return "value";
    const typed = element.matches("textarea,[role=textbox],[role=searchbox],[role=combobox]")
      || (element.matches("input") && !UNTYPED.includes(element.type));
    return typed || element.isContentEditable ? "text" : "other";
  };
  const longestOf = (field) => (kindOf(field) === "text" && field.type !== "number"
    ? field.maxLength ?? -1 : -1);
  const describe = (element) => {
    const control = (element.matches("label") && element.control) || element;
    return {
      tag: element.tagName.toUpperCase(), text: textOf(element),
      kind: kindOf(control), type: control.matches("input") ? control.type : "",
      disabled: control.matches(":disabled") || Boolean(element.closest("[aria-disabled=true]")),
      readonly: Boolean(control.readOnly) || control.matches("[aria-readonly=true]"),
      longest: longestOf(control),
      point: null, covered_by: "",
    };
  };

  // What moves for a while is waited for; what moves for ever is met where it is.
  const still = async (element) => {
    const moves = (animation) => animation.playState === "running"
      && animation.effect?.target?.contains(element)
      && animation.effect.getComputedTiming().endTime !== Infinity;
    const ends = element.ownerDocument.getAnimations().filter(moves).map((each) => each.finished);
    if (!ends.length) return;
    await Promise.race([Promise.allSettled(ends), new Promise((done) => setTimeout(done, SHORT))]);
  };
  const find = (element) => {
    const view = viewOf(element.ownerDocument), parts = partsOf(element, view);
    return { view, parts, point: pointOf(element, parts, view) };
  };
  // Where to put the mouse for a mark, scrolled into view; null when the mark is not here.
  const aim = async (id) => {
    const marked = get(id);
    if (!marked) return null;
    await still(marked);
    let found = find(marked);
    if (!found.point) {
      marked.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      watch.scrolled(marked);
      found = find(marked);
    }
    const target = describe(marked);
    if (found.point) target.point = found.point;
    else if (found.parts.length) {
      const { x, y, width, height } = found.parts[0];
      const cover = hitBy(marked, x + width / 2, y + height / 2, found.view);
      if (cover) target.covered_by = `[${cover.tagName}] [${cut(clean(cover.innerText))}]`;
    }
    return target;
  };

  // --- at a point of the viewport ---

  const under = (x, y, root = document) => {
    const hit = root.elementFromPoint(x, y);
    if (!hit || hit === root.host) return null;
    if (hit.shadowRoot) return under(x, y, hit.shadowRoot) ?? hit;
    const inner = hit.matches("iframe,frame") && hit.contentDocument;
    if (!inner) return hit;
    const { left, top } = hit.getBoundingClientRect();
    return under(x - left - hit.clientLeft, y - top - hit.clientTop, inner) ?? hit;
  };
  // What takes a click there, with a number of its own; null out of the viewport.
  const at = (x, y) => {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return null;
    const hit = under(x, y) ?? document.documentElement;
    const element = hit.closest(FIELD) ?? hit.closest("label")?.control ?? hit.closest(WHOLE) ?? hit;
    return { id: String(number(element)), ...describe(element), point: [x, y] };
  };

  // --- scrolling ---

  const move = (element, direction) => {
    const { scrollingElement, body, defaultView } = element.ownerDocument;
    const root = element === scrollingElement;
    const kept = (each) => ["hidden", "clip"].includes(getComputedStyle(each).overflowY);
    if (kept(element) || (root && body && kept(body))) return false;
    const before = element.scrollTop;
    const top = direction * (root ? defaultView.innerHeight : element.clientHeight);
    element.scrollBy({ top, behavior: "instant" });
    if (element.scrollTop === before) return false;
    watch.scrolled(element);
    return true;
  };
  const higher = (element) => element.parentElement ?? element.getRootNode().host
    ?? element.ownerDocument.defaultView.frameElement;
  const inView = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && element.checkVisibility({ visibilityProperty: true });
  };
  // Of another origin: only the frame itself can tell whether it moves.
  const isForeign = (element) => element.matches("iframe,frame") && !element.contentDocument;
  const largest = () => [...document.querySelectorAll("body *,frameset *")]
    .filter((each) => each.clientHeight && (each.scrollHeight > each.clientHeight || isForeign(each)))
    .filter(inView)
    .sort((a, b) => b.clientWidth * b.clientHeight - a.clientWidth * a.clientHeight);
  // A page down (1) or up (-1) by the first thing that can still move: the page, else what lies
  // under the viewport's centre, else the largest part that can. False when nothing can, and the
  // number of a frame of another origin, which is not `tried` yet, when that is next.
  const scroll = (direction, tried) => {
    const moved = (element) => {
      if (!isForeign(element)) return move(element, direction);
      const id = String(number(element));
      return !tried.includes(id) && id;
    };
    let found = document.scrollingElement ? moved(document.scrollingElement) : false;
    for (let e = under(innerWidth / 2, innerHeight / 2); e && !found; e = higher(e)) found = moved(e);
    for (const element of found ? [] : largest()) found ||= moved(element);
    return found;
  };

  const control = (id) => get(id)?.control ?? get(id);

  return { aim, at, control, scroll };
})();
