// Whether a page stays as it is while it is read and a picture of it is taken.
const moment = (() => {
  const CHANGES = { subtree: true, childList: true, attributes: true, characterData: true };
  const SCROLL = { capture: true, passive: true };

  let moved = false;
  const note = () => { moved = true; };
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
  const moves = (document) => document.getAnimations().some((each) => each.playState === "running");

  const begin = () => {
    end();
    followDocument(document);
  };
  // True when nothing can have changed since `begin`; false is a suspicion.
  const end = () => {
    const still = !moved && !observer.takeRecords().length && !documents.some(moves);
    observer.disconnect();
    for (const document of documents) document.removeEventListener("scroll", note, SCROLL);
    documents.length = 0;
    moved = false;
    return still;
  };

  return { begin, end };
})();
