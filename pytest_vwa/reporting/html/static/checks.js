"use strict";
// What was asked of a run and what was found, check by check; and its question, or its task.
vwa.checks = (() => {
  const { el } = vwa;

  const found = (check, run) => {
    if (check.value === 1) return check.kind === "string_match" ? run.answer : "as expected";
    const [, got] = check.reason.match(/, got (.*)$/s) ?? [null, ""];
    return got || check.reason;
  };

  const check = (each, run) =>
    el(
      "li",
      { class: "check" },
      vwa.badge(each.value === 1 ? "passed" : "failed"),
      el(
        "div",
        {},
        el(
          "h3",
          {},
          vwa.plain(each.kind),
          each.value > 0 && each.value < 1 ? ` ${each.value.toFixed(2)}` : "",
        ),
        el(
          "dl",
          { class: "pair" },
          each.expected
            ? el("div", {}, el("dt", {}, "expected"), el("dd", {}, el("pre", {}, each.expected)))
            : null,
          el("div", {}, el("dt", {}, "found"), el("dd", {}, el("pre", {}, found(each, run)))),
          each.value < 1 && each.reason
            ? el("div", {}, el("dt", {}, "why"), el("dd", { class: "small" }, each.reason))
            : null,
        ),
      ),
    );

  const card = (run) => {
    const others = run.profiles.filter((each) => each.outcome !== run.outcome);
    return el(
      "section",
      { class: "card", "aria-label": "Checks" },
      el("h2", {}, "Checks"),
      run.checks.length
        ? el(
            "ol",
            { class: "checks" },
            run.checks.map((each) => check(each, run)),
          )
        : el("p", { class: "muted" }, "Nothing was judged."),
      others.map((each) =>
        el(
          "p",
          { class: "notice" },
          [`The ${each.profile} profile says ${each.outcome}`, each.reason]
            .filter(Boolean)
            .join(": "),
        ),
      ),
    );
  };

  // The question beside its task, and the task beside its question.
  const partner = (run) => {
    const other = vwa.runs.find(
      (each) =>
        each.key === run.key &&
        each.agent === run.agent &&
        each.trial === run.trial &&
        vwa.isQuestion(each) !== vwa.isQuestion(run),
    );
    if (!other) return null;
    return el(
      "section",
      { class: "card", "aria-label": "Question and task" },
      el(
        "h2",
        {},
        vwa.isQuestion(other) ? "The question about the video" : "The task of this question",
      ),
      el("p", {}, other.intent),
      el("p", {}, vwa.badge(other.outcome), " ", el("a", { href: `#run=${other.id}` }, other.name)),
      other.reason ? el("p", { class: "small muted" }, other.reason) : null,
    );
  };

  return { card, partner };
})();
