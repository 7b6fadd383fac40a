// The board as it runs: its stream of events, and its answers.

import { boardPath, read, send } from "./api.js";
import { Memory } from "./memory.js";
import { Observed } from "./observed.js";

/** The time without a sign of life after which the picture counts as old, milliseconds. */
const patience = 3000;

/** A running board, whose events panels take by kind. */
export class LiveBoard extends Observed {
  isLive = true;
  #lastID = null;
  #heard = performance.now();

  #paths = null;
  #keeps = null;
  /** An hour of samples, for a port that keeps no history. */
  #memory = new Memory(1800);

  constructor() {
    super();
    this.on("sample", (sample) => this.#memory.add(sample, this.last.status));
    this.on("reset", () => this.#memory.clear());
    let last = null;
    this.on("status", ({ uptime }) => {
      // Another scenario begins when the power comes on.
      if (last === null || (uptime !== null && (last.uptime === null || uptime < last.uptime))) this.readScenario();
      last = { uptime };
    });
  }

  /** Reads the scenario, and tells it as an event. */
  async readScenario() {
    try { this.tell("scenario", await read("scenario")); } catch { /* The watch over the stream tells that the board is away. */ }
  }

  async #keepsHistory() {
    const own = Number(boardPath.split("/")[2] ?? 0), { boards } = await read("boards");
    return (boards.find(({ board }) => board === own) ?? boards[0]).history;
  }

  /** Returns the JSON of a path of the board's API; of a history that the port does not keep, what the page has seen. */
  async read(path) {
    if (!path.startsWith("history?")) return read(path);
    this.#keeps ??= this.#keepsHistory();
    return await this.#keeps ? read(path) : this.#memory.answer(path);
  }

  /** Returns the points of a field that came after a time, of what the page has seen itself. */
  recent(field, time) { return this.#memory.history(field, time + 0.001, Infinity, 2000); }

  /** Returns whether the port has a path: those of the apps' server are there only where it runs beside the board. */
  async has(path) {
    this.#paths ??= read("openapi.json").then(({ paths }) => paths);
    return `/api/v1/${path}` in await this.#paths;
  }

  /** Follows the board's events for ever; connects again after each end. */
  async follow() {
    setInterval(() => this.#watch(), 250);
    for (;;) {
      try {
        await this.#stream();
      } catch { /* The connection is lost or refused; the watch tells. */ }
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  #watch() {
    const age = performance.now() - this.#heard;
    this.tell("silence", age > patience ? { seconds: Math.floor(age / 1000) } : { seconds: 0 });
  }

  async #stream() {
    const headers = this.#lastID === null ? {} : { "Last-Event-ID": this.#lastID };
    const abort = new AbortController();
    const response = await send("api/v1/events", { headers, signal: abort.signal });
    if (!response.ok) throw new Error(String(response.status));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    // A machine that slept has a connection that never ends by itself.
    const guard = setInterval(() => {
      if (performance.now() - this.#heard > 3 * patience) abort.abort();
    }, 1000);
    this.#heard = performance.now();
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        const pieces = (rest + value).split("\n\n");
        rest = pieces.pop();
        for (const piece of pieces) this.#take(piece);
      }
    } finally {
      clearInterval(guard);
    }
  }

  #take(piece) {
    const event = { event: "message", data: "" };
    for (const line of piece.split("\n")) {
      const colon = line.indexOf(": ");
      event[line.slice(0, colon)] = line.slice(colon + 2);
    }
    if (event.data === "") return;
    if (event.id) this.#lastID = event.id;
    this.#heard = performance.now();
    this.tell(event.event, JSON.parse(event.data));
  }
}
