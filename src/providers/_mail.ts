/**
 * What all providers of emails have in common.
 *
 * @module
 */

import { createAccountMail, createMail, type Mail } from "../mail/layout.ts";
import type { AccountMail } from "../types/factor.ts";
import type { EmailConfig, EmailProviderSendVerificationRequestParams } from "../types/provider.ts";

/**
 * Headers of the email. They stop automatic answers, such as out-of-office
 * replies.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc3834#section-5 RFC 3834 §5}
 */
export const MAIL_HEADERS: Readonly<Record<string, string>> = {
  "Auto-Submitted": "auto-generated",
};

/** Seconds a link is valid when the app sets no `maxAge`: 1 day. */
export const DEFAULT_MAX_AGE = 24 * 60 * 60;

/** The functions of a provider that send its two kinds of emails. */
export function sendersOf(
  send: (provider: EmailConfig, to: string, mail: Mail) => Promise<void>,
): {
  /** Sends the link. */
  sendVerificationRequest: (params: EmailProviderSendVerificationRequestParams) => Promise<void>;
  /** Sends an email about an account. */
  sendMail: (mail: AccountMail, provider: EmailConfig) => Promise<void>;
} {
  return {
    sendVerificationRequest: async (params) =>
      await send(params.provider, params.identifier, createMail(params)),
    sendMail: async (mail, provider) => await send(provider, mail.to, createAccountMail(mail)),
  };
}
