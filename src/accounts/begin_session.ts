/**
 * The session of a sign-in whose proof is enough, and the event about it.
 *
 * @module
 */

import { emit } from "../hooks/audit.ts";
import { loadPart, publish } from "../hooks/topics.ts";
import { lazy } from "../base/lazy.ts";
import { withoutUndefined } from "../base/objects.ts";
import { tellsOfDevices } from "../mail/notify_user.ts";
import { rememberProvider } from "../request/last_provider.ts";
import { sessionOf } from "../session/strategies.ts";
import type { Profile } from "../types/entities.ts";
import type { Context } from "../types/internal.ts";
import type { ProvenMember } from "../types/identity.ts";

const devices = lazy(() => import("./new_device.ts"));

/** A sign-in that has ended, or waits for a decision of the user. */
export interface Begun {
  /** URL that follows. */
  redirect: string;
  /** `false` when it waits, or a callback of the app refused the session. */
  hasSession: boolean;
}

/**
 * Begins the session; that of a user whose account will be deleted waits until the user keeps it.
 * A sign-in that the `jwt` callback refused leaves nothing.
 *
 * @param redirect URL that follows. Default: that of the sign-in
 */
export async function beginSession(
  ctx: Context,
  member: ProvenMember,
  profile: Profile | undefined,
  redirect = ctx.callbackUrl,
): Promise<Begun> {
  // A user who is new or signed in has not asked for a deletion.
  const deletions = member.isNewUser || member.keepsSession
    ? undefined
    : await loadPart(ctx.config, "deletions");
  const held = await deletions?.holdSignIn(ctx, member, profile, redirect);
  if (held !== undefined) return { redirect: held, hasSession: false };
  const checked = deletions ? { ...member, recheck: deletions.makeRecheck(ctx, member) } : member;
  const tokens = await loadPart(ctx.config, "tokens");
  const stored = tokens ? await tokens.keep(ctx, checked) : checked;
  if (!await sessionOf(ctx).issue(ctx, stored, profile)) return { redirect, hasSession: false };
  rememberProvider(ctx, member.account.provider);
  const { user, account, isNewUser, proof: { at: provenAt } } = member;
  const log = (error: unknown) => ctx.config.logger.error(error as Error);
  await publish(ctx.config, "session.begun", {
    ...{ ctx, user, provenAt, type: account.type },
    // Users of `authorize` are new to the store, and not to the app.
    isNewUser: isNewUser === true && account.type !== "credentials",
  }, log);
  if (tellsOfDevices(ctx.config)) await (await devices()).noteDevice(ctx, member, redirect);
  await emit(ctx.config, "signIn", withoutUndefined({ user, account, profile, isNewUser }));
  return { redirect, hasSession: true };
}
