/**
 * Input of the page on which users manage their account.
 *
 * @module
 */

import type { AccountRow } from "../../src/types/custom.ts";
import type { OAuthProviderButtonStyles } from "../../src/types/provider.ts";

/** Change that a form of the page asks for. */
export type AccountStep =
  | "delete"
  | "export"
  | "name"
  | "passkey-remove"
  | "passkey-rename"
  | "password-remove"
  | "session-end"
  | "sessions-end"
  | "unlink";

/** Part of the page that shows one thing to change. */
export type AccountView =
  | "account"
  | "delete"
  | "export"
  | "name"
  | "passkey"
  | "password"
  | "sessions";

/** A passkey. */
export interface ShownPasskey {
  /** Id of the key. */
  id: string;
  /** Name that its owner chose; `null` without a name. */
  name: string | null;
  /** What made it, such as `Google Password Manager`: a name for one without a name. */
  authenticator?: string | undefined;
  /** `true` when it can be synced between devices. */
  isSynced: boolean;
  /** Time at which it was added; absent when unknown. */
  createdAt?: Date | undefined;
  /** A time of the day of its last use; absent before the first, and when unknown. */
  lastUsedAt?: Date | undefined;
  /** `true` when the store can remove it. */
  isRemovable: boolean;
  /** URL of the view that changes it. */
  url: string;
}

/** A linked account. */
export interface ShownAccount {
  /** Id of the provider. */
  provider: string;
  /** Id of the account there. */
  id: string;
  /** Name of the provider. */
  name: string;
  /** Address or user name at the provider; absent when unknown. */
  label?: string | undefined;
  /** Look of the provider. */
  style?: OAuthProviderButtonStyles | undefined;
  /** URL of the view that unlinks it. */
  url: string;
}

/** A session. */
export interface ShownSession {
  /** Id of the session. */
  id: string;
  /** Name of the browser; `null` when unknown. */
  browser: string | null;
  /** Name of the operating system; `null` when unknown. */
  system: string | null;
  /** Place in words, or the network address; `null` when unknown. */
  place: string | null;
  /** Time of the last use; `null` when unknown. */
  lastSeenAt: Date | null;
  /** Time of the sign-in; `null` when unknown. */
  signedInAt: Date | null;
  /** Kind of the device, for its picture. */
  kind: "computer" | "phone";
  /** `true` for the session of this browser. */
  isCurrent: boolean;
}

/** All rows. What is not configured is absent. */
export interface AccountList {
  /** All rows. */
  step: "list";
  /** Name of the user; empty without one. */
  name: string;
  /** URL of the view that changes the name. */
  nameUrl: string;
  /** Address; `null` for a user without one. */
  email: string | null;
  /** `true` when the address was proven. */
  isConfirmed: boolean;
  /** Address that the user gave at the sign-up and has not confirmed; absent when none waits. */
  pendingEmail?: string | undefined;
  /** `true` when the app sends links to sign in, so that a confirmed address is a way in. */
  hasLinks?: boolean | undefined;
  /** URL of the page that changes the address. */
  addressUrl: string;
  /** Password. */
  password?: {
    /** Time at which it was set; `null` without one. */
    setAt: Date | null;
    /** URL of the page that sets or changes it; absent when the app has one of its own. */
    url?: string | undefined;
    /** URL of the view that removes it; absent when it stays. */
    removeUrl?: string | undefined;
  };
  /** Passkeys. */
  passkeys?: {
    /** Keys of the user. */
    keys: readonly ShownPasskey[];
    /** URLs of the ceremonies that add one, by provider. */
    add: readonly {
      /** URL of its options, with a query that names the user. */
      optionsUrl: string;
      /** URL that takes its answer. */
      action: string;
      /** URL that the browser goes to afterwards. */
      doneUrl: string;
    }[];
  };
  /** Second factors. */
  factors?: {
    /** Number of them. */
    count: number;
    /** URL of their page. */
    url: string;
  };
  /** Linked accounts. */
  accounts?: {
    /** Accounts of the user. */
    linked: readonly ShownAccount[];
    /** Providers of which one can be linked. */
    linkable: readonly {
      /** Id of the provider. */
      provider: string;
      /** Name of the provider. */
      name: string;
      /** Look of the provider. */
      style?: OAuthProviderButtonStyles | undefined;
      /** URL that starts the sign-in there. */
      action: string;
    }[];
    /** URL that the browser goes to afterwards. */
    doneUrl: string;
  };
  /** Rows of the app's own capabilities. */
  own: readonly AccountRow[];
  /** Sessions, that of this browser first. */
  sessions: readonly ShownSession[];
  /** Present time. */
  now: Date;
  /** URL of the view for a copy of the data. */
  exportUrl: string;
  /** URL of the view that deletes the account. */
  deleteUrl: string;
  /** URL of the question before all other devices are signed out. */
  endOthersUrl: string;
  /** Target of the form that signs out. */
  signOutAction: string;
  /** Parameter `done` of the query. */
  done?: string | undefined;
  /** `true` when nothing can be changed, since another person acts for the user. */
  isReadOnly: boolean;
}

