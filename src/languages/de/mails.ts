/**
 * German texts of emails.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";
import { organizationNotices } from "./organizations.ts";

/** The texts. */
export const mails: Pick<Texts, "mails" | "notices"> = {
  mails: {
    link: {
      subject: "Bei {site} anmelden",
      codeSubject: "{code} ist Ihr Code für {site}",
      button: "Anmelden",
      signUp: {
        subject: "Bestätigen Sie Ihre Adresse für {site}",
        codeSubject: "{code} ist Ihr Code, um Ihre Adresse für {site} zu bestätigen",
        button: "Adresse bestätigen",
      },
      password: {
        subject: "Ihr Passwort für {site} zurücksetzen",
        codeSubject: "{code} ist Ihr Code, um Ihr Passwort für {site} zurückzusetzen",
        button: "Neues Passwort wählen",
      },
      code:
        "Oder geben Sie diesen Code in dem Browser ein, in dem Sie ihn angefordert haben (gültig: {time}):",
      expires: "Der Link funktioniert einmal und ist {time} gültig.",
      ignore: "Wenn Sie diese E‑Mail nicht angefordert haben, ignorieren Sie sie.",
      secret: "Geben Sie diesen Code an niemanden weiter.",
    },
    factorCode: {
      subject: "{code} ist Ihr Code für {site}",
      heading: "Ihr Code für {site}",
      text:
        "{code}\n\nGeben Sie diesen Code auf {site} ein. Er ist {time} gültig. Geben Sie ihn an niemanden weiter.\n\nWenn Sie sich nicht gerade anmelden, kennt vielleicht eine andere Person Ihr Passwort: Ändern Sie es.\n",
    },
    addressCode: {
      subject: "{code} ist Ihr Code für {site}",
      heading: "Ihr Code für {site}",
      text:
        "{code}\n\nGeben Sie diesen Code auf {site} ein, um diese Adresse zu bestätigen. Er ist {time} gültig. Geben Sie ihn an niemanden weiter.\n\nWenn Sie das nicht veranlasst haben, ignorieren Sie diese E‑Mail: Es ändert sich nichts.\n",
    },
    addressTaken: {
      subject: "Ihre Adresse wird auf {site} schon verwendet",
      text:
        "Ein anderes Konto sollte diese Adresse erhalten, aber sie gehört schon zu einem Konto auf {site}. Melden Sie sich mit dieser Adresse an, um es zu verwenden.\n\nWenn Sie das nicht veranlasst haben, ignorieren Sie diese E‑Mail: Es ändert sich nichts.\n",
    },
  },
  notices: {
    device: "{browser} auf {system}",
    notYou: "Waren Sie das nicht?",
    secure: "Konto sichern",
    check: "Waren Sie das nicht? Melden Sie sich sofort an und prüfen Sie Ihr Konto.",
    account: {
      "account-linked": {
        subject: "Ein Konto wurde mit Ihrem verbunden",
        text: "Sie können sich jetzt damit anmelden: {provider}.",
      },
      "account-unlinked": {
        subject: "Ein Konto wurde von Ihrem getrennt",
        text: "Sie können sich nicht mehr damit anmelden: {provider}.",
      },
      "app-allowed": {
        subject: "App hat Zugriff auf Ihr Konto erhalten",
        text: "Sie kann jetzt tun, was Sie erlaubt haben.",
      },
      deleted: {
        subject: "Ihr Konto wurde gelöscht",
        text: "Alle Daten dazu wurden entfernt. Dies ist die letzte E‑Mail darüber.",
        advice: "Waren Sie das nicht? Sichern Sie Ihr Postfach und wenden Sie sich an die Website.",
      },
      "deletion-cancelled": {
        subject: "Ihr Konto bleibt bestehen",
        text: "Es wird nicht gelöscht.",
      },
      "deletion-requested": {
        subject: "Ihr Konto wird am {due} gelöscht",
        text:
          "Sie sind auf allen Geräten abgemeldet. Um Ihr Konto zu behalten, melden Sie sich vor diesem Tag an.",
      },
      exported: {
        subject: "Kopie der Daten Ihres Kontos erstellt",
        text: "Sie enthält, was über Sie gespeichert ist, ohne Passwörter und Schlüssel.",
      },
      "key-created": {
        subject: "API-Schlüssel für Ihr Konto erstellt",
        text: "Programme, die ihn haben, können in Ihrem Namen handeln.",
      },
      "new-device": {
        subject: "Neue Anmeldung in Ihrem Konto",
        text: "Sie kam aus einem Browser, in dem Sie sich noch nicht angemeldet hatten.",
      },
      "passkey-added": {
        subject: "Passkey zu Ihrem Konto hinzugefügt",
        text: "Sie können sich jetzt damit anmelden.",
      },
      "passkey-removed": {
        subject: "Passkey aus Ihrem Konto entfernt",
        text: "Sie können sich nicht mehr damit anmelden.",
      },
      "passkey-renamed": {
        subject: "Passkey Ihres Kontos umbenannt",
        text: "Er funktioniert weiterhin.",
      },
      renamed: {
        subject: "Name Ihres Kontos geändert",
        text: "Sonst hat sich nichts geändert.",
      },
      "sessions-ended": {
        subject: "Geräte von Ihrem Konto abgemeldet",
        text: "Um Ihr Konto auf ihnen zu nutzen, müssen Sie sich neu anmelden.",
      },
    },
    address: {
      changed: {
        subject: "Ihre E‑Mail-Adresse wurde geändert",
        text:
          "E‑Mails zu Ihrem Konto gehen nicht mehr an diese Adresse, und Sie können sich damit nicht mehr anmelden.",
        advice:
          "Waren Sie das nicht? Machen Sie die Änderung rückgängig (möglich: {time}). Ihr Konto erhält diese Adresse zurück, und alle Geräte werden abgemeldet.",
        button: "Diese Änderung rückgängig machen",
      },
      "changed-for-good": {
        subject: "Ihre E‑Mail-Adresse wurde geändert",
        text:
          "Die Person mit Zugang zum Konto hat in zwei Schritten bestätigt, dass diese Adresse verloren ist. Daher lässt sich die Änderung nicht per E‑Mail rückgängig machen. Sie können sich mit der Adresse nicht mehr anmelden.",
        advice: "Waren Sie das nicht? Wenden Sie sich an die Website.",
      },
      "changed-unproven": {
        subject: "Diese Adresse wurde aus einem Konto entfernt",
        text: "Das Konto hat jetzt eine andere Adresse.",
        advice:
          "Diese Adresse wurde nie bestätigt. Wenn das Konto Ihnen gehört, melden Sie sich an.",
      },
      restored: {
        subject: "Ihr Konto hat diese Adresse wieder",
        text:
          "Die Änderung der Adresse wurde mit dem Link in unserer E‑Mail rückgängig gemacht. Alle Geräte wurden abgemeldet. Ein Passwort, Passkeys, verbundene Konten und Methoden der Bestätigung in zwei Schritten, die seit der Änderung dazukamen, wurden entfernt.",
        advice:
          "Melden Sie sich mit dieser Adresse an, legen Sie ein neues Passwort fest, wenn Sie eines hatten, und prüfen Sie Ihr Konto.",
      },
      removed: {
        subject: "Änderung einer Adresse rückgängig gemacht",
        text:
          "Das Konto hat diese Adresse nicht mehr: Die Person mit der vorigen Adresse hat die Änderung rückgängig gemacht.",
        advice: "Wenn das Konto Ihnen gehört, melden Sie sich mit der vorigen Adresse an.",
      },
      "undo-requested": {
        subject: "Änderung Ihrer Adresse wird rückgängig gemacht",
        text:
          "Das hat jemand an der vorigen Adresse veranlasst. Ab {due} kann das Konto jene Adresse zurückerhalten; was seit der Änderung dazukam, wird dann entfernt.",
        advice:
          "Liest eine andere Person das vorige Postfach? Behalten Sie vorher die neue Adresse. Sie bestätigen das in zwei Schritten.",
        button: "Neue Adresse behalten",
      },
      "undo-cancelled": {
        subject: "Änderung Ihrer Adresse bleibt bestehen",
        text:
          "Die Person mit Zugang zum Konto hat in zwei Schritten verhindert, dass die Änderung rückgängig gemacht wird. Der Link in unserer E‑Mail ist ungültig.",
        advice: "Wenn Sie das Konto dadurch verloren haben, wenden Sie sich an die Website.",
      },
    },
    factors: {
      added: {
        subject: "Methode für die Bestätigung in zwei Schritten hinzugefügt",
        text: "Eine Anmeldung lässt sich ab jetzt damit bestätigen: {factor}.",
      },
      removed: {
        subject: "Methode für die Bestätigung in zwei Schritten entfernt",
        text: "Eine Anmeldung lässt sich nicht mehr damit bestätigen: {factor}.",
      },
      replaced: {
        subject: "Methode für die Bestätigung in zwei Schritten ersetzt",
        text: "Die neue gilt, und die vorige gilt nicht mehr: {factor}.",
      },
      "recovery-used": {
        subject: "Wiederherstellungscode verwendet",
        text: "Er hat eine Anmeldung bestätigt und gilt nicht noch einmal.",
      },
      "reset-requested": {
        subject: "Die Bestätigung in zwei Schritten wird ausgeschaltet",
        text:
          "Das hat ein Administrator veranlasst. Ab {due} melden Sie sich ohne die Bestätigung in zwei Schritten an. Bis dahin können Sie sich anmelden und es auf der Seite der Bestätigung in zwei Schritten abbrechen.",
      },
      reset: {
        subject: "Die Bestätigung in zwei Schritten wurde ausgeschaltet",
        text:
          "Das hat ein Administrator veranlasst. Sie melden sich ohne die Bestätigung in zwei Schritten an, bis Sie eine neue Methode hinzufügen.",
      },
    },
    organizations: organizationNotices,
    passwords: {
      set: {
        subject: "Passwort für Ihr Konto festgelegt",
        text: "Sie können sich jetzt mit Ihrer E‑Mail-Adresse und diesem Passwort anmelden.",
      },
      changed: {
        subject: "Ihr Passwort wurde geändert",
        text: "Das vorige funktioniert nicht mehr.",
      },
      removed: {
        subject: "Ihr Passwort wurde entfernt",
        text: "Sie können sich nicht mehr damit anmelden.",
      },
    },
  },
};
