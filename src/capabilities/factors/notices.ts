/**
 * Emails about changes of a user's second factors.
 *
 * @module
 */

import { type Caller, sendNotice } from "../../mail/notice.ts";
import { timeInWords } from "../../base/in_words.ts";
import { lazy } from "../../base/lazy.ts";
import type { Factor, FactorUser } from "../../types/factor.ts";
import type { FactorNotice, NoticeTexts } from "../../types/texts.ts";

/** Loaded with the first notice: a sign-in sends none. */
const words = lazy(() => import("../../../pages/factor/messages.ts"));

/** Texts of the notices; `{factor}` is the name of a factor. */
export const factorNotices: Readonly<Record<FactorNotice, NoticeTexts>> = {
  added: {
    subject: "A two-step verification method was added",
    text: "From now on, a sign-in can be verified with it: {factor}.",
  },
  removed: {
    subject: "A two-step verification method was removed",
    text: "A sign-in can no longer be verified with it: {factor}.",
  },
  replaced: {
    subject: "A two-step verification method was replaced",
    text: "The new one works, and the previous one no longer does: {factor}.",
  },
  "recovery-used": {
    subject: "A recovery code was used",
    text: "It verified a sign-in, and does not work again.",
  },
  "reset-requested": {
    subject: "Two-step verification will be turned off",
    text:
      "An administrator asked for this. From {due} on, you sign in without two-step verification. " +
      "Until then, you can sign in and cancel it on the page for two-step verification.",
  },
  reset: {
    subject: "Two-step verification was turned off",
    text:
      "An administrator asked for this. You sign in without two-step verification until you add a " +
      "new method.",
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
      // Programs that show plain text may show soft hyphens too.
      factor: factor ? textsOf(factorMessages(wording), factor).name.replaceAll("\u00ad", "") : "",
      due: due ? timeInWords(wording.language, due) : "",
    }),
  );
}
