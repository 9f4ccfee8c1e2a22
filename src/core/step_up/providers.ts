/**
 * Providers by which the user of a session can prove again who it is: the one that began the
 * session, and all others by which this user can sign in. So a user always has a way, also
 * where the first provider cannot be asked any more.
 *
 * @module
 */

import { findProvider } from "../../hooks/providers.ts";
import { loadPart } from "../../hooks/topics.ts";
import { accountsIfListed } from "../../accounts/manage.ts";
import { isPassword } from "../../config/capability.ts";
import { withoutUndefined } from "../../base/objects.ts";
import { nowSeconds } from "../../base/time.ts";
import { METHODS_OF } from "../../session/method_kinds.ts";
import {
  isByProvider,
  joinProofs,
  missingProof,
  type Requirement,
} from "../../session/requirement.ts";
import type { SignedIn } from "../../types/factor_task.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";
import type { ResolvedProvider } from "../../types/resolved_provider.ts";
import type { ProviderType } from "../../types/entities.ts";
import type { Proof } from "../../types/proof.ts";

/** Returns `true` when a proof that the user gives now would meet the requirement. */
export function satisfies(
  { proof }: Pick<SignedIn, "proof">,
  added: Pick<Proof, "methods" | "upstream">,
  requirement: Requirement,
): boolean {
  const joined = joinProofs(proof, comingProof(added, requirement), requirement);
  return missingProof(joined, requirement) === undefined;
}

/** The proof that the user gives next. Times are whole seconds, and `notBefore` may be the next one. */
function comingProof(
  added: Pick<Proof, "methods" | "upstream">,
  { notBefore = 0 }: Requirement,
): Proof {
  return { ...added, at: Math.max(nowSeconds(), notBefore), provider: null };
}

/** The proof that a sign-in with a provider of a type gives, at the best. */
function bestProof(
  type: ProviderType,
  { acrValues }: Requirement,
): Pick<Proof, "methods" | "upstream"> {
  const methods = [...METHODS_OF[type]];
  // OAuth 2 states neither the time nor the context of the sign-in there.
  if (type !== "oidc") return { methods };
  return {
    methods,
    upstream: { authTime: nowSeconds(), acr: acrValues?.[0] ?? "" },
  };
}

/**
 * The proof of a session that a sign-in begins anew: where none of the user's sign-in methods can move
 * the one that there is, the sign-in counts alone, as it would after a sign-out.
 *
 * @returns `undefined` when that is not enough, and for requirements that name more than a time
 */
export function proofAnew(
  known: Proof,
  added: Proof,
  requirement: Requirement,
): Proof | undefined {
  const { methods, acrValues } = requirement;
  if (methods || acrValues) return undefined;
  const { actor } = known;
  const proof = withoutUndefined({ ...added, actor });
  return missingProof(proof, requirement) === undefined ? proof : undefined;
}

/** Ids of the providers that can give the proof; the one that began the session comes first. */
export async function listProviders(
  { config }: Context,
  current: SignedIn,
  requirement: Requirement,
): Promise<string[]> {
  const { proof } = current;
  const own = proof.provider;
  // Two ways to sign in can be two factors, but a user who has a second factor proves that one.
  // And where a session alone can link an account, the account proves nothing about its user.
  const isOwnOnly = requirement.methods !== undefined || !config.protectsAccounts;
  const moving: string[] = [];
  const others: string[] = [];
  const known = [...config.providers.values()];
  // The one that began the session can be one that a capability has.
  const other = own !== null && !config.providers.has(own)
    ? await findProvider(config, own)
    : undefined;
  for (const provider of other ? [...known, other] : known) {
    const { id, type } = provider;
    // Without a store, users of providers get a new id at each sign-in.
    if (config.unusable.has(id) || (!config.store && type !== "credentials")) continue;
    const isWay = await canSignIn(config, provider, current);
    // The button of an account that was unlinked would lead back to this choice, for ever.
    if (isWay === false) continue;
    const isOwn = type !== "webauthn" && (own === null || own === id);
    if (!isOwn && (!isWay || (isOwnOnly && type !== "webauthn"))) continue;
    const best = bestProof(type, requirement);
    // After another proof, only a sign-in with a stated time is one, and not all state it.
    const counts = isOwn || isByProvider(proof.methods) || !best.methods.includes("fed");
    if (counts && satisfies(current, best, requirement)) moving.push(id);
    else if (!isOwnOnly && proofAnew(proof, comingProof(best, requirement), requirement)) {
      others.push(id);
    }
  }
  const ids = moving.length > 0 ? moving : others;
  return ids.sort((a, b) => Number(b === own) - Number(a === own));
}

/** Returns `true` when the user can sign in with a provider; `undefined` when nothing tells. */
async function canSignIn(
  config: ResolvedConfig,
  provider: ResolvedProvider,
  { user, userId }: SignedIn,
): Promise<boolean | undefined> {
  const { store } = config;
  switch (provider.type) {
    case "webauthn":
      return store !== undefined && (await store.listAuthenticatorsByUserId(userId)).length > 0;
    case "email":
      return "emailVerified" in user ? Boolean(user.email && user.emailVerified) : undefined;
    case "credentials":
      return isPassword(provider)
        ? await (await loadPart(config, "passwordRecords"))!.findPassword(config, userId) !== null
        : undefined;
    default: {
      const accounts = await accountsIfListed(config, userId);
      if (accounts?.some((account) => account.provider === provider.id)) return true;
      // Records know the accounts of sign-ins since there are records.
      return store?.has("listAccounts") ? false : undefined;
    }
  }
}
