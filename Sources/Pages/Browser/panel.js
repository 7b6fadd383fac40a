// Panels, and the buttons in them that act.

import { asCurl, carryOut } from "./api.js";
import { element, write } from "./html.js";
import { say } from "./words.js";

/** Returns a panel with a heading; `body` takes the content. */
export function panel(id, ...children) {
  const body = element("div", { class: "body" }, ...children);
  const node = element("section", { id, class: "panel", "aria-labelledby": `${id}-heading` },
    element("h2", { id: `${id}-heading` }, say(id)), body);
  return { node, body };
}

/** Returns a list of names and values; `set` writes a value by its key. */
export function facts(...keys) {
  const cells = {};
  const node = element("dl", { class: "facts" }, keys.map((key) => {
    cells[key] = element("dd", {}, "–");
    return element("div", {}, element("dt", {}, say(key)), cells[key]);
  }));
  return { node, set: (key, text) => write(cells[key], text ?? "–") };
}

/** Tells the reader what happened, for the eye and for a screen reader. */
export function notify(text, isError = false) {
  const notice = document.getElementById("notice");
  if (!notice) return;
  notice.classList.toggle("error", isError);
  notice.textContent = text;
}

/** Sends an order and tells how it went; returns the answer, or null where it was refused. */
export async function act(command) {
  try {
    const answer = await carryOut(command);
    const time = answer.board_time ?? answer.time;
    notify(time === undefined ? "" : say("done", time.toFixed(1)));
    return answer;
  } catch (error) {
    notify(say(error.status ? "refused" : "unreachable", error.message), true);
    return null;
  }
}

/** Shows an order as a curl command, to be copied. */
function showCurl(command) {
  const text = asCurl(command);
  const field = element("textarea", { readonly: true, rows: 5, "aria-label": say("curl.title") }, text);
  const told = element("span", { role: "status" });
  const copy = async () => {
    field.select();
    // Beyond this machine there is no clipboard for plain HTTP: the text is selected, to be copied by hand.
    try { await navigator.clipboard.writeText(text); write(told, say("copied")); } catch { field.focus(); }
  };
  const dialog = element("dialog", { "aria-labelledby": "curl-title" },
    element("h2", { id: "curl-title" }, say("curl.title")), field,
    element("div", { class: "row" },
      element("button", { type: "button", onclick: copy }, say("copy")),
      element("button", { type: "button", onclick: () => dialog.close() }, say("close")), told));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Returns a button that sends an order, and one beside it that shows the order as a curl command. */
export function actor(label, makeOrder, { name = label, after = () => {} } = {}) {
  const button = element("button", {
    type: "button", "aria-label": name === label ? null : name,
    onclick: async () => { if (await act(makeOrder())) after(); },
  }, label);
  return element("span", { class: "actor" }, button, curlOf(name, makeOrder));
}

/** Returns a button that shows an order as a curl command. */
export function curlOf(name, makeOrder) {
  return element("button", {
    type: "button", class: "curl", "aria-label": say("curl.of", name), onclick: () => showCurl(makeOrder()),
  }, say("curl"));
}

/** Offers a text as a file to save. */
export function download(text, name, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Calls an action now and then, again and again while the page is seen and `isWanted`. */
export function repeat(milliseconds, action, isWanted = () => true) {
  let isBusy = false;
  const turn = async () => {
    if (isBusy || document.hidden || !isWanted()) return;
    isBusy = true;
    try { await action(); } catch { /* The watch over the stream tells that nobody answers. */ }
    isBusy = false;
  };
  turn();
  setInterval(turn, milliseconds);
  return turn;
}
