/**
 * The way of a browser through the provider after a sign-out, for providers of the config and for those
 * that others bring. The session here has ended before, and nothing waits for the provider.
 *
 * @see {@link https://openid.net/specs/openid-connect-rpinitiated-1_0.html OpenID Connect RP-Initiated Logout 1.0}
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { isEqual } from "../../base/crypto/hash.ts";
import { withoutUndefined } from "../../base/objects.ts";
import { SignOutError } from "../../errors.ts";
import { endSessionUrl } from "../../flows/oauth/refresh.ts";
import { audit } from "../../hooks/audit.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { renderBuiltIn } from "../../response/render.ts";
import {
  dropOldest,
  open,
  seal,
  type SealedCookie,
  suffixOf,
} from "../../session/sealed_cookie.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";

/** Data of a sign-out that is on its way through the provider. */
interface WayBack {
  /** Id of the provider. */
  provider: string;
  /** What was sent, and comes back. */
  state: string;
  /** URL that the browser goes to afterwards. */
  callbackUrl: string;
  /** Id of the request that the answer must name; absent for OpenID Connect. */
  requestId?: string | undefined;
}

/** The browser must come back within 15 minutes. */
const COOKIE = {
  key: "signOut",
  salt: "authjs.signout",
  maxAge: 900,
} as const satisfies SealedCookie;

/** Milliseconds that a sign-out waits for the provider. */
const PATIENCE_MS = 5000;

/** Sessions that a sign-out has not ended: that at the provider, or those at its other sites. */
export type LeftOpen = "others" | "provider";

/**
 * The URL at the provider that ends its session. The way back is sealed in a cookie.
 *
 * @param hint ID token of the session
 * @returns `undefined` for a provider that has no such URL
 * @throws {Error} when the provider cannot be asked
 */
export async function endSession(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  hint: string | undefined,
): Promise<string | undefined> {
  const state = randomBase64url(32);
  const url = await endSessionUrl(
    provider,
    withoutUndefined({
      id_token_hint: hint,
      client_id: provider.clientId,
      post_logout_redirect_uri: actionUrl(ctx, "signout", provider.id),
      state,
    }) as Record<string, string>,
  );
  if (url !== undefined) await keepWayBack(ctx, { provider: provider.id, state });
  return url;
}

/** Seals the way back of a browser that is led away. */
export async function keepWayBack(
  ctx: Context,
  { state, ...more }: Omit<WayBack, "callbackUrl">,
): Promise<void> {
  await dropOldest(ctx, COOKIE);
  const value: WayBack = { state, ...more, callbackUrl: ctx.callbackUrl };
  await seal(ctx, COOKIE, await suffixOf(state), value);
}

/** The way back that a state names; `undefined` in a browser that was not led away with it. */
export async function findWayBack(
  ctx: Context,
  provider: string | undefined,
  state: string,
): Promise<WayBack | undefined> {
  const found = await open<WayBack>(ctx, COOKIE, await suffixOf(state));
  return found?.provider === provider && isEqual(found?.state ?? "", state) ? found : undefined;
}

/** Ends a way back, whether it was found or not. */
export async function dropWayBack({ cookies }: Context, state: string): Promise<void> {
  cookies.delete(COOKIE.key, await suffixOf(state));
}

/** Leads to the origin what comes back without having been led away. */
export async function refuseWayBack(ctx: Context): Promise<ResponseInternal> {
  await audit(ctx, { name: "signout.refused", reason: "attempt-mismatch" });
  return { redirect: `${ctx.request.origin}/` };
}

/** The page that says what is open after a sign-out, and leads on. */
export function leftOpenUrl(
  ctx: Context,
  provider: string,
  open: LeftOpen,
  callbackUrl = ctx.callbackUrl,
): string {
  return withQuery(actionUrl(ctx, "signout", provider), { open, callbackUrl });
}

/** `GET signout/<provider>`: the way back from the provider, or what it has left open. */
export async function comeBack(ctx: Context): Promise<ResponseInternal> {
  const { provider, callbackUrl, config, request } = ctx;
  const { state = "", open } = request.query;
  if (open === "others" || open === "provider") {
    // It says that somebody is signed out.
    if (ctx.cookies.get("sessionToken") !== undefined) {
      return { redirect: actionUrl(ctx, "signout") };
    }
    return await renderBuiltIn("signout", { callbackUrl, open }, request, config);
  }
  const back = await findWayBack(ctx, provider?.id, state);
  await dropWayBack(ctx, state);
  return back ? { redirect: back.callbackUrl } : await refuseWayBack(ctx);
}

/** Rejects when a provider does not answer: the browser waits for its way back. */
export async function within<T>(work: Promise<T>): Promise<T> {
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

/** Logs that a sign-out has ended here alone. */
export function report({ config }: Pick<Context, "config">, error: unknown): void {
  // The error itself can hold the provider's answer, which may repeat a token.
  const reason = error instanceof Error ? error.message : String(error);
  config.logger.error(new SignOutError(`Signed out here, but not at the provider: ${reason}`));
}
