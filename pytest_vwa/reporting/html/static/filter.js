"use strict";
// Which runs are shown, and in which order: pure functions of the runs and the address.
vwa.filter = {
  // What a select offers, each with the values of a run.
  dimensions: {
    outcome: (run) => [run.outcome],
    agent: (run) => [run.agent],
    noun: (run) => [vwa.isQuestion(run) ? "questions" : "tasks"],
    site: (run) => run.site,
    category: (run) => run.category,
    difficulty: (run) => (run.difficulty ? [run.difficulty] : []),
    kind: (run) => [run.kind],
    check: (run) => run.check,
    ending: (run) => (run.ending ? [run.ending] : []),
    trials: (run) => (run.steady ? [run.steady] : []),
  },

  titles: { noun: "what" },

  columns: {
    outcome: (run) => ["failed", "passed", "error", "skipped"].indexOf(run.outcome),
    task: (run) => run.name,
    agent: (run) => run.agent,
    site: (run) => run.site.join(" "),
    category: (run) => run.category.join(" "),
    difficulty: (run) => ["easy", "medium", "hard"].indexOf(run.difficulty.replace("video_", "")),
    steps: (run) => run.steps,
    tokens: (run) => run.tokens,
    cost: (run) => run.cost,
    time: (run) => run.seconds,
  },

  text: (run) =>
    (run.text ??= [run.name, run.key, run.intent, run.reason, run.agent, run.ending, ...run.site]
      .join("\n")
      .toLowerCase()),

  values(name) {
    const found = new Set(vwa.runs.flatMap(vwa.filter.dimensions[name]));
    return [...found].sort(vwa.filter.byName);
  },

  byName: new Intl.Collator("en", { numeric: true }).compare,

  // `asked` is a URLSearchParams: q, sort (a column, "-" before it for the other way), dimensions.
  apply(asked) {
    const words = (asked.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = Object.entries(vwa.filter.dimensions).filter(([name]) => asked.get(name));
    const found = vwa.runs.filter(
      (run) =>
        wanted.every(([name, values]) => values(run).includes(asked.get(name))) &&
        words.every((word) => vwa.filter.text(run).includes(word)),
    );
    return vwa.filter.sorted(found, asked.get("sort") ?? "");
  },

  sorted(runs, sort) {
    const value = vwa.filter.columns[sort.replace(/^-/, "")];
    if (!value) return runs;
    const way = sort.startsWith("-") ? -1 : 1;
    const keyed = runs.map((run) => [value(run), run]);
    const compare = typeof keyed[0]?.[0] === "string" ? vwa.filter.byName : (a, b) => a - b;
    return keyed.sort((a, b) => way * compare(a[0], b[0])).map(([, run]) => run);
  },
};
