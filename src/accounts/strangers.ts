/**
 * A passkey sign-up takes an address that nobody has checked, so it may be
 * somebody else's. When its owner first proves the address, the keys and
 * sessions of whoever came before lead nowhere any more.
 *
 * @module
 */

import { forgetRecord } from "../session/revocation.ts";
import { sessionOf } from "../session/mod.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { Context, Store } from "../types/internal.ts";

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
