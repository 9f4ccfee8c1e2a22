/**
 * Input of the pages of operators.
 *
 * @module
 */

import type { ActivityKind, ActivityReason } from "../activity/step.ts";
import type { PageShell } from "../organizations/step.ts";

/** Why nothing was shown or changed. */
export type OperatorFaultReason =
  | "beyond-own"
  | "forbidden"
  | "gone"
  | "merge-factor"
  | "merge-inactive"
  | "merge-operator"
  | "merge-organization"
  | "merge-same"
  | "no-user"
  | "only-owner"
  | "own-account"
  | "too-many";

/** The field that was typed wrong, or the reason for which nothing was changed. */
export interface OperatorFault {
  /** Name of the field. */
  field?: string | undefined;
  /** Reason. */
  reason?: OperatorFaultReason | undefined;
}

/** Members that all pages have. */
export interface OperatorPageProps {
  /** Token for forms, which names the visitor. */
  csrfToken?: string | undefined;
  /** Target of the forms, and URL of the page. */
  formAction: string;
  /** The fault of the last form; absent without one. */
  fault?: OperatorFault | undefined;
  /** Parameter `done` of the query. */
  done?: string | undefined;
  /** What is around the page; absent on views with one form. */
  shell?: PageShell | undefined;
}

/** Links to other pages of a list. */
export interface OperatorPager {
  /** URL of the next page; absent at the end. */
  nextUrl?: string | undefined;
  /** URL of the first page; absent on it. */
  firstUrl?: string | undefined;
}

/** A user in a list. */
export interface ShownOperatorUser {
  /** Id. */
  id: string;
  /** Name; `null` without one. */
  name: string | null;
  /** Address; `null` without one. */
  email: string | null;
  /** Time at which the address was proven; `null` before. */
  emailVerified: Date | null;
  /** Time of the suspension; `null` for a user who is not suspended. */
  suspendedAt: Date | null;
  /** URL of the page of the user. */
  url: string;
}

/** A search. */
export interface OperatorUserList extends OperatorPageProps, OperatorPager {
  /** The list. */
  step: "list";
  /** What was typed. */
  typed: { query: string; state: string; organization: string };
  /** The users. */
  users: readonly ShownOperatorUser[];
  /** How they were found. */
  search: "index" | "scan" | "exact";
  /** `true` where the app has organizations. */
  hasOrganizations: boolean;
  /** URL of the form for a new user; absent for an operator who can make none. */
  createUrl?: string | undefined;
}

/** The form for a new user. */
export interface OperatorUserForm extends OperatorPageProps {
  /** The form. */
  step: "create";
  /** What was typed. */
  typed: { email: string; name: string; isConfirmed: boolean };
  /** URL of the list. */
  backUrl: string;
}

/** A line of the audit log. */
export interface ShownOperatorEntry {
  /** Id. */
  id: string;
  /** Time. */
  at: Date;
  /** The event. */
  kind: ActivityKind;
  /** Reason; absent for a change, and where the event says it. */
  reason?: ActivityReason | undefined;
  /** Id of the user; absent for none, and once the user is deleted. */
  userId?: string | undefined;
  /** URL of the page of the user; absent for an operator who cannot see users. */
  userUrl?: string | undefined;
  /** Id of the person who acted. */
  by?: string | undefined;
  /** What an operator has typed. */
  note?: string | undefined;
  /** Id of the organization. */
  organization?: string | undefined;
  /** Id of the provider. */
  provider?: string | undefined;
  /** Network address; `null` when unknown. */
  address: string | null;
}

/** Something that is kept about the user: its name, and words about it. */
export interface ShownOperatorItem {
  /** Name. */
  name: string;
  /** `true` for a second factor that has its id in place of a name. */
  isId?: true | undefined;
  /** Further words. */
  text?: string | undefined;
  /** A time. */
  at?: Date | null | undefined;
}

