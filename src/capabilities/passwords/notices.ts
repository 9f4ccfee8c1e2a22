/**
 * Texts of mails about changes of a user's password.
 *
 * @module
 */

import type { Notice } from "../../mail/notice.ts";
import type { ByLanguage } from "../../base/language.ts";
import type { NoticeTexts, PasswordNotice } from "../../types/texts.ts";

const advice: ByLanguage<string> = {
  en: "If this was not you, another person may have access to your account or your mailbox: " +
    "secure your mailbox, sign in with a link by email, and set a new password.",
  de: "Wenn Sie das nicht waren, hat vielleicht jemand anderes Zugang zu Ihrem Konto oder " +
    "Ihrem Postfach: Sichern Sie Ihr Postfach, melden Sie sich mit einem Link per E-Mail an " +
    "und legen Sie ein neues Passwort fest.",
};

const notices: Readonly<Record<PasswordNotice, ByLanguage<NoticeTexts>>> = {
  set: {
    en: {
      subject: "A password was set for your account",
      text: "You can now sign in with your email address and this password.",
      advice: advice.en,
    },
    de: {
      subject: "Passwort für Ihr Konto festgelegt",
      text: "Sie können sich jetzt mit Ihrer E-Mail-Adresse und diesem Passwort anmelden.",
      advice: advice.de,
    },
  },
  changed: {
    en: {
      subject: "The password of your account was changed",
      text: "The one before no longer works.",
      advice: advice.en,
    },
    de: {
      subject: "Passwort Ihres Kontos geändert",
      text: "Das vorige funktioniert nicht mehr.",
      advice: advice.de,
    },
  },
  removed: {
    en: {
      subject: "The password of your account was removed",
      text: "You can no longer sign in with it.",
      advice: advice.en,
    },
    de: {
      subject: "Passwort Ihres Kontos entfernt",
      text: "Sie können sich nicht mehr damit anmelden.",
      advice: advice.de,
    },
  },
};

/** The mail about a change. */
export function passwordNotice(change: PasswordNotice): Notice {
  return { builtIn: notices[change], pick: ({ passwords }) => passwords?.[change] };
}
