// Values over time that the page itself keeps, where the port keeps none, and those of a recorded run.

import { fixOf } from "./fix.js";

/** Samples of a board, which answer as the port's history does. */
export class Memory {
  #samples = [];
  /** The time between the last two samples without a gap between them. */
  #pace = 0;

  /** Creates a memory of so many samples at most; the oldest are forgotten first. */
  constructor(limit = Infinity) { this.limit = limit; }

  /** Adds a sample, with the state of the fix at its time. */
  add(sample, status) {
    const values = { "gnss.fix": status ? fixOf(status.gnss.fix).rank : null, "gnss.correction_age": status?.gnss.correction_age ?? null };
    for (const { name, value, age } of sample.fields) values[name] = age === null || age > sample.stale_after ? null : value;
    for (const [name, value] of Object.entries(sample.truth)) values[`truth.${name}`] = value;
    const last = this.#samples.at(-1);
    // A board without power takes no samples.
    if (last && sample.board_time - last.time > 3 * Math.max(sample.stale_after, this.#pace)) {
      this.#samples.push({ time: (last.time + sample.board_time) / 2, values: {} });
    } else if (last) this.#pace = sample.board_time - last.time;
    this.#samples.push({ time: sample.board_time, values });
    if (this.#samples.length > this.limit) this.#samples.splice(0, this.#samples.length - this.limit);
  }

  /** Forgets all samples. */
  clear() { [this.#samples, this.#pace] = [[], 0]; }

  /** Returns the points of a field between two times: at most so many, each over as many samples. */
  history(field, from, to, count) {
    const asked = this.#samples.filter(({ time }) => time >= from && time <= to);
    const share = Math.max(1, Math.ceil(asked.length / count)), points = [];
    for (let index = 0; index < asked.length; index += share) {
      const part = asked.slice(index, index + share), values = part.map((sample) => sample.values[field]).filter((value) => Number.isFinite(value));
      const [begin, end] = [part[0].time, part.at(-1).time];
      if (values.length > 0) {
        points.push({ from: begin, to: end, min: Math.min(...values), max: Math.max(...values), count: values.length,
          mean: values.reduce((sum, value) => sum + value, 0) / values.length });
      } else if (points.at(-1)?.gap) points.at(-1).to = end;
      else points.push({ from: begin, to: end, gap: true });
    }
    return points;
  }

  /** Answers a path `history?field=…&from=…&to=…&points=…`. */
  answer(path) {
    const asked = new URLSearchParams(path.split("?")[1]);
    const points = this.history(asked.get("field"), Number(asked.get("from")), Number(asked.get("to")), Number(asked.get("points") ?? 500));
    return { field: asked.get("field"), points };
  }
}
