// The satellites: where they are, how strong, and which are used.

import { element, number, scrolling, table, write } from "./html.js";
import { panel } from "./panel.js";
import { bars, legend, polar } from "./polar.js";
import { say } from "./words.js";

/** The panel of the sky. */
export function sky(board) {
  const summary = element("p", { id: "sky-summary" }), pictures = element("div", { class: "pictures" });
  const { node: view, rows } = table(say("sky.caption"),
    ["satellite", "azimuth", "elevation", "cnr", "used", "reported"].map((name) => say(`sky.${name}`)));
  const list = element("details", {}, element("summary", {}, say("sky.list")), scrolling(say("sky.caption"), view));
  const yes = (flag) => say(flag ? "yes" : "no");
  const show = ({ satellites }) => {
    write(summary, say("sky.summary", satellites.filter((satellite) => satellite.reported).length,
      satellites.filter((satellite) => satellite.used).length, satellites.filter((satellite) => satellite.true).length));
    pictures.replaceChildren(polar(satellites), bars(satellites));
    if (!list.open) return;
    rows(satellites.map((satellite) => [satellite.satellite, number(satellite.azimuth, 0), number(satellite.elevation, 0),
      number(satellite.cnr, 0), yes(satellite.used), yes(satellite.reported)]));
  };
  board.on("sky", show);
  list.addEventListener("toggle", () => { if (board.last.sky) show(board.last.sky); });
  return panel("sky", summary, pictures, element("p", { class: "hint" }, say("sky.legend")), legend(), list).node;
}
