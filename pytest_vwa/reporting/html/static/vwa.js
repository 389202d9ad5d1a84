"use strict";
// What all scripts of the page share. Text reaches the page as text nodes alone.
const vwa = {
  runs: [],
  videos: {},
  waiting: new Map(),

  // Data files call this: pages from disk can load scripts, but fetch nothing.
  take(kind, name, content) {
    if (kind === "runs" || kind === "videos") vwa[kind] = content;
    else vwa.waiting.get(`${kind}/${name}`)?.(content);
  },

  loaded: new Map(),

  load(kind, name, file) {
    const key = `${kind}/${name}`;
    if (!vwa.loaded.has(key)) {
      vwa.loaded.set(
        key,
        new Promise((resolve, reject) => {
          vwa.waiting.set(key, resolve);
          const script = vwa.el("script", { src: `index_files/${kind}/${file}.js` });
          script.onerror = () => {
            vwa.loaded.delete(key);
            reject(new Error(`index_files/${kind}/${file}.js is not there`));
          };
          document.head.append(script);
        }),
      );
    }
    return vwa.loaded.get(key);
  },

  loadRun: (id) => vwa.load("run", id, id),
  loadVideo: async (name) =>
    Object.hasOwn(vwa.videos, name) ? vwa.load("video", name, vwa.videos[name]) : null,

  el(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined && value !== false) {
        made.setAttribute(name, value === true ? "" : value);
      }
    }
    made.append(...children.flat().filter((child) => child !== null && child !== ""));
    return made;
  },

  plain: (name) => name.replaceAll("_", " "),

  percent: (share) => `${Math.round(share * 100)} %`,

  dollars: (cost) => (cost ? `$${cost.toFixed(cost < 1 ? 4 : 2)}` : "$0"),

  tokens: (count) =>
    count < 1e3
      ? `${count}`
      : count < 1e6
        ? `${(count / 1e3).toFixed(1)}k`
        : `${(count / 1e6).toFixed(1)}M`,

  duration(seconds) {
    if (seconds < 600) return `${seconds.toFixed(seconds < 100 ? 1 : 0)} s`;
    return seconds < 6000 ? `${(seconds / 60).toFixed(0)} min` : `${(seconds / 3600).toFixed(1)} h`;
  },

  clock: (seconds) =>
    `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`,

  signs: { passed: "✓", failed: "✕", error: "!", skipped: "–" },

  badge: (outcome) =>
    vwa.el(
      "span",
      { class: `badge ${outcome}` },
      vwa.el("span", { "aria-hidden": "true" }, vwa.signs[outcome]),
      ` ${outcome}`,
    ),

  trialsOf: (run) =>
    vwa.runs
      .filter((each) => each.agent === run.agent && each.key === run.key)
      .filter((each) => vwa.isQuestion(each) === vwa.isQuestion(run))
      .sort((a, b) => a.trial - b.trial),

  // "trial 1 of 3", where there are several.
  trial: (run) => (run.trials > 1 ? `trial ${run.trial} of ${run.trials}` : ""),

  isQuestion: (run) => run.kind === "question",

  isJudged: (run) => run.outcome === "passed" || run.outcome === "failed",
};
