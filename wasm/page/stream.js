// A stream that is being read: the places of its frames, and where their bytes are.

/** The number of frames that are listed at most; the statistics count all. */
const mostFrames = 4_000_000;

/** The number of bytes that are kept of a stream that cannot be read again. */
const keptBytes = 16_000_000;

/** The places of frames, 8 bytes each. */
class Places {
  #offsets = new Uint32Array(1024);
  #lengths = new Uint16Array(1024);
  #types = new Uint16Array(1024);
  count = 0;

  add(offset, length, type) {
    if (this.count === this.#offsets.length) this.#grow();
    this.#offsets[this.count] = offset;
    this.#lengths[this.count] = length;
    this.#types[this.count] = type ?? 0xFFFF;
    this.count += 1;
  }

  #grow() {
    for (const name of ["offsets", "lengths", "types"]) this.#set(name);
  }

  #set(name) {
    const larger = (array) => {
      const result = new array.constructor(2 * array.length);
      result.set(array);
      return result;
    };
    if (name === "offsets") this.#offsets = larger(this.#offsets);
    else if (name === "lengths") this.#lengths = larger(this.#lengths);
    else this.#types = larger(this.#types);
  }

  at(index) {
    const type = this.#types[index];
    return { offset: this.#offsets[index], length: this.#lengths[index], type: type === 0xFFFF ? null : type };
  }

  typeAt(index) { return this.#types[index]; }

  /** Drops the frames before an offset. */
  dropBefore(offset) {
    let first = 0;
    while (first < this.count && this.#offsets[first] < offset) first += 1;
    for (const array of [this.#offsets, this.#lengths, this.#types]) array.copyWithin(0, first, this.count);
    this.count -= first;
    return first;
  }
}

/** The last bytes of a stream that cannot be read again. */
class KeptBytes {
  #pieces = [];
  #count = 0;
  #start = 0;

  /** Keeps bytes, and returns the offset of the first one that is still there. */
  add(bytes) {
    this.#pieces.push(bytes);
    this.#count += bytes.length;
    while (this.#count > keptBytes && this.#pieces.length > 1) {
      const { length } = this.#pieces.shift();
      this.#count -= length;
      this.#start += length;
    }
    return this.#start;
  }

  async read(offset, length) {
    const result = new Uint8Array(length);
    let start = this.#start;
    for (const piece of this.#pieces) {
      const from = Math.max(offset, start), to = Math.min(offset + length, start + piece.length);
      if (from < to) result.set(piece.subarray(from - start, to - start), from - offset);
      start += piece.length;
      if (start >= offset + length) break;
    }
    return result;
  }
}

export class Stream {
  places = new Places();
  #kept = null;
  #blob = null;
  #isOver = false;
  /** The number of frames that are not listed. */
  unlisted = 0;

  /** Creates a stream of a blob, or, without one, of bytes that come. */
  constructor(name, rtcm, blob = null) {
    this.name = name;
    this.rtcm = rtcm;
    this.reader = rtcm.open();
    this.#blob = blob;
    if (!blob) this.#kept = new KeptBytes();
  }

  #add = (offset, length, type) => {
    if (this.places.count < mostFrames) this.places.add(offset, length, type);
    else this.unlisted += 1;
  };

  push(bytes) {
    if (this.#kept) {
      const first = this.#kept.add(bytes);
      if (first > 0) this.unlisted += this.places.dropBefore(first);
    }
    this.reader.scan(bytes, this.#add);
  }

  finish() {
    if (!this.#isOver) this.reader.scanEnd(this.#add);
    this.#isOver = true;
  }

  async read({ offset, length }) {
    if (this.#kept) return this.#kept.read(offset, length);
    return new Uint8Array(await this.#blob.slice(offset, offset + length).arrayBuffer());
  }
}
