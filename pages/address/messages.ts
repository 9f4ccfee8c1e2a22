/**
 * Texts of the page for addresses, by language.
 *
 * @module
 */

import { type ByLanguage, textsIn, type Wording } from "../../src/base/language.ts";
import type { AddressPageTexts } from "../../src/types/page_texts.ts";

const en: AddressPageTexts = {
  title: "Email address",
  request: {
    heading: "Change your email address",
    text:
      "Your address is {email}. We send a code to the new one, and a mail about the change to " +
      "this one.",
    textWithout: "Your account has no address yet. We send a code to the one you type.",
    label: "New email",
    submit: "Send a code",
    unproven: "You have not confirmed {email} yet.",
    prove: "Confirm this address",
    lost: "I no longer control {email}",
    lostHint: "It gets an email without a link that undoes the change.",
    stale: "First confirm that it is you.",
    confirm: "Continue",
  },
  code: {
    heading: "Type the code",
    text: "We sent a mail to {email}. Type the code in it to make this your address.",
    textOwn: "We sent a mail to {email}. Type the code in it to confirm your address.",
    label: "Code",
    submit: "Confirm the address",
    cancel: "Use another address",
  },
  done: {
    heading: "Your address is confirmed",
    text: "The address of your account is {email}.",
    submit: "Continue",
  },
  undo: {
    heading: "Undo the change of your address?",
    text: "Your account gets the address {email} again. All browsers are signed out. A password, " +
      "passkeys, linked accounts and second steps that were added since the change are removed.",
    submit: "Undo the change",
  },
  undone: {
    heading: "The change was undone",
    text: "Your account has its address again. Sign in with it, and check what your account holds.",
    submit: "Sign in",
  },
  lost: {
    heading: "This link cannot be used",
    text: "It was used already, or is older than {time}.",
  },
  waiting: {
    heading: "The change will be undone later",
    text:
      "The account was protected since, so its user has until {due} to object. Open the link in the email again after that time.",
  },
  contested: {
    heading: "Someone wants to undo the change of your address",
    text:
      "That person reads the previous mailbox. From {due} on, the account can get the previous address again.",
    submit: "Keep the new address",
  },
  kept: {
    heading: "Your address stays",
    text:
      "The address of your account is {email}. The link to the previous address no longer works.",
    submit: "Continue",
  },
  errors: {
    "not-two-factors":
      "For this, confirm with a second step that you have had for three days, other than a code by email.",
    "invalid": "This is not an email address. Check it for typing errors.",
    "same": "This is your address already.",
    "mail-failed": "The mail could not be sent. Check the address, and try again.",
    "wrong-code": "This code is wrong. Check it, and try again.",
    "expired": "This code cannot be used any more. Ask for a new one.",
    "taken": "This address belongs to another account.",
    "moved": "The address of the account has changed meanwhile.",
    "default": "This did not work. Please try again.",
  },
};

const de: AddressPageTexts = {
  title: "E-Mail-Adresse",
  request: {
    heading: "E-Mail-Adresse ändern",
    text: "Ihre Adresse ist {email}. Wir senden einen Code an die neue und eine E-Mail über die " +
      "Änderung an diese.",
    textWithout: "Ihr Konto hat noch keine Adresse. Wir senden einen Code an die eingegebene.",
    label: "Neue E-Mail",
    submit: "Code senden",
    unproven: "Sie haben {email} noch nicht bestätigt.",
    prove: "Diese Adresse bestätigen",
    lost: "Ich habe keinen Zugang mehr zu {email}",
    lostHint: "Die Adresse erhält eine E-Mail ohne Link zum Rückgängigmachen.",
    stale: "Bestätigen Sie zuerst, dass Sie es sind.",
    confirm: "Weiter",
  },
  code: {
    heading: "Code eingeben",
    text: "Wir haben eine E-Mail an {email} gesendet. Geben Sie den Code daraus ein, um diese " +
      "Adresse zu übernehmen.",
    textOwn: "Wir haben eine E-Mail an {email} gesendet. Geben Sie den Code daraus ein, um Ihre " +
      "Adresse zu bestätigen.",
    label: "Code",
    submit: "Adresse bestätigen",
    cancel: "Andere Adresse verwenden",
  },
  done: {
    heading: "Ihre Adresse ist bestätigt",
    text: "Die Adresse Ihres Kontos ist {email}.",
    submit: "Weiter",
  },
  undo: {
    heading: "Änderung Ihrer Adresse rückgängig machen?",
    text: "Ihr Konto erhält die Adresse {email} zurück. Alle Browser werden abgemeldet. Ein " +
      "Passwort, Passkeys, verknüpfte Konten und zweite Schritte, die seit der Änderung " +
      "dazukamen, werden entfernt.",
    submit: "Rückgängig machen",
  },
  undone: {
    heading: "Die Änderung ist rückgängig gemacht",
    text: "Ihr Konto hat seine Adresse wieder. Melden Sie sich damit an und prüfen Sie Ihr Konto.",
    submit: "Anmelden",
  },
  lost: {
    heading: "Dieser Link gilt nicht",
    text: "Er wurde schon verwendet oder ist älter als {time}.",
  },
  waiting: {
    heading: "Die Änderung wird später rückgängig gemacht",
    text:
      "Das Konto wurde seitdem geschützt, daher kann die Person mit Zugang zum Konto bis {due} widersprechen. Öffnen Sie den Link in der E-Mail danach noch einmal.",
  },
  contested: {
    heading: "Jemand will die Änderung Ihrer Adresse rückgängig machen",
    text:
      "Diese Person liest das vorige Postfach. Ab {due} kann das Konto die vorige Adresse zurückerhalten.",
    submit: "Neue Adresse behalten",
  },
  kept: {
    heading: "Ihre Adresse bleibt",
    text: "Die Adresse Ihres Kontos ist {email}. Der Link an die vorige Adresse gilt nicht mehr.",
    submit: "Weiter",
  },
  errors: {
    "not-two-factors":
      "Bestätigen Sie dafür mit einem zweiten Schritt, den Sie seit drei Tagen haben und der kein Code per E-Mail ist.",
    "invalid": "Das ist keine E-Mail-Adresse. Prüfen Sie sie auf Tippfehler.",
    "same": "Das ist schon Ihre Adresse.",
    "mail-failed": "Die E-Mail konnte nicht gesendet werden. Prüfen Sie die Adresse und " +
      "versuchen Sie es noch einmal.",
    "wrong-code": "Dieser Code ist falsch. Prüfen Sie ihn und versuchen Sie es noch einmal.",
    "expired": "Dieser Code gilt nicht mehr. Fordern Sie einen neuen an.",
    "taken": "Diese Adresse gehört zu einem anderen Konto.",
    "moved": "Die Adresse des Kontos hat sich inzwischen geändert.",
    "default": "Das hat nicht funktioniert. Bitte versuchen Sie es noch einmal.",
  },
};

const languages: ByLanguage<AddressPageTexts> = { en, de };

/** The texts of the page. */
export function addressMessages(wording: Wording): AddressPageTexts {
  return textsIn(languages, wording, ({ address }) => address);
}
