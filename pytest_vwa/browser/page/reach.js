// What the mouse meets at a point.
const reach = (() => {
  const hitBy = (element, x, y, view) => {
    if (view.frame && hitBy(view.frame, x, y, view.outer) !== view.frame) return null;
    const at = [x - view.x, y - view.y];
    let hit = element.ownerDocument.elementFromPoint(...at);
    while (hit?.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(...at);
      if (!inner || inner.getRootNode() !== hit.shadowRoot) break;
      hit = inner;
    }
    return hit;
  };
  const above = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host;
  const holds = (element, hit) => {
    if (element.contains(hit)) return true;
    for (let each = hit; each; each = above(each)) if (each === element) return true;
    // Mere text in a slot is met as its host, which lies around the element.
    return element.getRootNode() === hit.shadowRoot && Boolean(element.querySelector("slot"));
  };
  const reaches = (element, hit) => {
    if (!hit) return false;
    const whole = element.localName === "img" ? element.closest("a") ?? element : element;
    return holds(whole, hit) || hit.closest("label")?.control === element
      || (element.localName === "label" && element.control === hit);
  };

  // Whether what was met instead hides the whole part: then other points need no try.
  const hides = (hit, part, view) => {
    // Between the cells of a row one meets their table.
    if (!hit || hit.ownerSVGElement || hit.localName === "table") return false;
    for (const { left, top, right, bottom } of hit.getClientRects()) {
      const x = left + view.x, y = top + view.y;
      if (x <= part.x && y <= part.y && right + view.x >= part.x + part.width
        && bottom + view.y >= part.y + part.height) return true;
    }
    return false;
  };
  const POINTS = [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.2], [0.5, 0.8],
    [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];
  const pointOf = (element, parts, view) => {
    for (let at = 0; at < parts.length && at < 3; at += 1) {
      const { x, y, width, height } = parts[at];
      for (const [across, down] of POINTS) {
        const point = [x + width * across, y + height * down];
        const hit = hitBy(element, ...point, view);
        if (reaches(element, hit)) return point;
        if (hides(hit, parts[at], view)) break;
      }
    }
    return undefined;
  };

  return { hitBy, pointOf };
})();
