// The chosen mountpoint: the sky in its stream, and its last frames.

import { element, mark, number, scrolling, table, write } from "./html.js";
import { panel } from "./panel.js";
import { mountpointPath } from "./polled.js";
import { bars, legend, polar } from "./polar.js";
import { say } from "./words.js";

/** Returns a satellite as the pictures of a sky take it: all that a station sends, it has tracked. */
function drawn({ satellite, azimuth, elevation, signals }) {
  const ratios = signals.map(({ cnr }) => cnr).filter((cnr) => cnr !== null);
  return { satellite, azimuth, elevation, cnr: Math.round(Math.max(0, ...ratios)), used: true, reported: true, true: true };
}

/** Returns a line with the name of the chosen mountpoint. */
function choiceLine(caster) {
  const line = element("p", { class: "chosen" });
  caster.on("chosen", ({ name }) => write(line, name === null ? say("mounts.none") : say("mounts.chosen", name)));
  return line;
}

/** The panel of the sky in the chosen mountpoint's stream. */
export function mountpointSky(caster) {
  const summary = element("p", { id: "sky-summary" });
  const pictures = element("div", { class: "pictures" });
  const { node: view, rows } = table(say("sky.caption"), ["satellite", "azimuth", "elevation", "signals"].map((name) => say(`sky.${name}`)));
  const list = element("details", {}, element("summary", {}, say("sky.list")), scrolling(say("sky.caption"), view));
  caster.on("sky", ({ satellites, latitude }) => {
    const placed = satellites.filter(({ elevation }) => elevation !== null).length;
    write(summary, say("sky.ofStation", satellites.length, placed)
      + (latitude === null && satellites.length > 0 ? ` ${say("sky.noStation")}` : ""));
    pictures.replaceChildren(...(placed > 0 ? [polar(satellites.map(drawn))] : []), bars(satellites.map(drawn)));
    rows(satellites.map(({ satellite, system, azimuth, elevation, signals }) => [
      `${satellite} ${system}`, number(azimuth, 0), number(elevation, 0),
      signals.map(({ code, cnr }) => `${code} ${number(cnr, 0)}`).join(", ")]));
  });
  return panel("sky", choiceLine(caster), summary, pictures, legend(), list).node;
}

/** The panel of the chosen mountpoint's last frames. */
export function frames(caster) {
  const text = element("pre", { class: "transfers", tabindex: 0, role: "region", "aria-label": say("frames.caption") });
  const links = [["frames.txt?last=20", say("frames.text")], ["frames?last=20", say("frames.json")]].map(([leaf, label]) => {
    const link = element("a", {}, label);
    caster.on("chosen", ({ name }) => mark(link, "href", name === null ? null : `api/v1/${mountpointPath(name, leaf)}`));
    return link;
  });
  caster.on("frames", ({ text: lines }) => write(text, lines || say("frames.none")));
  return panel("frames", choiceLine(caster), text, element("p", { class: "row" }, links)).node;
}
