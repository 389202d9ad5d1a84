// What is told of a page beside its picture, in the words of one kind or another.
const sight = (() => {
  const WORDS = { axtree, html };

  const read = (kind) => {
    const rows = marks.collect();
    // After the marks, whose numbers they tell.
    return { rows, words: WORDS[kind]?.read() ?? "" };
  };
  const begin = (kind) => moment.begin(() => read(kind));
  // `held` when it is what the picture shows that was asked for in between.
  const take = (kind) => {
    const { told, asDrawn, still } = moment.end();
    const held = asDrawn && (still || marks.collect() === told.rows);
    return { ...(told ?? read(kind)), held };
  };

  return { begin, take };
})();
