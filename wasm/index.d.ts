/** A reader of RTCM 3 for browsers and node: frames, fields by bits, statistics, verdict and sky. */

/** Bytes as the functions take them. */
export type Bytes = Uint8Array | ArrayBuffer | ArrayBufferView;

/** What is wrong with bytes, a text or a call, with the remedy where there is one. */
export class RTCMError extends Error {
  /** The index of the first wrong character of a hexadecimal text. */
  position?: number;
}

/** A field of a message, with the place of its bits in the payload. */
export interface Field {
  /** The number in the standard, such as `DF025`; `null` for a field without one. */
  field?: string | null;
  /** The name, words joined by `_`. */
  name: string;
  /** The position of the first bit in the payload, 0 for the first bit of DF002. */
  bit: number;
  /** The number of bits. */
  width: number;
  /** The integer on the wire, of a number; a `bigint` where a number would round it. */
  integer?: number | bigint;
  /** The value in the unit, of a number; `null` where the bits mean "not available". */
  value?: number | bigint | null;
  /** The unit, such as `metres`. */
  unit?: string;
  /** The unit's symbol, such as `m`. */
  symbol?: string;
  /** The characters, of a text. */
  text?: string;
  /** The bytes in hexadecimal digits, of what has no fields that are known. */
  bytes?: string;
}

/** The fields of one group among several of a kind, such as a satellite or a cell. */
export interface Group {
  /** The kind of the group: `satellite`, `cell`. */
  group: string;
  /** The satellite's ID in the message. */
  satellite?: number;
  /** The signal of a cell: its code in RINEX, or `signal` and its number. */
  signal?: string;
  fields: Array<Field | Group>;
}

/** A message's fields in the order in which the standard lists them, or its error. */
export interface FieldsOfMessage {
  type: number | null;
  /** The message's name. */
  name: string | null;
  fields?: Array<Field | Group>;
  error?: { reason: string; field: string | null; bit_offset: number };
}

export interface JSONOptions {
  /** The frame's offset in its stream, for the member `offset`. */
  offset?: number;
  /** Whether to add the integers on the wire. */
  raw?: boolean;
  /** Whether to add the observations in metres, cycles, hertz and dB-Hz. */
  observations?: boolean;
}

/** A frame of a stream. */
export class Frame {
  /** The frame, from 0xD3 to the last byte of the CRC. */
  readonly bytes: Uint8Array;
  /** The offset in the stream. */
  readonly offset: number;
  /** The message type, DF002; `null` for a payload that is too short for it. */
  readonly type: number | null;
  /** The number of bytes. */
  get length(): number;
  /** The message: the bytes from DF002 up to the CRC. */
  get payload(): Uint8Array;
  /** Returns the line of `boardsim rtcm decode --json`. */
  json(options?: JSONOptions): string;
  /** Returns the object of {@link json}; integers above 2^53, such as a satellite mask, are rounded in it. */
  decode(options?: JSONOptions): any;
  /** Returns the fields with their bits. */
  fields(): FieldsOfMessage;
  /** Returns the line of `boardsim rtcm decode --brief`: time, type, station, name and content. */
  brief(): string;
}

/** Takes the place of a frame: offset in the stream, length in bytes, and message type. */
export type OnFrame = (offset: number, length: number, type: number | null) => void;

export interface StatisticsOptions {
  /** The capacity of a link in bytes a second; the verdict then tells whether it carries the stream. */
  link?: number;
}

/** A satellite of the last epoch. */
export interface Satellite {
  /** The name in RINEX, such as `G05`. */
  satellite: string;
  system: string;
  /** Degrees; `null` without the station's position or an ephemeris in the stream. */
  azimuth: number | null;
  /** Degrees; `null` like the azimuth. */
  elevation: number | null;
  /** The signals, with their carrier-to-noise ratios in dB-Hz. */
  signals: Array<{ code: string; cnr: number | null }>;
}

export interface Sky {
  /** The GPS time of week of the last whole epoch, seconds. */
  time_of_week: number | null;
  /** The station's position, degrees and metres. */
  latitude: number | null;
  longitude: number | null;
  height: number | null;
  satellites: Satellite[];
}

/** A reader of one stream, which comes in pieces of any length. It takes 2 GiB. */
export class Reader {
  /** The number of bytes taken. */
  readonly byteCount: number;
  /** Takes the next bytes and returns the frames that they complete. */
  push(bytes: Bytes): Frame[];
  /** Ends the stream and returns the frames in its unfinished rest. */
  finish(): Frame[];
  /** Takes the next bytes like `push`, and passes on the places of frames only, which is faster. Use one of both. */
  scan(bytes: Bytes, onFrame: OnFrame): void;
  /** Ends the stream like `finish`, for `scan`. */
  scanEnd(onFrame: OnFrame): void;
  /** Discards the beginning of a frame whose rest will not come, as after a lost connection. */
  abandonFrame(): void;
  /** Returns the text of `boardsim rtcm stats --json`, of the stream so far. */
  statisticsJSON(options?: StatisticsOptions): string;
  /** Returns the object of {@link statisticsJSON}. */
  statistics(options?: StatisticsOptions): any;
  /** Returns the satellites of the last whole epoch; `now` is for a stream that does not tell its week. */
  sky(options?: { now?: number | Date }): Sky;
  /** Gives the reader's memory back; a forgotten reader's is given back too, some time later. */
  close(): void;
}

/** The module. After an error that says so, load it again. */
export class RTCM {
  /** The number of bytes of the module's memory, which has a limit of 256 MiB. */
  readonly memoryByteCount: number;
  /** Begins a stream. */
  open(): Reader;
  /** Returns the frames of a whole stream. */
  read(bytes: Bytes): Frame[];
  /** Returns a frame's line of `boardsim rtcm decode --json`. */
  json(frame: Bytes, options?: JSONOptions): string;
  /** Returns a frame's line of `boardsim rtcm decode --brief`. */
  brief(frame: Bytes): string;
  /** Returns a frame's fields with their bits. */
  fields(frame: Bytes): FieldsOfMessage;
  /** Returns a message type's name; `null` for an unknown type. */
  nameOf(type: number): string | null;
}

/**
 * Loads the module: the file beside this one, or what is given.
 *
 * @param source The bytes of `rtcm.wasm`, or the compiled module.
 */
export function load(source?: Bytes | WebAssembly.Module): Promise<RTCM>;

/**
 * Returns the bytes of a text of hexadecimal digits. Blanks, line ends, commas, colons, semicolons and `0x` may stand
 * between bytes.
 *
 * @throws {RTCMError} With `position`, for a character that is no digit, and for a byte with one digit.
 */
export function parseHex(text: string): Uint8Array;
