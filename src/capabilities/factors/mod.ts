/**
 * Second factors: a further proof at every sign-in of a user who has enrolled one, whatever
 * the provider. Pass them as `factors` in the config. Passkeys as second factors are in
 * `@x/auth/factors/passkey`, since they need a package that apps on npm install themselves.
 *
 * @example
 * ```ts
 * import { RecoveryCodes, Totp } from "@x/auth/factors";
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import GitHub from "@x/auth/providers/github";
 * import type { AuthConfig } from "@x/auth";
 *
 * const config: AuthConfig = {
 *   providers: [GitHub],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   factors: [Totp(), RecoveryCodes()],
 * };
 * console.log(config.factors?.length);
 * ```
 *
 * @module
 */

export { defineFactor } from "./define.ts";
export * from "./functions.ts";
export { MailCode } from "./mail_code.ts";
export { RecoveryCodes } from "./recovery_codes.ts";
export { Totp, type TotpOptions } from "./totp.ts";
export type {
  AccountMail,
  Enrolling,
  Enrolment,
  Factor,
  FactorContext,
  FactorPolicy,
  FactorUser,
  FirstProof,
  FootLink,
  MailFact,
  MailLink,
  TrustedDeviceOptions,
} from "../../types/factor.ts";
