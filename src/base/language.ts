/**
 * Languages of pages and emails.
 *
 * @module
 */

import type { Changes, TextChanges } from "../types/texts.ts";

/** Language of the texts that come with each page and email. */
export const BUILT_IN = "en";

/** Language of a page or email. */
export interface Wording {
  /** Language tag. */
  readonly language: string;
  /** Texts that the config has in this language: all of a translation, or some of the app. */
  readonly texts?: TextChanges | undefined;
}

/** Changed texts, by the changes: a config keeps these as long as it lives. */
const changed = new WeakMap<object, object>();

/**
 * The texts of a page or email, with those of the config in place of the built-in ones.
 *
 * @param pick the part of the texts
 */
export function textsIn<T extends object>(
  builtIn: T,
  { texts }: Wording,
  pick: (texts: TextChanges) => Changes<T> | undefined,
): T {
  const changes = texts && pick(texts);
  if (!changes) return builtIn;
  let all = changed.get(changes) as T | undefined;
  if (!all) changed.set(changes, all = withChanges(builtIn, changes));
  return all;
}

/** Copies texts, with some of them replaced. */
export function withChanges<T extends object>(texts: T, changes: Changes<T>): T {
  const all = { ...texts } as Record<string, unknown>;
  for (const [name, change] of Object.entries(changes)) {
    const own = all[name] ?? {};
    if (typeof change === "string") all[name] = change;
    else if (change) all[name] = withChanges(own, change as Changes<typeof own>);
  }
  return all as T;
}

/** `true` for a language that is written from right to left. */
export function isRightToLeft(language: string): boolean {
  return /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/i.test(language);
}

/** Letters of Hebrew, Arabic and related scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

/**
 * Puts values into the `{slots}` of a text. In a text from right to left, a value keeps its own
 * direction (Unicode isolates), unless it is a line of its own, such as a code to copy.
 */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  const [start, end] = RIGHT_TO_LEFT.test(text) ? ["\u2068", "\u2069"] : ["", ""];
  return text.replace(/^\{(\w+)\}$|\{(\w+)\}/gm, (slot, line, word) => {
    const name = line ?? word;
    if (!Object.hasOwn(values, name)) return slot;
    return line === undefined ? start + values[name]! + end : values[name]!;
  });
}
