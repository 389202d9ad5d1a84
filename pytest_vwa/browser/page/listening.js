// Hears what goes on in the window; also after a script has written the document anew, with which
// the browser forgets all who listened. Whoever listens already is not added twice.
const listening = (() => {
  const { wrap } = doings;
  const listen = window.addEventListener.bind(window);
  const listeners = [];

  const hear = (names, listener, options = {}) => {
    for (const name of names) {
      const each = [name, listener, { capture: true, passive: true, ...options }];
      listeners.push(each);
      listen(...each);
    }
  };
  for (const name of ["open", "write", "writeln"])
    wrap(window.Document?.prototype, name, (native, self, given) => {
      const result = Reflect.apply(native, self, given);
      if (self === document) for (const each of listeners) listen(...each);
      return result;
    });

  return { hear };
})();
