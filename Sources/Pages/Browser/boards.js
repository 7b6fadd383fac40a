// All boards of the process: a grid of their states.

import { boardPath, read } from "./api.js";
import { element, mark, write } from "./html.js";
import { fixOf } from "./fix.js";
import { panel, repeat } from "./panel.js";
import { say } from "./words.js";

/** Returns how many boards have which state: "2 RTK fixed, 1 off". */
function tally(boards) {
  const counts = new Map();
  for (const board of boards) {
    const name = board.powered ? say(`fix.${fixOf(board.fix).name}`) : say("boards.off");
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} ${name}`).join(", ");
}

/** The panel of all boards, which is hidden where there is one only. */
export function boards() {
  const summary = element("p"), grid = element("ul", { class: "grid" }), cells = new Map();
  const { node } = panel("boards", summary, grid);
  node.hidden = true;
  const own = Number(boardPath.split("/")[2] ?? 0);
  let isSingle = false;
  repeat(2000, async () => {
    const { boards: all } = await read("boards");
    isSingle = all.length < 2;
    node.hidden = isSingle;
    if (isSingle) return;
    write(summary, say("boards.of", all.length, tally(all)));
    for (const { board, fix, powered } of all) {
      if (!cells.has(board)) {
        const link = element("a", { href: `/boards/${board}/`, "aria-current": board === own ? "page" : null });
        cells.set(board, link);
        grid.append(element("li", {}, link));
      }
      const link = cells.get(board), state = powered ? say(`fix.${fixOf(fix).name}`) : say("boards.off");
      write(link, String(board));
      mark(link, "data-fix", powered ? fix : "off");
      mark(link, "aria-label", `${say("bar.board", board)}: ${state}`);
      mark(link, "title", state);
    }
  }, () => !isSingle);
  return node;
}
