/**
 * Passwords, kept by the library: sign-in with an email address and a password, which a
 * user sets after the address was proven.
 *
 * @see {@link https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver NIST SP 800-63B-4 §3.1.1}
 * @module
 */

import { passwordCode } from "./capability.ts";
import { capability } from "../../symbols.ts";
import type { CapabilityCode, WithCode } from "../../config/capability.ts";
import type { PasswordConfig, PasswordOptions } from "../../types/password.ts";
import type { OwnId, WithId } from "../../types/provider.ts";
import { providerId } from "../../base/provider_id.ts";

export type {
  PasswordConfig,
  PasswordCost,
  PasswordFault,
  PasswordFields,
  PasswordOptions,
} from "../../types/password.ts";

/**
 * Sign in with an address and a password. Users set it on the page `{basePath}/password`,
 * which they reach with a link by email: a password is never a sign-in method for an address that
 * its owner has not proven.
 *
 * Needs an adapter with `getUser` and `getUserByEmail`, a store of records, an email
 * provider unless `page` is `false`, and with database sessions `session.revocation`.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import type { AuthConfig } from "@x/auth";
 * import Nodemailer from "@x/auth/providers/nodemailer";
 * import Password from "@x/auth/providers/password";
 *
 * const config: AuthConfig = {
 *   providers: [
 *     Password(),
 *     Nodemailer({ server: "smtp://localhost", from: "App <no-reply@app.example>" }),
 *   ],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 * };
 * console.log(config.providers.length);
 * ```
 */
export default function Password<Id extends OwnId<"password"> = "password">(
  options: PasswordOptions & WithId<Id> = {},
): PasswordConfig<NoInfer<Id>> {
  const provider: PasswordConfig<NoInfer<Id>> & WithCode<CapabilityCode> = {
    id: providerId(options, "password"),
    name: options.name ?? "Password",
    type: "credentials",
    credentials: {
      email: { label: "Email", type: "email", autocomplete: "username", required: true },
      password: {
        label: "Password",
        type: "password",
        autocomplete: "current-password",
        required: true,
      },
    },
    // The flow checks passwords itself, since that takes the store.
    authorize: () => null,
    passwords: options,
    [capability]: passwordCode(options),
  };
  return provider;
}
