// A user's session with the apps' server, and the server's answers.

import { APIError } from "./api.js";
import { Observed } from "./observed.js";
import { download } from "./panel.js";

/** The key of the token, which the browser keeps until the tab is closed. */
const tokenKey = "boardsim.token";

/** A session: who is logged in, and what the server answers; handlers of "user" get the user or null. */
export class Session extends Observed {
  #token = null;
  user = null;

  constructor() {
    super();
    try { this.#token = sessionStorage.getItem(tokenKey); } catch { /* Kept in this page only. */ }
  }

  #keep(token) {
    this.#token = token;
    try {
      if (token === null) sessionStorage.removeItem(tokenKey);
      else sessionStorage.setItem(tokenKey, token);
    } catch { /* Kept in this page only. */ }
  }

  #enter(user) {
    this.user = user;
    // Nobody is told as false, because handlers that come later are told the last data.
    this.tell("user", { user });
  }

  /** Sends a request; a session that has ended is told, and a refusal thrown in the server's words. */
  async send(method, path, body, signal) {
    const headers = { ...(this.#token ? { Authorization: `Bearer ${this.#token}` } : {}), ...(body ? { "Content-Type": "application/json" } : {}) };
    const response = await fetch(path, { method, headers, body: body ? JSON.stringify(body) : undefined, signal, cache: "no-store" });
    if (response.ok) return response;
    const text = await response.text();
    let message = text;
    try { message = JSON.parse(text).response ?? text; } catch { /* No JSON: the text as it is. */ }
    if (response.status === 401 && this.user) this.end();
    throw new APIError(response.status, message);
  }

  /** Returns the JSON of an answer. */
  async ask(method, path, body, signal) { return (await this.send(method, path, body, signal)).json(); }

  /** Ends the session in the page. */
  end() {
    this.#keep(null);
    this.#enter(null);
  }

  /** Goes on with a token that was kept; without one, or with one that is no longer good, nobody is logged in. */
  async resume() {
    if (this.#token === null) return this.#enter(null);
    try {
      const user = await this.ask("GET", "/api/user/me");
      // The original answers a bad token with 200.
      if (user.email) this.#enter(user);
      else this.end();
    } catch (error) {
      this.end();
      if (error.status !== 401) throw error;
    }
  }

  async logIn(email, password) {
    const { user, token, response } = await this.ask("POST", "/api/user/login", { email, password });
    if (!token) throw new APIError(200, response);
    this.#keep(token);
    this.#enter(user);
  }

  async register(account) {
    const user = await this.ask("POST", "/api/user/register", account);
    if (!user.email) throw new APIError(200, user.response);
    return user;
  }

  async change(account) {
    const user = await this.ask("PUT", "/api/user/me", account);
    if (!user.email) throw new APIError(200, user.response);
    this.#enter(user);
  }

  async logOut() {
    try { await this.send("POST", "/api/user/logout"); } finally { this.end(); }
  }

  async delete() {
    await this.send("DELETE", "/api/user/me");
    this.end();
  }

  /** Saves an answer as a file. */
  async save(path, name) {
    const response = await this.send("GET", path);
    download(await response.blob(), name, response.headers.get("Content-Type"));
  }
}
