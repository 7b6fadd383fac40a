// The ground of a map without tiles: a metric grid, drawn by Leaflet.

/** Metres of a degree of latitude, on a sphere of the Earth's mean radius. */
const metresADegree = 111_195;

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

/** Returns a map with a grid and a scale; `label` returns its name for screen readers from the grid's step in words. */
export function ground(picture, label) {
  const chart = L.map(picture, { preferCanvas: true, zoomControl: true, attributionControl: false, maxZoom: 24, zoomAnimation: false });
  gridLayer().addTo(chart);
  L.control.scale({ imperial: false }).addTo(chart);
  chart.on("zoomend moveend", () => {
    const step = gridStep(40_075_016 * Math.cos(chart.getCenter().lat * Math.PI / 180) / 256 / 2 ** chart.getZoom());
    picture.setAttribute("aria-label", label(lengthText(step)));
  });
  new ResizeObserver(() => chart.invalidateSize()).observe(picture);
  return chart;
}
