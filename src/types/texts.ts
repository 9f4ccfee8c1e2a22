/**
 * Texts of pages and emails.
 *
 * The texts in English stand in the `english.ts` of what shows them, and all types are made from
 * them. A text holds whole sentences; `{slots}` in it are filled with values.
 *
 * @module
 */

import type { accountEnglish } from "../../pages/account/english.ts";
import type { activityEnglish } from "../../pages/activity/english.ts";
import type { actingEnglish } from "../../pages/acting/english.ts";
import type { addressEnglish } from "../../pages/address/english.ts";
import type { connectionEnglish } from "../../pages/connections/english.ts";
import type { pageEnglish } from "../../pages/english.ts";
import type { factorEnglish } from "../../pages/factor/english.ts";
import type { factorsEnglish } from "../../pages/factor/factors_english.ts";
import type { keyEnglish } from "../../pages/keys/english.ts";
import type { organizationKeyEnglish } from "../../pages/keys/organization_english.ts";
import type { nativeEnglish } from "../../pages/native/english.ts";
import type { developerAppEnglish } from "../../pages/oauth_server/developer_english.ts";
import type { deviceEnglish } from "../../pages/oauth_server/device_english.ts";
import type { oauthServerEnglish } from "../../pages/oauth_server/english.ts";
import type { operatorEnglish } from "../../pages/operators/english.ts";
import type { organizationEnglish } from "../../pages/organizations/english.ts";
import type { roleEnglish } from "../../pages/organizations/roles_english.ts";
import type { passwordEnglish } from "../../pages/password/english.ts";
import type { permissionEnglish } from "../../pages/permissions_english.ts";
import type { addressCodeEnglish } from "../capabilities/address/code_english.ts";
import type { addressNoticeEnglish } from "../capabilities/address/notice_english.ts";
import type { factorCodeEnglish } from "../capabilities/factors/code_english.ts";
import type { factorNoticeEnglish } from "../capabilities/factors/notice_english.ts";
import type { actingNoticeEnglish } from "../capabilities/operators/acting_english.ts";
import type { connectionNoticeEnglish } from "../capabilities/connections/notice_english.ts";
import type { organizationNoticeEnglish } from "../capabilities/organizations/notice_english.ts";
import type { passwordNoticeEnglish } from "../capabilities/passwords/notice_english.ts";
import type { accountNoticeEnglish } from "../mail/account_english.ts";
import type { footEnglish } from "../mail/foot_english.ts";
import type { linkEnglish } from "../mail/link_english.ts";
import type { noticeEnglish } from "../mail/notice_english.ts";

export type {
  accountEnglish,
  accountNoticeEnglish,
  actingEnglish,
  actingNoticeEnglish,
  activityEnglish,
  addressCodeEnglish,
  addressEnglish,
  addressNoticeEnglish,
  connectionEnglish,
  connectionNoticeEnglish,
  developerAppEnglish,
  deviceEnglish,
  factorCodeEnglish,
  factorEnglish,
  factorNoticeEnglish,
  factorsEnglish,
  footEnglish,
  keyEnglish,
  linkEnglish,
  nativeEnglish,
  noticeEnglish,
  oauthServerEnglish,
  operatorEnglish,
  organizationEnglish,
  organizationKeyEnglish,
  organizationNoticeEnglish,
  pageEnglish,
  passwordEnglish,
  passwordNoticeEnglish,
  permissionEnglish,
  roleEnglish,
};

/**
 * A sentence with the number `{count}`, in each plural form that the language has (CLDR). Of these,
 * `other` is used where one is missing.
 */
export interface CountedText extends Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> {
  /** For most numbers. */
  readonly other: string;
}

/** The texts that a language has for those in English: the plural forms are its own. */
export type Translated<English> = English extends string ? string
  : English extends { one: string; other: string } ? CountedText
  : { [Name in keyof English]: Translated<English[Name]> };

/** Texts of one factor. */
export interface FactorTexts {
  /** Name in lists and on buttons. */
  name: string;
  /** Name in links to its proof, where it differs. */
  one?: string;
  /** What it is, below its name where users choose. */
  about?: string;
  /** Button and heading of its set-up. */
  setUp: string;
  /** Instruction above the form that proves it. */
  prove: string;
  /** Instruction above the form that confirms an enrolment. */
  confirm: string;
  /** Label of the field. */
  label: string;
}

/** Texts of an email that its recipient waits for. */
export interface MailTexts {
  /** Subject line. */
  subject: string;
  /** Heading. Default: the subject */
  heading?: string;
  /** Paragraphs, separated by empty lines. */
  text: string;
}

/** Texts of an email about a change of an account. */
export interface NoticeTexts {
  /** Heading; in the subject line, the name of the site follows it. */
  subject: string;
  /** Sentences below the heading. */
  text: string;
  /** Advice, in place of the question and the link that all notices have. */
  advice?: string;
  /** Text of the link, in an email that has one of its own. */
  button?: string;
}

/** Emails about changes. */
export type Notices<English> = { [Name in keyof English]: Translated<English[Name]> & NoticeTexts };

/** Change of an account, or use of it, that its user is notified of. */
export type AccountNotice = keyof typeof accountNoticeEnglish;

/** Change of an address that its owner is notified of. */
export type AddressNotice = keyof typeof addressNoticeEnglish;

