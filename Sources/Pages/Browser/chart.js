// A quantity over time: measured with its band, true, and gaps.

import { atMostEach, element, number, write } from "./html.js";
import { addScript, Graph } from "./graph.js";
import { download, panel, repeat } from "./panel.js";
import { readText } from "./api.js";
import { decimalsOf } from "./values.js";
import { say } from "./words.js";

const fields = ["temperature", "humidity", "pressure", "altitude", "tvocs", "eco2", "pm05", "pm1", "pm25", "pm4", "pm10",
  "pm05_number", "light", "gnss.correction_age"];
const trueFields = new Set(["temperature", "humidity", "pressure", "tvocs", "eco2", "pm1", "pm25", "pm4", "pm10", "pm05_number", "light"]);
const spans = [300, 3600, 86400, 1209600];

/** Returns the points of a window, of what the port has kept and what came after it; a gap over the joint is one gap. */
function joined(kept, recent, from) {
  const points = [...kept, ...recent].filter(({ to }) => to >= from);
  return points.filter((point, index) => !(point.gap && points[index - 1]?.gap));
}

/** Returns a sentence with what the chart shows, for those who do not see it. */
function summary(field, points, unit) {
  const values = points.filter((point) => !point.gap);
  if (values.length === 0) return say("chart.empty");
  const text = (value) => number(value, decimalsOf(field));
  return say("chart.summary", say(field), text(values.at(-1).mean), text(Math.min(...values.map((point) => point.min))),
    text(Math.max(...values.map((point) => point.max))), unit, points.length - values.length);
}

/** The panel of the chart. */
export function chart(board) {
  const quantity = element("select", { id: "chart-quantity" }, fields.map((name) => element("option", { value: name }, say(name))));
  const span = element("select", { id: "chart-span" }, spans.map((seconds) =>
    element("option", { value: String(seconds), selected: seconds === (board.isLive ? 300 : 3600) }, say(`chart.range.${seconds}`))));
  const picture = element("div", { class: "picture", role: "img", "aria-labelledby": "chart-summary" });
  const told = element("p", { id: "chart-summary" }, say("chart.empty")), under = element("p", { class: "hint under" });
  const field = (select, key) => element("span", { class: "field" }, element("label", { for: select.id }, say(key)), select);
  const csv = element("button", { type: "button" }, say("chart.csv"));
  const { node } = panel("chart",
    element("div", { class: "row" }, field(quantity, "chart.quantity"), field(span, "chart.range"), board.isLive ? csv : null),
    picture,
    element("ul", { class: "legend" }, element("li", { class: "measured" }, say("chart.measured")), element("li", { class: "true" }, say("chart.truth"))),
    under, told);

  const graph = new Graph(picture, under, () => decimalsOf(quantity.value));
  let now = 0, origin = 0, units = {};
  board.on("sample", ({ board_time, time_utc, fields: sampled }) => {
    now = board_time;
    origin = Date.parse(time_utc) / 1000 - board_time;
    for (const { name, unit } of sampled) units[name] = unit;
  });
  const window = () => ({ from: Math.max(0, now - Number(span.value)), to: now });
  const question = (name) => {
    const { from, to } = window();
    return `history?field=${name}&from=${from.toFixed(3)}&to=${to.toFixed(3)}&points=600`;
  };
  csv.addEventListener("click", async () => {
    download(await readText(`${question(quantity.value)}&format=csv`), `${quantity.value}.csv`, "text/csv");
  });

  // What the port has kept, asked for now and then; what comes after it is in the page already.
  let kept = { name: "", measured: [], truth: [], end: 0 };

  const draw = () => {
    const { name, end } = kept;
    if (name === "") return;
    const { from, to } = window();
    const measured = joined(kept.measured, board.recent(name, end), from);
    const truth = trueFields.has(name) ? joined(kept.truth, board.recent(`truth.${name}`, end), from) : [];
    const unit = name === "gnss.correction_age" ? "s" : units[name] ?? "";
    write(told, summary(name, measured, unit));
    const dated = (points) => points.map((point) => (
      { ...point, date: (origin + (point.gap ? (point.from + point.to) / 2 : point.to)) * 1000 }));
    graph.show([
      { label: say("chart.measured"), color: "#1668c7", width: 2, pattern: null, points: dated(measured) },
      { label: say("chart.truth"), color: "#777777", width: 1, pattern: [6, 3], points: dated(truth) },
    ], { unit, from: (origin + from) * 1000, to: (origin + Math.max(to, from + 1)) * 1000 });
  };

  const ask = async () => {
    if (now === 0) return;
    const name = quantity.value, end = now;
    try {
      const { points: measured } = await board.read(question(name));
      const { points: truth } = trueFields.has(name) ? await board.read(question(`truth.${name}`)) : { points: [] };
      if (name !== quantity.value) return;
      kept = { name, measured, truth, end: measured.at(-1)?.to ?? end };
      draw();
    } catch (error) {
      write(told, error.message);
    }
  };

  const again = board.isLive ? repeat(30_000, ask) : ask;
  for (const select of [quantity, span]) select.addEventListener("change", ask);
  const drawSoon = atMostEach(500, draw);
  board.on("sample", () => (board.isLive && kept.name !== "" ? drawSoon() : ask()));
  board.on("reset", again);
  addScript("/page/dygraph.js", "Dygraph").then(again, () => { picture.hidden = true; told.append(" ", say("chart.absent")); });
  return node;
}
