/**
 * Texts of the page for passwords, by language.
 *
 * @module
 */

import { type ByLanguage, textsIn, type Wording } from "../../src/base/language.ts";
import type { PasswordPageTexts } from "../../src/types/page_texts.ts";

const en: PasswordPageTexts = {
  title: "Password",
  ask: {
    heading: "Set a password",
    text: "Type your email address. We send you a link with which you can set a password, also " +
      "if you are here for the first time.",
    textSignedIn: "To set a password, confirm your email address. We send you a link.",
    label: "Email",
    submit: "Send a link",
  },
  set: "Set a password",
  change: "Change your password",
  email: "Email",
  current: "Current password",
  password: "New password",
  repeat: "New password again",
  rules: "At least {min} characters, for example four words that do not belong together. All " +
    "characters are allowed, also spaces.",
  submit: "Save the password",
  forgot: "Forgot it? Send a link",
  done: {
    heading: "Your password is set",
    text: "You can sign in with it from now on.",
    submit: "Continue",
  },
  errors: {
    "too-short": "This password is too short. Use at least {min} characters.",
    "too-long": "This password is too long. Use at most {max} characters.",
    "malformed": "This password has characters that are no text. Choose another one.",
    "common": "This password is easy to guess. Choose another one.",
    "personal": "This password is your address, your name or the name of this site. Choose " +
      "another one.",
    "breached": "This password is known from a data breach of another site. Choose another one.",
    "different": "The two passwords are different. Type them again.",
    "wrong-password": "The current password is wrong. Try again.",
    "expired": "This page was open for too long. Confirm your email address again.",
    "default": "This did not work. Please try again.",
  },
};

const de: PasswordPageTexts = {
  title: "Passwort",
  ask: {
    heading: "Passwort festlegen",
    text: "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein " +
      "Passwort festlegen können, auch wenn Sie zum ersten Mal hier sind.",
    textSignedIn: "Bestätigen Sie Ihre E-Mail-Adresse, um ein Passwort festzulegen. Wir senden " +
      "Ihnen einen Link.",
    label: "E-Mail",
    submit: "Link senden",
  },
  set: "Passwort festlegen",
  change: "Passwort ändern",
  email: "E-Mail",
  current: "Aktuelles Passwort",
  password: "Neues Passwort",
  repeat: "Neues Passwort wiederholen",
  rules: "Mindestens {min} Zeichen, zum Beispiel vier Wörter, die nicht zusammengehören. Alle " +
    "Zeichen sind erlaubt, auch Leerzeichen.",
  submit: "Passwort speichern",
  forgot: "Vergessen? Link senden",
  done: {
    heading: "Ihr Passwort ist festgelegt",
    text: "Sie können sich ab jetzt damit anmelden.",
    submit: "Weiter",
  },
  errors: {
    "too-short": "Dieses Passwort ist zu kurz. Verwenden Sie mindestens {min} Zeichen.",
    "too-long": "Dieses Passwort ist zu lang. Verwenden Sie höchstens {max} Zeichen.",
    "malformed": "Dieses Passwort hat Zeichen, die kein Text sind. Wählen Sie ein anderes.",
    "common": "Dieses Passwort ist leicht zu erraten. Wählen Sie ein anderes.",
    "personal": "Dieses Passwort ist Ihre Adresse, Ihr Name oder der Name dieser Seite. Wählen " +
      "Sie ein anderes.",
    "breached": "Dieses Passwort ist aus einem Datenleck einer anderen Seite bekannt. Wählen " +
      "Sie ein anderes.",
    "different": "Die beiden Passwörter sind verschieden. Geben Sie sie noch einmal ein.",
    "wrong-password": "Das aktuelle Passwort ist falsch. Versuchen Sie es noch einmal.",
    "expired": "Diese Seite war zu lange offen. Bestätigen Sie Ihre E-Mail-Adresse noch einmal.",
    "default": "Das hat nicht funktioniert. Bitte versuchen Sie es noch einmal.",
  },
};

const languages: ByLanguage<PasswordPageTexts> = { en, de };

/** The texts of the page. */
export function passwordMessages(wording: Wording): PasswordPageTexts {
  return textsIn(languages, wording, ({ password }) => password);
}
