/**
 * Resend, an email service: {@link https://resend.com/docs/api-reference/emails/send-email}.
 *
 * @module
 */

import type { Mail } from "../mail/layout.ts";
import type { EmailConfig } from "../types/provider.ts";
import type { EmailProvider } from "../types/provider_function.ts";
import { MAIL_HEADERS } from "./_mail.ts";
import { mail, postMail } from "./_mail_service.ts";

/**
 * Sign in with a link sent by Resend. Needs an `adapter`.
 *
 * @param options `apiKey` (or AUTH_RESEND_KEY) and `from` of a domain you verified there
 */
const Resend: EmailProvider<"resend"> = mail("resend", "Resend", send);
export default Resend;

async function send(provider: EmailConfig, to: string, mail: Mail): Promise<void> {
  await postMail(provider, {
    url: "https://api.resend.com/emails",
    headers: { authorization: `Bearer ${provider.apiKey}` },
    body: { from: provider.from, to, headers: MAIL_HEADERS, ...mail },
  });
}