/** A session of the user. */
export interface ShownOperatorSession {
  /** Id; it cannot be used as a session token. */
  id: string;
  /** Browser; `null` when unknown. */
  browser: string | null;
  /** Operating system; `null` when unknown. */
  system: string | null;
  /** Time of the last use; `null` when unknown. */
  lastSeenAt: Date | null;
  /** Network address of the last use; `null` when unknown. */
  address: string | null;
  /** URL of the question before it ends; absent where the operator cannot end it. */
  endUrl?: string | undefined;
}

/** What an operator can do with a user. */
export type OperatorChange =
  | "delete"
  | "end-session"
  | "export"
  | "reset-factors"
  | "resume"
  | "sign-out"
  | "suspend";

/** A user. */
export interface OperatorUser extends OperatorPageProps {
  /** The user. */
  step: "user";
  /** The user. */
  user: Omit<ShownOperatorUser, "url">;
  /** URL of the list; absent for an operator who comes from elsewhere. */
  backUrl: string;
  /** Time at which the user set a password; `null` without one. */
  passwordSetAt: Date | null;
  /** Sessions. */
  sessions: readonly ShownOperatorSession[];
  /** Passkeys. */
  passkeys: readonly ShownOperatorItem[];
  /** Second factors. */
  factors: readonly ShownOperatorItem[];
  /** Linked accounts. */
  accounts: readonly ShownOperatorItem[];
  /** Organizations; absent where the app has none. */
  organizations?: readonly ShownOperatorItem[] | undefined;
  /** API keys; absent where the app has none. */
  keys?: readonly ShownOperatorItem[] | undefined;
  /** Access of other apps; absent where the app has none. */
  grants?: readonly ShownOperatorItem[] | undefined;
  /** The last entries of the audit log; absent without one, or without the permission. */
  entries?: readonly ShownOperatorEntry[] | undefined;
  /** URL of all entries. */
  entriesUrl?: string | undefined;
  /** URLs of the questions before changes that the operator can make. */
  urls: Readonly<Partial<Record<Exclude<OperatorChange, "end-session"> | "act" | "merge", string>>>;
  /** The merge of this user that is not finished; absent without one. */
  unfinished?: ShownUnfinishedMerge | undefined;
  /** Why the operator can change nothing; absent for one who can. */
  obstacle?: "beyond-own" | "own-account" | undefined;
}

/** A merge that was begun, and is not finished. */
export interface ShownUnfinishedMerge {
  /** The user who ends. */
  from: MergedInto;
  /** URL of the page of that user, where the merge is continued; absent on that page. */
  fromUrl?: string | undefined;
  /** The user who stays. */
  into: MergedInto;
  /** Why it stopped: a refusal, or a failure of the store or the app; absent where nothing was noted. */
  stopped?: OperatorFaultReason | "failed" | undefined;
  /** Accounts at providers that have moved. */
  moved: readonly ShownOperatorItem[];
  /** `true` once only the end is left, so that it cannot be given up. */
  isDecided: boolean;
  /** `true` for an operator who can continue it. */
  canContinue: boolean;
  /** URL of the question before it is given up; absent where the operator cannot. */
  cancelUrl?: string | undefined;
}

/** A user in a merge. */
export interface MergedInto {
  /** Id. */
  id: string;
  /** Name and address, or the id. */
  name: string;
  /** `true` for a user who has not confirmed the email address. */
  isUnconfirmed: boolean;
}

/** A question before a change. */
export interface OperatorQuestion extends OperatorPageProps {
  /** The change. */
  step: OperatorChange;
  /** Name of the user, or the address. */
  name: string;
  /** Id of the session, for the change that is about one. */
  session?: string | undefined;
  /** What was typed as the reason; absent for a change without one. */
  note?: string | undefined;
  /** Name of the user to whom accounts go back, where a deletion gives up a merge; absent for others. */
  givesBackTo?: string | undefined;
  /** URL of the user. */
  backUrl: string;
}

