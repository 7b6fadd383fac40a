// RTCM 3 in JavaScript: frames of a stream, their fields, statistics, verdict and sky. index.d.ts documents each export.

/** The number of bytes that are given to the module at once. */
const pieceLength = 1 << 20;
/** The number of bytes of the longest frame. */
const longestFrame = 1029;
/** The type of a frame whose payload is too short for a message type, as the module tells it. */
const noType = 0xFFFF;

const forms = { json: 0, raw: 1, observations: 2, brief: 4, fields: 8 };

export class RTCMError extends Error {
  constructor(message, options = {}) {
    super(message);
    this.name = "RTCMError";
    if (options.position !== undefined) this.position = options.position;
  }
}

/** The module's instance. After a trap it is not used any more, since nobody knows what was half done. */
class Instance {
  constructor({ exports }) {
    this.exports = exports;
    this.failure = null;
  }

  call(name, ...values) {
    if (this.failure) throw new RTCMError(this.failure);
    try {
      return this.exports[name](...values);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError)) throw error;
      const isExhausted = this.view(this.exports.rtcm_is_exhausted.value, 4)[0] !== 0;
      this.failure = isExhausted
        ? "the module has no memory left; load it again, and keep fewer readers open"
        : `the module stopped (${error.message}); load it again`;
      throw new RTCMError(this.failure);
    }
  }

  view(address, count) {
    return new Uint8Array(this.exports.memory.buffer, address >>> 0, count);
  }

  /** Lends bytes to an action, which gets their address. */
  lend(bytes, action) {
    const address = this.call("rtcm_allocate", Math.max(bytes.length, 1)) >>> 0;
    if (address === 0) throw new RTCMError("the module has no memory for these bytes; keep fewer readers open");
    this.view(address, bytes.length).set(bytes);
    const result = action(address);
    this.call("rtcm_release", address);
    return result;
  }

  /** The text made last, of so many bytes. */
  text(count) {
    return new TextDecoder().decode(this.view(this.call("rtcm_result"), count));
  }
}

function bytesOf(value) {
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw new TypeError("bytes are a Uint8Array or an ArrayBuffer");
}

export class Frame {
  #module;

  constructor(module, bytes, offset, type) {
    this.#module = module;
    this.bytes = bytes;
    this.offset = offset;
    this.type = type;
  }

  get length() { return this.bytes.length; }
  get payload() { return this.bytes.subarray(3, -3); }

