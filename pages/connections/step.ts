/**
 * Input of the page of an organization's single sign-on, for owners and for those whom an owner has
 * given an admin link.
 *
 * @module
 */

import type { OrganizationRefusal } from "../../src/types/audit.ts";
import type { Texts } from "../../src/types/texts.ts";
import type { OrganizationShell } from "../organizations/step.ts";

/** A domain of the organization. */
export interface ShownDomain {
  /** Name. */
  name: string;
  /** `true` while it is proven. */
  isProven: boolean;
  /** Time at which its record was found missing; `null` while it is there. */
  lostAt: Date | null;
  /** The record that proves it. */
  record: {
    /** Type. */
    type: "TXT";
    /** Name. */
    name: string;
    /** Text. */
    value: string;
  };
  /** URL of the view that asks before it is removed. */
  removeUrl: string;
}

/** The connection to an identity provider. Its secret is never shown. */
export interface ShownConnection {
  /** Id, which is that of the provider. */
  id: string;
  /** Protocol. */
  kind: "oidc" | "saml";
  /** Issuer, or the entity id. */
  issuer: string;
  /** Client id; empty for SAML. */
  clientId: string;
  /** For SAML: URL that takes requests. */
  ssoUrl?: string | undefined;
  /** End of the client secret, or of the last certificate; `null` when it is unknown. */
  secretExpires: Date | null;
  /** Ids of the tenants that count, for an issuer that stands for many; else `null`. */
  tenants: readonly string[] | null;
  /** Where the provider takes sign-outs, or leads back to after one; absent where a sign-out ends here. */
  signOutUrl?: string | undefined;
  /** `true` when members must use it. */
  isRequired: boolean;
}

/** Texts that the visitor has typed into the form of the provider, without the secret. */
export interface ConnectionForm {
  /** Issuer. */
  issuer: string;
  /** Client id. */
  clientId: string;
  /** Date, as `YYYY-MM-DD`; empty for none. */
  secretExpires: string;
  /** Ids of tenants, separated by spaces; absent where the form does not ask for them. */
  tenants?: string | undefined;
  /** `true` where a sign-out goes on to the provider. */
  signsOutAtProvider: boolean;
}

/** Texts that the visitor has typed into the form of a provider that speaks SAML. */
export interface SamlForm {
  /** URL of the metadata. */
  metadataUrl: string;
  /** The metadata. */
  metadata: string;
  /** Attribute that names a person. */
  subject: string;
  /** Attribute with the address. */
  email: string;
  /** Attribute with the groups. */
  groups: string;
  /** `true` where a signed response is enough. */
  takesSignedResponse: boolean;
  /** `true` where sign-ins can begin at the provider. */
  startsAtProvider: boolean;
  /** `true` where a sign-out goes on to the provider; absent where the app cannot tell it. */
  signsOutAtProvider?: boolean | undefined;
}

/** The field that the visitor has filled in wrong, or the reason why the function changed nothing. */
export interface ConnectionFault {
  /** Name of the field. */
  field?: string | undefined;
  /** Reason; `"absent"` for the record of a domain that was not found. */
  reason?:
    | OrganizationRefusal
    | "absent"
    | "connection-exists"
    | "domain-taken"
    | "no-other-way"
    | "unknown"
    | undefined;
}

/** What a test of the provider has found. */
export interface FailedTest {
  /** What the identity provider lacks: the document, an endpoint in the document, keys, or a certificate. */
  lacks:
    | "discovery"
    | "authorization_endpoint"
    | "token_endpoint"
    | "jwks_uri"
    | "keys"
    | "end_session_endpoint"
    | "metadata"
    | "certificate";
  /** Details in English. */
  message: string;
}

/** Members that all states have. */
export interface ConnectionPageProps {
  /** Token for forms, which names the visitor. */
  csrfToken?: string | undefined;
  /** Target of the forms, and URL of the page. */
  formAction: string;
  /** The fault of the last form; absent without one. */
  fault?: ConnectionFault | undefined;
  /** Parameter `done` of the query. */
  done?: string | undefined;
  /** `true` when nothing can be changed, since another person acts for the user. */
  isReadOnly?: boolean | undefined;
  /** URL at which the user proves who it is, when the proof of the session is too old. */
  proofUrl?: string | undefined;
  /** What is around the page; absent on views with one form, and for those whom a link has let in. */
  shell?: OrganizationShell | undefined;
  /** The organization. */
  organization: {
    /** Name. */
    name: string;
  };
}

