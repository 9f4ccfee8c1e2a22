/**
 * Texts of emails about changes of a user's password.
 *
 * @module
 */

import type { Notice } from "../../mail/notice.ts";
import type { NoticeTexts, PasswordNotice } from "../../types/texts.ts";

const advice =
  "If this was not you, another person may have access to your account or your mailbox: " +
  "secure your mailbox, sign in with a link by email, and set a new password.";

const notices: Readonly<Record<PasswordNotice, NoticeTexts>> = {
  set: {
    subject: "A password was set for your account",
    text: "You can now sign in with your email address and this password.",
    advice,
  },
  changed: {
    subject: "The password of your account was changed",
    text: "The one before no longer works.",
    advice,
  },
  removed: {
    subject: "The password of your account was removed",
    text: "You can no longer sign in with it.",
    advice,
  },
};

/** The email about a change. */
export function passwordNotice(change: PasswordNotice): Notice {
  return { builtIn: notices[change], pick: ({ passwords }) => passwords?.[change] };
}
