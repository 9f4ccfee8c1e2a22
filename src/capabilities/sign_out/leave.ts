/**
 * Sign-out at the provider of a session, and its way back.
 *
 * @see {@link https://openid.net/specs/openid-connect-rpinitiated-1_0.html OpenID Connect RP-Initiated Logout 1.0} and {@link https://www.rfc-editor.org/rfc/rfc7009 RFC 7009}
 * @module
 */

import { isOAuth } from "../../config/providers.ts";
import { isEqual } from "../../base/crypto/hash.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { SignOutError } from "../../errors.ts";
import { endSessionUrl, revoke } from "../../flows/oauth/refresh.ts";
import {
  dropOldest,
  open,
  seal,
  type SealedCookie,
  suffixOf,
} from "../../session/sealed_cookie.ts";
import { audit } from "../../hooks/audit.ts";
import { actionUrl } from "../../http/url.ts";
import { withoutUndefined } from "../../base/objects.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type { ResolvedSignOut } from "../../types/sign_out_settings.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { find, type Found, type TokenOwner, tokenOwner } from "../tokens/owner.ts";
import { findIdToken, type StoredTokens } from "../tokens/stored_tokens.ts";
import { read, type Stored, write } from "../tokens/record.ts";

/** Data of a sign-out that is on its way through the provider. */
interface Leave {
  /** Id of the provider. */
  provider: string;
  /** `state` parameter that was sent. */
  state: string;
  /** URL that the browser goes to afterwards. */
  callbackUrl: string;
}

/** The browser must come back within 15 minutes. */
const COOKIE = {
  key: "signOut",
  salt: "authjs.signout",
  maxAge: 900,
} as const satisfies SealedCookie;

/** Milliseconds that a sign-out waits for the provider. */
const PATIENCE_MS = 5000;

/** What happens at the provider. */
type Wish = Pick<ResolvedSignOut, "federated" | "revokeTokens">;

/** A session that is about to end. */
interface Departure {
  ctx: Context;
  holder: TokenOwner;
  provider: ResolvedOAuthProvider;
  found: Found | null;
}

/**
 * Reads what a sign-out at the provider needs, as long as there is a session. Never throws: a
 * failure is logged.
 *
 * @returns a function to call when the session has ended: it returns the URL at the provider
 * to send the browser to; `undefined` when there is none
 */
export async function prepare(
  ctx: Context,
  wish: Wish,
): Promise<(() => Promise<string | undefined>) | undefined> {
  try {
    const holder = await tokenOwner(ctx);
    const provider = ctx.config.providers.get(holder?.proof.provider ?? "");
    if (!holder || !isOAuth(provider)) return undefined;
    // Without an ID token the provider may ask which session to end.
    const found = ctx.config.tokens ? await findQuietly(ctx, holder, provider.id) : null;
    return () => leave({ ctx, holder, provider, found }, wish);
  } catch (error) {
    report(ctx, error);
    return undefined;
  }
}

async function findQuietly(
  ctx: Context,
  holder: TokenOwner,
  provider: string,
): Promise<Found | null> {
  try {
    return await find(ctx, holder, provider);
  } catch (error) {
    report(ctx, error);
    return null;
  }
}

async function leave(departure: Departure, wish: Wish): Promise<string | undefined> {
  const { ctx } = departure;
  const attempt = async <T>(run: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await within(run());
    } catch (error) {
      report(ctx, error);
    }
  };
  const [url] = await Promise.all([
    wish.federated ? attempt(() => toProvider(departure)) : undefined,
    wish.revokeTokens ? attempt(() => revokeAll(departure)) : undefined,
  ]);
  return url;
}

/** The provider's URL; the way back is sealed in a cookie. */
async function toProvider({ ctx, holder, provider, found }: Departure): Promise<string> {
  const state = randomBase64url(32);
  const hint = found ? findIdToken(storedTokensIn(found), holder.proof.upstream?.sid) : undefined;
  const url = await endSessionUrl(
    provider,
    withoutUndefined({
      id_token_hint: hint,
      client_id: provider.clientId,
      post_logout_redirect_uri: actionUrl(ctx, "signout", provider.id),
      state,
    }) as Record<string, string>,
  );
  const value: Leave = { provider: provider.id, state, callbackUrl: ctx.callbackUrl };
  await dropOldest(ctx, COOKIE);
  await seal(ctx, COOKIE, await suffixOf(state), value);
  return url;
}

/** Revokes the tokens of the session's account, and keeps none but ID tokens. */
async function revokeAll({ ctx, holder, provider, found }: Departure): Promise<void> {
  // Before the requests, so that no other session uses them meanwhile.
  const tokens = found && ("stored" in found ? await empty(ctx, found) : found.tokens);
  if (!tokens) return;
  const { refreshToken, accessToken } = tokens;
  // The access token usually ends with the refresh token, which is therefore the first.
  if (refreshToken !== undefined) await revoke(provider, refreshToken, "refresh_token");
  if (accessToken) await revoke(provider, accessToken, "access_token");
  await audit(ctx, { name: "tokens.revoked", userId: holder.userId, provider: provider.id });
}

/**
 * Removes the tokens of a record, which stays: without one, those of the adapter's account
 * would be read again.
 *
 * @returns the removed ones; `null` when there are none any more
 */
async function empty(
  { config }: Context,
  { stored, records }: Extract<Found, { stored: Stored }>,
): Promise<StoredTokens | null> {
  for (let now: Stored | null = stored; now; now = await read(config, records, stored.id)) {
    const tokens: StoredTokens = { ...now.tokens, accessToken: "", expiresAt: 1 };
    delete tokens.refreshToken;
    if (await write(config, records, { ...now, tokens }, now.version)) return now.tokens;
    // A refresh at the same time has written newer ones.
  }
  return null;
}

function storedTokensIn(found: Found): StoredTokens {
  return "stored" in found ? found.stored.tokens : found.tokens;
}

/** Rejects when a provider does not answer: the browser waits for its way back. */
async function within<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`the provider did not answer within ${PATIENCE_MS / 1000} seconds`);
    timer = setTimeout(() => reject(error), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function report({ config }: Context, error: unknown): void {
  // The error itself can hold the provider's answer, which may repeat a token.
  const reason = error instanceof Error ? error.message : String(error);
  config.logger.error(new SignOutError(`Signed out here, but not at the provider: ${reason}`));
}

/** `GET signout/<provider>`: the way back from the provider. */
export async function comeBack(ctx: Context): Promise<ResponseInternal> {
  const { provider, request: { origin, query: { state = "" } } } = ctx;
  const suffix = await suffixOf(state);
  const left = await open<Leave>(ctx, COOKIE, suffix);
  ctx.cookies.delete(COOKIE.key, suffix);
  if (left && left.provider === provider?.id && isEqual(left.state, state)) {
    return { redirect: left.callbackUrl };
  }
  await audit(ctx, { name: "signout.refused", reason: "attempt-mismatch" });
  return { redirect: `${origin}/` };
}
