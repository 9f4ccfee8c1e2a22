/**
 * `POST native/id-token`: a sign-in with the ID token of a native SDK. From the identity on, it is
 * the sign-in of a callback: the rules for accounts, second factors and the audit log are the same.
 *
 * @module
 */

import { completeSignIn } from "../../core/actions/callback.ts";
import { dispatch } from "../../core/dispatch.ts";
import { STEP_UP, STEP_UP_SUFFIX } from "../../core/step_up/cookie.ts";
import { OAuthRefusal, readDPoPKey, requireText, textIn } from "../../credentials/form.ts";
import { AuthError } from "../../errors.ts";
import { identifyByIdToken, openNativeIdToken } from "../../flows/oauth/native_id_token.ts";
import { auditRefusal } from "../../hooks/audit.ts";
import { rateLimitedLog } from "../../hooks/logger.ts";
import { parseCookies } from "../../http/cookie.ts";
import { isStoreFailure } from "../../hooks/adapter.ts";
import { makeCookieTable } from "../../request/context.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import type { CallHandler, RequestInternal } from "../../types/internal.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { readAccessToken } from "./access_token.ts";
import { answerFor, stateIn } from "./call.ts";
import { takeNonce } from "./nonce.ts";
import { answering, clientIn } from "./refusal.ts";
import { standIn, toHeader } from "./session_cookies.ts";
import { type NativeRequest, nativeRequest, settingsIn } from "./settings.ts";

/** `POST native/id-token` */
export const idTokenHandler: CallHandler = answering(async (request, config) => {
  const call = nativeRequest(request, config);
  const { body } = request;
  const client = clientIn(body);
  const token = requireText(body, "idToken");
  const nonce = requireText(body, "nonce");
  const accessToken = textIn(body, "accessToken");
  const { provider, audiences } = requireProvider(call, requireText(body, "provider"));
  const access = await readAccessToken(call);
  // The proof of a bound access token has been used.
  const jkt = access?.jkt ?? await readDPoPKey(call);
  const cookieHeader = withoutStepUp(
    call,
    [await stateIn(call, body), access && toHeader(call, access.session)].filter(Boolean)
      .join("; "),
  );
  const inner = innerRequest(call, { provider: provider.id, client, cookieHeader });
  // Before anything of the token is looked at.
  if (!await takeNonce(call.config, nonce)) {
    throw new OAuthRefusal("invalid_grant", "The nonce is unknown, was used, or has expired");
  }
  const claims = await openNativeIdToken(provider, token, audiences, nonce)
    .catch(async (error) => {
      if (!(error instanceof AuthError)) throw error;
      rateLimitedLog(config.logger, error, error.message);
      await auditRefusal(config, inner, error);
      throw new OAuthRefusal("invalid_grant", "The ID token is not valid");
    });
  const { answer, error } = await dispatch(
    inner,
    config,
    async (ctx) =>
      await completeSignIn(ctx, await identifyByIdToken(ctx, provider, claims, accessToken)),
  );
  if (isStoreFailure(error)) throw error;
  return {
    headers: JSON_HEADERS,
    body: await answerFor(call, answer, inner, access, { client, jkt }),
  };
});

/** The provider, and the client ids of native apps there. */
function requireProvider(
  { config }: NativeRequest,
  id: string,
): { provider: ResolvedOAuthProvider; audiences: readonly string[] } {
  const { idTokens } = settingsIn(config);
  const audiences = Object.hasOwn(idTokens, id) ? idTokens[id] : undefined;
  const provider = config.providers.get(id);
  if (audiences && provider?.type === "oidc" && !config.unusable.has(id)) {
    return { provider, audiences };
  }
  throw new OAuthRefusal("invalid_request", "`provider` is not one of `native.idTokens`");
}

/** An SDK may give an ID token without asking the user: it is no fresh proof. */
function withoutStepUp({ config, origin }: NativeRequest, header: string): string {
  const name = `${makeCookieTable(config, origin)[STEP_UP.key].name}.${STEP_UP_SUFFIX}`;
  return [...parseCookies(header)].filter(([one]) => one !== name)
    .map(([one, value]) => `${one}=${encodeURIComponent(value)}`).join("; ");
}

/** The request of the callback that this stands for. */
function innerRequest(
  { config, request, origin }: NativeRequest,
  { provider, client, cookieHeader }: {
    provider: string;
    client: string | undefined;
    cookieHeader: string;
  },
): RequestInternal {
  const url = `${origin}${config.basePath}/callback/${provider}`;
  const inner = standIn(request, { url });
  inner.headers.set("accept", "application/json");
  if (client !== undefined) inner.headers.set("user-agent", client);
  return {
    ...{ origin, action: "callback", providerId: provider, method: "POST", query: {} },
    cookieHeader,
    request: inner,
    returnRedirect: true,
    wantsJson: true,
    skipsCsrf: true,
  };
}
