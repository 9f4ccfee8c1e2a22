/**
 * The texts of a language as they are written, one a line under its path, as a value of the config.
 *
 * @module
 */

import type { Texts, Translation } from "../types/texts.ts";

/** Path of each text that every language has: its names, separated by dots. */
type PathOf<T> = {
  [Name in keyof T & string]-?: undefined extends T[Name] ? never
    : T[Name] extends string ? Name
    : `${Name}.${PathOf<T[Name]>}`;
}[keyof T & string];

/** Texts by their paths; a language has more of them where it has more plurals. */
export type FlatTexts = Readonly<Record<PathOf<Texts>, string>>;

/** Texts and groups of texts by their names. */
interface Group {
  [name: string]: string | Group;
}

/** Puts texts into the groups that their paths name. */
export function toTranslation(language: string, flat: FlatTexts): Translation {
  const texts: Group = {};
  for (const [path, text] of Object.entries(flat)) {
    const names = path.split(".");
    const last = names.pop()!;
    let group = texts;
    for (const name of names) group = (group[name] ??= {}) as Group;
    group[last] = text;
  }
  return { language, texts: texts as unknown as Texts };
}
