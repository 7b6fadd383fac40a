// The parts on the bus: state, registers, and the last transfers.

import { atMostEach, element, table, write } from "./html.js";
import { panel, repeat } from "./panel.js";
import { say } from "./words.js";

/** A part with its condition and registers. */
function registers({ name, address, condition, registers: held }) {
  const { node, rows } = table(`${name} ${address}`, [say("parts.register"), say("parts.address"), say("parts.bytes")]);
  rows(held.map((register) => [register.name, register.address, element("code", {}, register.bytes || "–")]));
  return element("div", {}, node,
    element("p", { class: "hint" }, Object.entries(condition).map(([key, value]) => `${key}: ${value}`).join("; ")));
}

/** The panel of the parts. */
export function parts(board) {
  const { node: view, rows } = table(say("parts.caption"), ["part", "state", "starts"].map((name) => say(`parts.${name}`)));
  const bus = element("p");
  board.on("status", atMostEach(500, (status) => {
    rows(Object.entries(status.sensors).map(([name, { state, error, starts }]) =>
      [name, element("span", { class: `part-${state}` }, [state, error].filter(Boolean).join(": ")), String(starts)]));
    write(bus, say("parts.bus", status.bus.transfers, status.bus.nacks));
  }));
  const held = element("div"), transfers = element("pre", { class: "transfers", tabindex: 0, role: "region", "aria-label": say("parts.transfers") });
  const more = element("details", {}, element("summary", {}, say("parts.show")), held,
    element("h3", {}, say("parts.transfers")), transfers);
  if (board.isLive) {
    const turn = repeat(1000, async () => {
      held.replaceChildren(...(await board.read("parts")).parts.map(registers));
      write(transfers, (await board.read("transfers?count=40")).transfers.map(({ line }) => line).join("\n"));
    }, () => more.open);
    more.addEventListener("toggle", turn);
  }
  return panel("parts", view, bus, board.isLive ? more : null).node;
}
