/**
 * Tokens of providers: kept at a sign-in, when the app wants it.
 *
 * @module
 */

import { isOAuth } from "../../config/address_proof.ts";
import { lazy } from "../../base/lazy.ts";
import type { Context, Member } from "../../types/internal.ts";

const loaded = lazy(() => import("./keep.ts"));

/** Keeps the tokens of a member's account; with `tokens` alone. */
export async function keepTokens<M extends Member>(ctx: Context, member: M): Promise<M> {
  if (!ctx.config.tokens || !isOAuth(ctx.provider)) return member;
  return await (await loaded()).keep(ctx, member);
}
