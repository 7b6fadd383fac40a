// The apps' server: its store, its rates, what it was asked, and what was wrong with it.

import { order, read, readText, send } from "./api.js";
import { element, number, scrolling, table, write } from "./html.js";
import { actor, curlOf, download, facts, panel, repeat } from "./panel.js";
import { say } from "./words.js";

/** The requests that are shown, unless all are wished for. */
const shown = 50;

/** The server's own address, which curl commands need. */
let server = "";

/** The panel of the server and its store. */
export function state() {
  const told = facts("state.node", "state.url", "state.answers", "state.requests", "state.rows", "state.seal", "state.check");
  const check = actor(say("state.verify"), () => order("POST", "server/verification"), { after: () => ask() });
  const parts = panel("state", told.node, check);
  const ask = repeat(2000, async () => {
    const found = await read("server");
    server = found.url;
    told.set("state.node", found.node);
    told.set("state.url", found.url);
    told.set("state.answers", found.answers);
    told.set("state.requests", String(found.requests));
    told.set("state.rows", String(found.rows));
    told.set("state.seal", found.lastSeal);
    const { state: name, checked, verdict, error, intact } = found.verification;
    told.set("state.check", name === "running" ? say("state.running", checked) : verdict ?? error ?? say("state.never"));
    parts.node.dataset.intact = String(intact);
  });
  return parts.node;
}

/** Returns the counters of a text of metrics, by their labels. */
function counters(text, name) {
  const found = new Map();
  for (const [, labels, value] of text.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\d+)$`, "gm"))) found.set(labels, Number(value));
  return found;
}

/** The panel of the rates, from the counters that the server tells. */
export function rates() {
  const { node: view, rows } = table(say("rates"), ["place", "status", "rate", "total"].map((name) => say(`rates.${name}`)));
  let last = null;
  repeat(2000, async () => {
    const now = performance.now(), found = counters(await (await send("metrics")).text(), "boardsim_server_requests_total");
    rows([...found].map(([labels, total]) => {
      const [, place, status] = labels.match(/place="(.*)",status="(.*)"/);
      const rate = last ? (total - (last.found.get(labels) ?? 0)) / (now - last.now) * 1000 : null;
      return [place, element("span", { class: Number(status) < 400 ? "part-ok" : "part-failed" }, status), number(rate, 1), String(total)];
    }));
    last = { now, found };
  });
  return panel("rates", view).node;
}

/** The panel of the requests as they come. */
export function requests() {
  const { node: view, body } = table(say("journal"), ["number", "time", "client", "request", "status", "bytes", "findings"].map((name) => say(`journal.${name}`)));
  const none = element("p", {}, say("requests.none"));
  const all = element("input", { type: "checkbox", id: "journal-all" });
  let kept = [], last = 0;
  const row = ({ number: index, time, client, method, target, agent, status, length, findings: found }) =>
    element("tr", {}, element("th", { scope: "row" }, String(index)), element("td", {}, time.slice(11, 23)),
      element("td", {}, client, element("small", {}, ` ${agent ?? ""}`)), element("td", {}, `${method} ${target}`),
      element("td", { class: status < 400 ? "" : "part-failed" }, String(status)), element("td", {}, String(length)), element("td", {}, found.join(", ")));
  const draw = () => {
    none.hidden = kept.length > 0;
    body.replaceChildren(...kept.slice(all.checked ? 0 : -shown).toReversed().map(row));
  };
  repeat(1000, async () => {
    const { requests: more, count } = await read(`server/requests?after=${last}`);
    if (count < last) [kept, last] = [[], 0];
    if (more.length === 0) return;
    kept = [...kept, ...more].slice(-1000);
    last = more.at(-1).number;
    draw();
  });
  all.addEventListener("change", draw);
  const save = element("button", { type: "button", onclick: async () => download(await readText("server/requests"), "requests.json", "application/json") }, say("journal.save"));
  const clear = actor(say("requests.clear"), () => order("DELETE", "server/requests"), { after: () => { kept = []; draw(); } });
  return panel("journal", none, scrolling(say("journal"), view),
    element("div", { class: "row" }, element("span", { class: "row" }, all, element("label", { for: all.id }, say("journal.all"))), save, clear)).node;
}

/** The panel of the findings, with their remedies. */
export function findings() {
  const { node: view, rows } = table(say("findings.app"),
    ["severity", "count", "request", "expected", "found", "remedy", "curl"].map((name) => say(`findings.${name}`)));
  const none = element("p", {}, say("findings.none"));
  const clear = actor(say("findings.clear"), () => order("DELETE", "findings"), { after: () => ask() });
  let before = "";
  const ask = repeat(2000, async () => {
    const text = await readText("findings");
    // A table that is drawn anew would take the focus away.
    if (text === before) return;
    before = text;
    const { findings: found } = JSON.parse(text);
    none.hidden = found.length > 0;
    rows(found.map(({ id, severity, count, request, agent, expected, found: was, reality, remedy }) => {
      const [method, path] = request.split(" ");
      return [element("span", { class: `severity-${severity}` }, severity, ` ${id}`), String(count), `${request} ${agent ?? ""}`, expected, was,
        `${reality}; ${remedy}`, curlOf(request, () => ({ method, url: server.replace(/\/$/, "") + path, body: null }))];
    }));
  });
  return panel("findings", none, scrolling(say("findings.app"), view), clear).node;
}
