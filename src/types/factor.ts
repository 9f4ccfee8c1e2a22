/**
 * Second factors: what a person proves after the first proof of a sign-in, before the
 * session begins. A factor is never a way in.
 *
 * @module
 */

import type { Awaitable } from "./entities.ts";
import type { AuthenticationMethod } from "./proof.ts";
import type { Json } from "./records.ts";

/** The person who proves or enrols a factor. */
export interface FactorUser {
  /** Id of the user. */
  id: string;
  /** Address that is proven to be the user's own; absent without one. */
  email?: string | undefined;
  /** Name for authenticator apps: the address, else the name, else the id. */
  label: string;
}

/** One enrolment of a factor, as it is stored: a record of the user. */
export interface Enrolment {
  /** Id within the user's enrolments; random. */
  id: string;
  /** Id of the factor. */
  factor: string;
  /** Name that the user gave it; `null` without one. */
  name: string | null;
  /** Time of the enrolment. */
  createdAt: Date;
  /** Time of the last proof; `null` before the first. */
  usedAt: Date | null;
  /** Data of the factor: secrets sealed, codes hashed. */
  data: Json;
}

/** What a factor may do for a call. */
export interface FactorContext {
  /** The person. */
  readonly user: FactorUser;
  /** Host of the site, shown in authenticator apps. */
  readonly issuer: string;
  /** Enrolments of this factor, oldest first. */
  readonly enrolments: readonly Enrolment[];
  /** Seals text for the store, bound to the user and the factor. */
  seal(text: string): Promise<string>;
  /** Opens sealed text; `undefined` when it cannot be opened. */
  open(sealed: string): Promise<string | undefined>;
  /**
   * Replaces the data of an enrolment, if no other call has changed it since it was read.
   *
   * @returns `true` when this call did
   */
  replace(enrolment: Enrolment, data: Json): Promise<boolean>;
}

/** A new enrolment, before its user has confirmed it. */
export interface Enrolling {
  /** Data for the store, once it is confirmed. */
  data: Json;
  /** Text that the user copies into another app, or keeps. */
  secret?: string;
  /** URI of the QR code. */
  uri?: string;
  /** Codes to write down; shown once. */
  codes?: readonly string[];
}

/** A second factor. */
export interface Factor {
  /** Word for URLs and records: 1 to 32 characters of `a-z`, `0-9` and `-`. */
  readonly id: string;
  /** Name for the pages. */
  readonly name: string;
  /** Methods that a proof adds to the session's. */
  readonly methods: readonly AuthenticationMethod[];
  /** `true` when a code of its own is typed; otherwise its page needs a script. */
  readonly isTyped: boolean;
  /** `true` when it stands in for another factor, and does not ask for one by itself. */
  readonly isBackup?: boolean;
  /** Returns `true` when the person can prove it now. Default: with an enrolment. */
  isUsable?(ctx: FactorContext): Awaitable<boolean>;
  /** Begins a proof, for example sends a code. */
  begin?(ctx: FactorContext): Awaitable<void>;
  /** Checks an answer, and uses it up. */
  verify(ctx: FactorContext, answer: string): Awaitable<boolean>;
  /** Begins an enrolment. Without it, the factor has none. */
  enrol?(ctx: FactorContext): Awaitable<Enrolling>;
  /** Checks the answer that confirms an enrolment. Without it, none is needed. */
  confirm?(ctx: FactorContext, data: Json, answer: string): Awaitable<boolean>;
}
