/**
 * Postmark, a mail service: {@link https://postmarkapp.com/developer/api/email-api}.
 *
 * @module
 */

import type { EmailConfig, EmailUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { createMail, DEFAULT_FROM, DEFAULT_MAX_AGE, MAIL_HEADERS } from "./_mail.ts";
import { postMail } from "./_mail_service.ts";

/**
 * Sign in with a link sent by Postmark. Needs an `adapter`.
 *
 * @param options `apiKey`: the server token (or AUTH_POSTMARK_KEY), and `from` of a signature you
 * confirmed there
 *
 * @example
 * ```ts
 * import Postmark from "@x/auth/providers/postmark";
 *
 * const provider = Postmark({ apiKey: "server-token", from: "no-reply@app.example" });
 * console.log(provider.id);
 * ```
 */
export default function Postmark<Id extends OwnId<"postmark"> = "postmark">(
  options: EmailUserConfig & WithId<Id> = {},
): EmailConfig<NoInfer<Id>> {
  return {
    id: idOf(options, "postmark"),
    name: "Postmark",
    type: "email",
    from: DEFAULT_FROM,
    maxAge: DEFAULT_MAX_AGE,
    requiredOptions: ["apiKey"],
    async sendVerificationRequest(params) {
      const { identifier, provider } = params;
      const { subject, text, html } = createMail(params);
      await postMail(provider, {
        url: "https://api.postmarkapp.com/email",
        headers: {
          accept: "application/json",
          "x-postmark-server-token": provider.apiKey!, // checked with the config
        },
        body: {
          From: provider.from,
          To: identifier,
          Subject: subject,
          TextBody: text,
          HtmlBody: html,
          Headers: Object.entries(MAIL_HEADERS).map(([Name, Value]) => ({ Name, Value })),
          MessageStream: "outbound",
        },
      });
    },
    options,
  };
}
