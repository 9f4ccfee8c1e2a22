/**
 * Texts of emails about changes of a user's password.
 *
 * @module
 */

import type { Notice } from "../../mail/notice.ts";
import type { NoticeTexts, PasswordNotice } from "../../types/texts.ts";

const notices: Readonly<Record<PasswordNotice, NoticeTexts>> = {
  set: {
    subject: "A password was set for your account",
    text: "You can now sign in with your email address and this password.",
  },
  changed: {
    subject: "Your password was changed",
    text: "The previous one no longer works.",
  },
  removed: {
    subject: "Your password was removed",
    text: "You can no longer sign in with it.",
  },
};

/** The email about a change. */
export function passwordNotice(change: PasswordNotice): Notice {
  return { builtIn: notices[change], pick: ({ passwords }) => passwords?.[change] };
}
