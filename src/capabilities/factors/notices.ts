/**
 * Emails about changes of a user's second factors.
 *
 * @module
 */

import { type Caller, sendNotice } from "../../mail/send_notice.ts";
import { timeInWords } from "../../base/in_words.ts";
import { lazy } from "../../base/lazy.ts";
import type { Factor, FactorUser } from "../../types/factor.ts";
import type { FactorNotice } from "../../types/texts.ts";
import { factorNoticeEnglish } from "./notice_english.ts";

/** Loaded with the first notice: a sign-in sends none. */
const words = lazy(() => import("../../../pages/factor/messages.ts"));

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
  const { factorMessages, pickTexts } = await words();
  await sendNotice(
    caller,
    email,
    {
      builtIn: factorNoticeEnglish[notice],
      pick: ({ factors }) => factors?.[notice],
      facts: ["factor"],
    },
    (wording) => ({
      // Programs that show plain text may show soft hyphens too.
      factor: factor
        ? pickTexts(factorMessages(wording), factor).name.replaceAll("\u00ad", "")
        : "",
      due: due ? timeInWords(wording.language, due) : "",
    }),
  );
}
