/**
 * All texts of all languages.
 *
 * @module
 */

import manifest from "../../../deno.json" with { type: "json" };
import type { CountedText, Texts, Translation } from "../../../src/types/texts.ts";
import { ENGLISH_FILES } from "../../tools/_texts.ts";

/** The translations that are values of a config: the one value of each export in `languages`. */
export const TRANSLATIONS: readonly Translation[] = await Promise.all(
  Object.entries(manifest.exports).filter(([subpath]) => subpath.startsWith("./languages/"))
    .map(async ([, file]) => Object.values<Translation>(await import(`../../../${file}`))[0]!),
);

/** The built-in texts, gathered from the pages and mails. */
export const ENGLISH: Texts = await gather();

async function gather(): Promise<Texts> {
  const all: Record<string, unknown> = {};
  for (const [start, file] of ENGLISH_FILES) {
    const [texts] = Object.values<object>(await import(`../../../${file}`));
    let group = all;
    for (const name of start.split(".").filter(Boolean)) {
      group = (group[name] ??= {}) as typeof group;
    }
    Object.assign(group, texts);
  }
  return all as unknown as Texts;
}

/** Every text by its path; of a text with a number, the form for most numbers. */
export function flat(value: unknown, path = ""): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  if (isCounted(value)) return [[path, value.other]];
  return Object.entries(value as object).flatMap(([name, member]) =>
    flat(member, path ? `${path}.${name}` : name)
  );
}

/** Every text with a number by its path. */
export function counted(value: unknown, path = ""): [path: string, forms: CountedText][] {
  if (typeof value === "string") return [];
  if (isCounted(value)) return [[path, value]];
  return Object.entries(value as object).flatMap(([name, member]) =>
    counted(member, path ? `${path}.${name}` : name)
  );
}

function isCounted(value: unknown): value is CountedText {
  return typeof (value as Partial<CountedText>).other === "string";
}
