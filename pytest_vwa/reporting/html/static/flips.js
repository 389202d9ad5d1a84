"use strict";
// Two sides on the same tasks: pure functions of the runs.
vwa.flips = {
  // What can be a side: each agent, and each of its trials where it had several.
  sides() {
    const found = new Map();
    for (const run of vwa.runs) {
      if (!found.has(run.agent)) found.set(run.agent, new Set());
      found.get(run.agent).add(run.trial);
    }
    // From the agent without a tutorial to the others: what is won is what theirs is worth.
    const order = [...found].sort(([a], [b]) => vwa.flips.isBaseline(b) - vwa.flips.isBaseline(a));
    return order.flatMap(([agent, trials]) => [
      vwa.flips.side(agent, 0),
      ...(trials.size < 2
        ? []
        : [...trials].sort((a, b) => a - b).map((trial) => vwa.flips.side(agent, trial))),
    ]);
  },

  // `trial` 0: all trials together.
  side: (agent, trial) => ({
    agent,
    trial,
    label: trial ? `${agent} · trial ${trial}` : agent,
    of: (run) => run.agent === agent && (!trial || run.trial === trial),
  }),

  isBaseline: (agent) => agent.split(" · ")[0] === "text",

  // Two that are worth comparing: two agents (with their models, in their runs) that were judged
  // on a task in common; of one agent alone, two of its trials; else null.
  usual(sides) {
    const whole = sides.filter((side) => !side.trial);
    const pairs = whole.flatMap((first, at) => whole.slice(at + 1).map((other) => [first, other]));
    if (pairs.length) return pairs.find((pair) => vwa.flips.meet(...pair)) ?? pairs[0];
    return sides.length > 2 ? sides.slice(1, 3) : null;
  },

  // What was picked, beside what it is usually compared with.
  chosen(sides, usual, first, second) {
    if (first && second) return [first, second];
    if (first) return [first, vwa.flips.partner(sides, first)];
    return second ? [vwa.flips.partner(sides, second), second] : usual;
  },

  partner(sides, side) {
    const others = sides.filter((each) => !vwa.flips.overlap(each, side));
    const alike = others.filter((each) => !each.trial === !side.trial);
    return alike.find((each) => vwa.flips.meet(each, side)) ?? alike[0] ?? others[0] ?? side;
  },

  // Whether one is a part of the other, or both are the same.
  overlap: (first, second) =>
    first.agent === second.agent && (!first.trial || !second.trial || first.trial === second.trial),

  meet(first, second) {
    const after = vwa.flips.wins(second);
    return [...vwa.flips.wins(first).keys()].some((key) => after.has(key));
  },

  // By task or question: its judged runs, and whether more than half of them were passed.
  wins(side) {
    const found = new Map();
    for (const run of vwa.runs) {
      if (!side.of(run)) continue;
      const key = `${vwa.isQuestion(run) ? "questions" : "tasks"} ${run.key}`;
      if (!found.has(key)) found.set(key, []);
      if (vwa.isJudged(run)) found.get(key).push(run);
    }
    const verdicts = new Map();
    for (const [key, runs] of found) {
      const passed = runs.filter((run) => run.outcome === "passed");
      const won = 2 * passed.length > runs.length;
      const typical = won ? passed[0] : runs.find((run) => run.outcome === "failed");
      const counts = { passed: passed.length, judged: runs.length };
      if (runs.length) verdicts.set(key, { won, run: typical, ...counts });
    }
    return verdicts;
  },

  // What the second has won and the first has not (gained), and the other way round (lost).
  compare(first, second, noun) {
    const [before, after] = [vwa.flips.wins(first), vwa.flips.wins(second)];
    const shared = [...before].filter(([key]) => key.startsWith(`${noun} `) && after.has(key));
    const pairs = shared.map(([key, was]) => ({ was, is: after.get(key) }));
    const by = (a, b) => vwa.filter.byName(a.was.run.key, b.was.run.key);
    const met = vwa.runs.filter((run) => first.of(run) || second.of(run));
    const all = new Set(
      met.filter((run) => vwa.isQuestion(run) === (noun === "questions")).map((run) => run.key),
    );
    return {
      compared: pairs.length,
      leftOut: all.size - pairs.length,
      won: [
        pairs.filter((pair) => pair.was.won).length,
        pairs.filter((pair) => pair.is.won).length,
      ],
      gained: pairs.filter((pair) => !pair.was.won && pair.is.won).sort(by),
      lost: pairs.filter((pair) => pair.was.won && !pair.is.won).sort(by),
      repeated: pairs.some(({ was, is }) => was.judged > 1 || is.judged > 1),
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
