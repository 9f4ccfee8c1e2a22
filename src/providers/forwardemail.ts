/**
 * Forward Email, a mail service: {@link https://forwardemail.net/en/email-api#create-outbound-smtp-email}.
 *
 * @module
 */

import type { Mail } from "../mail/layout.ts";
import type { EmailConfig, EmailUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { DEFAULT_MAX_AGE, MAIL_HEADERS, sendersOf } from "./_mail.ts";
import { postMail } from "./_mail_service.ts";

/**
 * Sign in with a link sent by Forward Email. Needs an `adapter`.
 *
 * @param options `apiKey` (or AUTH_FORWARDEMAIL_KEY) and `from` of a domain you verified there
 *
 * @example
 * ```ts
 * import ForwardEmail from "@x/auth/providers/forwardemail";
 *
 * const provider = ForwardEmail({ apiKey: "key", from: "App <no-reply@app.example>" });
 * console.log(provider.id);
 * ```
 */
export default function ForwardEmail<Id extends OwnId<"forwardemail"> = "forwardemail">(
  options: EmailUserConfig & WithId<Id> = {},
): EmailConfig<NoInfer<Id>> {
  return {
    id: idOf(options, "forwardemail"),
    name: "Forward Email",
    type: "email",
    maxAge: DEFAULT_MAX_AGE,
    requiredOptions: ["apiKey", "from"],
    ...sendersOf(send),
    options,
  };
}

async function send(provider: EmailConfig, to: string, mail: Mail): Promise<void> {
  await postMail(provider, {
    url: "https://api.forwardemail.net/v1/emails",
    headers: { authorization: `Basic ${btoa(`${provider.apiKey}:`)}` },
    body: { from: provider.from, to, headers: MAIL_HEADERS, ...mail },
  });
}
