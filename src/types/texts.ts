/**
 * Texts of pages and emails.
 *
 * A text holds whole sentences; `{slots}` in it are filled with values.
 *
 * @module
 */

import type { AccountPageTexts } from "./account_texts.ts";
import type { DevicePageTexts } from "./device_texts.ts";
import type { KeyPageTexts, OrganizationKeyTexts } from "./key_texts.ts";
import type { NativePageTexts } from "./native_texts.ts";
import type { OAuthServerPageTexts } from "./oauth_server_texts.ts";
import type { OrganizationPageTexts } from "./organization_texts.ts";
import type {
  AddressPageTexts,
  FactorPageTexts,
  FactorsPageTexts,
  PageTexts,
  PasswordPageTexts,
} from "./page_texts.ts";

/** Name of an email with a link, and text of the link; `{site}` is the name of the site. */
export interface LinkMailNames {
  /** Heading, and subject line of an email without a code. */
  subject: string;
  /** Subject line of an email with a `{code}`. */
  codeSubject: string;
  /** Text of the link. */
  button: string;
}

/** Texts of the email with a link to sign in. */
export interface LinkMailTexts extends LinkMailNames {
  /** Names of a link that proves the address of a new account. */
  signUp: LinkMailNames;
  /** Names of a link to a new password. */
  password: LinkMailNames;
  /** Instruction above a code, with its lifetime `{time}`. */
  code: string;
  /** Lifetime `{time}` of the link. */
  expires: string;
  /** Advice to a recipient who did not ask for it. */
  ignore: string;
  /** Warning below a code. */
  secret: string;
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
}

/** Texts of an email about a change, with a link of its own. */
export interface LinkedNoticeTexts extends NoticeTexts {
  /** Advice for a user who did not do this. */
  advice: string;
  /** Text of the link. */
  button: string;
}

/** Change of an account, or use of it, that its user is notified of. */
export type AccountNotice =
  | "account-linked"
  | "account-unlinked"
  | "app-allowed"
  | "deleted"
  | "deletion-cancelled"
  | "deletion-requested"
  | "exported"
  | "key-created"
  | "new-device"
  | "passkey-added"
  | "passkey-removed"
  | "passkey-renamed"
  | "renamed"
  | "sessions-ended";

/** Change of an address that its owner is notified of with a link. */
export type LinkedAddressNotice = "changed" | "undo-requested";

/** Change of an address that its owner is notified of. */
export type AddressNotice =
  | LinkedAddressNotice
  | "changed-for-good"
  | "changed-unproven"
  | "removed"
  | "restored"
  | "undo-cancelled";

/** Change of second factors that their user is notified of. */
export type FactorNotice =
  | "added"
  | "removed"
  | "replaced"
  | "recovery-used"
  | "reset-requested"
  | "reset";

/** Change of a password that its user is notified of. */
export type PasswordNotice = "set" | "changed" | "removed";

/** Change of an organization that a person is notified of. */
export type OrganizationNotice =
  | "added"
  | "deleted"
  | "invitation"
  | "ownership-moved"
  | "removed"
  | "role-changed";

/** Texts of the emails about organizations; `{organization}` and `{role}` are names. */
export type OrganizationNoticeTexts = Readonly<Record<OrganizationNotice, LinkedNoticeTexts>>;

/** Texts of the emails about changes of addresses. */
export type AddressNoticeTexts = Readonly<
  & Record<LinkedAddressNotice, LinkedNoticeTexts>
  & Record<Exclude<AddressNotice, LinkedAddressNotice>, NoticeTexts>
>;

/** All texts of pages and emails in one language. */
export interface Texts extends PageTexts {
  /** The page of second factors. */
  factor: FactorPageTexts;
  /** The page on which users manage second factors. */
  factors: FactorsPageTexts;
  /** The page for passwords. */
  password: PasswordPageTexts;
  /** The page on which users manage their account. */
  account: AccountPageTexts;
  /** The page for addresses. */
  address: AddressPageTexts;
  /** The page on which users type the code of another device. */
  device: DevicePageTexts;
  /** The page of API keys. */
  keys: KeyPageTexts;
  /** The page of an organization's API keys. */
  organizationKeys: OrganizationKeyTexts;
  /** The page that asks whether an app may sign in. */
  native: NativePageTexts;
  /** The pages of an authorization server. */
  oauthServer: OAuthServerPageTexts;
  /** The pages of organizations. */
  organizations: OrganizationPageTexts;
  /** Emails that their recipient waits for. */
  mails: {
    /** With a link to sign in. */
    link: LinkMailTexts;
    /** With a code as a second factor. */
    factorCode: MailTexts;
    /** With a code that proves a new address. */
    addressCode: MailTexts;
    /** In place of that code, when the address belongs to another account. */
    addressTaken: MailTexts;
  };
  /** Emails about changes. */
  notices: {
    /** Device of the change: `{browser}` and `{system}` are names. */
    device: string;
    /** Question above the link to the account page. */
    notYou: string;
    /** Text of that link. */
    secure: string;
    /** The question, and advice in place of the link for an app without the page. */
    check: string;
    /** Changes of accounts. */
    account: Readonly<Record<AccountNotice, NoticeTexts>>;
    /** Changes of addresses. */
    address: AddressNoticeTexts;
    /** Changes of second factors. */
    factors: Readonly<Record<FactorNotice, NoticeTexts>>;
    /** Organizations. */
    organizations: OrganizationNoticeTexts;
    /** Changes of passwords. */
    passwords: Readonly<Record<PasswordNotice, NoticeTexts>>;
  };
}

/** Some texts of `T`, in place of those of the library. */
export type Changes<T> = T extends string ? string
  : { readonly [Name in keyof T]?: Changes<T[Name]> | undefined };

/** Texts of an app: in place of those of the library, and for names of its own. */
export type TextChanges = Changes<Texts> & {
  /**
   * Words for scopes, by their names, as in `{ "project:read": "Read your projects" }`. Default: pages
   * show the name.
   */
  readonly scopes?: Readonly<Record<string, string>> | undefined;
};

/** All texts in a language other than English. */
export interface Translation {
  /** Language tag (BCP 47), for example `fr`. */
  readonly language: string;
  /** The texts. */
  readonly texts: Texts;
}
