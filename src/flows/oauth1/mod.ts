/**
 * Three-legged flow of OAuth 1.0, as amended by 1.0a: request token, the
 * person's consent, access token.
 *
 * There is no `state` parameter. What ties an answer to its attempt is the
 * request token: its secret is in the attempt's sealed cookie, so an answer
 * with a token that this browser did not ask for opens nothing.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-2 RFC 5849 §2}
 * @module
 */

import { AuthError, InvalidCheck, OAuthCallbackError } from "../../errors.ts";
import { withMembers, withQuery } from "../../http/url.ts";
import { customFetch } from "../../symbols.ts";
import type { Profile } from "../../types/entities.ts";
import type {
  Context,
  Flow,
  Identity,
  Redirect,
  ResolvedOAuthProvider,
  ResponseInternal,
} from "../../types/internal.ts";
import { createAttempt, useAttempt } from "../checks.ts";
import { callbackUrlOf, redirectUriOf } from "../oauth/authorization.ts";
import { explainAuthorizationError } from "../oauth/diagnosis.ts";
import { fetchOf } from "../oauth/fetch.ts";
import { toIdentity } from "../oauth/profile.ts";
import { createState, forward, isOnProxy } from "../oauth/proxy.ts";
import { type IssuedToken, requestProfile, requestToken, signerOf } from "./request.ts";

/** Start: to the provider. Finish: its answer → identity. */
export const oauth1Flow: Flow = { start, finish, finishMethods: ["GET"] };

async function start(ctx: Context): Promise<ResponseInternal> {
  // The flow table picked this flow by the provider's kind and version.
  const provider = ctx.provider as ResolvedOAuthProvider;
  try {
    return { redirect: await authorizationUrl(ctx, provider) };
  } catch (error) {
    throw new AuthError("Cannot start the sign-in", {
      cause: { err: error as Error, provider: provider.id },
    });
  }
}

/** Obtains a request token, seals an attempt, and builds the URL we send people to. */
async function authorizationUrl(ctx: Context, provider: ResolvedOAuthProvider): Promise<string> {
  const answer = await requestToken(provider, {
    purpose: "request token",
    endpoint: { url: provider.requestTokenUrl },
    signer: signerOf(provider),
    extra: { oauth_callback: await callbackOf(ctx, provider) },
  });
  // Servers of the first version ignore our callback and send no verifier, so
  // somebody else's consent could be slipped into this browser.
  if (answer.oauth_callback_confirmed?.toLowerCase() !== "true") {
    throw new TypeError(
      `Cannot start at "${provider.id}": it did not confirm the callback, so it speaks OAuth 1.0 ` +
        "without the amendment that made it safe",
    );
  }
  await createAttempt(ctx, provider, {
    provider: provider.id,
    state: answer.oauth_token,
    tokenSecret: answer.oauth_token_secret,
    callbackUrl: ctx.callbackUrl,
  });
  const url = new URL(provider.authorization.url!);
  // A client may ask for a language, never for another token.
  const mayChoose = (name: string) => name !== "callbackUrl" && !name.startsWith("oauth_");
  const params = withMembers(new URLSearchParams(url.search), ctx.request.query, mayChoose);
  params.set("oauth_token", answer.oauth_token);
  url.search = params.toString();
  return url.href;
}

/** Where the provider sends the browser; a proxy finds the way back in `state`. */
async function callbackOf(ctx: Context, provider: ResolvedOAuthProvider): Promise<string> {
  const url = redirectUriOf(ctx, provider);
  if (!provider.redirectProxyUrl || isOnProxy(ctx, provider)) return url;
  return withQuery(url, { state: await createState(ctx, provider) });
}

async function finish(ctx: Context): Promise<Identity | Redirect> {
  const provider = ctx.provider as ResolvedOAuthProvider;
  const params = ctx.request.query;
  const elsewhere = await forward(ctx, provider, params);
  if (elsewhere) return elsewhere;

  const refusedToken = params.denied;
  const token = params.oauth_token ?? refusedToken;
  if (!token) throw invalid(provider, "the answer has no token");
  const attempt = await useAttempt(ctx, provider, token);
  const { tokenSecret, callbackUrl } = attempt;
  if (tokenSecret === undefined) throw invalid(provider, "it was not started by OAuth 1.0");

  const { oauth_verifier: verifier, oauth_problem: problem } = params;
  if (refusedToken !== undefined || problem !== undefined || !verifier) {
    const code = problem ?? "denied";
    throw new OAuthCallbackError(
      explainAuthorizationError(provider, redirectUriOf(ctx, provider), code),
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
  return { ...await toIdentity(provider, profile, tokens), callbackUrl };
}

function invalid({ id }: ResolvedOAuthProvider, why: string): InvalidCheck {
  return new InvalidCheck(`Cannot finish the sign-in attempt: ${why}`, { cause: { provider: id } });
}

async function readProfile(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  tokens: IssuedToken,
): Promise<Profile> {
  const userinfo = provider.userinfo!;
  if (userinfo.request) {
    const callbackUrl = callbackUrlOf(ctx, provider.id);
    const signinUrl = `${ctx.request.origin}${ctx.config.basePath}/signin/${provider.id}`;
    return await userinfo.request({
      tokens,
      provider: { ...provider, signinUrl, callbackUrl, [customFetch]: fetchOf(provider) },
    });
  }
  const { oauth_token: token, oauth_token_secret: tokenSecret } = tokens;
  return await requestProfile(provider, userinfo.url!, {
    ...signerOf(provider),
    token,
    tokenSecret,
  });
}
