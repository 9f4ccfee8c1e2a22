/**
 * A set of fixtures: a folder with what one version wrote into browsers and
 * stores. The clock stands at `at` when a set is made and when it is read, so
 * nothing in it expires.
 *
 * | File | Content |
 * |---|---|
 * | `browser.json` | cookies, and the requests that belong to them |
 * | `rows.json` | rows, as the methods of the adapter took them |
 * | `steps.json`, `steps.sql` | what people and programs hold, and their store, see `_steps.ts` |
 * | all others | the same rows in a store, see `_stores.ts` |
 *
 * A folder `preview-<revision>` has what a revision before the first release wrote.
 *
 * @module
 */

import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../../src/types/adapter.ts";
import type { RecordEntry } from "../../src/types/records.ts";

/** Cookie name → value. */
export type Cookies = Record<string, string>;

/** A browser that is signed in. */
export interface FrozenSession {
  name: string;
  origin: string;
  strategy: "jwt" | "database";
  /** `true` for a session with a record. */
  hasRecord: boolean;
  cookies: Cookies;
  /** Answer of `GET session`. */
  shown: unknown;
  /** Claims of the token; absent for a session in the store. */
  claims?: unknown;
}

/** A browser that is about to send a request. */
export interface FrozenVisit {
  name: string;
  strategy: "jwt" | "database";
  cookies: Cookies;
  /** `true` when sessions have records. */
  hasRecord: boolean;
  /** `true` when the app has second factors. */
  hasFactors?: boolean;
  /** `true` when the app has passwords. */
  hasPasswords?: boolean;
  /** Names of the cookies without which the request must fail; none when it fails anyway. */
  guards: string[];
  url: string;
  /** Fields of a form that is posted; absent for a link. */
  form?: Record<string, string>;
  /** Address after all redirects. */
  lands: string;
  /** `user` of the session then; `null` when nobody is signed in. */
  user: unknown;
}

/** Content of `browser.json`. */
export interface Browsers {
  at: string;
  secret: string;
  sessions: FrozenSession[];
  visits: FrozenVisit[];
}

/** Content of `rows.json`. */
export interface Rows {
  users: AdapterUser[];
  accounts: AdapterAccount[];
  sessions: AdapterSession[];
  verificationTokens: VerificationToken[];
  authenticators: AdapterAuthenticator[];
  records: RecordEntry[];
}

/** Folder of all sets. */
export const SETS = new URL("./", import.meta.url);

/** JSON in which dates and bytes are marked. */
export function toJson(value: unknown): string {
  const replace = function (this: unknown, name: string, member: unknown) {
    const original = (this as Record<string, unknown>)[name];
    if (original instanceof Date) return { $date: original.toISOString() };
    if (original instanceof Uint8Array) return { $bytes: original.toBase64() };
    if (original === undefined || !(original instanceof Object)) return member;
    const prototype = Object.getPrototypeOf(original);
    if (prototype === Object.prototype || Array.isArray(original)) return member;
    throw new TypeError(`Cannot write ${prototype?.constructor?.name ?? "this object"} as JSON`);
  };
  return `${JSON.stringify(value, replace, 2)}\n`;
}

/** Reads what {@linkcode toJson} wrote. */
export function fromJson<T>(text: string): T {
  return JSON.parse(text, (_name, value) => {
    if (typeof value?.$date === "string") return new Date(value.$date);
    return typeof value?.$bytes === "string" ? Uint8Array.fromBase64(value.$bytes) : value;
  });
}
