// What a person can see and use in the viewport, a line each.
const marks = (() => {
  const { number, clean, cut, attribute, textOf, visible } = dom;
  const { viewOf, clip, shown, tooLarge, partsOf, around, pointOf } = dom;
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
    return kept.map(({ id, tag, text, box = [] }) => [id, tag, box, text].join("\t")).join("\n");
  };

  // Collecting and taking a picture can go on side by side: `begin` returns at once, the work is
  // done as soon as the page is free, before the next frame; `take` hands it over.
  let ready = null;
  const begin = () => {
    ready = null;
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => { ready = collect(); };
    port1.postMessage(null);
  };
  const take = () => ready ?? collect();

  return { collect, begin, take };
})();
