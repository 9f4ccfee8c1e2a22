/**
 * Nodemailer under the id that older apps use.
 *
 * @module
 */

import Nodemailer, { type NodemailerConfig, type NodemailerUserConfig } from "./nodemailer.ts";

export type { NodemailerConfig, NodemailerUserConfig };

/**
 * Sign in with a link sent over SMTP. Callback URLs end in `email`.
 *
 * @deprecated Use `@x/auth/providers/nodemailer` in new apps.
 * @throws {AuthError} when there is no `server`
 *
 * @example
 * ```ts
 * import Email from "@x/auth/providers/email";
 *
 * console.log(Email({ server: "smtp://localhost:25", from: "no-reply@app.example" }).id);
 * ```
 */
export default function Email(options?: NodemailerUserConfig): NodemailerConfig {
  return { ...Nodemailer(options), id: "email", name: "Email" };
}
