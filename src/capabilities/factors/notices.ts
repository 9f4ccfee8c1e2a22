/**
 * Emails about changes of a user's second factors.
 *
 * @module
 */

import { type Caller, sendNotice, toText } from "../../mail/notice.ts";
import { lazy } from "../../base/lazy.ts";
import type { Factor, FactorUser } from "../../types/factor.ts";
import type { FactorNotice, NoticeTexts } from "../../types/texts.ts";

/** Loaded with the first notice: a sign-in sends none. */
const words = lazy(() => import("../../../pages/factor/messages.ts"));

const advice =
  "If this was not you, another person may have access to your account: sign in, check " +
  "your second steps, and change your password.";

/** Texts of the notices; `{factor}` is the name of a factor. */
export const factorNotices: Readonly<Record<FactorNotice, NoticeTexts>> = {
  added: {
    subject: "A second step was added to your account",
    text: "From now on, a sign-in can be confirmed with it: {factor}.",
    advice,
  },
  removed: {
    subject: "A second step was removed from your account",
    text: "A sign-in can no longer be confirmed with it: {factor}.",
    advice,
  },
  replaced: {
    subject: "A second step of your account was replaced",
    text: "It is new, and the one before no longer works: {factor}.",
    advice,
  },
  "recovery-used": {
    subject: "A recovery code of your account was used",
    text: "It confirmed a sign-in, and does not work again.",
    advice,
  },
  "reset-requested": {
    subject: "All second steps of your account will be removed",
    text: "An administrator asked for this. It takes effect at {due}. After that, a sign-in " +
      "needs no second step until you set up a new one.",
    advice: "If you did not ask for this, sign in before that time and cancel it on the page of " +
      "your second steps.",
  },
  reset: {
    subject: "All second steps of your account were removed",
    text: "An administrator asked for this. A sign-in needs no second step until you set up " +
      "a new one.",
    advice,
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
