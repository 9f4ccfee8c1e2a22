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

/** Puts texts into the groups that their paths name; most stand beside one of the same group. */
export function toTranslation(language: string, flat: FlatTexts): Translation {
  const texts: Group = {};
  let groupPath = "";
  let group = texts;
  for (const [path, text] of Object.entries(flat)) {
    const end = Math.max(path.lastIndexOf("."), 0);
    if (path.slice(0, end) !== groupPath) {
      groupPath = path.slice(0, end);
      group = texts;
      if (groupPath) {
        for (const name of groupPath.split(".")) group = (group[name] ??= {}) as Group;
      }
    }
    group[path.slice(end && end + 1)] = text;
  }
  return { language, texts: texts as unknown as Texts };
}
