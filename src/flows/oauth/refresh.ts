/**
 * Refresh of an access token, and the revocation of tokens.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-6 RFC 6749 §6}, {@link https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokens OpenID Connect Core §12} and {@link https://www.rfc-editor.org/rfc/rfc7009 RFC 7009}
 * @module
 */

import * as oauth from "oauth4webapi";
import { errorOfUrl, shownUrl } from "../../config/check_provider.ts";
import type { TokenSet } from "../../types/entities.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { clientOf, requireBoundTokens, sendAsClient } from "./client.ts";
import { explainTokenRefusal } from "./diagnosis.ts";
import { withoutIdToken } from "./exchange.ts";
import { explainInvalid, validateIdToken } from "./id_token.ts";
import { forgetServer, getServer } from "./metadata.ts";
import { withExpiry } from "./profile.ts";
import { serverOfTenant } from "./tenant.ts";

/**
 * Reason for which a refresh brought no tokens: the provider no longer accepts the refresh
 * token, refuses this client, sent an invalid answer, or could not be reached.
 */
export type RefreshFailure = "grant-ended" | "client-refused" | "invalid-answer" | "unreachable";

/** Result of a refresh. */
export type RefreshResult =
  | { /** Answer of the token endpoint. */ tokens: TokenSet }
  | {
    /** Reason. */
    failure: RefreshFailure;
    /** The same as a sentence, without tokens. */
    message: string;
  };

/**
 * Exchanges a refresh token for new tokens. Never throws.
 *
 * @param subject `sub` of the ID token before; one of another user is refused
 */
export async function refresh(
  provider: ResolvedOAuthProvider,
  refreshToken: string,
  subject: string | undefined,
): Promise<RefreshResult> {
  const isOIDC = provider.type === "oidc";
  let as: oauth.AuthorizationServer;
  let response: Response;
  try {
    as = await getServer(provider, "token", ...(isOIDC ? ["keys"] as const : []));
  } catch (error) {
    return failed("unreachable", (error as Error).message);
  }
  let isSent = false;
  try {
    response = await sendAsClient(
      provider,
      "token",
      as.token_endpoint,
      ({ client, clientAuth, options }) => {
        isSent = true;
        return oauth.refreshTokenGrantRequest(as, client, clientAuth, refreshToken, options);
      },
    );
    response = await provider.token.conform?.(response.clone()) ?? response;
  } catch (error) {
    const { message } = error as Error;
    // Before it is sent, only a secret or a key can be missing.
    if (!isSent) return failed("client-refused", message);
    return failed("unreachable", `the request failed: ${message}`);
  }
  const at = `${shownUrl(as.token_endpoint)} answered with status ${response.status}`;
  if (response.status >= 500 || response.status === 429) return failed("unreachable", at);
  try {
    const tokens = isOIDC
      ? await processOIDC(provider, as, clientOf(provider), response, subject)
      : await processOAuth(as, clientOf(provider), response);
    requireBoundTokens(provider, tokens);
    return { tokens: withExpiry(tokens) };
  } catch (error) {
    const isRefused = error instanceof oauth.ResponseBodyError;
    if (isRefused && error.error === "invalid_grant") {
      return failed("grant-ended", `${at}, the refresh token is not accepted any more`);
    }
    const text = await explainTokenRefusal(provider, "", error);
    if (text) return failed("client-refused", `${shownUrl(as.token_endpoint)}: ${text}`);
    // The message of the protocol library names what is wrong, and contains no values.
    const message = await explainInvalid(provider, error) ?? (error as Error).message;
    return failed("invalid-answer", `${at}: ${message}`);
  }
}

function failed(failure: RefreshFailure, message: string): RefreshResult {
  return { failure, message };
}

async function processOAuth(
  as: oauth.AuthorizationServer,
  client: oauth.Client,
  response: Response,
): Promise<TokenSet> {
  const { idToken, rest } = await withoutIdToken(response);
  const tokens = await oauth.processRefreshTokenResponse(as, client, rest);
  return { ...tokens, ...(idToken === undefined ? {} : { id_token: idToken }) } as TokenSet;
}

async function processOIDC(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  client: oauth.Client,
  response: Response,
  subject: string | undefined,
): Promise<TokenSet> {
  const server = await serverOfTenant(as, response);
  const result = await oauth.processRefreshTokenResponse(server, client, response);
  await validateIdToken(provider, server, client, result, subject);
  return { ...result } as TokenSet;
}

/**
 * Revokes a token.
 *
 * @throws when the provider has no endpoint for it, refuses, or cannot be reached
 */
export async function revoke(
  provider: ResolvedOAuthProvider,
  token: string,
  hint: "refresh_token" | "access_token",
): Promise<void> {
  const as = await getServer(provider, "revocation");
  const endpoint = endpointIn(provider, as, "revocation_endpoint");
  const response = await sendAsClient(
    provider,
    "revocation",
    endpoint,
    ({ client, clientAuth, options }) =>
      oauth.revocationRequest(as, client, clientAuth, token, {
        ...options,
        additionalParameters: { token_type_hint: hint },
      }),
  );
  await oauth.processRevocationResponse(response);
}

/**
 * URL that ends the session at the provider, which is asked for it each time.
 *
 * @see {@link https://openid.net/specs/openid-connect-rpinitiated-1_0.html OpenID Connect RP-Initiated Logout 1.0}
 * @returns `undefined` for a provider without an endpoint for it
 * @throws {TypeError} when the endpoint cannot be used, or the provider cannot be reached
 */
export async function endSessionUrl(
  provider: ResolvedOAuthProvider,
  params: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  // A browser that is sent to a server that is down has no way back.
  forgetServer(provider);
  const as = await getServer(provider, "endSession");
  if (as.end_session_endpoint === undefined) return undefined;
  const url = new URL(endpointIn(provider, as, "end_session_endpoint"));
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

/** An endpoint that only the discovery document can name. */
function endpointIn(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  name: "end_session_endpoint" | "revocation_endpoint",
): string {
  const url = as[name];
  const text = url === undefined ? "there is none" : errorOfUrl(provider, url);
  if (text) {
    throw new TypeError(
      `Cannot use \`${name}\` of the discovery document of "${provider.id}": ${text}`,
    );
  }
  return url!;
}
