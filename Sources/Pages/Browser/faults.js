// What goes wrong, by name: begun, ended and listed here.

import { order } from "./api.js";
import { element, labelled, scrolling, table, write } from "./html.js";
import { act, actor, panel } from "./panel.js";
import { say } from "./words.js";

const numberField = (id, { minimum = 0, maximum = null, value = "" } = {}) =>
  element("input", { type: "number", id, min: String(minimum), max: maximum === null ? null : String(maximum), step: "any", value: String(value) });

/** The parts that faults of a board affect, by kind. */
const ofParts = { key: "part", namesOf: ({ parts }) => parts };

/** The form that begins a fault. */
function form(board, kinds, { key, namesOf }) {
  const kind = element("select", { id: "fault-kind" }, kinds.map(({ fault }) => element("option", { value: fault }, fault)));
  const meaning = element("p", { class: "hint", id: "fault-meaning" });
  const part = element("select", { id: "fault-part" }), partField = labelled(say(`faults.${key}`), part);
  const parameters = element("div", { class: "row" });
  const after = numberField("fault-after", { value: 0 }), length = numberField("fault-for", { value: 10 });
  const chance = numberField("fault-probability", { value: 1, maximum: 1 });
  const chosen = () => kinds.find(({ fault }) => fault === kind.value);

  const offer = () => {
    const names = namesOf(chosen()), before = part.value;
    partField.hidden = names.length === 0;
    part.replaceChildren(element("option", { value: "" }, say("faults.any")), ...names.map((name) => element("option", { value: name }, name)));
    if (names.includes(before)) part.value = before;
  };
  const update = () => {
    const { meaning: text, parameters: wanted } = chosen();
    write(meaning, text);
    offer();
    parameters.replaceChildren(...wanted.map(({ name, meaning: label, default: standard, minimum, maximum }) => {
      const input = numberField(`fault-parameter-${name}`, { minimum, maximum, value: standard ?? "" });
      input.dataset.parameter = name;
      return labelled(`${name}: ${label}`, input);
    }));
  };
  kind.addEventListener("change", update);
  board.on("names", offer);
  update();

  const makeOrder = () => {
    const body = { fault: kind.value };
    if (!partField.hidden && part.value !== "") body[key] = part.value;
    if (Number(after.value) > 0) body.from = Number((board.last.beat?.board_time ?? board.last.sample.board_time) + Number(after.value));
    if (length.value !== "") body.for = Number(length.value);
    if (chance.value !== "" && Number(chance.value) !== 1) body.probability = Number(chance.value);
    for (const input of parameters.querySelectorAll("[data-parameter]")) {
      if (input.value !== "") body[input.dataset.parameter] = Number(input.value);
    }
    return order("POST", "faults", body);
  };
  const button = actor(say("faults.set"), makeOrder);
  return element("form", { onsubmit: (event) => { event.preventDefault(); act(makeOrder()); } },
    element("div", { class: "row" }, labelled(say("faults.kind"), kind), partField), meaning, parameters,
    element("div", { class: "row" }, labelled(say("faults.after"), after), labelled(say("faults.for"), length),
      labelled(say("faults.probability"), chance)), button);
}

/** The faults that are over and still listed; older ones are counted, so that a page that stays open does not grow. */
const mostOver = 50;

const seconds = (value) => (value === null ? "–" : value.toFixed(1));

/** The panel of the faults; `affected` tells what they affect: its key, and the names of a kind. */
export function faults(board, affected = ofParts) {
  const { node: view, rows } = table(say("faults.caption"),
    [...["kind", affected.key, "from", "to", "state"].map((name) => say(`faults.${name}`)), ...(board.isLive ? [say("faults.end")] : [])]);
  const none = element("p", {}, say("faults.none")), scroll = scrolling(say("faults.caption"), view), older = element("p", { class: "hint" });
  const endAll = actor(say("faults.endAll"), () => order("DELETE", "faults"));
  const { node, body } = panel("faults", none, scroll, older, board.isLive ? endAll : null);
  const show = ({ board_time: now, faults: given }) => {
    const stateOf = ({ active, from, to }) => (active ? "active" : from > now && (to === null || to > from) ? "waiting" : "over");
    none.hidden = given.length > 0;
    scroll.hidden = endAll.hidden = given.length === 0;
    let over = 0;
    const listed = given.toReversed().filter((fault) => stateOf(fault) !== "over" || ++over <= mostOver);
    write(older, over > mostOver ? say("faults.older", over - mostOver) : "");
    rows(listed.map((fault) => {
      const state = stateOf(fault);
      return [fault.fault, fault[affected.key] ?? "–", seconds(fault.from), seconds(fault.to),
        element("span", { class: `fault-${state}` }, say(`faults.${state}`)),
        ...(board.isLive ? [state === "over" ? "" : actor(say("faults.end"), () => order("DELETE", `faults/${fault.id}`),
          { name: say("faults.endOf", fault.id) })] : [])];
    }));
  };
  board.on("fault", show);
  if (board.isLive) {
    board.read("faults/kinds").then(({ kinds }) => body.prepend(form(board, kinds, affected)), () => {});
  }
  return node;
}
