/**
 * Code → tokens that were validated: issuer, audience, authorized party,
 * times, nonce and signature of the ID token, always.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation OpenID Connect Core §3.1.3.7}
 * @module
 */

import * as oauth from "oauth4webapi";
import { mayUseHttp } from "../../config/endpoint_url.ts";
import { OAuthCallbackError } from "../../errors.ts";
import { customFetch } from "../../symbols.ts";
import type { Profile, TokenSet } from "../../types/entities.ts";
import type { Context, ResolvedOAuthProvider } from "../../types/internal.ts";
import type { Attempt } from "../checks.ts";
import { redirectUriOf } from "./authorization.ts";
import { clientAuthOf, clientOf } from "./client.ts";
import { fetchOf } from "./fetch.ts";
import { verifySignature } from "./signature.ts";
import { serverOfTenant } from "./tenant.ts";

/** Seconds by which an ID token may be issued in the future. */
const ISSUED_AT_TOLERANCE = 300;

/** What the token endpoint gave. */
export interface Exchanged {
  /** Its answer. */
  tokens: TokenSet;
  /** Validated claims of the ID token; only for `oidc`. */
  claims?: Profile & { sub: string };
}

/**
 * Validates the authorization response, exchanges the code and validates what
 * comes back.
 *
 * @throws {OAuthCallbackError} when the provider answered with an error
 */
export async function exchange(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  attempt: Attempt,
  params: Readonly<Record<string, string>>,
): Promise<Exchanged> {
  const client = clientOf(provider);
  const validated = validate(provider, as, client, params);
  const answer = provider.token.request
    ? await requestByApp(ctx, provider, attempt, params)
    : await oauth.authorizationCodeGrantRequest(
      as,
      client,
      clientAuthOf(provider),
      validated,
      redirectUriOf(ctx, provider),
      attempt.verifier ?? oauth.nopkce,
      { [oauth.customFetch]: fetchOf(provider), [oauth.allowInsecureRequests]: mayUseHttp(provider, as.token_endpoint) },
    );
  const response = await provider.token.conform?.(answer.clone()) ?? answer;
  return provider.type === "oidc"
    ? await processOIDC(provider, await serverOfTenant(as, response), client, response, attempt)
    : { tokens: await processOAuth(as, client, response) };
}

function validate(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  client: oauth.Client,
  params: Readonly<Record<string, string>>,
): URLSearchParams {
  const answer = new URLSearchParams(params);
  // Without a configured issuer there is nothing to hold this against.
  if (!provider.issuer && !provider.wellKnown) answer.delete("iss");
  try {
    // The state was compared when the attempt was opened.
    return oauth.validateAuthResponse(as, client, answer, oauth.skipStateCheck);
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError)) throw error;
    throw new OAuthCallbackError("The provider refused the sign-in", {
      cause: { err: error, provider: provider.id, error: error.error },
    });
  }
}

/** The app's own request, validated like any other answer. */
async function requestByApp(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  attempt: Attempt,
  params: Readonly<Record<string, string>>,
): Promise<Response> {
  const { verifier, state, nonce } = attempt;
  const { origin } = ctx.request;
  const { basePath } = ctx.config;
  const result = await provider.token.request!({
    params,
    checks: { code_verifier: verifier, state, nonce },
    provider: {
      ...provider,
      [customFetch]: fetchOf(provider),
      signinUrl: `${origin}${basePath}/signin/${provider.id}`,
      callbackUrl: redirectUriOf(ctx, provider),
    },
  });
  return Response.json((result as { tokens?: TokenSet } | undefined)?.tokens ?? {});
}

/** An ID token of a plain OAuth provider is stored, but nobody is known by it. */
async function processOAuth(
  as: oauth.AuthorizationServer,
  client: oauth.Client,
  response: Response,
): Promise<TokenSet> {
  const copy = response.clone();
  let idToken: unknown;
  const isJson = response.headers.get("content-type")?.toLowerCase().startsWith("application/json");
  if (response.status === 200 && isJson) {
    const { id_token, ...rest } = await copy.json();
    idToken = id_token;
    response = Response.json(rest);
  }
  const tokens: TokenSet = {
    ...await oauth.processAuthorizationCodeResponse(as, client, response),
  } as TokenSet;
  return typeof idToken === "string" ? { ...tokens, id_token: idToken } : tokens;
}

async function processOIDC(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  client: oauth.Client,
  response: Response,
  attempt: Attempt,
): Promise<Exchanged> {
  const result = await oauth.processAuthorizationCodeResponse(as, client, response, {
    expectedNonce: attempt.nonce ?? oauth.expectNoNonce,
    requireIdToken: true,
  });
  const claims = oauth.getValidatedIdTokenClaims(result)!;
  await verifySignature(
    provider,
    as,
    response,
    result.id_token!,
    client.id_token_signed_response_alg,
  );
  const refuse = (claim: string) =>
    new InvalidIDToken(`Cannot accept the ID token: "${claim}" is wrong`);
  if (!claims.sub) throw refuse("sub");
  if (claims.azp !== undefined && claims.azp !== client.client_id) throw refuse("azp");
  if (claims.iat > Date.now() / 1000 + ISSUED_AT_TOLERANCE) throw refuse("iat");
  return { tokens: { ...result } as TokenSet, claims: claims as Profile & { sub: string } };
}

/** A claim that does not fit. */
class InvalidIDToken extends Error {
  override name = "InvalidIDToken";
}
