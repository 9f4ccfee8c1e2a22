/**
 * Authorization code flow of OAuth 2 and OpenID Connect.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1 RFC 6749 §4.1} and {@link https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth OpenID Connect Core §3.1}
 * @module
 */

import { AuthError } from "../../errors.ts";
import { textMembers } from "../../base/objects.ts";
import type { Flow } from "../../types/flow.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type { Confirmation, Identity, Redirect } from "../../types/identity.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { postAgain, useAttempt } from "./attempt.ts";
import { authorizationUrl } from "./authorization.ts";
import { exchange } from "./exchange.ts";
import { getServer } from "./metadata.ts";
import { identify } from "./profile.ts";
import { providerProof, providerSession } from "./provider_facts.ts";
import { forward } from "./proxy.ts";
import { withQuirks } from "./quirks.ts";

/** Start: redirects to the provider. Finish: turns its answer into an identity. */
export const oauthFlow: Flow<ResolvedOAuthProvider> = {
  start,
  finish,
  finishMethods: ["GET", "POST"],
};

async function start(ctx: Context, provider: ResolvedOAuthProvider): Promise<ResponseInternal> {
  try {
    return { redirect: await authorizationUrl(ctx, provider) };
  } catch (error) {
    throw new AuthError(`Cannot start the sign-in with "${provider.id}"`, {
      cause: { err: error as Error, provider: provider.id },
    });
  }
}

async function finish(
  ctx: Context,
  provider: ResolvedOAuthProvider,
): Promise<Confirmation | Identity | Redirect> {
  const params = readAnswer(ctx, provider);
  const elsewhere = await forward(ctx, provider, params);
  if (elsewhere) return elsewhere;
  const again = await postAgain(ctx, provider, params.state);
  if (again) return again;
  const attempt = await useAttempt(ctx, provider, params.state);
  const needed = provider.type === "oidc"
    ? (["token", "keys", ...provider.idToken === false ? ["userinfo"] as const : []] as const)
    : (["token", "userinfo"] as const);
  const as = await getServer(provider, ...needed);
  const exchanged = await exchange(ctx, provider, as, attempt, params);
  const identity = await identify(ctx, provider, as, withQuirks(provider, exchanged, params));
  return {
    ...identity,
    upstream: providerProof(exchanged),
    upstreamSession: providerSession(exchanged),
  };
}

/** Parameters of the answer: form fields for providers that post it, else the query. */
function readAnswer(
  { request }: Context,
  { formPost }: ResolvedOAuthProvider,
): Record<string, string> {
  const source = formPost ? request.body ?? {} : request.query;
  return textMembers(source);
}
