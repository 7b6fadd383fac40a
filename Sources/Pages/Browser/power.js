// Power and Wi-Fi of the board.

import { order } from "./api.js";
import { clockText, element } from "./html.js";
import { actor, facts, panel } from "./panel.js";
import { say } from "./words.js";

/** The panel of power and Wi-Fi. */
export function power(board) {
  const told = facts("power.state", "wifi.state", "wifi.network");
  const buttons = board.isLive ? {
    powerOff: actor(say("power.off"), () => order("POST", "power", { on: false })),
    powerOn: actor(say("power.on"), () => order("POST", "power", { on: true })),
    wifiOff: actor(say("wifi.off"), () => order("POST", "wifi", { on: false })),
    wifiOn: actor(say("wifi.on"), () => order("POST", "wifi", { on: true })),
  } : {};
  board.on("status", ({ uptime, wifi }) => {
    const isOn = uptime !== null;
    document.body.dataset.power = isOn ? "on" : "off";
    told.set("power.state", isOn ? say("power.isOn", clockText(uptime)) : say("power.offShort"));
    told.set("wifi.state", wifi.state === "joined" ? say("wifi.joined", wifi.address)
      : [wifi.state, wifi.error].filter(Boolean).join(": "));
    told.set("wifi.network", wifi.ssid);
    if (board.isLive) [buttons.powerOff.hidden, buttons.powerOn.hidden] = [!isOn, isOn];
  });
  return panel("power", told.node, element("div", { class: "row" }, Object.values(buttons))).node;
}
