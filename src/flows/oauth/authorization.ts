/**
 * The URL we send people to.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1 RFC 6749 §4.1.1}
 * @module
 */

import { SCOPE } from "../../config/defaults.ts";
import { sha256Base64url } from "../../crypto/hash.ts";
import { randomBase64url } from "../../crypto/random.ts";
import { withMembers } from "../../http/url.ts";
import type { Context, ResolvedOAuthProvider } from "../../types/internal.ts";
import { createAttempt, sendsState } from "../checks.ts";
import { createState, isOnProxy } from "./proxy.ts";
import { getServer } from "./server.ts";

/** Members that tie the answer to us; a client may not choose them. */
const RESERVED: ReadonlySet<string> = new Set([
  "callbackUrl",
  "client_id",
  "client_secret",
  "code_challenge",
  "code_challenge_method",
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
  const { authorization_endpoint } = await getServer(provider, "authorization");
  if (!authorization_endpoint) {
    throw new TypeError(
      `Cannot start at "${provider.id}": discovery names no authorization endpoint; set ` +
        "`authorization`",
    );
  }
  const url = new URL(authorization_endpoint);
  // Those of the URL itself would write the whole URL anew with each change.
  const own = new URLSearchParams(url.search);
  const defaults = {
    response_type: "code",
    client_id: provider.clientId!,
    redirect_uri: redirectUriOf(ctx, provider),
  };
  for (const [name, value] of Object.entries(defaults)) {
    // What the provider itself put into its URL counts.
    if (!own.has(name)) own.set(name, value);
  }
  const params = withMembers(own, ctx.request.query, (name) => !RESERVED.has(name));

  const { checks } = provider;
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

  const { callbackUrl } = ctx;
  await createAttempt(ctx, provider, {
    provider: provider.id,
    state,
    verifier,
    nonce,
    callbackUrl,
  });
  url.search = params.toString();
  return url.href;
}

/** Where the provider sends the browser: here, or to the proxy that forwards it here. */
export function redirectUriOf(ctx: Context, provider: ResolvedOAuthProvider): string {
  const { redirectProxyUrl } = provider;
  if (redirectProxyUrl && !isOnProxy(ctx, provider)) return redirectProxyUrl;
  return callbackUrlOf(ctx, provider.id);
}

/** `{origin}{basePath}/callback/{id}` */
export function callbackUrlOf({ request, config }: Context, id: string): string {
  return `${request.origin}${config.basePath}/callback/${id}`;
}
