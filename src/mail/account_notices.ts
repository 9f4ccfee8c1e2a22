/**
 * Mails about changes of a user's account.
 *
 * @module
 */

import { type Caller, sendNotice } from "./notice.ts";
import type { ByLanguage } from "../base/language.ts";
import type { AccountNotice, NoticeTexts } from "../types/texts.ts";

const advice: ByLanguage<string> = {
  en: "If this was not you, another person may have access to your account: sign in, end all " +
    "other sessions, and check the ways in which you can sign in.",
  de: "Wenn Sie das nicht waren, hat vielleicht jemand anderes Zugang zu Ihrem Konto: Melden " +
    "Sie sich an, beenden Sie alle anderen Sitzungen und prüfen Sie, wie Sie sich anmelden " +
    "können.",
};

/** Texts of the notices; `{provider}` is the name of a provider. */
export const accountNotices: Readonly<Record<AccountNotice, ByLanguage<NoticeTexts>>> = {
  "account-linked": {
    en: {
      subject: "An account was linked to yours",
      text: "You can now sign in with it: {provider}.",
      advice: advice.en,
    },
    de: {
      subject: "Konto mit Ihrem verknüpft",
      text: "Sie können sich jetzt damit anmelden: {provider}.",
      advice: advice.de,
    },
  },
  "account-unlinked": {
    en: {
      subject: "A linked account was removed from yours",
      text: "You can no longer sign in with it: {provider}.",
      advice: advice.en,
    },
    de: {
      subject: "Verknüpftes Konto von Ihrem entfernt",
      text: "Sie können sich nicht mehr damit anmelden: {provider}.",
      advice: advice.de,
    },
  },
  deleted: {
    en: {
      subject: "Your account was deleted",
      text: "All data that belonged to it was removed. This is the last mail about it.",
      advice: "If this was not you, secure your mailbox and write to the operator of the site.",
    },
    de: {
      subject: "Ihr Konto wurde gelöscht",
      text: "Alle Daten dazu wurden entfernt. Dies ist die letzte E-Mail darüber.",
      advice: "Wenn Sie das nicht waren, sichern Sie Ihr Postfach und schreiben Sie dem " +
        "Betreiber der Seite.",
    },
  },
  exported: {
    en: {
      subject: "A copy of the data of your account was made",
      text: "It lists what is kept about you, without passwords and keys.",
      advice: advice.en,
    },
    de: {
      subject: "Kopie der Daten Ihres Kontos erstellt",
      text: "Sie enthält, was über Sie gespeichert ist, ohne Passwörter und Schlüssel.",
      advice: advice.de,
    },
  },
  "passkey-added": {
    en: {
      subject: "A passkey was added to your account",
      text: "You can now sign in with it.",
      advice: advice.en,
    },
    de: {
      subject: "Passkey zu Ihrem Konto hinzugefügt",
      text: "Sie können sich jetzt damit anmelden.",
      advice: advice.de,
    },
  },
  "passkey-removed": {
    en: {
      subject: "A passkey was removed from your account",
      text: "You can no longer sign in with it.",
      advice: advice.en,
    },
    de: {
      subject: "Passkey aus Ihrem Konto entfernt",
      text: "Sie können sich nicht mehr damit anmelden.",
      advice: advice.de,
    },
  },
  "passkey-renamed": {
    en: {
      subject: "A passkey of your account was renamed",
      text: "It opens your account as before.",
      advice: advice.en,
    },
    de: {
      subject: "Passkey Ihres Kontos umbenannt",
      text: "Er öffnet Ihr Konto wie zuvor.",
      advice: advice.de,
    },
  },
  renamed: {
    en: {
      subject: "The name of your account was changed",
      text: "You sign in as before.",
      advice: advice.en,
    },
    de: {
      subject: "Name Ihres Kontos geändert",
      text: "Sie melden sich wie zuvor an.",
      advice: advice.de,
    },
  },
  "sessions-ended": {
    en: {
      subject: "Sessions of your account were ended",
      text: "Where they were, you must sign in again.",
      advice: advice.en,
    },
    de: {
      subject: "Sitzungen Ihres Kontos beendet",
      text: "Wo sie offen waren, müssen Sie sich neu anmelden.",
      advice: advice.de,
    },
  },
};

/** Sends a notice to an address. */
export async function sendAccountNotice(
  caller: Caller,
  to: string,
  notice: AccountNotice,
  values: { provider: string },
): Promise<void> {
  await sendNotice(
    caller,
    to,
    { builtIn: accountNotices[notice], pick: ({ account }) => account?.[notice] },
    () => values,
  );
}
