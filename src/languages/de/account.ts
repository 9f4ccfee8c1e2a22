/**
 * German texts of the pages on which users manage their account.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** The texts. */
export const account: Pick<Texts, "account" | "factors"> = {
  account: {
    title: "Ihr Konto",
    readOnly:
      "Sie handeln für eine andere Person. Sie können diese Seite ansehen, aber nichts ändern.",
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
      none:
        "Sie haben keinen zweiten Schritt. Mit einem genügt ein gestohlenes Passwort nicht, um sich anzumelden.",
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
          "Ohne diesen Passkey melden Sie sich auf einem Ihrer anderen Wege an. Ihr Gerät behält ihn vielleicht, bis Sie ihn dort löschen.",
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
        text:
          "Die Datei enthält, was über Sie gespeichert ist, Ihre Wege zur Anmeldung und Ihre Sitzungen. Sie enthält keine Passwörter und keine Schlüssel.",
        submit: "Datei herunterladen",
      },
      delete: {
        heading: "Konto löschen",
        text:
          "Ihr Konto wird sofort gelöscht, mit allem, was dazugehört. Das kann nicht rückgängig gemacht werden.",
        label: "Geben Sie zur Bestätigung {text} ein",
        submit: "Das Konto endgültig löschen",
        different: "Das ist nicht der Text, den Sie eingeben sollten.",
      },
      stale: "Bestätigen Sie zuerst, dass Sie es sind.",
      prove: "Bestätigen, dass ich es bin",
      last:
        "Das ist Ihr einziger Weg zur Anmeldung. Fügen Sie einen anderen hinzu, bevor Sie ihn entfernen.",
      back: "Zurück zu Ihrem Konto",
    },
    deleted: {
      heading: "Ihr Konto wurde gelöscht",
      text: "Alles, was dazugehörte, ist entfernt, und Sie sind abgemeldet.",
    },
  },
  factors: {
    title: "Zweite Schritte",
    isProtected: "Eine Anmeldung an diesem Konto wird mit einem davon bestätigt.",
    isOpen: "Fügen Sie einen zweiten Schritt hinzu. Dann genügt ein gestohlenes Passwort nicht.",
    enrolled: "Ihre zweiten Schritte",
    added: "Hinzugefügt: {date}",
    used: "zuletzt verwendet: {date}",
    neverUsed: "noch nicht verwendet",
    left: { one: "noch {count} Code", other: "noch {count} Codes" },
    leftNone: "kein Code übrig",
    few: "Sie haben nur noch wenige Wiederherstellungscodes. Erstellen Sie neue.",
    change: "Ändern",
    changeOf: "Ändern: {name}",
    add: "Zweiten Schritt hinzufügen",
    addOne: "Hinzufügen: {name}",
    none:
      "Nach dieser Art der Anmeldung kann keiner hinzugefügt werden. Melden Sie sich dafür anders an.",
    hint:
      "Erstellen Sie auch Wiederherstellungscodes. Ohne sie können Sie sich nicht anmelden, wenn Ihr Gerät verloren geht.",
    stale: "Bestätigen Sie, dass Sie es sind, um Ihre zweiten Schritte zu ändern.",
    prove: "Bestätigen, dass ich es bin",
    done: {
      added: "Der zweite Schritt wurde hinzugefügt.",
      renamed: "Der Name wurde geändert.",
      removed: "Der zweite Schritt wurde entfernt.",
      needed:
        "Die gewünschte Seite verlangt einen davon. Sobald Sie ihn hinzugefügt haben, gelangen Sie dorthin.",
      "reset-cancelled": "Das Entfernen wurde abgebrochen. Ihre zweiten Schritte bleiben.",
    },
    reset: {
      text:
        "Ein Administrator hat veranlasst, alle zu entfernen. Das gilt ab {date} (UTC). Wenn Sie es nicht gewünscht haben, brechen Sie es ab.",
      cancel: "Entfernen abbrechen",
    },
    one: {
      name: "Name",
      rename: "Namen speichern",
      invalidName: "Verwenden Sie 1 bis 64 sichtbare Zeichen.",
      replace: "Neue erstellen",
      replaceText: "Neue ersetzen die bisherigen.",
      remove: "Entfernen",
      removeText: "Er kann dann keine Anmeldung mehr bestätigen.",
      obstacles: {
        required:
          "Diese Seite verlangt einen zweiten Schritt, und dies ist Ihr letzter. Fügen Sie erst einen anderen hinzu.",
        "locked-out":
          "Die anderen können Ihre Art der Anmeldung nicht bestätigen. Sie könnten sich nicht mehr anmelden. Fügen Sie erst einen anderen hinzu oder entfernen Sie die anderen.",
      },
      back: "Zurück zu Ihren zweiten Schritten",
    },
    codes: {
      heading: "Ihre Wiederherstellungscodes",
      text:
        "Drucken Sie diese Seite oder speichern Sie die Codes an einem Ort, den Sie ohne dieses Gerät finden. Jeder gilt einmal. Sie werden nicht noch einmal gezeigt.",
      list: "Wiederherstellungscodes",
      save: "Als Datei speichern",
      done: "Ich habe sie gespeichert",
    },
  },
};
