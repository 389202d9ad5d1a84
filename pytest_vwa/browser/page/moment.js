// Reads a page as it was drawn, and knows whether it stayed so.
//
// Taking a picture makes the page draw a frame, which takes long to become the picture: the page
// is read meanwhile. The browser asks for the frame a little later than for the reading, and would
// wait for it: so the first frame is let pass.
const moment = (() => {
  const CHANGES = { subtree: true, childList: true, attributes: true, characterData: true };
  const LONGEST = 500, FRAMES = 2;
  const SCROLL = { capture: true, passive: true };
  const frame = window.requestAnimationFrame.bind(window);
  const later = window.setTimeout.bind(window);

  // --- what changes ---

  let changed = false;
  const note = () => { changed = true; };
  const observer = new MutationObserver(note);
  const documents = [];

  const follow = (root) => {
    observer.observe(root, CHANGES);
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) follow(element.shadowRoot);
      else if (element.contentDocument) followDocument(element.contentDocument);
    }
  };
  const followDocument = (document) => {
    document.addEventListener("scroll", note, SCROLL);
    documents.push(document);
    follow(document);
  };
  const forget = () => {
    observer.disconnect();
    for (const document of documents) document.removeEventListener("scroll", note, SCROLL);
    documents.length = 0;
    changed = false;
  };
  const isStill = () => {
    if (observer.takeRecords().length) changed = true;
    return !changed;
  };
  const moves = (document) => document.getAnimations().some((each) => each.playState === "running");

  // --- reading ---

  let reading = null, asDrawn = false;
  const { port1, port2 } = new MessageChannel();
  const send = port1.postMessage.bind(port1);
  const finish = (drawn) => {
    const { work, resolve, reject } = reading;
    reading = null;
    asDrawn = drawn && isStill();
    try { resolve(work()); } catch (error) { reject(error); }
  };
  port2.onmessage = () => { if (reading) finish(true); };

  // The value of `work` when the page has drawn its next frames, or has drawn none for long.
  const read = (work) => new Promise((resolve, reject) => {
    const mine = { work, resolve, reject };
    forget();
    reading = mine;
    const pass = (frames) => frame(() => {
      if (reading !== mine) return;
      if (frames === FRAMES) followDocument(document);
      if (frames > 1) pass(frames - 1);
      else send(null);
    });
    pass(FRAMES);
    later(() => { if (reading === mine) finish(false); }, LONGEST);
  });
  // Whether what was read is what was drawn; whether all is `still` as it was then: if not,
  // something may have changed, or nothing that matters.
  const end = () => {
    const found = { asDrawn, still: isStill() && !documents.some(moves) };
    forget();
    return found;
  };

  return { read, end };
})();
