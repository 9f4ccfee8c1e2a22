/**
 * German texts of mails.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

const account =
  "Wenn Sie das nicht waren, hat vielleicht jemand anderes Zugang zu Ihrem Konto: Melden Sie sich an, beenden Sie alle anderen Sitzungen und prüfen Sie, wie Sie sich anmelden können.";
const factors =
  "Wenn Sie das nicht waren, hat vielleicht jemand anderes Zugang zu Ihrem Konto: Melden Sie sich an, prüfen Sie Ihre zweiten Schritte und ändern Sie Ihr Passwort.";
const passwords =
  "Wenn Sie das nicht waren, hat vielleicht jemand anderes Zugang zu Ihrem Konto oder Ihrem Postfach: Sichern Sie Ihr Postfach, melden Sie sich mit einem Link per E-Mail an und legen Sie ein neues Passwort fest.";

/** The texts. */
export const mails: Pick<Texts, "mails" | "notices"> = {
  mails: {
    link: {
      subject: "Bei {host} anmelden",
      button: "Anmelden",
      signUp: { subject: "Bestätigen Sie Ihre Adresse für {host}", button: "Adresse bestätigen" },
      password: {
        subject: "Ihr Passwort für {host} zurücksetzen",
        button: "Neues Passwort wählen",
      },
      code:
        "Oder geben Sie diesen Code in dem Browser ein, in dem Sie ihn angefordert haben (gültig: {time}):",
      expires: "Der Link funktioniert einmal und ist {time} gültig.",
      ignore: "Wenn Sie diese E-Mail nicht angefordert haben, ignorieren Sie sie.",
      secret: "Geben Sie diesen Code an niemanden weiter.",
    },
    factorCode: {
      subject: "Ihr Code für {host}",
      text:
        "{code}\n\nGeben Sie diesen Code auf {host} ein. Er ist {time} gültig. Geben Sie ihn an niemanden weiter.\n\nWenn Sie sich nicht gerade anmelden, kennt vielleicht eine andere Person Ihr Passwort: Ändern Sie es.\n",
    },
    addressCode: {
      subject: "Ihr Code für {host}",
      text:
        "{code}\n\nGeben Sie diesen Code auf {host} ein, um diese Adresse zu bestätigen. Er ist {time} gültig. Geben Sie ihn an niemanden weiter.\n\nWenn Sie das nicht veranlasst haben, ignorieren Sie diese E-Mail: Es ändert sich nichts.\n",
    },
    addressTaken: {
      subject: "Ihre Adresse wird auf {host} schon verwendet",
      text:
        "Ein anderes Konto sollte diese Adresse erhalten, aber sie gehört schon zu einem Konto auf {host}. Melden Sie sich mit dieser Adresse an, um es zu verwenden.\n\nWenn Sie das nicht veranlasst haben, ignorieren Sie diese E-Mail: Es ändert sich nichts.\n",
    },
  },
  notices: {
    at: "Zeit: {at}",
    account: {
      "account-linked": {
        subject: "Konto mit Ihrem verknüpft",
        text: "Sie können sich jetzt damit anmelden: {provider}.",
        advice: account,
      },
      "account-unlinked": {
        subject: "Verknüpftes Konto von Ihrem entfernt",
        text: "Sie können sich nicht mehr damit anmelden: {provider}.",
        advice: account,
      },
      deleted: {
        subject: "Ihr Konto wurde gelöscht",
        text: "Alle Daten dazu wurden entfernt. Dies ist die letzte E-Mail darüber.",
        advice:
          "Wenn Sie das nicht waren, sichern Sie Ihr Postfach und schreiben Sie dem Betreiber der Seite.",
      },
      exported: {
        subject: "Kopie der Daten Ihres Kontos erstellt",
        text: "Sie enthält, was über Sie gespeichert ist, ohne Passwörter und Schlüssel.",
        advice: account,
      },
      "passkey-added": {
        subject: "Passkey zu Ihrem Konto hinzugefügt",
        text: "Sie können sich jetzt damit anmelden.",
        advice: account,
      },
      "passkey-removed": {
        subject: "Passkey aus Ihrem Konto entfernt",
        text: "Sie können sich nicht mehr damit anmelden.",
        advice: account,
      },
      "passkey-renamed": {
        subject: "Passkey Ihres Kontos umbenannt",
        text: "Er öffnet Ihr Konto wie zuvor.",
        advice: account,
      },
      renamed: {
        subject: "Name Ihres Kontos geändert",
        text: "Sie melden sich wie zuvor an.",
        advice: account,
      },
      "sessions-ended": {
        subject: "Sitzungen Ihres Kontos beendet",
        text: "Wo sie offen waren, müssen Sie sich neu anmelden.",
        advice: account,
      },
    },
    address: {
      "changed": {
        subject: "Adresse Ihres Kontos geändert",
        text:
          "E-Mails zu Ihrem Konto gehen nicht mehr an diese Adresse, und sie öffnet das Konto nicht mehr.",
        advice:
          "Wenn Sie das nicht waren, öffnen Sie diesen Link, um die Änderung rückgängig zu machen. Er ist {time} gültig. Ihr Konto erhält diese Adresse zurück, und alle Browser werden abgemeldet:\n\n{url}",
        button: "Änderung rückgängig machen",
      },
      "changed-for-good": {
        subject: "Adresse Ihres Kontos geändert",
        text:
          "Die Person mit Zugang zum Konto hat in zwei Schritten bestätigt, dass diese Adresse verloren ist. Daher lässt sich die Änderung nicht per E-Mail rückgängig machen. Die Adresse öffnet das Konto nicht mehr.",
        advice: "Wenn Sie das nicht waren, schreiben Sie dem Betreiber der Seite.",
      },
      "changed-unproven": {
        subject: "Diese Adresse wurde aus einem Konto entfernt",
        text: "Das Konto hat jetzt eine andere Adresse.",
        advice:
          "Diese Adresse wurde nie bestätigt. Wenn das Konto Ihnen gehört, melden Sie sich an.",
      },
      "restored": {
        subject: "Ihr Konto hat diese Adresse wieder",
        text:
          "Die Änderung der Adresse wurde mit dem Link in unserer E-Mail rückgängig gemacht. Alle Browser wurden abgemeldet. Ein Passwort, Passkeys, verknüpfte Konten und zweite Schritte, die seit der Änderung dazukamen, wurden entfernt.",
        advice:
          "Melden Sie sich mit dieser Adresse an, legen Sie ein neues Passwort fest, wenn Sie eines hatten, und prüfen Sie Ihr Konto.",
      },
      "removed": {
        subject: "Änderung einer Adresse rückgängig gemacht",
        text:
          "Das Konto hat diese Adresse nicht mehr: Die Person an der vorigen Adresse hat die Änderung rückgängig gemacht.",
        advice: "Wenn das Konto Ihnen gehört, melden Sie sich mit der vorigen Adresse an.",
      },
      "undo-requested": {
        subject: "Änderung Ihrer Adresse wird rückgängig gemacht",
        text:
          "Das hat jemand an der vorigen Adresse veranlasst. Ab {due} kann das Konto jene Adresse zurückerhalten; was seit der Änderung dazukam, wird dann entfernt.",
        advice:
          "Wenn eine andere Person das vorige Postfach liest, öffnen Sie vorher diese Seite und behalten Sie die neue Adresse. Sie bestätigen das in zwei Schritten:\n\n{url}",
        button: "Neue Adresse behalten",
      },
      "undo-cancelled": {
        subject: "Änderung Ihrer Adresse bleibt bestehen",
        text:
          "Die Person mit Zugang zum Konto hat in zwei Schritten verhindert, dass die Änderung rückgängig gemacht wird. Der Link in unserer E-Mail gilt nicht mehr.",
        advice: "Wenn Sie das Konto dadurch verloren haben, schreiben Sie dem Betreiber der Seite.",
      },
    },
    factors: {
      added: {
        subject: "Zweiter Schritt zu Ihrem Konto hinzugefügt",
        text: "Eine Anmeldung kann ab jetzt damit bestätigt werden: {factor}.",
        advice: factors,
      },
      removed: {
        subject: "Zweiter Schritt aus Ihrem Konto entfernt",
        text: "Eine Anmeldung kann nicht mehr damit bestätigt werden: {factor}.",
        advice: factors,
      },
      replaced: {
        subject: "Zweiter Schritt in Ihrem Konto ersetzt",
        text: "Er ist neu, und der vorige gilt nicht mehr: {factor}.",
        advice: factors,
      },
      "recovery-used": {
        subject: "Wiederherstellungscode zu Ihrem Konto verwendet",
        text: "Er hat eine Anmeldung bestätigt und gilt nicht noch einmal.",
        advice: factors,
      },
      "reset-requested": {
        subject: "Alle zweiten Schritte werden aus Ihrem Konto entfernt",
        text:
          "Das hat ein Administrator veranlasst. Es gilt ab {due}. Danach braucht eine Anmeldung keinen zweiten Schritt, bis Sie einen neuen einrichten.",
        advice:
          "Wenn Sie das nicht gewünscht haben, melden Sie sich vorher an und brechen Sie es auf der Seite Ihrer zweiten Schritte ab.",
      },
      reset: {
        subject: "Alle zweiten Schritte wurden aus Ihrem Konto entfernt",
        text:
          "Das hat ein Administrator veranlasst. Eine Anmeldung braucht keinen zweiten Schritt, bis Sie einen neuen einrichten.",
        advice: factors,
      },
    },
    passwords: {
      set: {
        subject: "Passwort für Ihr Konto festgelegt",
        text: "Sie können sich jetzt mit Ihrer E-Mail-Adresse und diesem Passwort anmelden.",
        advice: passwords,
      },
      changed: {
        subject: "Passwort Ihres Kontos geändert",
        text: "Das vorige funktioniert nicht mehr.",
        advice: passwords,
      },
      removed: {
        subject: "Passwort Ihres Kontos entfernt",
        text: "Sie können sich nicht mehr damit anmelden.",
        advice: passwords,
      },
    },
  },
};
