// One value per page: what a person can see and use in its viewport, and the numbers it goes by.
// An expression, so that every caller can write `(...).collect()`; the state survives in the page.
(window[Symbol.for("pytest-vwa.marks")] ??= (() => {
  const ROLES = ["button", "link", "checkbox", "radio", "switch", "tab", "option", "menuitem",
    "menuitemcheckbox", "menuitemradio", "combobox", "textbox", "searchbox", "slider", "treeitem"];
  const INTERACTIVE = [
    "a[href]", "button", "input:not([type=hidden])", "textarea", "select", "summary", "label",
    "[tabindex]:not([tabindex^='-'])", "[contenteditable]:not([contenteditable=false])",
    "[draggable=true]", ".btn", "[onclick]", "[class*='star-rating'] > *",
    ...ROLES.map((role) => `[role=${role}]`),
  ].join(",");
  const WHOLE = "a,button,input,textarea,select,summary,label,[contenteditable]";
  const UNREAD = "script,style,noscript,template,head,canvas,object,video,audio";
  const UNTYPED = ["button", "submit", "reset", "image", "checkbox", "radio", "file", "hidden"];
  const FILLED = ["date", "time", "month", "week", "datetime-local", "color", "range"];
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

  // --- collecting ---

  const visible = (element) => element.checkVisibility({
    visibilityProperty: true, opacityProperty: !element.matches("input"),
  });
  // A label stands in for a control that is not shown itself, as star ratings do.
  const standsIn = (label) => label.control?.matches("[type=radio],[type=checkbox],[type=file]")
    && !(visible(label.control) && partsOf(label.control, viewOf(label.ownerDocument)).length);
  const interactive = (element) => element.matches(INTERACTIVE)
    && (!element.matches("label") || standsIn(element));
  // The picture of a link that is nothing but a picture.
  const face = (element) => (element.matches("a") && !clean(element.innerText)
    && [...element.querySelectorAll("img")].find(visible)) || element;

  const mark = (element, view) => {
    const drawn = face(element);
    const parts = visible(drawn) ? partsOf(drawn, view) : [];
    const box = around(parts);
    if (!parts.length || tooLarge(box) || !pointOf(drawn, parts, view)) return null;
    const text = drawn === element ? textOf(element) : textOf(drawn) || textOf(element);
    const round = (value) => Math.round(value * 10) / 10;
    return {
      id: String(number(drawn)), tag: drawn.tagName.toUpperCase(), text,
      box: [box.x, box.y, box.width, box.height].map(round),
    };
  };

  const collect = () => {
    const lines = [];
    const owners = new Map();
    // The nearest ancestor that is no mere run of text: what is said within it is one line.
    const ownerOf = (element) => {
      if (!owners.has(element)) {
        const display = getComputedStyle(element).display;
        const inner = ["inline", "contents"].includes(display) && element.parentElement;
        owners.set(element, inner ? ownerOf(element.parentElement) : element);
      }
      return owners.get(element);
    };
    const readText = (node, view) => {
      const parent = node.parentElement;
      if (!parent || !clean(node.data) || !visible(parent)) return;
      const range = node.ownerDocument.createRange();
      range.selectNodeContents(node);
      if (!shown(clip(range.getBoundingClientRect(), view))) return;
      const owner = ownerOf(parent), previous = lines.at(-1);
      if (previous?.owner === owner) previous.text += node.data;
      else lines.push({ id: "", tag: "StaticText", text: node.data, owner });
    };
    const readPicture = (image, view) => {
      const text = attribute(image, "alt");
      if (!text || !visible(image) || !shown(clip(image.getBoundingClientRect(), view))) return;
      lines.push({ id: "", tag: "IMG", text });
    };
    const readFrame = (frame) => {
      let inside = null;
      try { inside = frame.contentDocument; } catch { /* another origin's */ }
      if (inside?.body) walk(inside.body, viewOf(inside));
    };
    const walk = (element, view) => {
      if (element.matches(UNREAD) || !element.checkVisibility()
          && getComputedStyle(element).display !== "contents") return;
      if (interactive(element)) {
        const found = mark(element, view);
        if (found) lines.push(found);
        // What holds others is marked and read; a whole is told by its own mark.
        const whole = element.matches(WHOLE) || !element.querySelector(INTERACTIVE);
        if (whole && !tooLarge(around(partsOf(element, view)))) return;
      }
      if (element.matches("iframe,frame")) readFrame(element);
      else if (element.matches("img")) readPicture(element, view);
      else for (const node of (element.shadowRoot ?? element).childNodes) read(node, view);
    };
    const read = (node, view) => {
      if (node.nodeType === Node.TEXT_NODE) readText(node, view);
      else if (node.matches?.("slot")) {
        const slotted = node.assignedNodes();
        for (const each of slotted.length ? slotted : node.childNodes) read(each, view);
      } else if (node.nodeType === Node.ELEMENT_NODE) walk(node, view);
    };

    if (document.body) walk(document.body, viewOf(document));
    const once = new Set();
    const kept = lines.filter((line) => {
      if (line.id) return true;
      line.text = cut(clean(line.text));
      const fresh = line.text && !once.has(line.text);
      once.add(line.text);
      return fresh;
    });
    return JSON.stringify(kept.map(({ id, tag, text, box }) => ({ id, tag, text, box })));
  };

  // --- aiming ---

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

  return { get, collect, aim, scroll };
})())
