/**
 * Providers by which the user of a session can prove again who it is: the one that began the
 * session, and all others by which this user can sign in. So a user always has a way, also
 * where the first provider cannot be asked any more.
 *
 * @module
 */

import { accountsIfListed } from "../accounts/manage.ts";
import { isPassword, passwordsOf } from "../config/engine.ts";
import { METHODS_OF } from "../session/method_kinds.ts";
import {
  isByProvider,
  joinProofs,
  missingProof,
  type Requirement,
} from "../session/requirement.ts";
import type { SignedIn } from "../types/factor_task.ts";
import type { Context, ResolvedConfig, ResolvedProvider } from "../types/internal.ts";
import type { AuthenticationMethod, UpstreamProof } from "../types/proof.ts";

/** Returns `true` when a proof of now would meet the requirement. */
export function gives(
  { proof }: SignedIn,
  methods: readonly AuthenticationMethod[],
  requirement: Requirement,
  upstream?: UpstreamProof,
): boolean {
  const at = Math.floor(Date.now() / 1000);
  const added = { at, methods: [...methods], provider: null, ...(upstream ? { upstream } : {}) };
  return missingProof(joinProofs(proof, added, requirement), requirement) === undefined;
}

/** Ids of the providers that can give the proof. */
export async function providersOf(
  { config }: Context,
  current: SignedIn,
  requirement: Requirement,
): Promise<string[]> {
  const own = current.proof.provider;
  // Two ways to sign in can be two factors, but a user who has a second factor proves that one.
  // And where a session alone can link an account, the account proves nothing about its user.
  const isOwnOnly = requirement.methods !== undefined || !config.protectsAccounts;
  const ids: string[] = [];
  for (const provider of config.providers.values()) {
    const { id, type } = provider;
    if (config.unusable.has(id) || !isAble(config, provider, current, requirement)) continue;
    const isOwn = type !== "webauthn" && (own === null || own === id);
    const counts = isOwn || ((!isOwnOnly || type === "webauthn") &&
      await canSignIn(config, provider, current));
    if (counts) ids.push(id);
  }
  return ids;
}

function isAble(
  { store }: ResolvedConfig,
  { type }: ResolvedProvider,
  current: SignedIn,
  requirement: Requirement,
): boolean {
  // Without a store, users of providers get a new id at each sign-in.
  if (!store && type !== "credentials") return false;
  // OAuth 2 states neither the time nor the context of the sign-in there.
  const upstream = type === "oidc"
    ? { authTime: Math.floor(Date.now() / 1000), acr: requirement.acrValues?.[0] ?? "" }
    : undefined;
  return gives(current, METHODS_OF[type], requirement, upstream);
}

/** Returns `true` when the user can sign in with a provider, as far as the store knows. */
async function canSignIn(
  config: ResolvedConfig,
  provider: ResolvedProvider,
  { user, userId, proof }: SignedIn,
): Promise<boolean> {
  const { store } = config;
  if (!store) return false;
  switch (provider.type) {
    case "webauthn":
      return (await store.listAuthenticatorsByUserId(userId)).length > 0;
    case "email":
      return Boolean(user.email && "emailVerified" in user && user.emailVerified);
    case "credentials":
      return isPassword(provider) &&
        await (await passwordsOf(config).records()).passwordOf(config, userId) !== null;
    default: {
      // After another proof, only a sign-in with a stated time is one, and not all state it.
      if (!isByProvider(proof.methods)) return false;
      const accounts = await accountsIfListed(config, userId);
      return accounts?.some((account) => account.provider === provider.id) ?? false;
    }
  }
}
