/**
 * Texts of the pages by language and key. Texts of errors say what to do next,
 * and give no details of the error.
 *
 * @module
 */

import { type ByLanguage, textsIn, type Wording } from "../src/base/language.ts";
import { ownMember } from "../src/base/objects.ts";
import type { PageTexts } from "../src/types/page_texts.ts";

const en: PageTexts = {
  titles: {
    signin: "Sign In",
    signout: "Sign Out",
    error: "Error",
    "verify-request": "Verify Request",
    confirm: "Sign In",
  },
  signIn: {
    heading: "Sign in",
    again: "Confirm that it is you",
    to: "to continue to {host}",
    with: "Sign in with {name}",
    withEmail: "Sign in with Email",
    withPasskey: "Sign in with Passkey",
    withPassword: "Sign in with Password",
    email: "Email",
    submit: "Sign in",
    link: "Send me a link",
    last: "Last used",
    password: "Password",
    forgot: "Forgot your password, or here for the first time?",
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
  },
  verify: {
    heading: "Check your email",
    text: "We sent you a link. Open it in this browser to sign in.",
    textWithCode: "We sent a link and a code to {email}. Open the link in this browser, or type " +
      "the code here.",
    code: "Code",
    submit: "Sign in",
    wrong: {
      one: "This code does not work. You have one more try.",
      other: "This code does not work. You have {count} more tries.",
    },
    ended: "The code no longer works. The link in the email still does.",
    resend: "Send a new email",
  },
  confirm: {
    heading: "Sign in?",
    text: "You are about to sign in to {host} as {email}.",
    textWithoutEmail: "You are about to sign in to {host}.",
    hint: "This link was requested in another browser. Continue only if you requested it.",
    submit: "Sign in",
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
    CredentialsSignin: "Sign-in failed. Check your details and try again.",
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
      text: "Please wait a while and try again. You can also sign in another way, or on a device " +
        "that you have used before.",
    },
  },
  again: "Sign in",
  site: "Go to {host}",
};

