// Knows at once that the page is about to be left, for another page or for a new tab, while on a busy
// machine the request or the tab may show up much later. A second on, they are in the traffic.
const leaving = (() => {
  const { now, later, count, done, origin, wrap } = doings;
  const SOON = 1000, HERE = ["", "_self", "_top", "_parent"];

  let left = -Infinity;
  const leave = () => { left = now(); };
  const soon = () => now() - left < SOON;

  // The page's own listeners come first: they may call it off.
  const kept = new WeakSet();
  const unlessKept = (event) => {
    const doing = count(SOON);
    later(() => {
      done(doing);
      if (!event.defaultPrevented && !kept.has(event)) leave();
    });
  };
  wrap(window.NavigateEvent?.prototype, "intercept", (native, self, given) => {
    kept.add(self);
    return Reflect.apply(native, self, given);
  });
  window.navigation?.addEventListener("navigate", (event) => {
    if (!event.destination.sameDocument) unlessKept(event);
  });

  const opensTab = (event) => {
    const source = event.composedPath().find((each) => each.matches?.("a[href],area[href],form"));
    const target = event.submitter?.formTarget || source?.target || "";
    return !HERE.includes(target.toLowerCase());
  };
  listening.hear(["click", "submit"], (event) => {
    if (event.isTrusted && opensTab(event)) unlessKept(event);
  });
  wrap(window, "open", (native, self, given) => {
    const opened = Reflect.apply(native, self, given);
    if (origin() !== null) leave();
    return opened;
  });

  // A tab that a page opens is empty at first.
  if (window === top && window.opener && location.href === "about:blank") leave();

  return { soon };
})();
