/**
 * Loops, an email service: {@link https://loops.so/docs/api-reference/send-transactional-email}.
 *
 * @module
 */

import type { EmailConfig, EmailUserConfig, OwnId, WithId } from "../types/provider.ts";
import { providerId } from "../base/provider_id.ts";
import { DEFAULT_MAX_AGE } from "./_mail.ts";
import { postMail } from "./_mail_service.ts";

/** Options of {@linkcode Loops}. */
export type LoopsOptions = EmailUserConfig & {
  /** Id of the email template, which uses the data variable `url`, and `code` with codes. */
  transactionalId?: string | undefined;
};

export type { EmailConfig as LoopsConfig, LoopsOptions as LoopsUserConfig };

/**
 * Sign in with a link sent by Loops, in an email designed at Loops. Needs an
 * `adapter`. Loops sends only emails that are designed there, so for emails about accounts,
 * such as codes of second factors, set `sendMail` in the config.
 *
 * @param options `apiKey` (or AUTH_LOOPS_KEY) and `transactionalId`
 *
 * @example
 * ```ts
 * import Loops from "@x/auth/providers/loops";
 *
 * const provider = Loops({ apiKey: "key", transactionalId: "clx123" });
 * console.log(provider.id);
 * ```
 */
export default function Loops<Id extends OwnId<"loops"> = "loops">(
  options: LoopsOptions & WithId<Id> = {},
): EmailConfig<NoInfer<Id>> {
  return {
    id: providerId(options, "loops"),
    name: "Loops",
    type: "email",
    maxAge: DEFAULT_MAX_AGE,
    requiredOptions: ["apiKey", "transactionalId"],
    async sendVerificationRequest({ identifier: email, url, code, provider }) {
      await postMail(provider, {
        url: "https://app.loops.so/api/v1/transactional",
        headers: { authorization: `Bearer ${provider.apiKey}` },
        body: {
          // The cast holds: options are merged into the provider.
          transactionalId: (provider as LoopsOptions).transactionalId,
          email,
          dataVariables: { url, ...code ? { code } : {} },
        },
      });
    },
    options,
  };
}
