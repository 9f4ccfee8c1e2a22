/**
 * The request for authorization: its parameters are checked once, wherever they come from, and
 * everything after that works on the result.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1 RFC 6749 §4.1.1}
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest OpenID Connect Core §3.1.2.1}
 * @module
 */

import { parseAddress } from "../../base/address.ts";
import { sha256Base64url } from "../../base/crypto/hash.ts";
import { NO_CHALLENGE } from "../../credentials/code.ts";
import { OAuthRefusal } from "../../credentials/form.ts";
import { isLoopback, isRegistered } from "../../http/redirect_uri.ts";
import type { CountedCall } from "../../limits/request.ts";
import type { Client } from "./client.ts";
import { verifyIdTokenHint } from "./id_token.ts";
import type { CheckedParameters } from "./kinds.ts";
import type { OAuthSetup } from "./settings.ts";
import { pickTargets, requireReachable } from "./targets.ts";

/** SHA-256 in base64url: of a verifier (RFC 7636 §4.2), and of a key (RFC 7638). */
const DIGEST = /^[\w-]{43}$/;

/** Most characters of each parameter that is kept, or that goes back to the client. */
const LENGTHS: Readonly<Record<string, number>> = {
  scope: 4096,
  state: 2048,
  nonce: 512,
  acr_values: 512,
  id_token_hint: 8192,
};

/** Most values of `resource`. */
const MOST_RESOURCES = 20;

/** Parameters that are read. All others are passed over (RFC 6749 §3.1). */
const NAMES: ReadonlySet<string> = new Set([
  ...["client_id", "redirect_uri", "response_type", "response_mode", "scope", "resource", "state"],
  ...["code_challenge", "code_challenge_method", "dpop_jkt", "request", "request_uri"],
  ...["nonce", "prompt", "max_age", "acr_values", "id_token_hint", "login_hint", "ui_locales"],
]);

const PROMPTS = ["consent", "create", "login", "none", "select_account"] as const;

/** Form of `ui_locales`: tags of languages, the preferred one first. Any other text says nothing. */
const LOCALES = /^[A-Za-z\d-]+(?: [A-Za-z\d-]+)*$/;

/** Most characters of `ui_locales`. */
const MAX_LOCALES = 200;

type Prompt = typeof PROMPTS[number];

/** Parameters as they were sent; those without a value are absent (RFC 6749 §3.1). */
export interface SentParameters {
  /** Parameters that occur once, without a prototype. */
  readonly single: Readonly<Record<string, string>>;
  /** Values of `resource`. */
  readonly resources: readonly string[];
  /** Names of others that occur more than once. */
  readonly repeated: ReadonlySet<string>;
}

/** Sorts parameters. */
export function sentIn(pairs: Iterable<readonly [string, string]>): SentParameters {
  const single: Record<string, string> = Object.create(null);
  const resources: string[] = [];
  const repeated = new Set<string>();
  const seen = new Set<string>();
  for (const [name, value] of pairs) {
    if (!NAMES.has(name) || value === "") continue;
    if (name === "resource") resources.push(value);
    else if (seen.has(name)) repeated.add(name);
    else single[name] = value;
    seen.add(name);
  }
  for (const name of repeated) delete single[name];
  return { single, resources, repeated };
}

/**
 * The redirect URI, when it is one of the client: the only one to which an answer may go. The only one
 * that is registered may be left out (OAuth 2.1 §4.1.1), unless its port is not known, or the request is
 * one of OpenID Connect (Core §3.1.2.1).
 */
export function redirectUriIn(
  { redirectUris, isFapi2 }: Pick<Client, "isFapi2" | "redirectUris">,
  { single: { redirect_uri: uri, scope = "" }, repeated }: SentParameters,
): string | undefined {
  if (uri !== undefined) return isRegistered(uri, redirectUris) ? uri : undefined;
  const [only, ...others] = redirectUris;
  const isClear = others.length === 0 && !repeated.has("redirect_uri") &&
    !isFapi2 && !scope.split(" ").includes("openid");
  return only !== undefined && isClear && !isLoopback(only) && isRegistered(only, redirectUris)
    ? only
    : undefined;
}

