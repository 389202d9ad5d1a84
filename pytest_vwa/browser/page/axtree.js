// The accessibility tree of what is in view, a line each: [id] role 'name' state: value.
const axtree = (() => {
  const { number, clean, title, viewOf, narrowed } = dom;
  const { within, placeOf, textShown, framed, standIn } = layout;
  // Says nothing without a name: left out, what it holds moves up.
  const STRUCTURE = new Set((
    "Abbr article banner blockquote caption Canvas code definition deletion DescriptionList "
    + "emphasis Figcaption figure generic group image insertion LabelText Legend list listitem "
    + "mark navigation none paragraph region rowgroup Ruby sectionfooter sectionheader strong "
    + "subscript superscript term time").split(" "));
  const LEAVES = new Set(
    "input textarea img video audio canvas object embed progress meter".split(" "));

  // `limits` are the edges of what may be seen of a frame.
  const read = (limits) => {
    const lines = [], page = viewOf(document);
    const print = (depth, id, role, name, more = "") => {
      const number = id ? `[${id}] ` : "";
      lines.push(`${"\t".repeat(depth)}${number}${role} ${states.quoted(name)}${more}`);
    };
    // Not what the name of a line above has said already.
    const say = (text, element, above) => {
      const words = clean(text);
      const told = ({ name, whole }) => name === words || (whole && name.includes(words));
      if (words && !above.said.some(told)) {
        print(above.depth, number(element), "StaticText", words);
      }
    };
    const walkWithin = (element, above, place) => {
      const speak = (where) => {
        const text = place.seen && names.written(element, where);
        if (text) say(text, element, above);
      };
      speak("::before");
      for (const node of within(element)) {
        if (node.nodeType === Node.ELEMENT_NODE) walk(node, above, place.view);
        else if (node.nodeType === Node.TEXT_NODE && place.visible && textShown(node, place)) {
          say(names.spelled(node.data, getComputedStyle(element)), element, above);
        }
      }
      speak("::after");
    };
    const options = (select, depth) => {
      for (const option of select.options) {
        const group = option.closest("optgroup"), name = clean(option.label);
        if (group?.firstElementChild === option) print(depth, "", "group", clean(group.label));
        if (name) print(depth + Boolean(group), "", "option", name, states.of(option, "option"));
      }
    };
    // What labels a box to tick is told by the box, where that can be seen.
    const ticks = (label) => label.control?.matches("[type=checkbox],[type=radio]")
      && label.control.checkVisibility({ visibilityProperty: true });
    const inner = (element, above, place) => {
      const tag = element.localName;
      if (tag === "select") options(element, above.depth);
      else if (tag === "iframe" || tag === "frame") {
        const inside = framed(element, place.view);
        if (inside) return walk(inside.body, above, inside.view);
        const words = standIn(element, place.view);
        if (words) lines.push("\t".repeat(above.depth) + words);
      } else if (tag === "label" && ticks(element)) {
        const name = names.of(element.control, "checkbox");
        walkWithin(element, { ...above, said: [...above.said, { name, whole: true }] }, place);
      } else if (!LEAVES.has(tag)) walkWithin(element, above, place);
    };
    const walk = (element, above, view) => {
      if (!layout.read(element) || element.ariaHidden === "true" || element.inert) return;
      const place = placeOf(element, view);
      if (!place) return;
      if (!place.visible || !(place.seen || place.empty)) return inner(element, above, place);
      const role = roles.of(element), name = role === "none" ? "" : names.of(element, role);
      const more = role === "none" ? "" : states.of(element, role);
      if (!name && (!more || role === "listitem") && STRUCTURE.has(role)) {
        return inner(element, above, place);
      }
      print(above.depth, number(element), role, name, more);
      const printed = lines.length;
      const said = [...above.said, { name, whole: names.fromContent(element, role) }];
      inner(element, { depth: above.depth + 1, said }, place);
      // What takes no room is there for what it holds.
      if (place.empty && lines.length === printed) lines.pop();
    };
    if (!limits) {
      const root = document.documentElement;
      print(0, number(root), "RootWebArea", clean(title()), " focused: True");
    }
    const view = limits ? narrowed(page, limits) : page;
    if (document.body) walk(document.body, { depth: limits ? 0 : 1, said: [] }, view);
    return lines.join("\n");
  };
  return { read };
})();
