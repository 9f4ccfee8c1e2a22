/**
 * Texts of emails about changes of a user's password.
 *
 * @module
 */

import type { Notice } from "../../mail/send_notice.ts";
import type { PasswordNotice } from "../../types/texts.ts";
import { passwordNoticeEnglish } from "./notice_english.ts";

/** The email about a change. */
export function passwordNotice(change: PasswordNotice): Notice {
  return { builtIn: passwordNoticeEnglish[change], pick: ({ passwords }) => passwords?.[change] };
}
