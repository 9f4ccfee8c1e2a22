/**
 * One adapter with several clients, settings or tables, and adapters that are much alike.
 *
 * @module
 */

import type { AdapterFixture, AdapterTestOptions } from "@x/auth/testing/adapter";
import type { AdapterCheck } from "../../src/tools/testing/adapter/check.ts";
import { CHECKS, registerCheck } from "../../src/tools/testing/adapter/run.ts";
import type { RecordFixture } from "@x/auth/testing/records";
import * as records from "../../src/tools/testing/records/run.ts";
import type { Awaitable } from "../../src/types/entities.ts";
import { isChosen, isTurnOf } from "../_stride.ts";

/**
 * Registers the adapter suite for the variants of an adapter: whole for the first one, and for the
 * others in strides that begin elsewhere on each, so that every second check runs on one of them too.
 *
 * @param variants what makes a fresh store, by the name of the variant
 */
export function testVariants(
  variants: Readonly<Record<string, () => Awaitable<AdapterFixture>>>,
  options?: AdapterTestOptions,
) {
  registerVariants(
    CHECKS,
    variants,
    (check, name, open) => registerCheck(check, name, open, options),
  );
}

/** Registers every second check, for a store whose code runs whole behind another client. */
export function testHalf(
  name: string,
  open: () => Promise<AdapterFixture>,
  options: AdapterTestOptions,
): void {
  for (const [number, check] of CHECKS.entries()) {
    if (isChosen(number, 2)) registerCheck(check, name, open, options);
  }
}

/**
 * Which half of the checks a door over a tool takes among `some`. The doors share their statements,
 * so that each check runs on a door of each half; the adapters of the databases run all of them.
 */
export type Half = 0 | 1;

/**
 * Registers the adapter suite for one door on several databases, whose adapters of their own run it
 * whole: among `some`, each check of the half is on one of them.
 */
export function testOnEach(
  half: Half,
  databases: Readonly<Record<string, () => Awaitable<AdapterFixture>>>,
) {
  registerOnEach(CHECKS, half, databases, registerCheck);
}

/** {@linkcode testOnEach} for the suite of records. */
export function testRecordsOnEach(
  half: Half,
  databases: Readonly<Record<string, () => Awaitable<RecordFixture>>>,
) {
  registerOnEach(records.CHECKS, half, databases, records.registerCheck);
}

function registerOnEach<Check, Open>(
  checks: readonly Check[],
  half: Half,
  databases: Readonly<Record<string, Open>>,
  register: (check: Check, name: string, open: Open) => void,
) {
  const all = Object.entries(databases);
  for (const [number, check] of checks.entries()) {
    for (const [place, [name, open]] of all.entries()) {
      const isNext = number % 2 === half
        ? isChosen((number >> 1) + place, all.length)
        : isChosen(1, 2);
      if (isNext) register(check, name, open);
    }
  }
}

/** Checks of records that make some thousand calls. */
const MANY_CALLS =
  /three thousand|at most a thousand|same time as writes|fifty calls at once|many records/;

/**
 * Registers every second check of records, for a store each of whose calls takes a millisecond here,
 * and one of every four of those that make many calls.
 *
 * @param from which of four
 */
export function testSlowRecords(
  name: string,
  open: () => Promise<RecordFixture>,
  from: number,
): void {
  const numbers = { short: 0, long: 0 };
  for (const check of records.CHECKS) {
    const isLong = MANY_CALLS.test(check.name);
    const isNext = isLong ? isChosen(numbers.long++ + 4 - from, 4) : isChosen(numbers.short++, 2);
    if (isNext) records.registerCheck(check, name, open);
  }
}

/** {@linkcode testVariants} for the suite of records. */
export function testRecordVariants(
  variants: Readonly<Record<string, () => Awaitable<RecordFixture>>>,
) {
  registerVariants(records.CHECKS, variants, records.registerCheck);
}

function registerVariants<Check extends { readonly name: string }, Open>(
  checks: readonly Check[],
  variants: Readonly<Record<string, Open>>,
  register: (check: Check, name: string, open: Open) => void,
) {
  const [first, ...others] = Object.entries(variants);
  for (const [number, check] of checks.entries()) {
    const from = SLOW[check.name];
    if (from === undefined ? isChosen(0, 1) : isTurnOf(first![0], from)) register(check, ...first!);
    for (const [place, other] of others.entries()) {
      const isNext = from === undefined
        ? isChosen(number + 1 + 2 * place, 2 * others.length)
        : isChosen(1, 2);
      if (isNext) register(check, ...other);
    }
  }
}

/** Checks of adapters that take seconds on each store, with where their turn begins. */
const SLOW: Readonly<Record<string, number>> = {
  "a failure at any call leaves no row that makes the next try fail": 1,
  "ten thousand rows are handled correctly": 2,
};

/** Adapters of Auth.js, which take the checks of the suite and the scenarios with records in turn. */
const FOREIGN = ["pg", "drizzle", "prisma"] as const;

/** One of these adapters. */
export type ForeignName = typeof FOREIGN[number];

/** The checks that run on one of these adapters. */
export function checksOf(adapter: ForeignName): AdapterCheck[] {
  return inTurn(CHECKS, adapter);
}

/** Of a list that they take in turn, what one of them takes. */
export function inTurn<T>(list: readonly T[], adapter: ForeignName): T[] {
  // So that the slowest check, of ten thousand rows, is that of the fastest adapter.
  const from = FOREIGN.length - 1 - FOREIGN.indexOf(adapter);
  return list.filter((_, number) => isChosen(number + from, FOREIGN.length));
}

/** Registers the checks of one of these adapters. */
export function testForeign(
  adapter: ForeignName,
  name: string,
  open: () => Promise<AdapterFixture>,
  options: AdapterTestOptions,
): void {
  for (const check of checksOf(adapter)) registerCheck(check, name, open, options);
}
