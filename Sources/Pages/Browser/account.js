// Forms of an account: log-in, registration, settings. What is wrong is told at the field, before anything is sent.

import { APIError } from "./api.js";
import { element, labelled, write } from "./html.js";
import { notify, panel } from "./panel.js";
import { say } from "./words.js";

/** The fewest characters of a password that the forms take; the server takes shorter ones. */
const shortestPassword = 6;

const encoder = new TextEncoder();

/** Whether a text is a day that exists, not after today and not before 1900. */
function isBirthday(text) {
  const [, year, month, day] = (text.match(/^(\d{4})-(\d{2})-(\d{2})$/) ?? []).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900 && date <= new Date();
}

/** The faults of the fields, each a rule and the key of its text. */
const rules = {
  email: [[(text) => /^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u.test(text) && encoder.encode(text).length <= 254, "account.bad.email"]],
  password: [
    [(text) => [...text].length >= shortestPassword, "account.bad.short"],
    [(text) => encoder.encode(text).length <= 1024, "account.bad.long"],
  ],
  name: [[(text) => encoder.encode(text).length <= 255 && !/\p{Cc}/u.test(text), "account.bad.name"]],
  gender: [[(text) => ["", "female", "male"].includes(text), "account.bad.gender"]],
  birthDay: [[(text) => text === "" || isBirthday(text), "account.bad.birthday"]],
};

/** Returns what is wrong with a field's text, in words; null for a good one. */
export function faultOf(kind, text) {
  const rule = rules[kind].find(([isGood]) => !isGood(text));
  return rule ? say(rule[1], shortestPassword) : null;
}

/** The fields of an account: their kind of rule, and how they are entered. */
const fields = {
  email: { kind: "email", type: "email", autocomplete: "email" },
  password: { kind: "password", type: "password", autocomplete: "new-password" },
  firstName: { kind: "name", type: "text", autocomplete: "given-name" },
  lastName: { kind: "name", type: "text", autocomplete: "family-name" },
  gender: { kind: "gender", options: ["", "female", "male"] },
  birthDay: { kind: "birthDay", type: "date", autocomplete: "bday" },
};

/** Returns the input of a field, with a place below it for what is wrong. */
function entry(form, name, { optional = false, ...more } = {}) {
  const { kind, options, ...attributes } = fields[name];
  const id = `${form}-${name}`, fault = element("span", { id: `${id}-fault`, class: "fault" });
  const input = options
    ? element("select", { id }, options.map((value) => element("option", { value }, say(`account.gender.${value || "none"}`))))
    : element("input", { id, ...attributes, ...more, "aria-describedby": fault.id });
  const check = () => {
    const text = optional && input.value === "" ? null : faultOf(kind, input.value);
    write(fault, text ?? "");
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    return text === null;
  };
  input.addEventListener("change", check);
  const node = labelled(say(`account.${name}`), input);
  node.append(fault);
  return { name, node, input, check, get value() { return input.value; } };
}

/** Returns a form whose entries are checked before it is sent. */
function form(id, entries, label, submit) {
  const fault = element("p", { class: "fault", role: "alert" });
  const button = element("button", {}, label);
  const node = element("form", {
    id, novalidate: true, onsubmit: async (event) => {
      event.preventDefault();
      const wrong = entries.filter((each) => !each.check());
      wrong[0]?.input.focus();
      write(fault, "");
      if (wrong.length > 0 || button.disabled) return;
      button.disabled = true;
      try {
        await submit(Object.fromEntries(entries.map(({ name, value }) => [name, value])));
      } catch (error) {
        write(fault, error.status === undefined ? say("server.unreachable", error.message) : say("refused", error.message));
      }
      button.disabled = false;
    },
  }, element("div", { class: "row fields" }, entries.map(({ node: each }) => each)), fault, button);
  return node;
}

/** Returns an account without the members that were left empty. */
const filled = (account) => Object.fromEntries(Object.entries(account).filter(([, value]) => value !== ""));

/** The panels of who is not logged in. */
export function entrance(session) {
  const logIn = panel("login", form("login-form",
    [entry("login", "email"), entry("login", "password", { autocomplete: "current-password" })],
    say("login.do"), ({ email, password }) => session.logIn(email, password)));
  const register = panel("register", form("register-form",
    ["email", "password", "firstName", "lastName", "gender", "birthDay"].map((name) => entry("register", name)),
    say("register.do"), async (account) => {
      await session.register(filled(account));
      await session.logIn(account.email, account.password);
    }));
  session.on("user", () => { for (const { node } of [logIn, register]) node.querySelector("form").reset(); });
  return [logIn.node, register.node];
}

/** The panel of the user's own settings. */
export function settings(session) {
  const told = element("p", { id: "account-email" });
  const names = ["firstName", "lastName", "gender", "birthDay"];
  const entries = names.map((name) => entry("settings", name));
  const profile = form("settings-form", entries, say("settings.save"), async (account) => {
    await session.change({ email: session.user.email, ...filled(account) });
    notify(say("settings.saved"));
  });
  const password = entry("settings", "password"), repeated = entry("again", "password");
  const secret = form("password-form", [password, repeated], say("settings.password"), async () => {
    if (password.value !== repeated.value) throw new APIError(400, say("settings.differ"));
    await session.change({ email: session.user.email, password: password.value });
    password.input.value = repeated.input.value = "";
    notify(say("settings.saved"));
  });
  const leave = element("button", { type: "button", id: "delete-account" }, say("settings.delete"));
  leave.addEventListener("click", () => confirmed(say("settings.sure"), say("settings.delete"), async () => {
    try {
      await session.delete();
      notify(say("settings.deleted"));
    } catch (error) {
      notify(say("refused", error.message), true);
    }
  }));
  session.on("user", ({ user }) => {
    write(told, user?.email ?? "");
    for (const { name, input } of entries) input.value = (user?.[name] ?? "").slice(0, name === "birthDay" ? 10 : undefined);
  });
  return panel("settings", told, profile, element("h3", {}, say("settings.newPassword")), secret,
    element("h3", {}, say("settings.leave")), element("p", { class: "hint" }, say("settings.rows")), leave).node;
}

/** Asks in a dialog, and acts where the answer is yes. */
function confirmed(question, label, action) {
  const dialog = element("dialog", { "aria-labelledby": "question" }, element("p", { id: "question" }, question),
    element("div", { class: "row" },
      element("button", { type: "button", onclick: () => { dialog.close(); action(); } }, label),
      element("button", { type: "button", onclick: () => dialog.close() }, say("close"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
