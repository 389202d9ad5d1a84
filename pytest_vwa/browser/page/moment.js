// Reads a page as it was drawn, and knows whether it stayed so.
//
// Taking a picture makes the page draw a frame, which takes long to become the picture: the page
// is read meanwhile, right after it was drawn.
const moment = (() => {
  const CHANGES = { subtree: true, childList: true, attributes: true, characterData: true };
  const SCROLL = { capture: true, passive: true };
  const frame = window.requestAnimationFrame.bind(window);

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

  let turn = 0, work = null, told = null, asDrawn = false;
  const { port1, port2 } = new MessageChannel();
  const send = port1.postMessage.bind(port1);
  port2.onmessage = ({ data }) => {
    if (data !== turn) return;
    asDrawn = isStill();
    told = work();
  };

  // `read` is called when the page has drawn its next frame.
  const begin = (read) => {
    end();
    work = read;
    const mine = turn;
    frame(() => {
      if (mine !== turn) return;
      followDocument(document);
      send(turn);
    });
  };
  // What was read, null when no frame was drawn; whether it is what was drawn; whether all is
  // `still` as it was then: if not, something may have changed, or nothing that matters.
  const end = () => {
    const found = { told, asDrawn, still: isStill() && !documents.some(moves) };
    forget();
    turn += 1;
    told = null;
    asDrawn = false;
    return found;
  };

  return { begin, end };
})();
