// The page of the apps' server for those who run it.

import { choices } from "./bar.js";
import { element } from "./html.js";
import { accounts, tokens } from "./people.js";
import { findings, rates, requests, state } from "./traffic.js";
import { language, say } from "./words.js";

document.documentElement.lang = language;
document.getElementById("bar").append(
  element("div", { class: "row" }, element("h1", {}, "boardsim"), element("p", { class: "subtitle" }, say("admin.title"))), choices());
document.getElementById("panels").append(...[state, rates, requests, findings, accounts, tokens].map((panel) => panel()));
