// The inspector: opens a file, a text or a receiver, and shows what is in it.

import { element, write } from "./html.js";
import { load } from "./index.js";
import { framesPanel } from "./frames.js";
import { openPanel } from "./open.js";
import { skyPanel, statisticsPanel, verdictPanel } from "./summary.js";

const notice = document.getElementById("notice");

/** Shows a sentence; a fault stands out. */
function tell(text, isFault = false) {
  notice.className = isFault ? "error" : "";
  write(notice, text);
}

/** The module's bytes, which the page carries. */
async function moduleBytes() {
  const text = atob(document.getElementById("module").textContent);
  const packed = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function start() {
  const module = await WebAssembly.compile(await moduleBytes());
  const [verdict, frames, statistics, sky] = [verdictPanel(), framesPanel(tell), statisticsPanel(), skyPanel()];
  const show = (stream) => {
    const told = stream.reader.statistics();
    verdict.show(told);
    statistics.show(told, (type) => stream.rtcm.nameOf(type));
    sky.show(stream.reader.sky());
  };
  // Each stream has a module of its own: what one does to it is nothing to the next.
  const open = openPanel({ tell, make: () => load(module), begun: frames.begin, grown: frames.grow, show });
  document.getElementById("panels").append(open.node, verdict.node, statistics.node, sky.node, frames.list, frames.detail);
  tell("Choose a file, drop one here, or paste hexadecimal digits.");
  document.body.dataset.ready = "yes";
}

start().catch((error) => tell(`The page cannot start: ${error.message}. It needs a browser of 2023 or later.`, true));
