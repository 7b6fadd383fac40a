// A map without tiles: a metric grid, tracks by fix, the board, its base and the region's stations.

import { element, number, write } from "./html.js";
import { panel } from "./panel.js";
import { fixOf, fixes } from "./fix.js";
import { addScript } from "./graph.js";
import { ground } from "./ground.js";
import { say } from "./words.js";

/** The positions of a track that are kept, an hour at a sample each two seconds. */
const trackLength = 1800;

/** Both tracks of a board: positions told, coloured by fix and broken in gaps, and true ones. */
class Tracks {
  #lines = [];
  #last = null;
  constructor(map) {
    this.map = map;
    this.true = L.polyline([], { color: "#777", weight: 2, dashArray: "4 4", interactive: false }).addTo(map);
  }

  addTrue(position) {
    this.true.addLatLng(position);
    const points = this.true.getLatLngs();
    if (points.length > trackLength) this.true.setLatLngs(points.slice(-trackLength));
  }

  add(position, fix) {
    if (!position) { this.#last = null; return; }
    if (this.#last?.fix !== fix) {
      const line = L.polyline(this.#last ? [this.#last.position] : [], {
        color: fixes[fix].color, weight: 3, dashArray: fixes[fix].dash, interactive: false,
      }).addTo(this.map);
      this.#lines.push(line);
    }
    this.#lines.at(-1).addLatLng(position);
    this.#last = { fix, position };
    // The oldest positions go, and with its last one a line.
    let extra = this.#lines.reduce((sum, line) => sum + line.getLatLngs().length, 0) - trackLength;
    while (extra > 0) {
      const [oldest] = this.#lines, points = oldest.getLatLngs();
      if (points.length > extra) { oldest.setLatLngs(points.slice(extra)); return; }
      extra -= points.length;
      this.#lines.shift().remove();
    }
  }

  clear() {
    for (const line of this.#lines) line.remove();
    [this.#lines, this.#last] = [[], null];
    this.true.setLatLngs([]);
  }
}

/** Shows the stations of the base and of the region, in the apps' colours. */
function showStations(map, collection) {
  for (const { geometry, properties } of collection.features) {
    const at = [geometry.coordinates[1], geometry.coordinates[0]];
    if (properties.kind === "base") {
      const mark = 0.00002, [lat, lng] = at;
      L.rectangle([[lat - mark, lng - mark], [lat + mark, lng + mark]], { color: "#7a1fa2", weight: 6 })
        .bindTooltip(`${say("map.base")} ${properties.id ?? ""}`).addTo(map);
      continue;
    }
    const isOpen = properties.open !== false;
    L.circleMarker(at, { radius: 6, color: isOpen ? "#c62828" : "#777", fill: isOpen, dashArray: isOpen ? null : "2 2" })
      .bindTooltip(`${say("map.station")} ${properties.name}${isOpen ? "" : `, ${say("map.closed")}`}`).addTo(map);
  }
}

/** The panel of the map. */
export function map(board) {
  const picture = element("div", { class: "picture map" });
  const told = element("p", { id: "map-summary" }), follow = element("input", { type: "checkbox", id: "map-follow", checked: true });
  const { node } = panel("map",
    element("div", { class: "row" }, follow, element("label", { for: "map-follow" }, say("map.follow"))), picture, told,
    element("ul", { class: "legend" },
      element("li", { class: "true" }, say("map.true")),
      Object.values(fixes).filter((fix) => fix.rank > 0).map((fix) => element("li", { class: `fix-${fix.name}` }, say(`fix.${fix.name}`)))));

  const begin = () => {
    const chart = ground(picture, (step) => say("map.label", step));
    let isPlaced = false;
    const tracks = new Tracks(chart);
    const dot = L.circleMarker([0, 0], { radius: 8, color: "#1668c7", fillOpacity: 0.7 });
    const halo = L.circle([0, 0], { radius: 1, color: "#1668c7", weight: 1, fillOpacity: 0.1, interactive: false });
    dot.bindTooltip(say("map.board"));
    let place = null;
    board.on("sample", ({ true_position: { latitude, longitude } }) => {
      place = [latitude, longitude];
      if (board.isLive) tracks.addTrue(place);
    });
    board.on("status", ({ gnss }) => {
      const position = gnss.latitude === null ? null : [gnss.latitude, gnss.longitude];
      if (board.isLive) tracks.add(position, fixOf(gnss.fix).name);
      write(told, position && place
        ? say("map.position", number(position[0], 7), number(position[1], 7), number(place[0], 7), number(place[1], 7))
        : say("map.noPosition"));
      const shown = position ?? place;
      if (!shown) return;
      dot.setLatLng(shown).addTo(chart);
      dot.setStyle({ color: position ? fixOf(gnss.fix).color : "#777" });
      if (position) halo.setLatLng(position).setRadius(gnss.horizontal_accuracy ?? 0).addTo(chart);
      else halo.remove();
      if (!isPlaced) { chart.setView(shown, 17, { animate: false }); isPlaced = true; }
      else if (follow.checked && !chart.getBounds().pad(-0.2).contains(shown)) chart.panTo(shown, { animate: false });
    });
    board.on("reset", () => tracks.clear());
    // A recorded run passes many positions at once.
    board.on("passed", (passed) => {
      for (const { latitude, longitude, gnss } of passed) {
        tracks.addTrue([latitude, longitude]);
        tracks.add(gnss.latitude === null ? null : [gnss.latitude, gnss.longitude], fixOf(gnss.fix).name);
      }
    });
    chart.on("dragstart", () => { follow.checked = false; });
    board.read("stations").then((collection) => { if (collection) showStations(chart, collection); }, () => {});
  };
  addScript("/page/leaflet.js", "L").then(begin, () => { picture.hidden = true; write(told, say("map.absent")); });
  return node;
}
