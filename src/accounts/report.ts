/**
 * Reports changes of users and accounts, to the event's handler and to the audit
 * log.
 *
 * @module
 */

import { audit, emit } from "../hooks/audit.ts";
import type { Caller } from "../mail/send_notice.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { Context } from "../types/internal.ts";
import type { Identity } from "../types/identity.ts";

/** Reports that a user was created. */
export async function reportCreated(ctx: Context, user: AdapterUser): Promise<void> {
  await emit(ctx.config, "createUser", { user });
  await audit(ctx, { name: "user.created", userId: user.id });
}

/** Reports that a user was updated. */
export async function reportUpdated(caller: Caller, user: AdapterUser): Promise<void> {
  await emit(caller.config, "updateUser", { user });
  await audit(caller, { name: "user.updated", userId: user.id });
}

/** Reports that an account was linked. The audit entry of a passkey is that of its key. */
export async function reportLinked(
  ctx: Context,
  { user: profile, account }: Identity,
  user: AdapterUser,
): Promise<void> {
  await emit(ctx.config, "linkAccount", { user, account, profile });
  if (account.type !== "webauthn") {
    await audit(ctx, { name: "account.linked", userId: user.id });
  }
}
