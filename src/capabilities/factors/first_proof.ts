/**
 * The first proof of a session, without the second factors that were proven since.
 *
 * @module
 */

import { accountsIfListed } from "../../accounts/manage.ts";
import { findProvider } from "../../hooks/providers.ts";
import type { Account } from "../../types/entities.ts";
import type { FirstProof } from "../../types/factor.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { AuthenticationMethod } from "../../types/proof.ts";
import { METHODS_OF, methodsOfKind } from "../../session/method_kinds.ts";
import type { SignedIn } from "../../types/factor_task.ts";

/** Methods of the first proof of a session; `undefined` when they are unknown. */
export async function findFirstMethods(
  config: ResolvedConfig,
  { proof: { provider, methods } }: Pick<SignedIn, "proof">,
): Promise<readonly AuthenticationMethod[] | undefined> {
  const type = (await findProvider(config, provider ?? undefined))?.type;
  if (!type || methods.length === 0) return undefined;
  // Those of passkeys differ.
  return type === "webauthn" ? methodsOfKind(methods, "key") : METHODS_OF[type];
}

/**
 * The first proof of a session as the policy sees it; `undefined` when its account is
 * unknown.
 */
export async function findFirstProof(
  config: ResolvedConfig,
  signedIn: SignedIn,
): Promise<FirstProof | undefined> {
  const methods = await findFirstMethods(config, signedIn);
  const account = methods && await findAccount(config, signedIn);
  return account && { account, methods };
}

async function findAccount(
  config: ResolvedConfig,
  { userId, user, proof }: SignedIn,
): Promise<Account | undefined> {
  const provider = proof.provider!;
  const { type } = (await findProvider(config, provider))!;
  if (type === "credentials") return { provider, type, providerAccountId: userId, userId };
  if (type === "email") return { provider, type, providerAccountId: user.email ?? "", userId };
  const accounts = await accountsIfListed(config, userId);
  const found = accounts?.find((account) => account.provider === provider);
  return found && { ...found, userId };
}
