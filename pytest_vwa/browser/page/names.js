// What an element is called: the W3C's computation of accessible names, as far as pages use it.
const names = (() => {
  const { clean, attribute } = dom;
  const { within } = layout;
  const FROM_CONTENT = new Set((
    "button cell checkbox columnheader DisclosureTriangle gridcell heading link menuitem "
    + "menuitemcheckbox menuitemradio option radio rowheader switch tab term tooltip treeitem")
    .split(" "));
  const TYPED = new Set(["textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider"]);
  const BUTTONS = { submit: "Submit", reset: "Reset", image: "Submit" };

  const spelled = (text, style) => {
    if (style.textTransform === "uppercase") return text.toUpperCase();
    if (style.textTransform === "lowercase") return text.toLowerCase();
    return style.textTransform === "capitalize"
      ? text.replace(/\b\p{L}/gu, (letter) => letter.toUpperCase()) : text;
  };
  // What a style sheet writes before or after the content.
  const written = (element, where) => {
    const { content } = getComputedStyle(element, where);
    if (content === "none" || content === "normal") return "";
    const alternative = content.split('" / ')[1] ?? content;
    return (alternative.match(/"((?:\\.|[^"\\])*)"/g) ?? [])
      .map((quoted) => quoted.slice(1, -1).replace(/\\(.)/g, "$1")).join("");
  };

  const valueOf = (field) => {
    if (field.matches("select")) {
      return [...field.selectedOptions].map((option) => clean(option.label)).join(", ");
    }
    if (!("value" in field)) {
      return attribute(field, "aria-valuetext") || attribute(field, "aria-valuenow");
    }
    if (field.type === "password") return "•".repeat(field.value.length);
    if (field.type === "file") return [...field.files].map((file) => file.name).join(", ");
    return String(field.value);
  };

  const said = (element, deep) => {
    const style = getComputedStyle(element);
    const words = Array.from(within(element), (node) => {
      if (node.nodeType === Node.TEXT_NODE) return spelled(node.data, style);
      return node.nodeType === Node.ELEMENT_NODE ? part(node, deep) : "";
    });
    return written(element, "::before") + words.join("") + written(element, "::after");
  };
  const part = (element, deep) => {
    if (element.localName === "br") return " ";
    if (!layout.read(element) || element.ariaHidden === "true") return "";
    const { display, visibility } = getComputedStyle(element);
    if (!deep && (display === "none" || visibility !== "visible")) return "";
    const role = roles.of(element);
    const text = given(element) || (TYPED.has(role) && valueOf(element)) || native(element, role)
      || said(element, deep) || attribute(element, "title");
    return display === "inline" || display === "contents" ? text : ` ${text} `;
  };
  const referred = (element) => attribute(element, "aria-labelledby").split(" ")
    .map((id) => id && element.getRootNode().getElementById?.(id))
    .map((other) => (other ? clean(attribute(other, "aria-label") || alternative(other)) : ""))
    .filter(Boolean).join(" ");
  // What is referred to may itself be hidden; then all that it holds counts.
  const alternative = (element) => {
    const hidden = !element.checkVisibility({ visibilityProperty: true });
    return native(element, roles.of(element)) || said(element, hidden);
  };
  const given = (element) => attribute(element, "aria-label");

  const first = (element, tag) => {
    const child = [...element.children].find((each) => each.localName === tag);
    return child ? said(child, false) : "";
  };
  const labels = (field) => [...(field.labels ?? [])].map((label) => clean(labelText(label, field)))
    .filter(Boolean).join(" ");
  // A label around its field does not name it by what the field holds.
  const labelText = (label, field) => given(label) || (label.contains(field)
    ? clean(around(label, field)) : said(label, true));
  const around = (element, field) => Array.from(within(element), (node) => {
    if (node === field) return "";
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    return node.contains(field) ? around(node, field) : part(node, false);
  }).join("");

  const native = (element, role) => {
    switch (element.localName) {
      case "input":
        if (element.type === "image") return attribute(element, "alt") || element.value;
        if (["submit", "reset", "button"].includes(element.type)) {
          return labels(element) || clean(element.value) || BUTTONS[element.type] || "";
        }
        return labels(element)
          || (element.type === "file" ? attribute(element, "title") || "Choose File" : "");
      case "button": case "meter": case "output": case "progress": case "select": case "textarea":
        return labels(element);
      case "img": case "area": return attribute(element, "alt");
      case "svg": return first(element, "title");
      case "fieldset": return first(element, "legend");
      case "table": return first(element, "caption");
      case "option": case "optgroup": return clean(element.label);
      default: return "";
    }
  };
  const title = (element) => attribute(element, "title");
  const hint = (element) => attribute(element, "placeholder")
    || attribute(element, "aria-placeholder");
  const fromContent = (element, role) => FROM_CONTENT.has(role)
    || (role === "row" && element.closest("[role=grid],[role=treegrid],[role=tree]"));

  const of = (element, role) => clean(referred(element) || given(element) || native(element, role)
    || (fromContent(element, role) && said(element, false)) || title(element)
    || (TYPED.has(role) && hint(element)) || "");

  return { of, fromContent, valueOf, spelled, written };
})();
