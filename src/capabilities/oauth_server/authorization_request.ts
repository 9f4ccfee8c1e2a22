/**
 * The authorization request of a browser: the client, what it asks for, and the URL that
 * leads back here after a sign-in.
 *
 * @module
 */

import { OAuthRefusal } from "../../credentials/form.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { lazy } from "../../base/lazy.ts";
import { nowSeconds } from "../../base/time.ts";
import { isRegistered } from "../../http/redirect_uri.ts";
import type { Context } from "../../types/internal.ts";
import {
  checkRequest,
  modeIn,
  redirectUriIn,
  sentIn,
  type SentParameters,
  stateIn,
} from "./authorization_parameters.ts";
import type { Client } from "./client.ts";
import { countPage, findClient } from "./clients.ts";
import type { CheckedParameters } from "./kinds.ts";
import { countOpen } from "./open_records.ts";
import { isPushedUri, pushedUri, pushRequest, readPushed } from "./pushed.ts";
import type { OAuthCall } from "./settings.ts";
import { unknownClient, unknownRequest, unknownTarget } from "./unknown_app.ts";

const requestLimits = lazy(() => import("../../limits/request.ts"));

/** Path below the base path. */
export const AUTHORIZE = "oauth/authorize";

/** Parameter of our own URL: seconds since 1970, in place of `prompt=login` and `max_age`. */
const PROVEN_AFTER = "proven_after";

/** Longest own URL, percent-encoded: a longer target of a sign-in is dropped. */
const MAX_LENGTH = 1700;

/** Seconds for which a request that is too long for a URL waits for the sign-in. */
const STORED_MAX_AGE = 60 * 60;

/** A request that can be answered. */
export interface AuthorizationRequest {
  /** The client. */
  readonly client: Client;
  /** Its request. */
  readonly request: CheckedParameters;
  /** Id of the pushed request that it is; `null` for one in a URL. */
  readonly pushed: string | null;
  /** Seconds since 1970: an earlier proof of the user does not count. */
  readonly notBefore: number | null;
  /** `true` when the user must be asked again whatever the proof is. */
  readonly asksAgain: boolean;
}

/** A request that is refused: the client learns why. */
export interface RefusedAuthorizationRequest {
  /** The client. */
  readonly client: Client;
  /** The request, as far as the answer needs it. */
  readonly request: Pick<CheckedParameters, "mode" | "redirectUri" | "state">;
  /** The reason. */
  readonly refusal: OAuthRefusal;
}

/**
 * Reads the request of a browser.
 *
 * @throws {UnknownApp} when the client is not known, or the redirect URI is not one of it: then there is
 * no place to which an answer may go
 */
export async function readAuthorizationRequest(
  call: OAuthCall,
  pairs: readonly (readonly [string, string])[],
): Promise<AuthorizationRequest | RefusedAuthorizationRequest> {
  const sent = sentIn(pairs);
  const client = await clientIn(call, sent);
  const provenAfter = provenAfterIn(pairs);
  const uri = sent.single.request_uri;
  if (uri !== undefined && isPushedUri(uri)) {
    return await readPushedRequest(call, client, uri, provenAfter);
  }
  const redirectUri = redirectUriIn(client, sent);
  if (redirectUri === undefined) {
    throw unknownTarget(client, "redirect_uri", sent.single.redirect_uri);
  }
  try {
    const request = await checkRequest(call, client, sent, call);
    const age = oldestProof(request);
    const asked = age === null ? null : now() - age;
    return {
      ...{ client, request, pushed: null },
      notBefore: latest(asked, provenAfter),
      asksAgain: age === 0,
    };
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    const mode = /^https?:/.test(redirectUri) ? modeIn(sent) : {};
    return { client, request: { redirectUri, state: stateIn(sent), ...mode }, refusal: error };
  }
}

async function clientIn(call: OAuthCall, { single }: SentParameters): Promise<Client> {
  const { client_id: id } = single;
  const client = id === undefined
    ? undefined
    : await findClient(call, id, () => countPage(call, AUTHORIZE));
  if (client) return client;
  throw unknownClient(id);
}

