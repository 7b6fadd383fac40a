// The mountpoints of a caster: rates, gaps, damage, readers and sources.

import { element, mark, number, scrolling, table, write } from "./html.js";
import { panel } from "./panel.js";
import { say } from "./words.js";

const columns = ["mountpoint", "origin", "readers", "bytesRate", "framesRate", "gaps", "damage", "latency", "bytes", "pusher"];

/** Returns a length of time in the largest unit that fits. */
export function ageText(seconds) {
  if (seconds === null) return "–";
  if (seconds < 120) return `${seconds.toFixed(0)} s`;
  return seconds < 7200 ? `${(seconds / 60).toFixed(0)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** Returns who pushes a mountpoint, or how its link is; a dash for neither. */
function sourceText({ source_address: address, source_agent: agent, source_user: user, source_seconds: seconds, link, error, node }) {
  if (address !== null) return [address, user, agent, say("mounts.since", ageText(seconds))].filter(Boolean).join(" · ");
  if (node !== null) return say("mounts.of", node);
  return [link, error].filter(Boolean).join(": ") || "–";
}

/** A row of the table, whose cells change with each answer. */
function row(caster, name) {
  const cells = columns.slice(1).map((column) => element("td", { class: column }));
  const button = element("button", { type: "button", onclick: () => caster.choose(name) }, name);
  const node = element("tr", {}, element("th", { scope: "row" }, button), cells);
  node.dataset.mount = name;
  const update = (mountpoint) => {
    const { origin, readers, epochs, missing_epochs: missing, bad_crc: damaged, latency, bytes } = mountpoint;
    [say(`mounts.${origin}`), String(readers), number(mountpoint.bytes_per_second, 0), number(mountpoint.frames_per_second, 1),
      epochs === 0 ? "–" : String(missing), String(damaged), latency === null ? "–" : `${number(latency, 2)} s`, String(bytes),
      sourceText(mountpoint)].forEach((text, index) => write(cells[index], text));
    mark(node, "data-damage", damaged > 0 ? "yes" : null);
    mark(node, "data-gaps", missing > 0 ? "yes" : null);
  };
  const choose = () => mark(button, "aria-pressed", String(caster.chosen === name));
  return { node, update, choose };
}

/** The panel of the mountpoints. */
export function mountpoints(caster) {
  const summary = element("p", { id: "mounts-summary" }), rows = new Map();
  const { node: view, body } = table(say("mounts.caption"), columns.map((name) => say(`mounts.${name}`)));
  const choose = () => { for (const row of rows.values()) row.choose(); };
  caster.on("mountpoints", ({ mountpoints: all, sockets }) => {
    const sum = (member) => all.reduce((total, mountpoint) => total + (mountpoint[member] ?? 0), 0);
    write(summary, say("mounts.summary", all.length, sum("readers"), sum("bytes_per_second").toFixed(0), sockets));
    const names = all.map(({ name }) => name);
    for (const [name, { node }] of rows) {
      if (!names.includes(name)) { node.remove(); rows.delete(name); }
    }
    for (const mountpoint of all) {
      if (!rows.has(mountpoint.name)) {
        rows.set(mountpoint.name, row(caster, mountpoint.name));
        body.append(rows.get(mountpoint.name).node);
      }
      rows.get(mountpoint.name).update(mountpoint);
    }
    choose();
  });
  caster.on("chosen", choose);
  return panel("mounts", summary, scrolling(say("mounts.caption"), view), element("p", { class: "hint" }, say("mounts.hint"))).node;
}
