// What a person can see and use in the viewport, in the order of reading.
const survey = (() => {
  const { clean, cut, attribute, wordsOf, visible, eachChild, isText, isElement, hasNoBox } = dom;
  const { viewOf, viewWithin, narrowed, clip, legible, tooLarge, partsOf, around } = dom;
  const { box, positionOf, cursorOf, isFlat, leave } = clips;
  const ROLES = ["button", "link", "checkbox", "radio", "switch", "tab", "option", "menuitem",
    "menuitemcheckbox", "menuitemradio", "combobox", "textbox", "searchbox", "slider", "treeitem"];
  const FIELD = "input:not([type=hidden]),textarea,select,"
    + "[contenteditable]:not([contenteditable=false])";
  const INTERACTIVE = [
    "a[*|href]", "button", "summary", "label", FIELD, "video[controls]", "audio[controls]",
    "[tabindex]:not([tabindex^='-'])", "[draggable=true]", ".btn", "[onclick]",
    "[class*='star-rating'] > *", ...ROLES.map((role) => `[role=${role}]`),
  ].join(",");
  const PLAIN = new Set(["button", "summary", "textarea", "select"]);
  const WHOLE = "a,button,input,textarea,select,summary,label,[contenteditable]";
  const UNREAD = new Set(["script", "style", "noscript", "template", "head", "canvas"]);
  const PLACED = new Set(["absolute", "fixed"]), FAR = 300;
  const FRAMES = new Set(["iframe", "frame", "object"]);
  const TOLD_ELSEWHERE = new Set([...FRAMES, "area"]);

  // A label stands in for a control that is not shown itself, as star ratings do.
  const standsIn = (label) => label.control?.matches("[type=radio],[type=checkbox],[type=file]")
    && !(visible(label.control) && partsOf(label.control, viewOf(label.ownerDocument)).length);
  // Asked of everything: the usual answers come first, the long list of selectors last.
  const interactive = (element) => {
    const { localName } = element;
    if (localName === "label") return standsIn(element);
    return PLAIN.has(localName) || (localName === "a" && element.hasAttribute("href"))
      || Boolean(element.onclick) || (element.hasAttributes() && element.matches(INTERACTIVE));
  };
  const holdsOthers = (element) => {
    const holder = element.shadowRoot ?? element;
    return Boolean(holder.firstElementChild) && holder.querySelector(INTERACTIVE) !== null;
  };
  // The mouse turns to a hand over it, and not yet over what is around it: a script listens there.
  const isHand = (each) => cursorOf(each).endsWith("pointer");
  const pointed = (each) => isHand(each) && !isHand(each.outer)
    && !TOLD_ELSEWHERE.has(each.element.localName) && !each.element.closest("label")
    && !echoes(each.element);
  // Says and holds nothing but what is marked itself.
  const echoes = (element) => {
    const inner = (element.shadowRoot ?? element).querySelector(INTERACTIVE);
    return inner !== null && visible(inner) && wordsOf(inner) === wordsOf(element);
  };
  const isShort = (element) => cut(wordsOf(element)) === wordsOf(element);
  // However large: a field, and a link or button that holds nothing else to use.
  const stays = (element) => element.matches(FIELD)
    || (element.matches("a[*|href],button") && !holdsOthers(element));
  // The picture of a link that is nothing but a picture.
  const face = (element) => {
    if (element.localName !== "a" || !element.firstElementChild || wordsOf(element)) return element;
    for (const image of element.querySelectorAll("img")) if (visible(image)) return image;
    return element;
  };
  // Lines of three sorts: `drawn` is a candidate for a mark, `frame` one of another origin, and
  // all others are `text`. `limits` are the edges of what may be seen at all.
  const look = (limits) => {
    const lines = [], candidates = [], walked = [], page = viewOf(document);

    // The parts of an element that are in view and not cut off by what holds it.
    const partsIn = (element, outer, view) => {
      const parts = partsOf(element, view);
      if (!parts.length) return { parts, view };
      const { x, y, width, height } = around(parts);
      const rect = { left: x - view.x, top: y - view.y };
      rect.right = rect.left + width; rect.bottom = rect.top + height;
      const left = leave(view, rect, outer, element);
      return left === view ? { parts, view } : { parts: partsOf(element, left), view: left };
    };
    // Adds a line if it is in view; false when it is so large that what it holds matters more.
    const consider = (element, outer, view) => {
      let found = partsIn(element, outer, view);
      if (!found.parts.length) return true;
      const drawn = face(element);
      if (drawn !== element) found = partsIn(drawn, outer, view);
      const whole = around(found.parts);
      if (tooLarge(whole, page) && !stays(element)) return false;
      if (!found.parts.length || !visible(drawn)) return true;
      const line = { ...found, element, drawn, box: whole, free: null };
      lines.push(line);
      candidates.push(line);
      return true;
    };

    // The nearest box that is no mere run of text: what is said within it is one line.
    const ownerOf = (each) => {
      while (each.outer && isFlat(each)) each = each.outer;
      return each.element;
    };
    const range = new Range();
    const readText = (node, outer, view) => {
      if (!clean(node.data) || !visible(outer.element)) return;
      range.selectNodeContents(node);
      const rect = range.getBoundingClientRect();
      if (!legible(clip(rect, view)) || !legible(clip(rect, leave(view, rect, outer)))) return;
      const owner = ownerOf(outer), previous = lines[lines.length - 1];
      if (previous?.owner === owner) previous.text += node.data;
      else lines.push({ tag: "StaticText", text: node.data, owner });
    };
    // A new line begins, or a box of its own: what stands before and after are words apart.
    const pause = (each) => {
      const previous = lines[lines.length - 1];
      if (previous?.owner && (each.element.localName === "br" || !isFlat(each))) previous.text += " ";
    };
    const readPicture = (image, outer, view) => {
      const text = attribute(image, "alt");
      const shows = text && visible(image) && partsIn(image, outer, view).parts.length;
      if (shows) lines.push({ tag: "IMG", text });
    };
    const readPlaces = (image, outer, view) => {
      for (const map of image.ownerDocument.querySelectorAll("map"))
        if (image.useMap === `#${map.name}`)
          for (const place of map.areas) if (place.hasAttribute("href")) consider(place, outer, view);
    };
    const readFrame = (frame, outer, view) => {
      if (!visible(frame)) return;
      const rect = frame.getBoundingClientRect(), inside = frame.contentDocument;
      const seen = narrowed(viewWithin(frame), leave(view, rect, outer, frame));
      if (seen.left >= seen.right || seen.top >= seen.bottom) return;
      const start = inside && (inside.body ?? inside.documentElement);
      if (start) walk(start, null, seen, false);
      else if (frame.contentWindow) lines.push({ frame, view: seen });
    };

    const read = (element, outer, view, told) => {
      if (FRAMES.has(element.localName)) readFrame(element, outer, view);
      else if (element.localName === "img") {
        if (!told) readPicture(element, outer, view);
        if (element.useMap) readPlaces(element, outer, view);
        return;
      }
      eachChild(element, (node) => {
        if (isElement(node)) walk(node, outer, view, told);
        else if (!told && isText(node)) readText(node, outer, view);
      });
    };
    // Far out of view, only what is placed on its own can still be seen.
    const isFar = (element, view) => {
      if (element.childElementCount < 3) return false;
      const { top, bottom } = element.getBoundingClientRect();
      if (top + view.y > view.bottom + FAR) return true;
      return bottom + view.y < view.top - FAR && element.scrollHeight <= element.clientHeight;
    };
    const sweep = (element, outer, view, told) => eachChild(element, (node) => {
      if (!isElement(node)) return;
      const inner = box(node, outer);
      if (node.shadowRoot || PLACED.has(positionOf(inner))) walk(node, outer, view, told);
      else if (node.firstElementChild) sweep(node, inner, view, told);
    });
    // `told` is what lies within an element whose own line says it.
    const walk = (element, outer, view, told) => {
      if (UNREAD.has(element.localName)) return;
      let within = told;
      const inner = box(element, outer), usual = outer && interactive(element);
      if (usual || (outer && !told && pointed(inner))) {
        const fits = consider(element, outer, view);
        // What holds others, or says much, is marked and read; a whole is told by its own mark.
        if (fits && !holdsOthers(element) && (usual || isShort(element))) return;
        within ||= fits && element.matches(WHOLE);
      }
      if (!element.checkVisibility() && !hasNoBox(element)) return;
      pause(inner);
      walked.push(inner);
      if (isFar(element, view)) sweep(element, inner, view, within);
      else read(element, inner, view, within);
    };

    if (document.body) walk(document.body, null, limits ? narrowed(page, limits) : page, false);
    for (const { element } of candidates) walked.push(box(element, null));
    cover.judge(candidates, walked);
    return lines;
  };

  return { look };
})();
