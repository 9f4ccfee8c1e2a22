/**
 * Writes `src/providers/_marks/`: the marks of built-in providers as path data,
 * taken from the CC0 icon package `simple-icons`. Run it when a provider is added
 * or the package is updated:
 *
 *     deno run --allow-read --allow-env --allow-write=src/providers/_marks tests/tools/marks.ts
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
  /** Terms of the icon, when not CC0. */
  license?: { type: string };
}

/** Every icon of the package, by export name. */
export const ICONS: Readonly<Record<string, Icon>> = icons as unknown as Record<string, Icon>;

/** Folder of the written files, from the root. */
export const FOLDER = "src/providers/_marks";

/** Name of a provider's file → its text, formatted like `deno fmt`. */
export function toMarkFiles(): Map<string, string> {
  return new Map(
    Object.entries(MARKS).map(([module, name]) => {
      const icon = ICONS[name];
      if (!icon) throw new TypeError(`Cannot find ${name}: the package has no such icon`);
      return [`${module.replaceAll("-", "_")}.ts`, toText(icon)];
    }),
  );
}

function toText({ title, hex, path }: Icon): string {
  return `/**
 * Mark of ${title}, from the CC0 icon package \`simple-icons\`; the brand is its
 * owner's. Written by \`tests/tools/marks.ts\`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of ${title}. */
export const mark: ProviderMark = {
  color: ${JSON.stringify(`#${hex.toLowerCase()}`)},
${toPath(path)}};
`;
}

/** The member `path`; a long value goes on its own line. */
function toPath(path: string): string {
  const text = JSON.stringify(path);
  return text.length + "  path: ,".length <= 100 ? `  path: ${text},\n` : `  path:\n    ${text},\n`;
}

if (import.meta.main) {
  await Deno.mkdir(FOLDER, { recursive: true });
  for (const [name, text] of toMarkFiles()) await Deno.writeTextFile(`${FOLDER}/${name}`, text);
}
