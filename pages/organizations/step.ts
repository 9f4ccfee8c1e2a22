/**
 * Input of the pages of organizations.
 *
 * @module
 */

import type { OrganizationRefusal } from "../../src/types/audit.ts";

/** An organization in the list of a user. */
export interface ShownOrganization {
  /** Name. */
  name: string;
  /** Name in URLs. */
  slug: string;
  /** URL of the logo; absent without one. */
  logo?: string | undefined;
  /** Role of the user. */
  role: string;
  /** Time at which the user became a member. */
  since: Date;
  /** URL of its page. */
  url: string;
}

/** A member. */
export interface ShownMember {
  /** Id of the user. */
  id: string;
  /** Name; empty without one. */
  name: string;
  /** Address; in part for those who change no members. `null` without one. */
  email: string | null;
  /** Role. */
  role: string;
  /** Time at which the user became a member. */
  since: Date;
  /** `true` for a member whom an import keeps. */
  isManaged: boolean;
  /** `true` for the user of the page. */
  isSelf: boolean;
  /** URL of the view that changes the member; absent where the role does not permit it. */
  url?: string | undefined;
  /**
   * What the user may do there; empty where there is no such view.
   *
   * @since 0.3.0
   */
  changes?: readonly MemberChange[] | undefined;
}

/**
 * A change of a member that the user of the page may make: another role, or the removal.
 *
 * @since 0.3.0
 */
export type MemberChange = "role" | "removal";

/** An invitation that waits. */
export interface ShownInvitation {
  /** Id; it cannot be used as the token. */
  id: string;
  /** Address that it is for. */
  email: string;
  /** Role that it gives. */
  role: string;
  /** Time at which it ends. */
  expires: Date;
  /** `true` for one that the user may not cancel. Default: the user may. */
  isFixed?: true;
}

/** What became of an address of a list. */
export interface InvitationAnswer {
  /** The address, as it was typed where it is none. */
  email: string;
  /** `"invited"`: an email left. `"already-invited"`: none did. `"address"`: it is no address. */
  answer: "invited" | "already-invited" | "address" | OrganizationRefusal;
}

/** An invitation to the user of the page. */
export interface OwnInvitation {
  /** Id; it cannot be used as the token. */
  id: string;
  /** Name of the organization. */
  organization: string;
  /** URL of its logo; absent without one. */
  logo?: string | undefined;
  /** Role that it gives. */
  role: string;
  /** Name of the one who invited; `null` for the app. */
  inviter: string | null;
  /** Time at which it ends. */
  expires: Date;
}

/** The field that was typed wrong, or the reason for which nothing was changed. */
export interface OrganizationFault {
  /** Name of the field. */
  field?: string | undefined;
  /**
   * The wrong entry of a field that has several, as a name: at most 64 characters. Default: none is
   * named
   *
   * @since 0.3.0
   */
  entry?: string | undefined;
  /** Reason. */
  reason?: OrganizationRefusal | undefined;
}

/** Members that all pages have. */
export interface OrganizationPageProps {
  /** Token for forms, which names the visitor. */
  csrfToken?: string | undefined;
  /** Target of the forms, and URL of the page. */
  formAction: string;
  /** The fault of the last form; absent without one. */
  fault?: OrganizationFault | undefined;
  /** Parameter `done` of the query. */
  done?: string | undefined;
  /** `true` when nothing can be changed, since another person acts for the user. */
  isReadOnly?: boolean | undefined;
  /** URL at which the user proves who it is, when the proof of the session is too old. */
  proofUrl?: string | undefined;
  /** What is around the page; absent on views with one form. */
  shell?: OrganizationShell | undefined;
}

/** A link to a further page of an organization, which another part of the service brings. */
export interface OrganizationLink {
  /** URL. */
  url: string;
  /** Text of the link. */
  label: string;
}

/** Who is signed in, and links to further pages. */
export interface PageShell {
  /** Name or address of the user. */
  account: string;
  /** URL of the account page; absent without one. */
  accountUrl?: string;
  /** Target of the form that signs out; absent for a person who acts for the user. */
  signOutAction?: string;
  /** Links to further pages that the role permits. */
  links: readonly OrganizationLink[];
}

/** The same with the other organizations of the user, and the pages of this one. */
export interface OrganizationShell extends PageShell {
  /** URL of the logo of this organization; absent without one. */
  logo?: string;
  /** Other organizations of the user, by name: at most six. */
  others: readonly {
    /** Name. */
    name: string;
    /** URL of its page. */
    url: string;
    /** URL of its logo; absent without one. */
    logo?: string;
  }[];
  /** URL of all organizations of the user. */
  listUrl: string;
  /** URL of the members. */
  membersUrl: string;
  /** URL of the settings; absent where the role permits none. */
  settingsUrl?: string;
}

