// The page of the apps' server: what both apps show, for whoever is logged in.

import { entrance, settings } from "./account.js";
import { choices } from "./bar.js";
import { compare, near, quartiles } from "./compare.js";
import { Filter, filterPanel } from "./filter.js";
import { element, write } from "./html.js";
import { notify } from "./panel.js";
import { region } from "./region.js";
import { rows } from "./rows.js";
import { Session } from "./session.js";
import { language, say } from "./words.js";

document.documentElement.lang = language;
const session = new Session(), filter = new Filter();
const panels = document.getElementById("panels");

const who = element("span", { id: "who" });
const leave = element("button", { type: "button", id: "logout", onclick: () => session.logOut().catch(() => {}) }, say("logout"));
document.getElementById("bar").append(
  element("div", { class: "row" }, element("h1", {}, "boardsim"), element("p", { class: "subtitle" }, say("server.title"))),
  element("div", { class: "row" }, who, leave), choices());

const outside = entrance(session);
const inside = [filterPanel, region, compare, quartiles, near, rows].map((panel) => panel(session, filter)).concat(settings(session));
panels.append(...outside, ...inside);
for (const node of [...outside, ...inside]) node.hidden = true;

let present = null;

/** Shows the panels of the user that is logged in, or the entrance. */
async function show({ user }) {
  write(who, user?.email ?? "");
  leave.hidden = user === null;
  for (const node of outside) node.hidden = user !== null;
  for (const node of inside) node.hidden = user === null;
  if (user === null) {
    if (present) notify(say("logout.done"));
    present = null;
    return;
  }
  if (present === user.email) return;
  present = user.email;
  notify("");
  try {
    filter.fields = (await session.ask("GET", "/view/fields")).fields;
    if (!filter.fields.some(({ name }) => name === filter.field)) filter.field = "temperature";
    filter.again();
  } catch (error) {
    notify(say(error.status ? "refused" : "server.unreachable", error.message), true);
  }
}

session.on("user", show);
session.resume().catch((error) => notify(say("server.unreachable", error.message), true));
