// Measures the module in node: the bytes of frames read a second with statistics, and without looking at each frame.
// usage: node wasm/tests/speed.mjs PACKAGE CAPTURE ...

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...captures] = process.argv.slice(2);
const { load } = await import(pathToFileURL(join(resolve(folder), "index.js")));
const rtcm = await load();
/** The number of bytes of each measurement, MB. */
const megabytes = 10;
/** What a browser's page is to reach, MB/s. */
const aim = 50;

/** The median speed of an action in seven runs after a first one, MB/s. */
function measure(bytes, action) {
  const times = Math.max(Math.ceil(megabytes * 1e6 / bytes.length), 1);
  const speeds = [];
  for (let run = 0; run < 8; run++) {
    const began = performance.now();
    for (let index = 0; index < times; index++) action(bytes);
    speeds.push(times * bytes.length / 1e3 / (performance.now() - began));
  }
  return speeds.slice(1).sort((a, b) => a - b)[3];
}

for (const capture of captures) {
  const bytes = readFileSync(capture);
  const scan = measure(bytes, (bytes) => {
    const reader = rtcm.open();
    let count = 0;
    reader.scan(bytes, () => { count += 1; });
    reader.scanEnd(() => { count += 1; });
    reader.close();
  });
  const push = measure(bytes, (bytes) => rtcm.read(bytes));
  const few = bytes.subarray(0, 200_000);
  const json = measure(few, (bytes) => { for (const frame of rtcm.read(bytes)) frame.json(); });
  console.log(`${capture.split("/").at(-1)} in node, medians of 7: places of frames and statistics ${scan.toFixed(0)} MB/s `
    + `(aim ${aim}: ${scan >= aim ? "met" : "MISSED"}), frames ${push.toFixed(0)} MB/s, and the JSON of each ${json.toFixed(1)} MB/s`);
}
