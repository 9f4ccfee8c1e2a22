/**
 * Second factors: a further proof after the first one of a sign-in, before the session
 * begins. A factor is never a way to sign in by itself.
 *
 * @module
 */

import type { AdapterUser } from "./adapter.ts";
import type { Account, Awaitable, Profile, User } from "./entities.ts";
import type { Theme } from "./options.ts";
import type { AuthenticationMethod } from "./proof.ts";
import type { Json } from "./records.ts";
import type { TextChanges } from "./texts.ts";

/** The user who proves or enrols a factor. */
export interface FactorUser {
  /** Id of the user. */
  id: string;
  /** Address of the user; absent without one. */
  email?: string | undefined;
  /** Name for authenticator apps: the address, else the name, else the id. */
  label: string;
}

/** One enrolment of a factor by a user. */
export interface Enrolment {
  /** Id of the enrolment; random. */
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

/** An enrolled second factor, to show to its owner. */
export interface FactorInfo {
  /** Id of the enrolment. */
  id: string;
  /** Id of the factor, such as `totp`. */
  factor: string;
  /** Name that its owner chose; `null` without a name. */
  name: string | null;
  /** Time of the enrolment. */
  createdAt: Date;
  /** Time of the last proof; `null` before the first. */
  usedAt: Date | null;
  /** What was enrolled, such as the model of a key: a name for one without a name. */
  label?: string;
  /** Number of codes that are left; `null` for a factor whose answers are not used up. */
  left: number | null;
}

/** A link to the site in an email about an account. */
export interface MailLink {
  /** URL; the text of the email has it too, on a line of its own. */
  url: string;
  /** What it does, in a few words of the language of the email. */
  label: string;
  /** `true` for a red button, which takes a change back. Default `false`. */
  isDanger?: boolean;
}

/** An email about an account. */
export interface AccountMail {
  /** Address of the recipient. */
  to: string;
  /** Subject line. */
  subject: string;
  /** Heading of the text, which begins with it. Default: the subject */
  heading?: string;
  /** Body as plain text. */
  text: string;
  /** Language of the text, for example `de`; absent when it is unknown. */
  language?: string;
  /** The link in the text, for a button in HTML. Default: none */
  link?: MailLink;
  /** Facts that a paragraph of the text lists, one a line, for a table in HTML. Default: none */
  facts?: readonly MailFact[];
  /** Theme of the app, for the HTML. Default: the look of the built-in pages. */
  theme?: Theme;
  /** Links at the foot of the HTML. Default: none. */
  links?: readonly FootLink[];
}

/** A fact of an email about a change, such as the device that made it. */
export interface MailFact {
  /** What it is, in the language of the email. */
  name: string;
  /** The fact, on one line. */
  value: string;
}

/** A link at the foot of an email, from `theme.links`. */
export interface FootLink {
  /** Absolute URL. */
  url: string;
  /** What it leads to, in the language of the email. */
  label: string;
}

/** Input of a factor's functions. */
export interface FactorContext {
  /** The user. */
  readonly user: FactorUser;
  /** Public origin of the site. */
  readonly origin: string;
  /** Name of the app, `theme.name`; absent without one. */
  readonly appName?: string | undefined;
  /** Enrolments of this factor by the user, oldest first. */
  readonly enrolments: readonly Enrolment[];
  /** Language of pages and emails. */
  readonly language: string;
  /** Texts that the config has in this language. */
  readonly texts?: TextChanges | undefined;
  /** Seals text for the store, bound to the user and the factor. */
  seal(text: string): Promise<string>;
  /** Opens sealed text; `undefined` when it cannot be opened. */
  open(sealed: string): Promise<string | undefined>;
  /**
   * Replaces the data of an enrolment, if no other call has changed it since it was read,
   * and notes its use.
   *
   * @returns `true` when this call did
   */
  replace(enrolment: Enrolment, data: Json): Promise<boolean>;
  /** Keeps data for ten minutes, for this attempt of the user: a challenge or a code. */
  remember(data: Json): Promise<void>;
  /** The data of this attempt; `null` without any. */
  recall(): Promise<Json | null>;
  /** Removes and returns the data of this attempt; of parallel calls, one gets it. */
  useUp(): Promise<Json | null>;
  /**
   * Sends an email.
   *
   * @throws {TooManyRequests} when the address got too many within the hour
   */
  sendMail(mail: AccountMail): Promise<void>;
}

/** A new enrolment, before the user has confirmed it. */
export interface Enrolling {
  /** Data for the store, once it is confirmed. */
  data: Json;
  /** Text that the user copies into another app. */
  secret?: string;
  /** URI for a QR code. */
  uri?: string;
  /** Codes to write down; shown once, from a cookie, so together at most 1,000 characters. */
  codes?: readonly string[];
  /** Options of a ceremony in the browser. */
  options?: object;
}

/** A second factor; see `@x/auth/factors` for the built-in ones. */
export interface Factor {
  /** Id for URLs and records: 1 to 32 characters of `a-z`, `0-9` and `-`. */
  readonly id: string;
  /** Name for the pages. */
  readonly name: string;
  /** Methods that a proof adds to those of the session. */
  readonly methods: readonly AuthenticationMethod[];
  /** `true` when its answer is a code that the user types; a ceremony needs a script. */
  readonly isTyped: boolean;
  /** `true` when it stands in for another factor: having it alone asks for no second proof. */
  readonly isBackup?: boolean;
  /** `true` when a user has one enrolment of it: a further one replaces it. */
  readonly isSingle?: boolean;
  /** `true` when it sends emails, so that the config needs a way to send them. */
  readonly needsMail?: boolean;
  /** Returns `true` when the user can prove it now. Default: with an enrolment. */
  isUsable?(ctx: FactorContext): Awaitable<boolean>;
  /** What was enrolled, such as the model of a key. Default: the name of the factor. */
  label?(enrolment: Enrolment): Awaitable<string | undefined>;
  /** Number of answers that an enrolment still accepts, where each is used up. */
  left?(enrolment: Enrolment): number;
  /** Returns `true` when the user can enrol it. Default: always. */
  isEnrollable?(ctx: FactorContext): Awaitable<boolean>;
  /** Text about where a code is sent, such as a masked address. */
  target?(ctx: FactorContext): Awaitable<string | undefined>;
  /** Begins a proof by sending something, when the user asks for it. */
  send?(ctx: FactorContext): Awaitable<void>;
  /** Options of a ceremony in the browser, made when the page is shown. */
  options?(ctx: FactorContext): Awaitable<object>;
  /**
   * Checks an answer and uses it up.
   *
   * @returns `false` for a wrong one; the methods when they differ from the factor's
   * @throws {WebAuthnVerificationError} for a wrong one too, when the log should say why
   */
  verify(
    ctx: FactorContext,
    answer: string,
  ): Awaitable<boolean | readonly AuthenticationMethod[]>;
  /** Begins an enrolment. */
  enrol(ctx: FactorContext): Awaitable<Enrolling>;
  /**
   * Checks the answer that confirms an enrolment; without it, none is needed.
   *
   * @param data as {@linkcode Factor.enrol} returned it
   * @returns the data for the store, or `undefined` for a wrong answer
   * @throws {WebAuthnVerificationError} for a wrong one too, when the log should say why
   */
  confirm?(ctx: FactorContext, data: Json, answer: string): Awaitable<Json | undefined>;
}

/** The first proof of a sign-in, as the policy sees it. */
export interface FirstProof {
  /** The account that was used to sign in. */
  account: Account;
  /** Profile from the provider. */
  profile?: Profile | undefined;
  /** Methods of the proof. */
  methods: readonly AuthenticationMethod[];
}

/**
 * Rules for second factors.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from "@x/auth";
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { RecoveryCodes, Totp } from "@x/auth/factors";
 * import GitHub from "@x/auth/providers/github";
 *
 * export const config: AuthConfig = {
 *   providers: [GitHub],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   factors: [Totp(), RecoveryCodes()],
 *   factorPolicy: {
 *     required: (user) => user.email?.endsWith("@app.example") ?? false,
 *     trustedDevice: { maxAge: 30 * 24 * 60 * 60 },
 *   },
 * };
 * ```
 */
export interface FactorPolicy {
  /**
   * Returns `true` when the user must prove a second factor. A user who has none enrols
   * one before the session begins. Users who have enrolled a factor are always asked.
   * Default: `false` for all.
   */
  required?: ((user: User | AdapterUser, proof: FirstProof) => Awaitable<boolean>) | undefined;
  /**
   * Seconds after a proof within which a user may add and remove factors. Default 600
   * (10 minutes).
   */
  changeMaxAge?: number | undefined;
  /**
   * Lets users skip the second factor in a browser in which they have proven one. Sessions
   * that begin there have the methods of the first proof only. Default: not offered.
   */
  trustedDevice?: TrustedDeviceOptions | undefined;
  /**
   * Tells a user who can use none of the enrolled factors what to do, on the page that asks for
   * one: plain text, for example `"Call us at 555 0100."`. Default: a text that says to write to
   * the site. In several languages, change the text `factor.lost.text` of each instead (`texts`).
   */
  recoveryText?: string | undefined;
}

/** Browsers in which a user is not asked for a second factor. */
export interface TrustedDeviceOptions {
  /** Seconds until the user is asked again: 1 minute to 1 year. */
  maxAge: number;
}
