// The other casters of a caster's cluster, and the streams that come from them.

import { element, number, scrolling, table, write } from "./html.js";
import { panel } from "./panel.js";
import { say } from "./words.js";

/** The panel of the cluster; hidden for a caster by itself. */
export function cluster(caster) {
  const summary = element("p", { id: "cluster-summary" });
  const nodes = table(say("cluster.nodes"), ["node", "age", "has", "wants"].map((name) => say(`cluster.${name}`)));
  const streams = table(say("cluster.streams"), ["mountpoint", "slices", "missing", "late"].map((name) => say(`cluster.${name}`)));
  const { node } = panel("cluster", summary, scrolling(say("cluster.nodes"), nodes.node), scrolling(say("cluster.streams"), streams.node));
  node.hidden = true;
  caster.on("cluster", (told) => {
    node.hidden = false;
    write(summary, say("cluster.summary", told.name, told.state, told.broker) + (told.error ? ` ${told.error}` : ""));
    nodes.rows(told.nodes.map(({ name, age, mountpoints, wants }) => [
      name, `${number(age, 0)} s`, mountpoints.join(", ") || "–", wants.join(", ") || "–"]));
    streams.rows(told.streams.map(({ mountpoint, slices, missing, late }) => [
      mountpoint, String(slices), String(missing), String(late)]));
  });
  return node;
}
