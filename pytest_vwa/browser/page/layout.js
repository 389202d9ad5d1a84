// What is laid out, and how much of it is in view: what the walks over a page share.
const layout = (() => {
  const { number, viewOf, viewWithin, narrowed, clip, shown } = dom;

  const UNREAD = new Set((
    "script style noscript template head datalist title desc defs link meta param source track")
    .split(" "));

  // The nodes in it as they are laid out: those of its shadow tree, what a slot was given, and of
  // a closed disclosure its summary alone.
  const within = (element) => {
    if (element.localName === "details" && !element.open) {
      return element.querySelectorAll(":scope > summary:first-of-type");
    }
    const slotted = element.localName === "slot" ? element.assignedNodes() : [];
    return slotted.length ? slotted : (element.shadowRoot ?? element).childNodes;
  };
  const read = (element) => !UNREAD.has(element.localName);
  const stateOf = (element) => {
    if (element.checkVisibility({ visibilityProperty: true })) return "visible";
    if (element.checkVisibility()) return "hidden";
    const { display, visibility } = getComputedStyle(element);
    return display === "contents" ? visibility : null;
  };
  // Visible itself, or maybe only a holder of what is: `place.visible` tells. Null when neither.
  const placeOf = (element, view) => {
    const state = stateOf(element);
    if (!state) return null;
    const visible = state === "visible";
    const rect = element.getBoundingClientRect(), box = clip(rect, view);
    const inside = shown(box) && box.width === rect.width && box.height === rect.height;
    return { view, visible, inside, empty: !shown(rect), seen: shown(box) };
  };
  // Asked of the text itself only where its element is partly in view, or takes no room.
  const textShown = (node, place) => {
    if (!/\S/.test(node.data)) return false;
    if (place.inside || !(place.seen || place.empty)) return place.inside;
    const range = node.ownerDocument.createRange();
    range.selectNodeContents(node);
    return shown(clip(range.getBoundingClientRect(), place.view));
  };
  // The body in a frame and where it is shown; null when it is another origin's.
  const framed = (frame, view) => {
    let page = null;
    try { page = frame.contentDocument; } catch { /* another origin's */ }
    return page?.body ? { body: page.body, view: narrowed(viewOf(page), view) } : null;
  };
  // Stands for what only the frame itself can tell: a sign that no text holds, the frame's number,
  // where it begins, its visible edges. Empty when nothing of it can be seen.
  const SIGN = "\u0001";
  const standIn = (frame, outer) => {
    const { x, y, left, top, right, bottom } = narrowed(viewWithin(frame), outer);
    return frame.contentWindow && left < right && top < bottom
      ? `${SIGN}${[number(frame), x, y, left, top, right, bottom].join(" ")}` : "";
  };
  return { read, within, placeOf, textShown, framed, standIn };
})();
