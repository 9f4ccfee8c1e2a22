/**
 * Input of the page of a user's API keys, and of the parts that every page of keys has.
 *
 * @module
 */

import type { KeyPageReason } from "../../src/types/texts.ts";

/** A key. */
export interface ShownKey {
  /** Public id. */
  id: string;
  /** The first characters of the key. */
  hint: string;
  /** Name. */
  name: string;
  /** Scopes. */
  scopes: readonly string[] | "all";
  /** Time at which it was made. */
  createdAt: Date;
  /** Time of the last use, accurate to about five minutes; `null` before the first one. */
  lastUsedAt: Date | null;
  /** Time at which it ends; `null` for one that does not. */
  expires: Date | null;
  /** `true` for a key that has a successor. */
  isRotated: boolean;
  /** URLs of the questions before a change. */
  urls: {
    /** Before a successor; absent where there is one. */
    rotate?: string | undefined;
    /** Before the end; absent where nothing can be changed. */
    revoke?: string | undefined;
  };
}

/** The field that was typed wrong, or the reason for which nothing was changed. */
export interface KeyFault {
  /** Name of the field. */
  field?: string | undefined;
  /** Reason. */
  reason?: KeyPageReason | undefined;
}

/** Members that all steps have. */
export interface KeyPageProps {
  /** Token for forms, which names the visitor. */
  csrfToken?: string | undefined;
  /** Target of the forms, and URL of the list. */
  formAction: string;
  /** The fault of the last form; absent without one. */
  fault?: KeyFault | undefined;
  /** Parameter `done` of the query. */
  done?: string | undefined;
  /** `true` when nothing can be changed, since another person acts for the user. */
  isReadOnly?: boolean | undefined;
  /** URL at which the user proves who it is, when the proof of the session is too old. */
  proofUrl?: string | undefined;
}

/** Content of the form for a new key. */
export interface TypedKey {
  /** Name. */
  name: string;
  /** Scopes that are chosen. */
  scopes: readonly string[];
  /** Days for which it is to be valid. */
  days: string;
}

/** The form for a new key. */
export interface KeyForm extends TypedKey {
  /** Scopes that the user can choose. */
  offered: readonly string[];
  /** Names the form: it makes one key, however often it is sent. */
  once: string;
}

/** The keys of an owner. */
export interface KeyList extends KeyPageProps {
  /** All of them. */
  step: "list";
  /** The keys, the newest first. */
  keys: readonly ShownKey[];
  /** The form for a new key; absent where nothing can be changed. */
  create?: KeyForm;
  /** URL of the account page; absent without one. */
  accountUrl?: string | undefined;
}

/** The question before a key is rotated, or revoked. */
export interface KeyQuestion extends KeyPageProps {
  /** The change. */
  step: "rotate" | "revoke";
  /** The key. */
  key: ShownKey;
  /** Time until which the present key is valid beside its successor. */
  until: Date;
}

/** A key that was made just now: the only answer that has it. */
export interface KeyMade extends KeyPageProps {
  /** The key. */
  step: "made";
  /** The key itself. */
  secret: string;
  /** The facts that are kept about it. */
  key: ShownKey;
}

/** The page. */
export type KeyProps = KeyList | KeyQuestion | KeyMade;
