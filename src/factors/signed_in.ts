/**
 * The user of a session, for changes of factors and further proofs.
 *
 * @module
 */

import { ATTEMPT_MAX_AGE } from "../config/defaults.ts";
import { randomBase64url } from "../crypto/random.ts";
import { open, seal, type SealedCookie } from "../flows/sealed.ts";
import { ownerOf } from "../hooks/owner.ts";
import { readClaims } from "../session/jwt.ts";
import { sessionOf } from "../session/mod.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { User } from "../types/entities.ts";
import type { SignedIn } from "../types/factor_task.ts";
import type { Context } from "../types/internal.ts";

/** Beside the cookie of a sign-in that waits; a seal for one cannot be opened as the other. */
const COOKIE: SealedCookie = { key: "factorAttempt", salt: "authjs.factor-session" };
const SUFFIX = "session";

/** The id of a user who has proven who it is. */
export function userIdOf({ id }: User | AdapterUser): string {
  if (id === undefined) throw new TypeError("Cannot ask for a second factor: the user has no id");
  return ownerOf(id);
}

/** The user who is signed in; `null` without a live session. */
export async function signedIn(ctx: Context): Promise<SignedIn | null> {
  const strategy = sessionOf(ctx);
  const proof = await strategy.proof(ctx);
  const user = proof && (await strategy.user(ctx) ?? await userOfClaims(ctx));
  return user && { user, userId: userIdOf(user), proof };
}

/** With token sessions, a user of `authorize` need not be stored. */
async function userOfClaims(ctx: Context): Promise<User | null> {
  if (ctx.config.session.strategy !== "jwt") return null;
  const claims = await readClaims(ctx);
  if (!claims?.sub) return null;
  const { sub: id, name, email, picture: image } = claims;
  return { id, name, email, image };
}

/**
 * Id of what a signed-in user is doing in this browser, to which challenges and codes are
 * bound. Sets its cookie when there is none.
 */
export async function attemptOfSession(ctx: Context, { userId }: SignedIn): Promise<string> {
  const known = await open<{ id: string; userId: string }>(ctx, COOKIE, SUFFIX);
  if (known?.userId === userId) return known.id;
  const id = randomBase64url(24);
  await seal(ctx, COOKIE, SUFFIX, { id, userId }, ATTEMPT_MAX_AGE);
  return id;
}
