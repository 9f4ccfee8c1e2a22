/**
 * What the email about each change of an account names.
 *
 * @module
 */

import type { Wording } from "../base/language.ts";
import type { Awaitable } from "../types/entities.ts";
import type { AccountNotice } from "../types/texts.ts";

/** A text, or the function that puts it into the words of a language. */
export type InWords = string | ((wording: Wording) => Awaitable<string>);

/**
 * What each notice names in addition to the account: a reader who cannot see which key, app or
 * device it is about cannot tell an attack from an own act.
 */
export interface NoticeObjects {
  /** Provider of the account, and what the provider calls it. */
  "account-linked": { readonly provider: string };
  /** The same. */
  "account-unlinked": { readonly provider: string };
  /** The app, and what it may do, one permission a line. */
  "app-allowed": { readonly app: string; readonly access: InWords };
  /** Day of the deletion. */
  "deletion-requested": { readonly due: Date };
  /** Name of the key, and what it may do, one permission a line. */
  "key-created": { readonly key: string; readonly access: InWords };
  /** Address of the account that stays, or its name; absent for a reader whose address nobody has proven. */
  "merged-away": { readonly account?: string };
  /** The same of the account that was merged into the reader's. */
  "merged-into": { readonly account?: string };
  /** Name of the passkey, else of what made it; `undefined` without either. */
  "passkey-added": { readonly passkey: string | undefined };
  /** The same. */
  "passkey-removed": { readonly passkey: string | undefined };
  /** The new name. */
  "passkey-renamed": { readonly passkey: string };
  /** The new name. */
  renamed: { readonly name: string };
  /** `User-Agent` of each; `null` where it is unknown. */
  "sessions-ended": { readonly devices: readonly (string | null)[] };
}

/** What the email names: nothing but the account for the other changes. */
export type NoticeObject<Notice extends AccountNotice> = Notice extends keyof NoticeObjects
  ? [object: NoticeObjects[Notice]]
  : [];
