// What is written down: the card's lines, the apps' requests, the corrections, the findings.

import { order, readText } from "./api.js";
import { atMostEach, element, mark, number, scrolling, table, write } from "./html.js";
import { actor, download, facts, panel, repeat } from "./panel.js";
import { say } from "./words.js";

/** The requests and findings that the page shows. */
const shown = 50;

/** The panel of the card. */
export function card(board) {
  const told = facts("card.state", "card.file", "card.lines", "card.lost", "error");
  const none = element("p", { hidden: true }, say("card.none"));
  // An event of the card tells a change of its state; its lines stand in each status.
  board.on("status", ({ card: { state, file, lines, lost_lines: lost, error } }) => {
    none.hidden = state !== "absent";
    told.node.hidden = state === "absent";
    told.set("card.state", state);
    told.set("card.file", file);
    told.set("card.lines", String(lines));
    told.set("card.lost", String(lost));
    told.set("error", error);
  });
  return panel("card", none, told.node).node;
}

/** The panel of the apps' requests. */
export function requests(board) {
  const { node: view, body } = table(say("requests.caption"),
    ["time", "request", "status", "bytes", "wait"].map((name) => say(`requests.${name}`)));
  const none = element("p", {}, say("requests.none"));
  const add = ({ board_time: time, method, target, status, bytes, wait }) => {
    none.hidden = true;
    body.prepend(element("tr", {}, element("th", { scope: "row" }, number(time, 1)), element("td", {}, `${method} ${target}`),
      element("td", {}, status === null ? "–" : String(status)), element("td", {}, String(bytes)), element("td", {}, number(wait, 3))));
    while (body.children.length > shown) body.lastChild.remove();
  };
  board.on("request", add);
  const har = async () => download(await readText("requests.har"), "requests.har", "application/json");
  const clear = actor(say("requests.clear"), () => order("DELETE", "requests"),
    { after: () => { body.replaceChildren(); none.hidden = false; } });
  if (board.isLive) {
    const load = () => board.read("requests").then(({ requests: all }) => { body.replaceChildren(); all.slice(-shown).forEach(add); }, () => {});
    load();
    board.on("reset", load);
  }
  return panel("requests", none, scrolling(say("requests.caption"), view),
    board.isLive ? element("div", { class: "row" }, element("button", { type: "button", onclick: har }, say("requests.har")), clear) : null).node;
}

/** The panel of the corrections. */
export function corrections(board) {
  const keys = ["state", "mountpoint", "received", "written", "dropped", "bad", "other", "reconnects"].map((name) => `corrections.${name}`);
  const told = facts(...keys, "error");
  const { node: view, rows } = table(say("corrections.caption"), [say("corrections.message"), say("corrections.frames")]);
  board.on("status", atMostEach(500, ({ ntrip }) => {
    const values = [ntrip.state, ntrip.mountpoint, ntrip.bytes_received, ntrip.bytes_written, ntrip.bytes_dropped, ntrip.bad_crc,
      ntrip.other_bytes, ntrip.reconnects];
    keys.forEach((key, index) => told.set(key, values[index] === null ? null : String(values[index])));
    told.set("error", ntrip.error);
    rows(Object.entries(ntrip.frames).map(([message, count]) => [message, String(count)]));
  }));
  return panel("corrections", told.node, view).node;
}

/** The findings of the firmware's drivers. */
function driverFindings(board) {
  const list = element("ul"), none = element("p", {}, say("findings.none"));
  const show = (findings) => {
    none.hidden = findings.length > 0;
    list.replaceChildren(...findings.slice(-shown).map((finding) =>
      element("li", {}, Object.values(finding).filter((value) => typeof value !== "object").join(" · "))));
  };
  board.on("status", atMostEach(500, ({ findings }) => show(findings ?? [])));
  return [element("h3", {}, say("findings.driver")), none, list];
}

/** The findings of the apps' server, where there is one beside the board. */
function appFindings(board) {
  const { node: view, rows } = table(say("findings.app"),
    ["severity", "count", "request", "expected", "found", "remedy"].map((name) => say(`findings.${name}`)));
  view.hidden = true;
  let isThere = false;
  board.has("findings").then((has) => { isThere = has; }, () => {});
  const ask = repeat(3000, async () => {
    const { findings } = await board.read("findings");
    view.hidden = false;
    rows(findings.slice(0, shown).map(({ id, severity, count, request, expected, found, remedy }) => [
      element("span", { class: `severity-${severity}` }, severity, ` ${id}`), String(count), request, expected, found, remedy]));
    mark(view, "data-count", findings.length);
  }, () => isThere);
  board.on("finding", ({ app }) => { if (app) ask(); });
  return view;
}

/** The panel of the findings. */
export function findings(board) {
  return panel("findings", driverFindings(board), board.isLive ? appFindings(board) : null).node;
}

/** Shows a line over the page while the board is silent, or off. */
export function watch(board, notice) {
  const line = element("p", { id: "silence", role: "alert", hidden: true });
  notice.before(line);
  const show = () => {
    const silence = board.last.silence?.seconds ?? 0, isOff = board.last.status?.uptime === null;
    document.body.dataset.live = silence > 0 ? "lost" : "yes";
    line.hidden = silence === 0 && !isOff;
    write(line, silence > 0 ? say("silence", silence) : isOff ? say("power.isOff") : "");
  };
  board.on("silence", show);
  board.on("status", show);
}
