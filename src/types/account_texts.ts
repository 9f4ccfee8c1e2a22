/**
 * Texts of the page on which users manage their account.
 *
 * @module
 */

import type { CeremonyError, CountedText } from "./page_texts.ts";

/** Texts of the page on which users manage their account. */
export interface AccountPageTexts {
  /** Title of the document, and heading of the list. */
  title: string;
  /** Names of the parts of the page. */
  groups: Readonly<Record<"profile" | "security" | "devices" | "connected" | "data", string>>;
  /** How well the account is protected. */
  status: { good: string; better: string };
  /** Button that signs out. */
  signOut: string;
  /** Text for a person who acts for the user. */
  readOnly: string;
  /** Sentences after a change. */
  done: Readonly<
    Record<
      | "name"
      | "linked"
      | "unlinked"
      | "passkey-added"
      | "passkey-renamed"
      | "passkey-removed"
      | "password-removed"
      | "session-ended"
      | "sessions-ended",
      string
    >
  >;
  /** Short words of links, each with a longer sentence for those who hear the links alone. */
  open: Readonly<Record<"delete" | "download" | "manage" | "remove" | "turnOn", string>>;
  /** Name of the user. */
  name: {
    heading: string;
    none: string;
    title: string;
    text: string;
    label: string;
    save: string;
    invalid: string;
  };
  /** Email address. */
  address: {
    heading: string;
    none: string;
    confirmed: string;
    open: string;
    change: string;
    add: string;
  };
  /** Password. */
  password: {
    heading: string;
    since: string;
    none: string;
    change: string;
    set: string;
    remove: string;
  };
  /** Passkeys. */
  passkeys: {
    heading: string;
    none: string;
    unnamed: string;
    added: string;
    synced: string;
    single: string;
    change: string;
    changeOf: string;
    add: string;
    noScript: string;
    unsupported: string;
    errors: Readonly<Record<CeremonyError | "TooManyRequests", string>>;
  };
  /** Second factors. */
  factors: { heading: string; none: string; count: CountedText; manage: string };
  /** Linked accounts. */
  accounts: {
    none: string;
    unlink: string;
    unlinkOf: string;
    link: string;
    /** Heading of the providers, and opens the list of further ones. */
    another: string;
    more: string;
  };
  /** Sessions. */
  sessions: {
    device: string;
    unknownOn: string;
    unknown: string;
    current: string;
    /** Time of the last use, `{when}`; and in place of it. */
    seen: string;
    active: string;
    signedIn: string;
    /** Opens the list of the others. */
    more: CountedText;
    end: string;
    endOf: string;
    endOfAt: string;
    endOthers: string;
  };
  /** Copy of the data. */
  copy: { heading: string; text: string; open: string };
  /** Deletion. */
  removal: { heading: string; text: string; open: string };
  /** The part that shows one thing to change. */
  one: {
    sessions: { heading: string; text: string; submit: string };
    passkey: { label: string; save: string; text: string; remove: string };
    account: { heading: string; text: string; submit: string };
    password: { heading: string; text: string; submit: string };
    export: { heading: string; text: string; submit: string };
    /** `textLater` and `submitLater` stand where the account is deleted on a `{date}`. */
    delete: {
      heading: string;
      text: string;
      textLater: string;
      gone: { profile: string; ways: string; data: string };
      label: string;
      submit: string;
      submitLater: string;
      different: string;
      /** Above the organizations whose only owner the user is. */
      obstacles: string;
    };
    stale: string;
    prove: string;
    last: string;
  };
  /** Asks a user who signs in before the account is deleted. */
  pending: { heading: string; text: string; keep: string; leave: string };
  /** The page after the user has asked for a deletion that waits. */
  leaving: { heading: string; text: string; back: string };
  /** The last page. */
  deleted: { heading: string; text: string };
}
