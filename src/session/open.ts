/**
 * Opens the session token of a request.
 *
 * @module
 */

import { isOfAnotherKey } from "../base/crypto/jwe.ts";
import { openToken, toSecrets } from "../jwt.ts";
import { isStoreFailure } from "../records/store_failure.ts";
import type { JWT } from "../types/entities.ts";
import type { Context } from "../types/internal.ts";
import { withoutOwnClaims } from "./claims.ts";

/** A token that was read. */
export interface Opened {
  /** The claims. */
  claims: JWT;
  /** The claims as they were sealed, to detect changes. */
  text: string;
  /**
   * `true` when an old secret or an earlier library made it, so that its cookie is replaced in
   * any case.
   */
  stale: boolean;
}

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
  for (const token of cookies.all("sessionToken")) {
    const opened = await openOr(ctx, token);
    // The app's own tokens need not say when they were made.
    const at = typeof opened?.claims.iat === "number" ? opened.claims.iat : 0;
    if (opened && at > newest) [chosen, newest] = [token, at];
  }
  cookies.choose(chosen);
  return chosen;
}

async function openOr(ctx: Context, token: string): Promise<Opened | null> {
  try {
    return await open(ctx, token);
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
export async function open(ctx: Context, cookie: string): Promise<Opened | null> {
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
export async function openQuietly(ctx: Context): Promise<Opened | null> {
  const cookie = await tokenOf(ctx);
  return cookie ? await openOr(ctx, cookie) : null;
}
