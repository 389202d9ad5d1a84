// What state an element is in, as a line of the accessibility tree tells it.
const states = (() => {
  const { clean } = dom;
  const VALUED = new Set((
    "textbox searchbox combobox spinbutton slider Date DateTime InputTime ColorWell progressbar "
    + "meter scrollbar").split(" "));

  const quoted = (text) => (text.includes("'") && !text.includes('"')
    ? `"${text}"` : `'${text.replace(/'/g, "\\'")}'`);
  const truth = (value) => ({ true: "True", false: "False" })[value] ?? value;

  const checked = (element, role) => {
    if (!/^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(role)) return null;
    if (element.matches("input")) return element.indeterminate ? "mixed" : String(element.checked);
    return element.getAttribute("aria-checked") ?? "false";
  };
  const expanded = (element, role) => {
    if (role === "DisclosureTriangle" && element.matches("summary")) {
      return truth(String(Boolean(element.parentElement?.open)));
    }
    if (element.matches("select") && role === "combobox") return "False";
    return truth(element.getAttribute("aria-expanded"));
  };
  const level = (element, role) => (role === "heading"
    ? element.getAttribute("aria-level") ?? /^h([1-6])$/.exec(element.localName)?.[1] : null);
  const popup = (element, role) => {
    const given = element.getAttribute("aria-haspopup");
    if (given && given !== "false") return given === "true" ? "menu" : given;
    return element.matches("select") && role === "combobox" ? "menu" : null;
  };
  const on = (element, name, native) => (native || element.getAttribute(`aria-${name}`) === "true"
    ? "True" : null);
  const of = (element, role) => {
    const value = (VALUED.has(role) || element.type === "file") && clean(names.valueOf(element));
    const found = {
      value: value ? quoted(value) : null,
      focused: on(element, "", element.getRootNode().activeElement === element
        && element !== element.ownerDocument.body),
      level: level(element, role),
      checked: checked(element, role),
      pressed: element.getAttribute("aria-pressed"),
      selected: on(element, "selected", element.matches("option") && element.selected),
      expanded: expanded(element, role),
      hasPopup: popup(element, role),
      required: on(element, "required", element.required),
      disabled: on(element, "disabled", element.matches(":disabled")),
    };
    return Object.entries(found).filter(([, told]) => told)
      .map(([name, told]) => ` ${name}: ${told}`).join("");
  };

  return { of, quoted };
})();
