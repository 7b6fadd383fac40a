// Compares what the module says of streams with what the command says of them, text by text.
// usage: node wasm/tests/streams.mjs PACKAGE FOLDER      (FOLDER: for each NAME.stream what scripts/release/inspector-check
// has written with the command: NAME.json, NAME.all, NAME.brief, NAME.stats, NAME.link)

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, work] = process.argv.slice(2);
const { load } = await import(pathToFileURL(join(resolve(folder), "index.js")));
const rtcm = await load();
const counts = { streams: 0, frames: 0, bytes: 0, lines: 0, fields: 0, values: 0, bits: 0 };

function fail(message) {
  console.error(`streams.mjs: ${message}`);
  process.exit(1);
}

function compare(name, form, is, shouldBe) {
  if (is === shouldBe) return;
  const [a, b] = [is.split("\n"), shouldBe.split("\n")];
  const line = a.findIndex((text, index) => text !== b[index]);
  const place = line < 0 ? Math.min(a.length, b.length) : line;
  fail(`${name}, ${form}, line ${place + 1} of ${b.length}:\n module  ${a[place]?.slice(0, 2000)}\n command ${b[place]?.slice(0, 2000)}`);
}

/** The bits of a payload as a number. */
function bitsAt(payload, start, count) {
  let value = 0n;
  for (let bit = start; bit < start + count; bit++) value = value << 1n | BigInt(payload[bit >> 3] >> (7 - bit & 7) & 1);
  return value;
}

/** The integer that the standard's three formats make of bits. */
function integersOf(bits, width) {
  const sign = 1n << BigInt(Math.max(width - 1, 0));
  const rest = bits & (sign - 1n);
  return [bits, BigInt.asIntN(width, bits), bits & sign ? -rest : rest];
}

/** Checks that each field has the integer that its bits say; returns the fields' values in order. */
function check(fields, payload, name, values = [], covered = []) {
  for (const field of fields) {
    if (field.group !== undefined) {
      // JSON tells a group's satellite where no field does.
      const isTold = field.fields.some((inner) => inner.name === "satellite_id");
      if (field.satellite !== undefined && !isTold) values.push(field.satellite);
      check(field.fields, payload, name, values, covered);
      continue;
    }
    const { bit, width } = field;
    if (bit < 0 || bit + width > 8 * payload.length) fail(`${name}: ${field.name} is outside the payload`);
    covered.push([bit, width]);
    counts.bits += width;
    if (field.integer !== undefined) {
      counts.fields += 1;
      if (!integersOf(bitsAt(payload, bit, width), width).includes(BigInt(field.integer))) {
        fail(`${name}: ${field.name} is ${field.integer}, and its bits are ${bitsAt(payload, bit, width)}`);
      }
      values.push(field.value === null ? null : Number(field.value));
    } else if (field.text !== undefined) {
      const bytes = payload.length && Array.from({ length: width / 8 }, (_, index) => Number(bitsAt(payload, bit + 8 * index, 8)));
      const text = new TextDecoder("utf-8", { fatal: true });
      try {
        if (text.decode(new Uint8Array(bytes)) !== field.text) fail(`${name}: ${field.name} is another text`);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    }
  }
  return { values, covered };
}

/** The numbers of a message's object, in order. */
function numbersOf(value, numbers = []) {
  if (value === null || typeof value === "number") numbers.push(value);
  else if (typeof value === "object") {
    // The bytes of a text are told beside it.
    for (const [key, item] of Object.entries(value)) if (!key.endsWith("_bytes")) numbersOf(item, numbers);
  }
  return numbers;
}

for (const file of readdirSync(work).filter((file) => file.endsWith(".stream")).sort()) {
  const name = file.slice(0, -".stream".length);
  const expected = (form) => readFileSync(join(work, `${name}.${form}`), "utf8");
  const bytes = readFileSync(join(work, file));
  const reader = rtcm.open();
  const frames = reader.push(bytes).concat(reader.finish());
  const text = (line) => frames.map((frame) => line(frame) + "\n").join("");
  compare(name, "decode --json", text((frame) => frame.json()), expected("json"));
  compare(name, "decode --json --raw --observations", text((frame) => frame.json({ raw: true, observations: true })), expected("all"));
  compare(name, "decode --brief", text((frame) => frame.brief()), expected("brief"));
  compare(name, "stats --json", reader.statisticsJSON() + "\n", expected("stats"));
  compare(name, "stats --json --link 1000", reader.statisticsJSON({ link: 1000 }) + "\n", expected("link"));
  reader.close();
  for (const frame of frames) {
    const at = `${name}, ${frame.type} at ${frame.offset}`;
    if (Buffer.compare(Buffer.from(frame.bytes), bytes.subarray(frame.offset, frame.offset + frame.length)) !== 0) {
      fail(`${at}: the frame has other bytes`);
    }
    const message = frame.fields();
    if (!message.fields) {
      if (!message.error) fail(`${at}: neither fields nor an error`);
      continue;
    }
    const { values, covered } = check(message.fields, frame.payload, at);
    const numbers = numbersOf(frame.decode().message);
    if (values.length !== numbers.length || values.some((value, index) => !Object.is(value, numbers[index]))) {
      const index = values.findIndex((value, index) => !Object.is(value, numbers[index]));
      fail(`${at}: value ${index} of ${values.length} is ${values[index]}, in JSON ${numbers[index]} of ${numbers.length}`);
    }
    counts.values += values.length;
    // Each bit belongs to one field; the payload of an unknown message is shown whole.
    if (!message.fields.some((field) => field.name === "payload")) {
      covered.sort((a, b) => a[0] - b[0]);
      let end = 0;
      for (const [bit, width] of covered) {
        if (bit !== end) fail(`${at}: the bits from ${end} to ${bit} are ${bit > end ? "no field's" : "two fields'"}`);
        end = bit + width;
      }
      if (8 * frame.payload.length - end >= 8) fail(`${at}: the bits from ${end} are no field's`);
    }
  }
  counts.streams += 1;
  counts.frames += frames.length;
  counts.bytes += bytes.length;
  counts.lines += 3 * frames.length;
}
if (counts.frames === 0) fail(`there is no stream in ${work}`);
console.log(`${counts.streams} streams, ${counts.bytes} bytes, ${counts.frames} frames: ${counts.lines} texts of frames and `
  + `${2 * counts.streams} statistics are the command's; ${counts.fields} fields of ${counts.bits} bits have the integers of their bits, `
  + `and ${counts.values} values those of the JSON`);
