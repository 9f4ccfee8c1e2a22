/**
 * Sign-out at the provider of a session.
 *
 * @see {@link https://openid.net/specs/openid-connect-rpinitiated-1_0.html OpenID Connect RP-Initiated Logout 1.0} and {@link https://www.rfc-editor.org/rfc/rfc7009 RFC 7009}
 * @module
 */

import { isOAuth } from "../../config/providers.ts";
import { revoke } from "../../flows/oauth/refresh.ts";
import { audit } from "../../hooks/audit.ts";
import type { Context } from "../../types/internal.ts";
import type { ResolvedSignOut } from "../../types/sign_out_settings.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { find, type Found, type TokenOwner, tokenOwner } from "../tokens/owner.ts";
import { findIdToken, type StoredTokens } from "../tokens/stored_tokens.ts";
import { read, type Stored, write } from "../tokens/record.ts";
import { endSession, leftOpenUrl, report, within } from "./way_back.ts";

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
  const [url] = await Promise.all([
    wish.federated ? toProvider(departure) : undefined,
    wish.revokeTokens
      ? within(revokeAll(departure)).catch((error) => report(ctx, error))
      : undefined,
  ]);
  return url;
}

/** The provider's URL, or that of the page which says that its session is open. */
async function toProvider(
  { ctx, holder, provider, found }: Departure,
): Promise<string | undefined> {
  const hint = found ? findIdToken(storedTokensIn(found), holder.proof.upstream?.sid) : undefined;
  try {
    const url = await within(endSession(ctx, provider, hint));
    if (url === undefined) report(ctx, "it has no `end_session_endpoint`");
    return url;
  } catch (error) {
    report(ctx, error);
    // Of a provider without OpenID Connect, nobody expects it.
    return provider.type === "oidc" ? leftOpenUrl(ctx, provider.id, "provider") : undefined;
  }
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
