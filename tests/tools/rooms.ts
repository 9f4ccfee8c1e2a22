/**
 * Prints the rooms of the house by floor, with what each imports, and their counts:
 *
 *     deno run -A tests/tools/rooms.ts
 *
 * @module
 */

import { findBreaches, floorOf } from "../unit/_architecture.ts";
import { arrowsOf, findRoomLoops } from "../unit/_rooms.ts";
import { readSources } from "../unit/_sources.ts";

const sources = await readSources();
const arrows = arrowsOf(sources);
const floors = new Map([...arrows.keys()].map((room) => [room, floorOf(room)!]));
const rooms = [...arrows.keys()].sort((a, b) =>
  floors.get(b)! - floors.get(a)! || (a < b ? -1 : 1)
);
for (const room of rooms) {
  const targets = [...arrows.get(room)!.keys()].sort().join(" ");
  console.log(`${String(floors.get(room)).padStart(2)}  ${room}  ->  ${targets}`);
}
const folders = rooms.filter((room) => !room.endsWith(".ts") && !room.startsWith("src/tools/"));
const upward = findBreaches(sources).filter((breach) => breach.includes(" imports upward"));
const loops = findRoomLoops(sources);
const count = [...arrows.values()].reduce((sum, { size }) => sum + size, 0);
console.log(
  `\n${folders.length} rooms, 3 tools, ${
    rooms.length - folders.length - 3
  } files that stand alone; ` +
    `${new Set(floors.values()).size} floors, ${count} arrows, ${upward.length} upward, ` +
    `${loops.length} knots`,
);