/** The organizations of the user. */
export interface OrganizationList extends OrganizationPageProps {
  /** All of them. */
  step: "list";
  /** The organizations, by name. */
  organizations: readonly ShownOrganization[];
  /** Invitations to the proven address of the user; absent without one. */
  invitations?: readonly OwnInvitation[];
  /** What was typed into the form for a new one; absent where the user may create none. */
  create?: {
    /** Name. */
    name: string;
    /** Name in URLs. */
    slug: string;
  };
  /** URL of the account page; absent without one. */
  accountUrl?: string | undefined;
}

/** The organization of a page. */
export interface OrganizationHead {
  /** Name. */
  name: string;
  /** Name in URLs. */
  slug: string;
  /** Role of the user. */
  role: string;
  /** URL of its page. */
  url: string;
  /** URL of its logo; absent without one. */
  logo?: string | undefined;
}

/** What a list of members is of. */
export interface MemberListFacts {
  /** Beginning of a name or an address that was searched for, as typed; empty for all members. */
  query: string;
  /** The order. */
  sort: "newest" | "name";
  /** Orders that this list can have: up to 500 members, by name too. */
  sorts: readonly ("newest" | "name")[];
  /** `true` when addresses are searched too: for those who see them. */
  findsAddresses: boolean;
  /** `"scan"` when users were looked at one by one, since no index has them. */
  search: "index" | "scan";
  /** `true` when the search goes on with the next page. Default: the page has looked at all */
  isPartial?: true;
  /** `true` for the newest members in place of the list that was asked for, which came too often. */
  isLimited?: true;
}

/** Members of an organization, and invitations to it. */
export interface OrganizationMembers extends OrganizationPageProps {
  /** The members. */
  step: "members";
  /** The organization. */
  organization: OrganizationHead;
  /** Members of this page of the list. */
  members: readonly ShownMember[];
  /** Number of members of the organization. */
  count: number;
  /** `true` when there are more. Default: there are as many */
  isMore?: true;
  /** What the list is of, and the form that searches. */
  list: MemberListFacts;
  /** URL of the next page; absent on the last one. */
  nextUrl?: string | undefined;
  /** URL of the previous page; absent on the first one. */
  previousUrl?: string | undefined;
  /** Invitations; absent for a role that may not invite. */
  invitations?: readonly ShownInvitation[];
  /** The form that invites; absent for a role that may not. */
  invite?: {
    /** Roles that the user may give. */
    roles: readonly string[];
    /** What was typed before and not sent: addresses, one a line. */
    email: string;
    /** The role that was chosen before; empty for none. */
    role: string;
    /** What became of each address of a list that was posted. Default: none was */
    answers?: readonly InvitationAnswer[];
  };
  /** `true` for the only owner, who can't leave. Default: false */
  isOnlyOwner?: true;
  /** URL of the view in which the user leaves; absent for those who can't. */
  leaveUrl?: string | undefined;
  /** URL of the settings; absent where the role permits none. */
  settingsUrl?: string | undefined;
  /** Links to further pages of the organization that the role permits; absent without any. */
  links?: readonly OrganizationLink[] | undefined;
  /** URL of all organizations of the user. */
  listUrl: string;
}

/** One member to change. */
export interface OrganizationMember extends OrganizationPageProps {
  /** One member. */
  step: "member";
  /** The organization. */
  organization: OrganizationHead;
  /** The member. */
  member: ShownMember;
  /** Roles that the member can get; empty where the user may give none. */
  roles: readonly string[];
  /** The role that was chosen before a proof. */
  chosen?: string | undefined;
  /** URL of the question before the member is removed; absent where the user may not. */
  removeUrl?: string | undefined;
  /** URL of the view that makes the member the owner; absent for those who are no owners. */
  transferUrl?: string | undefined;
}

/** Asks before a member is removed. */
export interface MemberRemoval extends OrganizationPageProps {
  /** The question. */
  step: "remove";
  /** The organization. */
  organization: OrganizationHead;
  /** The member. */
  member: ShownMember;
}

/** Asks the user before leaving. */
export interface OrganizationLeave extends OrganizationPageProps {
  /** The end of the own membership. */
  step: "leave";
  /** The organization. */
  organization: OrganizationHead;
}

/** Input of the page of an organization. */
export type OrganizationProps =
  | OrganizationMembers
  | OrganizationMember
  | MemberRemoval
  | OrganizationLeave;

/** What the settings show. */
export type OrganizationSettingsView =
  | ("list" | "name" | "slug" | "logo")
  | ("policy" | "transfer" | "delete");

