/**
 * Postmark, an email service: {@link https://postmarkapp.com/developer/api/email-api}.
 *
 * @module
 */

import type { Mail } from "../mail/layout.ts";
import type { EmailConfig } from "../types/provider.ts";
import type { EmailProvider } from "../types/provider_function.ts";
import { MAIL_HEADERS } from "./_mail.ts";
import { mail, postMail } from "./_mail_service.ts";

/**
 * Sign in with a link sent by Postmark. Needs an `adapter`.
 *
 * @param options `apiKey`: the server token (or AUTH_POSTMARK_KEY), and `from` of a signature you
 * confirmed there
 */
const Postmark: EmailProvider<"postmark"> = mail("postmark", "Postmark", send);
export default Postmark;

async function send(
  provider: EmailConfig,
  to: string,
  { subject, text, html }: Mail,
): Promise<void> {
  await postMail(provider, {
    url: "https://api.postmarkapp.com/email",
    headers: {
      accept: "application/json",
      "x-postmark-server-token": provider.apiKey!, // required by `requiredOptions`
    },
    body: {
      From: provider.from,
      To: to,
      Subject: subject,
      TextBody: text,
      HtmlBody: html,
      Headers: Object.entries(MAIL_HEADERS).map(([Name, Value]) => ({ Name, Value })),
      MessageStream: "outbound",
    },
  });
}
