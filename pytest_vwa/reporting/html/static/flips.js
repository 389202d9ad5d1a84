"use strict";
// Two contestants on the same tasks: pure functions of the runs.
vwa.flips = {
  // Who can be compared: each agent, and each of its trials where it had several.
  contestants() {
    const found = new Map();
    for (const run of vwa.runs) {
      if (!found.has(run.agent)) found.set(run.agent, new Set());
      found.get(run.agent).add(run.trial);
    }
    // From the agent without a tutorial to the others: what is gained is what theirs is worth.
    const order = [...found].sort(([a], [b]) => vwa.flips.isBaseline(b) - vwa.flips.isBaseline(a));
    return order.flatMap(([agent, trials]) => [
      { label: agent, of: (run) => run.agent === agent },
      ...(trials.size < 2
        ? []
        : [...trials]
            .sort((a, b) => a - b)
            .map((trial) => ({
              label: `${agent} · trial ${trial}`,
              of: (run) => run.agent === agent && run.trial === trial,
            }))),
    ]);
  },

  isBaseline: (agent) => agent.split(" · ")[0] === "text",

  // By task or question: its judged runs, and whether more than half of them were passed.
  wins(contestant) {
    const found = new Map();
    for (const run of vwa.runs) {
      if (!contestant.of(run)) continue;
      const key = `${vwa.isQuestion(run) ? "questions" : "tasks"} ${run.key}`;
      if (!found.has(key)) found.set(key, []);
      if (vwa.isJudged(run)) found.get(key).push(run);
    }
    const verdicts = new Map();
    for (const [key, runs] of found) {
      const passed = runs.filter((run) => run.outcome === "passed");
      const won = 2 * passed.length > runs.length;
      const typical = won ? passed[0] : runs.find((run) => run.outcome === "failed");
      if (runs.length) verdicts.set(key, { won, run: typical });
    }
    return verdicts;
  },

  // What the second has that the first has not (gained), and the other way round (lost).
  compare(first, second, noun) {
    const [before, after] = [vwa.flips.wins(first), vwa.flips.wins(second)];
    const shared = [...before].filter(([key]) => key.startsWith(`${noun} `) && after.has(key));
    const pairs = shared.map(([key, was]) => ({ was, is: after.get(key) }));
    const by = (a, b) => vwa.filter.byName(a.was.run.key, b.was.run.key);
    const all = [...new Set([...before.keys(), ...after.keys()])].filter((key) =>
      key.startsWith(`${noun} `),
    );
    return {
      compared: pairs.length,
      leftOut: all.length - pairs.length,
      won: [
        pairs.filter((pair) => pair.was.won).length,
        pairs.filter((pair) => pair.is.won).length,
      ],
      gained: pairs.filter((pair) => !pair.was.won && pair.is.won).sort(by),
      lost: pairs.filter((pair) => pair.was.won && !pair.is.won).sort(by),
      both: pairs.filter((pair) => pair.was.won && pair.is.won).length,
      neither: pairs.filter((pair) => !pair.was.won && !pair.is.won).length,
    };
  },

  // Exact two-sided p of McNemar's test.
  mcnemar(gained, lost) {
    const total = gained + lost;
    let [term, tail] = [-total * Math.LN2, 0];
    for (let count = 0; count <= Math.min(gained, lost); count += 1) {
      tail += Math.exp(term);
      term += Math.log((total - count) / (count + 1));
    }
    return Math.min(1, 2 * tail);
  },
};
