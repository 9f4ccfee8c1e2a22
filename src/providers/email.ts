/**
 * Nodemailer under the id `email`, which older apps use.
 *
 * @module
 */

import type { OwnId, WithId } from "../types/provider.ts";
import { providerId } from "../base/provider_id.ts";
import Nodemailer, { type NodemailerConfig, type NodemailerUserConfig } from "./nodemailer.ts";

export type {
  EmailConfig,
  EmailProviderSendVerificationRequestParams,
  EmailProviderType,
  EmailUserConfig,
} from "../types/provider.ts";
export type { EmailProviderId } from "../types/provider_id.ts";
export type { NodemailerConfig, NodemailerUserConfig };

/**
 * Sign in with a link sent over SMTP. Callback URLs end in `email`.
 *
 * @deprecated Use `@x/auth/providers/nodemailer` in new apps.
 * @throws {AuthError} when there is no `server`, or it is text that is no SMTP URL
 *
 * @example
 * ```ts
 * import Email from "@x/auth/providers/email";
 *
 * console.log(Email({ server: "smtp://localhost:25", from: "no-reply@app.example" }).id);
 * ```
 */
export default function Email<Id extends OwnId<"email"> = "email">(
  options?: NodemailerUserConfig & WithId<Id>,
): NodemailerConfig<NoInfer<Id>> {
  return { ...Nodemailer(options), id: providerId(options, "email"), name: "Email" };
}
