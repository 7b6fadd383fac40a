// The panel that opens a stream: a file, a text of hexadecimal digits, or a receiver on a serial port.

import { atMostEach, element, labelled, write } from "./html.js";
import { parseHex } from "./index.js";
import { Stream } from "./stream.js";

/** The number of bytes read of a file at once: some hundredths of a second's reading. */
const pieceLength = 1 << 20;
/** The time for which the page reads without listening, milliseconds. */
const patience = 50;
/** The number of bytes that a reader takes. */
const mostBytes = 2 ** 31 - 1;

const speeds = [9600, 38400, 57600, 115200, 230400, 460800, 921600];

const kilobytes = (count) => `${(count / 1000).toLocaleString("en-GB", { maximumFractionDigits: 0 })} kB`;

/** Returns the panel. `make` makes a module, `begun` and `grown` get the stream, and `show` its summary. */
export function openPanel({ tell, make, begun, grown, show }) {
  let current = null;
  const progress = element("progress", { max: 1, value: 0, hidden: true, "aria-label": "Bytes read" });
  const file = element("input", { type: "file", id: "file" });
  const hex = element("textarea", { id: "hex", spellcheck: false, autocomplete: "off", placeholder: "D3 00 13 3E D7 D3 …" });
  const readText = element("button", { type: "button", id: "read-text" }, "Read the digits");
  const speed = element("select", { id: "speed" }, speeds.map((rate) =>
    element("option", { value: String(rate), selected: rate === 115200 }, `${rate} baud`)));
  const receiver = element("button", { type: "button", id: "receiver" }, "Read a receiver");
  const stop = element("button", { type: "button", id: "stop", hidden: true }, "Stop");
  const serial = element("div", { class: "row", hidden: !("serial" in navigator) },
    labelled("Speed", speed), receiver);

  /** Ends what is being read. */
  function leave() {
    if (!current) return;
    current.isLeft = true;
    current.leave?.();
    current.stream.reader.close();
    current = null;
  }

  /** Begins a stream; what goes wrong in it is told, unless another one has begun. */
  async function begin(name, blob, work) {
    leave();
    const rtcm = await make();
    leave();
    const run = { stream: new Stream(name, rtcm, blob), isLeft: false };
    current = run;
    begun(run.stream);
    try {
      await work(run);
    } catch (error) {
      if (!run.isLeft) tell(`${name}: ${error.message}`, true);
    }
    if (run.isLeft) return;
    progress.hidden = true;
    stop.hidden = true;
  }

  function end(run) {
    run.stream.finish();
    grown();
    show(run.stream);
    const { count } = run.stream.places, all = count + run.stream.unlisted;
    const what = `${run.stream.name}: ${kilobytes(run.stream.reader.byteCount)}, ${all} ${all === 1 ? "frame" : "frames"}`;
    if (all === 0) return tell(`${what}. There is no whole RTCM 3 frame in it.`, true);
    tell(run.stream.unlisted > 0 ? `${what}; ${count} of them are listed.` : `${what}.`);
  }

  async function readBlob(name, blob) {
    await begin(name, blob, async (run) => {
      if (blob.size > mostBytes) throw new Error("a file may have 2 GiB here; use 'boardsim rtcm stats' for a longer one");
      progress.hidden = false;
      tell(`Reading ${name}.`);
      // A piece is fetched while the one before is read.
      const piece = (start) => start < blob.size ? blob.slice(start, start + pieceLength).arrayBuffer() : null;
      let listened = performance.now();
      for (let start = 0, next = piece(0); next && !run.isLeft; start += pieceLength) {
        const bytes = new Uint8Array(await next);
        next = piece(start + pieceLength);
        if (run.isLeft) return;
        run.stream.push(bytes);
        if (performance.now() - listened < patience) continue;
        progress.value = (start + bytes.length) / blob.size;
        await new Promise((done) => setTimeout(done));
        listened = performance.now();
      }
      if (!run.isLeft) end(run);
    });
  }

  async function readDigits() {
    try {
      const bytes = parseHex(hex.value);
      if (bytes.length === 0) return tell("There are no digits; paste some first.", true);
      await readBlob("The pasted bytes", new Blob([bytes]));
    } catch (error) {
      if (error.position !== undefined) hex.setSelectionRange(error.position, error.position + 1);
      hex.focus();
      tell(`The digits: ${error.message}.`, true);
    }
  }

  async function readReceiver() {
    let port;
    try {
      port = await navigator.serial.requestPort();
      await port.open({ baudRate: Number(speed.value), bufferSize: 65536 });
    } catch (error) {
      // Whoever closes the list of ports knows.
      if (error.name !== "NotFoundError") tell(`The receiver cannot be opened: ${error.message}`, true);
      return;
    }
    await begin("The receiver", null, async (run) => {
      stop.hidden = false;
      tell("Reading the receiver.");
      const source = port.readable.getReader();
      const refresh = atMostEach(1000, () => {
        if (run.isLeft) return;
        grown();
        show(run.stream);
        tell(`The receiver: ${kilobytes(run.stream.reader.byteCount)}, ${run.stream.places.count + run.stream.unlisted} frames.`);
      });
      run.leave = () => source.cancel().catch(() => {});
      stop.onclick = () => { run.isStopped = true; run.leave(); };
      try {
        for (;;) {
          const { value, done } = await source.read();
          if (done || run.isLeft) break;
          run.stream.push(value);
          refresh();
        }
      } finally {
        source.releaseLock();
        await port.close().catch(() => {});
      }
      if (!run.isLeft) end(run);
    });
  }

  file.addEventListener("change", () => { if (file.files[0]) readBlob(file.files[0].name, file.files[0]); });
  readText.addEventListener("click", readDigits);
  receiver.addEventListener("click", readReceiver);
  document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("over"); });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("over"); });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("over");
    const [dropped] = event.dataTransfer.files;
    if (dropped) readBlob(dropped.name, dropped);
  });

  const node = element("section", { class: "panel", id: "open", "aria-labelledby": "open-heading" },
    element("h2", { id: "open-heading" }, "Open"),
    element("p", {}, labelled("A file with RTCM 3, among other bytes too", file)),
    element("p", {}, labelled("Hexadecimal digits", hex), readText),
    serial, stop, progress);
  return { node };
}
