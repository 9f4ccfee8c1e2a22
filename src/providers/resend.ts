/**
 * Resend, a mail service: {@link https://resend.com/docs/api-reference/emails/send-email}.
 *
 * @module
 */

import type { Mail } from "../mail/layout.ts";
import type { EmailConfig, EmailUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { DEFAULT_MAX_AGE, MAIL_HEADERS, sendersOf } from "./_mail.ts";
import { postMail } from "./_mail_service.ts";

/**
 * Sign in with a link sent by Resend. Needs an `adapter`.
 *
 * @param options `apiKey` (or AUTH_RESEND_KEY) and `from` of a domain you verified there
 *
 * @example
 * ```ts
 * import Resend from "@x/auth/providers/resend";
 *
 * const provider = Resend({ apiKey: "re_123", from: "App <no-reply@app.example>" });
 * console.log(provider.id);
 * ```
 */
export default function Resend<Id extends OwnId<"resend"> = "resend">(
  options: EmailUserConfig & WithId<Id> = {},
): EmailConfig<NoInfer<Id>> {
  return {
    id: idOf(options, "resend"),
    name: "Resend",
    type: "email",
    maxAge: DEFAULT_MAX_AGE,
    requiredOptions: ["apiKey", "from"],
    ...sendersOf(send),
    options,
  };
}

async function send(provider: EmailConfig, to: string, mail: Mail): Promise<void> {
  await postMail(provider, {
    url: "https://api.resend.com/emails",
    headers: { authorization: `Bearer ${provider.apiKey}` },
    body: { from: provider.from, to, headers: MAIL_HEADERS, ...mail },
  });
}
