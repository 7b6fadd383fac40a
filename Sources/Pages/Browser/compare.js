// The chart of the server's page, the quartiles below it, and what was measured near each station.

import { follow } from "./filter.js";
import { addScript, Graph } from "./graph.js";
import { element, labelled, number, scrolling, shape, table, write } from "./html.js";
import { panel } from "./panel.js";
import { decimalsOf } from "./values.js";
import { say } from "./words.js";

/** The lines of boards are blue, those of stations red, as in MOQA; the several of each differ by their dashes too. */
const colors = { board: ["#1668c7", "#0d3f7a", "#5e9de0", "#00796b"], station: ["#c62828", "#8e2430", "#d8663a", "#ad1457"] };
const patterns = [null, [8, 4], [2, 3], [12, 3, 2, 3]];

/** Returns a line's points with gaps where spans are missing. */
function withGaps(points, span) {
  const found = [];
  for (const { time, seconds, min, mean, max } of points) {
    const begin = Date.parse(time), last = found.at(-1);
    if (last && begin - last.end > 1.5 * Math.max(span, seconds * 1000)) found.push({ date: (last.end + begin) / 2, gap: true, end: begin });
    found.push({ date: begin + seconds * 500, min, mean, max, end: begin + seconds * 1000 });
  }
  return found;
}

/** Returns the usual step of a line's points, milliseconds: a night's silence is a gap for a board, a day is none for daily values. */
function usualSpan(points) {
  const steps = points.slice(1).map(({ time }, index) => Date.parse(time) - Date.parse(points[index].time)).sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 4)] ?? 0;
}

const nameOf = (series) => (series.kind === "station" ? `${series.name} (${series.sensor})` : series.owner ?? say("compare.board"));

/** Returns a piece of a line, for the legend. */
function sampleOf({ color, pattern }) {
  return shape("svg", { viewBox: "0 0 30 6", class: "line", "aria-hidden": "true" }, shape("line", {
    x1: 0, x2: 30, y1: 3, y2: 3, stroke: color, "stroke-width": 3, "stroke-dasharray": pattern ? pattern.join(" ") : "none",
  }));
}

/** The panel of the chart. */
export function compare(session, filter) {
  const picture = element("div", { class: "picture", role: "img", "aria-labelledby": "compare-told" });
  const told = element("p", { id: "compare-told" }), under = element("p", { class: "hint under" }), legend = element("ul", { class: "legend" });
  const parts = panel("compare", picture, legend, under, told);
  const graph = new Graph(picture, under, () => decimalsOf(filter.field));
  let answer = null;

  const draw = () => {
    if (!answer) return;
    const counts = { board: 0, station: 0 };
    const lines = answer.series.map((series) => {
      const index = counts[series.kind]++;
      return {
        label: nameOf(series), color: colors[series.kind][index % 4], width: 2, pattern: patterns[index % 4],
        points: withGaps(series.points, usualSpan(series.points)),
      };
    });
    const [from, to] = filter.period;
    graph.show(lines, { unit: answer.unit, from: Number(from), to: Number(to) });
    legend.replaceChildren(...answer.series.map((series, index) =>
      element("li", { class: "drawn" }, sampleOf(lines[index]), `${nameOf(series)}: ${say("compare.values", series.count)}`)));
  };

  follow(session, filter, parts, () => {
    if (filter.isReversed) return null;
    const sensors = filter.region && filter.sensors.length > 0 ? `&sensor=${filter.sensors.join(",")}` : "";
    return `/view/series?${filter.question}&points=600${sensors}`;
  }, (found) => {
    answer = found ?? { series: [], unit: "" };
    draw();
    const values = answer.series.flatMap(({ points }) => points);
    const decimals = decimalsOf(filter.field);
    write(told, values.length === 0 ? say("chart.empty") : say("compare.told", say(filter.field),
      number(values.reduce((a, { min }) => Math.min(a, min), Infinity), decimals),
      number(values.reduce((a, { max }) => Math.max(a, max), -Infinity), decimals), answer.unit, answer.series.length));
    return values.length > 0;
  });
  addScript("/page/dygraph.js", "Dygraph").then(draw, () => { picture.hidden = true; told.append(" ", say("chart.absent")); });
  return parts.node;
}

/** The panel of the quartiles: as MOQA prints them, and as they are. */
export function quartiles(session, filter) {
  const { node: view, rows } = table(say("quartiles.caption"),
    ["quartile", "boardPrinted", "board", "stationPrinted", "station"].map((name) => say(`quartiles.${name}`)));
  const told = element("p", { id: "quartiles-told", class: "hint" });
  const parts = panel("quartiles", scrolling(say("quartiles.caption"), view), told);
  follow(session, filter, parts, () => {
    if (filter.isReversed) return null;
    const sensor = filter.region && filter.sensors.length > 0 ? `&sensor=${filter.sensors[0]}` : "";
    return `/view/quartiles?${filter.question}${sensor}`;
  }, (found) => {
    const decimals = decimalsOf(filter.field);
    const text = (list, index) => (list ? number(list[index], decimals) : "–");
    rows(["first", "second", "third"].map((name, index) => [say(`quartiles.${name}`),
      text(found?.board.printed, index), text(found?.board.right, index), text(found?.station?.printed, index), text(found?.station?.right, index)]));
    write(told, say("quartiles.told", found?.board.count ?? 0, found?.station?.name ?? "–", found?.station?.count ?? 0));
    return (found?.board.count ?? 0) + (found?.station?.count ?? 0) > 0;
  });
  return parts.node;
}

/** The panel of the statistics near each station, by period. */
export function near(session, filter) {
  const by = element("select", { id: "near-by", onchange: () => filter.again() },
    ["all", "day", "week", "month"].map((name) => element("option", { value: name }, say(`near.${name}`))));
  const radius = element("input", { type: "number", id: "near-radius", min: "1", max: "100000", value: "1000", onchange: () => filter.again() });
  const { node: view, rows } = table(say("near"),
    ["station", "period", "rows", "mean", "quartiles", "measured"].map((name) => say(`near.${name}`)));
  const parts = panel("near", element("div", { class: "row" }, labelled(say("near.by"), by), labelled(say("near.radius"), radius)),
    scrolling(say("near"), view));
  follow(session, filter, parts, () => (
    filter.isReversed ? null : `/view/near?${filter.question}&by=${by.value}&radius=${encodeURIComponent(radius.value)}`), (found) => {
    const decimals = decimalsOf(filter.field);
    const four = ({ count, mean, quartiles: list }) =>
      `${count}: ${number(mean, decimals)} (${list ? list.map((value) => number(value, decimals)).join(", ") : "–"})`;
    const lines = (found?.periods ?? []).flatMap(({ from, to, stations }) => stations.filter(({ rows: own }) => own.count > 0 || by.value === "all")
      .map(({ name, rows: own, measured }) => [name, `${from.slice(0, 10)} – ${to.slice(0, 10)}`, String(own.count), number(own.mean, decimals),
        own.quartiles ? own.quartiles.map((value) => number(value, decimals)).join(", ") : "–", four(measured)]));
    rows(lines.slice(0, 500));
    return lines.length > 0;
  });
  return parts.node;
}
