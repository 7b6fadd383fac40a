// The values as the apps read them, beside the truth.

import { element, mark, number, scrolling, table, write } from "./html.js";
import { panel } from "./panel.js";
import { say } from "./words.js";

/** Decimals of quantities whose values are told with others than two. */
const places = { tvocs: 0, eco2: 0, latitude: 7, longitude: 7 };

/** The decimals of a quantity on the page. */
export const decimalsOf = (name) => places[name] ?? 2;

/** Returns a value with its unit; pressure in hPa too, as one of the apps shows it. */
function valueText({ name, value, unit }) {
  const text = `${number(value, decimalsOf(name))} ${unit}`;
  return name === "pressure" ? `${text}\n${number(value / 100, 2)} hPa` : text;
}

/** A row of the table, whose cells change with each sample. */
function row(field) {
  const cells = ["value", "truth", "error", "age"].map((name) => element("td", { class: name }));
  const derived = field.provenance === "derived" ? element("small", {}, ` ${say("values.derived")}`) : null;
  const node = element("tr", { "data-field": field.name },
    element("th", { scope: "row" }, say(field.name), derived), cells);
  const update = (now, truth, staleAfter) => {
    const isStale = now.age === null || now.age > staleAfter;
    const decimals = decimalsOf(now.name);
    mark(node, "data-state", now.value === null ? "none" : isStale ? "stale" : "fresh");
    write(cells[0], now.value === null ? say("values.none") : valueText(now));
    write(cells[1], number(truth, decimals));
    write(cells[2], now.value === null || truth === undefined ? "–"
      : `${now.value < truth ? "−" : "+"}${Math.abs(now.value - truth).toFixed(decimals)}`);
    write(cells[3], now.age === null ? "–" : `${now.age.toFixed(1)} s${isStale ? `, ${say("values.stale")}` : ""}`);
  };
  return { node, update };
}

/** The panel of the values. */
export function values(board) {
  const { node: view, body } = table(say("values.caption"),
    ["quantity", "value", "truth", "error", "age"].map((name) => say(`values.${name}`)));
  const rows = {};
  board.on("sample", ({ fields, truth, true_position: place, stale_after: staleAfter }) => {
    for (const field of fields) {
      if (!rows[field.name]) {
        rows[field.name] = row(field);
        body.append(rows[field.name].node);
      }
      rows[field.name].update(field, truth[field.name] ?? place[field.name], staleAfter);
    }
  });
  return panel("values", scrolling(say("values.caption"), view)).node;
}
