/**
 * Texts of the page on which users manage their account, by language.
 *
 * @module
 */

import { type ByLanguage, textsIn, type Wording } from "../../src/base/language.ts";
import type { AccountPageTexts } from "../../src/types/account_texts.ts";

const en: AccountPageTexts = {
  title: "Your account",
  readOnly: "You act for another person. You can look at this page, but change nothing.",
  done: {
    "name": "Your name was changed.",
    "linked": "The account was linked.",
    "unlinked": "The account was unlinked.",
    "passkey-added": "The passkey was added.",
    "passkey-renamed": "The passkey was renamed.",
    "passkey-removed": "The passkey was removed.",
    "password-removed": "The password was removed.",
    "session-ended": "The session was ended.",
    "sessions-ended": "All other sessions were ended.",
  },
  name: {
    heading: "Name",
    label: "Your name",
    save: "Save the name",
    invalid: "Use 1 to 64 visible characters.",
  },
  address: {
    heading: "Email address",
    none: "You have no email address.",
    confirmed: "Confirmed",
    open: "Not confirmed",
    change: "Change the email address",
  },
  password: {
    heading: "Password",
    since: "You have had this password since {date}.",
    none: "You have no password.",
    change: "Change the password",
    set: "Set a password",
    remove: "Remove the password",
  },
  passkeys: {
    heading: "Passkeys",
    none: "You have no passkey.",
    unnamed: "Passkey without a name",
    synced: "Synced between your devices",
    single: "On one device only",
    change: "Change",
    changeOf: "Change: {name}",
    add: "Add a passkey",
    noScript: "Passkeys are added with JavaScript. Turn it on to add one.",
    unsupported: "This browser cannot use passkeys here.",
    errors: {
      failed: "That did not work. Please try again.",
      NotAllowedError: "No passkey was added. Try again.",
      InvalidStateError: "This device already has a passkey for this account.",
      SecurityError: "Passkeys do not work at this address.",
      TooManyRequests: "Too many attempts. Please wait a while and try again.",
    },
  },
  factors: {
    heading: "Second steps",
    none: "You have no second step. With one, a stolen password is not enough to sign in.",
    count: {
      one: "You have {count} second step.",
      other: "You have {count} second steps.",
    },
    manage: "Manage second steps",
  },
  accounts: {
    heading: "Linked accounts",
    none: "No account is linked.",
    unlink: "Unlink",
    unlinkOf: "Unlink: {name}",
    link: "Link: {name}",
  },
  sessions: {
    heading: "Where you are signed in",
    device: "{browser} on {system}",
    unknownOn: "Unknown browser on {system}",
    unknown: "Unknown browser",
    current: "This browser",
    seen: "Last used {when}",
    end: "End",
    endOf: "End: {name}",
    endOfAt: "End: {name}, {place}",
    endOthers: "End all other sessions",
  },
  copy: {
    heading: "Your data",
    text: "Download a copy of what is kept about you.",
    open: "Download your data",
  },
  removal: {
    heading: "Delete your account",
    text: "Your account is deleted with everything that belongs to it.",
    open: "Delete the account",
  },
  one: {
    passkey: {
      label: "Name of the passkey",
      save: "Save the name",
      text: "Without this passkey, you sign in in your other ways. Your device may keep it until " +
        "you delete it there.",
      remove: "Remove the passkey",
    },
    account: {
      heading: "Unlink {name}",
      text: "After that, you can no longer sign in with this account.",
      submit: "Unlink",
    },
    password: {
      heading: "Remove the password",
      text: "After that, you sign in in your other ways.",
      submit: "Remove the password",
    },
    export: {
      heading: "Download your data",
      text: "The file lists what is kept about you, your ways to sign in and your sessions. It " +
        "contains no passwords and no keys.",
      submit: "Download the file",
    },
    delete: {
      heading: "Delete your account",
      text: "Your account is deleted at once, with everything that belongs to it. This cannot be " +
        "undone.",
      label: "To confirm, type {text}",
      submit: "Delete the account permanently",
      different: "This is not the text that you were asked to type.",
    },
    stale: "Before you can do this, confirm that it is you.",
    prove: "Confirm that it is you",
    last: "This is your only way to sign in. Add another one before you remove it.",
    back: "Back to your account",
  },
  deleted: {
    heading: "Your account was deleted",
    text: "Everything that belonged to it is gone, and you are signed out.",
  },
};

