/**
 * The parts of a workload.
 *
 * @module
 */

import type { Contender, Targets } from "./_table.ts";

/** Settings that a worker gives to what it prepares. */
export interface Setting {
  /** `true` when results are checked and times do not matter. */
  readonly quick: boolean;
  /** Runs something that is no work of the contender, such as the provider's or the browser's; its time is not counted. */
  exclude<T>(work: () => T | Promise<T>): Promise<T>;
}

/** A contender, ready to be timed. */
export interface Prepared {
  /** What the browser sends in the next operation. Its time is not counted: a server's runtime makes it. */
  request?(): Request;
  /** One operation, with its request. Throws when the result is wrong. */
  run(request: Request): Promise<unknown>;
  /** Figures that are not times. */
  readonly facts?: Readonly<Record<string, number>>;
  close?(): Promise<void>;
}

/** Given to operations that make their requests themselves. */
export const NO_REQUEST = new Request("http://localhost");

/** Prepares a contender and asserts that it does the whole work. */
export type Prepare = (setting: Setting) => Promise<Prepared>;

/** The same work for several contenders. */
export interface Workload<Name extends string = Contender> {
  /** Word for `--only`, and for the worker. */
  readonly id: string;
  /** Text of the table. */
  readonly label: string;
  readonly targets: Targets;
  /** A program that it needs and that is missing here; absent: nothing is. */
  readonly lacks?: string | undefined;
  readonly contenders: Readonly<Partial<Record<Name, Prepare>>>;
}

/** Words of a workload's id, for `--only`. */
export function isChosen(id: string, only: string | undefined): boolean {
  return only === undefined || id.includes(only);
}
