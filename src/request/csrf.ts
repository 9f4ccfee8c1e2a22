/**
 * Double-submit token: a form must repeat the token in its browser's cookie, and
 * a hash in the cookie proves that this service made it.
 *
 * The cookie's value is `"<token>|<hash>"`, both in lower-case hex; the hash
 * is SHA-256 of the token followed by the secret.
 *
 * It names a browser and no user. Pages of the library use the token of `session/csrf.ts`, which
 * names the visitor too: `<token>.<visitor>`.
 *
 * @module
 */

import { isEqual, sha256Hex } from "../base/crypto/hash.ts";
import { randomHex } from "../base/crypto/bytes.ts";
import { MissingCSRF } from "../errors.ts";
import { saysSameOrigin } from "../http/origin.ts";
import type { Context } from "../types/internal.ts";

/** What stands between the token of a browser and the visitor. */
export const SEPARATOR = ".";

/** Step of the sign-in page that a browser without cookies passes after its form was taken. */
export const COOKIES_STEP = "cookies";

/**
 * Returns the token of this browser, for a form of the app. Sets the cookie when the browser
 * has no valid one, so call it only for a response that contains the token:
 * otherwise, parallel requests would overwrite each other's cookie.
 *
 * @returns `undefined` when CSRF protection is off
 */
export async function browserToken(ctx: Context): Promise<string | undefined> {
  if (isOff(ctx)) return;
  for (const cookie of ctx.cookies.all("csrfToken")) {
    const known = await readToken(ctx, cookie);
    if (known) return known;
  }
  const token = randomHex(32);
  if (loadsPart(ctx)) return token;
  const hash = await sha256Hex(token + joined(ctx.config.secret));
  ctx.cookies.set("csrfToken", `${token}|${hash}`);
  return token;
}

/**
 * Refuses a request that does not carry the token of its browser. It does not ask for whom the
 * form was drawn.
 *
 * @throws {MissingCSRF}
 */
export async function requireBrowserToken(ctx: Context): Promise<void> {
  if (isOff(ctx)) return;
  const { csrfToken } = ctx.request.body ?? {};
  const sent = typeof csrfToken === "string" ? csrfToken.split(SEPARATOR, 1)[0]! : undefined;
  // The form may have been opened before the app changed to this library.
  for (const cookie of [...ctx.cookies.all("csrfToken"), ctx.cookies.earlierCsrfToken]) {
    const token = await readToken(ctx, cookie);
    if (token && sent !== undefined && isEqual(sent, token)) return;
  }
  // A form that was open for too long loses nothing where the browser proves whose it is.
  if (sent !== undefined && saysSameOrigin(ctx.request.request)) return;
  throw new MissingCSRF(
    "The CSRF token is missing or does not fit the cookie: get one from the `csrf` action and " +
      "send it as `csrfToken`",
    { cause: { action: ctx.request.action } },
  );
}

/**
 * Returns `true` for a form that counted by its origin alone, since its browser has sent no cookie at
 * all: it has lost them, or it keeps none.
 */
export function lacksCookies(ctx: Context): boolean {
  return !isOff(ctx) && ctx.request.cookieHeader === "";
}

/**
 * Returns `true` for an image, a style or a script of a page, whose answer shows nobody a form. An
 * app that leads every path to the sign-in page does so for `/favicon.ico` too, and a new cookie
 * would end the form that the page shows meanwhile.
 */
function loadsPart({ request: { request } }: Context): boolean {
  return request.headers.get("sec-fetch-mode") === "no-cors";
}

function isOff({ config, request }: Context): boolean {
  return config.csrfDisabled || request.skipsCsrf === true || request.isOwnPost === true;
}

async function readToken(ctx: Context, cookie: string | undefined): Promise<string | undefined> {
  const [token, hash, ...rest] = cookie?.split("|") ?? [];
  if (!token || !hash || rest.length > 0) return;
  const { secret } = ctx.config;
  // Auth.js writes the joined form; the single secrets let open pages survive
  // a rotation.
  const candidates = [joined(secret), ...(Array.isArray(secret) ? secret : [])];
  for (const candidate of candidates) {
    if (isEqual(await sha256Hex(token + candidate), hash)) return token;
  }
}

function joined(secret: string | string[]): string {
  return Array.isArray(secret) ? secret.join(",") : secret;
}
