"use strict";
// The address says what is shown: #view=runs&site=reddit, #run=ID, #view=compare&a=...&b=...
{
  const views = ["overview", "runs", "run", "compare"].map((id) => document.getElementById(id));
  const title = document.title;
  let view = "overview";

  const name = (asked) => {
    if (asked.get("run")) return "run";
    return ["runs", "compare"].includes(asked.get("view")) ? asked.get("view") : "overview";
  };

  const follow = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    const before = view;
    view = name(asked);
    document.title = title;
    for (const section of views) section.hidden = section.id !== view;
    for (const link of document.querySelectorAll(".top nav a")) {
      const here = link.hash === `#view=${view === "run" ? "runs" : view}`;
      if (here) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (view === "runs") vwa.list.show(asked);
    if (view === "run") vwa.run.show(asked.get("run"));
    if (view === "compare") vwa.compare.show(asked);
    if (before !== view && view !== "run") scrollTo(0, 0);
    if (before === "run" && view === "runs") vwa.list.resume(vwa.run.current());
  };

  const keysOf = () =>
    ({ runs: vwa.list.keys, run: vwa.run.keys, compare: vwa.compare.keys })[view] ?? {};

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.closest("input, select, textarea");
    if (typing && event.key !== "Escape") return;
    const usual = event.target.closest("a, button, summary") && event.key === "Enter";
    const key = keysOf()[event.key];
    if (!key || usual) return;
    event.preventDefault();
    if (typing) typing.blur();
    else key();
  });

  // The address says what is shown, and skipping changes nothing of it.
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById("main").focus();
  });

  addEventListener("hashchange", follow);
  follow();
  document.documentElement.dataset.ready = "true";
}
