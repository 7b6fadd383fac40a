// The page of a running board.

import { bar } from "./bar.js";
import { boardPath } from "./api.js";
import { boards } from "./boards.js";
import { chart } from "./chart.js";
import { faults } from "./faults.js";
import { fix } from "./fix.js";
import { LiveBoard } from "./live.js";
import { map } from "./map.js";
import { parts } from "./parts.js";
import { power } from "./power.js";
import { card, corrections, findings, requests, watch } from "./records.js";
import { scenario } from "./scenario.js";
import { sky } from "./sky.js";
import { values } from "./values.js";
import { language } from "./words.js";
import { world } from "./world.js";

document.documentElement.lang = language;
const board = new LiveBoard();
if (boardPath !== "/") board.number = Number(boardPath.split("/")[2]);
bar(board, document.getElementById("bar"));
document.getElementById("panels").append(boards(), ...[
  values, chart, fix, map, world, faults, sky, power, scenario, corrections, parts, requests, findings, card,
].map((panel) => panel(board)));
watch(board, document.getElementById("notice"));
board.follow();
