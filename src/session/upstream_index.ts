/**
 * The index by which providers find sessions, loaded only where they may end them.
 *
 * @module
 */

import { lazy } from "../lazy.ts";
import type { Awaitable } from "../types/entities.ts";
import type { Context, ResolvedRevocation, SessionIdentity } from "../types/internal.ts";
import type { UpstreamSession } from "../types/upstream.ts";

const loaded = lazy(() => import("./upstream.ts"));

/** The functions of the index; `undefined` when providers may not end sessions. */
export function indexOf(
  { backChannel }: ResolvedRevocation,
): Awaitable<typeof import("./upstream.ts")> | undefined {
  return backChannel ? loaded() : undefined;
}

/**
 * Lets the provider of a further sign-in end the session, which stays.
 *
 * @throws {SignedOutUpstream} when the provider has ended its session meanwhile
 */
export async function enterFurther(
  ctx: Context,
  session: SessionIdentity,
  upstream: UpstreamSession | undefined,
): Promise<void> {
  const { revocation } = ctx.config;
  const index = revocation && await indexOf(revocation);
  await index?.enter(ctx, session, upstream);
  await index?.requireLive(revocation!, upstream);
}
