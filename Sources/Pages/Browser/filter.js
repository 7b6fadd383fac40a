// The filter of the server's page: quantity, days, stations. It stands in words on the page, and in the address.

import { element, labelled, write } from "./html.js";
import { Observed } from "./observed.js";
import { panel } from "./panel.js";
import { say } from "./words.js";

/** The apps whose way of showing the page follows. */
export const apps = ["moqa", "airquality"];

/** The most stations, and the most owners of rows, that are compared. */
const mostCompared = 8;

/** The days that Air Quality's historical view spans at most. */
const airQualityDays = 14;

const millisecondsADay = 86_400_000;

const two = (part) => String(part).padStart(2, "0");

/** Returns a date of the reader's calendar as the value of a date field. */
const dayText = (date) => `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Returns the beginning of a day of the reader's calendar, some days later; null for a text that is no day. */
function dayOf(text, later = 0) {
  const [, year, month, day] = (text?.match(/^(\d{4})-(\d{2})-(\d{2})$/) ?? []).map(Number);
  if (!year) return null;
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month - 1, day);
  if (date.getMonth() !== month - 1 || date.getDate() !== day) return null;
  date.setDate(date.getDate() + later);
  return date;
}

/** Returns today, some days ago. */
function daysAgo(days) {
  const date = new Date();
  date.setDate(date.getDate() - days);
  return dayText(date);
}

/** The filter; handlers of "filter" are told each change, and each wish to ask again. */
export class Filter extends Observed {
  fields = [];
  stations = [];

  constructor() {
    super();
    this.#read();
    addEventListener("popstate", () => { this.#read(); this.again(); });
  }

  #read() {
    const told = new URLSearchParams(location.search);
    const list = (name) => (told.get(name) ?? "").split(",").filter(Boolean).slice(0, mostCompared);
    const day = (name) => (dayOf(told.get(name)) ? told.get(name) : daysAgo(0));
    this.field = told.get("field") ?? "temperature";
    this.from = day("from");
    this.to = day("to");
    this.sensors = list("sensors").map(Number).filter(Number.isInteger);
    this.owners = list("owners");
    this.region = told.get("region") !== "hidden";
    this.app = apps.includes(told.get("app")) ? told.get("app") : apps[0];
  }

  /** Changes the filter and the address, and tells it. */
  set(changes) {
    Object.assign(this, changes);
    const told = new URLSearchParams({ field: this.field, from: this.from, to: this.to });
    if (this.sensors.length > 0) told.set("sensors", this.sensors.join(","));
    if (this.owners.length > 0) told.set("owners", this.owners.join(","));
    if (!this.region) told.set("region", "hidden");
    if (this.app !== apps[0]) told.set("app", this.app);
    history.replaceState(null, "", `?${told}`);
    this.again();
  }

  /** Tells the filter as it is, so that everything is asked again. */
  again() { this.tell("filter", this); }

  /** The first and the last instant. */
  get period() { return [dayOf(this.from), new Date(dayOf(this.to, 1) - 1)]; }

  get isReversed() { return this.from > this.to; }

  /** The number of days, both ends included. */
  get days() { return Math.round((dayOf(this.to) - dayOf(this.from)) / millisecondsADay) + 1; }

  /** The days' part of a question to the server. */
  get span() {
    const [from, to] = this.period;
    return new URLSearchParams({ from: from.toISOString(), to: to.toISOString() }).toString();
  }

  /** The filter's part of a question to the server. */
  get question() {
    const asked = new URLSearchParams({ field: this.field });
    if (this.owners.length > 0) asked.set("owner", this.owners.join(","));
    return `${asked}&${this.span}`;
  }

  /** The name of the chosen stations. */
  get names() { return this.sensors.map((sensor) => this.stations.find((each) => each.sensor === sensor)?.name ?? String(sensor)); }

  /** The filter in words. */
  get sentence() {
    if (this.isReversed) return say("filter.reversed", this.from, this.to);
    return [say("filter.sentence", say(this.field), this.from, this.to),
      this.owners.length > 0 ? say("filter.ofOwners", this.owners.join(", ")) : say("filter.ofAll"),
      this.region ? (this.sensors.length > 0 ? say("filter.withStations", this.names.join(", ")) : say("filter.withRegion")) : say("filter.without"),
      this.app === "airquality" && this.days > airQualityDays ? say("filter.tooLong", this.days, airQualityDays) : ""]
      .filter(Boolean).join(" ");
  }
}

/** Returns the sensors of a network in the order in which an app lists them. */
export function inOrder(stations, app) {
  const index = app === "moqa" ? "moqa" : "air_quality";
  return stations.filter((each) => each[index] !== null).sort((one, other) => one[index] - other[index]);
}

/** A choice of several of a list, as buttons that are pressed or not. */
function several(id, label, onchange) {
  const list = element("ul", { id, class: "options", "aria-label": label });
  const show = (options, chosen) => list.replaceChildren(...options.map(([value, text]) => {
    const button = element("button", { type: "button", "aria-pressed": String(chosen.includes(value)) }, text);
    button.addEventListener("click", () => {
      onchange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value].slice(-mostCompared));
      list.querySelectorAll("button")[options.findIndex(([each]) => each === value)]?.focus();
    });
    return element("li", {}, button);
  }));
  return { node: element("div", { class: "field wide" }, element("span", { class: "label" }, label), list), show };
}

/** The panel of the filter. */
export function filterPanel(session, filter) {
  const sentence = element("p", { id: "filter-sentence", role: "status" });
  const quantity = element("select", { id: "filter-field", onchange: () => filter.set({ field: quantity.value, sensors: [] }) });
  const date = (id, name) => element("input", {
    type: "date", id, max: "9999-12-31", required: true,
    onchange: (event) => { if (dayOf(event.target.value)) filter.set({ [name]: event.target.value }); },
  });
  const from = date("filter-from", "from"), to = date("filter-to", "to");
  const app = element("select", { id: "filter-app", onchange: () => filter.set({ app: app.value, sensors: [] }) },
    apps.map((name) => element("option", { value: name }, say(`filter.app.${name}`))));
  const region = element("input", { type: "checkbox", id: "filter-region", onchange: () => filter.set({ region: region.checked }) });
  const live = element("input", { type: "checkbox", id: "filter-live" });
  const presets = [["today", 0], ["weeks", 13], ["month", 30], ["year", 365]].map(([name, days]) =>
    element("button", { type: "button", onclick: () => filter.set({ from: daysAgo(days), to: daysAgo(0) }) }, say(`filter.${name}`)));
  const stations = several("filter-stations", say("filter.stations"), (sensors) => filter.set({ sensors }));
  const owners = several("filter-owners", say("filter.owners"), (chosen) => filter.set({ owners: chosen }));
  const ticked = (box, key) => element("span", { class: "row" }, box, element("label", { for: box.id }, say(key)));

  owners.node.hidden = stations.node.hidden = true;
  let asked = "";
  filter.on("filter", async () => {
    if (!session.user) return;
    quantity.replaceChildren(...filter.fields.map(({ name }) => element("option", { value: name, selected: name === filter.field }, say(name))));
    [from.value, to.value, app.value, region.checked] = [filter.from, filter.to, filter.app, filter.region];
    const show = () => {
      const listed = inOrder(filter.stations, filter.app);
      stations.show(listed.map(({ sensor, name, open }) => [sensor, open ? name : say("filter.closed", name)]), filter.sensors);
      stations.node.hidden = !filter.region || listed.length === 0;
      write(sentence, filter.sentence);
    };
    show();
    if (asked === filter.field) return;
    asked = filter.field;
    try {
      filter.stations = (await session.ask("GET", `/view/stations?field=${asked}`)).stations;
      if (asked === filter.field) { show(); filter.tell("stations", filter.stations); }
    } catch { asked = ""; }
  });
  filter.on("filter", async () => {
    if (!session.user || filter.isReversed) return;
    try {
      const { owners: all } = await session.ask("GET", `/view/owners?${filter.span}`);
      const emails = all.map(({ email }) => email).filter(Boolean);
      owners.show(emails.map((email) => [email, email]), filter.owners);
      owners.node.hidden = emails.length < 2;
    } catch { /* The panels tell what is wrong. */ }
  });
  setInterval(() => { if (live.checked && session.user && !document.hidden) filter.again(); }, 5000);
  return panel("filter", sentence,
    element("div", { class: "row" }, labelled(say("filter.quantity"), quantity), labelled(say("filter.from"), from), labelled(say("filter.to"), to),
      labelled(say("filter.app"), app)),
    element("div", { class: "row" }, presets, element("button", { type: "button", id: "refresh", onclick: () => filter.again() }, say("filter.refresh")),
      ticked(live, "filter.live"), ticked(region, "filter.region")),
    owners.node, stations.node).node;
}

/** Asks at each change of the filter, and tells loading, nothing and failures at the panel; `show` returns whether anything is there. */
export function follow(session, filter, { body }, question, show) {
  const state = element("p", { class: "asked", role: "status" });
  body.prepend(state);
  let running = null;
  filter.on("filter", async () => {
    running?.abort();
    const own = running = new AbortController();
    if (!session.user) return;
    write(state, say("loading"));
    body.setAttribute("aria-busy", "true");
    try {
      const path = question();
      const answer = path === null ? null : await session.ask("GET", path, undefined, own.signal);
      if (own !== running) return;
      write(state, show(answer) ? "" : say("nothing"));
    } catch (error) {
      if (own !== running) return;
      write(state, say(error.status ? "refused" : "server.unreachable", error.message));
    }
    body.removeAttribute("aria-busy");
  });
}
