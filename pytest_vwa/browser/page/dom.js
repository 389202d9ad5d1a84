// What the other parts ask of a document: its numbers, its words, its places.
const dom = (() => {
  const SMALLEST = 8, LARGEST = 0.8, LONGEST = 200;

  const numbers = new WeakMap();
  const elements = new Map();
  let last = 0;

  const number = (element) => {
    if (!numbers.has(element)) {
      numbers.set(element, ++last);
      elements.set(last, new WeakRef(element));
    }
    return numbers.get(element);
  };
  const get = (id) => {
    const element = elements.get(Number(id))?.deref();
    return element?.isConnected ? element : null;
  };

  // --- words ---

  // Glyphs of icon fonts live in the private use area and say nothing.
  const clean = (text) => (text ?? "").replace(/[\uE000-\uF8FF]/g, "").replace(/\s+/g, " ").trim();
  const cut = (text) => (text.length > LONGEST ? text.slice(0, LONGEST - 1) + "…" : text);
  const attribute = (element, name) => clean(element.getAttribute(name));
  const labelledBy = (element) => clean(attribute(element, "aria-labelledby").split(" ")
    .map((id) => (id && element.getRootNode().getElementById?.(id)?.innerText) || "").join(" "));
  const given = (element) => attribute(element, "aria-label") || labelledBy(element);

  const fieldName = (field) => given(field)
    || clean(field.labels?.[0]?.innerText) || attribute(field, "placeholder")
    || attribute(field, "title") || attribute(field, "alt") || attribute(field, "name");
  const fieldValue = (field) => {
    if (field.matches("select")) {
      const choices = [...field.options].map((option) => clean(option.label));
      const chosen = [...field.selectedOptions].map((option) => clean(option.label)).join(", ");
      return `${chosen} (choices: ${choices.join(" | ")})`;
    }
    if (field.type === "password") return "•".repeat(field.value.length);
    if (field.type === "file") return [...field.files].map((file) => file.name).join(", ");
    return ["checkbox", "radio"].includes(field.type) ? "" : clean(field.value);
  };
  const fieldText = (field) => {
    if (["submit", "reset", "button"].includes(field.type)) return given(field) || clean(field.value);
    return [fieldName(field), fieldValue(field)].filter(Boolean).join(": ");
  };
  const contentText = (element) => {
    const alts = [element, ...element.querySelectorAll("img[alt]")].map((e) => attribute(e, "alt"));
    const parts = [given(element), ...alts, clean(element.innerText)].filter(Boolean);
    const told = parts.filter((part, at) => !parts.some((other, place) => place !== at
      && other.includes(part) && (other !== part || place < at)));
    return told.join(" ") || attribute(element, "title")
      || clean(element.querySelector("svg title")?.textContent);
  };
  const states = (element) => {
    const on = (name) => element.getAttribute(`aria-${name}`) === "true";
    const found = ["checked", "selected", "expanded", "pressed"].filter(on);
    if (element.matches("input") && element.checked) found.unshift("checked");
    if (element.matches(":disabled") || on("disabled")) found.push("disabled");
    return found.length ? ` (${found.join(", ")})` : "";
  };
  const textOf = (element) => {
    const field = element.matches("input:not([type=image]),textarea,select");
    return cut((field ? fieldText(element) : contentText(element)) + states(element));
  };

  // --- places: a view is where a document is shown, in pixels of the outermost viewport ---

  const viewOf = (page) => {
    const frame = page.defaultView.frameElement;
    if (!frame) return { x: 0, y: 0, left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const outer = viewOf(frame.ownerDocument);
    const rect = frame.getBoundingClientRect();
    const x = outer.x + rect.left + frame.clientLeft, y = outer.y + rect.top + frame.clientTop;
    return {
      x, y, frame, outer,
      left: Math.max(outer.left, x), right: Math.min(outer.right, x + frame.clientWidth),
      top: Math.max(outer.top, y), bottom: Math.min(outer.bottom, y + frame.clientHeight),
    };
  };
  const clip = (rect, view) => {
    const left = Math.max(rect.left + view.x, view.left), top = Math.max(rect.top + view.y, view.top);
    const right = Math.min(rect.right + view.x, view.right);
    const bottom = Math.min(rect.bottom + view.y, view.bottom);
    return { x: left, y: top, width: right - left, height: bottom - top };
  };
  const shown = (box) => box.width > 0 && box.height > 0;
  const area = (box) => (shown(box) ? box.width * box.height : 0);
  const largeEnough = (box) => box.width >= SMALLEST && box.height >= SMALLEST;
  const tooLarge = (box) => area(box) > LARGEST * innerWidth * innerHeight;

  // The visible parts, the largest first: a link broken over two lines has two. One around floating
  // content has none of its own.
  const partsOf = (element, view) => {
    const clipped = (rects) => rects.map((rect) => clip(rect, view)).filter(largeEnough)
      .sort((a, b) => area(b) - area(a));
    const own = clipped([...element.getClientRects()]);
    if (own.length) return own;
    return clipped([...element.children].slice(0, 8).map((child) => child.getBoundingClientRect()));
  };
  const around = (parts) => {
    const x = Math.min(...parts.map((part) => part.x));
    const y = Math.min(...parts.map((part) => part.y));
    const right = Math.max(...parts.map((part) => part.x + part.width));
    const bottom = Math.max(...parts.map((part) => part.y + part.height));
    return { x, y, width: right - x, height: bottom - y };
  };
  const hitBy = (element, x, y, view) => {
    const hit = element.getRootNode().elementFromPoint(x - view.x, y - view.y);
    if (view.frame && hitBy(view.frame, x, y, view.outer) !== view.frame) return null;
    return hit;
  };
  const reaches = (element, hit) => Boolean(hit)
    && (element.contains(hit) || hit.closest("label")?.control === element);
  const POINTS = [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.2], [0.5, 0.8]];
  const pointOf = (element, parts, view) => parts.slice(0, 3)
    .flatMap(({ x, y, width, height }) => POINTS.map(([across, down]) =>
      [x + width * across, y + height * down]))
    .find(([x, y]) => reaches(element, hitBy(element, x, y, view)));

  const visible = (element) => element.checkVisibility({
    visibilityProperty: true, opacityProperty: !element.matches("input"),
  });

  return {
    number, get, clean, cut, attribute, textOf,
    viewOf, clip, shown, tooLarge, partsOf, around, hitBy, pointOf, visible,
  };
})();
