/**
 * A passkey sign-up takes an address that nobody has checked, so it may be
 * somebody else's. When its owner first proves the address, the keys and
 * sessions of whoever came before lead nowhere any more; until then, nothing
 * but keys is added to the user.
 *
 * @module
 */

import { forgetRecord } from "../session/revocation.ts";
import { sessionOf } from "../session/mod.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type {
  Context,
  Identity,
  ResolvedOAuthProvider,
  ResolvedProvider,
  Store,
} from "../types/internal.ts";

/**
 * Whether nothing but keys vouches for a user whose address nobody has proven.
 * An account of the stranger's own must not be added to such a user: it could
 * not be told from the owner's later, and would stay. Always `false` where no
 * proof of the address can come.
 */
export async function isClaim(ctx: Context, store: Store, user: AdapterUser): Promise<boolean> {
  if (user.emailVerified || !user.email) return false;
  const providers = [...ctx.config.providers.values()];
  const canKeysSignIn = providers.some(({ type }) => type === "webauthn");
  if (!canKeysSignIn || !canProve(ctx)) return false;
  if ((await store.listAuthenticatorsByUserId(user.id)).length === 0) return false;
  // A store that cannot list accounts may hide one that came first.
  const accounts = await store.listAccounts?.(user.id) ?? [];
  return accounts.every(({ type }) => type === "webauthn");
}

/**
 * Whether an address is a way into a user here: by a mail, or by a provider
 * that links by address. Elsewhere it is a word about the user, and nothing
 * opens by it.
 */
export function canProve({ config }: Context): boolean {
  return [...config.providers.values()].some(provesAddresses);
}

function provesAddresses(provider: ResolvedProvider): boolean {
  return provider.type === "email" ||
    Boolean((provider as Partial<ResolvedOAuthProvider>).allowDangerousEmailAccountLinking);
}

/**
 * Whether the provider itself says that nobody has checked the address. Some
 * write the claim as text.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims OpenID Connect Core §5.1}
 */
export function isUnverified({ profile }: Identity): boolean {
  return String(profile?.email_verified).toLowerCase() === "false";
}

/**
 * Call it before the address counts as proven, so that a failure on the way is
 * made good by the next try. Whoever is signed in as this user has both the
 * key and the address, and keeps everything.
 */
export async function evictStrangers(ctx: Context, store: Store, user: AdapterUser): Promise<void> {
  const { providers, revocation } = ctx.config;
  const passkeys = [...providers.values()].filter(({ type }) => type === "webauthn");
  if (passkeys.length === 0 || (await sessionOf(ctx).user(ctx))?.id === user.id) return;
  const keys = await store.listAuthenticatorsByUserId(user.id);
  if (keys.length === 0) return;
  for (const { credentialID, providerAccountId } of keys) {
    for (const { id: provider } of passkeys) {
      const account = await store.getAccount(providerAccountId, provider);
      // Without its account a key signs nobody in.
      if (account?.userId === user.id) await store.unlinkAccount({ provider, providerAccountId });
    }
    await store.deleteAuthenticator?.(credentialID);
  }
  await store.deleteSessionsByUserId?.(user.id);
  for (const { id } of await revocation?.store.listSessionRecords(user.id) ?? []) {
    forgetRecord(revocation!, id);
    await revocation!.store.deleteSessionRecord(id);
  }
}
