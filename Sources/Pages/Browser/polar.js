// Pictures of satellites: where they are, and how strong.

import { element, shape } from "./html.js";

/** The constellations by their letter in RINEX, with the colours of receivers' own programs. */
const constellations = {
  G: ["GPS", "#1668c7"], R: ["GLONASS", "#c62828"], E: ["Galileo", "#00796b"], C: ["BeiDou", "#b35c00"],
  J: ["QZSS", "#7a1fa2"], S: ["SBAS", "#555555"], I: ["NavIC", "#8d6e00"],
};

const colorOf = (satellite) => (constellations[satellite[0]] ?? ["", "#555555"])[1];

/** The horizon's radius in the picture, whose middle is the zenith. */
const radius = 100;

function place({ azimuth, elevation }) {
  const distance = radius * (90 - elevation) / 90, angle = azimuth * Math.PI / 180;
  return [distance * Math.sin(angle), -distance * Math.cos(angle)];
}

/** The picture of the sky, north up, with circles of 0, 30 and 60 degrees. */
export function polar(satellites) {
  const rings = [0, 30, 60].map((elevation) =>
    shape("circle", { cx: 0, cy: 0, r: radius * (90 - elevation) / 90, class: "ring" }));
  const names = [["N", 0, -1], ["E", 1, 0], ["S", 0, 1], ["W", -1, 0]].map(([name, x, y]) =>
    shape("text", { x: x * (radius + 9), y: y * (radius + 9) + 3.5, class: "axis" }, name));
  const dots = satellites.filter((satellite) => satellite.elevation !== null && satellite.elevation >= 0).map((satellite) => {
    const [x, y] = place(satellite), color = colorOf(satellite.satellite);
    const state = satellite.used ? "used" : satellite.reported ? "tracked" : "hidden";
    return shape("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, class: state },
      shape("circle", { r: 7, fill: state === "used" ? color : "none", stroke: color }),
      shape("text", { y: 2.6, fill: state === "used" ? "#fff" : "currentColor" }, satellite.satellite));
  });
  return shape("svg", { viewBox: "-118 -118 236 236", class: "sky", role: "img", "aria-labelledby": "sky-summary" },
    ...rings, ...names, ...dots);
}

/** The carrier-to-noise ratios as bars, up to 55 dB-Hz. */
export function bars(satellites) {
  const heard = satellites.filter((satellite) => satellite.cnr > 0), width = 11;
  const nodes = heard.flatMap(({ satellite, cnr, used }, index) => {
    const height = Math.min(cnr, 55), color = colorOf(satellite);
    return [
      shape("rect", { x: index * width + 1, y: 60 - height, width: width - 2, height, fill: used ? color : "none", stroke: color }),
      shape("text", { x: index * width + width / 2, y: 58 - height, class: "cnr" }, String(cnr)),
      shape("text", { x: 0, y: 0, class: "name", transform: `translate(${index * width + width / 2 + 2} 76) rotate(-90)` }, satellite),
    ];
  });
  return shape("svg", { viewBox: `0 0 ${Math.max(heard.length * width, 1)} 78`, class: "bars", "aria-hidden": "true" }, ...nodes);
}

/** The legend of the constellations' colours. */
export function legend() {
  return element("ul", { class: "legend" }, Object.entries(constellations).slice(0, 5).map(([letter, [name]]) =>
    element("li", { class: `system-${letter}` }, `${letter} ${name}`)));
}
