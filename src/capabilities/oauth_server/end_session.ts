/**
 * `oauth/end-session`: a client sends its user here to sign out. The user is asked on the page of each
 * sign-out, which leads back here, and from here to the client.
 *
 * @see {@link https://openid.net/specs/openid-connect-rpinitiated-1_0.html OpenID Connect RP-Initiated Logout}
 * @module
 */

import { InvalidCallbackUrl } from "../../errors.ts";
import { isRegistered } from "../../http/redirect_uri.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { signedIn } from "../../session/visitor.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import { countPage, findClient } from "./clients.ts";
import { verifyIdTokenHint } from "./id_token.ts";
import { leadTo } from "./leave.ts";
import { atIssuer, pairsIn } from "./at_issuer.ts";
import type { OAuthCall } from "./settings.ts";
import { unknownClient, unknownTarget } from "./unknown_app.ts";

/** Path below the base path. */
const END_SESSION = "oauth/end-session";

/** Parameters that are read. */
const NAMES: ReadonlySet<string> = new Set([
  ...["client_id", "id_token_hint", "post_logout_redirect_uri", "state"],
]);

/** Most characters of `state`, which goes through the URL of a page. */
const MAX_STATE = 512;

/** The request of a client. */
interface SignOut {
  /** Id of the client; `undefined` for a request that names none. */
  readonly client: string | undefined;
  /** Registered URI that the browser goes to afterwards. */
  readonly target: string | undefined;
  /** Text for that URI. */
  readonly state: string | undefined;
  /** `true` for a client that made itself known. */
  readonly isUntrusted: boolean;
}

/** A post does the same: it may come from another site, and changes nothing before the page has asked. */
export const endSessionPage = atIssuer({ GET: answer, POST: answer });

async function answer(ctx: Context, call: OAuthCall): Promise<ResponseInternal> {
  const { client, target, state, isUntrusted } = await signOutIn(call, pairsIn(ctx));
  // After a post of another site, the session is seen by the next request alone.
  const isSignedIn = ctx.request.method === "POST" || await signedIn(ctx) !== null;
  if (!isSignedIn && target !== undefined) {
    return await leadTo(ctx, withQuery(target, { state }), !isUntrusted);
  }
  // Without the ID token, which is too long for the target of a sign-out, and says no more now.
  const back = target === undefined ? undefined : withQuery(actionUrl(ctx, END_SESSION), {
    client_id: client,
    post_logout_redirect_uri: target,
    state,
  });
  if (ctx.request.method === "POST" && back !== undefined) return { redirect: back };
  return { redirect: withQuery(actionUrl(ctx, "signout"), { callbackUrl: back }) };
}

/**
 * Reads the request.
 *
 * @throws {InvalidCallbackUrl} for one that is not valid: the browser goes nowhere
 */
async function signOutIn(
  call: OAuthCall,
  pairs: readonly (readonly [string, string])[],
): Promise<SignOut> {
  const sent: Record<string, string> = Object.create(null);
  for (const [name, value] of pairs) {
    if (!NAMES.has(name) || value === "") continue;
    if (name in sent) throw refused("a parameter is repeated");
    sent[name] = value;
  }
  const { id_token_hint: hint, post_logout_redirect_uri: target, state, client_id: named } = sent;
  const known = hint === undefined ? undefined : await verifyIdTokenHint(call, hint, call);
  if (hint !== undefined && !known) {
    throw refused("`id_token_hint` is not an ID token of this server");
  }
  const client = known?.client ?? named;
  if (named !== undefined && named !== client) throw refused("the ID token is of another client");
  if ((state?.length ?? 0) > MAX_STATE) throw refused("`state` is too long");
  let isUntrusted = false;
  if (target !== undefined) {
    const found = client === undefined
      ? undefined
      : await findClient(call, client, () => countPage(call, END_SESSION));
    if (!found) throw unknownClient(client);
    if (!isRegistered(target, found.postLogoutRedirectUris)) {
      throw unknownTarget(found, "post_logout_redirect_uri", target);
    }
    isUntrusted = found.isUntrusted;
  }
  return { client, target, state, isUntrusted };
}

function refused(message: string): InvalidCallbackUrl {
  return new InvalidCallbackUrl(`Cannot sign out for the app: ${message}`);
}
