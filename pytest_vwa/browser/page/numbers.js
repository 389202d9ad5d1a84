// The numbers that elements go by: given once, and never again to another.
const numbers = (() => {
  const given = new WeakMap();
  const elements = new Map();
  const gone = new FinalizationRegistry((id) => elements.delete(id));
  let last = 0;

  const fresh = () => ++last;
  const number = (element) => {
    let id = given.get(element);
    if (id) return id;
    id = fresh();
    given.set(element, id);
    elements.set(id, new WeakRef(element));
    gone.register(element, id);
    return id;
  };
  const known = (element) => given.get(element) ?? null;
  const get = (id) => {
    const element = elements.get(Number(id))?.deref();
    return element?.isConnected ? element : null;
  };

  return { number, known, get, fresh };
})();
