// Changes captures, gives them to the module in pieces of random lengths, and asks for everything: nothing stops the
// module, and the frames and statistics are those of the whole bytes at once.
// usage: node wasm/tests/fuzz.mjs PACKAGE SECONDS SEED CAPTURE ...

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, seconds, seed, ...captures] = process.argv.slice(2);
const { load, RTCMError } = await import(pathToFileURL(join(resolve(folder), "index.js")));

/** A generator of numbers below a limit (xorshift32). */
let state = (Number(seed) * 2654435761 + 88172645) >>> 0 || 1;
function below(limit) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % limit;
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 16;
  for (let bit = 0; bit < 8; bit++) value = value & 0x800000 ? value << 1 ^ 0x1864CFB : value << 1;
  return value & 0xFFFFFF;
});

/** Gives a frame the CRC that its bytes should have. */
function repair(frame) {
  let crc = 0;
  for (const byte of frame.subarray(0, -3)) crc = crc << 8 & 0xFFFFFF ^ table[crc >> 16 ^ byte];
  frame.set([crc >> 16, crc >> 8 & 255, crc & 255], frame.length - 3);
}

const rtcm = await load();
const sources = captures.map((capture) => {
  const bytes = readFileSync(capture);
  return { bytes, frames: rtcm.read(bytes).map(({ offset, length }) => ({ offset, length })) };
});

/** Returns a part of a capture with changes: bits and bytes, cut and doubled parts, and payloads with a right CRC. */
function changed() {
  const { bytes, frames } = sources[below(sources.length)];
  const first = below(frames.length), last = Math.min(first + 1 + below(60), frames.length - 1);
  const start = Math.max(frames[first].offset - below(50), 0);
  const part = Uint8Array.from(bytes.subarray(start, frames[last].offset + frames[last].length));
  for (const { offset, length } of frames.slice(first, last)) {
    if (below(3) > 0) continue;
    const frame = part.subarray(offset - start, offset - start + length);
    for (let count = below(6); count >= 0; count--) frame[3 + below(length - 6 || 1)] = below(4) === 0 ? 255 : below(256);
    // Where the message type, the station and the time stand.
    if (below(4) === 0) for (let index = 3; index < Math.min(12, length - 3); index++) if (below(3) === 0) frame[index] = below(256);
    if (length >= 6) repair(frame);
  }
  for (let count = below(4); count > 0; count--) part[below(part.length)] ^= 1 << below(8);
  const from = below(part.length), to = from + below(part.length - from);
  return below(4) > 0 ? part : below(2) ? new Uint8Array([...part.subarray(0, from), ...part.subarray(to)]) : new Uint8Array([...part, ...part.subarray(from, to)]);
}

function fail(bytes, message) {
  console.error(`fuzz.mjs: FINDING with seed ${seed}: ${message}\n${Buffer.from(bytes).toString("hex").slice(0, 4000)}`);
  process.exit(1);
}

const same = (a, b) => a.length === b.length && a.every((frame, index) => frame.offset === b[index].offset
  && frame.type === b[index].type && Buffer.compare(frame.bytes, b[index].bytes) === 0);
let [streams, count, errors] = [0, 0, 0];
const end = Date.now() + 1000 * Number(seconds);
// A stream that never ends, so that its clock goes as far as it can.
const endless = rtcm.open();
while (Date.now() < end) {
  const bytes = changed();
  try {
    const [whole, pieces] = [rtcm.open(), rtcm.open()];
    const frames = whole.push(bytes).concat(whole.finish());
    const other = [];
    const longest = [1, 5, 50, 1500][below(4)];
    for (let start = 0; start < bytes.length;) {
      const length = Math.min(below(longest) + (longest === 1 ? 1 : 0), bytes.length - start);
      other.push(...pieces.push(bytes.subarray(start, start + length)));
      start += length;
    }
    other.push(...pieces.finish());
    if (!same(frames, other)) fail(bytes, `${frames.length} frames at once, ${other.length} in pieces, or others`);
    for (const frame of frames) {
      if (Buffer.compare(Buffer.from(frame.bytes), bytes.subarray(frame.offset, frame.offset + frame.length)) !== 0) fail(bytes, "a frame has other bytes");
      errors += "error" in frame.decode({ raw: true, observations: true }) ? 1 : 0;
      frame.fields();
      frame.brief();
    }
    if (whole.statisticsJSON() !== pieces.statisticsJSON()) fail(bytes, "the statistics differ");
    whole.statistics({ link: below(3000) });
    if (JSON.stringify(whole.sky({ now: 1.8e12 })) !== JSON.stringify(pieces.sky({ now: 1.8e12 }))) fail(bytes, "the skies differ");
    whole.close();
    pieces.close();
    endless.scan(bytes, () => {});
    if (streams % 50 === 0) endless.statistics();
    count += frames.length;
    streams += 1;
    // What is no frame at all.
    const garbage = bytes.subarray(0, below(bytes.length));
    for (const action of ["json", "brief", "fields"]) {
      try { rtcm[action](garbage); } catch (error) { if (!(error instanceof RTCMError) || /stopped|memory/.test(error.message)) throw error; }
    }
  } catch (error) {
    fail(bytes, error.stack);
  }
}
const memory = rtcm.memoryByteCount >> 20;
if (memory > 64) fail([], `the module has ${memory} MiB`);
console.log(`${streams} changed streams with ${count} frames, ${errors} of them with an error: the same in pieces, nothing stopped, ${memory} MiB`);
