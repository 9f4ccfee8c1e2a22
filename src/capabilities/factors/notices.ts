/**
 * Mails about changes of a user's second factors.
 *
 * @module
 */

import { type Caller, sendNotice, toText } from "../../mail/notice.ts";
import type { ByLanguage } from "../../base/language.ts";
import { lazy } from "../../base/lazy.ts";
import type { Factor, FactorUser } from "../../types/factor.ts";
import type { FactorNotice, NoticeTexts } from "../../types/texts.ts";

/** Loaded with the first notice: a sign-in sends none. */
const words = lazy(() => import("../../../pages/factor/messages.ts"));

const advice: ByLanguage<string> = {
  en: "If this was not you, another person may have access to your account: sign in, check " +
    "your second steps, and change your password.",
  de: "Wenn Sie das nicht waren, hat vielleicht jemand anderes Zugang zu Ihrem Konto: " +
    "Melden Sie sich an, prüfen Sie Ihre zweiten Schritte und ändern Sie Ihr Passwort.",
};

/** Texts of the notices; `{factor}` is the name of a factor. */
export const factorNotices: Readonly<Record<FactorNotice, ByLanguage<NoticeTexts>>> = {
  added: {
    en: {
      subject: "A second step was added to your account",
      text: "From now on, a sign-in can be confirmed with it: {factor}.",
      advice: advice.en,
    },
    de: {
      subject: "Zweiter Schritt zu Ihrem Konto hinzugefügt",
      text: "Eine Anmeldung kann ab jetzt damit bestätigt werden: {factor}.",
      advice: advice.de,
    },
  },
  removed: {
    en: {
      subject: "A second step was removed from your account",
      text: "A sign-in can no longer be confirmed with it: {factor}.",
      advice: advice.en,
    },
    de: {
      subject: "Zweiter Schritt aus Ihrem Konto entfernt",
      text: "Eine Anmeldung kann nicht mehr damit bestätigt werden: {factor}.",
      advice: advice.de,
    },
  },
  replaced: {
    en: {
      subject: "A second step of your account was replaced",
      text: "It is new, and the one before no longer works: {factor}.",
      advice: advice.en,
    },
    de: {
      subject: "Zweiter Schritt in Ihrem Konto ersetzt",
      text: "Er ist neu, und der vorige gilt nicht mehr: {factor}.",
      advice: advice.de,
    },
  },
  "recovery-used": {
    en: {
      subject: "A recovery code of your account was used",
      text: "It confirmed a sign-in, and does not work again.",
      advice: advice.en,
    },
    de: {
      subject: "Wiederherstellungscode zu Ihrem Konto verwendet",
      text: "Er hat eine Anmeldung bestätigt und gilt nicht noch einmal.",
      advice: advice.de,
    },
  },
  "reset-requested": {
    en: {
      subject: "All second steps of your account will be removed",
      text: "An administrator asked for this. It takes effect at {due}. After that, a sign-in " +
        "needs no second step until you set up a new one.",
      advice:
        "If you did not ask for this, sign in before that time and cancel it on the page of " +
        "your second steps.",
    },
    de: {
      subject: "Alle zweiten Schritte werden aus Ihrem Konto entfernt",
      text: "Das hat ein Administrator veranlasst. Es gilt ab {due}. Danach braucht eine " +
        "Anmeldung keinen zweiten Schritt, bis Sie einen neuen einrichten.",
      advice: "Wenn Sie das nicht gewünscht haben, melden Sie sich vorher an und brechen Sie es " +
        "auf der Seite Ihrer zweiten Schritte ab.",
    },
  },
  reset: {
    en: {
      subject: "All second steps of your account were removed",
      text: "An administrator asked for this. A sign-in needs no second step until you set up " +
        "a new one.",
      advice: advice.en,
    },
    de: {
      subject: "Alle zweiten Schritte wurden aus Ihrem Konto entfernt",
      text: "Das hat ein Administrator veranlasst. Eine Anmeldung braucht keinen zweiten " +
        "Schritt, bis Sie einen neuen einrichten.",
      advice: advice.de,
    },
  },
};

/** Facts of a notice. */
export interface NoticeFacts {
  /** The factor. */
  factor?: Pick<Factor, "id" | "name">;
  /** Time at which a reset takes effect. */
  due?: Date;
}

/** Tells the user of a change of the second factors. */
export async function notify(
  caller: Caller,
  { email }: Pick<FactorUser, "email">,
  notice: FactorNotice,
  { factor, due }: NoticeFacts = {},
): Promise<void> {
  if (!caller.config.sendMail || email === undefined) return;
  const { factorMessages, textsOf } = await words();
  await sendNotice(
    caller,
    email,
    { builtIn: factorNotices[notice], pick: ({ factors }) => factors?.[notice] },
    (wording) => ({
      factor: factor ? textsOf(factorMessages(wording), factor).name : "",
      due: due ? toText(due) : "",
    }),
  );
}
