// Which of the candidates for a mark the mouse can reach.
const cover = (() => {
  const { pointOf, clip, viewOf } = dom;
  const { positionOf } = clips;
  // Asking what lies at a point takes time that grows with the page: where very many candidates
  // stand side by side, what lies between two that are free is taken for free, unless something
  // is placed there that may cover it.
  const PLENTY = 400, STRIDE = 8, MANY = 50;

  const placedOf = (boxes) => {
    const placed = [];
    for (const each of boxes) {
      if (positionOf(each) === "static") continue;
      const { element } = each;
      const box = clip(element.getBoundingClientRect(), viewOf(element.ownerDocument));
      placed.push({ element, box });
    }
    return placed;
  };
  const meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width
    && a.y < b.y + b.height && b.y < a.y + a.height;
  const beneath = (candidate, placed) => {
    for (const { element, box } of placed)
      if (meet(candidate.box, box) && !element.contains(candidate.drawn)
        && !candidate.drawn.contains(element)) return true;
    return false;
  };
  const test = (candidate) => {
    const { drawn, parts, view } = candidate;
    candidate.free ??= Boolean(pointOf(drawn, parts, view));
    return candidate.free;
  };
  // Sets `free` of each candidate; `walked` are the boxes that may lie above them.
  const judge = (candidates, walked) => {
    const count = candidates.length;
    const placed = count < PLENTY ? [] : placedOf(walked);
    if (count < PLENTY || placed.length > MANY) {
      for (const candidate of candidates) test(candidate);
      return;
    }
    for (let from = 0; from < count; from += STRIDE) {
      const next = Math.min(from + STRIDE, count - 1);
      const clear = test(candidates[from]) && test(candidates[next]);
      for (let at = from + 1; at < next; at += 1) {
        if (clear && !beneath(candidates[at], placed)) candidates[at].free = true;
        else test(candidates[at]);
      }
    }
  };

  return { judge };
})();
