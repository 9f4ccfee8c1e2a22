/**
 * Input of the pages on which an operator begins to act for a user, and stops.
 *
 * @module
 */

/** Input of a page. */
export interface ActingProps {
  /** Its state: `"over"` is the end of what was ended before. */
  step: "over" | "start" | "stop";
  /** Token for forms, which names the visitor. */
  csrfToken?: string | undefined;
  /** Target of the form. */
  formAction: string;
  /** Hidden fields of the form. */
  fields: Readonly<Record<string, string>>;
  /** Name, address or id of the user; absent once it is over. */
  user?: string | undefined;
  /** What was typed as the reason. */
  reason?: string | undefined;
  /** `true` when that is no reason. */
  isWrong?: true | undefined;
  /** `true` for a user without an address, who could not be told: there is no form. */
  isUnreachable?: true | undefined;
  /** Longest reason, in characters. */
  maxLength?: number | undefined;
  /** Where nothing is changed. */
  cancelUrl?: string | undefined;
}
