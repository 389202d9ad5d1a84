// What scrolled containers and cut-off boxes leave to be seen of what they hold.
const clips = (() => {
  const { narrowed } = dom;

  // The walk's way down, box by box; what is asked of a box is asked once.
  const box = (element, outer) => ({ element, outer, style: null, rect: null, open: null });
  const styleOf = (each) => (each.style ??= getComputedStyle(each.element));
  const positionOf = (each) => styleOf(each).position;
  const cursorOf = (each) => styleOf(each).cursor;
  const isFlat = (each) => {
    const { display } = styleOf(each);
    return display === "inline" || display === "contents";
  };
  // What a page's body cuts off is cut off by the viewport.
  const isOpen = (each) => !each.outer
    || (styleOf(each).overflowX === "visible" && styleOf(each).overflowY === "visible")
    || isFlat(each);
  const cuts = (each, rect) => {
    each.open ??= isOpen(each);
    if (each.open) return false;
    const { overflowX, overflowY } = styleOf(each);
    each.rect ??= each.element.getBoundingClientRect();
    return (overflowX !== "visible" && (rect.left < each.rect.left || rect.right > each.rect.right))
      || (overflowY !== "visible" && (rect.top < each.rect.top || rect.bottom > each.rect.bottom));
  };
  const edges = (each, view) => {
    const { element, style, rect } = each;
    const cutsX = style.overflowX !== "visible", cutsY = style.overflowY !== "visible";
    const left = view.x + rect.left + element.clientLeft;
    const top = view.y + rect.top + element.clientTop;
    return {
      left: cutsX ? left : -Infinity, right: cutsX ? left + element.clientWidth : Infinity,
      top: cutsY ? top : -Infinity, bottom: cutsY ? top + element.clientHeight : Infinity,
    };
  };
  // Transforms and the like hold even what is placed against the page.
  const holdsAll = (element) => {
    const { transform, filter, perspective, contain } = getComputedStyle(element);
    return transform !== "none" || filter !== "none" || perspective !== "none"
      || /paint|layout|strict|content/.test(contain);
  };
  const passes = (position, each) => (position === "fixed" && !holdsAll(each.element))
    || (position === "absolute" && positionOf(each) === "static" && !holdsAll(each.element));

  // The part of the view in which a rectangle inside of a box can be seen; `element` is whose it is.
  const leave = (view, rect, inner, element) => {
    let cut = inner;
    while (cut && !cuts(cut, rect)) cut = cut.outer;
    if (!cut) return view;
    let left = view, position = element ? getComputedStyle(element).position : "static";
    for (let each = inner; each; each = each.outer) {
      if (passes(position, each)) continue;
      if (cuts(each, rect)) left = narrowed(left, edges(each, view));
      position = positionOf(each);
    }
    return left;
  };

  return { box, positionOf, cursorOf, isFlat, leave };
})();
