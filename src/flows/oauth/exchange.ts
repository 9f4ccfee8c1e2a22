/**
 * Exchange of the code for tokens. With OpenID Connect, the issuer, audience,
 * authorized party, times, nonce and signature of the ID token are always validated.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation OpenID Connect Core §3.1.3.7}
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import * as oauth from "oauth4webapi";
import { shownUrl } from "../../config/check_provider.ts";
import {
  type AuthError,
  CallbackRouteError,
  InvalidAnswer,
  OAuthCallbackError,
} from "../../errors.ts";
import { actionUrl } from "../../http/url.ts";
import { customFetch } from "../../symbols.ts";
import type { Profile, TokenSet } from "../../types/entities.ts";
import type { Context } from "../../types/internal.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import type { Attempt } from "./attempt.ts";
import { makeRedirectUri } from "./authorization.ts";
import { clientOf, requireBoundTokens, sendAsClient } from "./client.ts";
import { explainAuthorizationError, explainTokenRefusal } from "./diagnosis.ts";
import { makeFetch } from "./fetch.ts";
import { explainInvalid, explainWeak, validateIdToken } from "./id_token.ts";
import { serverOfTenant } from "./tenant.ts";

/** Result of the exchange. */
export interface Exchanged {
  /** Answer of the token endpoint. */
  tokens: TokenSet;
  /** Validated claims of the ID token; only for `oidc`. */
  claims?: Profile & { sub: string };
}

/**
 * Validates the authorization response, exchanges the code and validates the
 * token response.
 *
 * @throws {OAuthCallbackError} when the provider answered with an error
 * @throws {CallbackRouteError} when the token endpoint refuses, or this server's
 * clock is wrong
 */
export async function exchange(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  attempt: Attempt,
  params: Readonly<Record<string, string>>,
): Promise<Exchanged> {
  const client = clientOf(provider);
  const redirectUri = makeRedirectUri(ctx, provider);
  const validated = await validate(provider, as, client, params, redirectUri);
  const answer = provider.token.request
    ? await requestByApp(ctx, provider, attempt, params)
    : await request(provider, as, validated, redirectUri, attempt);
  const response = await provider.token.conform?.(answer.clone()) ?? answer;
  try {
    const exchanged = provider.type === "oidc"
      ? await processOIDC(provider, await serverOfTenant(as, response), client, response, attempt)
      : { tokens: await processOAuth(as, client, response) };
    requireBoundTokens(provider, exchanged.tokens);
    return exchanged;
  } catch (error) {
    const message = await explainTokenRefusal(provider, redirectUri, error);
    if (message) throw explained(provider, `${describeSubject(provider, as)}: ${message}`, error);
    throw invalid(provider, error, await explainInvalid(provider, error));
  }
}

async function validate(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  client: oauth.Client,
  params: Readonly<Record<string, string>>,
  redirectUri: string,
): Promise<URLSearchParams> {
  const answer = new URLSearchParams(params);
  // Without a configured issuer there is no value to compare `iss` with.
  if (!provider.issuer && !provider.wellKnown) answer.delete("iss");
  try {
    // The state was compared when the attempt was opened.
    return oauth.validateAuthResponse(as, client, answer, oauth.skipStateCheck);
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError)) {
      throw invalid(provider, error, await explainWeak(provider, error));
    }
    const { error: code, error_description } = error;
    throw new OAuthCallbackError(
      explainAuthorizationError(provider, redirectUri, code, error_description),
      { cause: { err: error, provider: provider.id, error: code } },
    );
  }
}

async function request(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  validated: URLSearchParams,
  redirectUri: string,
  attempt: Attempt,
): Promise<Response> {
  const verifier = attempt.verifier ?? oauth.nopkce;
  return await sendAsClient(
    provider,
    "token",
    as.token_endpoint,
    ({ client, clientAuth, options }) =>
      oauth.authorizationCodeGrantRequest(
        as,
        client,
        clientAuth,
        validated,
        redirectUri,
        verifier,
        options,
      ).catch((error) => {
        throw explained(provider, `${describeSubject(provider, as)}: the request failed`, error);
      }),
  );
}

/** An error whose message is the explanation, and whose cause is the original error. */
function explained({ id }: ResolvedOAuthProvider, message: string, error: unknown): AuthError {
  return new CallbackRouteError(message, { cause: { err: error as Error, provider: id } });
}

function invalid(
  { id }: ResolvedOAuthProvider,
  error: unknown,
  message?: string,
): InvalidAnswer {
  const cause = { err: error as Error, provider: id };
  return new InvalidAnswer(message ?? error as Error, { cause });
}

function describeSubject({ id }: ResolvedOAuthProvider, as: oauth.AuthorizationServer): string {
  return `Cannot exchange the code of "${id}" at ${shownUrl(as.token_endpoint)}`;
}

/** The app's own token request; its answer is validated like any other. */
async function requestByApp(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  attempt: Attempt,
  params: Readonly<Record<string, string>>,
): Promise<Response> {
  const { verifier, state, nonce } = attempt;
  const result = await provider.token.request!({
    params,
    checks: { code_verifier: verifier, state, nonce },
    provider: {
      ...provider,
      [customFetch]: makeFetch(provider, "token"),
      signinUrl: actionUrl(ctx, "signin", provider.id),
      callbackUrl: makeRedirectUri(ctx, provider),
    },
  });
  return Response.json((result as { tokens?: TokenSet } | undefined)?.tokens ?? {});
}

/** An ID token of a plain OAuth provider is stored, but does not identify the user. */
async function processOAuth(
  as: oauth.AuthorizationServer,
  client: oauth.Client,
  response: Response,
): Promise<TokenSet> {
  const { idToken, rest } = await withoutIdToken(response);
  const tokens: TokenSet = {
    ...await oauth.processAuthorizationCodeResponse(as, client, rest),
  } as TokenSet;
  return idToken === undefined ? tokens : { ...tokens, id_token: idToken };
}

/** Takes the ID token out of an answer whose server may have no issuer to validate it with. */
export async function withoutIdToken(
  response: Response,
): Promise<{ idToken?: string; rest: Response }> {
  const isJson = response.headers.get("content-type")?.toLowerCase().startsWith("application/json");
  if (response.status !== 200 || !isJson) return { rest: response };
  const body: unknown = await response.clone().json();
  // The protocol library says what such an answer lacks.
  if (!isRecord(body)) return { rest: response };
  const { id_token: idToken, ...rest } = body;
  const answer = { rest: Response.json(rest) };
  return typeof idToken === "string" ? { ...answer, idToken } : answer;
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
  const claims = await validateIdToken(provider, as, client, result);
  // The protocol library demands an ID token.
  return { tokens: { ...result } as TokenSet, claims: claims as Profile & { sub: string } };
}
