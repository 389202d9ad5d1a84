// The source of what is in view, without what only styles it; numbers as `mark` attributes.
const html = (() => {
  const { known, clean, viewOf, narrowed } = dom;
  const { within, placeOf, textShown, framed, standIn } = layout;
  const KEPT = new Set(("alt title role type name placeholder for contenteditable colspan rowspan "
    + "open required readonly multiple min max href").split(" "));
  const FLAGS = ["checked", "disabled", "selected"];
  const WRAPPERS = new Set(["div", "span", "font", "center", "tbody", "body", "slot"]);
  const VOID = new Set(["input", "img", "hr", "area", "embed", "svg", "video", "audio", "canvas"]);
  const LONGEST = 80;

  const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  const escaped = (text) => text.replace(/[&<>]/g, (sign) => SIGNS[sign]);
  // Without the address of the site itself, nor the length of a data: URL.
  const address = (link) => {
    const written = link.getAttribute("href");
    const short = String(written).replace(link.ownerDocument.location.origin, "") || "/";
    return short.length > LONGEST ? `${short.slice(0, LONGEST - 1)}…` : short;
  };
  const attributes = (element) => {
    const found = known(element) ? [["mark", known(element)]] : [];
    for (const { name, value } of element.attributes) {
      if (name === "href") found.push([name, address(element)]);
      else if (KEPT.has(name) || name.startsWith("aria-")) found.push([name, clean(value)]);
    }
    if (element.matches("input") && names.valueOf(element)
        && !["checkbox", "radio"].includes(element.type)) {
      found.push(["value", clean(names.valueOf(element))]);
    }
    for (const flag of FLAGS) if (element[flag] === true) found.push([flag, ""]);
    return found;
  };
  const written = ([name, value]) => (value === ""
    ? ` ${name}` : ` ${name}="${escaped(String(value)).replace(/"/g, "&quot;")}"`);
  const opening = ({ tag, given }) => `<${tag}${given.map(written).join("")}>`;

  // Of what has been marked before; `limits` are the edges of what may be seen of a frame.
  const read = (limits) => {
    const content = (element, place) => {
      if (element.matches("textarea")) return element.value ? [escaped(clean(element.value))] : [];
      if (element.matches("select")) return [...element.options].flatMap((each) => choice(each));
      if (element.matches("iframe,frame")) {
        const inside = framed(element, place.view);
        if (inside) return build(inside.body, inside.view);
        const words = standIn(element, place.view);
        return words ? [{ words }] : [];
      }
      if (VOID.has(element.localName)) return [];
      return [...within(element)].flatMap((node) => {
        if (node.nodeType === Node.ELEMENT_NODE) return build(node, place.view);
        const heard = node.nodeType === Node.TEXT_NODE && place.visible && textShown(node, place);
        return heard ? [escaped(node.data)] : [];
      });
    };
    const choice = (option) => [{
      tag: "option", given: option.selected ? [["selected", ""]] : [],
      content: [escaped(clean(option.label))],
    }];
    const build = (element, view) => {
      if (!layout.read(element)) return [];
      if (element.localName === "br") return [" "];
      const place = placeOf(element, view);
      if (!place) return [];
      const inner = content(element, place);
      if (!place.visible) return inner;
      const given = attributes(element), tag = element.localName;
      const there = place.seen && (given.length || VOID.has(tag) && tag !== "svg");
      if (!inner.length && !there) return [];
      // A wrapper keeps the text in it apart from the text beside it.
      const parts = tag !== "span" && inner.some((each) => typeof each === "string" && clean(each));
      if (!given.length && WRAPPERS.has(tag) && !parts) return inner;
      return [{ tag, given, content: inner }];
    };
    const page = viewOf(document), view = limits ? narrowed(page, limits) : page;
    return print(document.body ? build(document.body, view) : [], 0).join("\n");
  };

  // Runs of text are one text.
  const merged = (content) => content.reduce((all, each) => {
    if (typeof each === "string" && typeof all.at(-1) === "string") all[all.length - 1] += each;
    else all.push(each);
    return all;
  }, []).map((each) => (typeof each === "string" ? clean(each) : each)).filter(Boolean);
  const print = (content, depth) => merged(content).flatMap((each) => {
    const indent = "  ".repeat(depth);
    if (typeof each === "string") return [indent + each];
    if (each.words) return [indent + each.words];
    const start = indent + opening(each), end = `</${each.tag}>`;
    if (VOID.has(each.tag)) return [start];
    const lines = print(each.content, depth + 1);
    return lines.length < 2 && !each.content[0]?.words
      ? [start + (lines[0] ?? "").trim() + end] : [start, ...lines, indent + end];
  });

  return { read };
})();
