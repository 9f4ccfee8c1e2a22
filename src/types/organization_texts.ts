/**
 * Texts of the pages of organizations.
 *
 * @module
 */

import type { OrganizationRefusal } from "./audit.ts";

/** Changes that the pages tell of. */
export type OrganizationDone =
  | "created"
  | "updated"
  | "invited"
  | "cancelled"
  | "role"
  | "removed"
  | "left"
  | "joined"
  | "transferred"
  | "deleted";

/** Texts of the pages of organizations; `{organization}`, `{name}` and `{inviter}` are names. */
export interface OrganizationPageTexts {
  /** Title of the list, and text of the links to it. */
  title: string;
  /** Row of the account page. */
  row: { heading: string; none: string; open: string };
  /** Name of the role that always exists. */
  owner: string;
  /** List of a user without an organization. */
  none: string;
  /** Time at which a membership began, `{date}`. */
  since: string;
  /** Form for a new organization. */
  create: { heading: string; name: string; slug: string; rules: string; submit: string };
  /** Members, and what can be done. */
  members: {
    heading: string;
    you: string;
    managed: string;
    more: string;
    first: string;
    settings: string;
    leave: string;
  };
  /** One member. */
  member: { role: string; removeText: string; remove: string; transfer: string };
  /** Invitations that wait, and the form for one. */
  invitations: {
    heading: string;
    invite: string;
    submit: string;
    until: string;
    cancel: string;
    cancelOf: string;
  };
  /** The question before a user leaves. */
  leave: { heading: string; text: string; submit: string };
  /** Settings. */
  settings: {
    title: string;
    back: string;
    nameTitle: string;
    slugTitle: string;
    slugText: string;
    policy: string;
    policyNone: string;
    demands: Readonly<
      Record<"methods" | "providers" | "domains" | "proofMaxAge" | "sessionMaxAge", string>
    >;
  };
  /** Another owner. */
  transfer: {
    heading: string;
    text: string;
    member: string;
    becomes: string;
    submit: string;
    none: string;
  };
  /** The end of an organization. */
  delete: {
    heading: string;
    text: string;
    gone: Readonly<Record<"members" | "invitations" | "slug", string>>;
    row: string;
    submit: string;
  };
  /** The page of an invitation. */
  invitation: {
    heading: string;
    text: string;
    textOfApp: string;
    role: string;
    address: string;
    accept: string;
    signIn: string;
    another: string;
    unproven: string;
    ended: string;
    endedText: string;
  };
  /** Sentences after a change. */
  done: Readonly<Record<OrganizationDone, string>>;
  /** Heading of a page that cannot be opened. */
  refused: string;
  /** Why something was refused. */
  reasons: Readonly<Record<OrganizationRefusal, string>>;
  /** What is wrong with a field. */
  faults: Readonly<Record<"email" | "slug", string>>;
}
