/**
 * The address in a session token, which is a copy of the user's.
 *
 * @module
 */

import type { Context } from "../types/internal.ts";
import { proofOf, sessionIdOf, tokensOf } from "./claims.ts";
import { readClaims, seal } from "./jwt.ts";

/** Seals the request's session token with another address, if it holds one. */
export async function showAddress(ctx: Context, email: string): Promise<void> {
  if (ctx.config.session.strategy !== "jwt") return;
  const claims = await readClaims(ctx);
  // The app's `jwt` callback may have left the address out.
  if (!claims || !("email" in claims)) return;
  const { email_verified: _, ...rest } = claims;
  await seal(ctx, { ...rest, email }, sessionIdOf(claims), proofOf(claims), tokensOf(claims));
}