/** Change of second factors that their user is notified of. */
export type FactorNotice = keyof typeof factorNoticeEnglish;

/** Change of a password that its user is notified of. */
export type PasswordNotice = keyof typeof passwordNoticeEnglish;

/** What owners of an organization are told about its connection and its domains. */
export type ConnectionNotice = keyof typeof connectionNoticeEnglish;

/** Change of an organization that a person is notified of. */
export type OrganizationNotice = keyof typeof organizationNoticeEnglish;

/** Changes that the pages of organizations tell of. */
export type OrganizationDone = keyof typeof organizationEnglish.done;

/** Reasons that the page of keys puts into words. */
export type KeyPageReason = keyof typeof keyEnglish.reasons;

/** Texts of the pages of every app. */
export interface PageTexts extends Translated<typeof pageEnglish> {
  /** Links at the foot: `theme.links`. */
  links: Translated<typeof footEnglish>;
}

/** All texts of pages and emails in one language. */
export interface Texts extends PageTexts {
  /** The page of second factors. */
  factor: Translated<typeof factorEnglish> & {
    /** Texts by the id of the factor. */
    factors: Readonly<Record<keyof typeof factorEnglish.factors, FactorTexts>>;
  };
  /** The page on which users manage second factors. */
  factors: Translated<typeof factorsEnglish>;
  /** The page for passwords. */
  password: Translated<typeof passwordEnglish>;
  /** The page on which users manage their account. */
  account: Translated<typeof accountEnglish>;
  /** The pages of the audit log. */
  activity: Translated<typeof activityEnglish>;
  /** Operators who act for users. */
  acting: Translated<typeof actingEnglish>;
  /** The page for addresses. */
  address: Translated<typeof addressEnglish>;
  /** The page of an organization's single sign-on. */
  connections: Translated<typeof connectionEnglish>;
  /** The page on which users type the code of another device. */
  device: Translated<typeof deviceEnglish>;
  /** The page of an organization's own apps. */
  developerApps: Translated<typeof developerAppEnglish>;
  /** The page of API keys. */
  keys: Translated<typeof keyEnglish>;
  /** The page of an organization's API keys. */
  organizationKeys: Translated<typeof organizationKeyEnglish>;
  /** The page that asks whether an app may sign in. */
  native: Translated<typeof nativeEnglish>;
  /** The pages of operators. */
  operators: Translated<typeof operatorEnglish>;
  /** The pages of an authorization server. */
  oauthServer: Translated<typeof oauthServerEnglish>;
  /** The pages of organizations. */
  organizations: Translated<typeof organizationEnglish>;
  /** Roles of organizations, by their names. */
  roles: Translated<typeof roleEnglish>;
  /** Permissions of organizations, and where people choose permissions. */
  permissions: Translated<typeof permissionEnglish>;
  /** Emails that their recipient waits for. */
  mails: {
    /** With a link to sign in. */
    link: Translated<typeof linkEnglish>;
    /** With a code as a second factor. */
    factorCode: Translated<typeof factorCodeEnglish>;
    /** With a code that proves a new address. */
    addressCode: Translated<typeof addressCodeEnglish.addressCode>;
    /** In place of that code, when the address belongs to another account. */
    addressTaken: Translated<typeof addressCodeEnglish.addressTaken> & MailTexts;
  };
  /** Emails about changes. */
  notices: Translated<typeof noticeEnglish> & {
    /** Changes of accounts. */
    account: Notices<typeof accountNoticeEnglish>;
    /** Operators who act for users. */
    acting: Notices<typeof actingNoticeEnglish>;
    /** Changes of addresses. */
    address: Notices<typeof addressNoticeEnglish>;
    /** Connections of organizations, and their domains. */
    connections: Notices<typeof connectionNoticeEnglish>;
    /** Changes of second factors. */
    factors: Notices<typeof factorNoticeEnglish>;
    /** Organizations. */
    organizations: Notices<typeof organizationNoticeEnglish>;
    /** Changes of passwords. */
    passwords: Notices<typeof passwordNoticeEnglish>;
  };
}

/** Texts of a role. */
export interface RoleTexts {
  /** Name. */
  readonly name?: string | undefined;
  /** What the role is, in one sentence. */
  readonly text?: string | undefined;
}

/** Some texts of `T`, in place of those of the library. */
export type Changes<T> = T extends string ? string
  : { readonly [Name in keyof T]?: Changes<T[Name]> | undefined };

/** Texts of an app: in place of those of the library, and for names of its own. */
export type TextChanges = Changes<Texts> & {
  /**
   * Words for scopes, by their names, as in `{ "project:read": "Read your projects" }`. Default: the
   * name as words: "Project: read".
   */
  readonly scopes?: Readonly<Record<string, string>> | undefined;
  /**
   * Words for roles, by their names, as in
   * `{ billing: { name: "Billing", text: "Pays the bills." } }`. Default: those of the library for
   * `owner`, `admin`, `member` and `guest`, else the name as a word: "Billing".
   */
  readonly roles?: Readonly<Record<string, RoleTexts | undefined>> | undefined;
};

/** All texts in a language other than English. */
export interface Translation {
  /** Language tag (BCP 47), for example `fr`. */
  readonly language: string;
  /** The texts. */
  readonly texts: Texts;
}
