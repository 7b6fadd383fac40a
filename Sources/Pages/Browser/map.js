// A map without tiles: a metric grid, tracks by fix, the board, its base and the region's stations.

import { addScript } from "./chart.js";
import { element, number, write } from "./html.js";
import { panel } from "./panel.js";
import { fixOf, fixes } from "./fix.js";
import { say } from "./words.js";

/** Metres of a degree of latitude, on a sphere of the Earth's mean radius. */
const metresADegree = 111_195;
/** The positions of a track that are kept, an hour at a sample each two seconds. */
const trackLength = 1800;

/** Returns a step of the grid that is drawn as at least 60 pixels, in metres. */
function gridStep(metresAPixel) {
  const least = 60 * metresAPixel;
  const power = 10 ** Math.ceil(Math.log10(least));
  return [power / 5, power / 2, power].find((step) => step >= least);
}

const lengthText = (metres) => (metres >= 1000 ? `${metres / 1000} km` : `${metres} m`);

/** A layer with lines of equal distances to the north and to the east. */
function gridLayer() {
  const Grid = L.GridLayer.extend({
    createTile(tile) {
      const size = this.getTileSize(), canvas = document.createElement("canvas");
      canvas.width = size.x;
      canvas.height = size.y;
      const context = canvas.getContext("2d");
      const corner = tile.scaleBy(size), map = this._map;
      const northWest = map.unproject(corner, tile.z), southEast = map.unproject(corner.add(size), tile.z);
      const north = (latitude) => latitude * metresADegree;
      const scale = metresADegree * Math.cos(northWest.lat * Math.PI / 180);
      const step = gridStep((north(northWest.lat) - north(southEast.lat)) / size.y);
      context.strokeStyle = "#8886";
      context.lineWidth = 1;
      context.beginPath();
      for (let y = Math.ceil(north(southEast.lat) / step) * step; y <= north(northWest.lat); y += step) {
        const at = map.project([y / metresADegree, northWest.lng], tile.z).y - corner.y;
        context.moveTo(0, Math.round(at) + 0.5);
        context.lineTo(size.x, Math.round(at) + 0.5);
      }
      const reference = Math.cos(Math.round(northWest.lat) * Math.PI / 180) * metresADegree;
      for (let x = Math.ceil(northWest.lng * reference / step) * step; x <= southEast.lng * reference; x += step) {
        const at = map.project([northWest.lat, x / reference], tile.z).x - corner.x;
        context.moveTo(Math.round(at) + 0.5, 0);
        context.lineTo(Math.round(at) + 0.5, size.y);
      }
      context.stroke();
      return canvas;
    },
  });
  return new Grid({ maxNativeZoom: 24 });
}

/** Returns a map with a metric grid and a scale in an element, which tells the grid's step. */
export function gridMap(picture) {
  const chart = L.map(picture, { preferCanvas: true, zoomControl: true, attributionControl: false, maxZoom: 24, zoomAnimation: false });
  gridLayer().addTo(chart);
  L.control.scale({ imperial: false }).addTo(chart);
  chart.on("zoomend moveend", () => {
    const step = gridStep(40_075_016 * Math.cos(chart.getCenter().lat * Math.PI / 180) / 256 / 2 ** chart.getZoom());
    picture.setAttribute("aria-label", say("map.label", lengthText(step)));
  });
  new ResizeObserver(() => chart.invalidateSize()).observe(picture);
  return chart;
}

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
    let count = this.#lines.reduce((sum, line) => sum + line.getLatLngs().length, 0);
    while (count > trackLength && this.#lines.length > 1) {
      count -= this.#lines[0].getLatLngs().length;
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
    const chart = gridMap(picture);
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
