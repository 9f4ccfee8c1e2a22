/**
 * The index by which providers find sessions, loaded only where they may end them.
 *
 * @module
 */

import { lazy } from "../base/lazy.ts";
import type { Awaitable } from "../types/entities.ts";
import type { Context, ResolvedRevocation } from "../types/internal.ts";
import type { SessionIdentity } from "../types/identity.ts";
import type { ProviderSession } from "../types/provider_session.ts";

const loaded = lazy(() => import("./provider_session.ts"));

/** The functions of the index; `undefined` when providers may not end sessions. */
export function indexOf(
  { backChannel }: ResolvedRevocation,
): Awaitable<typeof import("./provider_session.ts")> | undefined {
  return backChannel ? loaded() : undefined;
}

/**
 * Lets the provider of a further sign-in end a session that goes on. Does nothing when
 * records are not kept.
 *
 * @throws {SignedOutUpstream} when the session at the provider has ended
 */
export async function addProviderSession(
  ctx: Context,
  identity: SessionIdentity,
  upstreamSession: ProviderSession | undefined,
): Promise<void> {
  const { revocation } = ctx.config;
  if (!revocation) return;
  const index = await indexOf(revocation);
  await index?.add(ctx, identity, upstreamSession);
  await index?.requireLive(revocation, upstreamSession);
}
