// A map of a caster's stations, without tiles.

import { addScript } from "./graph.js";
import { ground } from "./ground.js";
import { element, mark, number, scrolling, table, write } from "./html.js";
import { panel } from "./panel.js";
import { say } from "./words.js";

/** The mark of a station, which tells its name as text whatever it holds. */
function stationMark(caster, chart, name) {
  const dot = L.circleMarker([0, 0], { radius: 7, color: "#7a1fa2", fillOpacity: 0.6 });
  dot.bindTooltip(element("span", {}, name));
  dot.on("click", () => caster.choose(name));
  return dot.addTo(chart);
}

/** Draws the stations on a map as they are told. */
function draw(caster, picture) {
  const chart = ground(picture, (step) => say("map.label", step)), marks = new Map();
  let shown = 0;
  const choose = () => {
    for (const [name, dot] of marks) dot.setStyle({ weight: name === caster.chosen ? 6 : 3, radius: name === caster.chosen ? 10 : 7 });
  };
  caster.on("mountpoints", ({ mountpoints }) => {
    const placed = new Map(mountpoints.filter(({ latitude }) => latitude !== null).map((each) => [each.name, each]));
    for (const [name, dot] of marks) {
      if (!placed.has(name)) { dot.remove(); marks.delete(name); }
    }
    for (const [name, { latitude, longitude }] of placed) {
      if (!marks.has(name)) marks.set(name, stationMark(caster, chart, name));
      marks.get(name).setLatLng([latitude, longitude]);
    }
    if (marks.size > shown) {
      chart.fitBounds(L.latLngBounds([...marks.values()].map((dot) => dot.getLatLng())).pad(0.2), { maxZoom: 12, animate: false });
    }
    shown = marks.size;
    choose();
  });
  caster.on("chosen", choose);
}

/** The panel of the stations. */
export function stations(caster) {
  const picture = element("div", { class: "picture map" }), told = element("p");
  const { node: view, rows } = table(say("stations.caption"), ["mountpoint", "latitude", "longitude", "id"].map((name) => say(`stations.${name}`)));
  const list = element("details", {}, element("summary", {}, say("stations.list")), scrolling(say("stations.caption"), view));
  let last = "";
  caster.on("mountpoints", ({ mountpoints }) => {
    const placed = mountpoints.filter(({ latitude }) => latitude !== null);
    write(told, say("stations.summary", placed.length, mountpoints.length));
    const cells = placed.map(({ name, latitude, longitude, station_id: id }) =>
      [name, number(latitude, 5), number(longitude, 5), id === null ? "–" : String(id)]);
    if (JSON.stringify(cells) === last) return;
    last = JSON.stringify(cells);
    rows(cells);
  });
  addScript("/page/leaflet.js", "L").then(() => draw(caster, picture), () => {
    picture.hidden = true;
    mark(list, "open", "");
    told.after(element("p", {}, say("map.absent")));
  });
  return panel("stations", picture, told, list).node;
}