/** The form that asks into which user this one is merged. */
export interface OperatorMergeForm extends OperatorPageProps {
  /** The form. */
  step: "merge";
  /** Name of the user, or the address. */
  name: string;
  /** What was typed. */
  typed: { into: string };
  /** URL of the user. */
  backUrl: string;
}

/** The question before a merge is given up. */
export interface OperatorMergeCancel extends OperatorPageProps {
  /** The question. */
  step: "merge-cancel";
  /** Name and address of the user who would end. */
  name: string;
  /** The user who would stay. */
  into: MergedInto;
  /** URL of the user. */
  backUrl: string;
}

/** The question before a merge, with what it does. */
export interface OperatorMergeQuestion extends OperatorPageProps {
  /** The question. */
  step: "merge-into";
  /** Name of the user who ends, or the address. */
  name: string;
  /** `true` when the user who is deleted has not confirmed the email address. */
  isUnconfirmed: boolean;
  /** The user who stays. */
  into: MergedInto;
  /** Accounts and memberships that the user who stays gets. */
  moves: {
    /** Accounts at providers. */
    accounts: readonly ShownOperatorItem[];
    /** Memberships; absent where the app has no organizations of its own. */
    organizations?: readonly ShownOperatorItem[] | undefined;
  };
  /** Memberships that end, since both users have one, and how many of everything else end. */
  ends: {
    /** Memberships; absent where the app has no organizations of its own. */
    organizations?: readonly ShownOperatorItem[] | undefined;
    /** Devices that are signed in. */
    sessions: number;
    /** Passkeys. */
    passkeys: number;
    /** Second factors. */
    factors: number;
    /** API keys. */
    keys: number;
    /** Access of other apps. */
    grants: number;
    /** `true` for a password. */
    password: boolean;
  };
  /** URL of the user. */
  backUrl: string;
}

/** The audit log. */
export interface OperatorLog extends OperatorPageProps, OperatorPager {
  /** The log. */
  step: "log";
  /** What was typed. */
  typed: {
    user: string;
    by: string;
    organization: string;
    name: string;
    from: string;
    to: string;
  };
  /** The entries, the newest first. */
  entries: readonly ShownOperatorEntry[];
  /** `true` where the app has organizations. */
  hasOrganizations: boolean;
}

/** An endpoint of webhooks. */
export interface ShownOperatorEndpoint {
  /** Origin of the URL: its path may open something. */
  origin: string;
  /** The events; absent for all. */
  kinds?: readonly ActivityKind[] | undefined;
}

/** A webhook that did not arrive. */
export interface ShownOperatorWebhook {
  /** Id. */
  id: string;
  /** The event. */
  kind: ActivityKind;
  /** Origin of the URL; `null` for an endpoint that is not there any more. */
  origin: string | null;
  /** Tries so far. */
  attempts: number;
  /** Time from which it was tried. */
  since: Date;
}

/** Webhooks. */
export interface OperatorWebhooks extends OperatorPageProps, OperatorPager {
  /** Webhooks. */
  step: "webhooks";
  /** The endpoints. */
  endpoints: readonly ShownOperatorEndpoint[];
  /** Those that did not arrive, the oldest first. */
  webhooks: readonly ShownOperatorWebhook[];
  /** `true` for an operator who can send one again. */
  canSend: boolean;
}

/** A page that the operator cannot see. */
export interface OperatorRefused {
  /** The refusal. */
  step: "refused";
  /** Why. */
  reason: OperatorFaultReason;
  /** URL of a page that the operator can see. */
  backUrl: string;
}

/** Every page of operators. */
export type OperatorProps =
  | OperatorLog
  | OperatorMergeCancel
  | OperatorMergeForm
  | OperatorMergeQuestion
  | OperatorQuestion
  | OperatorRefused
  | OperatorUser
  | OperatorUserForm
  | OperatorUserList
  | OperatorWebhooks;
