/**
 * Texts of the pages.
 *
 * A text holds whole sentences; `{slots}` in it are filled with values.
 *
 * @module
 */

import type { AddressConfirmFault, AddressRequestFault, AddressUndoFault } from "./address.ts";
import type { EmailPurpose } from "./entities.ts";
import type { PasswordFault } from "./password_fault.ts";

/** Errors of the ceremony of a passkey that have a sentence of their own. */
export type CeremonyError = "failed" | "NotAllowedError" | "InvalidStateError" | "SecurityError";

/**
 * A sentence with the number `{count}`, in each plural form that the language has (CLDR). Of these,
 * `other` is used where one is missing.
 */
export interface CountedText extends Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> {
  /** For most numbers. */
  readonly other: string;
}

/** Texts of the pages of every app. */
export interface PageTexts {
  /** Titles of the documents, without the name of the site. */
  titles: {
    signin: string;
    signup: string;
    connect: string;
    signout: string;
    /** Title of each page that shows an error, with `{title}`. */
    error: string;
    "verify-request": string;
    confirm: string;
  };
  /**
   * Heading, line below it, buttons, labels and links of the sign-in page; heading for a user
   * who is signed in and proves again who it is.
   */
  signIn: {
    heading: string;
    again: string;
    /** With the name of the `{site}`. */
    to: string;
    /** Note for a user who is signed in already, and the link that goes on. */
    signedIn: string;
    goOn: string;
    with: string;
    /** The same for a provider that has no name of its own. */
    withPasskey: string;
    withPassword: string;
    email: string;
    /** Button of the first step, and the link that leads back to it. */
    next: string;
    change: string;
    /** Buttons for the password, and for the link that an email brings. */
    submit: string;
    link: string;
    /** Between the fields and the providers. */
    or: string;
    /** Opens the list of further providers. */
    more: string;
    /** Marks the provider that was used last. */
    last: string;
    /** Label and link of the library's own password form. */
    password: string;
    forgot: string;
    /** Question before the link to the page for new accounts, and the link. */
    isNew: string;
    create: string;
  };
  /** Heading of the page for new accounts, and the question before the link to the sign-in page. */
  signUp: { heading: string; isKnown: string };
  /** The page that offers to link the account of a provider with the `{name}` to sign in with. */
  connect: { heading: string; text: string; submit: string; skip: string };
  /** Passkey forms: button of the page for new accounts, notes, and sentences by error name or code. */
  passkey: {
    create: string;
    noScript: string;
    unsupported: string;
    errors: Readonly<
      Record<CeremonyError | "no_user" | "no_sign_up" | "signed_in" | "TooManyRequests", string>
    >;
  };
  /** Heading, question and button of the sign-out page; and its heading without a session. */
  signOut: { heading: string; question: string; submit: string; done: string };
  /** The page after a request for a link. */
  verify: {
    heading: string;
    /** Where the email went: `{email}`. */
    sent: string;
    /** What to do with it, by what it is for. */
    text: Readonly<Record<EmailPurpose, string>>;
    /** The same for an email with a code. */
    textWithCode: string;
    /** The whole text, where this browser waits for no email. */
    textUnknown: string;
    code: string;
    submit: string;
    /** Error about a wrong code, with the number of tries that are left. */
    wrong: CountedText;
    /** Error after the last try. */
    ended: string;
    /** Link to the website of an email service with the `{name}`. */
    inbox: string;
    resend: string;
    /** Error about another email that was asked for too early, with the `{time}` to wait. */
    tooSoon: string;
    /** Leads back to the field for the address. */
    change: string;
  };
  /** The page between a link and the sign-in, where another browser requested the link. */
  confirm: {
    heading: string;
    text: string;
    textWithoutEmail: string;
    hint: string;
    submit: string;
  };
  /** The page after a form that was drawn for another account: `{name}` is signed in now. */
  visitor: {
    heading: string;
    text: string;
    submit: string;
    back: string;
  };
  /**
   * Sentences of the sign-in page by `error`; `default` for any other, and `wrongDetails` for
   * credentials without an email address.
   */
  signInErrors: Readonly<
    Record<
      | "default"
      | "another"
      | "OAuthAccountNotLinked"
      | "AccountNotLinked"
      | "EmailSignin"
      | "CredentialsSignin"
      | "wrongDetails"
      | "SessionRequired"
      | "MissingCSRF",
      string
    >
  >;
  /** Error pages by `error`; `default` for any other. */
  errors: Readonly<
    Record<
      | "default"
      | "Configuration"
      | "InvalidCheck"
      | "AccessDenied"
      | "NoProof"
      | "Verification"
      | "WebAuthnVerificationError"
      | "TooManyRequests"
      | "NotFound"
      | "BadRequest",
      { heading: string; text: string }
    >
  >;
  /** Below the heading of `TooManyRequests`: when to try again (`{time}`), and what else helps. */
  wait: Readonly<Record<"until" | "account" | "recipient" | "network", string>>;
  /** What the log calls the failure of an error page: `{reference}`. */
  reference: string;
  /** Button that leads back to the sign-in page. */
  again: string;
  /** Link to the site. */
  site: string;
  /** Link to the account page. */
  toAccount: string;
  /** Links at the foot: `theme.links`. */
  links: Readonly<Record<"terms" | "privacy" | "support", string>>;
}

