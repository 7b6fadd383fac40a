// What a stream is as a whole: the verdict, its statistics, and its sky.

import { element, number, scrolling, table, write } from "./html.js";
import { bars, legend, polar } from "./polar.js";

function section(id, title, ...content) {
  return element("section", { class: "panel", id, "aria-labelledby": `${id}-heading`, hidden: true },
    element("h2", { id: `${id}-heading` }, title), ...content);
}

/** Returns the panel of the checks. */
export function verdictPanel() {
  const result = element("p", { class: "state" });
  const { node: view, rows } = table("What a rover needs of the stream", ["Check", "Result", "Finding"]);
  const node = section("verdict", "Whether a rover can work with it", result, view);
  const show = ({ verdict, total_frames: frames }) => {
    node.hidden = frames === 0;
    result.replaceChildren("Verdict: ", element("strong", { class: `check-${verdict.result}` }, verdict.result));
    rows(verdict.checks.map((check) => [
      check.check.replaceAll("_", " "), element("span", { class: `check-${check.result}` }, check.result),
      check.remedy ? element("span", {}, check.finding, element("br"), element("small", {}, check.remedy)) : check.finding]));
  };
  return { node, show };
}

const names = {
  frames: "frames", total_frames: "frames", frame_bytes: "bytes in frames", other_bytes: "other bytes", bad_crc: "frames with a wrong CRC",
  truncated_at_eof_candidates: "cut off at the end", reserved_header_bits: "preambles with reserved bits set",
};

/** Returns the panel of the counts. */
export function statisticsPanel() {
  const facts = element("dl", { class: "facts" });
  const { node: view, rows } = table("By type", ["Type", "Message", "Frames", "Bytes", "Interval, s", "Missing epochs", "Longest pause, s"]);
  const node = section("statistics", "Statistics", facts, scrolling("Frames by type", view));
  const show = (told, nameOf) => {
    node.hidden = told.bytes === 0;
    const { rates } = told;
    const pairs = Object.entries(names).filter(([key]) => typeof told[key] === "number").map(([key, name]) => [name, told[key]]);
    if (rates.seconds !== null) {
      pairs.push(["seconds", rates.seconds], ["epochs", rates.epochs], ["epochs missing", rates.missing_epochs],
        ["bytes a second", rates.frame_bytes_per_second], ["in the busiest second", rates.busiest_second_bytes]);
    }
    facts.replaceChildren(...pairs.map(([name, value]) =>
      element("div", {}, element("dt", {}, name), element("dd", {}, value === null ? "–" : value.toLocaleString("en-GB")))));
    rows(Object.entries(rates.types).map(([type, row]) => [
      type, nameOf(Number(type)) ?? "", String(row.frames), String(row.bytes), number(row.interval_seconds, 3),
      row.missing_epochs === null ? "–" : String(row.missing_epochs), number(row.longest_pause_seconds, 3)]));
  };
  return { node, show };
}

/** Returns a satellite as the pictures of a sky take it. */
function drawn({ satellite, azimuth, elevation, signals }) {
  const ratios = signals.map(({ cnr }) => cnr).filter((cnr) => cnr !== null);
  return { satellite, azimuth, elevation, cnr: Math.round(Math.max(0, ...ratios)), used: true, reported: true };
}

/** Returns the panel of the sky. */
export function skyPanel() {
  const summary = element("p", { id: "sky-summary" }), pictures = element("div", { class: "pictures" });
  const { node: view, rows } = table("Satellites of the last epoch", ["Satellite", "Azimuth, °", "Elevation, °", "Signals with C/N₀, dB-Hz"]);
  const node = section("sky", "Sky and signals", summary, pictures, legend(),
    element("details", {}, element("summary", {}, "As a table"), scrolling("Satellites", view)));
  const show = (sky) => {
    const { satellites } = sky;
    node.hidden = satellites.length === 0;
    const placed = satellites.filter(({ elevation }) => elevation !== null).length;
    const station = sky.latitude === null ? "The stream does not tell where the station is."
      : `The station is at ${sky.latitude.toFixed(5)}° ${sky.longitude.toFixed(5)}°, ${sky.height.toFixed(1)} m.`;
    write(summary, `${satellites.length} satellites in the last epoch, ${placed} with a direction. ${station}`);
    const shown = satellites.map(drawn);
    pictures.replaceChildren(...(placed > 0 ? [polar(shown)] : []), bars(shown));
    rows(satellites.map(({ satellite, azimuth, elevation, signals }) => [satellite, number(azimuth, 1), number(elevation, 1),
      signals.map(({ code, cnr }) => cnr === null ? code : `${code} ${cnr}`).join("  ")]));
  };
  return { node, show };
}
