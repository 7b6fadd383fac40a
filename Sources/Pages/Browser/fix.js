// The position fix: its state, the reason, and the states of the last hour.

import { element, mark, number, shape, write } from "./html.js";
import { facts, panel, repeat } from "./panel.js";
import { say } from "./words.js";

/** The states of a fix by name: rank in the history, colour and dashes of its track. */
export const fixes = Object.fromEntries([
  ["none", "#777777", "1 6"], ["3d", "#c62828", "2 5"], ["dgnss", "#8d6e00", "8 5"], ["rtk-float", "#b35c00", "14 5"],
  ["rtk-fixed", "#1b7f3b", null],
].map(([name, color, dash], rank) => [name, { name, color, dash, rank }]));

const byRank = Object.values(fixes);

/** Returns the state of a name; that of no fix for one that the page does not know. */
export const fixOf = (name) => fixes[name] ?? fixes.none;

/** Returns the distance of two positions, metres; for positions near each other. */
export function distance(one, other) {
  const north = (one.latitude - other.latitude) * 111_195;
  const east = (one.longitude - other.longitude) * 111_195 * Math.cos(one.latitude * Math.PI / 180);
  return Math.hypot(north, east);
}

/** Returns the spans of equal state in a history of ranks. */
function spansOf(points) {
  const spans = [];
  for (const { from, to, min, gap } of points) {
    const state = gap ? fixes.none : byRank[Math.round(min)] ?? fixes.none;
    const last = spans.at(-1);
    if (last?.state === state) last.to = to;
    else spans.push({ state, from: last?.to ?? from, to });
  }
  return spans;
}

/** The states of the last hour as a strip; the better a state, the higher. */
function strip(spans, from, to) {
  const width = 600, at = (time) => (time - from) / Math.max(to - from, 1) * width;
  return shape("svg", { viewBox: `0 0 ${width} 50`, class: "strip", preserveAspectRatio: "none", "aria-hidden": "true" },
    ...spans.map(({ state, from: begin, to: end }) => shape("rect", {
      x: at(begin).toFixed(1), width: Math.max(at(end) - at(begin), 0.5).toFixed(1), fill: state.color,
      y: 40 - state.rank * 10, height: 10 + state.rank * 10,
    })));
}

/** The panel of the fix. */
export function fix(board) {
  const state = element("strong", { id: "fix-state", role: "status" }), reason = element("span", { id: "fix-reason" });
  const told = facts("fix.accuracy", "fix.trueError", "fix.age", "fix.baseline", "fix.station", "fix.satellites", "fix.model");
  const line = element("div", { class: "timeline" }), list = element("ol", { class: "spans" });
  const { node } = panel("fix",
    element("p", { class: "state" }, state, " ", reason), told.node,
    element("h3", {}, say("fix.timeline")), line,
    element("details", {}, element("summary", {}, say("fix.spans")), list),
    element("details", {}, element("summary", {}, say("fix.what")),
      element("dl", {}, byRank.map(({ name }) =>
        element("div", {}, element("dt", {}, say(`fix.${name}`)), element("dd", {}, say(`fix.${name}.what`)))))));

  board.on("status", ({ gnss }) => {
    write(state, say(`fix.${fixOf(gnss.fix).name}`));
    mark(state, "data-fix", gnss.fix);
    write(reason, gnss.reason ?? "");
    const metres = (value) => (value === null ? null : `${number(value, value < 10 ? 3 : 1)} m`);
    told.set("fix.accuracy", metres(gnss.horizontal_accuracy));
    told.set("fix.age", gnss.correction_age === null ? null : `${number(gnss.correction_age, 1)} s`);
    told.set("fix.baseline", metres(gnss.baseline));
    told.set("fix.station", gnss.station_id === null ? null : String(gnss.station_id));
    told.set("fix.satellites", gnss.satellites === null ? null : String(gnss.satellites));
    told.set("fix.model", gnss.model);
  });
  let now = 0;
  board.on("sample", (sample) => { now = sample.board_time; });
  const update = async () => {
    if (now === 0) return;
    const from = Math.max(0, now - 3600);
    const { points } = await board.read(`history?field=gnss.fix&from=${from.toFixed(3)}&to=${now.toFixed(3)}&points=600`);
    const spans = spansOf(points);
    line.replaceChildren(strip(spans, from, now));
    list.replaceChildren(...spans.toReversed().slice(0, 50).map(({ state: { name }, from: begin, to }) =>
      element("li", {}, say("fix.span", say(`fix.${name}`), begin.toFixed(0), to.toFixed(0)))));
  };
  const compare = async () => {
    const { gnss } = board.last.status ?? {};
    if (!gnss?.board_time || gnss.latitude === null) return told.set("fix.trueError", null);
    told.set("fix.trueError", `${number(distance(gnss, await board.read(`truth?at=${gnss.board_time}`)), 3)} m`);
  };
  if (board.isLive) {
    repeat(10_000, update);
    // A recording has the truth of its samples only, up to a second from a position.
    repeat(2000, compare);
  }
  board.on("sample", () => { if (!board.isLive || line.childElementCount === 0) update().catch(() => {}); });
  return node;
}
