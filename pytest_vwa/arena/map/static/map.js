// Pans and zooms the map, and keeps the address's #map=ZOOM/LATITUDE/LONGITUDE true.
(() => {
  const canvas = document.getElementById("canvas");
  if (!canvas) return;
  const ORIGIN = { lat: 42.01, lon: -80.455 }, SHEET_ZOOM = 14, LEAST = 7, MOST = 19;
  const WORLD = 256 * 2 ** SHEET_ZOOM;
  const down = lat => (1 - Math.asinh(Math.tan(lat * Math.PI / 180)) / Math.PI) / 2 * WORLD;
  const TOP = down(ORIGIN.lat);
  const spotOf = ({ x, y }) => ({
    lat: Math.atan(Math.sinh(Math.PI * (1 - 2 * (y + TOP) / WORLD))) * 180 / Math.PI,
    lon: ORIGIN.lon + x / WORLD * 360,
  });
  const pointOf = (lat, lon) => ({ x: (lon - ORIGIN.lon) / 360 * WORLD, y: down(lat) - TOP });
  const limited = zoom => Math.min(MOST, Math.max(LEAST, zoom));
  const size = () => ({ width: canvas.clientWidth || 900, height: canvas.clientHeight || 600 });
  const unit = zoom => 2 ** (SHEET_ZOOM - zoom);

  const staged = [...canvas.querySelectorAll("[data-from]")];
  const pins = [...canvas.querySelectorAll(".pin")];
  const field = document.querySelector("input[data-follows-map]");
  let view, lettered;

  // Names of places first; a street's name may move along its street to where there is room.
  const labels = [...canvas.querySelectorAll("text.name, text.street")]
    .sort((one, other) => other.matches(".name") - one.matches(".name"))
    .map(text => ({ text, line: text.querySelector("textPath") }))
    .map(label => ({ ...label, spots: label.line ? [label.line.getAttribute("startOffset"), "30%", "70%"] : [null] }));
  const cross = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  const fits = (line, spot) => {
    const share = parseFloat(spot) / 100, street = document.querySelector(line.getAttribute("href"));
    return line.getComputedTextLength() / 2 <= Math.min(share, 1 - share) * street.getTotalLength();
  };
  const letter = () => {
    const taken = [];
    const isFree = ({ text, line }, spot) => {
      if (line && !fits(line, spot)) return false;
      line?.setAttribute("startOffset", spot);
      const box = text.getBoundingClientRect();
      return !taken.some(other => cross(box, other)) && taken.push(box);
    };
    for (const label of labels)
      if (label.text.style.display !== "none" && !label.spots.some(spot => isFree(label, spot)))
        label.text.style.display = "none";
  };

  const draw = () => {
    const { width, height } = size(), px = unit(view.zoom);
    canvas.setAttribute("viewBox", [view.x - width * px / 2, view.y - height * px / 2, width * px, height * px].join(" "));
    canvas.style.setProperty("--px", px);
    canvas.style.setProperty("--road", px * Math.min(3.6, Math.max(0.45, 2 ** ((view.zoom - 15.5) / 2))));
    canvas.dataset.zoom = view.zoom;
    if (view.zoom !== lettered) {
      for (const mark of staged) mark.style.display = view.zoom < mark.dataset.from ? "none" : "";
      letter();
      lettered = view.zoom;
    }
    for (const pin of pins) {
      const at = "followsMap" in pin.dataset ? view : { x: pin.dataset.x, y: pin.dataset.y };
      pin.setAttribute("transform", `translate(${at.x} ${at.y}) scale(${px})`);
    }
    ruler(px);
  };

  const ruler = px => {
    const metresPerPixel = 40030000 * Math.cos(spotOf(view).lat * Math.PI / 180) / WORLD * px;
    const steps = [1, 2, 5].flatMap(n => [1, 10, 100, 1000, 10000, 100000].map(power => n * power));
    const metres = Math.max(...steps.filter(step => step / metresPerPixel < 110));
    const bar = document.querySelector(".scale span");
    bar.style.width = `${metres / metresPerPixel}px`;
    bar.textContent = metres < 1000 ? `${metres} m` : `${metres / 1000} km`;
  };

  const show = next => {
    view = next;
    draw();
    const { lat, lon } = spotOf(view);
    history.replaceState(null, "", `#map=${view.zoom}/${lat.toFixed(5)}/${lon.toFixed(5)}`);
    if (field) field.value = `${lat.toFixed(5)}, ${lon.toFixed(5)}`;
  };

  const fitted = () => {
    const [west, north, east, south] = canvas.dataset.bounds.split(" ").map(Number);
    const { width, height } = size();
    const room = Math.max((east - west) / (width - 90), (south - north) / (height - 90), unit(17));
    const zoom = limited(Math.floor(SHEET_ZOOM - Math.log2(room)));
    return { x: (west + east) / 2, y: (north + south) / 2, zoom };
  };

  const asked = () => {
    const told = location.hash.match(/map=([\d.]+)\/(-?[\d.]+)\/(-?[\d.]+)/);
    if (!told) return null;
    const [zoom, lat, lon] = told.slice(1).map(Number);
    return { ...pointOf(lat, lon), zoom: limited(Math.round(zoom)) };
  };

  // The point under the pointer stays where it is.
  const zoomBy = (step, at) => {
    const zoom = limited(view.zoom + step), before = unit(view.zoom), after = unit(zoom);
    const { width, height } = size();
    const dx = at ? at.x - width / 2 : 0, dy = at ? at.y - height / 2 : 0;
    show({ x: view.x + dx * (before - after), y: view.y + dy * (before - after), zoom });
  };
  const panBy = (dx, dy) => {
    const px = unit(view.zoom);
    show({ ...view, x: view.x + dx * px, y: view.y + dy * px });
  };

  for (const button of document.querySelectorAll(".controls [data-zoom]"))
    button.addEventListener("click", () => zoomBy(Number(button.dataset.zoom)));
  document.querySelector(".controls [data-home]").addEventListener("click", () => show(fitted()));
  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    zoomBy(event.deltaY < 0 ? 1 : -1, { x: event.offsetX, y: event.offsetY });
  }, { passive: false });
  canvas.addEventListener("dblclick", event => zoomBy(1, { x: event.offsetX, y: event.offsetY }));

  let held = null;
  canvas.addEventListener("pointerdown", event => {
    held = { x: event.clientX, y: event.clientY };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", event => {
    if (!held) return;
    const px = unit(view.zoom);
    view = { ...view, x: view.x - (event.clientX - held.x) * px, y: view.y - (event.clientY - held.y) * px };
    held = { x: event.clientX, y: event.clientY };
    draw();
  });
  for (const over of ["pointerup", "pointercancel"])
    canvas.addEventListener(over, () => { if (held) { held = null; show(view); } });

  const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  document.getElementById("map").addEventListener("keydown", event => {
    if (KEYS[event.key]) { event.preventDefault(); panBy(...KEYS[event.key].map(way => way * 80)); }
    else if (event.key === "+" || event.key === "=") zoomBy(1);
    else if (event.key === "-") zoomBy(-1);
  });

  field?.addEventListener("change", () => {
    const [lat, lon] = field.value.split(/[ ,]+/).map(Number);
    if (Number.isFinite(lat) && Number.isFinite(lon)) show({ ...pointOf(lat, lon), zoom: view.zoom });
  });
  const engines = document.querySelector("select.routing_engines");
  engines?.addEventListener("change", () => {
    const ends = ["route_from", "route_to"].map(id => document.getElementById(id).value.trim());
    if (ends.every(Boolean)) engines.form.requestSubmit();
  });
  const whereami = document.querySelector(".whereami");
  whereami?.addEventListener("click", () => {
    const { lat, lon } = spotOf(view);
    whereami.href = `/search?query=${lat.toFixed(5)}%2C${lon.toFixed(5)}`;
  });

  window.addEventListener("hashchange", () => { const next = asked(); if (next) { view = next; draw(); } });
  window.addEventListener("resize", draw);
  const first = asked();
  if (first) { view = first; draw(); } else show(fitted());
})();
