// The bar: time, pace, scenario, the address for the apps, and what is saved.

import { order, readText } from "./api.js";
import { clockText, element, labelled, mark, shape, write } from "./html.js";
import { act, actor, download, notify } from "./panel.js";
import { keep, kept, language, languages, say } from "./words.js";

const themes = ["auto", "light", "dark"];

function select(label, id, options, chosen, onchange) {
  const node = element("select", { id, onchange: () => onchange(node.value) },
    options.map(([value, text]) => element("option", { value, selected: value === chosen }, text)));
  return labelled(label, node);
}

/** Shows the page in a theme, or as the system is set. */
export function setTheme(theme) {
  mark(document.documentElement, "data-theme", theme === "auto" ? null : theme);
}

/** The choices of language and colours. */
export function choices() {
  const theme = kept("theme", themes);
  setTheme(theme);
  return element("div", { class: "row choices" },
    select(say("language"), "language", languages, language, (code) => {
      keep("language", code);
      location.reload();
    }),
    select(say("theme"), "theme", themes.map((name) => [name, say(`theme.${name}`)]), theme, (name) => {
      keep("theme", name);
      setTheme(name);
    }));
}

/** Returns a QR code, drawn from its rows of dark (1) and light (0) modules. */
function code(rows, url) {
  const margin = 4, size = rows.length + 2 * margin;
  const dark = rows.flatMap((row, y) =>
    [...row].map((bit, x) => (bit === "1" ? `M${x + margin} ${y + margin}h1v1h-1z` : "")));
  return shape("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", class: "code", "aria-label": say("bar.code", url) },
    shape("rect", { width: size, height: size, fill: "#fff" }), shape("path", { d: dark.join(""), fill: "#000" }));
}

function clockControls(board) {
  const pace = element("strong", { id: "pace" });
  const pause = element("button", { type: "button", id: "pause" }, say("bar.pause"));
  let isPaused = false;
  pause.addEventListener("click", () => act(order("POST", "clock", { paused: !isPaused })));
  const paces = [1, 10, "max"].map((speed) =>
    actor(speed === "max" ? say("bar.max") : `${speed}×`, () => order("POST", "clock", { speed })));
  const steps = element("span", { class: "row", hidden: true }, [1, 60].map((seconds) =>
    actor(say("bar.step", seconds), () => order("POST", "clock/advance", { seconds }))));
  board.on("clock", (clock) => {
    isPaused = clock.paused;
    write(pause, say(isPaused ? "bar.go" : "bar.pause"));
    const names = { "max": say("bar.max"), "manual": say("bar.manual"), "per-request": say("bar.requests") };
    write(pace, isPaused ? say("bar.paused") : names[clock.speed] ?? `${clock.speed}×`);
    steps.hidden = clock.speed !== "manual";
  });
  return element("div", { class: "row", role: "group", "aria-label": say("bar.pace") },
    element("span", {}, `${say("bar.pace")}: `, pace), pause, paces, steps);
}

async function save() {
  try {
    download(await readText("scenario?as=yaml"), "by-hand.yaml", "application/yaml");
  } catch (error) {
    notify(say("refused", error.message), true);
  }
}

/** The board time of events, and its date. */
function clockFace(board) {
  const time = element("time", { id: "time" }), date = element("span", { id: "date" });
  let offset = null;
  board.on("sample", ({ board_time, time_utc }) => { offset = Date.parse(time_utc) / 1000 - board_time; });
  const show = ({ board_time }) => {
    write(time, clockText(board_time));
    if (offset !== null) write(date, new Date((board_time + offset) * 1000).toISOString().slice(0, 19).replace("T", " ") + " UTC");
  };
  for (const kind of ["sample", "status", "clock", "beat"]) board.on(kind, show);
  return element("p", { class: "clock" }, element("span", { class: "label" }, say("bar.time")), " ", time, " ", date);
}

/** What the line to the board's modem does not carry; nothing for a board without one. */
function lineNote(board) {
  const note = element("p", { id: "line", role: "status", hidden: true });
  board.on("status", ({ line }) => {
    write(note, line?.error ?? "");
    note.hidden = !line?.error;
  });
  return note;
}

/** Fills the page's bar. */
export function bar(board, header) {
  header.append(
    element("div", { class: "row" },
      element("h1", {}, board.number === undefined ? "boardsim" : say("bar.board", board.number)),
      element("p", { class: "subtitle" }, say("title"))),
    clockFace(board), lineNote(board));
  if (board.isLive) {
    const told = element("p", { class: "told" }), address = element("details", { class: "address" });
    header.append(clockControls(board), told, address,
      element("button", { type: "button", id: "save", onclick: save }, say("bar.save")));
    board.on("scenario", ({ name, seed }) => write(told, `${say("scenario")}: ${name}, ${say("bar.seed", seed)}`));
    board.read("address").then(({ url, code: rows }) => {
      address.append(element("summary", {}, say("bar.address"), " ", element("code", {}, url)), element("p", {}, element("a", { href: url }, url)), code(rows, url));
    }, () => { address.hidden = true; });
  }
  header.append(choices());
}
