/**
 * Input of the page on which users manage their account.
 *
 * @module
 */

import type { AccountRow } from "../custom.ts";

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
export type AccountView = "account" | "delete" | "export" | "passkey" | "password" | "sessions";

/** A passkey. */
export interface ShownPasskey {
  /** Id of the key. */
  id: string;
  /** Name that its owner chose; `null` without a name. */
  name: string | null;
  /** `true` when it can be synced between devices. */
  isSynced: boolean;
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
  /** `true` when the name that was typed is none. */
  isNameInvalid: boolean;
  /** Address; `null` for a user without one. */
  email: string | null;
  /** `true` when the address was proven. */
  isConfirmed: boolean;
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
      /** URL of its options. */
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
      /** Name of the provider. */
      name: string;
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
      /** A passkey. */
      view: "passkey";
      /** The key. */
      key: ShownPasskey;
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
    }
  );

/** Says that the account was deleted. */
export interface AccountDeleted {
  /** The account is gone. */
  step: "deleted";
}

/** Input of the page. */
export type AccountProps = (AccountList | AccountOne | AccountDeleted) & {
  /** Token for forms; absent when CSRF protection is off. */
  csrfToken?: string | undefined;
  /** Target of the forms, and URL of the list. */
  formAction: string;
};
