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
    groups: {
      profile: "Profil",
      security: "Sicherheit",
      devices: "Geräte",
      connected: "Verbundene Konten",
      data: "Daten",
    },
    status: {
      good: "Ihr Konto ist gut geschützt.",
      better: "Fügen Sie die Bestätigung in zwei Schritten hinzu. Das dauert zwei Minuten.",
    },
    signOut: "Abmelden",
    readOnly: "Sie sehen das Konto einer anderen Person. Sie können nichts ändern.",
    done: {
      "name": "Ihr Name wurde geändert.",
      "linked": "Das Konto wurde verbunden.",
      "unlinked": "Das Konto wurde getrennt.",
      "passkey-added": "Der Passkey wurde hinzugefügt.",
      "passkey-renamed": "Der Passkey wurde umbenannt.",
      "passkey-removed": "Der Passkey wurde entfernt.",
      "password-removed": "Das Passwort wurde entfernt.",
      "session-ended": "Das Gerät wurde abgemeldet.",
      "sessions-ended": "Alle anderen Geräte wurden abgemeldet.",
    },
    open: {
      delete: "Löschen",
      download: "Herunterladen",
      manage: "Verwalten",
      remove: "Entfernen",
      turnOn: "Einschalten",
    },
    name: {
      heading: "Name",
      none: "Sie haben hier keinen Namen.",
      title: "Namen ändern",
      text: "So werden Sie hier genannt.",
      label: "Ihr Name",
      save: "Speichern",
      invalid: "Verwenden Sie 1 bis 64 sichtbare Zeichen.",
    },
    address: {
      heading: "E‑Mail-Adresse",
      none: "Sie haben keine E‑Mail-Adresse.",
      confirmed: "Bestätigt",
      open: "Nicht bestätigt",
      change: "E‑Mail-Adresse ändern",
      add: "E‑Mail-Adresse hinzufügen",
    },
    password: {
      heading: "Passwort",
      since: "Festgelegt am {date}",
      none: "Sie haben kein Passwort.",
      change: "Passwort ändern",
      set: "Passwort festlegen",
      remove: "Passwort entfernen",
    },
    passkeys: {
      heading: "Passkeys",
      none: "Sie haben keinen Passkey.",
      unnamed: "Passkey",
      added: "Hinzugefügt am {date}",
      synced: "Zwischen Ihren Geräten synchronisiert",
      single: "Nur auf einem Gerät",
      change: "Ändern",
      changeOf: "Ändern: {name}",
      add: "Passkey hinzufügen",
      noScript: "Passkeys werden mit JavaScript hinzugefügt. Aktivieren Sie es dafür.",
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
      heading: "Bestätigung in zwei Schritten",
      none:
        "Die Bestätigung in zwei Schritten ist aus. Schalten Sie sie ein, damit ein gestohlenes Passwort nicht genügt.",
      count: { one: "Eingeschaltet: {count} Methode.", other: "Eingeschaltet: {count} Methoden." },
      manage: "Bestätigung in zwei Schritten verwalten",
    },
    accounts: {
      none: "Kein Konto ist verbunden.",
      unlink: "Trennen",
      unlinkOf: "{name} trennen",
      link: "{name} verbinden",
      another: "Weiteres Konto verbinden",
      more: "Weitere Möglichkeiten",
    },
    sessions: {
      device: "{browser} auf {system}",
      unknownOn: "Unbekannter Browser auf {system}",
      unknown: "Unbekannter Browser",
      current: "Dieser Browser",
      seen: "Zuletzt verwendet: {when}",
      active: "Jetzt aktiv",
      signedIn: "Angemeldet am {date}",
      more: { one: "{count} weiteres anzeigen", other: "{count} weitere anzeigen" },
      end: "Abmelden",
      endOf: "Abmelden: {name}",
      endOfAt: "Abmelden: {name}, {place}",
      endOthers: "Alle anderen Geräte abmelden",
    },
    copy: {
      heading: "Ihre Daten",
      text: "Laden Sie eine Kopie Ihrer gespeicherten Daten herunter.",
      open: "Ihre Daten herunterladen",
    },
    removal: {
      heading: "Konto löschen",
      text: "Ihr Konto wird mit allem gelöscht, was dazugehört.",
      open: "Das Konto löschen",
    },
    one: {
      sessions: {
        heading: "Alle anderen Geräte abmelden?",
        text: "Um Ihr Konto dort zu benutzen, müssen Sie sich neu anmelden.",
        submit: "Alle anderen Geräte abmelden",
      },
      passkey: {
        label: "Name des Passkeys",
        save: "Speichern",
        text:
          "Ohne diesen Passkey melden Sie sich mit einer anderen Anmeldemethode an. Ihr Gerät behält ihn vielleicht, bis Sie ihn dort löschen.",
        remove: "Passkey entfernen",
      },
      account: {
        heading: "{name} trennen?",
        text: "Danach können Sie sich mit diesem Konto nicht mehr anmelden.",
        submit: "Trennen",
      },
      password: {
        heading: "Passwort entfernen",
        text: "Danach melden Sie sich mit einer anderen Anmeldemethode an.",
        submit: "Passwort entfernen",
      },
      export: {
        heading: "Ihre Daten herunterladen",
        text:
          "Die Datei enthält, was über Sie gespeichert ist, Ihre Anmeldemethoden und Ihre Geräte. Sie enthält keine Passwörter und keine Schlüssel.",
        submit: "Datei herunterladen",
      },
      delete: {
        heading: "Konto löschen",
        text:
          "Das kann nicht rückgängig gemacht werden. Ihr Konto wird sofort gelöscht, mit allem, was dazugehört:",
        textLater:
          "Sie werden jetzt auf allen Geräten abgemeldet. Bis zum {date} können Sie sich anmelden und Ihr Konto behalten. Dann wird es gelöscht, mit allem, was dazugehört:",
        gone: {
          profile: "Ihr Name und Ihre E‑Mail-Adresse",
          ways: "Ihr Passwort, Ihre Passkeys und verbundenen Konten",
          data: "Alles, was diese Website zu Ihrem Konto speichert",
        },
        label: "Geben Sie zur Bestätigung {text} ein",
        submit: "Das Konto endgültig löschen",
        submitLater: "Das Konto löschen",
        different: "Das stimmt nicht überein. Geben Sie {text} ein.",
        obstacles:
          "Sie sind der einzige Inhaber dieser Organisationen. Übertragen oder löschen Sie sie, bevor Sie Ihr Konto löschen:",
      },
      stale: "Bestätigen Sie zuerst Ihre Identität.",
      prove: "Identität bestätigen",
      last:
        "Das ist Ihre einzige Anmeldemethode. Fügen Sie eine andere hinzu, bevor Sie sie entfernen.",
    },
    pending: {
      heading: "Ihr Konto wird am {date} gelöscht",
      text: "Das haben Sie so gewünscht. Wenn Sie {account} behalten, geht nichts verloren.",
      keep: "Mein Konto behalten",
      leave: "Abmelden",
    },
    leaving: {
      heading: "Ihr Konto wird am {date} gelöscht",
      text:
        "Sie sind auf allen Geräten abgemeldet. Wenn Sie es sich anders überlegen, melden Sie sich vor diesem Tag an.",
      back: "Anmelden und das Konto behalten",
    },
    deleted: {
      heading: "Ihr Konto wurde gelöscht",
      text: "Alles, was dazugehörte, ist entfernt, und Sie sind abgemeldet.",
    },
  },
  factors: {
    title: "Bestätigung in zwei Schritten",
    isProtected:
      "Die Bestätigung in zwei Schritten ist eingeschaltet. Eine Anmeldung wird mit einer dieser Methoden bestätigt.",
    isOpen:
      "Die Bestätigung in zwei Schritten ist aus. Schalten Sie sie ein, damit ein gestohlenes Passwort nicht genügt.",
    enrolled: "Ihre Methoden",
    added: "Hinzugefügt: {date}",
    used: "zuletzt verwendet: {date}",
    neverUsed: "noch nicht verwendet",
    left: { one: "{count} Code übrig", other: "{count} Codes übrig" },
    leftNone: "kein Code übrig",
    few: "Sie haben nur noch wenige Wiederherstellungscodes. Erstellen Sie neue.",
    change: "Ändern",
    changeOf: "Ändern: {name}",
    add: "Methode hinzufügen",
    addOne: "{name} hinzufügen",
    none:
      "Nach dieser Art der Anmeldung können Sie keine Methode hinzufügen. Melden Sie sich zuerst anders an.",
    hint:
      "Erstellen Sie auch Wiederherstellungscodes. Ohne sie können Sie sich nicht anmelden, wenn Ihr Gerät verloren geht.",
    stale: "Bestätigen Sie Ihre Identität, um Ihre Methoden zu ändern.",
    prove: "Identität bestätigen",
    done: {
      added: "Hinzugefügt: {name}.",
      renamed: "Der Name wurde geändert.",
      removed: "Die Methode wurde entfernt.",
      needed:
        "Die gewünschte Seite verlangt die Bestätigung in zwei Schritten. Sobald Sie eine Methode hinzugefügt haben, gelangen Sie dorthin.",
      "reset-cancelled": "Das Entfernen wurde abgebrochen. Ihre Methoden bleiben.",
    },
    reset: {
      text:
        "Ein Administrator hat veranlasst, alle zu entfernen. Das gilt ab {date} (UTC). Wenn Sie es nicht gewünscht haben, brechen Sie es ab.",
      cancel: "Entfernen abbrechen",
    },
    one: {
      name: "Name",
      rename: "Speichern",
      invalidName: "Verwenden Sie 1 bis 64 sichtbare Zeichen.",
      replace: "Neue erstellen",
      replaceText: "Neue ersetzen die bisherigen.",
      remove: "Entfernen",
      removeText: "Damit können Sie sich dann nicht mehr bestätigen.",
      ask: "{name} entfernen?",
      obstacles: {
        required:
          "Diese Website verlangt die Bestätigung in zwei Schritten, und dies ist Ihre letzte Methode. Fügen Sie erst eine andere hinzu.",
        "locked-out":
          "Die anderen können Ihre Art der Anmeldung nicht bestätigen. Sie könnten sich nicht mehr anmelden. Fügen Sie erst eine andere hinzu oder entfernen Sie die anderen.",
      },
      back: "Zurück zur Bestätigung in zwei Schritten",
    },
    codes: {
      heading: "Speichern Sie Ihre Wieder\u00adherstellungs\u00adcodes",
      text:
        "Mit ihnen melden Sie sich an, wenn Sie Ihre anderen Methoden nicht verwenden können. Bewahren Sie sie dort auf, wo Sie sie ohne dieses Gerät finden. Jeder gilt einmal. Sie werden nicht noch einmal gezeigt.",
      list: "Wiederherstellungscodes",
      save: "Herunterladen",
      print: "Drucken",
      saved: "Ich habe diese Codes gespeichert",
      done: "Fertig",
    },
  },
};
