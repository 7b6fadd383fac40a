// The control port's API, as the page uses it.

import { element } from "./html.js";
import { say } from "./words.js";

/** The path before `api/v1/`: `/`, or `/boards/3/` for one of several boards. */
export const boardPath = (location.pathname.match(/^\/boards\/\d+/) ?? [""])[0] + "/";

/** The token of a port that is open to the network; it is kept in this page only. */
let token = null;

/** A refused or failed request, with the port's own words. */
export class APIError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function askForToken() {
  const field = element("input", { type: "password", id: "token", autocomplete: "off", required: true });
  const dialog = element("dialog", { "aria-labelledby": "token-label" },
    element("form", { method: "dialog" },
      element("label", { for: "token", id: "token-label" }, say("token.ask")), field,
      element("button", {}, say("token.send"))));
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve));
  dialog.remove();
  token = field.value;
}

let asking = null;

/** Sends a request, asks for the token where the port wants one, and returns the response. */
export async function send(path, options = {}) {
  for (;;) {
    const headers = { ...options.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    const response = await fetch(boardPath + path, { ...options, headers, cache: "no-store" });
    if (response.status !== 401) return response;
    asking ??= askForToken().finally(() => { asking = null; });
    await asking;
  }
}

async function failure(response) {
  const text = await response.text();
  let message = text;
  try { message = JSON.parse(text).error ?? text; } catch { /* No JSON: the text as it is. */ }
  return new APIError(response.status, message);
}

/** Returns the JSON of a path below `api/v1/`. */
export async function read(path) {
  const response = await send(`api/v1/${path}`);
  if (!response.ok) throw await failure(response);
  return response.json();
}

/** Returns the text of a path below `api/v1/`. */
export async function readText(path) {
  const response = await send(`api/v1/${path}`);
  if (!response.ok) throw await failure(response);
  return response.text();
}

/** An order: a request that changes something, as the page sends it and as curl would. */
export function order(method, path, body) {
  return { method, path: `api/v1/${path}`, body: body === undefined ? null : JSON.stringify(body) };
}

/** Sends an order, and returns the answer's JSON; an empty object for an answer without a body. */
export async function carryOut({ method, path, body }) {
  const headers = body === null ? {} : { "Content-Type": "application/json" };
  const response = await send(path, { method, headers, body });
  if (!response.ok) throw await failure(response);
  const text = await response.text();
  return text === "" ? {} : JSON.parse(text);
}

/** Returns a text within single quotes for a shell. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns the curl command of an order, or of a request to a URL of another port. */
export function asCurl({ method, path, body, url = location.origin + boardPath + path }) {
  const words = ["curl", "-X", method];
  if (token) words.push("-H", quoted("Authorization: Bearer TOKEN"));
  if (body !== null) words.push("-H", quoted("Content-Type: application/json"), "-d", quoted(body));
  return [...words, quoted(url)].join(" ");
}
