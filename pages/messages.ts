/**
 * Texts of the pages in English, by key. Texts of errors say what to do next,
 * and give no details of the error.
 *
 * @module
 */

import { textsIn, type Wording } from "../src/base/language.ts";
import { ownMember } from "../src/base/objects.ts";
import { linkTexts } from "../src/mail/foot.ts";
import type { PageTexts } from "../src/types/page_texts.ts";

const english: PageTexts = {
  titles: {
    signin: "Sign in",
    signup: "Create account",
    connect: "Connect an account",
    signout: "Sign out",
    error: "Error: {title}",
    "verify-request": "Check your email",
    confirm: "Sign in?",
  },
  signIn: {
    heading: "Sign in",
    again: "Verify it’s you",
    to: "to continue to {site}",
    signedIn: "You are signed in as {name}.",
    goOn: "Continue",
    with: "Continue with {name}",
    withPasskey: "Sign in with a passkey",
    withPassword: "Sign in with a password",
    email: "Email",
    next: "Continue",
    change: "Change",
    submit: "Sign in",
    link: "Email me a sign-in link",
    or: "or",
    more: "More ways to sign in",
    last: "Last used",
    password: "Password",
    forgot: "Forgot password?",
    isNew: "New here?",
    create: "Create account",
  },
  signUp: { heading: "Create your account", isKnown: "Already have an account?" },
  connect: {
    heading: "Connect {name}?",
    text: "You can then sign in to {site} with {name}, too.",
    submit: "Connect {name}",
    skip: "Not now",
  },
  passkey: {
    create: "Create a passkey",
    noScript: "Passkeys need JavaScript. Turn it on, or sign in another way.",
    unsupported: "This browser cannot use passkeys here. Sign in another way.",
    errors: {
      failed: "That did not work. Please try again.",
      NotAllowedError: "No passkey was used. Try again, create one, or sign in another way.",
      InvalidStateError: "This device already has a passkey for this account. Sign in with it.",
      SecurityError: "Passkeys do not work at this address. Sign in another way.",
      no_user: "Check your details and try again.",
      no_sign_up: "New accounts need an invitation. Sign in the way you did before.",
      signed_in: "You are signed in already.",
      TooManyRequests: "Too many attempts. Please wait a while and try again.",
    },
  },
  signOut: {
    heading: "Sign out",
    question: "Do you want to sign out of {host}?",
    submit: "Sign out",
    done: "You are signed out",
  },
  verify: {
    heading: "Check your email",
    sent: "We sent an email to {email}.",
    text: {
      "sign-in": "Open the link in it in this browser to sign in.",
      "sign-up": "Open the link in it in this browser to confirm your address.",
      password: "Open the link in it in this browser to choose a new password.",
    },
    textWithCode: "Enter the code from it here, or open its link in this browser.",
    textUnknown: "Open the link in the email in the browser in which you asked for it.",
    code: "Code",
    submit: "Continue",
    wrong: {
      one: "That code is wrong. You have one more try.",
      other: "That code is wrong. You have {count} more tries.",
    },
    ended: "The code no longer works. The link in the email still does.",
    inbox: "Open {name}",
    resend: "Send another email",
    tooSoon: "We sent the email a moment ago. You can ask for another one in {time}.",
    change: "Wrong address?",
  },
  confirm: {
    heading: "Sign in?",
    text: "You are about to sign in to {host} as {email}.",
    textWithoutEmail: "You are about to sign in to {host}.",
    hint: "This link was requested in another browser. Continue only if you requested it.",
    submit: "Sign in",
  },
  visitor: {
    heading: "You are now signed in as {name}",
    text: "The page was opened before you signed in with this account, so nothing was changed.",
    submit: "Continue with this account",
    back: "Go back",
  },
  signInErrors: {
    default: "We could not sign you in. Please try again.",
    another: "The sign-in did not work. Try again, or use another account.",
    OAuthAccountNotLinked:
      "This email address belongs to an account with another way to sign in. " +
      "Sign in the way you did the first time.",
    AccountNotLinked: "This passkey or email address belongs to another account. " +
      "Sign in the way you did the first time, then add a passkey.",
    EmailSignin: "The email could not be sent. Check the address and try again.",
    CredentialsSignin: "Wrong email or password.",
    wrongDetails: "Sign-in failed. Check your details and try again.",
    SessionRequired: "Please sign in to see this page.",
    MissingCSRF: "This form was open for too long. Please try again.",
  },
  errors: {
    default: { heading: "Something went wrong", text: "Go back to the site and try again." },
    Configuration: {
      heading: "Sign-in is not available",
      text: "There is a problem with the settings of this site. Please try again later.",
    },
    InvalidCheck: {
      heading: "Please start again",
      text: "This sign-in expired, was already used, or began in another browser.",
    },
    AccessDenied: {
      heading: "Access denied",
      text: "You do not have permission to sign in. Try another account.",
    },
    NoProof: {
      heading: "You cannot open this page this way",
      text:
        "The page asks for a stronger sign-in than this one. Sign in another way, such as with a passkey, or ask the people who run this site which way works.",
    },
    Verification: {
      heading: "This link does not work",
      text: "It was already used, or it has expired. Request a new one.",
    },
    WebAuthnVerificationError: {
      heading: "Your passkey was not accepted",
      text: "Try again, or sign in another way.",
    },
    TooManyRequests: {
      heading: "Too many attempts",
      text: "Please wait a while and try again.",
    },
    NotFound: {
      heading: "This page does not exist",
      text: "Check the address, or begin again.",
    },
    BadRequest: {
      heading: "This did not work",
      text: "The request could not be read. Please begin again.",
    },
  },
  wait: {
    until: "Try again in {time}.",
    account: "You can also sign in another way, or on a device that you have used before.",
    recipient: "The newest email that we sent still works.",
    network: "There were many requests from your network.",
  },
  reference: "Reference {reference}",
  again: "Sign in",
  site: "Go to {host}",
  toAccount: "Back to your account",
  links: linkTexts,
};

/** The texts of the pages. */
export function pageTexts(wording: Wording): PageTexts {
  return textsIn(english, wording, (texts) => texts);
}

/** Errors with the same meaning: the sign-in at the provider failed. */
const ANOTHER = new Set([
  "Signin",
  "OAuthSignin",
  "OAuthCallbackError",
  "OAuthCreateAccount",
  "EmailCreateAccount",
  "Callback",
]);

/** `true` for an error of a sign-in at another site. */
export function isOfAnother(error: string): boolean {
  return ANOTHER.has(error);
}

/** Text of the box on the sign-in page. */
export function signInError({ signInErrors }: PageTexts, error: string, code?: string): string {
  if (error === "Configuration" && code === "EmailSignin") return signInErrors.EmailSignin;
  if (ANOTHER.has(error)) return signInErrors.another;
  return ownMember(signInErrors, error) ?? signInErrors.default;
}
