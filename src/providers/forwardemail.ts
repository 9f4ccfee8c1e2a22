/**
 * Forward Email, an email service: {@link https://forwardemail.net/en/email-api#create-outbound-smtp-email}.
 *
 * @module
 */

import type { Mail } from "../mail/layout.ts";
import type { EmailConfig } from "../types/provider.ts";
import type { EmailProvider } from "../types/provider_function.ts";
import { MAIL_HEADERS } from "./_mail.ts";
import { mail, postMail } from "./_mail_service.ts";

/**
 * Sign in with a link sent by Forward Email. Needs an `adapter`.
 *
 * @param options `apiKey` (or AUTH_FORWARDEMAIL_KEY) and `from` of a domain you verified there
 */
const ForwardEmail: EmailProvider<"forwardemail"> = mail("forwardemail", "Forward Email", send);
export default ForwardEmail;

async function send(provider: EmailConfig, to: string, mail: Mail): Promise<void> {
  await postMail(provider, {
    url: "https://api.forwardemail.net/v1/emails",
    headers: { authorization: `Basic ${btoa(`${provider.apiKey}:`)}` },
    body: { from: provider.from, to, headers: MAIL_HEADERS, ...mail },
  });
}
