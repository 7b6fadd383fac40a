// The world around the board: sliders that hold a quantity.

import { order } from "./api.js";
import { atMostEach, element, number } from "./html.js";
import { act, actor, panel, repeat } from "./panel.js";
import { decimalsOf } from "./values.js";
import { say } from "./words.js";

/** The spans of the sliders, where people live and a little beyond; the fields beside them take all that the API takes. */
const spans = {
  temperature: [-20, 50], humidity: [0, 100], pressure: [90_000, 105_000], tvocs: [0, 2_000], eco2: [400, 5_000],
  pm1: [0, 200], pm25: [0, 300], pm4: [0, 400], pm10: [0, 500], pm05_number: [0, 2_000], light: [0, 120_000],
};

/** A quantity's slider, field and button. */
function control(name, { unit, minimum, maximum }) {
  const [least, greatest] = spans[name] ?? [minimum, maximum];
  const step = (greatest - least) / 500;
  const slider = element("input", { type: "range", id: `world-${name}`, min: String(least), max: String(greatest), step: String(step) });
  const field = element("input", {
    type: "number", min: String(minimum), max: String(maximum), step: "any", "aria-label": say("world.exact", say(name)),
  });
  const held = element("span", { class: "held" });
  const hold = (value) => order("PATCH", "world", { [name]: value });
  let isInUse = 0;
  const follow = atMostEach(100, (value) => act(hold(value)));
  slider.addEventListener("input", () => {
    isInUse = performance.now();
    field.value = Number(slider.value).toFixed(decimalsOf(name));
    follow(Number(slider.value));
  });
  field.addEventListener("change", () => { if (field.checkValidity() && field.value !== "") act(hold(Number(field.value))); });
  const release = actor(say("world.release"), () => hold(null), { name: say("world.releaseOf", say(name)) });
  const node = element("div", { class: "control", "data-quantity": name },
    element("label", { for: slider.id }, say(name), element("small", {}, unit ? ` ${unit}` : "")), slider, field, held, release);
  const show = ({ value, held: isHeld }) => {
    held.textContent = isHeld ? say("world.held") : "";
    release.hidden = !isHeld;
    if (performance.now() - isInUse < 1500 || document.activeElement === field) return;
    slider.value = String(value);
    field.value = number(value, decimalsOf(name));
  };
  return { node, show };
}

/** The panel of the world. */
export function world(board) {
  const controls = {};
  const { node, body } = panel("world", element("p", { class: "hint" }, say("world.hint")));
  repeat(2000, async () => {
    const { quantities } = await board.read("world");
    for (const [name, quantity] of Object.entries(quantities)) {
      if (!controls[name]) {
        controls[name] = control(name, quantity);
        body.append(controls[name].node);
      }
      controls[name].show(quantity);
    }
  });
  return node;
}
