"use strict";
// Two sides: which tasks one won and the other did not, and two timelines beside each other.
vwa.compare = (() => {
  const { el } = vwa;
  const section = document.getElementById("compare");
  const form = section.querySelector("form");
  const outcome = section.querySelector(".outcome");
  let asked = new URLSearchParams();

  const address = (changes) => {
    const parameters = new URLSearchParams(asked);
    for (const [name, value] of Object.entries(changes)) {
      if (value) parameters.set(name, value);
      else parameters.delete(name);
    }
    return `#${parameters}`;
  };

  const choose = (a, b) => {
    location.hash = address({ a, b, left: "", right: "" });
  };

  // Who takes what stands on the other side has changed the sides.
  const choice = (title, chosen, sides, then) => {
    const options = sides.map(({ label }) =>
      el("option", { value: label, selected: label === chosen.label }, label),
    );
    const select = el("select", { name: title, "aria-label": title }, options);
    select.addEventListener("change", () => then(select.value));
    return el("label", { class: "wide" }, el("span", {}, title), select);
  };

  const choices = (first, second, sides) => {
    const [a, b] = [first.label, second.label];
    const swap = el("button", { type: "button", class: "clear", name: "swap" }, "Swap");
    swap.addEventListener("click", () => choose(b, a));
    return [
      choice("from", first, sides, (picked) => choose(picked, picked === b ? a : b)),
      choice("to", second, sides, (picked) => choose(picked === a ? b : a, picked)),
      swap,
    ];
  };

  const rates = ({ was, is }, [first, second]) =>
    was.judged > 1 || is.judged > 1
      ? el(
          "p",
          { class: "small muted" },
          `trials passed: ${first.label} ${was.passed} of ${was.judged}, ` +
            `${second.label} ${is.passed} of ${is.judged}`,
        )
      : null;

  const flip = ({ was, is }, won, sides) =>
    el(
      "li",
      {},
      el("a", { href: address({ left: was.run.id, right: is.run.id }) }, was.run.name),
      el(
        "span",
        { class: "muted" },
        ` ${[...was.run.site, was.run.difficulty].filter(Boolean).map(vwa.plain).join(" · ")}`,
      ),
      el("p", {}, was.run.intent),
      rates({ was, is }, sides),
      el("p", { class: "small muted" }, (won ? was : is).run.reason),
    );

  const listed = (noun, winner, loser, pairs, kind, sides) => {
    const title = `${winner} won, ${loser} lost`;
    return el(
      "section",
      { class: `card flips ${kind}`, "aria-label": `${noun}: ${title}` },
      el("h3", {}, `${title} `, el("span", { class: "count" }, `${pairs.length}`)),
      pairs.length
        ? el(
            "ul",
            {},
            pairs.map((pair) => flip(pair, kind === "gained", sides)),
          )
        : el("p", { class: "muted" }, "none"),
    );
  };

  const told = (noun, first, second) => {
    const found = vwa.flips.compare(first, second, noun);
    if (!found.compared) return [];
    const p = vwa.flips.mcnemar(found.gained.length, found.lost.length);
    const rate = (count) =>
      `${count} of ${found.compared} (${vwa.percent(count / found.compared)})`;
    const leftOut = found.leftOut ? ` ${found.leftOut} left out: not judged for both.` : "";
    return [
      el("h2", { class: "chapter" }, noun === "tasks" ? "Tasks" : "Questions"),
      el(
        "p",
        {},
        el("strong", {}, first.label),
        ` won ${rate(found.won[0])}, `,
        el("strong", {}, second.label),
        ` won ${rate(found.won[1])}. Both ${found.both}, neither ${found.neither}. `,
        `McNemar's exact p ${p < 0.001 ? p.toExponential(0) : p.toFixed(3)}.${leftOut}`,
        found.repeated ? " A task of several trials is won when more than half passed." : "",
      ),
      el(
        "div",
        { class: "panels" },
        listed(noun, second.label, first.label, found.gained, "gained", [first, second]),
        listed(noun, first.label, second.label, found.lost, "lost", [first, second]),
      ),
    ];
  };

  const column = async (id) => {
    const [run] = await vwa.run.fetchAll(id);
    return el(
      "section",
      { class: "side", "aria-label": [run.agent, vwa.trial(run)].filter(Boolean).join(", ") },
      el(
        "header",
        { class: "hero" },
        el("h2", {}, vwa.badge(run.outcome), " ", el("a", { href: `#run=${id}` }, run.agent)),
        vwa.trial(run) ? el("p", { class: "small muted" }, vwa.trial(run)) : null,
        run.reason ? el("p", { class: `reason ${run.outcome}` }, run.reason) : null,
        run.answer
          ? el("p", { class: "answer" }, el("span", { class: "label" }, "answer "), run.answer)
          : null,
      ),
      vwa.timeline.show(run, null),
    );
  };

  const beside = async (left, right) => {
    const row = vwa.runs.find((run) => run.id === left);
    const sides = await Promise.all([column(left), column(right)]);
    return [
      el(
        "nav",
        { class: "trail", "aria-label": "Compare" },
        el("a", { href: address({ left: "", right: "" }) }, "← All flips"),
      ),
      el("h2", { class: "hero", tabindex: "-1" }, row ? `${row.name}: ${row.intent}` : ""),
      el("div", { class: "sides" }, sides),
    ];
  };

  // Of sides that share runs nothing can be told; of one agent's trials, what differs is chance.
  const both = (first, second) => {
    if (vwa.flips.overlap(first, second)) {
      const [part, whole] = first.trial ? [first, second] : [second, first];
      const said =
        part.label === whole.label
          ? "Both sides are the same: choose another one."
          : `${part.label} is a part of ${whole.label}: choose another one.`;
      return [el("p", { class: "notice" }, said)];
    }
    const parts = [...told("tasks", first, second), ...told("questions", first, second)];
    if (!parts.length)
      return [el("p", { class: "notice" }, "These two were judged on no task in common.")];
    if (first.agent !== second.agent) return parts;
    const hint = "Two trials of the same agent: what differs is chance. ";
    return [el("p", { class: "muted" }, hint, flaky(first.agent)), ...parts];
  };

  const flaky = (agent) => {
    const asked = new URLSearchParams({ view: "runs", agent, trials: "flaky" });
    return el("a", { href: `#${asked}` }, "All flaky tasks of its trials");
  };

  const show = async (parameters) => {
    asked = parameters;
    section.hidden = false;
    const sides = vwa.flips.sides();
    const usual = vwa.flips.usual(sides);
    if (!usual) {
      form.replaceChildren();
      outcome.replaceChildren(
        el(
          "p",
          { class: "notice" },
          "There is one agent on this page. Run two (--agent=A --agent=B) or several trials " +
            "(--vwa-trials=3), or render several journals into one page, and compare them here.",
        ),
      );
      return;
    }
    const picked = (name) => sides.find(({ label }) => label === asked.get(name));
    const [first, second] = vwa.flips.chosen(sides, usual, picked("a"), picked("b"));
    const focused = form.contains(document.activeElement) ? document.activeElement.name : null;
    form.replaceChildren(...choices(first, second, sides));
    if (focused !== null) form.elements[focused].focus(); // what was just used was made again
    const [left, right] = [asked.get("left"), asked.get("right")];
    try {
      const parts = left && right ? await beside(left, right) : both(first, second);
      if (asked !== parameters) return;
      outcome.replaceChildren(...parts);
    } catch (error) {
      outcome.replaceChildren(el("p", { class: "notice" }, error.message));
    }
    if (!left) return;
    scrollTo(0, 0);
    outcome.querySelector("h2.hero")?.focus({ preventScroll: true });
  };

  const keys = {
    ...vwa.timeline.keys(section),
    Escape: () => asked.get("left") && (location.hash = address({ left: "", right: "" })),
  };

  return { show, keys };
})();