/** `state` as it goes back with every answer; `null` for one that cannot. */
export function stateIn({ single: { state } }: SentParameters): string | null {
  return state !== undefined && state.length <= LENGTHS.state! ? state : null;
}

/**
 * Checks the parameters of a request.
 *
 * @param from request of a browser, which anyone can send; absent for a client that was authenticated
 * @throws {OAuthRefusal} for a request that is not valid
 */
export async function checkRequest(
  setup: OAuthSetup,
  client: Pick<
    Client,
    | "exchangesTo"
    | "grants"
    | "id"
    | "isFapi2"
    | "redirectUris"
    | "resources"
    | "scopes"
    | "takesIdToken"
    | "takesNonce"
  >,
  sent: SentParameters,
  from?: CountedCall,
): Promise<CheckedParameters> {
  const { single, resources, repeated } = sent;
  const redirectUri = redirectUriIn(client, sent);
  if (redirectUri === undefined) throw invalid("`redirect_uri` is not one of the client");
  if (repeated.size > 0) throw invalid("A parameter is repeated");
  if (single.request !== undefined) {
    throw new OAuthRefusal("request_not_supported", "`request` is not supported");
  }
  if (single.request_uri !== undefined) {
    throw new OAuthRefusal("request_uri_not_supported", "`request_uri` is not supported here");
  }
  for (const [name, most] of Object.entries(LENGTHS)) {
    if ((single[name]?.length ?? 0) > most) throw invalid(`\`${name}\` is too long`);
  }
  // Whatever comes by the browser, anyone can have changed.
  if (client.isFapi2 && from) throw invalid("The client must push its request");
  const type = checkResponse(single, client, redirectUri);
  if (!client.grants.has("code")) {
    throw new OAuthRefusal("unauthorized_client", "The client may not ask for a code");
  }
  if (resources.length > MOST_RESOURCES) throw invalid("There are too many values of `resource`");
  const targets = pickTargets(setup.settings, client, single.scope, resources);
  // Before the user is asked: afterwards, the code would be used up by it.
  requireReachable(targets, setup.settings, client);
  const { issuer } = setup.settings;
  const hasIdToken = Object.hasOwn(targets, issuer) && targets[issuer]!.includes("openid");
  if (type === "id_token") checkSignIn(single, targets, issuer, hasIdToken);
  return {
    client: single.client_id!,
    redirectUri,
    state: single.state ?? null,
    challenge: type === "id_token"
      ? NO_CHALLENGE
      : challengeIn(single, client.takesNonce && hasIdToken),
    targets,
    nonce: single.nonce ?? null,
    prompt: promptIn(single),
    maxAge: maxAgeIn(single),
    acr: words(single.acr_values),
    jkt: thumbprintIn(single),
    hint: await hintIn(setup, client, single, from),
    ...localesIn(single),
    ...modeIn(sent),
    ...type === "id_token" ? { type } : {},
  };
}

/** Languages for the pages; nothing where there are none. */
function localesIn({ ui_locales: text = "" }: Single): { locales?: string } {
  return text.length <= MAX_LOCALES && LOCALES.test(text) ? { locales: text } : {};
}

/**
 * The address that `login_hint` names, for the form of the sign-in page. It is not kept with a request
 * that waits in the store, which is of no user yet.
 */
export function addressIn({ single: { login_hint: hint } }: SentParameters): string | undefined {
  try {
    return hint === undefined ? undefined : parseAddress(hint);
  } catch {
    // It names a user in another way, which the form has no field for.
    return undefined;
  }
}

/** Returns `true` for the user whom the client names, and for any when it names none. */
export async function isHinted({ hint }: CheckedParameters, userId: string): Promise<boolean> {
  return hint === null || hint === await sha256Base64url(userId);
}

type Single = SentParameters["single"];

