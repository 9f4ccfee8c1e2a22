/**
 * Authenticates clients. A client uses its own method, and no other; a request uses one method.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-2.3 RFC 6749 §2.3}
 * @module
 */

import { isEqual } from "../../base/crypto/hash.ts";
import { lazy } from "../../base/lazy.ts";
import { OAuthRefusal, textIn } from "../../credentials/form.ts";
import { AuthError } from "../../errors.ts";
import { rateLimitedLog } from "../../hooks/logger.ts";
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
  let fault = "";
  if (client?.authentication.method === shown.method) {
    const found = await findFault(call, client, { shown, hash, action: sent.action });
    if (found === undefined) return client;
    fault = found;
    // That of an assertion was counted with it.
    if (shown.method !== "private_key_jwt") await count();
  } else {
    await count();
    fault = client
      ? `it sent ${NAMES[shown.method]}, and is known with ${NAMES[client.authentication.method]}`
      : "`iss` of its assertion is not its id";
  }
  const about = client ?? await namedIn(call, shown);
  if (about) report(call, about, fault);
  throw unknownClient();
}

/** Says why a client has not authenticated with its own method; `undefined` for one that has. */
async function findFault(
  call: OAuthCall,
  client: Client,
  { shown, hash, action }: {
    readonly shown: Shown;
    /** Hash of the secret that was sent. */
    readonly hash: string;
    readonly action: string;
  },
): Promise<string | undefined> {
  return shown.method === "private_key_jwt"
    ? await findAssertionFault(call, client, shown, action)
    : hasSecret(client, hash)
    ? undefined
    : "its secret is wrong";
}

/** What a client shows, in the log. */
const NAMES: Readonly<Record<Shown["method"], string>> = {
  none: "its id alone",
  secret: "a secret",
  private_key_jwt: "an assertion",
};

function hasSecret({ authentication }: Client, hash: string): boolean {
  if (authentication.method !== "secret") return true;
  // All of them are compared: how long it takes does not say which one was close.
  return authentication.hashes.filter((one) => isEqual(one, hash)).length > 0;
}

/** Verifies an assertion. That of a client which anyone can be was counted. */
async function findAssertionFault(
  call: OAuthCall,
  client: Client,
  { assertion, sentId }: Extract<Shown, { method: "private_key_jwt" }>,
  action: string,
): Promise<string | undefined> {
  const find = async () => {
    if (sentId !== undefined && sentId !== client.id) return "`client_id` is another client";
    return await (await assertions()).findAssertionFault(call, client, assertion, action);
  };
  return isAnyones(client)
    ? await find()
    : await (await requestLimits()).countUnlessRight(call, find, (fault) => fault === undefined);
}

/** The client of the config that a request with an assertion names in addition. */
async function namedIn(call: OAuthCall, shown: Shown): Promise<Client | undefined> {
  const id = shown.method === "private_key_jwt" ? shown.sentId : undefined;
  return id !== undefined && call.settings.clients.has(id) ? await findClient(call, id) : undefined;
}

/**
 * Logs, for the developer of a client of the app, which part is wrong. The answer is the same for all
 * of them, since a stranger can ask. It repeats nothing that was sent.
 */
function report({ config: { logger } }: OAuthCall, { id, isUntrusted }: Client, fault: string) {
  if (isUntrusted) return;
  const message = `Cannot authenticate the client ${JSON.stringify(id)}: ${fault}`;
  rateLimitedLog(logger, new AuthError(message), message);
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
