// The list of frames, and one frame with its fields and their bits.

import { element, labelled, scrolling, table, write } from "./html.js";

/** The number of frames on a page of the list. */
const pageLength = 50;

const text = (value) => value === null || value === undefined ? "" : String(value);

/** Returns the panels of the list and of the chosen frame. */
export function framesPanel(tell) {
  let stream = null, matching = null, page = 0, chosen = null, seen = new Set(), looked = 0, drawing = 0;
  const { node: view, body } = table("Frames in the order of the stream", ["Offset", "Type", "Bytes", "GPS time, station, content"]);
  const type = element("select", { id: "type" });
  const where = element("span", { id: "where" });
  const previous = element("button", { type: "button", id: "previous" }, "Previous");
  const next = element("button", { type: "button", id: "next" }, "Next");
  const last = element("button", { type: "button", id: "last" }, "Last");
  const list = element("section", { class: "panel wide", id: "frames", "aria-labelledby": "frames-heading", hidden: true },
    element("h2", { id: "frames-heading" }, "Frames"),
    element("div", { class: "row" }, labelled("Type", type), where),
    scrolling("Frames", view), element("div", { class: "row pages" }, previous, next, last));
  const detail = detailPanel(tell);

  const count = () => matching ? matching.length : stream.places.count;
  const indexAt = (place) => matching ? matching[place] : place;

  /** Takes the types of frames that have come into the choice. */
  function learnTypes() {
    const fresh = [];
    for (let index = Math.min(looked, stream.places.count); index < stream.places.count; index++) {
      const value = stream.places.typeAt(index);
      if (!seen.has(value)) { seen.add(value); fresh.push(value); }
    }
    looked = stream.places.count;
    if (fresh.length === 0) return;
    const choice = type.value;
    type.replaceChildren(element("option", { value: "" }, "all"), ...[...seen].sort((a, b) => a - b).map((value) =>
      element("option", { value: String(value) }, value === 0xFFFF ? "none" : `${value} ${stream.rtcm.nameOf(value) ?? ""}`)));
    type.value = choice;
  }

  function match() {
    matching = null;
    if (type.value === "") return;
    const wanted = Number(type.value);
    matching = [];
    for (let index = 0; index < stream.places.count; index++) if (stream.places.typeAt(index) === wanted) matching.push(index);
  }

  async function draw() {
    const [own, drawn] = [stream, ++drawing];
    const pages = Math.max(Math.ceil(count() / pageLength), 1);
    page = Math.min(Math.max(page, 0), pages - 1);
    const places = [];
    for (let place = page * pageLength; place < Math.min((page + 1) * pageLength, count()); place++) places.push(own.places.at(indexAt(place)));
    const contents = await Promise.all(places.map((place) => own.read(place)));
    if (own !== stream || drawn !== drawing) return;
    write(where, count() === 0 ? "no frames" : `${page * pageLength + 1} to ${page * pageLength + places.length} of ${count()}`);
    previous.disabled = page === 0;
    next.disabled = last.disabled = page === pages - 1;
    const rows = places.map((place, index) => row(own, place, contents[index]));
    body.replaceChildren(...rows);
  }

  function row(own, place, bytes) {
    const button = element("button", { type: "button", onclick: () => choose(own, place, bytes, true) }, String(place.offset));
    // The line begins with the time; type and station stand in columns of their own width.
    const line = own.rtcm.brief(bytes).trim();
    const node = element("tr", {}, element("th", { scope: "row" }, button), element("td", {}, text(place.type ?? "none")),
      element("td", { class: "number" }, String(place.length)), element("td", {}, line));
    node.dataset.offset = place.offset;
    if (chosen === place.offset) node.setAttribute("aria-current", "true");
    return node;
  }

  function choose(own, place, bytes, isAsked) {
    chosen = place.offset;
    for (const node of body.children) {
      if (Number(node.dataset.offset) === chosen) node.setAttribute("aria-current", "true");
      else node.removeAttribute("aria-current");
    }
    detail.show(own.rtcm, place, bytes, isAsked);
  }

  const turn = (to) => { page = to; draw().catch(fail); };
  const fail = (error) => tell(`The frames cannot be shown: ${error.message}`, true);
  previous.addEventListener("click", () => turn(page - 1));
  next.addEventListener("click", () => turn(page + 1));
  last.addEventListener("click", () => turn(Infinity));
  type.addEventListener("change", () => { match(); turn(0); });

  async function grow() {
    try {
      list.hidden = stream.places.count === 0;
      learnTypes();
      match();
      await draw();
      if (chosen !== null || count() === 0) return;
      const own = stream, place = own.places.at(indexAt(0)), bytes = await own.read(place);
      if (own === stream && chosen === null) choose(own, place, bytes, false);
    } catch (error) {
      fail(error);
    }
  }

  return {
    list, detail: detail.node, grow,
    begin(begun) {
      [stream, matching, page, chosen, seen, looked] = [begun, null, 0, null, new Set(), 0];
      type.replaceChildren(element("option", { value: "" }, "all"));
      body.replaceChildren();
      list.hidden = detail.node.hidden = true;
    },
  };
}

