// The page of a recorded run: served beside its recording, or with the recording inside.

import { bar } from "./bar.js";
import { chart } from "./chart.js";
import { faults } from "./faults.js";
import { fix } from "./fix.js";
import { element, table } from "./html.js";
import { map } from "./map.js";
import { panel } from "./panel.js";
import { parts } from "./parts.js";
import { power } from "./power.js";
import { outcomes, player, RecordedBoard } from "./recorded.js";
import { card, corrections, findings } from "./records.js";
import { sky } from "./sky.js";
import { values } from "./values.js";
import { language } from "./words.js";

/** Returns the text of the recording: from the page itself, gzipped as Base64, or from beside it. */
async function recording() {
  const inside = document.getElementById("recording");
  if (!inside) return (await fetch("/recording")).text();
  const bytes = Uint8Array.from(atob(inside.textContent), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

/** Returns the objects of lines of JSON; a last line that was cut off is left out. */
function objects(text) {
  return text.split("\n").flatMap((line) => {
    try { return line === "" ? [] : [JSON.parse(line)]; } catch { return []; }
  });
}

document.documentElement.lang = language;
recording().then((text) => {
  const board = new RecordedBoard(objects(text)), header = document.getElementById("bar");
  document.title = `boardsim: ${board.head.title}`;
  bar(board, header);
  header.append(element("p", {}, board.head.title), player(board));
  const results = outcomes(board, panel, table);
  document.getElementById("panels").append(...(results ? [results] : []), ...[
    values, chart, fix, map, sky, faults, power, corrections, parts, findings, card,
  ].map((make) => make(board)));
  board.seek(board.span[1]);
});
