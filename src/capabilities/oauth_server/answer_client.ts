/**
 * The answer to a client: in the query of a redirect, or in a form that the browser posts to it.
 *
 * @see {@link https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html OAuth 2.0 Form Post Response Mode}
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { OAuthRefusal } from "../../credentials/form.ts";
import { shownTarget } from "../../http/redirect_uri.ts";
import { withQuery } from "../../http/url.ts";
import { renderPart } from "../../response/render.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type { OAuthPost } from "../../../pages/oauth_server/step.ts";
import type { CheckedParameters } from "./kinds.ts";
import { leadTo } from "./leave.ts";
import type { OAuthCall } from "./settings.ts";

const page = lazy(() => import("../../../pages/oauth_server/mod.ts"));

/** What a client gets. */
type Answer = { readonly code: string } | { readonly id_token: string } | OAuthRefusal;

/**
 * Leads back to a client, which knows the answer by its own `state` and by the issuer (RFC 9207).
 *
 * @param isAtOnce `false` lets the user press a button first. Default `true`
 */
export async function toClient(
  ctx: Context,
  { settings: { issuer } }: Pick<OAuthCall, "settings">,
  { redirectUri, state, mode }: Pick<CheckedParameters, "mode" | "redirectUri" | "state">,
  answer: Answer,
  isAtOnce = true,
): Promise<ResponseInternal> {
  const parameters: Record<string, string> = answer instanceof OAuthRefusal
    ? { error: answer.error, error_description: `${answer.message}.` }
    : answer;
  const fields = { ...parameters, ...state === null ? {} : { state }, iss: issuer };
  if (mode === undefined) return await leadTo(ctx, withQuery(redirectUri, fields), isAtOnce);
  const props: OAuthPost = {
    step: "post",
    target: shownTarget(redirectUri),
    url: redirectUri,
    targetSource: exactSource(redirectUri),
    fields,
    isAtOnce,
  };
  const load = async () => (await page()).postPart;
  return await renderPart("oauth", load, props, ctx.request, ctx.config);
}

/** The source of a Content Security Policy for one URL: its form goes nowhere else. */
function exactSource(url: string): string {
  const { protocol, hostname, origin, pathname } = new URL(url);
  // An IPv6 address has no form there.
  if (hostname.startsWith("[")) return protocol;
  return origin + pathname.replace(/[;,]/g, encodeURIComponent);
}