/** Texts of one factor. */
export interface FactorTexts {
  /** Name in lists and on buttons. */
  name: string;
  /** Name in links to its proof, where it differs. */
  one?: string;
  /** What it is, below its name where users choose. */
  about?: string;
  /** Instruction above the form that proves it. */
  prove: string;
  /** Instruction above the form that confirms an enrolment. */
  confirm: string;
  /** Label of the field. */
  label: string;
}

/** Texts of the page of second factors. */
export interface FactorPageTexts {
  /** Title of the document. */
  title: string;
  /** Heading of the page that asks for a proof at a sign-in. */
  heading: string;
  /** The same for a user who is signed in. */
  again: string;
  /** Heading and text of the page that asks which factor to enrol. */
  choose: { heading: string; text: string; submit: string; recommended: string };
  /** Heading of the page that confirms an enrolment. */
  set: string;
  /** Place of a page among the steps of a set-up. */
  step: string;
  /** Numbered steps beside the QR code. */
  scan: { open: string; picture: string; code: string };
  /** Text above the key of an authenticator app. */
  secret: string;
  /** Button that copies a key or codes. */
  copy: string;
  /** Its text afterwards. */
  copied: string;
  /** Alternative text of the QR code. */
  qr: string;
  /** Link to an authenticator app on the device that shows the page. */
  openApp: string;
  /** Button that sends a code. */
  send: string;
  /** The same after the first code. */
  resend: string;
  /** Text before a code is sent. */
  beforeSend: string;
  /** Text after a code was sent. */
  sent: string;
  /** Button of the form. */
  submit: string;
  /** Label of the box that stops asking in this browser for some time. */
  trust: string;
  /** Sentence after a wrong code. */
  wrong: string;
  /** Link from the page of a new enrolment to the others. */
  back: string;
  /** The same where there are no others. */
  cancel: string;
  /** Button for a person who is somebody else. */
  notYou: string;
  /** Question of a person who can use none of the factors, and its answer. */
  lost: { summary: string; text: string };
  /** Ceremonies of passkeys: buttons, notes, and sentences by error name. */
  ceremony: {
    authenticate: string;
    register: string;
    noScript: string;
    unsupported: string;
    errors: Readonly<Record<CeremonyError, string>>;
  };
  /** Heading of the list of other factors. */
  others: string;
  /** Texts by the id of the factor. */
  factors: Readonly<Record<"totp" | "recovery" | "mail" | "passkey", FactorTexts>>;
  /** Texts of a factor of the app. */
  other: Omit<FactorTexts, "name">;
}

