// Where to act for a mark.
const aiming = (() => {
  const { get, cut, clean, textOf, viewOf, partsOf, pointOf, hitBy } = dom;
  const UNTYPED = ["button", "submit", "reset", "image", "checkbox", "radio", "file", "hidden"];
  const FILLED = ["date", "time", "month", "week", "datetime-local", "color", "range"];

  const kindOf = (element) => {
    if (element.matches("select")) return "list";
    if (element.matches("input[type=file]")) return "file";
    if (element.matches("input") && FILLED.includes(element.type)) return "value";
    const typed = element.matches("textarea,[role=textbox],[role=searchbox],[role=combobox]")
      || (element.matches("input") && !UNTYPED.includes(element.type));
    return typed || element.isContentEditable ? "text" : "other";
  };
  // Where to put the mouse for a mark, scrolled into view; null when the mark is not here.
  const aim = (id) => {
    const marked = get(id);
    if (!marked) return null;
    const target = {
      tag: marked.tagName.toUpperCase(), text: textOf(marked),
      kind: kindOf(marked.matches("label") && marked.control ? marked.control : marked),
      disabled: marked.matches(":disabled"), point: null, covered_by: "",
    };
    const find = () => {
      const view = viewOf(marked.ownerDocument), parts = partsOf(marked, view);
      return { view, parts, point: pointOf(marked, parts, view) };
    };
    let found = find();
    if (!found.point) {
      marked.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      found = find();
    }
    if (found.point) target.point = found.point;
    else if (found.parts.length) {
      const { x, y, width, height } = found.parts[0];
      const cover = hitBy(marked, x + width / 2, y + height / 2, found.view);
      if (cover) target.covered_by = `[${cover.tagName}] [${cut(clean(cover.innerText))}]`;
    }
    return target;
  };
  // A page down (1) or up (-1) by the first thing that can still move: the page, else what lies
  // under the viewport's centre. False when nothing can.
  const scroll = (direction) => {
    const path = [document.scrollingElement];
    for (let e = document.elementFromPoint(innerWidth / 2, innerHeight / 2); e; e = e.parentElement)
      path.push(e);
    return path.some((element) => {
      const before = element?.scrollTop;
      const height = element === document.scrollingElement ? innerHeight : element?.clientHeight;
      element?.scrollBy({ top: direction * height, behavior: "instant" });
      return element && element.scrollTop !== before;
    });
  };

  const control = (id) => get(id)?.control ?? get(id);

  return { aim, control, scroll };
})();