/** All parameters but those of the pushed request are passed over (RFC 9126 §4). */
async function readPushedRequest(
  call: OAuthCall,
  client: Client,
  uri: string,
  provenAfter: number | null,
): Promise<AuthorizationRequest> {
  const found = await readPushed(call, uri);
  if (!found || found.data.client !== client.id) throw unknownRequest();
  // The client may have been changed meanwhile.
  if (!isRegistered(found.data.redirectUri, client.redirectUris)) {
    throw unknownTarget(client, "redirect_uri", found.data.redirectUri);
  }
  const { id, data } = found;
  const age = oldestProof(data);
  const isBack = provenAfter !== null;
  // Never before the time of the push, whatever the URL says.
  const asked = age === null ? null : (isBack ? Math.floor(data.createdAt / 1000) : now()) - age;
  return {
    ...{ client, request: data, pushed: id },
    notBefore: latest(asked, provenAfter, data.notBefore),
    asksAgain: age === 0 && !isBack,
  };
}

/** Seconds that the proof may be old; `null` for any. */
function oldestProof({ prompt, maxAge }: CheckedParameters): number | null {
  return prompt.includes("login") ? 0 : maxAge;
}

function latest(...times: (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Only our own URL has it. It makes nothing easier, so it need not be sealed. */
function provenAfterIn(pairs: readonly (readonly [string, string])[]): number | null {
  const text = pairs.find(([name]) => name === PROVEN_AFTER)?.[1] ?? "";
  const time = /^\d{1,12}$/.test(text) ? Number(text) : Infinity;
  // A later one would ask for ever.
  return time <= now() + 1 ? time : null;
}

function now(): number {
  return nowSeconds();
}

/** The time from which on a proof of the user counts: a session that is here is asked again. */
export function notBeforeFor(
  { notBefore, asksAgain }: Pick<AuthorizationRequest, "asksAgain" | "notBefore">,
  proof: { readonly at: number } | undefined,
): number | null {
  return asksAgain && proof ? Math.max(now(), Math.min(proof.at, now()) + 1) : notBefore;
}

/**
 * URL that leads back here.
 *
 * @param pairs parameters as they were sent
 * @param notBefore seconds since 1970, in place of the demands on the proof; `undefined` keeps those
 */
export async function ownUrl(
  ctx: Context,
  call: OAuthCall,
  { client, request, pushed }: Pick<AuthorizationRequest, "client" | "pushed" | "request">,
  pairs: readonly (readonly [string, string])[],
  notBefore: number | null | undefined,
): Promise<string> {
  if (pushed !== null) return pushedUrl(ctx, client.id, pushed, notBefore);
  const { single, resources } = sentIn(pairs);
  const query = new URLSearchParams(single);
  for (const resource of resources) query.append("resource", resource);
  if (notBefore !== undefined) {
    query.delete("max_age");
    // It has done its work, and would stand in the URL of the sign-in page again.
    query.delete("login_hint");
    const prompt = withoutLogin(request.prompt).join(" ");
    if (prompt) query.set("prompt", prompt);
    else query.delete("prompt");
  }
  if (notBefore != null) query.set(PROVEN_AFTER, String(notBefore));
  const url = `${actionUrl(ctx, AUTHORIZE)}?${query}`;
  return encodeURIComponent(url).length <= MAX_LENGTH
    ? url
    : await storedRequestUrl(ctx, call, { ...request, pushed }, notBefore, client);
}

/** The same for a request whose parameters are not at hand, or too long: it waits in the store. */
export async function storedRequestUrl(
  ctx: Context,
  call: OAuthCall,
  { pushed, ...request }: CheckedParameters & Pick<AuthorizationRequest, "pushed">,
  notBefore: number | null | undefined,
  client?: Client,
): Promise<string> {
  if (pushed !== null) return pushedUrl(ctx, request.client, pushed, notBefore);
  // Anyone can cause this write.
  const { config, request: sent } = ctx;
  if (config.limits) await (await requestLimits()).countRequest(sent, config, config.limits);
  await countOpen(call, "request", client);
  const asked = notBefore === undefined
    ? request
    : { ...request, prompt: withoutLogin(request.prompt), maxAge: null };
  const id = await pushRequest(call, asked, STORED_MAX_AGE, notBefore);
  return pushedUrl(ctx, request.client, id, null);
}

function withoutLogin(prompt: CheckedParameters["prompt"]): CheckedParameters["prompt"] {
  return prompt.filter((one) => one !== "login");
}

function pushedUrl(
  ctx: Context,
  client: string,
  id: string,
  notBefore: number | null | undefined,
): string {
  return withQuery(actionUrl(ctx, AUTHORIZE), {
    client_id: client,
    request_uri: pushedUri(id),
    [PROVEN_AFTER]: notBefore == null ? undefined : String(notBefore),
  });
}
