// Knows when the document has settled after an action.
const watch = (() => {
  const { now, later, frame, busy, count, done, doubt, origin, follow, heard, loading } = doings;
  const { LONGEST_CHAIN, LONGEST_REQUEST, uncertain } = doings;
  const QUIET = 50, STEP = 10, SOON = 1000;

  // --- rest ---

  const EVERYTHING = { subtree: true, childList: true, attributes: true, characterData: true };
  const LOADERS = "script[src],link[rel=stylesheet],iframe,frame";
  let stirred = -Infinity;
  const observer = new MutationObserver((records) => {
    stirred = now();
    if (origin() === null) return;
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.matches);
    const loaders = added.flatMap((node) => [node, ...node.querySelectorAll(LOADERS)])
      .filter((node) => node.matches(LOADERS));
    for (const loader of loaders) heard(loader, ["load", "error"], () => true);
    if (loaders.length) doubt();
  });
  const resting = () => {
    const doubted = now() - uncertain();
    return doubted > SOON || (doubted >= QUIET && now() - stirred >= QUIET);
  };

  // --- how the account begins ---

  const INPUT = ["pointermove", "pointerover", "mousemove", "mouseover", "pointerdown", "mousedown",
    "pointerup", "mouseup", "click", "contextmenu", "keydown", "keyup", "wheel", "drop"];
  // Also those that a script makes up: choosing from a list and giving a file are told that way.
  const CHANGES = ["input", "change"];
  // They follow an input some time later; and without any, on pages that move by themselves.
  const AFTER = ["scroll", "scrollend", "submit", "transitionend", "animationend", "popstate",
    "hashchange", "focusin", "toggle", "close"];
  let acted = -Infinity;
  const act = () => {
    acted = now();
    follow(0);
    observer.observe(document, EVERYTHING);
  };
  const { hear } = listening;
  hear(INPUT, (event) => { if (event.isTrusted) act(); });
  hear(CHANGES, () => { if (origin() === null) act(); });
  hear(AFTER, (event) => {
    const spent = now() - acted;
    if (event.isTrusted && spent < LONGEST_CHAIN) follow(spent);
  });
  // Scrolled by us: the page hears of it in its next frame, and who waits for what comes into view
  // right after that.
  const scrolled = (element) => {
    const own = element.ownerDocument.defaultView;
    if (own !== window) return scriptOf(own).watch.scrolled(element);
    act();
    const doing = count(LONGEST_CHAIN);
    frame(() => {
      follow(0);
      later(() => {
        follow(0);
        done(doing);
      });
    });
  };

  if (document.readyState !== "complete") {
    observer.observe(document, EVERYTHING);
    hear(["DOMContentLoaded"], () => {
      loading.until = now() + LONGEST_REQUEST;
      unfinished();
    }, { once: true });
    hear(["load"], () => {
      done(loading);
      doubt();
      follow(0);
    }, { once: true });
  }

  // --- what is seen to be unfinished ---

  const moves = (animation) => {
    if (animation.playState !== "running") return false;
    const { endTime = Infinity } = animation.effect?.getComputedTiming() ?? {};
    return endTime - animation.currentTime <= SOON;
  };
  // One that has ended may do so between two frames, and the page hears of it in the next.
  let moved = false;
  const moving = () => {
    const before = moved;
    moved = document.getAnimations().some(moves);
    if (before && !moved) {
      const doing = count(LONGEST_CHAIN);
      frame(() => done(doing));
    }
    return moved;
  };
  const awaited = new WeakMap();
  const missing = (image) => {
    if (image.complete) return false;
    const { top, right, bottom, left } = image.getBoundingClientRect();
    if (bottom < 0 || right < 0 || top > innerHeight || left > innerWidth) return false;
    if (!image.checkVisibility({ visibilityProperty: true })) return false;
    if (!awaited.has(image)) awaited.set(image, now() + LONGEST_REQUEST);
    return awaited.get(image) > now();
  };

  // Every look begins with the pictures: each has its time from when it was first missed.
  const unfinished = () => [...document.images].filter(missing).length > 0
    || moving() || leaving.soon() || busy() || !resting();
  // After the pause: was everything finished? If not, it is waited for, for so many milliseconds.
  const settled = async (pause, most) => {
    if (!doings.runs()) return doings.dead();
    const end = now() + most;
    const rest = (time) => new Promise((resolve) => later(resolve, time));
    await (pause ? rest(pause) : doings.passed());
    const found = !unfinished();
    while (unfinished() && now() < end) await rest(STEP);
    if (found) observer.disconnect();
    return found;
  };

  return { scrolled, settled };
})();
