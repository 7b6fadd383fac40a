// The accounts of the apps' server and their tokens.

import { faultOf } from "./account.js";
import { order, read } from "./api.js";
import { element, labelled, scrolling, table, write } from "./html.js";
import { act, actor, panel, repeat } from "./panel.js";
import { say } from "./words.js";

/** The form that adds an account. */
function form(after) {
  const email = element("input", { type: "email", id: "new-email", autocomplete: "off" });
  const password = element("input", { type: "password", id: "new-password", autocomplete: "new-password" });
  const fault = element("p", { class: "fault", role: "alert" });
  return element("form", {
    novalidate: true, onsubmit: async (event) => {
      event.preventDefault();
      const wrong = faultOf("email", email.value) ?? faultOf("password", password.value);
      write(fault, wrong ?? "");
      if (wrong || !await act(order("POST", "accounts", { email: email.value, password: password.value }))) return;
      email.value = password.value = "";
      after();
    },
  }, element("div", { class: "row" }, labelled(say("account.email"), email), labelled(say("account.password"), password),
    element("button", {}, say("accounts.add"))), fault);
}

/** The panel of the accounts. */
export function accounts() {
  const { node: view, rows } = table(say("accounts"), ["id", "email", "name", "created", "changes", "delete"].map((name) => say(`accounts.${name}`)));
  const more = element("button", { type: "button", hidden: true }, say("rows.more"));
  let all = [], next = null, before = "";
  const draw = () => {
    const text = JSON.stringify(all);
    if (text === before) return;
    before = text;
    rows(all.map(({ id, email, firstName, lastName, created, passwordChanges }) => [String(id), email,
      [firstName, lastName].filter(Boolean).join(" ") || "–", created.slice(0, 10), String(passwordChanges),
      actor(say("accounts.delete"), () => order("DELETE", `accounts/${id}`), { name: say("accounts.deleteOf", email), after: load })]));
    more.hidden = next === null;
  };
  const load = async () => {
    const page = await read("accounts");
    [all, next] = [page.accounts, page.next];
    draw();
  };
  more.addEventListener("click", async () => {
    const page = await read(`accounts?after=${next}`);
    [all, next] = [[...all, ...page.accounts], page.next];
    draw();
  });
  // Pages behind the first are kept until somebody asks for more.
  repeat(3000, load, () => all.length <= 500);
  return panel("accounts", scrolling(say("accounts"), view), more, form(load)).node;
}

/** The panel of the tokens that the server has seen. */
export function tokens() {
  const { node: view, rows } = table(say("tokens"), ["email", "issued", "expires", "state", "end"].map((name) => say(`tokens.${name}`)));
  const none = element("p", {}, say("tokens.none"));
  let before = "";
  const load = async () => {
    const { tokens: all } = await read("tokens");
    const text = JSON.stringify(all);
    if (text === before) return;
    before = text;
    none.hidden = all.length > 0;
    rows(all.map(({ id, email, issued, expires, state }) => [email, issued.slice(0, 19), expires.slice(0, 19),
      element("span", { class: state === "live" ? "part-ok" : "fault-over" }, say(`tokens.${state}`)),
      state === "live" ? actor(say("tokens.end"), () => order("DELETE", `tokens/${encodeURIComponent(id)}`), { name: say("tokens.endOf", email), after: load }) : ""]));
  };
  repeat(3000, load);
  return panel("tokens", none, scrolling(say("tokens"), view)).node;
}
