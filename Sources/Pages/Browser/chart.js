// A quantity over time: measured with its band, true, and gaps.

import { atMostEach, element, number, write } from "./html.js";
import { download, panel, repeat } from "./panel.js";
import { readText } from "./api.js";
import { decimalsOf } from "./values.js";
import { say } from "./words.js";

const fields = ["temperature", "humidity", "pressure", "altitude", "tvocs", "eco2", "pm05", "pm1", "pm25", "pm4", "pm10",
  "pm05_number", "light", "gnss.correction_age"];
const trueFields = new Set(["temperature", "humidity", "pressure", "tvocs", "eco2", "pm1", "pm25", "pm4", "pm10", "pm05_number", "light"]);
const spans = [300, 3600, 86400, 1209600];

/** Adds a script of the page that is no module and defines a name; rejects where the program was built without it. */
export function addScript(path, name) {
  if (globalThis[name]) return Promise.resolve();
  return new Promise((resolve, reject) => {
    document.head.append(element("script", { src: path, onload: resolve, onerror: () => reject(new Error(path)) }));
  });
}

/** Returns rows of dygraphs: time, and least, mean and greatest of both series. Null is bridged, NaN is a gap. */
function rowsOf(measured, truth, origin) {
  const rows = new Map();
  const put = (points, column) => {
    for (const { from, to, min, mean, max, gap } of points) {
      const time = gap ? (from + to) / 2 : to;
      const row = rows.get(time) ?? [new Date((origin + time) * 1000), null, null];
      row[column] = gap ? [NaN, NaN, NaN] : [min, mean, max];
      rows.set(time, row);
    }
  };
  put(measured, 1);
  put(truth, 2);
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row);
}

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

  const hover = (_, time, points) => write(under, [new Date(time).toISOString().slice(11, 19), ...points.map(({ name, yval }) =>
    `${name} ${number(yval, decimalsOf(quantity.value))}`)].join(", "));
  let graph = null, now = 0, origin = 0, units = {};
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
    const rows = rowsOf(measured, truth, origin);
    if (!globalThis.Dygraph || rows.length === 0) return;
    const options = {
      file: rows, customBars: true, labels: ["", say("chart.measured"), say("chart.truth")],
      ylabel: unit, labelsUTC: true, dateWindow: [(origin + from) * 1000, (origin + Math.max(to, from + 1)) * 1000],
    };
    if (graph) graph.updateOptions(options);
    else {
      // Its own legend sets styles in its text, which the page forbids; ours stands below.
      Dygraph.PLUGINS = Dygraph.PLUGINS.filter((plugin) => plugin !== Dygraph.Plugins.Legend);
      graph = new Dygraph(picture, rows, {
        ...options, highlightCallback: hover, unhighlightCallback: () => write(under, ""), connectSeparatedPoints: true,
        drawPoints: true, pointSize: 1.5, fillAlpha: 0.25, axisLabelFontSize: 12, axisLabelWidth: 60, animatedZooms: false,
        series: {
          [say("chart.measured")]: { color: "#1668c7", strokeWidth: 2 },
          [say("chart.truth")]: { color: "#777777", strokeWidth: 1, strokePattern: [6, 3] },
        },
      });
      new ResizeObserver(() => graph.resize()).observe(picture);
    }
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
