// Tries what else the module promises: pieces of any length, bad input, readers that are closed, and a memory that is full.
// usage: node wasm/tests/behaviour.mjs PACKAGE CAPTURE

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, capture] = process.argv.slice(2);
const { load, parseHex, RTCMError } = await import(pathToFileURL(join(resolve(folder), "index.js")));
const bytes = readFileSync(capture);
let rtcm = await load();
const checks = [];
const check = (name, action) => { checks.push(name); return action(); };

const text = "d300133ed7d30202980edeef34b4bd62ac0941986f33360b98";
check("hexadecimal digits", () => {
  const frame = parseHex(text);
  assert.equal(rtcm.read(frame)[0].decode().message.ecef_x_metres, 1114104.5999);
  for (const spelled of ["D3 00 13\n3e", "0xD3,0x00, 0x13 0x3E", "d3:00:13:3e", "  d300133e\r\n"]) {
    assert.deepEqual([...parseHex(spelled)], [0xD3, 0, 0x13, 0x3E]);
  }
  assert.equal(parseHex("").length, 0);
  const wrong = [["d30", 2, "line 1, column 3"], ["d3 0\n13", 3, "line 1, column 4"], ["d3\n0g", 4, "line 2, column 2"],
    ["d3 é0", 3, "line 1, column 4"], ["d3 0 0x13", 3, "line 1, column 4"], ["😀", 0, "line 1, column 1"]];
  for (const [text, position, place] of wrong) {
    assert.throws(() => parseHex(text), (error) => error instanceof RTCMError && error.position === position && error.message.includes(place), text);
  }
});

check("bytes that are no frame", () => {
  const frame = parseHex(text);
  const wrong = [[], frame.subarray(0, 24), frame.subarray(1), [...frame, 0], [...frame, ...frame], Uint8Array.from(frame, (byte, index) => byte ^ (index === 7 ? 1 : 0))];
  for (const bytes of wrong) {
    for (const action of ["json", "brief", "fields"]) assert.throws(() => rtcm[action](Uint8Array.from(bytes)), RTCMError);
  }
  assert.throws(() => rtcm.json("d3"), TypeError);
  assert.equal(rtcm.nameOf(1005), "Station position");
  for (const type of [-1, 0, 5000, 65536, 2 ** 40, NaN]) assert.equal(rtcm.nameOf(type), null);
});

check("the satellite mask's 64 bits", () => {
  const msm = rtcm.read(bytes).find((frame) => frame.type === 1077);
  const mask = msm.fields().fields.find((field) => field.field === "DF394");
  assert.equal(String(mask.integer), /"satellite_mask":(\d+)/.exec(msm.json())[1]);
  assert.equal(typeof mask.integer, "bigint");
});

check("a closed reader", () => {
  const reader = rtcm.open();
  assert.equal(reader.push(bytes.subarray(0, 100)).length, 2);
  reader.close();
  reader.close();
  for (const action of ["push", "scan", "statistics", "sky", "finish"]) assert.throws(() => reader[action](new Uint8Array(1)), RTCMError);
});

check("a lost connection", () => {
  const reader = rtcm.open();
  reader.push(bytes.subarray(0, 40));
  reader.abandonFrame();
  assert.equal(reader.push(bytes.subarray(60, 115))[0].type, 1033);
  reader.close();
});

check("statistics of a stream that goes on", () => {
  const [reader, whole] = [rtcm.open(), rtcm.open()];
  whole.push(bytes);
  whole.finish();
  for (let start = 0; start < bytes.length; start += 50_000) {
    reader.push(bytes.subarray(start, start + 50_000));
    reader.statistics();
    reader.sky();
  }
  assert.equal(reader.statisticsJSON(), whole.statisticsJSON());
  assert.deepEqual(reader.sky(), whole.sky());
  reader.close();
  whole.close();
});

check("a sky", () => {
  const reader = rtcm.open();
  reader.push(bytes);
  const sky = reader.sky();
  reader.close();
  assert.ok(sky.satellites.length > 20 && sky.satellites.every(({ elevation, azimuth }) => elevation > 0 && azimuth >= 0 && azimuth < 360));
  assert.ok(Math.abs(sky.latitude - 45.478) < 0.01 && Math.abs(sky.longitude - 9.229) < 0.01, `${sky.latitude} ${sky.longitude}`);
  const empty = rtcm.open();
  assert.deepEqual(empty.sky({ now: Infinity }).satellites, []);
  empty.close();
});

check("bounded memory", () => {
  const use = () => {
    const reader = rtcm.open();
    reader.scan(bytes, () => {});
    reader.statistics();
    reader.close();
    rtcm.read(bytes.subarray(0, 50_000)).forEach((frame) => frame.json());
  };
  use();
  const before = rtcm.memoryByteCount;
  for (let run = 0; run < 100; run++) use();
  assert.equal(rtcm.memoryByteCount, before);
  // A stream of nothing but the shortest frames, and of one that never ends.
  const short = rtcm.read(new Uint8Array(0)).length, reader = rtcm.open();
  assert.equal(short, 0);
  const shortest = parseHex("d3000047ea4b"), many = new Uint8Array(6 * 100_000);
  for (let index = 0; index < many.length; index += 6) many.set(shortest, index);
  let count = 0;
  for (let run = 0; run < 20; run++) reader.scan(many, () => { count += 1; });
  assert.equal(count, 2_000_000);
  reader.close();
  assert.ok(rtcm.memoryByteCount < 32 << 20, `${rtcm.memoryByteCount}`);
});

await check("a full memory", async () => {
  const readers = [];
  const small = await load();
  const opened = small.open();
  opened.push(bytes.subarray(0, 10_000));
  assert.throws(() => { for (let count = 0; count < 100_000; count++) { const reader = small.open(); reader.push(bytes.subarray(0, 20_000)); readers.push(reader); } }, RTCMError);
  assert.ok(readers.length > 100, `${readers.length}`);
  assert.ok(small.memoryByteCount <= 256 << 20);
  // Whatever happened in the middle of something, nothing is read of it any more; or all of it is right.
  let isStopped = false;
  try { small.open(); } catch (error) { isStopped = error instanceof RTCMError; }
  if (isStopped) {
    for (const reader of readers.slice(0, 10)) assert.throws(() => reader.statistics(), RTCMError);
  }
  for (const reader of readers) reader.close();
  rtcm = await load();
  const reader = rtcm.open();
  reader.push(bytes);
  assert.equal(reader.statistics().total_frames, 3630);
});

console.log(`as promised: ${checks.join(", ")}`);