/** How the answer goes to the client, also where the request is refused. */
export function modeIn({ single }: SentParameters): Pick<CheckedParameters, "mode"> {
  return single.response_mode === "form_post" ? { mode: "form_post" } : {};
}

function checkResponse(
  { response_type: type, response_mode: mode }: Single,
  { takesIdToken }: Pick<Client, "takesIdToken">,
  redirectUri: string,
): "code" | "id_token" {
  if (type === undefined) throw invalid("`response_type` is missing");
  if (type !== "code" && !(type === "id_token" && takesIdToken)) {
    throw new OAuthRefusal("unsupported_response_type", "`response_type` must be `code`");
  }
  if (mode !== undefined && mode !== "query" && mode !== "form_post") {
    throw invalid("`response_mode` must be `query` or `form_post`");
  }
  // A URL is in histories and logs.
  if (type === "id_token" && mode !== "form_post") {
    throw invalid("`response_mode` must be `form_post` for an ID token");
  }
  if (mode === "form_post" && !/^https?:/.test(redirectUri)) {
    throw invalid("`response_mode` must be `query` for the scheme of an app");
  }
  return type;
}

/** A sign-in without a code gives no access, and its ID token answers the `nonce` of one request. */
function checkSignIn(
  { nonce }: Single,
  targets: CheckedParameters["targets"],
  issuer: string,
  hasIdToken: boolean,
): void {
  if (!hasIdToken) throw new OAuthRefusal("invalid_scope", "`scope` does not have `openid`");
  if (nonce === undefined) throw invalid("`nonce` is missing");
  if (Object.keys(targets).some((resource) => resource !== issuer)) {
    throw new OAuthRefusal("invalid_scope", "An ID token alone gives access to no resource");
  }
}

/**
 * Without a method it would be "plain", which protects nothing (RFC 7636 §4.3).
 *
 * @param takesNonce `true` where the ID token tells the client which request a code answers
 */
function challengeIn(
  { code_challenge: challenge, code_challenge_method: method, nonce }: Single,
  takesNonce: boolean,
): string {
  if (challenge === undefined && method === undefined && nonce !== undefined && takesNonce) {
    return NO_CHALLENGE;
  }
  if (challenge === undefined) throw invalid("`code_challenge` is missing");
  if (method !== "S256") throw invalid("`code_challenge_method` must be `S256`");
  if (!DIGEST.test(challenge)) throw invalid("`code_challenge` is not a SHA-256 in base64url");
  return challenge;
}

function promptIn({ prompt }: Single): readonly Prompt[] {
  const values = words(prompt);
  const known = values.filter((one): one is Prompt => PROMPTS.includes(one as Prompt));
  if (known.length < values.length) throw invalid("`prompt` has a value that is not supported");
  if (known.includes("none") && known.length > 1) {
    throw invalid("`prompt` has `none` together with another value");
  }
  return known;
}

function maxAgeIn({ max_age: age }: Single): number | null {
  if (age === undefined) return null;
  if (!/^\d{1,9}$/.test(age)) throw invalid("`max_age` is not a number of seconds");
  return Number(age);
}

function thumbprintIn({ dpop_jkt: jkt }: Single): string | null {
  if (jkt === undefined) return null;
  if (!DIGEST.test(jkt)) throw invalid("`dpop_jkt` is not the thumbprint of a key");
  return jkt;
}

async function hintIn(
  setup: OAuthSetup,
  client: Pick<Client, "id">,
  { id_token_hint: hint }: Single,
  from: CountedCall | undefined,
): Promise<string | null> {
  if (hint === undefined) return null;
  const known = await verifyIdTokenHint(setup, hint, from);
  if (known?.client === client.id) return await sha256Base64url(known.sub);
  throw invalid("`id_token_hint` is not an ID token that the client got here");
}

function words(text = ""): string[] {
  return [...new Set(text.split(" ").filter(Boolean))];
}

function invalid(message: string): OAuthRefusal {
  return new OAuthRefusal("invalid_request", message);
}
