/**
 * Sessions that live in the cookie: an encrypted token, in chunks when long.
 *
 * A token is sealed anew only when the app changed it, when it is older than
 * `updateAge`, or when an old secret made it. Reads that change nothing set no
 * cookie, so parallel reads cannot bring back a session that just ended.
 *
 * @module
 */

import { emit } from "../hooks/events.ts";
import { JWTSessionError, SignOutError } from "../errors.ts";
import { openToken, toSecrets } from "../jwt.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { JWT, Profile, Session } from "../types/entities.ts";
import type { Context, Member, SessionStrategy } from "../types/internal.ts";

/** A token that was read, and whether its cookie should be replaced in any case. */
interface Opened {
  claims: JWT;
  /** The claims as they were sealed, to notice changes. */
  text: string;
  /** Made with an old secret. */
  stale: boolean;
}

/** Encrypted token in the cookie. */
export const jwtStrategy: SessionStrategy = { issue, read, end, user };

async function issue(ctx: Context, member: Member, profile?: Profile): Promise<void> {
  const { user, account, isNewUser } = member;
  const token = await ctx.config.callbacks.jwt({
    token: { name: user.name, email: user.email, picture: user.image, sub: String(user.id) },
    user,
    account,
    profile,
    isNewUser,
    trigger: isNewUser ? "signUp" : "signIn",
  });
  if (token === null) ctx.cookies.delete("sessionToken");
  else await seal(ctx, token);
}

async function read(ctx: Context, update?: { data: unknown }): Promise<Session | null> {
  const cookie = ctx.cookies.get("sessionToken");
  if (!cookie) return null;
  let opened: Opened | null;
  try {
    opened = await open(ctx, cookie);
  } catch (error) {
    const expired = error instanceof Error && error.name === "JWTExpired";
    if (expired) ctx.config.logger.debug("Session token has expired");
    else ctx.config.logger.error(new JWTSessionError(error as Error));
    opened = null;
  }
  if (!opened) {
    ctx.cookies.delete("sessionToken");
    return null;
  }
  try {
    return await present(ctx, opened, update);
  } catch (error) {
    // The app's callback failed, not the token: keep it for the next try.
    ctx.config.logger.error(new JWTSessionError(error as Error));
    return null;
  }
}

async function open(ctx: Context, cookie: string): Promise<Opened | null> {
  const { jwt, builtInTokens } = ctx.config;
  const salt = ctx.cookies.name("sessionToken");
  if (builtInTokens) {
    const { claims, text, index } = await openToken(cookie, toSecrets(jwt.secret), salt);
    return { claims, text, stale: index > 0 };
  }
  const claims = await jwt.decode({ token: cookie, secret: jwt.secret, salt });
  return claims && { claims, text: JSON.stringify(claims), stale: false };
}

/** Runs the callbacks in their order: jwt, session, then the event. */
async function present(
  ctx: Context,
  { claims, text, stale }: Opened,
  update: { data: unknown } | undefined,
): Promise<Session | null> {
  const { callbacks, session: { maxAge, updateAge } } = ctx.config;
  const issuedAt = typeof claims.iat === "number" ? claims.iat : -Infinity;
  const trigger = update ? { trigger: "update" as const } : {};
  const token = await callbacks.jwt(
    {
      token: claims,
      session: update?.data,
      ...trigger,
      // Typed as always present for apps that read it at sign-in.
    } as Parameters<typeof callbacks.jwt>[0],
  );
  if (token === null) {
    ctx.cookies.delete("sessionToken");
    return null;
  }
  const renew = stale || update !== undefined || Date.now() / 1000 - issuedAt >= updateAge ||
    JSON.stringify(token) !== text;
  const expires = renew ? expiry(maxAge) : new Date((issuedAt + maxAge) * 1000);
  const session = await callbacks.session(
    {
      session: {
        user: { name: token.name, email: token.email, image: token.picture },
        expires: expires.toISOString(),
      },
      token,
      ...(update ? { newSession: update.data, ...trigger } : {}),
      // The parameter is the sum of what both strategies pass.
    } as unknown as Parameters<typeof callbacks.session>[0],
  );
  if (renew) await seal(ctx, token);
  await emit(ctx.config, "session", { session, token });
  return session;
}

async function seal(ctx: Context, token: JWT): Promise<void> {
  const { jwt, session } = ctx.config;
  const salt = ctx.cookies.name("sessionToken");
  const value = await jwt.encode({ token, secret: jwt.secret, salt, maxAge: jwt.maxAge });
  ctx.cookies.set("sessionToken", value, { expires: expiry(session.maxAge) });
}

function expiry(maxAge: number): Date {
  return new Date(Date.now() + maxAge * 1000);
}

async function end(ctx: Context): Promise<void> {
  const cookie = ctx.cookies.get("sessionToken");
  if (!cookie) return;
  try {
    const opened = await open(ctx, cookie);
    await emit(ctx.config, "signOut", { token: opened?.claims ?? null });
  } catch (error) {
    ctx.config.logger.error(new SignOutError(error as Error));
  }
  ctx.cookies.delete("sessionToken");
}

async function user(ctx: Context): Promise<AdapterUser | null> {
  const cookie = ctx.cookies.get("sessionToken");
  const { store } = ctx.config;
  if (!cookie || !store) return null;
  const opened = await open(ctx, cookie).catch(() => null);
  return opened?.claims.sub ? await store.getUser(opened.claims.sub) : null;
}
