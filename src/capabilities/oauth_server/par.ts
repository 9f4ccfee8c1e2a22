/**
 * `oauth/par`: a client pushes its request first, and the browser comes with the id of it.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9126 RFC 9126}
 * @module
 */

import { OAuthRefusal, readDPoPKey, textIn } from "../../credentials/form.ts";
import { JSON_HEADERS, NO_STORE } from "../../response/respond.ts";
import { authenticateClient } from "./authenticate_client.ts";
import { checkRequest, sentIn } from "./authorization_parameters.ts";
import { FAPI2_REQUEST_MAX_AGE } from "./fapi2.ts";
import type { CheckedParameters } from "./kinds.ts";
import { countOpen } from "./open_records.ts";
import { pushedUri, pushRequest } from "./pushed.ts";
import { answering } from "./refusal.ts";

/** Seconds for which a request waits for the browser. */
const MAX_AGE = 600;

/** Answers a client with the URI of its request. */
export const parHandler = answering(async (call, sent) => {
  const client = await authenticateClient(call, sent);
  const { body = {}, repeated } = sent;
  if (textIn(body, "request_uri") !== undefined) {
    throw new OAuthRefusal("invalid_request", "`request_uri` cannot be pushed");
  }
  // A client that authenticates by a header or a signature may leave it out.
  if ((textIn(body, "client_id") ?? client.id) !== client.id) {
    throw new OAuthRefusal("invalid_request", "`client_id` is another client");
  }
  const pairs: [string, string][] = Object.keys(body).filter((name) => name !== "client_id")
    .map((name) => [name, textIn(body, name) ?? ""]);
  pairs.push(["client_id", client.id]);
  for (const resource of repeated.resource ?? []) pairs.push(["resource", resource]);
  const checked = await checkRequest(call, client, sentIn(pairs));
  // Last, so that nothing else can be wrong with a proof that is used up.
  const request = bind(checked, await readDPoPKey(call, client.isFapi2));
  await countOpen(call, "request", client);
  const maxAge = client.isFapi2 ? FAPI2_REQUEST_MAX_AGE : MAX_AGE;
  const id = await pushRequest(call, request, maxAge);
  return {
    status: 201,
    headers: { ...JSON_HEADERS, ...NO_STORE },
    body: { request_uri: pushedUri(id), expires_in: maxAge },
  };
});

/**
 * Binds the code to the key that the client proves to have (RFC 9449 §10.1).
 *
 * @param jkt thumbprint of the key
 * @throws {OAuthRefusal} when `dpop_jkt` names another one
 */
function bind(request: CheckedParameters, jkt: string | undefined): CheckedParameters {
  if (jkt === undefined) return request;
  if (request.jkt === null || request.jkt === jkt) return { ...request, jkt };
  throw new OAuthRefusal("invalid_request", "`dpop_jkt` is not the key of the DPoP proof");
}
