/**
 * All shared types.
 *
 * @example
 * ```ts
 * import type { AuthConfig, Session } from "@x/auth/types";
 *
 * const greet = (session: Session | null): string => session?.user?.name ?? "stranger";
 * const config: AuthConfig = { providers: [] };
 * console.log(greet(null), config.providers.length);
 * ```
 *
 * @module
 */

export type * from "./entities.ts";
export type * from "./options.ts";
export type * from "./provider.ts";
export type { EmailProvider, OAuthProvider, OIDCProvider } from "./provider_function.ts";
export type * from "./account.ts";
export type * from "./adapter.ts";
export type * from "./address.ts";
export type * from "./audit.ts";
export type * from "./capability.ts";
export type * from "./records.ts";
export type * from "./principal.ts";
export type * from "./proof.ts";
export type * from "./config.ts";
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
} from "./factor.ts";
export type * from "./sign_in_page.ts";
export type * from "./sign_out.ts";
export type * from "./sign_up.ts";
export type * from "./legacy.ts";
export type { ActionLimits, LimitsOptions, SizeLimits } from "./limits.ts";
export type { PasswordCost, PasswordFault, PasswordOptions } from "./password.ts";
export type * from "./inference.ts";
export type * from "./webauthn.ts";
export type * from "./sign_out.ts";
export type * from "./tokens.ts";
export type * from "./texts.ts";
export type {
  AuthAction,
  Cookie,
  PageKind,
  RequestInternal,
  RequestMethod,
  ResponseInternal,
  SemverString,
} from "./internal.ts";
export type { InternalProvider } from "./resolved_provider.ts";
