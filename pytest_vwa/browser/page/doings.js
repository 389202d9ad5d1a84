// Keeps account of what an action or the document's own loading set off: timers, frames, requests,
// and what those set off in turn. What went on before, and goes on beside it, is not counted.
//
// The page's functions are wrapped in proxies: they keep name, length, `this`, results and errors.
const doings = (() => {
  const LONGEST_CHAIN = 1000, LONGEST_REQUEST = 3000, TICK = 100, PATIENT = 5;
  const now = performance.now.bind(performance);
  const later = window.setTimeout.bind(window);
  const frame = window.requestAnimationFrame.bind(window);
  const then = Promise.prototype.then;
  const listen = EventTarget.prototype.addEventListener;
  const forget = EventTarget.prototype.removeEventListener;

  const pending = new Set();
  const count = (lasts) => {
    const doing = { until: now() + lasts };
    pending.add(doing);
    return doing;
  };
  const done = (doing) => pending.delete(doing);
  const busy = () => {
    for (const doing of pending) if (doing.until <= now()) pending.delete(doing);
    return pending.size > 0 || chain !== null;
  };

  // Requests, added scripts and messages end in ways that are not all seen; the document's DOM
  // should come to rest after them.
  let uncertain = now();
  const doubt = () => { uncertain = now(); };

  // --- chains: what a task goes back to, as the milliseconds spent on the way to it ---
  // Clocks and polling go on for ever; a chain is followed for a second of timers, or for five of
  // requests.

  let chain = null;
  const loading = document.readyState === "complete" ? count(0) : count(Infinity);
  const origin = () => {
    if (chain === null && loading.until > now() && pending.has(loading)) return 0;
    return chain !== null && chain < LONGEST_CHAIN ? chain : null;
  };
  // Messages between ports arrive in their order, each in a task of its own. A chain is followed
  // to the end of the running task: until a message sent now arrives. One sent before a message
  // of the page's takes up the chain for that.
  const { port1: inbox, port2: outbox } = new MessageChannel();
  const send = outbox.postMessage.bind(outbox);
  const expected = [];
  let ends = 0;
  let alive = false;
  const follow = (spent) => {
    chain = spent;
    ends += 1;
    send("end");
  };
  const followNext = (spent) => {
    const doing = count(LONGEST_CHAIN);
    expected.push(() => {
      done(doing);
      follow(spent);
    });
    send("next");
  };
  inbox.onmessage = ({ data }) => {
    alive = true;
    if (data === "end") {
      ends -= 1;
      if (!ends) chain = null;
    } else expected.shift()();
  };

  // When the tasks that sent messages before have ended.
  const passed = () => new Promise((resolve) => {
    expected.push(resolve);
    send("next");
  });
  // In a sandbox that runs no scripts, ours has been put by hand; nothing ever arrives there.
  passed();
  const born = now();
  const dead = () => !alive && now() - born > LONGEST_CHAIN;

  const wrap = (owner, name, apply) => {
    const own = Object.getOwnPropertyDescriptor(owner ?? {}, name);
    if (!own?.value) return;
    Object.defineProperty(owner, name, { ...own, value: new Proxy(own.value, { apply }) });
  };

  // --- timers and frames ---

  const scheduling = (starts, cancels, counts) => {
    const known = new Map();
    for (const [name, repeats] of starts) wrap(window, name, (native, self, given) => {
      const [work, ...rest] = given;
      const spent = origin(), begun = now();
      const counted = spent !== null && counts(spent, Number(rest[0]) || 0, repeats);
      const doing = counted && count(LONGEST_CHAIN - spent);
      if (typeof work !== "function") {
        // A program as text: it runs right after this.
        if (doing) native.call(window, () => { done(doing); follow(spent); doubt(); }, rest[0]);
        return Reflect.apply(native, self, given);
      }
      const run = function (...told) {
        if (!repeats) { done(doing); known.delete(id); }
        const total = spent + now() - begun;
        if (doing && total < LONGEST_CHAIN) follow(total);
        else chain = null;
        return Reflect.apply(work, this, told);
      };
      const id = Reflect.apply(native, self, [run, ...rest]);
      if (doing) known.set(id, doing);
      return id;
    });
    for (const name of cancels) wrap(window, name, (native, self, given) => {
      done(known.get(Number(given[0])));
      known.delete(Number(given[0]));
      return Reflect.apply(native, self, given);
    });
  };
  scheduling(
    [["setTimeout", false], ["setInterval", true]], ["clearTimeout", "clearInterval"],
    (spent, delay, repeats) => (repeats ? delay <= TICK : spent + delay < LONGEST_CHAIN),
  );
  scheduling([["requestAnimationFrame", false]], ["cancelAnimationFrame"], () => true);
  scheduling([["requestIdleCallback", false]], ["cancelIdleCallback"], () => true);

  // --- requests ---

  const promised = (owner, name) => wrap(owner, name, (native, self, given) => {
    const result = Reflect.apply(native, self, given), spent = origin();
    if (spent === null || !(result instanceof Promise)) return result;
    const doing = count(LONGEST_REQUEST), begun = now();
    const end = () => { done(doing); doubt(); follow(spent + (now() - begun) / PATIENT); };
    return Reflect.apply(then, result, [
      (value) => { end(); return value; }, (error) => { end(); throw error; },
    ]);
  });
  promised(window, "fetch");
  for (const name of ["arrayBuffer", "blob", "bytes", "formData", "json", "text"])
    promised(Response.prototype, name);
  promised(window.HTMLImageElement?.prototype, "decode");

  // At the target itself, capturing listeners come before the page's own.
  const heard = (target, names, ends) => {
    const spent = origin(), begun = now();
    const hear = (event) => {
      if (ends(event)) for (const name of names) Reflect.apply(forget, target, [name, hear, true]);
      doubt();
      follow(spent + (now() - begun) / PATIENT);
    };
    for (const name of names) Reflect.apply(listen, target, [name, hear, true]);
  };
  wrap(XMLHttpRequest.prototype, "send", (native, self, given) => {
    if (origin() !== null) {
      const doing = count(LONGEST_REQUEST);
      heard(self, ["readystatechange", "progress", "load", "error", "abort", "timeout", "loadend"],
        (event) => event.type === "loadend" && done(doing));
    }
    return Reflect.apply(native, self, given);
  });

  // --- the rest: only that something was begun is noted ---

  const noted = (owner, name, follows = () => {}) => wrap(owner, name, (native, self, given) => {
    const spent = origin();
    if (spent !== null) {
      doubt();
      follows(spent);
    }
    return Reflect.apply(native, self, given);
  });
  noted(MessagePort.prototype, "postMessage", followNext);
  noted(window, "postMessage");
  noted(window.Worker?.prototype, "postMessage");
  noted(window.HTMLFormElement?.prototype, "submit");

  return {
    now, later, frame, count, done, busy, doubt, origin, follow, heard, wrap, loading,
    LONGEST_CHAIN, LONGEST_REQUEST, uncertain: () => uncertain, passed, runs: () => alive, dead,
  };
})();
