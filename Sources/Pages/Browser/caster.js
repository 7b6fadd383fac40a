// The page of a running caster.

import { choices } from "./bar.js";
import { answers, connections } from "./clients.js";
import { faults } from "./faults.js";
import { cluster } from "./cluster.js";
import { element, clockText, write } from "./html.js";
import { frames, mountpointSky } from "./mountpoint.js";
import { mountpoints } from "./mountpoints.js";
import { PolledCaster } from "./polled.js";
import { watch } from "./records.js";
import { stations } from "./stations.js";
import { language, say } from "./words.js";

/** Fills the page's bar. */
function casterBar(caster, header) {
  const time = element("time", { id: "time" });
  header.append(
    element("div", { class: "row" },
      element("h1", {}, say("caster")), element("p", { class: "subtitle" }, say("caster.title"))),
    element("p", { class: "clock" }, element("span", { class: "label" }, say("caster.time")), " ", time),
    choices());
  caster.on("mountpoints", ({ time: seconds }) => write(time, clockText(seconds)));
}

document.documentElement.lang = language;
const caster = new PolledCaster();
casterBar(caster, document.getElementById("bar"));
const ofMountpoints = { key: "mount", namesOf: () => caster.names };
document.getElementById("panels").append(
  mountpoints(caster), stations(caster), mountpointSky(caster), frames(caster), faults(caster, ofMountpoints),
  cluster(caster), connections(caster), answers(caster));
watch(caster, document.getElementById("notice"));
caster.follow();
