/**
 * Authenticates clients. A client uses its own method, and no other; a request uses one method.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-2.3 RFC 6749 §2.3}
 * @module
 */

import { isEqual } from "../../base/crypto/hash.ts";
import { lazy } from "../../base/lazy.ts";
import { OAuthRefusal, textIn } from "../../credentials/form.ts";
import type { CallRequest } from "../../types/internal.ts";
import type { Client } from "./client.ts";
import { findClient, hashOfSecret, isAnyones, isDocumentId, noteUse } from "./clients.ts";
import type { OAuthCall } from "./settings.ts";

/** The client authentication of a request: its method, and its values. */
type Shown =
  | { readonly method: "none"; readonly id: string }
  | { readonly method: "secret"; readonly id: string; readonly secret: string }
  | {
    readonly method: "private_key_jwt";
    readonly assertion: string;
    readonly sentId: string | undefined;
  };

/** Parameters that must never be in a URL, which servers write to their logs. */
const NOT_IN_URL = ["client_secret", "client_assertion"];

/** The type of an assertion (RFC 7523 §2.2). */
const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

const requestLimits = lazy(() => import("../../limits/request.ts"));
const assertions = lazy(() => import("./assertion.ts"));

/**
 * Authenticates the client of a request.
 *
 * @throws {OAuthRefusal} `invalid_client` when the client is not known or did not authenticate, which
 *   are one answer; `invalid_request` for a request with two methods
 */
export async function authenticateClient(call: OAuthCall, sent: CallRequest): Promise<Client> {
  const shown = shownIn(sent, textIn(sent.body, "client_id"));
  const client = await readClient(call, sent, shown);
  if (client.isUntrusted && client.source === "registered") await noteUse(call, client.id);
  return client;
}

/** @throws {TooManyRequests} when the limit of the address is reached */
async function countTry(call: OAuthCall, { action }: CallRequest): Promise<void> {
  if (call.config.limits) await (await requestLimits()).countCall(call, action);
}

/**
 * Whatever anyone can cause is counted before it: a document is fetched, a signature verified and an
 * assertion used up only then. A server that comes from one address for all of its users is not
 * counted, as long as it authenticates.
 */
async function readClient(call: OAuthCall, sent: CallRequest, shown: Shown): Promise<Client> {
  let isCounted = false;
  const count = async () => {
    if (!isCounted) await countTry(call, sent);
    isCounted = true;
  };
  const id = shown.method === "private_key_jwt"
    ? await (await assertions()).issuerIn(shown.assertion)
    : shown.id;
  if (id === undefined || isDocumentId(call.settings, id)) await count();
  // Before the client is looked for, so that an id that exists takes no longer.
  const hash = await hashOfSecret(shown.method === "secret" ? shown.secret : "");
  const client = id === undefined ? undefined : await findClient(call, id);
  if (!client || isAnyones(client)) await count();
  if (client?.authentication.method === shown.method) {
    if (shown.method !== "private_key_jwt") {
      if (hasSecret(client, hash)) return client;
    } else if (await provesItself(call, client, shown)) return client;
    // It was counted there.
    else throw unknownClient();
  }
  await count();
  throw unknownClient();
}

function hasSecret({ authentication }: Client, hash: string): boolean {
  if (authentication.method !== "secret") return true;
  // All of them are compared: how long it takes does not say which one was close.
  return authentication.hashes.filter((one) => isEqual(one, hash)).length > 0;
}

/** Verifies an assertion. That of a client which anyone can be was counted. */
async function provesItself(
  call: OAuthCall,
  client: Client,
  { assertion, sentId }: Extract<Shown, { method: "private_key_jwt" }>,
): Promise<boolean> {
  const prove = async () =>
    (sentId === undefined || sentId === client.id) &&
    await (await assertions()).provesClient(call, client, assertion);
  return isAnyones(client)
    ? await prove()
    : await (await requestLimits()).countUnlessRight(call, prove, (isRight) => isRight);
}

/** The one method that a request uses. */
function shownIn(
  { authorization, body, query }: CallRequest,
  id: string | undefined,
): Shown {
  if (NOT_IN_URL.some((name) => name in query)) {
    throw new OAuthRefusal("invalid_request", "The URL has a parameter of client authentication");
  }
  const secret = textIn(body, "client_secret");
  const assertion = textIn(body, "client_assertion");
  const type = textIn(body, "client_assertion_type");
  const isAsserting = assertion !== undefined || type !== undefined;
  const methods = [authorization !== null, secret !== undefined, isAsserting];
  if (methods.filter(Boolean).length > 1) {
    throw new OAuthRefusal("invalid_request", "The request authenticates its client in two ways");
  }
  if (authorization !== null) {
    const basic = basicIn(authorization);
    if (!basic) throw unknownClient();
    if (id !== undefined && id !== basic.id) {
      throw new OAuthRefusal("invalid_request", "The request names two clients");
    }
    return { method: "secret", ...basic };
  }
  if (isAsserting) {
    if (assertion === undefined || type !== ASSERTION_TYPE) throw unknownClient();
    return { method: "private_key_jwt", assertion, sentId: id };
  }
  if (id === undefined) throw unknownClient();
  return secret === undefined ? { method: "none", id } : { method: "secret", id, secret };
}

/** Id and secret of `client_secret_basic`: both are encoded as in a form (RFC 6749 §2.3.1). */
function basicIn(authorization: string): { id: string; secret: string } | undefined {
  const [, encoded] = /^Basic +([A-Za-z\d+/]+={0,2})$/i.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const colon = text.indexOf(":");
    const [id, secret] = [text.slice(0, colon), text.slice(colon + 1)].map(fromForm);
    return colon > 0 && id && secret ? { id, secret } : undefined;
  } catch {
    return undefined;
  }
}

/** @throws {URIError} for text that is not encoded as in a form */
function fromForm(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

/** One answer for a client that is not known and for one that did not authenticate. */
function unknownClient(): OAuthRefusal {
  return new OAuthRefusal(
    "invalid_client",
    "The client is not known, or did not authenticate with its own method",
  );
}
