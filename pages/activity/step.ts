/**
 * Input of the pages of the audit log.
 *
 * @module
 */

import type { activityEnglish } from "./english.ts";
import type { OrganizationShell } from "../organizations/step.ts";

/** An event of the audit log, by the name of its text. */
export type ActivityKind = keyof typeof activityEnglish["kinds"];

/** Why a request was refused, or a session is over, by the name of its text. */
export type ActivityReason = keyof typeof activityEnglish["reasons"];

/** A person, or what acted in the place of one. */
export type ActivityPerson =
  | {
    /** Name; the address of a member without one. */
    readonly name: string;
    /** A person with a name has no further kind. */
    readonly is?: undefined;
  }
  | {
    /**
     * `"deleted"`: the account is gone; `"outside"`: no member, and without a name; `"app"`: the app
     * itself; `"link"`: a person without an account, with an admin link.
     */
    readonly is: "app" | "deleted" | "link" | "outside";
  }
  | {
    /** An operator: the page does not say which one. */
    readonly is: "operator";
    /** Their common name. */
    readonly name: string;
  };

/** Something that happened. */
export interface ShownActivity {
  /** The event. */
  readonly kind: ActivityKind;
  /** Time of the event. */
  readonly at: Date;
  /** The person whom the event is about; absent on a person's own page, and for an event without one. */
  readonly who?: ActivityPerson | undefined;
  /** The actor; absent where that person acted. */
  readonly by?: ActivityPerson | undefined;
  /** Browser; `null` when it is not known. Absent on the page of an organization. */
  readonly browser?: string | null | undefined;
  /** Operating system; `null` when it is not known. Absent on the page of an organization. */
  readonly system?: string | null | undefined;
}

/** A page of what happened, the newest first. */
export interface ActivityProps {
  /** `"organization"` for its owners, `"own"` for the person of an account. */
  step: "organization" | "own";
  /** Token for forms, which names the visitor. */
  csrfToken?: string | undefined;
  /** URL of the page. */
  formAction: string;
  /** The organization; absent on the page of a person. */
  organization?: {
    /** Name. */
    readonly name: string;
  };
  /** The events. */
  entries: readonly ShownActivity[];
  /** `true` when the person has opened such pages too often: there are no entries. */
  isTooMany?: true | undefined;
  /** URL of the next page; absent on the last one. */
  nextUrl?: string | undefined;
  /** URL of the previous page; absent on the first one. */
  previousUrl?: string | undefined;
  /** URL of the account page; absent on the page of an organization, and without one. */
  accountUrl?: string | undefined;
  /** What is around the page of an organization; absent on that of a person. */
  shell?: OrganizationShell | undefined;
}
