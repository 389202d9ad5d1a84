"use strict";
// Which moment of the tutorial is nearest to a step: the line of speech that shares most words with
// the step's action and what it aimed at, or else with the address it was taken on; each word is
// worth the more the fewer lines hold it. Where none is shared, the moment that lies as far into
// the video as the step into the run.
vwa.nearest = {
  words: (text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []),

  // Words of any page and any talk: they tell no moment from another.
  common: new Set(
    (
      "the and for with that this you are now can then from have will not all one two more than " +
      "first last next here there http https www html php index page click type stop input text " +
      "enter button link option"
    ).split(" "),
  ),

  index(video) {
    video.words ??= video.cues.map((cue) => vwa.nearest.words(cue.text));
    if (!video.weight) {
      const count = new Map();
      for (const word of video.words.flatMap((found) => [...found]))
        count.set(word, (count.get(word) ?? 0) + 1);
      video.weight = (word) => (vwa.nearest.common.has(word) ? 0 : 1 / count.get(word));
    }
    return video;
  },

  path(step) {
    try {
      const url = new URL(step.url);
      return decodeURIComponent(`${url.pathname} ${url.search}`);
    } catch {
      return step.url; // as it stands
    }
  },

  best(video, about) {
    let best = { score: 0, at: -1, shared: [] };
    video.words.forEach((words, at) => {
      const shared = [...words].filter((word) => about.has(word) && video.weight(word));
      const score = shared.reduce((sum, word) => sum + video.weight(word), 0);
      if (score > best.score) best = { score, at, shared };
    });
    return best;
  },

  // {seconds, cues, frames, why}: `why` is how it was found, in words.
  find(video, step, steps) {
    vwa.nearest.index(video);
    for (const text of [`${step.action} ${step.target}`, vwa.nearest.path(step)]) {
      const { at, shared } = vwa.nearest.best(video, vwa.nearest.words(text));
      if (at >= 0) return vwa.nearest.around(video, at, `shared words: ${shared.join(", ")}`);
    }
    const last = Math.max(
      0,
      ...video.frames.map((frame) => frame.seconds),
      ...video.cues.map((cue) => cue.end),
    );
    const seconds = (last * (step.number - 0.5)) / steps;
    const at = video.cues.findIndex((cue) => cue.end >= seconds);
    return vwa.nearest.around(video, at, `by position: step ${step.number} of ${steps}`, seconds);
  },

  around(video, at, why, seconds = null) {
    const cue = video.cues[at];
    const moment = seconds ?? (cue.start + cue.end) / 2;
    const shown = (at) =>
      video.frames.reduce(
        (best, frame) =>
          Math.abs(frame.seconds - at) < Math.abs(best.seconds - at) ? frame : best,
        video.frames[0],
      );
    const frames = video.frames.length
      ? [...new Set([shown(cue?.start ?? moment), shown(cue?.end ?? moment)])]
      : [];
    return {
      why,
      seconds: moment,
      cues:
        at < 0
          ? []
          : video.cues
              .slice(Math.max(0, at - 1), at + 2)
              .map((each) => ({ ...each, nearest: each === cue })),
      frames,
    };
  },
};
