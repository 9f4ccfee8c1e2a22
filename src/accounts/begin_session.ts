/**
 * The session of a sign-in whose proof is enough, and the event about it.
 *
 * @module
 */

import { emit } from "../hooks/events.ts";
import { lazy } from "../base/lazy.ts";
import { withoutUndefined } from "../base/objects.ts";
import { tellsOfDevices } from "../mail/account_changes.ts";
import { rememberProvider } from "../request/last_provider.ts";
import { sessionOf } from "../session/strategies.ts";
import type { Profile } from "../types/entities.ts";
import type { Context } from "../types/internal.ts";
import type { ProvenMember } from "../types/session.ts";

const devices = lazy(() => import("./new_device.ts"));

/**
 * Begins the session.
 *
 * @returns `false` when the `jwt` callback refused the sign-in, which then leaves nothing
 */
export async function beginSession(
  ctx: Context,
  member: ProvenMember,
  profile: Profile | undefined,
): Promise<boolean> {
  const { tokens } = ctx.config;
  const kept = tokens ? await tokens.keep(ctx, member) : member;
  if (!await sessionOf(ctx).issue(ctx, kept, profile)) return false;
  rememberProvider(ctx, member.account.provider);
  const { user, account, isNewUser } = member;
  if (tellsOfDevices(ctx.config)) await (await devices()).noteDevice(ctx, member);
  await emit(ctx.config, "signIn", withoutUndefined({ user, account, profile, isNewUser }));
  return true;
}
