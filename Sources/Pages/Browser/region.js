// The map of the server's page: stations, rows and clusters, in the colours of the app that is followed.

import { follow } from "./filter.js";
import { addScript } from "./graph.js";
import { ground } from "./ground.js";
import { element, number, scrolling, table, write } from "./html.js";
import { panel } from "./panel.js";
import { decimalsOf } from "./values.js";
import { say } from "./words.js";

const red = "#c62828", blue = "#1668c7", green = "#1b7f3b", grey = "#777777";

/** The radii of circles of the least and the greatest value, pixels. */
const [smallest, largest] = [5, 18];

/** Returns a text as a mark's tooltip: as an element, since Leaflet takes a text for markup. */
const tip = (text) => element("span", {}, text);

/** Returns the radius of a value's circle among others. */
function radiusOf(value, least, greatest) {
  return greatest > least ? smallest + (largest - smallest) * (value - least) / (greatest - least) : (smallest + largest) / 2;
}

/** The rows of the map as circles as large as their values. */
function circles(cells, text) {
  const means = cells.map(({ mean }) => mean).filter((mean) => mean !== null);
  const [least, greatest] = [means.reduce((a, b) => Math.min(a, b), Infinity), means.reduce((a, b) => Math.max(a, b), -Infinity)];
  return cells.filter(({ mean }) => mean !== null).map(({ latitude, longitude, mean, count }) =>
    L.circleMarker([latitude, longitude], { radius: radiusOf(mean, least, greatest), color: blue, weight: 1, fillOpacity: 0.35 })
      .bindTooltip(tip(say("region.cell", text(mean), count))));
}

/** The stations: red where MOQA shows them, blue where Air Quality does, grey where closed. */
function stationMarks(stations, app, text) {
  return stations.map(({ latitude, longitude, name, open, last }) =>
    L.circleMarker([latitude, longitude], {
      radius: 6, color: open ? (app === "moqa" ? red : blue) : grey, fill: open, dashArray: open ? null : "2 2", weight: 3,
    }).bindTooltip(tip(`${name}${open ? "" : `, ${say("map.closed")}`}${last ? `: ${text(last.value)}` : ""}`)));
}

/** The clusters of Air Quality, circles of their radius. */
function clusterMarks({ radius, clusters }, pattern, text) {
  return clusters.map(({ latitude, longitude, mean, count }) =>
    L.circle([latitude, longitude], { radius, color: green, weight: 2, dashArray: pattern, fillOpacity: 0.12 })
      .bindTooltip(tip(say("region.cluster", radius, mean === null ? "–" : text(mean), count))));
}

/** The panel of the map. */
export function region(session, filter) {
  const picture = element("div", { class: "picture map" }), told = element("p", { id: "region-told" });
  const legend = element("ul", { class: "legend" });
  const { node: view, rows } = table(say("region.clusters"),
    ["radius", "place", "count", "mean", "app"].map((name) => say(`region.${name}`)));
  const list = element("details", {}, element("summary", {}, say("region.clusters")), scrolling(say("region.clusters"), view));
  const changed = element("p", { id: "region-changed" });
  const parts = panel("region", picture, legend, told, list, changed);
  let chart = null, layer = null, isPlaced = "", answer = null;

  const draw = () => {
    if (!chart || !answer) return;
    const { app } = filter, { unit } = answer;
    const text = (value) => `${number(value, decimalsOf(filter.field))} ${unit}`;
    layer?.remove();
    chart.invalidateSize();
    const clusters = app === "moqa" ? [] : [...clusterMarks(answer.written, null, text), ...clusterMarks(answer.coded, "6 4", text)];
    const stations = filter.region ? stationMarks(filter.stations, app, text) : [];
    const marks = [...clusters, ...circles(answer.cells, text), ...stations];
    layer = L.featureGroup(marks).addTo(chart);
    const key = `${filter.from} ${filter.to} ${filter.owners}`;
    if (marks.length === 0 || isPlaced === key) return;
    isPlaced = key;
    const own = [...circles(answer.cells, text), ...clusters];
    chart.fitBounds(L.featureGroup(own.length > 0 ? own : marks).getBounds().pad(0.1), { animate: false, maxZoom: 17 });
  };

  const explain = () => {
    const names = filter.app === "moqa" ? ["stations", "rows"] : ["stationsBlue", "closed", "rows", "written", "coded"];
    legend.replaceChildren(...names.map((name) => element("li", { class: `region-${name}` }, say(`region.${name}`))));
  };

  follow(session, filter, parts, () => (filter.isReversed ? null : `/view/map?${filter.question}`), (found) => {
    answer = found ?? { cells: [], written: { radius: 200, clusters: [] }, coded: { radius: 250, clusters: [] }, count: 0, placed: 0, unit: "", changed: { count: 0, rows: [] } };
    explain();
    draw();
    write(told, say("region.told", answer.count, answer.placed));
    const decimals = decimalsOf(filter.field);
    rows([answer.written, answer.coded].flatMap(({ radius, clusters }) => clusters.slice(0, 100).map((cluster) =>
      [`${radius} m`, `${number(cluster.latitude, 5)}, ${number(cluster.longitude, 5)}`, String(cluster.count),
        number(cluster.mean, decimals), number(cluster.mean_as_app, decimals)])));
    list.hidden = filter.app === "moqa";
    changed.hidden = filter.app === "moqa";
    write(changed, say("region.changed", answer.changed.count, answer.changed.rows.slice(0, 10).map(({ id }) => id).join(", ") || "–"));
    return answer.cells.some(({ mean }) => mean !== null);
  });
  filter.on("stations", draw);

  addScript("/page/leaflet.js", "L").then(() => {
    chart = ground(picture, (step) => say("region.label", step));
    chart.setView([45.4737, 9.218], 12, { animate: false });
    draw();
  }, () => { picture.hidden = true; write(told, say("map.absent")); });
  return parts.node;
}