  json(options) { return this.#module.json(this.bytes, { offset: this.offset, ...options }); }
  decode(options) { return JSON.parse(this.json(options)); }
  fields() { return this.#module.fields(this.bytes); }
  brief() { return this.#module.brief(this.bytes); }
}

/** What ends a reader's session when the reader is forgotten. */
const forgotten = new FinalizationRegistry(({ instance, handle }) => {
  if (!instance.failure) instance.call("rtcm_close", handle);
});

export class Reader {
  #module;
  #instance;
  #handle;
  /** The bytes before the next ones, in which a frame may have begun. */
  #tail = new Uint8Array(0);
  #taken = 0;

  constructor(module, instance) {
    this.#module = module;
    this.#instance = instance;
    this.#handle = instance.call("rtcm_open");
    forgotten.register(this, { instance, handle: this.#handle }, this);
  }

  get byteCount() { return this.#taken; }

  #call(name, ...values) {
    if (this.#handle === null) throw new RTCMError("the reader is closed; open another one");
    return this.#instance.call(name, this.#handle, ...values);
  }

  /** Passes the place of each frame found last to an action. */
  #found(count, action) {
    if (count === 0) return;
    const address = this.#call("rtcm_found");
    const view = new DataView(this.#instance.exports.memory.buffer, address >>> 0, 8 * count);
    for (let index = 0; index < count; index++) {
      const type = view.getUint16(8 * index + 6, true);
      action(view.getUint32(8 * index, true), view.getUint16(8 * index + 4, true), type === noType ? null : type);
    }
  }

  scan(bytes, onFrame) {
    bytes = bytesOf(bytes);
    for (let start = 0; start < bytes.length || start === 0; start += pieceLength) {
      const piece = bytes.subarray(start, start + pieceLength);
      const count = this.#instance.lend(piece, (address) => this.#call("rtcm_push", address, piece.length));
      if (count < 0) throw new RTCMError("a reader takes 2 GiB; open another one for the rest");
      this.#found(count, onFrame);
      this.#taken += piece.length;
    }
  }

  push(bytes) {
    bytes = bytesOf(bytes);
    const [before, base, frames] = [this.#tail, this.#taken - this.#tail.length, []];
    this.scan(bytes, (offset, length, type) => frames.push(this.#frame(bytes, before, base, offset, length, type)));
    this.#tail = bytes.length >= longestFrame ? bytes.slice(-longestFrame) : join(before, bytes).slice(-longestFrame);
    return frames;
  }

  #frame(bytes, before, base, offset, length, type) {
    const start = offset - base - before.length;
    const content = start >= 0
      ? bytes.slice(start, start + length)
      : join(before.subarray(before.length + start), bytes.subarray(0, Math.max(start + length, 0))).subarray(0, length);
    return new Frame(this.#module, content, offset, type);
  }

  scanEnd(onFrame) { this.#found(this.#call("rtcm_finish"), onFrame); }

  finish() {
    const [before, base, frames] = [this.#tail, this.#taken - this.#tail.length, []];
    this.scanEnd((offset, length, type) =>
      frames.push(this.#frame(new Uint8Array(0), before, base, offset, length, type)));
    return frames;
  }

  abandonFrame() { this.#call("rtcm_abandon"); }

  statisticsJSON({ link = 0 } = {}) { return this.#instance.text(this.#call("rtcm_statistics", link)); }
  statistics(options) { return JSON.parse(this.statisticsJSON(options)); }

  sky({ now = Date.now() } = {}) {
    return JSON.parse(this.#instance.text(this.#call("rtcm_sky", Number(now) / 1000)));
  }

  close() {
    if (this.#handle === null) return;
    forgotten.unregister(this);
    if (!this.#instance.failure) this.#call("rtcm_close");
    this.#handle = null;
  }
}

function join(a, b) {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

export class RTCM {
  #instance;

  constructor(instance) { this.#instance = new Instance(instance); }

  get memoryByteCount() { return this.#instance.exports.memory.buffer.byteLength; }

  open() { return new Reader(this, this.#instance); }

  read(bytes) {
    const reader = this.open();
    const frames = reader.push(bytes).concat(reader.finish());
    reader.close();
    return frames;
  }

  #text(frame, form, offset = 0) {
    const bytes = bytesOf(frame);
    const count = this.#instance.lend(bytes, (address) =>
      this.#instance.call("rtcm_frame", address, bytes.length, offset, form));
    if (count < 0) throw new RTCMError("these bytes are not one whole frame with a right CRC");
    return this.#instance.text(count);
  }

  json(frame, { offset = 0, raw = false, observations = false } = {}) {
    return this.#text(frame, forms.json + (raw ? forms.raw : 0) + (observations ? forms.observations : 0), offset);
  }

  brief(frame) { return this.#text(frame, forms.brief); }

  fields(frame) {
    const message = JSON.parse(this.#text(frame, forms.fields));
    if (message.fields) finishFields(message.fields);
    return message;
  }

  nameOf(type) {
    return this.#instance.text(this.#instance.call("rtcm_name", type)) || null;
  }
}

/** Makes numbers of integers, and gives each number its value. */
function finishFields(fields) {
  for (const field of fields) {
    if (field.fields) finishFields(field.fields);
    if (field.integer === undefined) continue;
    const integer = Number(field.integer);
    field.integer = Number.isSafeInteger(integer) ? integer : BigInt(field.integer);
    if (field.value === undefined) field.value = field.integer;
  }
}

export async function load(source) {
  const imports = { env: { sin: Math.sin, cos: Math.cos, atan2: Math.atan2 } };
  if (source instanceof WebAssembly.Module) return new RTCM(await WebAssembly.instantiate(source, imports));
  const bytes = source === undefined ? await ownBytes() : bytesOf(source);
  return new RTCM((await WebAssembly.instantiate(bytes, imports)).instance);
}

/** The module's file beside this one: read by node, fetched by a browser. */
async function ownBytes() {
  const address = new URL("rtcm.wasm", import.meta.url);
  if (address.protocol !== "file:") return (await fetch(address)).arrayBuffer();
  const { readFile } = await import("node:fs/promises");
  return readFile(address);
}

/** The characters that may stand between the bytes of a hexadecimal text. */
const betweenBytes = /[\s,:;]/;

export function parseHex(text) {
  const bytes = new Uint8Array(text.length >> 1);
  let [count, high, line, column] = [0, null, 1, 0];
  const fail = (what, position, at) => {
    throw new RTCMError(`${what} at line ${at[0]}, column ${at[1]}`, { position });
  };
  let began = [1, 1];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    column += 1;
    if (betweenBytes.test(character)) {
      if (high !== null) fail(`the byte "${text[index - 1]}" has one digit only`, index - 1, began);
      if (character === "\n") [line, column] = [line + 1, 0];
      continue;
    }
    if (high === null && character === "0" && /[xX]/.test(text[index + 1] ?? "")) {
      index += 1;
      column += 1;
      continue;
    }
    const digit = parseInt(character, 16);
    if (Number.isNaN(digit)) {
      const shown = String.fromCodePoint(text.codePointAt(index));
      fail(`"${shown}" is no hexadecimal digit`, index, [line, column]);
    }
    if (high === null) {
      high = digit;
      began = [line, column];
    } else {
      bytes[count] = high << 4 | digit;
      count += 1;
      high = null;
    }
  }
  if (high !== null) {
    fail(`the last byte "${text[text.length - 1]}" has one digit only`, text.length - 1, began);
  }
  return bytes.slice(0, count);
}
