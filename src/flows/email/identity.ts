/**
 * Whom the proof of an address leads to.
 *
 * @module
 */

import { loadPart } from "../../hooks/topics.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { Account } from "../../types/entities.ts";
import type { Context } from "../../types/internal.ts";
import type { Identity } from "../../types/identity.ts";
import type { TypedPendingPassword } from "../../types/password.ts";
import type { EmailConfig } from "../../types/provider.ts";

/** The stored user of an address or a kept password, or a new one that is not stored yet. */
export async function readIdentity(
  ctx: Context,
  provider: EmailConfig,
  identifier: string,
  pending?: TypedPendingPassword,
): Promise<Identity> {
  const owner = pending && await findPendingUser(ctx, pending);
  const known = owner ?? await ctx.config.store!.getUserByEmail(identifier);
  const user: AdapterUser = known ??
    { id: crypto.randomUUID(), email: identifier, emailVerified: null };
  const account: Account = {
    providerAccountId: identifier,
    userId: user.id,
    type: "email",
    provider: provider.id,
  };
  const isStored = known !== null;
  return { user, account, isStored, methods: ["mail"], ...(owner ? { pending } : {}) };
}

async function findPendingUser(
  { config }: Context,
  pending: TypedPendingPassword,
): Promise<AdapterUser | null> {
  // Stored passwords need the provider, which may have been taken out of the config since.
  return await (await loadPart(config, "pendingPasswords"))?.findPendingUser(config, pending) ??
    null;
}
