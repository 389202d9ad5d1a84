// What elements say. Arrays are walked by hand: pages bend what arrays can do.
const words = (() => {
  const LONGEST = 200;
  // Glyphs of icon fonts live in the private use area and say nothing; so do marks of direction.
  const MUTE = /[\uE000-\uF8FF\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
  const SPACE = /[\s\u0000-\u001F\u007F-\u009F]+/g;
  const UNSAID = "script,style,noscript,template,head,select,textarea,iframe,frame,canvas,video,audio";

  const clean = (text) => (text ?? "").replace(MUTE, "").replace(SPACE, " ").trim();
  const cut = (text, longest = LONGEST) =>
    (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
  const attribute = (element, name) => {
    const value = element.getAttribute(name);
    return value ? clean(value) : "";
  };

  // As they are shown: what a shadow root holds, and in its slots what was put there.
  const childrenOf = (element) => {
    const slotted = element.localName === "slot" ? element.assignedNodes() : [];
    return slotted.length ? slotted : (element.shadowRoot ?? element).childNodes;
  };
  const eachChild = (element, visit) => {
    if (element.localName === "slot") for (const node of childrenOf(element)) visit(node);
    else {
      const first = (element.shadowRoot ?? element).firstChild;
      for (let node = first; node; node = node.nextSibling) visit(node);
    }
  };
  const { TEXT_NODE, ELEMENT_NODE } = Node;
  const isText = (node) => node.nodeType === TEXT_NODE;
  const isElement = (node) => node.nodeType === ELEMENT_NODE;
  const displayOf = (element) => getComputedStyle(element).display;
  const hasNoBox = (element) => displayOf(element) === "contents";

  const gather = (element) => {
    let said = "";
    eachChild(element, (node) => {
      if (said.length > 8 * LONGEST) return;
      if (isText(node)) said += node.data;
      else if (!isElement(node) || node.matches(UNSAID)) return;
      else if (node.localName === "br") said += " ";
      else if (node.checkVisibility({ visibilityProperty: true }) || hasNoBox(node)) {
        const within = gather(node);
        said += displayOf(node) === "inline" || hasNoBox(node) ? within : ` ${within} `;
      }
    });
    return said;
  };
  // The text that is shown of it. innerText asks for a layout each time, and sees no slots.
  const wordsOf = (element) => {
    const only = element.firstChild;
    const plain = only && !only.nextSibling && isText(only) && !element.shadowRoot;
    return clean(plain ? only.data : gather(element));
  };

  // The document's, as the browser has it: an element of that name hides it, pages redefine it.
  const { apply } = Reflect, { get } = Object.getOwnPropertyDescriptor(Document.prototype, "title");
  const title = () => apply(get, document, []);

  const labelledBy = (element) => {
    let said = "";
    for (const id of attribute(element, "aria-labelledby").split(" ")) {
      const label = id && element.getRootNode().getElementById?.(id);
      if (label) said += ` ${wordsOf(label) || label.textContent}`;
    }
    return clean(said);
  };
  const given = (element) => attribute(element, "aria-label")
    || (element.hasAttribute("aria-labelledby") ? labelledBy(element) : "");

  // --- fields ---

  const fieldName = (field) => given(field)
    || (field.labels?.length ? wordsOf(field.labels[0]) : "") || attribute(field, "placeholder")
    || attribute(field, "title") || attribute(field, "alt") || attribute(field, "name");
  const joined = (options, mark) => {
    let said = "";
    for (const option of options) {
      said += (said && mark) + clean(option.label);
      if (said.length > LONGEST) break;
    }
    return said;
  };
  const fieldValue = (field) => {
    if (field.localName === "select")
      return `${joined(field.selectedOptions, ", ")} (choices: ${joined(field.options, " | ")})`;
    if (field.type === "password") return "•".repeat(field.value.length);
    if (field.type === "file") {
      let names = "";
      for (const file of field.files) names += (names && ", ") + file.name;
      return names;
    }
    return field.type === "checkbox" || field.type === "radio" ? "" : clean(field.value);
  };
  const PUSHED = /^(submit|reset|button)$/;
  const fieldText = (field) => {
    if (PUSHED.test(field.type)) return given(field) || clean(field.value) || standard(field);
    const name = fieldName(field), value = fieldValue(field);
    return name && value ? `${name}: ${value}` : name || value;
  };
  // What the browser writes on a button that has no words of its own.
  const standard = (field) => ({ submit: "Submit", reset: "Reset" })[field.type]
    ?? attribute(field, "title");

  // --- all else ---

  // Without what another one says too.
  const together = (parts) => {
    let told = "";
    for (let at = 0; at < parts.length; at += 1) {
      let said = !parts[at];
      for (let other = 0; other < parts.length && !said; other += 1)
        said = other !== at && parts[other].includes(parts[at])
          && (parts[other] !== parts[at] || other < at);
      if (!said) told += (told && " ") + parts[at];
    }
    return told;
  };
  const contentText = (element) => {
    const parts = [given(element), attribute(element, "alt")];
    if (element.firstElementChild)
      for (const image of element.querySelectorAll("img[alt]")) parts.push(attribute(image, "alt"));
    parts.push(wordsOf(element));
    return together(parts) || attribute(element, "title")
      || clean(element.querySelector("svg title")?.textContent);
  };

  const ARIA = ["selected", "expanded", "pressed"];
  const states = (element) => {
    const on = (name) => element.getAttribute(`aria-${name}`) === "true";
    const field = element.localName === "input";
    let found = "";
    const tell = (state) => { found += (found && ", ") + state; };
    if (on("checked") || (field && element.checked)) tell("checked");
    if (field && element.indeterminate || element.getAttribute("aria-checked") === "mixed")
      tell("partly checked");
    for (const name of ARIA) if (on(name)) tell(name);
    if (on("disabled") || element.matches(":disabled")) tell("disabled");
    return found && ` (${found})`;
  };
  const textOf = (element) => {
    const field = element.matches("input:not([type=image]),textarea,select");
    const state = states(element);
    return cut(field ? fieldText(element) : contentText(element), LONGEST - state.length) + state;
  };

  return {
    clean, cut, attribute, childrenOf, eachChild, isText, isElement, hasNoBox, title, wordsOf, textOf,
  };
})();
