/**
 * Authorization URL: the provider's page to which the browser is redirected.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1 RFC 6749 §4.1.1}
 * @module
 */

import { SCOPE } from "../../config/defaults.ts";
import { sha256Base64url } from "../../base/crypto/hash.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { actionUrl, withMembers } from "../../http/url.ts";
import type { Context } from "../../types/internal.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { createAttempt, sendsState } from "./attempt.ts";
import { getServer } from "./metadata.ts";
import { createState, isOnProxy } from "./proxy.ts";
import { strictCodeOf } from "./strict_client.ts";

/** Parameters that tie the answer to this app; the query of the request cannot set them. */
const RESERVED: ReadonlySet<string> = new Set([
  "callbackUrl",
  "client_assertion",
  "client_assertion_type",
  "client_id",
  "client_secret",
  "code_challenge",
  "code_challenge_method",
  "dpop_jkt",
  "nonce",
  "redirect_uri",
  "request",
  "request_uri",
  "response_mode",
  "response_type",
  "state",
]);

/** Seals an attempt and builds its authorization URL. */
export async function authorizationUrl(
  ctx: Context,
  provider: ResolvedOAuthProvider,
): Promise<string> {
  const { checks, dpop, par, requestObject } = provider;
  const as = await getServer(provider, "authorization", ...par ? ["pushed"] as const : []);
  const { authorization_endpoint } = as;
  if (!authorization_endpoint) {
    throw new TypeError(
      `Cannot start at "${provider.id}": the discovery document has no authorization endpoint; ` +
        "set `authorization`",
    );
  }
  const url = new URL(authorization_endpoint);
  // A copy: each change of `url.searchParams` would serialize the whole URL again.
  const own = new URLSearchParams(url.search);
  const defaults = {
    response_type: "code",
    client_id: provider.clientId!,
    redirect_uri: makeRedirectUri(ctx, provider),
  };
  for (const [name, value] of Object.entries(defaults)) {
    // A parameter that the provider's URL contains wins.
    if (!own.has(name)) own.set(name, value);
  }
  const params = withMembers(own, ctx.request.query, (name) => !RESERVED.has(name));

  const state = sendsState(provider) ? await createState(ctx, provider) : undefined;
  const verifier = checks.includes("pkce") ? randomBase64url(32) : undefined;
  const nonce = checks.includes("nonce") ? randomBase64url(32) : undefined;
  if (state) params.set("state", state);
  if (verifier) {
    params.set("code_challenge", await sha256Base64url(verifier));
    params.set("code_challenge_method", "S256");
  }
  if (nonce) params.set("nonce", nonce);
  if (provider.type === "oidc" && !params.has("scope")) params.set("scope", SCOPE);

  const isProtected = par || dpop || requestObject;
  const sent = isProtected
    ? await (await strictCodeOf(provider).request()).protect(provider, as, params)
    : params;
  const { callbackUrl } = ctx;
  await createAttempt(ctx, provider, {
    provider: provider.id,
    state,
    verifier,
    nonce,
    callbackUrl,
  });
  url.search = sent.toString();
  return url.href;
}

/** `redirect_uri`: this deployment's callback URL, or that of the proxy, which forwards to it. */
export function makeRedirectUri(ctx: Context, provider: ResolvedOAuthProvider): string {
  const { redirectProxyUrl } = provider;
  if (redirectProxyUrl && !isOnProxy(ctx, provider)) return redirectProxyUrl;
  return actionUrl(ctx, "callback", provider.id);
}
