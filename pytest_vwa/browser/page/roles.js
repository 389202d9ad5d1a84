// What an element is to assistive technology, in the words of Chromium's accessibility tree.
const roles = (() => {
  const BY_TAG = {
    a: "generic", abbr: "Abbr", address: "group", article: "article", aside: "complementary",
    audio: "Audio", blockquote: "blockquote", button: "button", canvas: "Canvas",
    caption: "caption", code: "code", dd: "definition", del: "deletion", details: "group",
    dfn: "term", dialog: "dialog", dl: "DescriptionList", dt: "term", em: "emphasis",
    embed: "PluginObject", fieldset: "group", figcaption: "Figcaption", figure: "figure",
    form: "form", frame: "Iframe", h1: "heading", h2: "heading", h3: "heading", h4: "heading",
    h5: "heading", h6: "heading", hgroup: "group", hr: "separator", html: "RootWebArea",
    iframe: "Iframe", ins: "insertion", label: "LabelText", legend: "Legend", li: "listitem",
    main: "main", mark: "mark", menu: "list", meter: "meter", nav: "navigation",
    object: "PluginObject", ol: "list", optgroup: "group", option: "option", output: "status",
    p: "paragraph", progress: "progressbar", ruby: "Ruby", s: "deletion", search: "search",
    strong: "strong", sub: "subscript", summary: "DisclosureTriangle", sup: "superscript",
    svg: "image", table: "table", textarea: "textbox", tfoot: "rowgroup", thead: "rowgroup",
    time: "time", tr: "row", ul: "list", video: "Video",
  };
  const BY_TYPE = {
    button: "button", checkbox: "checkbox", color: "ColorWell", date: "Date",
    "datetime-local": "DateTime", file: "button", image: "button", month: "DateTime",
    number: "spinbutton", radio: "radio", range: "slider", reset: "button", search: "searchbox",
    submit: "button", time: "InputTime", week: "DateTime",
  };
  const SAME = { img: "image", presentation: "none", directory: "list" };
  const KNOWN = new Set((
    "alert alertdialog application article banner blockquote button caption cell checkbox code "
    + "columnheader combobox complementary contentinfo definition deletion dialog document "
    + "emphasis feed figure form generic grid gridcell group heading img insertion link list "
    + "listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox "
    + "menuitemradio meter navigation none note option paragraph presentation progressbar radio "
    + "radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider "
    + "spinbutton status strong subscript superscript switch tab table tablist tabpanel term "
    + "textbox time timer toolbar tooltip tree treegrid treeitem").split(" "));
  const SECTIONING = "article,aside,main,nav,section";

  const named = (element) => ["aria-label", "aria-labelledby", "title"]
    .some((name) => element.getAttribute(name)?.trim());
  const header = (cell) => {
    if (cell.scope === "row" || cell.scope === "rowgroup") return "rowheader";
    const row = cell.parentElement;
    const first = !cell.scope && !cell.cellIndex && !row.matches("thead > tr,tr:first-child");
    return first && [...row.children].some((each) => each.matches("td"))
      ? "rowheader" : "columnheader";
  };
  const inGrid = (cell) => cell.closest("table,[role]")?.matches("[role=grid],[role=treegrid]");
  const list = (select) => (select.multiple || select.size > 1 ? "listbox" : "combobox");
  const picture = (image) => (image.getAttribute("alt") === "" && !named(image) ? "none" : "image");
  const BY_PLACE = {
    a: (link) => (link.matches("[*|href]") ? "link" : "generic"),
    area: (link) => (link.hasAttribute("href") ? "link" : "none"),
    header: (part) => (part.closest(SECTIONING) ? "sectionheader" : "banner"),
    footer: (part) => (part.closest(SECTIONING) ? "sectionfooter" : "contentinfo"),
    img: picture,
    input: (field) => (field.list ? "combobox" : BY_TYPE[field.type] ?? "textbox"),
    section: (part) => (named(part) ? "region" : "generic"),
    select: list,
    td: (cell) => (inGrid(cell) ? "gridcell" : "cell"),
    th: header,
  };

  const given = (element) => {
    const wanted = element.getAttribute("role");
    const role = wanted && wanted.toLowerCase().split(/\s+/).find((each) => KNOWN.has(each));
    return role && (SAME[role] ?? role);
  };
  const of = (element) => {
    const role = given(element), tag = element.localName;
    if (role && role !== "none" && (role !== "region" || named(element))) return role;
    if (role === "none" && element.tabIndex < 0) return "none";
    if (tag in BY_PLACE) return BY_PLACE[tag](element);
    // An editable region takes typing, whatever the browser calls it.
    if (element.hasAttribute("contenteditable") && element.isContentEditable) return "textbox";
    return Object.hasOwn(BY_TAG, tag) ? BY_TAG[tag] : "generic";
  };
  return { of };
})();
