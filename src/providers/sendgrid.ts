/**
 * SendGrid, an email service: {@link https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send}.
 *
 * @module
 */

import type { Mail } from "../mail/layout.ts";
import type { EmailConfig } from "../types/provider.ts";
import type { EmailProvider } from "../types/provider_function.ts";
import { MAIL_HEADERS } from "./_mail.ts";
import { mail, parseSender, postMail } from "./_mail_service.ts";

/**
 * Sign in with a link sent by SendGrid. Needs an `adapter`.
 *
 * @param options `apiKey` (or AUTH_SENDGRID_KEY) and `from` of a sender you verified there
 */
const SendGrid: EmailProvider<"sendgrid"> = mail("sendgrid", "SendGrid", send);
export default SendGrid;

async function send(
  provider: EmailConfig,
  to: string,
  { subject, text, html }: Mail,
): Promise<void> {
  await postMail(provider, {
    url: "https://api.sendgrid.com/v3/mail/send",
    headers: { authorization: `Bearer ${provider.apiKey}` },
    body: {
      personalizations: [{ to: [{ email: to }] }],
      // SendGrid refuses "Name <address>", so name and address are sent separately.
      from: parseSender(provider.from!),
      subject,
      headers: MAIL_HEADERS,
      content: [
        { type: "text/plain", value: text },
        { type: "text/html", value: html },
      ],
    },
  });
}
