/**
 * SendGrid, a mail service: {@link https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send}.
 *
 * @module
 */

import type { Mail } from "../mail/layout.ts";
import type { EmailConfig, EmailUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { DEFAULT_MAX_AGE, MAIL_HEADERS, sendersOf } from "./_mail.ts";
import { parseSender, postMail } from "./_mail_service.ts";

/**
 * Sign in with a link sent by SendGrid. Needs an `adapter`.
 *
 * @param options `apiKey` (or AUTH_SENDGRID_KEY) and `from` of a sender you verified there
 *
 * @example
 * ```ts
 * import SendGrid from "@x/auth/providers/sendgrid";
 *
 * const provider = SendGrid({ apiKey: "SG.123", from: "App <no-reply@app.example>" });
 * console.log(provider.id);
 * ```
 */
export default function SendGrid<Id extends OwnId<"sendgrid"> = "sendgrid">(
  options: EmailUserConfig & WithId<Id> = {},
): EmailConfig<NoInfer<Id>> {
  return {
    id: idOf(options, "sendgrid"),
    name: "SendGrid",
    type: "email",
    maxAge: DEFAULT_MAX_AGE,
    requiredOptions: ["apiKey", "from"],
    ...sendersOf(send),
    options,
  };
}

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
