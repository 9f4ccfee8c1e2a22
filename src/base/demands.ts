/**
 * Options that narrow access: one that is written without a value is refused. A demand whose value got
 * lost must never become none.
 *
 * @module
 */

import { didYouMean } from "./nearest.ts";
import { isRecord } from "./objects.ts";

/** Type of the value of an option; a list names all values. */
export type Rule =
  /** Text of one character or more. */
  | "text"
  /** A list of such texts. */
  | "texts"
  /** A number of seconds from 0. */
  | "seconds"
  /** `true` or `false`. */
  | "flag"
  /** Any value, which other code checks further. */
  | "value"
  /** Anything: the option narrows nothing. */
  | "free"
  | readonly string[];

/** The rule of each option. */
export type Rules<Name extends string = string> = Readonly<Record<Name, Rule>>;

/**
 * Checks options, and copies them, so that they stay as they were checked.
 *
 * @param doing what they are for, after "Cannot"
 * @throws {TypeError} for an option that is written without a value (`undefined`, `null`, `""`, a
 * promise), for one of another type, and for one that there is not
 */
export function checkDemands<Options extends object>(
  doing: string,
  options: Options,
  rules: Rules,
): Options {
  if (!isRecord(options) || isPromise(options)) {
    throw new TypeError(`Cannot ${doing}: the options are ${kindOf(options)}, not an object`);
  }
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) {
      const names = Object.keys(rules);
      throw new TypeError(
        `Cannot ${doing}: there is no option ${JSON.stringify(name)}${didYouMean(name, names)}`,
      );
    }
    if (rule !== "free") checkDemand(doing, name, value, rule);
  }
  return { ...options };
}

/**
 * Checks one value that narrows access.
 *
 * @throws {TypeError} as {@linkcode checkDemands}
 */
export function checkDemand(doing: string, name: string, value: unknown, rule: Rule): void {
  if (value === undefined || value === null || value === "" || isPromise(value)) {
    const cure = isPromise(value) ? "await it" : "leave it out where nothing is demanded";
    throw new TypeError(`Cannot ${doing}: \`${name}\` is ${kindOf(value)}; ${cure}`);
  }
  const message = findFault(value, rule);
  if (message !== undefined) throw new TypeError(`Cannot ${doing}: \`${name}\` must be ${message}`);
}

function findFault(value: unknown, rule: Rule): string | undefined {
  if (rule === "text") return typeof value === "string" ? undefined : "text";
  if (rule === "seconds") {
    return typeof value === "number" && value >= 0 ? undefined : "a number of seconds from 0";
  }
  if (rule === "flag") return typeof value === "boolean" ? undefined : "true or false";
  if (rule === "texts") {
    const isList = Array.isArray(value) && value.every((one) => typeof one === "string" && one);
    return isList ? undefined : "a list of texts, none of them empty";
  }
  if (typeof rule === "string" || rule.includes(value as string)) return undefined;
  return `one of ${rule.map((one) => JSON.stringify(one)).join(", ")}`;
}

function isPromise(value: unknown): boolean {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}

/** A value in a sentence. Its content stays out: it can be a secret. */
function kindOf(value: unknown): string {
  if (value === "") return "empty";
  if (value === undefined || value === null) return String(value);
  if (isPromise(value)) return "a promise";
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? "text" : `a ${typeof value}`;
}
