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
  /** Runs something that is no work of the contender, such as the provider's; its time is not counted. */
  exclude<T>(work: () => Promise<T>): Promise<T>;
}

/** A contender, ready to be timed. */
export interface Prepared {
  /** One operation. Throws when the result is wrong. */
  run(): Promise<unknown>;
  /** Figures that are not times. */
  readonly facts?: Readonly<Record<string, number>>;
  close?(): Promise<void>;
}

/** Prepares a contender and asserts that it does the whole work. */
export type Prepare = (setting: Setting) => Promise<Prepared>;

/** The same work for several contenders. */
export interface Workload<Name extends string = Contender> {
  /** Word for `--only`, and for the worker. */
  readonly id: string;
  /** Text of the table. */
  readonly label: string;
  readonly targets: Targets;
  readonly contenders: Readonly<Partial<Record<Name, Prepare>>>;
}

/** Words of a workload's id, for `--only`. */
export function isChosen(id: string, only: string | undefined): boolean {
  return only === undefined || id.includes(only);
}
