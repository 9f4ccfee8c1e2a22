/**
 * Emails about changes of a user's account.
 *
 * @module
 */

import { dateInWords } from "../base/in_words.ts";
import { accountNoticeEnglish } from "./account_english.ts";
import { type Caller, sendNotice } from "./notice.ts";
import type { AccountNotice } from "../types/texts.ts";

/** Sends a notice to an address. */
export async function sendAccountNotice(
  caller: Caller,
  to: string,
  notice: AccountNotice,
  { provider, due }: { provider: string; due?: Date | undefined },
): Promise<void> {
  await sendNotice(
    caller,
    to,
    { builtIn: accountNoticeEnglish[notice], pick: ({ account }) => account?.[notice] },
    ({ language }) => ({ provider, due: due ? dateInWords(language, due, "long") : "" }),
  );
}
