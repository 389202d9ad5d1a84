"use strict";
// The page of one run: what was asked, what came of it and why, and its timeline.
vwa.run = (() => {
  const { el } = vwa;
  const section = document.getElementById("run");
  let current = "";

  const row = (id) => vwa.runs.find((run) => run.id === id);

  const link = (run, text, title) =>
    run
      ? el("a", { class: "button", href: `#run=${run.id}`, title }, text)
      : el("span", { class: "button off", "aria-hidden": "true" }, text);

  const titled = (run) => [run.name, vwa.trial(run)].filter(Boolean).join(", ");

  const severalRuns = () => new Set(vwa.runs.map((run) => run.run)).size > 1;

  const trail = (run) => {
    const [before, after] = vwa.list.beside(run.id);
    return el(
      "nav",
      { class: "trail", "aria-label": "Runs" },
      el("a", { href: vwa.list.address() }, "← All runs"),
      el(
        "span",
        { class: "beside" },
        link(before, "‹ previous", "key p"),
        link(after, "next ›", "key n"),
      ),
    );
  };

  // What was wrong with which site; of several it may not be known which.
  const troubled = ({ site, kind, not_run }) =>
    [site ? `${vwa.plain(site)}: ` : "", kind, not_run ? ", not run" : ""].join("");

  const facts = (run) => {
    const told = {
      agent: run.agent,
      sites: run.site.map(vwa.plain).join(", "),
      category: run.category.map(vwa.plain).join(", "),
      difficulty: vwa.plain(run.difficulty),
      kind: run.kind,
      trial: run.trials > 1 ? `${run.trial} of ${run.trials}` : "",
      ended: run.stop,
      trouble: run.trouble ? troubled(run.trouble) : "",
      steps: `${run.steps.length}`,
      tokens: `${vwa.tokens(run.prompt_tokens)} + ${vwa.tokens(run.completion_tokens)}`,
      cost: vwa.dollars(run.cost_usd),
      judge: run.judge_calls ? `${run.judge_calls} calls, ${vwa.dollars(run.judge_cost_usd)}` : "",
      time: vwa.duration(run.seconds.total ?? 0),
      run: severalRuns() ? run.run : "",
    };
    return el(
      "dl",
      { class: "facts" },
      Object.entries(told)
        .filter(([, value]) => value)
        .map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
    );
  };

  const phases = (run) => {
    if (!run.phases.length) return null;
    const bar = el(
      "div",
      { class: "phase-bar", "aria-hidden": "true" },
      run.phases.map(([name, seconds]) => {
        const part = el("span", { class: name });
        part.style.flexGrow = seconds;
        return part;
      }),
    );
    return el(
      "section",
      { class: "card", "aria-label": "Time by phase" },
      el("h2", {}, "Time"),
      bar,
      el(
        "ul",
        { class: "legend small" },
        run.phases.map(([name, seconds]) =>
          el(
            "li",
            {},
            el("span", { class: `key ${name}`, "aria-hidden": "true" }),
            `${name} `,
            el("span", { class: "muted" }, vwa.duration(seconds)),
          ),
        ),
      ),
    );
  };

  // What came of the same task in the agent's other trials.
  const trials = (run) => {
    const all = vwa.trialsOf(run);
    if (run.trials < 2 || all.length < 2) return null;
    const others = all.map((each) =>
      el(
        "li",
        {},
        vwa.badge(each.outcome),
        " ",
        el(
          "a",
          { href: `#run=${each.id}`, "aria-current": each.id === run.id ? "page" : null },
          `trial ${each.trial}`,
        ),
      ),
    );
    return el(
      "section",
      { class: "card", "aria-label": "Trials" },
      el("h2", {}, "Trials", run.steady ? ` (${run.steady})` : ""),
      el("ul", { class: "tries" }, others),
    );
  };

  const warnings = (run) =>
    run.warnings.length
      ? el(
          "section",
          { class: "card", "aria-label": "Warnings" },
          el("h2", {}, "Warnings"),
          el(
            "ul",
            {},
            run.warnings.map((text) => el("li", {}, text)),
          ),
        )
      : null;

  const provenance = (run) =>
    el(
      "details",
      { class: "small muted" },
      el("summary", {}, "Where this comes from"),
      el("p", {}, run.nodeid),
      el(
        "p",
        {},
        Object.entries(run.versions)
          .map(([name, version]) => `${name} ${version}`)
          .join(" · "),
      ),
      el("p", {}, `task sha256 ${run.task_sha256}`),
      run.pictures ? el("p", {}, el("a", { href: run.pictures }, "artifact folder")) : null,
    );

  const about = (run, video) => {
    if (!run.video) return null;
    if (!video)
      return `The tutorial, ${run.video}, was not watched in this run: nothing of it was kept.`;
    const said = video.source
      ? `transcript: ${video.source}`
      : `no transcript${video.why_silent ? `: ${video.why_silent}` : ""}`;
    return (
      `Beside each step: the moment of the tutorial ${run.video} whose words are nearest to what ` +
      "the step did; where no word is shared, the moment as far into the video as the step is " +
      `into the run (${said}).`
    );
  };

  const page = (run, video) => [
    trail(run),
    el(
      "header",
      { class: "hero" },
      el(
        "p",
        {},
        vwa.badge(run.outcome),
        el("span", { class: "muted" }, ` ${titled(run)} · ${run.agent}`),
      ),
      el("h1", { tabindex: "-1" }, run.intent || run.name),
      run.reason
        ? el(
            "p",
            { class: `reason ${run.outcome}` },
            run.error_kind ? `${run.error_kind}: ` : "",
            run.reason,
          )
        : null,
      run.answer
        ? el("p", { class: "answer" }, el("span", { class: "label" }, "answer "), run.answer)
        : null,
    ),
    facts(run),
    el(
      "div",
      { class: "panels" },
      vwa.checks.card(run),
      el(
        "div",
        { class: "stack" },
        vwa.checks.partner(run),
        trials(run),
        phases(run),
        warnings(run),
      ),
    ),
    el("h2", { class: "chapter" }, "Timeline"),
    run.video ? el("p", { class: "small muted" }, about(run, video)) : null,
    vwa.timeline.show(run, video),
    el(
      "p",
      { class: "small muted keys" },
      ...["j", "k"].map((key) => el("kbd", {}, key)),
      " or ",
      ...["→", "←"].map((key) => el("kbd", {}, key)),
      " next and previous step ",
      el("kbd", {}, "n"),
      el("kbd", {}, "p"),
      " next and previous run ",
      el("kbd", {}, "Esc"),
      " back to the list",
    ),
    provenance(run),
  ];

  // What the list and its own file know of a run, and its tutorial or null.
  const fetchAll = async (id) => {
    const listed = row(id);
    if (!listed) throw new Error(`there is no run ${id} on this page`);
    const run = { ...listed, ...(await vwa.loadRun(id)), agent: listed.agent };
    return [run, await vwa.loadVideo(run.video).catch(() => null)];
  };

  const show = async (id) => {
    section.hidden = false;
    current = id;
    try {
      const [run, video] = await fetchAll(id);
      if (current !== id) return;
      document.title = `${titled(run)} ${run.outcome}`;
      section.replaceChildren(...page(run, video).filter(Boolean));
    } catch (error) {
      section.replaceChildren(
        el("p", { class: "notice" }, error.message),
        el("a", { href: "#view=runs" }, "← All runs"),
      );
    }
    scrollTo(0, 0);
    section.querySelector("h1")?.focus({ preventScroll: true });
  };

  const go = (which) => {
    const run = vwa.list.beside(current)[which];
    if (run) location.hash = `#run=${run.id}`;
  };

  const keys = {
    ...vwa.timeline.keys(section),
    n: () => go(1),
    p: () => go(0),
    Escape: () => (location.hash = vwa.list.address()),
  };

  return { show, keys, fetchAll, current: () => current };
})();
