/**
 * What a command gets, and what it is.
 *
 * @module
 */

import type { AuthConfig } from "../../types/config.ts";

/** A call of a command. */
export interface Call {
  /** The config of the app. */
  readonly config: AuthConfig;
  /** What it is about, as it was typed. */
  readonly named?: string | undefined;
  /** The user whom it is about. */
  readonly user?: { readonly id: string } | undefined;
  /** Values by flag. */
  readonly flags: ReadonlyMap<string, string>;
  /** `true` when programs read the result. */
  readonly isJson: boolean;
  /** Prints the result. */
  print(text: string): void;
  /** Prints what is beside the result. */
  note(text: string): void;
  /** Replaces the last line of the terminal, which stays without a text; absent without a terminal. */
  readonly bar?: ((text: string) => void) | undefined;
}

/** A command. */
export interface Command {
  /** What it does, for the list of commands. */
  readonly about: string;
  /** What its first argument names; `undefined` for one without. */
  readonly takes: "file" | "user" | "webhook" | undefined;
  /** Flags that it takes besides those of all. */
  readonly flags: readonly string[];
  /** Runs it, and returns the exit code. */
  run(call: Call): Promise<number>;
}

/**
 * The number of a flag.
 *
 * @throws {Error} when it is none
 */
export function readNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`${flag} needs a number`);
}
