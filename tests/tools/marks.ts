/**
 * Writes `pages/marks.ts`: the marks of built-in providers as path data, taken
 * from the CC0 icon package `simple-icons`. Run it when a provider is added or
 * the package is updated:
 *
 *     deno run --allow-read --allow-env --allow-write=pages tests/tools/marks.ts
 *
 * @module
 */

import * as icons from "simple-icons";
import { MARKS } from "./_marks.ts";

/** An icon of the package. */
export interface Icon {
  /** Name of the brand. */
  title: string;
  /** Brand color, six hex digits. */
  hex: string;
  /** Path data for a box of 24 by 24. */
  path: string;
  /** Terms of the icon when they are not CC0. */
  license?: { type: string };
}

/** Every icon of the package, by export name. */
export const ICONS: Readonly<Record<string, Icon>> = icons as unknown as Record<string, Icon>;

/** Formatted text of `pages/marks.ts`. */
export function toMarksFile(): string {
  const entries = Object.entries(MARKS).map(([id, name]) => {
    const icon = ICONS[name];
    if (!icon) throw new TypeError(`Cannot find ${name}: the package has no such icon`);
    const member = (key: string, value: string) => `    ${key}: ${JSON.stringify(value)},\n`;
    const color = `#${icon.hex.toLowerCase()}`;
    return `  ${JSON.stringify(id)}: {\n${member("color", color)}${toPath(icon.path)}  },\n`;
  });
  return `/**
 * Marks of providers, from the CC0 icon package \`simple-icons\`; the brands are
 * their owners'. Written by \`tests/tools/marks.ts\`.
 *
 * @module
 */

/** A provider's mark in one color. */
export interface Mark {
  /** Brand color, six hex digits. */
  color: string;
  /** SVG path data for a box of 24 by 24. */
  path: string;
}

/** Provider id → mark. */
export const marks: Readonly<Record<string, Mark>> = {
${entries.join("")}};
`;
}

/** Puts long values on a separate line. */
function toPath(path: string): string {
  const text = JSON.stringify(path);
  return text.length + "    path: ,".length <= 100
    ? `    path: ${text},\n`
    : `    path:\n      ${text},\n`;
}

if (import.meta.main) await Deno.writeTextFile("pages/marks.ts", toMarksFile());
