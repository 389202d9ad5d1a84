// What a person can see and use in the viewport, a line each.
const marks = (() => {
  const { number, clean, cut, textOf } = dom;

  // Visible, and yet not meant to be used: it is read as text.
  const idle = (element) => getComputedStyle(element).pointerEvents === "none"
    || Boolean(element.closest("[inert]"));

  const row = (id, tag, places, text) => {
    let written = "";
    for (const place of places) written += (written && ",") + Math.round(place * 10) / 10;
    return `${id}\t${tag}\t${written}\t${text}`;
  };
  const textRow = (tag, text, once) => {
    const told = cut(clean(text));
    if (!told || once.has(told)) return "";
    once.add(told);
    return row("", tag, [], told);
  };
  const markRow = ({ element, drawn, box }) => {
    const text = textOf(drawn) || (drawn === element ? "" : textOf(element));
    const { x, y, width, height } = box;
    return row(number(drawn), drawn.tagName.toUpperCase(), [x, y, width, height], text);
  };
  // Whose content only the frame itself can tell: its number, where it begins, its visible edges.
  const frameRow = ({ frame, view: { x, y, left, top, right, bottom } }) =>
    row("", "", [number(frame), x, y, left, top, right, bottom], "");

  // A line each: mark, tag, box, text, with tabs between them.
  const collect = (limits) => {
    const once = new Set();
    let rows = "";
    for (const line of survey.look(limits)) {
      let told = "";
      if (line.frame) told = frameRow(line);
      else if (!line.drawn) told = textRow(line.tag, line.text, once);
      else if (line.free) told = markRow(line);
      else if (idle(line.element)) told = textRow("StaticText", textOf(line.element), once);
      if (told) rows += (rows && "\n") + told;
    }
    return rows.toWellFormed();
  };

  return { collect };
})();
