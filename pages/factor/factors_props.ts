/**
 * Input of the page of a user's second factors.
 *
 * @module
 */

import type { ShownFactor } from "./props.ts";

/** An enrolment as the page shows it. */
export interface ShownEnrolment {
  /** Id of the enrolment. */
  id: string;
  /** Name that the user gave it. */
  name: string | undefined;
  /** The factor. */
  factor: ShownFactor;
  /** Time of the enrolment. */
  createdAt: Date;
  /** Time of the last proof. */
  usedAt: Date | undefined;
  /** Number of answers that it still accepts. */
  left: number | undefined;
  /** `true` when these are few. */
  hasFewLeft: boolean;
  /** URL of its own page. */
  url: string;
}

/** Members that depend on the step. */
export type FactorsView =
  | {
    /** Lists the enrolments. */
    step: "list";
    /** Enrolments, oldest first. */
    enrolments: readonly ShownEnrolment[];
    /** Factors that can be added. */
    addable: readonly ShownFactor[];
    /** URL at which the user proves something; absent when the proof is fresh. */
    proofUrl: string | undefined;
    /** `true` when sign-ins need a second factor. */
    isProtected: boolean;
    /** Change that was made. */
    done: string | undefined;
    /** Time from which a reset takes effect. */
    resetAt: Date | undefined;
  }
  | {
    /** Shows one enrolment, to change it. */
    step: "one";
    /** The enrolment. */
    enrolment: ShownEnrolment;
    /** `true` when a new one replaces it. */
    canReplace: boolean;
    /** Reason for which it was not removed. */
    obstacle: "required" | "locked-out" | undefined;
    /** `true` after a name that is not valid. */
    isNameInvalid: boolean;
    /** URL of the list. */
    listed: string;
  }
  | {
    /** Shows new codes, once. */
    step: "codes";
    /** The codes. */
    codes: readonly string[];
  };

/** Input of the page. */
export type FactorsProps = FactorsView & {
  /** Token for forms; absent when CSRF protection is off. */
  csrfToken?: string | undefined;
  /** Target of the forms, and URL of the list. */
  formAction: string;
};
