/**
 * Input of the page for addresses.
 *
 * @module
 */

/** An undo that waits, and that the user can stop. */
export interface Contested {
  /** Time from which it can take effect. */
  due: string;
  /** URL at which the user proves two factors; absent when the session has them. */
  proofUrl: string | undefined;
}

/** Members that depend on the step. */
export type AddressView =
  | {
    /** Asks for a new address; offers to prove the present one. */
    step: "request";
    /** Present address. */
    email?: string | undefined;
    /** `true` when its owner has proven it. */
    isProven: boolean;
    /** Address that was typed before the user had to prove who it is. */
    typed?: string | undefined;
    /** `true` when the user may say that the present address is lost. */
    mayLeave?: boolean | undefined;
    /** An undo that waits. */
    contested?: Contested | undefined;
    /** URL at which the user proves again who it is; absent when the proof is fresh. */
    proofUrl?: string | undefined;
  }
  | {
    /** Asks for the code. */
    step: "code";
    /** Address that the code went to. */
    email: string;
    /** `false` when the code only proves the present address. */
    isNew: boolean;
  }
  | {
    /** Says that the address is the user's. */
    step: "done";
    /** Address of the user. */
    email: string;
  }
  | {
    /** Asks whether to undo a change. */
    step: "undo";
    /** Address that the account gets again. */
    email: string;
    /** Token of the link. */
    token: string;
  }
  | {
    /** Says that the address stays. */
    step: "kept";
    /** Address of the user. */
    email: string;
  }
  | {
    /** Says that a link undoes the change later. */
    step: "waiting";
    /** Time from which it does. */
    due: string;
  }
  | {
    /** Says that a link undoes nothing. */
    step: "lost";
    /** Seconds for which links are valid. */
    lifetime: number;
    /** URL of the account page, for a user who is signed in. */
    accountUrl?: string | undefined;
    /** URL of the sign-in page. */
    signInUrl: string;
  }
  | {
    /** Says that a change was undone. */
    step: "undone";
    /** URL of the sign-in page. */
    signInUrl: string;
  };

/** Input of the page. */
export type AddressProps = AddressView & {
  /** Parameter `error` of the query. */
  error?: string | undefined;
  /** Token for forms, which names the visitor. */
  csrfToken?: string | undefined;
  /** Target of the forms. */
  formAction: string;
  /** Hidden fields of the first form of the step. */
  fields?: Readonly<Record<string, string>> | undefined;
  /** URL to go to afterwards. */
  callbackUrl: string;
  /** URL of the account page; absent for a person who is not signed in. */
  accountUrl?: string | undefined;
};
