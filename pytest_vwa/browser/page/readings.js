// The page in words, of one kind or another: read while a picture is taken, as marks are.
const readings = (() => {
  const KINDS = { axtree, html };

  let ready = null;
  // After the marks, whose numbers it tells.
  const begin = (kind) => {
    ready = null;
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => { ready = KINDS[kind].read(); };
    port1.postMessage(null);
  };
  const take = (kind) => ready ?? KINDS[kind].read();

  return { begin, take };
})();
