/**
 * Input of the pages of second factors.
 *
 * @module
 */

import type { Factor } from "../../src/types/factor.ts";

/** Members of a factor that pages show. */
export type ShownFactor = Pick<Factor, "id" | "name" | "isTyped"> & {
  /** Present when the user asks for its code to be sent. */
  send?: unknown;
};

/** Members that depend on the step. */
export type FactorView =
  | {
    /** Asks for a proof. */
    step: "prove";
    /** The factor. */
    factor: ShownFactor;
    /** `true` after a wrong answer. */
    isWrong: boolean;
    /** `true` after a code was sent. */
    isSent: boolean;
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
  }
  | {
    /** Asks for the answer that confirms an enrolment. */
    step: "confirm";
    /** The factor. */
    factor: ShownFactor;
    /** Sealed enrolment. */
    state: string;
    /** `true` after a wrong answer. */
    isWrong: boolean;
    /** Key to copy into another app. */
    secret?: string | undefined;
    /** URI of the QR code. */
    uri?: string | undefined;
    /** Address that a code was sent to. */
    target?: string | undefined;
    /** Options of a ceremony. */
    options?: object | undefined;
  };

/** Input of the page. */
export type FactorProps = FactorView & {
  /** Token for forms; absent when CSRF protection is off. */
  csrfToken?: string | undefined;
  /** Target of the forms. */
  formAction: string;
  /** `true` when the user is signed in, and proves again who it is. */
  isSignedIn?: boolean | undefined;
};