/** Something that keeps an account from being deleted. */
export interface Obstacle {
  /** Name. */
  name: string;
  /** URL of the page on which it is settled. */
  url: string;
}

/** One thing to change. */
export type AccountOne =
  & {
    /** One thing. */
    step: "one";
    /** URL at which the user proves who it is, when the proof of the session is too old. */
    proofUrl?: string | undefined;
    /** `true` for the last way to sign in, which stays. */
    isLast?: boolean;
    /** Hidden fields of the form that makes the change; for a passkey, the one that removes it. */
    fields: Readonly<Record<string, string>>;
  }
  & (
    | {
      /** The name of the user. */
      view: "name";
      /** The name; empty without one. */
      name: string;
      /** Name that was typed before the user had to prove who it is, or that is none. */
      typed?: string | undefined;
      /** `true` when the name that was typed is none. */
      isNameInvalid: boolean;
    }
    | {
      /** A passkey. */
      view: "passkey";
      /** The key. */
      key: ShownPasskey;
      /** Present time. */
      now: Date;
      /** Name that was typed before the user had to prove who it is. */
      typed?: string | undefined;
      /** `true` when the name that was typed is none. */
      isNameInvalid: boolean;
    }
    | {
      /** A linked account. */
      view: "account";
      /** The account. */
      account: ShownAccount;
    }
    | {
      /** The password, a copy of the data, or all other devices. */
      view: "password" | "export" | "sessions";
    }
    | {
      /** The whole account. */
      view: "delete";
      /** Text that the user types to confirm it. */
      expected: string;
      /** Text that was typed before the user had to prove who it is. */
      typed?: string | undefined;
      /** `true` when another text was typed. */
      isDifferent: boolean;
      /** What must be settled before, such as organizations whose only owner the user is. */
      obstacles?: readonly Obstacle[] | undefined;
      /** Time of the deletion, when it is asked for now; absent when it takes place at once. */
      dueAt?: Date | undefined;
    }
  );

/** Asks a user who signs in whether to keep the account, which will be deleted. */
export interface AccountPending {
  /** The sign-in waits for the answer. */
  step: "pending";
  /** Address or name of the user. */
  account: string;
  /** Time of the deletion. */
  dueAt: Date;
  /** Target of the form that keeps the account. */
  formAction: string;
  /** Its hidden fields; with `step=leave` the sign-in ends in their place. */
  fields: {
    /** Keeps the account. */
    step: "keep";
  };
}

/** Says that the account will be deleted. */
export interface AccountLeaving {
  /** The user is signed out, and can come back. */
  step: "leaving";
  /** Time of the deletion. */
  dueAt: Date;
  /** URL of the page that asks the user, after a sign-in. */
  backUrl: string;
}

/** Says that the account was deleted. */
export interface AccountDeleted {
  /** The account is gone. */
  step: "deleted";
}

/** Input of the page. */
export type AccountProps =
  & (AccountList | AccountOne | AccountPending | AccountLeaving | AccountDeleted)
  & {
    /** Token for forms, which names the visitor. */
    csrfToken?: string | undefined;
    /** Target of the forms, and URL of the list. */
    formAction: string;
  };
