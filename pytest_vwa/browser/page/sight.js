// What is told of a page beside its picture, in the words of one kind or another.
const sight = (() => {
  const WORDS = { axtree, html };

  const tell = (kind) => {
    const rows = marks.collect();
    // After the marks, whose numbers they tell.
    return { rows, words: WORDS[kind]?.read() ?? "", title: dom.title() };
  };
  // What no observer of the document sees change.
  const silent = () => {
    let found = `${innerWidth} ${innerHeight}`;
    for (const field of document.querySelectorAll("input,textarea,select"))
      found += `\n${field.value}\t${field.checked}\t${field.selectedIndex}`;
    return found;
  };

  let kind = "", told = null, unseen = "";
  const read = (asked) => moment.read(() => {
    kind = asked;
    unseen = silent();
    return (told = tell(kind));
  });
  // In a frame of another origin, after a line that names its document.
  const within = (kind, left, top, right, bottom) =>
    `${frames.mine}\n${WORDS[kind].read({ left, top, right, bottom })}`;
  // Whether a picture that was taken since then shows what was read.
  const isHeld = () => {
    const { asDrawn, still } = moment.end();
    if (!asDrawn || unseen !== silent()) return false;
    if (still) return true;
    const { rows, words, title } = tell(kind);
    return rows === told.rows && words === told.words && title === told.title;
  };

  return { read, within, isHeld };
})();
