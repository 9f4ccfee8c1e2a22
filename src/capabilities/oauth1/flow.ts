/**
 * Three-legged flow of OAuth 1.0, as amended by 1.0a: request token, the
 * person's consent, access token.
 *
 * There is no `state` parameter. The request token ties an answer to its
 * attempt: its secret is in the attempt's sealed cookie, so an answer with a
 * token that this browser did not request is refused.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-2 RFC 5849 §2}
 * @module
 */

import { AuthError, InvalidCheck, OAuthCallbackError } from "../../errors.ts";
import { providerUrls, withMembers, withQuery } from "../../http/url.ts";
import { customFetch } from "../../symbols.ts";
import type { Profile } from "../../types/entities.ts";
import type { Flow } from "../../types/flow.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type { Identity, Redirect } from "../../types/identity.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { createAttempt, useAttempt } from "../../flows/oauth/attempt.ts";
import { makeRedirectUri } from "../../flows/oauth/authorization.ts";
import { explainAuthorizationError } from "../../flows/oauth/diagnosis.ts";
import { makeFetch } from "../../flows/oauth/fetch.ts";
import { toIdentity } from "../../flows/oauth/profile.ts";
import { createState, forward, isOnProxy } from "../../flows/oauth/proxy.ts";
import { type IssuedToken, requestProfile, requestToken, signerOf } from "./request.ts";

/** Start: redirects to the provider. Finish: turns its answer into an identity. */
export const oauth1Flow: Flow<ResolvedOAuthProvider> = { start, finish, finishMethods: ["GET"] };

async function start(ctx: Context, provider: ResolvedOAuthProvider): Promise<ResponseInternal> {
  try {
    return { redirect: await authorizationUrl(ctx, provider) };
  } catch (error) {
    throw new AuthError(`Cannot start the sign-in with "${provider.id}"`, {
      cause: { err: error as Error, provider: provider.id },
    });
  }
}

/** Obtains a request token, seals an attempt, and builds the authorization URL. */
async function authorizationUrl(ctx: Context, provider: ResolvedOAuthProvider): Promise<string> {
  const answer = await requestToken(provider, {
    purpose: "request token",
    endpoint: { url: provider.requestTokenUrl },
    signer: signerOf(provider),
    extra: { oauth_callback: await makeCallbackUrl(ctx, provider) },
  });
  // Servers of the first version ignore the callback and send no verifier, so this
  // browser could finish with a request token that another user authorized.
  if (answer.oauth_callback_confirmed?.toLowerCase() !== "true") {
    throw new TypeError(
      `Cannot start at "${provider.id}": it did not confirm the callback, so it implements ` +
        "OAuth 1.0 without the security fix of 1.0a; upgrade the server",
    );
  }
  await createAttempt(ctx, provider, {
    provider: provider.id,
    state: answer.oauth_token,
    tokenSecret: answer.oauth_token_secret,
    callbackUrl: ctx.callbackUrl,
  });
  const url = new URL(provider.authorization.url!);
  // The query of the request may set a language, for example, but never another token.
  const mayChoose = (name: string) => name !== "callbackUrl" && !name.startsWith("oauth_");
  const params = withMembers(new URLSearchParams(url.search), ctx.request.query, mayChoose);
  params.set("oauth_token", answer.oauth_token);
  url.search = params.toString();
  return url.href;
}

/** Callback URL; that of a proxy gets a `state` with this deployment's callback URL. */
async function makeCallbackUrl(ctx: Context, provider: ResolvedOAuthProvider): Promise<string> {
  const url = makeRedirectUri(ctx, provider);
  if (!provider.redirectProxyUrl || isOnProxy(ctx, provider)) return url;
  return withQuery(url, { state: await createState(ctx, provider) });
}

async function finish(ctx: Context, provider: ResolvedOAuthProvider): Promise<Identity | Redirect> {
  const params = ctx.request.query;
  const elsewhere = await forward(ctx, provider, params);
  if (elsewhere) return elsewhere;

  const refusedToken = params.denied;
  const token = params.oauth_token ?? refusedToken;
  if (!token) throw invalid(provider, "the answer has no token");
  const attempt = await useAttempt(ctx, provider, token);
  const { tokenSecret } = attempt;
  if (tokenSecret === undefined) throw invalid(provider, "it was not started by OAuth 1.0");

  const { oauth_verifier: verifier, oauth_problem: error } = params;
  if (refusedToken !== undefined || error !== undefined || !verifier) {
    const code = error ?? "denied";
    throw new OAuthCallbackError(
      explainAuthorizationError(provider, makeRedirectUri(ctx, provider), code),
      { cause: { provider: provider.id, error: code } },
    );
  }
  const tokens = await requestToken(provider, {
    purpose: "access token",
    endpoint: provider.token,
    signer: { ...signerOf(provider), token, tokenSecret },
    extra: { oauth_verifier: verifier },
  });
  const profile = await readProfile(ctx, provider, tokens);
  return await toIdentity(ctx, provider, profile, tokens);
}

function invalid({ id }: ResolvedOAuthProvider, message: string): InvalidCheck {
  return new InvalidCheck(`Cannot finish the sign-in attempt: ${message}`, {
    cause: { provider: id },
  });
}

async function readProfile(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  tokens: IssuedToken,
): Promise<Profile> {
  const userinfo = provider.userinfo!;
  if (userinfo.request) {
    const urls = providerUrls(ctx, provider.id);
    return await userinfo.request({
      tokens,
      provider: { ...provider, ...urls, [customFetch]: makeFetch(provider, "userinfo") },
    });
  }
  const { oauth_token: token, oauth_token_secret: tokenSecret } = tokens;
  return await requestProfile(provider, userinfo.url!, {
    ...signerOf(provider),
    token,
    tokenSecret,
  });
}
