/**
 * The first proof of a session, without the second factors that were proven since.
 *
 * @module
 */

import { accountsIfListed } from "../../accounts/manage.ts";
import type { Account } from "../../types/entities.ts";
import type { FirstProof } from "../../types/factor.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { AuthenticationMethod } from "../../types/proof.ts";
import { METHODS_OF, methodsOfKind } from "../../session/method_kinds.ts";
import type { SignedIn } from "../../types/factor_task.ts";

/** Methods of the first proof of a session; `undefined` when they are unknown. */
export function findFirstMethods(
  { providers }: ResolvedConfig,
  { proof: { provider, methods } }: Pick<SignedIn, "proof">,
): readonly AuthenticationMethod[] | undefined {
  const type = provider === null ? undefined : providers.get(provider)?.type;
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
  const methods = findFirstMethods(config, signedIn);
  const account = methods && await findAccount(config, signedIn);
  return account && { account, methods };
}

async function findAccount(
  config: ResolvedConfig,
  { userId, user, proof }: SignedIn,
): Promise<Account | undefined> {
  const provider = proof.provider!;
  const { type } = config.providers.get(provider)!;
  if (type === "credentials") return { provider, type, providerAccountId: userId, userId };
  if (type === "email") return { provider, type, providerAccountId: user.email ?? "", userId };
  const accounts = await accountsIfListed(config, userId);
  const found = accounts?.find((account) => account.provider === provider);
  return found && { ...found, userId };
}
