/**
 * The rooms of the house and the arrows between them. A room is a folder of `src` with all that is
 * below it, a folder of `src/capabilities` or `src/tools`, or a file that stands alone. Three kinds of
 * files stand beside what shows them: texts in English are data, of which types are made, and a room
 * of their own; types of what a page shows belong to all types, and its states to the gallery.
 *
 * @module
 */

import type { SourceFile } from "./_architecture.ts";

/** Folders whose folders are rooms of their own. */
const WINGS = /^src\/(capabilities|tools)\//;

/** Files whose room is what they are, wherever they stand. */
const KINDS: Readonly<Record<string, RegExp>> = {
  "english": /(\/|_)english\.ts$/,
  "src/tools/gallery": /^pages\/(.*[/_])?states\.ts$/,
  "src/types": /^pages\/(.*[/_])?step\.ts$/,
};

/** The room of a file. */
export function roomOf(path: string): string {
  for (const [room, files] of Object.entries(KINDS)) if (files.test(path)) return room;
  return placeOf(path);
}

/** The room whose folder a file stands in, whatever kind of file it is. */
export function placeOf(path: string): string {
  const parts = path.split("/");
  const depth = WINGS.test(path) ? 3 : parts[0] === "src" ? 2 : 1;
  return parts.slice(0, depth).join("/");
}

/** Imports from one room into another, by both rooms. */
export type Arrows = Map<string, Map<string, string[]>>;

/** Every arrow between rooms, with the imports that make it as `from -> to`. */
export function arrowsOf(files: readonly SourceFile[]): Arrows {
  const arrows: Arrows = new Map();
  for (const { path, imports } of files) {
    const from = roomOf(path);
    if (!arrows.has(from)) arrows.set(from, new Map());
    for (const target of imports.filter((specifier) => /\.tsx?$/.test(specifier))) {
      const to = roomOf(target);
      if (to === from) continue;
      const targets = arrows.get(from)!;
      targets.set(to, [...targets.get(to) ?? [], `${path} -> ${target}`]);
    }
  }
  return arrows;
}

/** One message for each knot of rooms that reach each other, with the imports that tie it. */
export function findRoomLoops(files: readonly SourceFile[]): string[] {
  const arrows = arrowsOf(files);
  const reached = new Map([...arrows.keys()].map((room) => [room, reachableFrom(room, arrows)]));
  const knots = new Set<string>();
  for (const [room, rooms] of reached) {
    if (!rooms.has(room)) continue;
    const knot = [...rooms].filter((other) => reached.get(other)?.has(room));
    knots.add(knot.sort().join(", "));
  }
  return [...knots].sort().map((knot) => {
    const rooms = knot.split(", ");
    const ties = rooms.flatMap((from) => rooms.flatMap((to) => arrows.get(from)?.get(to) ?? []));
    return [`Rooms in a loop: ${knot}`, ...[...new Set(ties)].sort()].join("\n  ");
  });
}

/** Rooms that a room imports, directly or through others. */
function reachableFrom(start: string, arrows: Arrows): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let room = open.pop(); room !== undefined; room = open.pop()) {
    for (const next of arrows.get(room)?.keys() ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(next);
    }
  }
  return found;
}