const de: PageTexts = {
  titles: {
    signin: "Anmelden",
    signout: "Abmelden",
    error: "Fehler",
    "verify-request": "E-Mail bestätigen",
    confirm: "Anmelden",
  },
  signIn: {
    heading: "Anmelden",
    again: "Bestätigen Sie, dass Sie es sind",
    to: "um mit {host} fortzufahren",
    with: "Mit {name} anmelden",
    withEmail: "Mit E-Mail anmelden",
    withPasskey: "Mit Passkey anmelden",
    withPassword: "Mit Passwort anmelden",
    email: "E-Mail",
    submit: "Anmelden",
    link: "Link per E-Mail senden",
    last: "Zuletzt",
    password: "Passwort",
    forgot: "Passwort vergessen oder zum ersten Mal hier?",
  },
  passkey: {
    create: "Passkey erstellen",
    noScript: "Passkeys benötigen JavaScript. Schalten Sie es ein oder melden Sie sich anders an.",
    unsupported: "Dieser Browser kann hier keine Passkeys verwenden. Melden Sie sich anders an.",
    errors: {
      failed: "Das hat nicht funktioniert. Bitte versuchen Sie es noch einmal.",
      NotAllowedError:
        "Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, erstellen Sie einen oder " +
        "melden Sie sich anders an.",
      InvalidStateError:
        "Dieses Gerät hat für dieses Konto schon einen Passkey. Melden Sie sich damit an.",
      SecurityError:
        "Passkeys funktionieren unter dieser Adresse nicht. Melden Sie sich anders an.",
      no_user: "Prüfen Sie Ihre Angaben und versuchen Sie es noch einmal.",
      no_sign_up: "Neue Konten brauchen eine Einladung. Melden Sie sich an wie bisher.",
      signed_in: "Sie sind schon angemeldet.",
      TooManyRequests:
        "Zu viele Versuche. Bitte warten Sie eine Weile und versuchen Sie es noch einmal.",
    },
  },
  signOut: {
    heading: "Abmelden",
    question: "Möchten Sie sich bei {host} abmelden?",
    submit: "Abmelden",
  },
  verify: {
    heading: "Öffnen Sie Ihre E-Mails",
    text: "Wir haben Ihnen einen Link geschickt. Öffnen Sie ihn in diesem Browser, um sich " +
      "anzumelden.",
    textWithCode: "Wir haben einen Link und einen Code an {email} geschickt. Öffnen Sie den Link " +
      "in diesem Browser oder geben Sie den Code hier ein.",
    code: "Code",
    submit: "Anmelden",
    wrong: {
      one: "Dieser Code funktioniert nicht. Sie haben noch einen Versuch.",
      other: "Dieser Code funktioniert nicht. Sie haben noch {count} Versuche.",
    },
    ended: "Der Code gilt nicht mehr. Der Link in der E-Mail funktioniert weiterhin.",
    resend: "Neue E-Mail senden",
  },
  confirm: {
    heading: "Anmelden?",
    text: "Sie melden sich bei {host} als {email} an.",
    textWithoutEmail: "Sie melden sich bei {host} an.",
    hint: "Dieser Link wurde in einem anderen Browser angefordert. Fahren Sie nur fort, wenn Sie " +
      "ihn angefordert haben.",
    submit: "Anmelden",
  },
  signInErrors: {
    default: "Die Anmeldung hat nicht funktioniert. Bitte versuchen Sie es noch einmal.",
    another: "Die Anmeldung hat nicht funktioniert. Versuchen Sie es noch einmal oder mit einem " +
      "anderen Konto.",
    OAuthAccountNotLinked:
      "Diese E-Mail-Adresse gehört zu einem Konto mit einer anderen Anmeldung. " +
      "Melden Sie sich so an wie beim ersten Mal.",
    AccountNotLinked: "Dieser Passkey oder diese E-Mail-Adresse gehört zu einem anderen Konto. " +
      "Melden Sie sich so an wie beim ersten Mal und fügen Sie dann einen Passkey hinzu.",
    EmailSignin:
      "Die E-Mail konnte nicht gesendet werden. Prüfen Sie die Adresse und versuchen Sie es " +
      "noch einmal.",
    CredentialsSignin:
      "Die Anmeldung hat nicht funktioniert. Prüfen Sie Ihre Angaben und versuchen Sie es " +
      "noch einmal.",
    SessionRequired: "Bitte melden Sie sich an, um diese Seite zu sehen.",
    MissingCSRF: "Dieses Formular war zu lange offen. Bitte versuchen Sie es noch einmal.",
  },
  errors: {
    default: {
      heading: "Etwas ist schiefgegangen",
      text: "Gehen Sie zurück zur Seite und versuchen Sie es noch einmal.",
    },
    Configuration: {
      heading: "Die Anmeldung ist nicht verfügbar",
      text:
        "Es gibt ein Problem mit den Einstellungen dieser Seite. Bitte versuchen Sie es später " +
        "noch einmal.",
    },
    InvalidCheck: {
      heading: "Bitte beginnen Sie von vorn",
      text:
        "Diese Anmeldung ist abgelaufen, wurde schon benutzt oder begann in einem anderen Browser.",
    },
    AccessDenied: {
      heading: "Zugriff verweigert",
      text: "Sie dürfen sich hier nicht anmelden. Versuchen Sie ein anderes Konto.",
    },
    NoProof: {
      heading: "So lässt sich diese Seite nicht öffnen",
      text:
        "Die Seite verlangt eine stärkere Anmeldung als diese. Melden Sie sich auf andere Weise an, etwa mit einem Passkey, oder fragen Sie die Betreiber der Website, welche Anmeldung genügt.",
    },
    Verification: {
      heading: "Dieser Link funktioniert nicht",
      text: "Er wurde schon benutzt oder ist abgelaufen. Fordern Sie einen neuen an.",
    },
    WebAuthnVerificationError: {
      heading: "Ihr Passkey wurde nicht angenommen",
      text: "Versuchen Sie es noch einmal oder melden Sie sich anders an.",
    },
    TooManyRequests: {
      heading: "Zu viele Versuche",
      text: "Bitte warten Sie eine Weile und versuchen Sie es noch einmal. Sie können sich auch " +
        "anders anmelden oder auf einem Gerät, das Sie schon benutzt haben.",
    },
  },
  again: "Anmelden",
  site: "Zu {host}",
};

const languages: ByLanguage<PageTexts> = { en, de };

/** The texts of the pages. */
export function pageTexts(wording: Wording): PageTexts {
  return textsIn(languages, wording, (texts) => texts);
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

/** Text of the box on the sign-in page. */
export function signInError({ signInErrors }: PageTexts, error: string, code?: string): string {
  if (error === "Configuration" && code === "EmailSignin") return signInErrors.EmailSignin;
  if (ANOTHER.has(error)) return signInErrors.another;
  return ownMember(signInErrors, error) ?? signInErrors.default;
}
