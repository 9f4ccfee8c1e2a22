/**
 * Input of the page of a user's second factors.
 *
 * @module
 */

import type { ShownFactor, Walk } from "./step.ts";

/** An enrolment as the page shows it. */
export interface ShownEnrolment {
  /** Id of the enrolment. */
  id: string;
  /** Name that the user gave it. */
  name: string | undefined;
  /** What was enrolled, such as the model of a key: a name for one without a name. */
  label: string | undefined;
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
    /** Hidden fields of the form that adds one, which has `factor` too: the id of one of them. */
    fields: Readonly<Record<string, string>>;
    /** Place of the choice among the steps of a set-up. */
    walk: Walk;
    /** URL at which the user proves something; absent when the proof is fresh. */
    proofUrl: string | undefined;
    /** `true` when sign-ins need a second factor. */
    isProtected: boolean;
    /** Change that was made. */
    done: string | undefined;
    /** Factor that was added. */
    added: ShownFactor | undefined;
    /** Time from which a reset takes effect. */
    resetAt: Date | undefined;
  }
  | {
    /** Shows one enrolment, to change it, or asks before its removal. */
    step: "one";
    /** `true` asks before its removal. */
    asks: boolean;
    /** The enrolment. */
    enrolment: ShownEnrolment;
    /** `true` when a new one replaces it. */
    canReplace: boolean;
    /** URL of the question before its removal. */
    removeUrl: string;
    /** Name that was typed and is not stored. */
    typed: string | undefined;
    /** `"InvalidName"`, or the reason for which it was not removed. */
    error: string | undefined;
    /** URL of the list. */
    listed: string;
  }
  | {
    /** Shows new codes, once. */
    step: "codes";
    /** The codes. */
    codes: readonly string[];
    /** Place among the steps of a set-up. */
    walk: Walk;
    /** When they were made. */
    madeAt: Date;
    /** Hidden fields of the form, which has `saved` too: `"1"` once the user has saved them. */
    fields: Readonly<Record<string, string>>;
  };

/** Input of the page. */
export type FactorsProps = FactorsView & {
  /** Token for forms, which names the visitor. */
  csrfToken?: string | undefined;
  /** Target of the forms, and URL of the list. */
  formAction: string;
  /** Name of the account. */
  account?: string | undefined;
  /** URL of the account page; absent without it. */
  accountUrl?: string | undefined;
};
