/**
 * Keeps the tokens of a sign-in.
 *
 * @module
 */

import { tokensOf } from "../../session/claims.ts";
import { readClaims } from "../../session/jwt.ts";
import type { Context } from "../../types/internal.ts";
import type { ResolvedUser } from "../../types/identity.ts";
import { openClaim, withProvider } from "./claim.ts";
import { toStoredTokens } from "./stored_tokens.ts";
import { save } from "./record.ts";

/**
 * Writes the tokens of a member's account. Without records, and without an adapter whose users
 * could own records, the session token gets a claim.
 */
export async function keep<M extends ResolvedUser>(ctx: Context, member: M): Promise<M> {
  const { config } = ctx;
  const { records, store } = config;
  const { account, user } = member;
  const id = records && await save(config, records, user.id!, account);
  if (store && records) return member;
  const tokens = toStoredTokens(account);
  const entry = id !== undefined
    ? { record: id }
    : !records && tokens
    ? { kept: tokens }
    : undefined;
  if (!entry) return member;
  const current = member.keepsSession ? await readClaims(ctx) : null;
  // Tokens that no secret opens are replaced.
  const claim = await openClaim(config, current ? tokensOf(current) : undefined).catch(() => ({}));
  return { ...member, tokens: await withProvider(config, claim, account.provider, entry) };
}
