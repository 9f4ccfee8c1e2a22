/**
 * Protected authorization requests: bound to the `dpop` key, signed (JAR), and
 * pushed to the provider before the browser goes there (PAR).
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9126 RFC 9126}, {@link https://www.rfc-editor.org/rfc/rfc9101 RFC 9101} and {@link https://www.rfc-editor.org/rfc/rfc9449#section-10 RFC 9449 §10}
 * @module
 */

import * as oauth from "oauth4webapi";
import { algorithmOf, shownUrl } from "../../config/check_provider.ts";
import { isLoopback } from "../../http/url.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { clientOf, sendAsClient } from "../../flows/oauth/client.ts";
import { explainTokenRefusal } from "../../flows/oauth/diagnosis.ts";
import { makeProver } from "./dpop.ts";
import { toSigningKey } from "../../flows/oauth/signing_key.ts";

/** Characters and length of a `request_uri`. */
const VISIBLE = /^[\x21-\x7e]{1,1024}$/;

/**
 * Protects the parameters of an authorization request.
 *
 * @returns the parameters that the browser carries
 * @throws {TypeError} when the provider refuses a pushed request, or answers with
 * a reference that must not be used
 */
export async function protect(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  params: URLSearchParams,
): Promise<URLSearchParams> {
  const { dpop, requestObject, par } = provider;
  // The code can then be exchanged with this key only.
  if (dpop) {
    const prover = await makeProver(provider, dpop);
    params.set("dpop_jkt", await prover.calculateThumbprint());
  }
  const signed = requestObject ? await sign(provider, as, params) : params;
  return par ? await push(provider, as, signed, params.get("redirect_uri")!) : signed;
}

async function sign(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  params: URLSearchParams,
): Promise<URLSearchParams> {
  const written = provider.token.clientPrivateKey!;
  const key = await toSigningKey(written, `token.clientPrivateKey\` of "${provider.id}"`);
  const request = await oauth.issueRequestObject(as, clientOf(provider), params, key, {
    [oauth.modifyAssertion](header, claims) {
      header.alg = algorithmOf(written);
      // RFC 9101 §10.8: with it, the request could be used as an assertion of this app.
      delete claims.sub;
    },
  });
  return new URLSearchParams({ client_id: provider.clientId!, request });
}

async function push(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  params: URLSearchParams,
  redirectUri: string,
): Promise<URLSearchParams> {
  const { id, securityProfile } = provider;
  const endpoint = as.pushed_authorization_request_endpoint;
  if (!endpoint) {
    throw new TypeError(
      `Cannot push the authorization request of "${id}": the discovery document has no ` +
        "`pushed_authorization_request_endpoint`; remove `par`, or turn it on at the provider",
    );
  }
  const refuse = (message: string, cause?: unknown) =>
    new TypeError(
      `Cannot push the authorization request of "${id}" at ${shownUrl(endpoint)}: ${message}`,
      { cause },
    );
  const { protocol, origin } = new URL(redirectUri);
  if (securityProfile && protocol !== "https:" && !isLoopback(origin)) {
    throw refuse(
      "the callback URL is not https, which `securityProfile` demands; set AUTH_URL to the public " +
        "https: URL of the app",
    );
  }
  const response = await sendAsClient(
    provider,
    "pushed-authorization",
    endpoint,
    ({ client, clientAuth, options }) =>
      oauth.pushedAuthorizationRequest(as, client, clientAuth, params, options)
        .catch((error) => {
          throw refuse("the request failed", error);
        }),
  );
  const pushed = await oauth
    .processPushedAuthorizationResponse(as, clientOf(provider), response)
    .catch(async (error) => {
      const message = await explainTokenRefusal(provider, redirectUri, error);
      throw refuse(message ?? "its answer is not valid", error);
    });
  const text = findError(pushed, [endpoint, as.issuer]);
  if (text) throw refuse(text);
  return new URLSearchParams({ client_id: provider.clientId!, request_uri: pushed.request_uri });
}

/** The reason why an answer must not be used; `undefined` when it may. */
function findError(
  { request_uri, expires_in }: oauth.PushedAuthorizationResponse,
  own: readonly string[],
): string | undefined {
  if (expires_in <= 0) return "the `request_uri` of its answer has expired already";
  if (!VISIBLE.test(request_uri) || !URL.canParse(request_uri)) {
    return "the `request_uri` of its answer is not a URI of at most 1024 characters";
  }
  const { protocol, origin } = new URL(request_uri);
  if (protocol === "urn:") return;
  // A server may fetch the request object from a URL, so another site could replace it.
  if (own.some((url) => new URL(url).origin === origin)) return;
  return "the `request_uri` of its answer is neither a URN nor a URL of the provider";
}