/** A demand of the policy: seconds, or a list of names. */
export type ShownDemand =
  | {
    /** A time. */
    name: "proofMaxAge" | "sessionMaxAge";
    /** Seconds. */
    seconds: number;
  }
  | {
    /** A list. */
    name: "methods" | "providers" | "memberProviders" | "domains";
    /** Its names. */
    list: readonly string[];
  };

/** All settings. */
export interface OrganizationSettingsList extends OrganizationPageProps {
  /** All rows. */
  step: "list";
  /** The organization. */
  organization: OrganizationHead;
  /** What is demanded of members; absent where the role may not read it. */
  policy?: readonly ShownDemand[] | undefined;
  /** URLs of the views; absent where the role does not permit the change. */
  urls: Readonly<Partial<Record<Exclude<OrganizationSettingsView, "list">, string>>>;
}

/** One text to change. */
export interface OrganizationSettingsText extends OrganizationPageProps {
  /** The text. */
  step: "name" | "slug";
  /** The organization. */
  organization: OrganizationHead;
  /** What was typed, or the present text. */
  value: string;
}

/** The logo: a form with a file, or with its base64 as `logo`, and one that removes it. */
export interface OrganizationLogoForm extends OrganizationPageProps {
  /** The logo. */
  step: "logo";
  /** The organization. */
  organization: OrganizationHead;
}

/** What is demanded of members. Demands that the form does not have stay as they are. */
export interface OrganizationPolicyForm extends OrganizationPageProps {
  /** The policy. */
  step: "policy";
  /** The organization. */
  organization: OrganizationHead;
  /** `true` when two-step verification is demanded. */
  needsTwoSteps: boolean;
  /** Domains of addresses, separated by spaces; empty for all. */
  domains: string;
}

/** Another owner in place of the user. */
export interface OrganizationTransfer extends OrganizationPageProps {
  /** The transfer. */
  step: "transfer";
  /** The organization. */
  organization: OrganizationHead;
  /** Members who can become the owner. */
  members: readonly Pick<ShownMember, "id" | "name" | "email">[];
  /** Id of the chosen one; empty for none. */
  chosen: string;
  /** Roles that the user can have from then on. */
  roles: readonly string[];
  /** The chosen one of them; empty for none. */
  becomes: string;
}

/** The end of the organization. */
export interface OrganizationDeletion extends OrganizationPageProps {
  /** The deletion. */
  step: "delete";
  /** The organization. */
  organization: OrganizationHead;
  /** Text that was typed to confirm it. */
  typed: string;
}

/** Input of the page of the settings. */
export type OrganizationSettingsProps =
  | OrganizationSettingsList
  | OrganizationSettingsText
  | OrganizationLogoForm
  | OrganizationPolicyForm
  | OrganizationTransfer
  | OrganizationDeletion;

/** An invitation that the visitor may accept, or could after a sign-in. */
export interface InvitationQuestion extends OrganizationPageProps {
  /**
   * `"ask"` for the user of the address, `"sign-in"` for a visitor without a session, `"other"` for
   * a user with another address, and `"unproven"` for one who has not proven it.
   */
  step: "ask" | "sign-in" | "other" | "unproven";
  /** Name of the organization. */
  organization: string;
  /** URL of its logo; absent without one. */
  logo?: string | undefined;
  /** Role that it gives. */
  role: string;
  /** Name or address of the one who invites; `null` for the app itself. */
  inviter: string | null;
  /** Address that it is for, in part. */
  address: string;
  /** Address or name of the user who is signed in. */
  account?: string | undefined;
  /** URL of the sign-in page, which leads back. */
  signinUrl?: string | undefined;
  /** URL of the page for new accounts, which leads back; absent where there is none. */
  signupUrl?: string | undefined;
  /** URL of the page on which the user confirms the address; absent without one. */
  addressUrl?: string | undefined;
  /** Target of the form that signs out, and leads back. */
  signOutAction?: string | undefined;
  /** Hidden fields of the form that accepts. */
  fields: Readonly<Record<string, string>>;
}

/** An invitation that nobody can accept. */
export interface InvitationEnded extends OrganizationPageProps {
  /** It has ended. */
  step: "ended";
}

/** Input of the page of an invitation. */
export type InvitationProps = InvitationQuestion | InvitationEnded;

/** Why a member cannot open a page of an organization. */
export interface OrganizationRefused {
  /** A refusal. */
  step: "refused";
  /** Reason. */
  reason: OrganizationRefusal;
  /** URL of all organizations of the user. */
  listUrl: string;
  /** Name and page of the organization, where only the role of the member is too low. */
  organization?: { readonly name: string; readonly url: string };
}
