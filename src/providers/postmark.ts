/**
 * Postmark, a mail service: {@link https://postmarkapp.com/developer/api/email-api}.
 *
 * @module
 */

import type { Mail } from "../mail/layout.ts";
import type { EmailConfig, EmailUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { DEFAULT_MAX_AGE, MAIL_HEADERS, sendersOf } from "./_mail.ts";
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