const de: AccountPageTexts = {
  title: "Ihr Konto",
  readOnly: "Sie handeln für eine andere Person. Sie können diese Seite ansehen, aber nichts " +
    "ändern.",
  done: {
    "name": "Ihr Name wurde geändert.",
    "linked": "Das Konto wurde verknüpft.",
    "unlinked": "Die Verknüpfung wurde entfernt.",
    "passkey-added": "Der Passkey wurde hinzugefügt.",
    "passkey-renamed": "Der Passkey wurde umbenannt.",
    "passkey-removed": "Der Passkey wurde entfernt.",
    "password-removed": "Das Passwort wurde entfernt.",
    "session-ended": "Die Sitzung wurde beendet.",
    "sessions-ended": "Alle anderen Sitzungen wurden beendet.",
  },
  name: {
    heading: "Name",
    label: "Ihr Name",
    save: "Name speichern",
    invalid: "Verwenden Sie 1 bis 64 sichtbare Zeichen.",
  },
  address: {
    heading: "E-Mail-Adresse",
    none: "Sie haben keine E-Mail-Adresse.",
    confirmed: "Bestätigt",
    open: "Nicht bestätigt",
    change: "E-Mail-Adresse ändern",
  },
  password: {
    heading: "Passwort",
    since: "Sie haben dieses Passwort seit dem {date}.",
    none: "Sie haben kein Passwort.",
    change: "Passwort ändern",
    set: "Passwort festlegen",
    remove: "Passwort entfernen",
  },
  passkeys: {
    heading: "Passkeys",
    none: "Sie haben keinen Passkey.",
    unnamed: "Passkey ohne Namen",
    synced: "Zwischen Ihren Geräten synchronisiert",
    single: "Nur auf einem Gerät",
    change: "Ändern",
    changeOf: "Ändern: {name}",
    add: "Passkey hinzufügen",
    noScript: "Passkeys werden mit JavaScript hinzugefügt. Schalten Sie es dafür ein.",
    unsupported: "Dieser Browser kann hier keine Passkeys verwenden.",
    errors: {
      failed: "Das hat nicht funktioniert. Bitte versuchen Sie es noch einmal.",
      NotAllowedError: "Es wurde kein Passkey hinzugefügt. Versuchen Sie es noch einmal.",
      InvalidStateError: "Dieses Gerät hat schon einen Passkey für dieses Konto.",
      SecurityError: "Passkeys funktionieren unter dieser Adresse nicht.",
      TooManyRequests:
        "Zu viele Versuche. Bitte warten Sie eine Weile und versuchen Sie es noch einmal.",
    },
  },
  factors: {
    heading: "Zweite Schritte",
    none: "Sie haben keinen zweiten Schritt. Mit einem genügt ein gestohlenes Passwort nicht, um " +
      "sich anzumelden.",
    count: {
      one: "Sie haben einen zweiten Schritt eingerichtet.",
      other: "Sie haben {count} zweite Schritte eingerichtet.",
    },
    manage: "Zweite Schritte verwalten",
  },
  accounts: {
    heading: "Verknüpfte Konten",
    none: "Kein Konto ist verknüpft.",
    unlink: "Entfernen",
    unlinkOf: "Entfernen: {name}",
    link: "Verknüpfen: {name}",
  },
  sessions: {
    heading: "Wo Sie angemeldet sind",
    device: "{browser} auf {system}",
    unknownOn: "Unbekannter Browser auf {system}",
    unknown: "Unbekannter Browser",
    current: "Dieser Browser",
    seen: "Zuletzt verwendet: {when}",
    end: "Beenden",
    endOf: "Beenden: {name}",
    endOfAt: "Beenden: {name}, {place}",
    endOthers: "Alle anderen Sitzungen beenden",
  },
  copy: {
    heading: "Ihre Daten",
    text: "Laden Sie eine Kopie dessen herunter, was über Sie gespeichert ist.",
    open: "Ihre Daten herunterladen",
  },
  removal: {
    heading: "Konto löschen",
    text: "Ihr Konto wird mit allem gelöscht, was dazugehört.",
    open: "Das Konto löschen",
  },
  one: {
    passkey: {
      label: "Name des Passkeys",
      save: "Name speichern",
      text:
        "Ohne diesen Passkey melden Sie sich auf einem Ihrer anderen Wege an. Ihr Gerät behält ihn " +
        "vielleicht, bis Sie ihn dort löschen.",
      remove: "Passkey entfernen",
    },
    account: {
      heading: "Verknüpfung mit {name} entfernen",
      text: "Danach können Sie sich mit diesem Konto nicht mehr anmelden.",
      submit: "Entfernen",
    },
    password: {
      heading: "Passwort entfernen",
      text: "Danach melden Sie sich auf einem Ihrer anderen Wege an.",
      submit: "Passwort entfernen",
    },
    export: {
      heading: "Ihre Daten herunterladen",
      text: "Die Datei enthält, was über Sie gespeichert ist, Ihre Wege zur Anmeldung und Ihre " +
        "Sitzungen. Sie enthält keine Passwörter und keine Schlüssel.",
      submit: "Datei herunterladen",
    },
    delete: {
      heading: "Konto löschen",
      text: "Ihr Konto wird sofort gelöscht, mit allem, was dazugehört. Das kann nicht " +
        "rückgängig gemacht werden.",
      label: "Geben Sie zur Bestätigung {text} ein",
      submit: "Das Konto endgültig löschen",
      different: "Das ist nicht der Text, den Sie eingeben sollten.",
    },
    stale: "Bestätigen Sie zuerst, dass Sie es sind.",
    prove: "Bestätigen, dass ich es bin",
    last: "Das ist Ihr einziger Weg zur Anmeldung. Fügen Sie einen anderen hinzu, bevor Sie ihn " +
      "entfernen.",
    back: "Zurück zu Ihrem Konto",
  },
  deleted: {
    heading: "Ihr Konto wurde gelöscht",
    text: "Alles, was dazugehörte, ist entfernt, und Sie sind abgemeldet.",
  },
};

const languages: ByLanguage<AccountPageTexts> = { en, de };

/** The texts of the page. */
export function accountMessages(wording: Wording): AccountPageTexts {
  return textsIn(languages, wording, ({ account }) => account);
}
