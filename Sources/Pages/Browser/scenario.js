// The scenario: which one runs and which comes next, and its timetable, a day at a time.

import { order } from "./api.js";
import { clockText, element, labelled, scrolling, shape, table, write } from "./html.js";
import { act, actor, facts, panel } from "./panel.js";
import { say } from "./words.js";

const day = 86_400;

/** The most events of a day that are listed; an event of each second would make 86,400. */
const mostRows = 200;

/** Returns an event's action, in words of the scenario's file. */
export function deedOf(event) {
  if (event.set) return Object.entries(event.set).map(([name, value]) => `${name} = ${value ?? "–"}`).join(", ");
  if (event.fault) return [event.fault, event.part].flat().filter(Boolean).join(" ");
  return ["power", "wifi"].filter((name) => name in event).map((name) => `${name} ${event[name]}`).join(", ");
}

/** Returns the occurrences of events between two times, all in seconds of the scenario's own time. */
export function occurrences(events, from, to) {
  const found = [];
  for (const event of events) {
    const first = event.at ?? event.from ?? 0;
    const length = event.for ?? (event.to === undefined ? null : event.to - first);
    const step = event.every ?? Infinity, end = Math.min(event.until ?? Infinity, to);
    // From the last occurrence before, which may still go on.
    const number = step === Infinity ? 0 : Math.max(0, Math.floor((from - first - (length ?? 0)) / step));
    for (let start = first + (number === 0 ? 0 : number * step); start < end; start += step) {
      if (start + (length ?? 0) >= from) found.push({ event, start, length });
      if (step === Infinity || found.length > day) break;
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

/** A day's events as bars, each in the row of its action. */
function strip(found, from, deeds) {
  const width = 600, height = 12, at = (time) => Math.min(Math.max((time - from) / day, 0), 1) * width;
  const bars = found.map(({ event, start, length }) => shape("rect", {
    x: at(start).toFixed(1), width: Math.max(at(start + (length ?? 0)) - at(start), 1.5).toFixed(1),
    y: deeds.indexOf(deedOf(event)) * height + 2, height: height - 4,
  }));
  const hours = [6, 12, 18].map((hour) => shape("line", { x1: hour * 25, x2: hour * 25, y1: 0, y2: deeds.length * height }));
  return shape("svg", { viewBox: `0 0 ${width} ${deeds.length * height}`, class: "timetable", "aria-hidden": "true" }, ...hours, ...bars);
}

/** Returns a date as the value of a date field. */
const dateText = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);

/** The timetable of the scenario that runs: a day of the calendar, its events as bars and as a table. */
function timetable(board) {
  const field = element("input", { type: "date", id: "timetable-day" });
  const { node: view, rows } = table(say("timetable"), ["at", "deed", "for", "every"].map((name) => say(`timetable.${name}`)));
  const line = element("div"), told = element("p", { class: "hint", id: "timetable-told" }), list = scrolling(say("timetable"), view);
  let running = null, isChosen = false;

  const show = () => {
    const midnight = Date.parse(field.value) / 1000;
    if (running === null || Number.isNaN(midnight)) return;
    // The scenario's own time is zero where it began.
    const zero = Date.parse(running.start) / 1000 + running.began;
    const from = midnight - zero, found = occurrences(running.events, from, from + day);
    const deeds = [...new Set(found.map(({ event }) => deedOf(event)))];
    line.replaceChildren(...(found.length > 0 ? [strip(found, from, deeds)] : []));
    list.hidden = found.length === 0;
    write(told, say(found.length > mostRows ? "timetable.first" : "timetable.count", found.length, mostRows));
    rows(found.slice(0, mostRows).map(({ event, start, length }) => [
      start < from ? say("timetable.before") : clockText(start - from), deedOf(event), length === null ? "–" : clockText(length),
      event.every === undefined ? "–" : clockText(event.every)]));
  };
  field.addEventListener("change", () => { isChosen = true; show(); });
  board.on("scenario", (scenario) => { running = scenario; show(); });
  board.on("sample", ({ time_utc }) => {
    const date = dateText(Date.parse(time_utc) / 1000);
    if (isChosen || field.value === date) return;
    field.value = date;
    show();
  });
  return element("div", {}, element("h3", {}, say("timetable")), labelled(say("timetable.day"), field), line, told, list);
}

/** The choice of another scenario, a bundled one or a text. */
function choice(board, isOn) {
  const name = element("select", { id: "scenario-name" });
  const text = element("textarea", { id: "scenario-text", rows: 6, spellcheck: false });
  board.on("scenario", ({ bundled }) => {
    if (name.options.length > 0) return;
    name.append(...bundled.map((one) => element("option", { value: one }, one)), element("option", { value: "" }, say("scenario.own")));
  });
  const own = labelled(say("scenario.text"), text);
  own.hidden = true;
  name.addEventListener("change", () => { own.hidden = name.value !== ""; });
  const change = () => order("PUT", "scenario", name.value === "" ? { text: text.value } : { name: name.value });
  const restart = element("button", {
    type: "button", onclick: async () => {
      if (!await act(change()) || (isOn() && !await act(order("POST", "power", { on: false })))) return;
      await act(order("POST", "power", { on: true }));
    },
  }, say("scenario.restart"));
  return element("div", {}, labelled(say("scenario.other"), name), own,
    element("div", { class: "row" }, actor(say("scenario.set"), change, { after: () => board.readScenario() }), restart));
}

/** The panel of the scenario of a running board. */
export function scenario(board) {
  const told = facts("scenario.name", "scenario.seed", "scenario.began", "scenario.next");
  const about = element("p", { class: "hint" });
  let isOn = true;
  board.on("status", ({ uptime }) => { isOn = uptime !== null; });
  board.on("scenario", ({ name, description, seed, start, began, next }) => {
    told.set("scenario.name", name);
    told.set("scenario.seed", String(seed));
    told.set("scenario.began", new Date(Date.parse(start) + began * 1000).toISOString().slice(0, 19).replace("T", " ") + " UTC");
    told.set("scenario.next", next);
    write(about, description ?? "");
  });
  return panel("scenario", told.node, about, choice(board, () => isOn), timetable(board)).node;
}