/** Domains and provider. */
export interface ConnectionList extends ConnectionPageProps {
  /** Everything. */
  step: "list";
  /** The domains, by name. */
  domains: readonly ShownDomain[];
  /** What was typed into the form for a new one. */
  domain: string;
  /** Protocol of the connection, or the one that the form is for. */
  kind: "oidc" | "saml";
  /** URL of the page with the form for the other protocol; absent where there is no choice. */
  otherKindUrl?: string | undefined;
  /** URI to which the provider leads people back: that of the connection, or of the next one. */
  redirectUri: string;
  /** For SAML: entity id of the app, which is the URL of its metadata. */
  entityId?: string | undefined;
  /** The connection; absent without one. */
  connection?: ShownConnection;
  /** The form for a new one; absent when there is one, and for SAML. */
  create?: ConnectionForm;
  /** The form for a new one by SAML; absent when there is one. */
  createSaml?: SamlForm;
  /** URLs of the views that change the connection. */
  urls?: {
    /** The form. */
    change: string;
    /** The question before it is removed; absent where a link does not do so. */
    remove?: string | undefined;
    /** The question before members must use it, or need not anymore; absent for a link. */
    require?: string | undefined;
  };
  /** What the last test has found wrong. */
  failed?: FailedTest | undefined;
  /** Roles by groups; absent where groups give none, and for a link. */
  roles?: {
    /** The list. */
    list: readonly { group: string; role: string }[];
    /** `true` for a list that the app has set. */
    isOfApp: boolean;
    /** Roles that a group can give. */
    offered: readonly string[];
    /** What was typed. */
    group: string;
    /** What was chosen. */
    role: string;
  };
  /** The admin link; `null` without one; absent for those whom one has let in. */
  link?: {
    /** Time at which it ends. */
    expires: Date;
    /** `true` once it was opened. */
    isOpened: boolean;
  } | null;
}

/** The form that changes the provider. */
export interface ConnectionChange extends ConnectionPageProps {
  /** The form. */
  step: "change";
  /** Id of the connection. */
  id: string;
  /** Values of the form: those that the owner typed, else the stored ones. Absent for SAML. */
  form?: ConnectionForm;
  /** The same for SAML. */
  saml?: SamlForm;
}

/** A question before a change. */
export interface ConnectionQuestion extends ConnectionPageProps {
  /** The change. */
  step: "remove" | "require" | "release";
  /** Id of the connection. */
  id: string;
}

/** The question before a domain is removed. */
export interface DomainQuestion extends ConnectionPageProps {
  /** The change. */
  step: "remove-domain";
  /** The domain. */
  domain: string;
}

/** An admin link that was made just now. */
export interface AdminLinkMade extends ConnectionPageProps {
  /** The link. */
  step: "made";
  /** Its URL, which is shown once. */
  url: string;
}

/** What a test of the sign-in has found. */
export interface SignInTested extends ConnectionPageProps {
  /** The test. */
  step: "tried";
  /** Id of the connection. */
  id: string;
  /** What was found; `null` before the provider has answered. */
  result: {
    /** Identifier of the person at the provider; `null` where the answer was not believed. */
    subject: string | null;
    /** Address; `null` without one. */
    email: string | null;
    /** Groups that are read; `null` where none are. */
    groups: readonly string[] | null;
    /** Role that the person would have; `null` for none, or where an invitation says it. */
    role: string | null;
    /** As whom the person would come; `null` for one who would not. */
    as: "invited" | "member" | "new" | null;
    /** What would refuse the person. */
    refused: {
      /** The guarantee. */
      by: keyof Texts["connections"]["tried"]["refusals"];
      /** Claim, attribute or part of the answer; `null` where there is none. */
      field: string | null;
      /** Details in English; empty without any. */
      message: string;
    } | null;
  } | null;
}

/** Asks before an admin link is used: a program that opens it uses nothing up. */
export interface SetupQuestion extends ConnectionPageProps {
  /** The question. */
  step: "open";
  /** Hidden fields of the form. */
  fields: Readonly<Record<string, string>>;
}

/** An admin link that opens nothing. */
export interface SetupEnded extends Omit<ConnectionPageProps, "organization"> {
  /** It has ended. */
  step: "ended";
}

/** Input of the page. */
export type ConnectionProps =
  | ConnectionList
  | ConnectionChange
  | ConnectionQuestion
  | DomainQuestion
  | AdminLinkMade
  | SignInTested
  | SetupQuestion
  | SetupEnded;
