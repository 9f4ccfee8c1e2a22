/**
 * Requests to a provider with the provider's `fetch` and, for bound tokens, proof
 * of possession of the key (DPoP). A request that is answered with a nonce is sent
 * once more.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9449#section-8 RFC 9449 §8}
 * @module
 */

import * as oauth from "oauth4webapi";
import { mayUseHttp } from "../../config/check_provider.ts";
import type { UpstreamEndpoint } from "../../hooks/telemetry.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { makeFetch } from "./fetch.ts";
import { strictCodeOf } from "./strict_client.ts";

/** Options of the protocol library's requests. */
export interface RequestOptions extends oauth.DPoPRequestOptions {
  /** `fetch` of the provider. */
  [oauth.customFetch]: typeof fetch;
  /** `true` where plain http is allowed. */
  [oauth.allowInsecureRequests]: boolean;
}

/**
 * Sends a request.
 *
 * @param endpoint name of the endpoint for traces
 * @param key key whose possession is proven; without one, nothing is proven
 * @param send sends the request; called a second time when the server asks for a nonce
 */
export async function sendWithDPoP(
  provider: ResolvedOAuthProvider,
  endpoint: UpstreamEndpoint,
  url: string | undefined,
  key: ResolvedOAuthProvider["dpop"],
  send: (options: RequestOptions) => Promise<Response>,
): Promise<Response> {
  const options: RequestOptions = {
    [oauth.customFetch]: makeFetch(provider, endpoint),
    [oauth.allowInsecureRequests]: mayUseHttp(provider, url),
  };
  if (!key) return await send(options);
  const { asksForNonce, makeProver: proverOf } = await strictCodeOf(provider).possession();
  const proving = { ...options, DPoP: await proverOf(provider, key) };
  const response = await send(proving);
  return await asksForNonce(response) ? await send(proving) : response;
}
