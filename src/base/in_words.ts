/**
 * Durations, times and counts in the words of a language, by the platform's `Intl`.
 *
 * Runtimes may lack the data of a language, and apps may add a language that no runtime knows.
 * `Intl` would then use the language of the machine, so symbols are used instead.
 *
 * @module
 */

import { fill } from "./language.ts";
import type { CountedText } from "../types/texts.ts";

/** Units of time with their seconds and their international symbols, the largest first. */
const UNITS = [
  { unit: "day", length: 24 * 60 * 60, symbol: "d" },
  { unit: "hour", length: 60 * 60, symbol: "h" },
  { unit: "minute", length: 60, symbol: "min" },
  { unit: "second", length: 1, symbol: "s" },
] as const;

/** A unit of time. */
export type Unit = typeof UNITS[number]["unit"];

/** A formatter for each language, made at its first use: that takes longer than using it. */
function perLanguage<T>(make: (language: string) => T): (language: string) => T | undefined {
  const made = new Map<string, T | undefined>();
  return (language) => {
    if (!made.has(language)) made.set(language, isKnown(language) ? make(language) : undefined);
    return made.get(language);
  };
}

function isKnown(language: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language).length === 1;
  } catch {
    return false;
  }
}

const amounts = (unit: Unit) =>
  perLanguage((language) =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" })
  );

const AMOUNTS: Readonly<Record<Unit, ReturnType<typeof amounts>>> = {
  day: amounts("day"),
  hour: amounts("hour"),
  minute: amounts("minute"),
  second: amounts("second"),
};

const dates = (style: Pick<Intl.DateTimeFormatOptions, "dateStyle" | "timeStyle">) =>
  perLanguage((language) => new Intl.DateTimeFormat(language, { ...style, timeZone: "UTC" }));

const DATES = {
  long: dates({ dateStyle: "long" }),
  medium: dates({ dateStyle: "medium" }),
  time: dates({ dateStyle: "long", timeStyle: "short" }),
};

const AGO = perLanguage((language) => new Intl.RelativeTimeFormat(language));
const NOW = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: "auto" }));

const NUMBERS = perLanguage((language) => new Intl.NumberFormat(language));

/** A number with the separators of a language: `"2,431"`. */
export function numberInWords(language: string, count: number): string {
  return NUMBERS(language)?.format(count) ?? String(count);
}

const PLURALS = perLanguage((language) => new Intl.PluralRules(language));

/** The largest unit of which there are two, and their number. */
function inUnits(seconds: number, round = Math.floor): { unit: Unit; count: number } {
  const { unit, length } = UNITS.find(({ length }) => seconds >= 2 * length) ?? UNITS[3];
  return { unit, count: Math.max(0, round(seconds / length)) };
}

/** A number of units: `"3 hours"`, or `"3 h"`. */
export function amountInWords(language: string, count: number, unit: Unit): string {
  const words = AMOUNTS[unit](language)?.format(count);
  return words ?? `${count} ${UNITS.find((one) => one.unit === unit)!.symbol}`;
}

/**
 * A duration in one unit: `"24 hours"`.
 *
 * @param round `Math.ceil` for a time to wait. Default: rounded down
 */
export function durationInWords(
  language: string,
  seconds: number,
  round?: typeof Math.ceil,
): string {
  const { unit, count } = inUnits(seconds, round);
  return amountInWords(language, count, unit);
}

/** The time since a date, rounded down to minutes: `"5 minutes ago"`, `"now"`. */
export function agoInWords(language: string, now: Date, at: Date): string {
  const { unit, count } = inUnits((now.valueOf() - at.valueOf()) / 1000);
  // Not "yesterday" for one day: that is a day of the calendar, and depends on the time zone.
  const words = unit === "second"
    ? NOW(language)?.format(0, unit)
    : AGO(language)?.format(-count, unit);
  return words ?? dateInWords(language, at, "time");
}

/** Days for which a day is told by its distance. */
const NEAR_DAYS = 7;

/** The day of a time, as of today, in UTC: `"yesterday"`, or `"March 17, 2030"`. */
export function dayInWords(language: string, now: Date, at: Date): string {
  const days = Math.max(0, dayOf(now) - dayOf(at));
  const words = days < NEAR_DAYS ? NOW(language)?.format(-days, "day") : undefined;
  return words ?? dateInWords(language, at, "long");
}

/** Number of a day, in UTC. */
function dayOf(date: Date): number {
  return Math.floor(date.valueOf() / (24 * 60 * 60 * 1000));
}

/**
 * A date in UTC: `"March 17, 2030"`, or `"2030-03-17"`.
 *
 * @param style `"time"` adds the time of day
 */
export function dateInWords(language: string, date: Date, style: keyof typeof DATES): string {
  return DATES[style](language)?.format(date) ??
    date.toISOString().slice(0, style === "time" ? 16 : 10).replace("T", " ");
}

/** A date with its time of day, which names its zone: `"March 17, 2030 at 5:46 PM UTC"`. */
export function timeInWords(language: string, date: Date): string {
  return `${dateInWords(language, date, "time")} UTC`;
}

/** The sentence for a number, in its plural form. */
export function countInWords(language: string, texts: CountedText, count: number): string {
  const form = PLURALS(language)?.select(count) ?? (count === 1 ? "one" : "other");
  return fill(texts[form] ?? texts.other, { count: String(count) });
}
