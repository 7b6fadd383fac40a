// The rows of the server, page by page, with their seals; and as files.

import { follow } from "./filter.js";
import { element, number, scrolling, table, write } from "./html.js";
import { notify, panel } from "./panel.js";
import { decimalsOf } from "./values.js";
import { say } from "./words.js";

const length = 50;

/** The panel of the rows. */
export function rows(session, filter) {
  const fields = () => [...filter.fields.map(({ name }) => name).filter((name) => name !== "light"), "latitude", "longitude"];
  let view = null;
  const place = element("div"), told = element("p", { id: "rows-told" });
  const more = element("button", { type: "button", id: "rows-more" }, say("rows.more"));
  const files = ["csv", "geojson", "json"].map((form) => element("button", {
    type: "button", onclick: async () => {
      try { await session.save(`/view/rows?${filter.question}&as=${form}`, `rows-${filter.from}-${filter.to}.${form}`); } catch (error) {
        notify(say("refused", error.message), true);
      }
    },
  }, form.toUpperCase()));
  const parts = panel("rows", told, place, element("div", { class: "row" }, more, element("span", {}, say("rows.save")), files),
    element("p", { class: "hint" }, say("rows.fixed")));
  let next = null, shown = 0, total = 0;

  const line = (row) => element("tr", {}, element("th", { scope: "row" }, String(row.id)), element("td", {}, row.time),
    element("td", {}, row.email ?? say("rows.nobody")),
    fields().map((name) => element("td", {}, number(row[name], decimalsOf(name)))),
    element("td", { class: row.sealed ? "part-ok" : "part-failed" }, say(row.sealed ? "rows.sealed" : "rows.broken"), " ", element("code", {}, row.seal)));
  const add = (answer) => {
    view.body.append(...answer.rows.map(line));
    [next, shown, total] = [answer.next, shown + answer.rows.length, answer.count];
    more.hidden = next === null;
    write(told, say("rows.told", shown, total));
  };

  follow(session, filter, parts, () => (filter.isReversed ? null : `/view/rows?${filter.question}&limit=${length}`), (answer) => {
    view = table(say("rows.caption"), [...["id", "time", "email"].map((name) => say(`rows.${name}`)), ...fields().map((name) => say(name)), say("rows.seal")]);
    place.replaceChildren(scrolling(say("rows.caption"), view.node));
    [next, shown] = [null, 0];
    add(answer ?? { rows: [], next: null, count: 0 });
    place.hidden = shown === 0;
    return shown > 0;
  });
  more.addEventListener("click", async () => {
    more.disabled = true;
    try { add(await session.ask("GET", `/view/rows?${filter.question}&limit=${length}&after=${next}`)); } catch (error) {
      notify(say("refused", error.message), true);
    }
    more.disabled = false;
  });
  return parts.node;
}
