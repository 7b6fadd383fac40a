// A recorded run: its events, played to any of its times.

import { element } from "./html.js";
import { Memory } from "./memory.js";
import { Observed } from "./observed.js";
import { say } from "./words.js";

/** The kinds of events of which the last one before a time is the state at that time. */
const states = ["sample", "status", "sky", "fault", "card", "clock"];

/** A run that was recorded, which panels take for a board. */
export class RecordedBoard extends Observed {
  isLive = false;
  #events = [];
  #memory = new Memory();
  #place = 0;

  /** Creates a board from the lines of a recording: a head, and events with their data. */
  constructor(lines) {
    super();
    [this.head, ...this.#events] = lines;
    this.#events.sort((one, other) => one.data.board_time - other.data.board_time);
  }

  /** The board times at which the recording begins and ends. */
  get span() {
    const times = this.#events.map(({ data }) => data.board_time);
    return [times[0] ?? 0, times.at(-1) ?? 0];
  }

  /** Goes to a board time: forward through what happens on the way, backward from the beginning. */
  seek(time) {
    if (time < (this.last.sample?.board_time ?? -Infinity)) {
      this.#place = 0;
      this.#memory.clear();
      this.last = {};
      this.tell("reset", { board_time: time });
    }
    const latest = {}, passed = [];
    for (; this.#place < this.#events.length && this.#events[this.#place].data.board_time <= time; this.#place += 1) {
      const { event, data } = this.#events[this.#place];
      if (event === "sample") this.#memory.add(data, latest.status ?? this.last.status);
      if (states.includes(event)) latest[event] = data;
      else this.tell(event, data);
      // A sample stands before its status.
      if (event === "status" && latest.sample) passed.push({ ...latest.sample.true_position, gnss: data.gnss });
    }
    if (passed.length > 0) this.tell("passed", passed);
    for (const kind of states) if (latest[kind]) this.tell(kind, latest[kind]);
  }

  async read(path) {
    if (path.startsWith("history?")) return this.#memory.answer(path);
    throw Object.assign(new Error(path), { status: 404 });
  }

  async has() { return false; }

  /** Returns what came after a time: nothing, since a recording answers with all that it has passed. */
  recent() { return []; }
}

/** The slider over a recording's time, and a button that plays it. */
export function player(board) {
  const [begin, end] = board.span;
  const slider = element("input", { type: "range", id: "player", min: String(begin), max: String(end), step: "1", value: String(end) });
  const play = element("button", { type: "button" }, say("bar.play"));
  let timer = null;
  const stop = () => { clearInterval(timer); timer = null; play.textContent = say("bar.play"); };
  slider.addEventListener("input", () => board.seek(Number(slider.value)));
  play.addEventListener("click", () => {
    if (timer) return stop();
    play.textContent = say("bar.pause");
    if (Number(slider.value) >= end) slider.value = String(begin);
    // A recording is played within a minute, or in its own time where that is shorter.
    const step = Math.max(0.2, (end - begin) / 300);
    timer = setInterval(() => {
      const next = Math.min(end, Number(slider.value) + step);
      slider.value = String(next);
      board.seek(next);
      if (next >= end) stop();
    }, 200);
  });
  return element("div", { class: "row player" }, element("label", { for: "player" }, say("bar.player")), slider, play);
}

/** The expectations of a run with their outcomes, where the recording has any. */
export function outcomes(board, panelOf, tableOf) {
  const list = board.head.expectations ?? [];
  if (list.length === 0) return null;
  const { node, rows } = tableOf(say("expectations"), ["expectation", "outcome", "time"].map((name) => say(`expectations.${name}`)));
  rows(list.map(({ expectation, met, board_time: time, found }) => [
    element("code", {}, expectation),
    element("span", { class: met ? "part-ok" : "part-failed" }, [say(met ? "expectations.met" : "expectations.unmet"), found].filter(Boolean).join(": ")),
    time === null || time === undefined ? "–" : time.toFixed(1)]));
  return panelOf("expectations", node).node;
}
