/**
 * The rules by which a sign-in proves the email address that it brings.
 *
 * Only a proven address identifies a user. Otherwise an attacker could sign
 * up under another person's address, wait until its owner signs up, and share the
 * owner's user from then on (account pre-hijacking).
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims OpenID Connect Core §5.1}
 * @module
 */

import type { Profile } from "../types/entities.ts";
import type { Identity } from "../types/identity.ts";
import type { ResolvedOAuthProvider, ResolvedProvider } from "../types/resolved_provider.ts";

/** Returns `true` for a provider whose sign-ins can prove an address. */
export function provesAddresses(provider: ResolvedProvider): boolean {
  if (provider.type === "email") return true;
  if (!isOAuth(provider)) return false;
  const { emailVerified } = provider;
  return isVouchedFor(provider) || (emailVerified !== undefined && emailVerified !== false);
}

/** Returns `true` for a provider whose sign-ins may bring unproven addresses. */
export function claimsAddresses(provider: ResolvedProvider): boolean {
  return provider.type === "webauthn" || isOAuth(provider);
}

/**
 * Lists the ids of OAuth providers whose addresses are never proven. An OpenID
 * Provider without a statement may send the claim.
 */
export function findUnproven(providers: readonly ResolvedProvider[]): string[] {
  return providers
    .filter((provider) =>
      isOAuth(provider) && !provesAddresses(provider) &&
      (provider.type === "oauth" || provider.emailVerified === false)
    )
    .map(({ id }) => id);
}

/**
 * Lists the ids of OAuth providers that sign in to users by addresses which they do not verify.
 * An OpenID Provider without a statement may send the claim.
 */
export function findRiskyLinks(providers: readonly ResolvedProvider[]): string[] {
  return providers
    .filter((provider) =>
      isOAuth(provider) && isVouchedFor(provider) &&
      (provider.emailVerified ?? provider.type === "oidc") === false
    )
    .map(({ id }) => id);
}

/** With this option, the app must know that the provider verifies addresses. */
function isVouchedFor({ allowDangerousEmailAccountLinking }: ResolvedOAuthProvider): boolean {
  return allowDangerousEmailAccountLinking === true;
}

/** Returns `true` for a sign-in that proved its address. */
export function isProven(
  provider: ResolvedProvider,
  { account, profile = {} }: Pick<Identity, "account" | "profile">,
): boolean {
  if (account.type === "email") return true;
  if (!isOAuth(provider)) return false;
  const { email_verified: claim } = profile;
  if (claim !== undefined && !isTrue(claim)) return false;
  return isVouchedFor(provider) || isStated(provider, profile, claim !== undefined);
}

/** Applies the provider's statement to a profile; `unstated` is the result without one. */
function isStated(
  { emailVerified }: ResolvedOAuthProvider,
  profile: Profile,
  unstated: boolean,
): boolean {
  if (typeof emailVerified === "string") return isTrue(profile[emailVerified]);
  if (typeof emailVerified !== "function") return emailVerified ?? unstated;
  try {
    return emailVerified(profile) === true;
  } catch {
    return false; // a profile without the members that the function reads proves nothing
  }
}

/** Some providers write claims as text. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === "true";
}

/** Returns `true` for a provider of OAuth or OpenID Connect. */
export function isOAuth(provider: ResolvedProvider | undefined): provider is ResolvedOAuthProvider {
  return provider?.type === "oauth" || provider?.type === "oidc";
}
