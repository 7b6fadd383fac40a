// The clients of a caster: those connected, and the last requests.

import { element, number, scrolling, table, write } from "./html.js";
import { ageText } from "./mountpoints.js";
import { panel } from "./panel.js";
import { say } from "./words.js";

/** The requests that the page shows. */
const shown = 50;

/** The panel of the readers and sources. */
export function connections(caster) {
  const { node: view, rows } = table(say("connections.caption"),
    ["address", "role", "mountpoint", "user", "agent", "since", "bytes"].map((name) => say(`connections.${name}`)));
  const summary = element("p");
  caster.on("connections", ({ total, connections: some }) => {
    write(summary, say("connections.summary", total, some.length));
    rows(some.map(({ address, role, mountpoint, user, agent, version, seconds, bytes }) => [
      address || "–", say(`connections.${role}`), mountpoint ?? "–", user || "–", `${agent || "–"} (NTRIP ${version})`, ageText(seconds), String(bytes)]));
  });
  return panel("connections", summary, scrolling(say("connections.caption"), view)).node;
}

/** The panel of the last requests, with the reasons of refusals. */
export function answers(caster) {
  const { node: view, rows } = table(say("answers.caption"),
    ["time", "request", "client", "outcome"].map((name) => say(`answers.${name}`)));
  const none = element("p", {}, say("answers.none"));
  const outcomeText = ({ outcome, reason, fault }) =>
    [say(`answers.${outcome}`), reason, fault && say("answers.byFault", fault)].filter(Boolean).join(": ");
  caster.on("requests", ({ requests }) => {
    none.hidden = requests.length > 0;
    rows(requests.slice(-shown).toReversed().map((request) => [
      number(request.time, 1), `${request.method ?? "–"} /${request.mountpoint}`,
      [request.address, request.user, request.agent].filter(Boolean).join(" · "),
      element("span", { class: `outcome-${request.outcome}` }, outcomeText(request))]));
  });
  return panel("answers", none, scrolling(say("answers.caption"), view)).node;
}