/** Texts of the page on which users manage second factors. */
export interface FactorsPageTexts {
  /** Title of the document, and heading of the list. */
  title: string;
  /** Line below the heading: with factors. */
  isProtected: string;
  /** The same without factors. */
  isOpen: string;
  /** Heading of the list for screen readers. */
  enrolled: string;
  /** Date of an enrolment. */
  added: string;
  /** Date of its last use. */
  used: string;
  /** In place of that date. */
  neverUsed: string;
  /** Number of codes that are left. */
  left: CountedText;
  /** The same for none. */
  leftNone: string;
  /** Warning about few codes. */
  few: string;
  /** Link to change an enrolment. */
  change: string;
  /** Its label for screen readers. */
  changeOf: string;
  /** Heading of the factors that can be added. */
  add: string;
  /** Button that adds one. */
  addOne: string;
  /** Text when none can be added. */
  none: string;
  /** Advice to make recovery codes. */
  hint: string;
  /** Text for a session whose proof is too old. */
  stale: string;
  /** Link to a new proof. */
  prove: string;
  /** Sentences after a change. */
  done: Readonly<
    Record<"added" | "needed" | "renamed" | "removed" | "reset-cancelled", string>
  >;
  /** The reset that waits. */
  reset: { text: string; cancel: string };
  /** The page of one enrolment. */
  one: {
    name: string;
    rename: string;
    invalidName: string;
    replace: string;
    replaceText: string;
    remove: string;
    removeText: string;
    ask: string;
    obstacles: Readonly<Record<"required" | "locked-out", string>>;
    back: string;
  };
  /** The page with new codes. */
  codes: {
    heading: string;
    text: string;
    list: string;
    save: string;
    print: string;
    saved: string;
    done: string;
  };
}

/** Texts of the page for passwords. */
export interface PasswordPageTexts {
  /** The form that sends a link: for an unknown user, and for one who is signed in. */
  ask: { heading: string; text: string; textSignedIn: string; label: string; submit: string };
  /** Heading of the form for a new password. */
  set: string;
  /** Heading of the form for a change. */
  change: string;
  /** Label of the present password. */
  current: string;
  /** Label of the new password. */
  password: string;
  /** Name of the button that shows what is typed. */
  show: string;
  /** Says that the keyboard writes capital letters. */
  capsLock: string;
  /** Rules in words. */
  rules: string;
  /** Button of the form. */
  submit: string;
  /** Button that sends a link, below the form for a change. */
  forgot: string;
  /** The last page. */
  done: { heading: string; text: string; submit: string };
  /** Sentences by error; `default` for any other. */
  errors: Readonly<
    Record<PasswordFault | "different" | "expired" | "wrong-password" | "default", string>
  >;
}

/** Texts of a page that says or asks one thing. */
export interface DialogTexts {
  /** Heading. */
  heading: string;
  /** Text below it. */
  text: string;
  /** Button or link. */
  submit: string;
}

/** Texts of the page for addresses. */
export interface AddressPageTexts {
  /** The form for a new address. */
  request: {
    /** For a user with an address, and for one without. */
    heading: string;
    headingWithout: string;
    text: string;
    textWithout: string;
    label: string;
    submit: string;
    /** The form that proves the present address. */
    unproven: string;
    prove: string;
    /** The box for a user who lost the present address, and what it does. */
    lost: string;
    lostHint: string;
    /** In place of the forms, when the proof is not fresh. */
    stale: string;
    confirm: string;
  };
  /** The form for the code. */
  code: {
    heading: string;
    text: string;
    textOwn: string;
    label: string;
    submit: string;
    cancel: string;
  };
  /** The address is the user's. */
  done: DialogTexts;
  /** Asks whether to undo a change. */
  undo: DialogTexts;
  /** The change was undone. */
  undone: DialogTexts;
  /** The link undoes nothing; `submit` leads to the account page. */
  lost: DialogTexts;
  /** The link undoes the change after the time `{due}`. */
  waiting: { heading: string; text: string };
  /** Asks the user whether to stop an undo, which takes effect from `{due}`. */
  contested: DialogTexts;
  /** The undo was stopped. */
  kept: DialogTexts;
  /** Sentences by error; `default` for any other. */
  errors: Readonly<
    Record<
      AddressConfirmFault | AddressRequestFault | Exclude<AddressUndoFault, "waiting"> | "default",
      string
    >
  >;
}
