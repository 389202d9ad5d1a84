// What is told of a page beside its picture, in the words of one kind or another.
const sight = (() => {
  const WORDS = { axtree, html };

  let rows = "";
  const read = (kind) => moment.read(() => {
    rows = marks.collect();
    // After the marks, whose numbers they tell.
    return { rows, words: WORDS[kind]?.read() ?? "", title: dom.title() };
  });
  // In a frame of another origin, after a line that names its document.
  const within = (kind, left, top, right, bottom) =>
    `${frames.mine}\n${WORDS[kind].read({ left, top, right, bottom })}`;
  // Whether a picture that was taken since then shows what was read.
  const isHeld = () => {
    const { asDrawn, still } = moment.end();
    return asDrawn && (still || marks.collect() === rows);
  };

  return { read, within, isHeld };
})();
