"use strict";
// The list of all runs. Only the rows in view are in the document, however many there are.
vwa.list = (() => {
  const { el } = vwa;
  const section = document.getElementById("runs");
  const form = section.querySelector("form");
  const grid = section.querySelector(".grid");
  const [head, body] = [grid.querySelector(".head"), grid.querySelector(".body")];
  const narrow = matchMedia("(max-width: 760px)");
  const AROUND = 8; // rows beyond the view, so that scrolling meets no gap

  const RARE = ["noun", "kind", "check", "ending"];

  let asked = new URLSearchParams();
  let shown = [];
  let active = 0;

  const rowHeight = () => (narrow.matches ? 124 : 72);

  const cells = {
    outcome: (run) => vwa.badge(run.outcome),
    task: (run) => [
      el("a", { class: "name", href: `#run=${run.id}`, tabindex: "-1" }, run.name),
      el("span", { class: "trial muted" }, vwa.trial(run) ? ` ${vwa.trial(run)}` : ""),
      run.steady === "flaky" ? el("span", { class: "flaky" }, "flaky") : null,
      el("span", { class: "intent" }, run.intent),
    ],
    agent: (run) => run.agent,
    site: (run) => run.site.map(vwa.plain).join(", "),
    category: (run) => run.category.map(vwa.plain).join(", "),
    difficulty: (run) => vwa.plain(run.difficulty),
    steps: (run) => `${run.steps}`,
    tokens: (run) => vwa.tokens(run.tokens),
    cost: (run) => vwa.dollars(run.cost),
    time: (run) => vwa.duration(run.seconds),
  };

  const row = (run, index) => {
    const made = el(
      "div",
      {
        class: "row",
        role: "row",
        id: `row-${run.id}`,
        "aria-rowindex": index + 2,
        "aria-selected": index === active ? "true" : "false",
      },
      Object.entries(cells).map(([name, cell]) =>
        el("div", { class: `cell ${name}`, role: "gridcell" }, cell(run)),
      ),
    );
    made.style.transform = `translateY(${index * rowHeight()}px)`;
    return made;
  };

  const draw = () => {
    if (section.hidden) return;
    const height = rowHeight();
    const top = body.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor(-top / height) - AROUND);
    const last = Math.min(shown.length, Math.ceil((innerHeight - top) / height) + AROUND);
    body.style.height = `${shown.length * height}px`;
    body.replaceChildren(...shown.slice(first, last).map((run, index) => row(run, first + index)));
    if (shown.length) grid.setAttribute("aria-activedescendant", `row-${shown[active].id}`);
    else grid.removeAttribute("aria-activedescendant");
  };

  let planned = false;
  const plan = () => {
    if (planned) return;
    planned = true;
    requestAnimationFrame(() => {
      planned = false;
      draw();
    });
  };

  const move = (to) => {
    active = Math.min(Math.max(to, 0), Math.max(shown.length - 1, 0));
    const height = rowHeight();
    const top = body.getBoundingClientRect().top + active * height;
    const covered = head.getBoundingClientRect().bottom;
    if (top < covered) scrollBy(0, top - covered);
    else if (top + height > innerHeight) scrollBy(0, top + height - innerHeight);
    draw();
  };

  const sortBy = (name) => {
    const now = asked.get("sort");
    change("sort", now === name ? `-${name}` : now === `-${name}` ? "" : name);
  };

  const header = () =>
    Object.keys(cells).map((name) => {
      const sort = asked.get("sort");
      const way = sort === name ? "ascending" : sort === `-${name}` ? "descending" : "none";
      const button = el(
        "button",
        { type: "button", class: "quiet" },
        name,
        el(
          "span",
          { class: "way", "aria-hidden": "true" },
          { ascending: "▲", descending: "▼", none: "" }[way],
        ),
      );
      const cell = el(
        "div",
        { class: `cell ${name}`, role: "columnheader", "aria-sort": way },
        button,
      );
      cell.addEventListener("click", () => sortBy(name));
      return cell;
    });

  // The address is the state: what is chosen can be shared and gone back to.
  const change = (name, value) => {
    if (value) asked.set(name, value);
    else asked.delete(name);
    history.replaceState(null, "", `#${asked}`);
    show(asked);
  };

  const choice = (name) => {
    const values = vwa.filter.values(name);
    if (values.length < 2) return null;
    const options = values.map((value) => el("option", { value }, vwa.plain(value)));
    const title = vwa.filter.titles[name] ?? name;
    const select = el(
      "select",
      { name, "aria-label": title },
      el("option", { value: "" }, "all"),
      options,
    );
    select.addEventListener("change", () => change(name, select.value));
    return el("label", {}, el("span", {}, title), select);
  };

  const sorting = () => {
    const names = Object.keys(cells).flatMap((name) => [name, `-${name}`]);
    const options = names.map((name) =>
      el("option", { value: name }, name.startsWith("-") ? `${name.slice(1)} ▼` : `${name} ▲`),
    );
    const select = el(
      "select",
      { name: "sort", "aria-label": "sort" },
      el("option", { value: "" }, "as they ran"),
      options,
    );
    select.addEventListener("change", () => change("sort", select.value));
    return el("label", { class: "narrow" }, el("span", {}, "sort"), select);
  };

  const build = () => {
    const names = Object.keys(vwa.filter.dimensions);
    const choices = (rare) =>
      names
        .filter((name) => RARE.includes(name) === rare)
        .map(choice)
        .filter(Boolean);
    const clear = el("button", { type: "button", class: "clear" }, "Clear");
    clear.addEventListener("click", () => reset());
    const further = choices(true);
    form.append(...choices(false), sorting(), clear);
    if (further.length)
      form.append(el("details", {}, el("summary", {}, "More filters"), el("div", {}, further)));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.elements.q.addEventListener("input", () => change("q", form.elements.q.value));
    addEventListener("scroll", plan, { passive: true });
    addEventListener("resize", plan);
    narrow.addEventListener("change", plan);
    body.addEventListener("click", (event) => {
      const at = event.target.closest(".row");
      if (at) active = shown.findIndex((run) => `row-${run.id}` === at.id);
    });
  };

  const reset = () => {
    history.replaceState(null, "", "#view=runs");
    show(new URLSearchParams("view=runs"));
  };

  const show = (parameters) => {
    const before = shown[active];
    asked = parameters;
    shown = vwa.filter.apply(asked);
    active = Math.max(0, shown.indexOf(before));
    for (const field of form.elements) {
      if (field.name && field !== document.activeElement) field.value = asked.get(field.name) ?? "";
      if (field.selectedIndex < 0)
        field.append(el("option", { selected: true }, asked.get(field.name)));
    }
    if (RARE.some((name) => asked.get(name)))
      form.querySelector("details")?.setAttribute("open", "");
    const passed = shown.filter((run) => run.outcome === "passed").length;
    const judged = shown.filter(vwa.isJudged).length;
    const rate = judged
      ? `, ${passed} of ${judged} judged passed (${vwa.percent(passed / judged)})`
      : "";
    section.querySelector(".found").textContent =
      (shown.length ? "" : "No run fits: Esc clears the filters. ") +
      `${shown.length.toLocaleString("en")} of ${vwa.runs.length.toLocaleString("en")} runs${rate}`;
    head.replaceChildren(...header());
    grid.setAttribute("aria-rowcount", shown.length + 1);
    section.hidden = false;
    draw();
  };

  const keys = {
    j: () => move(active + 1),
    ArrowDown: () => move(active + 1),
    k: () => move(active - 1),
    ArrowUp: () => move(active - 1),
    PageDown: () => move(active + 10),
    PageUp: () => move(active - 10),
    Home: () => move(0),
    End: () => move(shown.length - 1),
    Enter: () => shown[active] && (location.hash = `#run=${shown[active].id}`),
    "/": () => form.elements.q.focus(),
    Escape: () => reset(),
  };

  // The runs before and after one, in the order of the list as it was last shown.
  const beside = (id) => {
    const order = shown.length ? shown : vwa.runs;
    const at = order.findIndex((run) => run.id === id);
    return at < 0 ? [] : [order[at - 1], order[at + 1]];
  };

  // Back at the run that was looked at last.
  const resume = (id) => {
    const at = shown.findIndex((run) => run.id === id);
    if (at < 0) return;
    grid.focus({ preventScroll: true });
    move(at);
  };

  const address = () => (asked.get("view") ? `#${asked}` : "#view=runs");

  build();
  return { show, keys, beside, resume, address };
})();
