/**
 * Opens the session token of a request.
 *
 * @module
 */

import { isOfAnotherKey } from "../base/crypto/jwe.ts";
import { openToken, toSecrets } from "../jwt.ts";
import { isStoreFailure } from "../records/store_failure.ts";
import type { Context } from "../types/internal.ts";
import { withoutOwnClaims } from "./claims.ts";
import { type OpenedToken, openTokenOnce } from "./opened.ts";

/**
 * The session token of a request. Of several, which a browser has after the app has changed the
 * `domain` of its cookies, it is the newest one that opens.
 *
 * @throws {AdapterError} when the store fails that a token of an earlier library needs
 */
export async function tokenOf(ctx: Context): Promise<string | undefined> {
  const { cookies } = ctx;
  const first = cookies.get("sessionToken");
  if (first === undefined || !cookies.hasManySessions) return first;
  let chosen = first;
  let newest = -Infinity;
  for (const cookie of cookies.all("sessionToken")) {
    const token = await openOrNull(ctx, cookie);
    // The app's own tokens need not say when they were made.
    const at = typeof token?.claims.iat === "number" ? token.claims.iat : 0;
    if (token && at > newest) [chosen, newest] = [cookie, at];
  }
  cookies.choose(chosen);
  return chosen;
}

async function openOrNull(ctx: Context, cookie: string): Promise<OpenedToken | null> {
  try {
    return await open(ctx, cookie);
  } catch (error) {
    if (isStoreFailure(error)) throw error;
    return null;
  }
}

/**
 * Returns `true` for a cookie that another app on this host has sealed, as on two ports of
 * `localhost`, which share their cookies. It is not this app's to delete, or to complain about.
 */
export async function isOfAnotherApp(
  { config, cookies }: Context,
  cookie: string,
): Promise<boolean> {
  if (config.session.strategy === "jwt" && !config.builtInTokens) return false;
  const salt = cookies.name("sessionToken");
  return await isOfAnotherKey(cookie, toSecrets(config.jwt.secret), salt);
}

/** Opens the token in a cookie; `null` when the app's `decode` does not accept it. */
export async function open(ctx: Context, cookie: string): Promise<OpenedToken | null> {
  const { jwt, builtInTokens, userConfig: written, records } = ctx.config;
  const earlier = await written.legacy?.open(cookie, toSecrets(jwt.secret), records);
  if (earlier) {
    const claims = withoutOwnClaims(earlier);
    return { claims, text: JSON.stringify(claims), stale: true };
  }
  const salt = ctx.cookies.name("sessionToken");
  if (builtInTokens) {
    const { claims, text, index } = await openToken(cookie, toSecrets(jwt.secret), salt);
    return { claims, text, stale: index > 0 || ctx.cookies.isEarlier };
  }
  const claims = await jwt.decode({ token: cookie, secret: jwt.secret, salt });
  return claims && { claims, text: JSON.stringify(claims), stale: ctx.cookies.isEarlier };
}

/**
 * The request's token; `null` when there is none or it cannot be read.
 *
 * @throws {AdapterError} when the store fails that a token of an earlier library needs
 */
export async function openQuietly(ctx: Context): Promise<OpenedToken | null> {
  const cookie = await tokenOf(ctx);
  if (!cookie) return null;
  try {
    return await openTokenOnce(ctx, () => open(ctx, cookie));
  } catch (error) {
    if (isStoreFailure(error)) throw error;
    return null;
  }
}
