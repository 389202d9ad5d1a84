// Knows at once that the page is about to be left, while on a busy machine its request may show up
// much later. A second on, that request is in the traffic.
const watch = (() => {
  const SOON = 1000;
  let left = -Infinity;
  window.navigation?.addEventListener("navigate", (event) => {
    if (!event.destination.sameDocument && event.downloadRequest === null) left = performance.now();
  });
  return { leaving: () => performance.now() - left < SOON };
})();
