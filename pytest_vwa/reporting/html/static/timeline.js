"use strict";
// The steps of one run, each with its picture, and beside it what the tutorial shows nearest to it.
vwa.timeline = (() => {
  const { el } = vwa;
  const LONG = 280;

  // A box is in CSS pixels; the picture may have several pixels to each of them.
  const mark = (image, { box, scale }) => {
    const [x, y, width, height] = box;
    const [wide, high] = [image.naturalWidth / scale, image.naturalHeight / scale];
    if (!wide || x > wide || y > high) return null;
    const ring = el("span", {
      class: width && height ? "mark" : "mark point",
      "aria-hidden": "true",
    });
    Object.assign(ring.style, {
      left: `${(100 * x) / wide}%`,
      top: `${(100 * y) / high}%`,
      width: `${(100 * width) / wide}%`,
      height: `${(100 * height) / high}%`,
    });
    return ring;
  };

  const picture = (run, step) => {
    if (!step.image) return el("p", { class: "nothing muted small" }, "no picture of this step");
    const address = run.pictures + encodeURIComponent(step.image);
    const image = el("img", {
      src: null,
      loading: "lazy",
      decoding: "async",
      alt: `What the agent saw at step ${step.number}`,
    });
    const sheet = el("span", { class: "sheet" }, image);
    const frame = el(
      "a",
      {
        class: "shot",
        href: address,
        target: "_blank",
        rel: "noopener",
        "aria-label": `Picture of step ${step.number} in full size`,
      },
      sheet,
    );
    image.addEventListener("load", () => {
      frame.classList.add("seen");
      const ring = step.box && mark(image, step);
      if (ring) sheet.append(ring);
      if (ring) frame.scrollTop = ring.offsetTop + ring.offsetHeight / 2 - frame.clientHeight / 2;
    });
    image.addEventListener("error", () =>
      frame.replaceWith(el("p", { class: "nothing muted small" }, `${step.image} is not there`)),
    );
    image.src = address;
    return frame;
  };

  const long = (title, text, kind) => {
    if (!text) return null;
    if (text.length <= LONG)
      return el("div", { class: kind }, el("p", { class: "label" }, title), el("pre", {}, text));
    return el(
      "details",
      { class: kind },
      el(
        "summary",
        {},
        el("span", { class: "label" }, title),
        ` ${text.slice(0, LONG).trimEnd()}…`,
      ),
      el("pre", {}, text),
    );
  };

  const facts = (step) => {
    const spent = step.prompt_tokens + step.completion_tokens;
    const seconds = Object.values(step.seconds).reduce((sum, each) => sum + each, 0);
    const told = [
      vwa.duration(seconds),
      spent ? `${vwa.tokens(spent)} tokens` : "",
      step.cost_usd ? vwa.dollars(step.cost_usd) : "",
    ];
    return el("p", { class: "small muted" }, told.filter(Boolean).join(" · "));
  };

  const tutorial = (video, step, steps) => {
    const near = vwa.nearest.find(video, step, steps);
    return el(
      "aside",
      { class: "near", "aria-label": `The tutorial near step ${step.number}` },
      el("p", { class: "label" }, `Tutorial at ${vwa.clock(near.seconds)}`),
      el(
        "div",
        { class: "frames" },
        near.frames.map((frame) =>
          el(
            "figure",
            {},
            el("img", {
              src: video.pictures + encodeURIComponent(frame.image),
              loading: "lazy",
              decoding: "async",
              alt: `The tutorial at ${vwa.clock(frame.seconds)}`,
            }),
            el("figcaption", { class: "small muted" }, vwa.clock(frame.seconds)),
          ),
        ),
      ),
      el(
        "ol",
        { class: "cues" },
        near.cues.map((cue) =>
          el(
            "li",
            { class: cue.nearest ? "nearest" : "" },
            el("span", { class: "muted" }, vwa.clock(cue.start)),
            ` ${cue.text}`,
          ),
        ),
      ),
      el("p", { class: "small muted why" }, near.why),
    );
  };

  const step = (run, each, video) =>
    el(
      "li",
      {
        class: `step${video ? " beside" : ""}`,
        id: `step-${each.number}`,
        tabindex: "-1",
        "aria-label": `Step ${each.number}`,
      },
      picture(run, each),
      el(
        "div",
        { class: "told" },
        el(
          "h3",
          {},
          el("span", { class: "number" }, `${each.number}`),
          el("code", { class: each.action ? "" : "none" }, each.action || "no valid action"),
        ),
        each.target ? el("p", { class: "target" }, each.target) : null,
        el("p", { class: "url small muted" }, each.url),
        each.note ? el("p", { class: "note" }, each.note) : null,
        each.reply.trim() === each.action ? null : long("reply", each.reply, "reply"),
        facts(each),
      ),
      video ? tutorial(video, each, run.steps.length) : null,
    );

  // To the next step of a section (1) or the one before (-1).
  const move = (section, by) => {
    const steps = [...section.querySelectorAll(".step")];
    const at = steps.indexOf(document.activeElement.closest(".step"));
    const next = steps[Math.min(Math.max(at + by, 0), steps.length - 1)];
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "start" });
  };

  const keys = (section) => {
    const [next, before] = [() => move(section, 1), () => move(section, -1)];
    return { j: next, ArrowRight: next, k: before, ArrowLeft: before };
  };

  // A list of steps; `video` is the tutorial or null.
  const show = (run, video) =>
    run.steps.length
      ? el(
          "ol",
          { class: "timeline" },
          run.steps.map((each) => step(run, each, video)),
        )
      : el(
          "p",
          { class: "nothing muted" },
          vwa.isQuestion(run)
            ? "A question is asked without a browser: it has no steps."
            : "No step was taken.",
        );

  return { show, keys };
})();
