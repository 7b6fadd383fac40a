// The caster as it runs: its answers, asked for each second while the page is seen.

import { read, readText } from "./api.js";
import { Observed } from "./observed.js";
import { repeat } from "./panel.js";

/** The time without an answer after which the picture counts as old, milliseconds. */
const patience = 3000;

/** Returns the path of something of a mountpoint. */
export const mountpointPath = (name, leaf) => `mountpoints/${encodeURIComponent(name)}/${leaf}`;

/** A running caster, whose answers panels take by kind. */
export class PolledCaster extends Observed {
  isLive = true;
  #heard = performance.now();
  #told = {};
  #askNow = null;
  /** The name of the mountpoint that the reader has chosen. */
  chosen = null;

  /** Returns the JSON of a path of the caster's API. */
  read(path) { return read(path); }

  /** The names of the mountpoints, in the order of the sourcetable. */
  get names() { return (this.last.mountpoints?.mountpoints ?? []).map(({ name }) => name); }

  /** The mountpoint that the reader has chosen, as it was told last. */
  get mountpoint() { return this.last.mountpoints?.mountpoints.find(({ name }) => name === this.chosen); }

  /** Chooses a mountpoint, whose sky and frames are shown. */
  choose(name) {
    if (this.chosen === name) return;
    this.chosen = name;
    this.tell("chosen", { name });
    this.#askNow?.();
  }

  /** Asks for the caster's state for ever; goes on when the caster is there again. */
  follow() {
    this.#askNow = repeat(1000, () => this.#ask());
    setInterval(() => this.#watch(), 250);
    // A page that was hidden has not asked.
    document.addEventListener("visibilitychange", () => { this.#heard = performance.now(); });
  }

  #watch() {
    const age = document.hidden ? 0 : performance.now() - this.#heard;
    this.tell("silence", { seconds: age > patience ? Math.floor(age / 1000) : 0 });
  }

  /** Asks for the sky and the frames of the chosen mountpoint, which one that is the nearest does not have. */
  async #askOfChosen() {
    const { name, origin } = this.mountpoint ?? { origin: "nearest" };
    if (origin === "nearest") {
      this.tell("sky", { satellites: [], latitude: null });
      this.tell("frames", { text: "" });
      return;
    }
    this.tell("sky", await read(mountpointPath(name, "sky")));
    this.tell("frames", { text: await readText(mountpointPath(name, "frames.txt?last=20&brief=true")) });
  }

  async #ask() {
    const state = await read("mountpoints");
    this.#heard = performance.now();
    if (!state.mountpoints.some(({ name }) => name === this.chosen)) this.choose(state.mountpoints[0]?.name ?? null);
    this.tell("beat", { board_time: state.time });
    this.tell("mountpoints", state);
    this.#tellIfNew("names", { names: this.names });
    if ((await read("status")).cluster) this.tell("cluster", await read("cluster"));
    this.tell("connections", await read("connections"));
    this.#tellIfNew("requests", await read("requests"));
    const { time, faults } = await read("faults");
    this.#tellIfNew("fault", { faults }, { board_time: time });
    await this.#askOfChosen();
  }

  /** Tells what has changed: a table that is filled anew loses the keyboard's place in it. */
  #tellIfNew(kind, data, more = {}) {
    const text = JSON.stringify(data);
    if (this.#told[kind] === text) return;
    this.#told[kind] = text;
    this.tell(kind, { ...data, ...more });
  }
}
