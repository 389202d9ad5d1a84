"use strict";
// Two contestants: which tasks one won and the other did not, and two timelines side by side.
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

  const choice = (name, title, chosen, contestants) => {
    const options = contestants.map(({ label }) =>
      el("option", { value: label, selected: label === chosen }, label),
    );
    const select = el("select", { name, "aria-label": title }, options);
    select.addEventListener(
      "change",
      () => (location.hash = address({ [name]: select.value, left: "", right: "" })),
    );
    return el("label", { class: "wide" }, el("span", {}, title), select);
  };

  const flip = ({ was, is }, won) =>
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
      el("p", { class: "small muted" }, (won ? was : is).run.reason),
    );

  const listed = (title, pairs, kind) =>
    el(
      "section",
      { class: `card flips ${kind}`, "aria-label": title },
      el("h3", {}, `${title} `, el("span", { class: "count" }, `${pairs.length}`)),
      pairs.length
        ? el(
            "ul",
            {},
            pairs.map((pair) => flip(pair, kind === "gained")),
          )
        : el("p", { class: "muted" }, "none"),
    );

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
      ),
      el(
        "div",
        { class: "panels" },
        listed(`Gained by ${second.label}`, found.gained, "gained"),
        listed(`Lost by ${second.label}`, found.lost, "lost"),
      ),
    ];
  };

  const column = async (id) => {
    const [run] = await vwa.run.fetchAll(id);
    return el(
      "section",
      { class: "side", "aria-label": run.agent },
      el(
        "header",
        { class: "hero" },
        el("h2", {}, vwa.badge(run.outcome), " ", el("a", { href: `#run=${id}` }, run.agent)),
        run.reason ? el("p", { class: `reason ${run.outcome}` }, run.reason) : null,
        run.answer
          ? el("p", { class: "answer" }, el("span", { class: "label" }, "answer "), run.answer)
          : null,
      ),
      vwa.timeline(run, null),
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
      el("h2", { class: "hero" }, row ? `${row.name}: ${row.intent}` : ""),
      el("div", { class: "sides" }, sides),
    ];
  };

  const show = async (parameters) => {
    asked = parameters;
    section.hidden = false;
    const contestants = vwa.flips.contestants();
    if (contestants.length < 2) {
      form.replaceChildren();
      outcome.replaceChildren(
        el(
          "p",
          { class: "notice" },
          "There is one agent on this page. Run two (--agent=A --agent=B), or render several " +
            "journals into one page, and compare them here.",
        ),
      );
      return;
    }
    const pick = (name, other) =>
      contestants.find(({ label }) => label === asked.get(name)) ?? other;
    const [first, second] = [pick("a", contestants[0]), pick("b", contestants[1])];
    form.replaceChildren(
      choice("a", "from", first.label, contestants),
      choice("b", "to", second.label, contestants),
    );
    const [left, right] = [asked.get("left"), asked.get("right")];
    try {
      const parts =
        left && right
          ? await beside(left, right)
          : [...told("tasks", first, second), ...told("questions", first, second)];
      if (asked !== parameters) return;
      outcome.replaceChildren(
        ...(parts.length
          ? parts
          : [el("p", { class: "notice" }, "These two were judged on no task in common.")]),
      );
    } catch (error) {
      outcome.replaceChildren(el("p", { class: "notice" }, error.message));
    }
    if (left) scrollTo(0, 0);
  };

  const keys = {
    Escape: () => asked.get("left") && (location.hash = address({ left: "", right: "" })),
  };

  return { show, keys };
})();
