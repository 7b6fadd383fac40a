// What panels take for a board or a caster: the last data of each kind of event, and handlers of those to come.

/** Something whose events panels take by kind. */
export class Observed {
  /** The last data of each kind of event. */
  last = {};
  #handlers = {};

  /** Calls a handler with the data of each event of a kind, and at once where there was one. */
  on(kind, handler) {
    (this.#handlers[kind] ??= []).push(handler);
    if (this.last[kind]) handler(this.last[kind]);
  }

  /** Tells the handlers of a kind; one that fails does not keep the others from hearing it. */
  tell(kind, data) {
    this.last[kind] = data;
    for (const handler of this.#handlers[kind] ?? []) {
      try { handler(data); } catch (error) { console.error(error); }
    }
  }
}

/** A board, running or recorded. */
export class ObservedBoard extends Observed {}