/** Returns the panel of one frame. */
function detailPanel(tell) {
  const heading = element("h2", { id: "frame-heading", tabindex: -1 }, "Frame");
  const bits = element("pre", { id: "bits", tabindex: 0, role: "region", "aria-label": "Bits of the payload" });
  const { node: view, body } = table("Fields in the order of the message; a button marks a field's bits",
    ["Bits", "Field", "Name", "Integer", "Value"]);
  view.id = "fields";
  const json = element("pre", { id: "json", class: "raw transfers" });
  const copy = element("button", { type: "button", id: "copy" }, "Copy the JSON");
  const error = element("p", { class: "check-fail" });
  const node = element("section", { class: "panel wide", id: "frame", "aria-labelledby": "frame-heading", hidden: true },
    heading, error, scrolling("Fields", view), element("h3", {}, "Payload"), bits,
    element("details", {}, element("summary", {}, "As JSON"), json, copy));
  copy.addEventListener("click", () => navigator.clipboard.writeText(json.textContent)
    .then(() => tell("The JSON is on the clipboard."), () => tell("This browser keeps the clipboard closed; mark the text and copy it.", true)));

  function show(rtcm, place, bytes, isAsked) {
    const message = rtcm.fields(bytes), payload = bytes.subarray(3, -3);
    write(heading, `${place.type ?? "no type"}${message.name ? ` ${message.name}` : ""}: ${place.length} bytes at ${place.offset}`);
    write(error, message.error ? `Error: ${message.error.reason}` : "");
    write(json, rtcm.json(bytes, { offset: place.offset, raw: true, observations: true }));
    const mark = (field) => drawBits(bits, payload, field);
    body.replaceChildren(...rowsOf(message.fields ?? [], mark, 0));
    mark(null);
    node.hidden = false;
    if (isAsked) heading.focus();
  }
  return { node, show };
}

function* rowsOf(fields, mark, depth) {
  for (const field of fields) {
    if (field.group !== undefined) {
      const title = [field.group, field.satellite, field.signal].filter((part) => part !== undefined).join(" ");
      yield element("tr", { class: "group" }, element("th", { scope: "colgroup", colspan: "5" }, title));
      yield* rowsOf(field.fields, mark, depth + 1);
      continue;
    }
    const range = field.width === 1 ? String(field.bit) : `${field.bit}–${field.bit + field.width - 1}`;
    const button = element("button", { type: "button", "aria-pressed": "false", onclick: () => {
      const isMarked = button.getAttribute("aria-pressed") === "true";
      for (const other of button.closest("tbody").querySelectorAll("[aria-pressed=true]")) other.setAttribute("aria-pressed", "false");
      button.setAttribute("aria-pressed", String(!isMarked));
      mark(isMarked ? null : field);
    } }, range);
    button.setAttribute("aria-label", `Bits ${range} of ${field.name}`);
    yield element("tr", {}, element("th", { scope: "row" }, button), element("td", {}, text(field.field)),
      element("td", {}, field.name), element("td", { class: "number" }, text(field.integer)), valueCell(field));
  }
}

function valueCell(field) {
  if (field.text !== undefined) return element("td", {}, `"${field.text}"`);
  if (field.bytes !== undefined) return element("td", { class: "raw" }, field.bytes);
  if (field.value === null) return element("td", { class: "unavailable" }, "not available");
  const isPlain = field.value === field.integer && field.symbol === undefined;
  return element("td", {}, isPlain ? "" : `${field.value}${field.symbol ? ` ${field.symbol}` : ""}`);
}

/** Draws a payload, eight bytes a line, with a field's bits marked. */
function drawBits(node, payload, field) {
  const nodes = [];
  const [from, to] = field ? [field.bit, field.bit + field.width] : [0, 0];
  for (let start = 0; start < payload.length; start += 8) {
    const bytes = payload.subarray(start, start + 8);
    let line = `${String(8 * start).padStart(5)}  `, isMarked = false;
    const push = () => {
      if (line) nodes.push(isMarked ? element("mark", {}, line) : line);
      line = "";
    };
    for (let bit = 8 * start; bit < 8 * (start + bytes.length); bit++) {
      if (bit % 8 === 0 && bit > 8 * start) line += " ";
      const marks = bit >= from && bit < to;
      if (marks !== isMarked) { push(); isMarked = marks; }
      line += payload[bit >> 3] >> (7 - bit % 8) & 1;
    }
    push();
    isMarked = false;
    line = "  " + " ".repeat(9 * (8 - bytes.length)) + [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(" ") + "\n";
    push();
  }
  node.replaceChildren(...nodes);
}
