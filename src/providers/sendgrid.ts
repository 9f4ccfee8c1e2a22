/**
 * SendGrid, a mail service: {@link https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send}.
 *
 * @module
 */

import type { EmailConfig, EmailUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { createMail, DEFAULT_FROM, DEFAULT_MAX_AGE, MAIL_HEADERS } from "./_mail.ts";
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
    from: DEFAULT_FROM,
    maxAge: DEFAULT_MAX_AGE,
    requiredOptions: ["apiKey"],
    async sendVerificationRequest(params) {
      const { identifier, provider } = params;
      const { subject, text, html } = createMail(params);
      await postMail(provider, {
        url: "https://api.sendgrid.com/v3/mail/send",
        headers: { authorization: `Bearer ${provider.apiKey}` },
        body: {
          personalizations: [{ to: [{ email: identifier }] }],
          // The service refuses "Name <address>" as an address.
          from: parseSender(provider.from!),
          subject,
          headers: MAIL_HEADERS,
          content: [
            { type: "text/plain", value: text },
            { type: "text/html", value: html },
          ],
        },
      });
    },
    options,
  };
}
