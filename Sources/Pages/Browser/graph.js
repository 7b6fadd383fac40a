// Lines over time, drawn by dygraphs: bands of least and greatest values, gaps, a text for what is under the pointer.

import { element, number, write } from "./html.js";

/** Adds a script of the page that is no module and defines a name; rejects where the program was built without it. */
export function addScript(path, name) {
  if (globalThis[name]) return Promise.resolve();
  return new Promise((resolve, reject) => {
    document.head.append(element("script", { src: path, onload: resolve, onerror: () => reject(new Error(path)) }));
  });
}

/** Returns rows of dygraphs: a date, and [least, mean, greatest] of each line. Null is bridged, NaN is a gap. */
export function rowsOf(lines) {
  const rows = new Map();
  lines.forEach((points, column) => {
    for (const { date, min, mean, max, gap } of points) {
      const row = rows.get(date) ?? [new Date(date), ...lines.map(() => null)];
      row[column + 1] = gap ? [NaN, NaN, NaN] : [min, mean, max];
      rows.set(date, row);
    }
  });
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row);
}

/** A drawing of lines over time. */
export class Graph {
  #graph = null;

  /** Draws into an element; `under` takes the values under the pointer, in decimals that `decimals` returns. */
  constructor(picture, under, decimals) {
    this.picture = picture;
    this.hover = (_, time, points) => write(under, [new Date(time).toISOString().slice(0, 19).replace("T", " "),
      ...points.filter(({ yval }) => !Number.isNaN(yval)).map(({ name, yval }) => `${name} ${number(yval, decimals())}`)].join(", "));
    this.leave = () => write(under, "");
  }

  /** Shows lines, each with label, color, width, pattern and points, in a window of dates in milliseconds. */
  show(lines, { unit, from, to }) {
    const rows = rowsOf(lines.map(({ points }) => points));
    if (!globalThis.Dygraph) return;
    this.picture.hidden = rows.length === 0;
    if (rows.length === 0) return;
    const options = {
      file: rows, customBars: true, labels: ["", ...lines.map(({ label }) => label)], ylabel: unit, labelsUTC: true, dateWindow: [from, to],
      series: Object.fromEntries(lines.map(({ label, color, width, pattern }) =>
        [label, { color, strokeWidth: width, strokePattern: pattern }])),
    };
    if (this.#graph) return this.#graph.updateOptions(options);
    // Its own legend sets styles in its text, which the page forbids; ours stands below.
    Dygraph.PLUGINS = Dygraph.PLUGINS.filter((plugin) => plugin !== Dygraph.Plugins.Legend);
    this.#graph = new Dygraph(this.picture, rows, {
      ...options, highlightCallback: this.hover, unhighlightCallback: this.leave, connectSeparatedPoints: true,
      drawPoints: true, pointSize: 1.5, fillAlpha: 0.25, axisLabelFontSize: 12, axisLabelWidth: 60, animatedZooms: false,
    });
    new ResizeObserver(() => this.#graph.resize()).observe(this.picture);
  }
}
