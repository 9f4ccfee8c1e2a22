/**
 * Input of the pages of second factors.
 *
 * @module
 */

/** Members of a factor that pages show. */
export interface ShownFactor {
  /** Id of the factor. */
  id: string;
  /** Name of the factor. */
  name: string;
  /** `true` when its answer is typed. */
  isTyped: boolean;
  /** `true` when it is meant for the loss of the others. */
  isBackup?: boolean | undefined;
  /** `true` when the user asks for its code to be sent. */
  isSent?: boolean | undefined;
}

/** Place of a page among the steps of a set-up. */
export interface Walk {
  /** Number of the step, from 1. */
  at: number;
  /** Number of all steps; with a single one, none is shown. */
  steps: number;
}

/** Members that depend on the step. */
export type FactorView =
  | {
    /** Asks for a proof. */
    step: "prove";
    /** The factor. */
    factor: ShownFactor;
    /** Hidden fields of the form with the answer. */
    fields: Readonly<Record<string, string>>;
    /** `true` after a wrong answer. */
    isWrong: boolean;
    /** `true` after a code was sent. */
    isSent: boolean;
    /** Seconds for which the user may skip further proofs in this browser; absent for none. */
    trustSeconds?: number | undefined;
    /** The app's text for a user who can use none of the factors. */
    recoveryText?: string | undefined;
    /** Text about where codes are sent. */
    target?: string | undefined;
    /** Options of a ceremony. */
    options?: object | undefined;
    /** Other factors that the user can prove, with the URLs of their pages. */
    others: readonly (ShownFactor & { url: string })[];
  }
  | {
    /** Asks which factor to enrol. */
    step: "choose";
    /** Factors that can be enrolled. */
    factors: readonly ShownFactor[];
    /** Hidden fields of the form, which has `factor` too: the id of one of them. */
    fields: Readonly<Record<string, string>>;
    /** Place among the steps. */
    walk: Walk;
    /** Address that a code would be sent to. */
    target?: string | undefined;
  }
  | {
    /** Asks for the answer that confirms an enrolment. */
    step: "confirm";
    /** The factor. */
    factor: ShownFactor;
    /** Place among the steps. */
    walk: Walk;
    /** `true` when the user can choose another factor. */
    hasOthers: boolean;
    /** Hidden fields of the form with the answer: the sealed enrolment. */
    fields: Readonly<Record<string, string>>;
    /** `true` after a wrong answer. */
    isWrong: boolean;
    /** Key to copy into another app. */
    secret?: string | undefined;
    /** URI of the QR code. */
    uri?: string | undefined;
    /** The QR code as an image, in JSON: a `data:` URL. */
    qr?: string | undefined;
    /** Address that a code was sent to. */
    target?: string | undefined;
    /** Options of a ceremony. */
    options?: object | undefined;
  };

/** Input of the page. */
export type FactorProps = FactorView & {
  /** Token for forms, which names the visitor. */
  csrfToken?: string | undefined;
  /** Target of the forms. */
  formAction: string;
  /** Name of the account. */
  account?: string | undefined;
  /** `true` when the user is signed in, and proves again who it is. */
  isSignedIn?: boolean | undefined;
};
