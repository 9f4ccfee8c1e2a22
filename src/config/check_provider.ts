/**
 * Checks one provider. Each reason names the option and the remedy, and concerns
 * sign-ins with that provider only. Of a provider of OAuth they are also about its client: keys,
 * authentication, and options whose code the provider object must bring.
 *
 * Here is the one rule for the URLs of a provider, from the config and from discovery: https, or
 * plain http in development and where the app allows it.
 *
 * @module
 */

import {
  AuthError,
  InvalidEndpoints,
  MissingAuthorize,
  MissingWebAuthnAutocomplete,
} from "../errors.ts";
import type { ResolvedOAuthProvider, ResolvedProvider } from "../types/resolved_provider.ts";
import type { EmailConfig } from "../types/provider.ts";
import type { WebAuthnConfig } from "../types/webauthn.ts";
import { type CapabilityCode, codeOf, type FlowCode } from "./capability.ts";
import { variableName } from "./env.ts";
import { isRecord } from "../base/objects.ts";
import type { PrivateJwk, SigningKey } from "../types/oauth_provider.ts";
import { isLoopback } from "../http/url.ts";

/** The reason why a provider cannot be used. */
export interface Fault {
  /** Class of the error that a sign-in with the provider ends in; it leads to a page. */
  type: typeof AuthError;
  /** The problem and the remedy. */
  reason: string;
}

const TYPES = ["oidc", "oauth", "email", "credentials", "webauthn"];

/** Options that the environment can fill in, and the suffixes of their variables. */
const VARIABLES: Readonly<Record<string, Parameters<typeof variableName>[1]>> = {
  apiKey: "KEY",
  clientId: "ID",
  clientSecret: "SECRET",
  issuer: "ISSUER",
};

/** Returns `true` for a valid id of a provider, which is part of URLs. */
export function isProviderId(id: unknown): id is string {
  return typeof id === "string" && /^[\w.~-]+$/.test(id);
}

/** The fault of a provider, or `undefined` when it can be used. */
export function findFault(provider: ResolvedProvider): Fault | undefined {
  const { id, type } = provider;
  if (id === undefined) {
    return because(
      "it has no `id`; list what a provider module exports by default, or an object with `id`, " +
        "`name` and `type`",
    );
  }
  if (!isProviderId(id)) {
    return because(
      `its \`id\` ${JSON.stringify(id)} is part of a URL, so it may have letters, digits, and ` +
        "- _ . ~ only",
    );
  }
  if (!TYPES.includes(type)) return because(`its \`type\` is not one of ${TYPES.join(", ")}`);
  if (type === "credentials") {
    return typeof provider.authorize === "function"
      ? undefined
      : because("pass `authorize` to check the credentials", MissingAuthorize);
  }
  if (type === "email") return checkEmail(provider as EmailConfig);
  if (type === "webauthn") return checkPasskeys(provider as WebAuthnConfig);
  const oauth = provider as ResolvedOAuthProvider;
  return checkOAuth(oauth) ?? checkClient(oauth);
}

function because(reason: string, type: typeof AuthError = AuthError): Fault {
  return { type, reason };
}

/** Options to set, and the variables for those that have one. */
function toSet(id: string, options: readonly string[]): string {
  const named = options.map((name) =>
    name === "from" ? "`from` to an address of your domain" : `\`${name}\``
  );
  const variables = options.map((name) =>
    Object.hasOwn(VARIABLES, name) ? variableName(id, VARIABLES[name]!) : undefined
  );
  if (options.length > 1 && variables.every((name) => name !== undefined)) {
    return `set ${list(named)}, or ${list(variables)}`;
  }
  const each = named.map((name, i) => variables[i] ? `${name} or ${variables[i]}` : name);
  return `set ${each.join(", and ")}`;
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function checkEmail(provider: EmailConfig): Fault | undefined {
  const { id, maxAge, code, requiredOptions = [] } = provider;
  if (typeof provider.sendVerificationRequest !== "function") {
    return because("pass `sendVerificationRequest` to send the link");
  }
  if (maxAge !== undefined && !(typeof maxAge === "number" && maxAge > 0 && maxAge < Infinity)) {
    return because("`maxAge` is not a number of seconds above 0");
  }
  if (code !== undefined && ![true, false, 6, 7, 8].includes(code)) {
    return because("`code` is not true, false, 6, 7 or 8");
  }
  const members = provider as unknown as Record<string, unknown>;
  const lacking = requiredOptions.filter((name) => !members[name]);
  if (lacking.length > 0) return because(toSet(id, lacking));
}

function checkOAuth(provider: ResolvedOAuthProvider): Fault | undefined {
  const { id, type, version, clientId, clientSecret } = provider;
  const isOAuth1 = version.startsWith("1.");
  // A public client has no secret; with OAuth 1.0, the secret signs every request.
  const lacking = !clientId
    ? clientSecret ? ["clientId"] : ["clientId", "clientSecret"]
    : isOAuth1 && !clientSecret
    ? ["clientSecret"]
    : [];
  if (isOAuth1) {
    return checkOAuth1(provider) ?? checkUrls(provider) ??
      (lacking.length > 0 ? because(toSet(id, lacking)) : undefined);
  }
  const endpoint = missingEndpoint(provider);
  if (endpoint && type === "oidc") {
    return because(toSet(id, ["issuer", ...lacking]), InvalidEndpoints);
  }
  if (endpoint) {
    const issuer = `\`issuer\` or ${variableName(id, "ISSUER")}`;
    const others = lacking.length > 0 ? `; ${toSet(id, lacking)}` : "";
    return because(`set \`${endpoint}\`, or ${issuer} to discover it${others}`, InvalidEndpoints);
  }
  return checkUrls(provider) ?? (lacking.length > 0 ? because(toSet(id, lacking)) : undefined);
}

function checkClient(provider: ResolvedOAuthProvider): Fault | undefined {
  const text = errorOfClient(provider);
  if (text) return because(text);
}

function checkUrls(provider: ResolvedOAuthProvider): Fault | undefined {
  const { issuer, wellKnown } = provider;
  const urls = writtenUrls(provider);
  // With `wellKnown`, the issuer is not requested, and is only a name.
  if (issuer?.startsWith("http:") && !wellKnown) urls.issuer = issuer;
  for (const [option, url] of Object.entries(urls)) {
    const text = errorOfUrl(provider, url);
    if (text) return because(`in \`${option}\`, ${text}`, InvalidEndpoints);
  }
}

function missingEndpoint(provider: ResolvedOAuthProvider): string | undefined {
  if (provider.issuer || provider.wellKnown) return undefined;
  return (["authorization", "token", "userinfo"] as const).find((name) => {
    const endpoint = provider[name];
    return !endpoint?.url && !(name === "userinfo" && endpoint?.request);
  });
}

/** Checks an OAuth 1.0 provider, which has no discovery. */
function checkOAuth1(provider: ResolvedOAuthProvider): Fault | undefined {
  const { type, version, userinfo } = provider;
  if (type !== "oauth" || version !== "1.0") {
    return because(`there is no version "${version}" of its type "${type}"`);
  }
  if (!codeOf<FlowCode>(provider)?.flow) {
    return because("make it with OAuth1() of @x/auth/oauth1");
  }
  const present = {
    requestTokenUrl: provider.requestTokenUrl,
    authorization: provider.authorization.url,
    token: provider.token.url,
    userinfo: userinfo?.url ?? userinfo?.request,
  };
  for (const [name, value] of Object.entries(present)) {
    if (value) continue;
    return because(`set \`${name}\`, since OAuth 1.0 has no discovery`, InvalidEndpoints);
  }
  if (provider.token.request) {
    return because(
      "`token.request` cannot be used with OAuth 1.0, where the exchange must be signed; use " +
        "`token.conform` to repair its answer",
    );
  }
}

const CEREMONIES = [
  "generateAuthenticationOptions",
  "generateRegistrationOptions",
  "verifyAuthenticationResponse",
  "verifyRegistrationResponse",
] as const;

function checkPasskeys(provider: WebAuthnConfig): Fault | undefined {
  const { formFields, simpleWebAuthnBrowserVersion: version } = provider;
  if (version && !/^v\d+(\.\d+){0,2}$/.test(version)) {
    return because('`simpleWebAuthnBrowserVersion` is not like "v1.2.3"');
  }
  const fields = Object.values(formFields || {});
  const hasHint = fields.some(({ autocomplete }) => autocomplete?.includes("webauthn"));
  if (provider.enableConditionalUI && !hasHint) {
    return because(
      'give a field of `formFields` an `autocomplete` that ends in "webauthn", or set ' +
        "`enableConditionalUI: false`, since nothing can be offered in the autofill",
      MissingWebAuthnAutocomplete,
    );
  }
  const isComplete = codeOf(provider) && typeof provider.getUserInfo === "function" &&
    typeof provider.getRelayingParty === "function" &&
    CEREMONIES.every((name) => typeof provider.simpleWebAuthn?.[name] === "function");
  if (!isComplete) {
    return because(
      "make it with the function of @x/auth/providers/passkey or @x/auth/providers/webauthn",
    );
  }
}

/** The checks of a strict client. */
export interface StrictClientChecks extends CapabilityCode {
  /** Members that the security profile sets where the provider has none. */
  defaults(provider: ResolvedOAuthProvider): Pick<ResolvedOAuthProvider, "par" | "client">;
  /** The reason why its options cannot be used; `undefined` when they can. */
  findError(provider: ResolvedOAuthProvider): string | undefined;
}

/** The code of a strict client; `undefined` without it. */
export function strictChecksOf(provider: ResolvedOAuthProvider): StrictClientChecks | undefined {
  const code = codeOf<Partial<StrictClientChecks> & CapabilityCode>(provider);
  // A provider can bring its flow instead.
  return code?.findError && code as StrictClientChecks;
}

/** Algorithms of elliptic curves, by curve. */
const CURVES: Readonly<Record<string, string>> = {
  "P-256": "ES256",
  "P-384": "ES384",
  "P-521": "ES512",
  Ed25519: "EdDSA",
};

const KNOWN = /^([EPR]S(256|384|512)|EdDSA|Ed25519)$/;

/** Returns `true` for a key as JSON. */
export function isJwk(key: object): key is PrivateJwk {
  return "kty" in key;
}

/** Returns `true` for a `CryptoKey`, of this realm or another. */
export function isCryptoKey(key: unknown): key is CryptoKey {
  return isRecord(key) && isRecord(key.algorithm) && typeof key.type === "string";
}

/**
 * The algorithm that a key signs with.
 *
 * @returns `undefined` when it is no private key for signatures
 */
export function algorithmOf(key: SigningKey): string | undefined {
  if (!isRecord(key)) return;
  if (isJwk(key)) {
    const algorithm = key.alg ?? (key.kty === "RSA" ? "PS256" : CURVES[String(key.crv)]);
    return typeof key.d === "string" && KNOWN.test(algorithm ?? "") ? algorithm : undefined;
  }
  const own = isCryptoKey(key) ? key : (key as { key?: unknown }).key;
  if (!isCryptoKey(own) || own.type !== "private") return;
  const { name, hash, namedCurve } = own.algorithm as KeyAlgorithm & {
    hash?: KeyAlgorithm;
    namedCurve?: string;
  };
  const bits = hash?.name.replace("SHA-", "");
  switch (name) {
    case "RSA-PSS":
      return `PS${bits}`;
    case "RSASSA-PKCS1-v1_5":
      return `RS${bits}`;
    default:
      return CURVES[namedCurve ?? name];
  }
}

/** Methods that authenticate a client by its TLS certificate (RFC 8705). */
export const TLS_METHODS: readonly string[] = ["tls_client_auth", "self_signed_tls_client_auth"];

/** The reason why options of a client cannot be used; `undefined` when they can. */
export function errorOfClient(provider: ResolvedOAuthProvider): string | undefined {
  const { par, dpop, requestObject, securityProfile, token } = provider;
  if ((provider.profile as unknown) === "fapi2") {
    return '`profile` is the function that maps claims to a user; set `securityProfile: "fapi2"`';
  }
  // An empty profile is a mistake too, and never "no profile".
  const [strict] = Object.entries({
    par,
    dpop,
    requestObject,
    securityProfile: securityProfile !== undefined,
  }).find(([, value]) => value) ?? [];
  if (provider.version === "1.0") {
    return strict && `\`${strict}\` has no meaning in OAuth 1.0; remove it`;
  }
  const checks = strictChecksOf(provider);
  if (strict && !checks) {
    return `pass it through \`StrictClient()\` of @x/auth/strict-client, for its \`${strict}\``;
  }
  if (token.clientPrivateKey && !algorithmOf(token.clientPrivateKey)) {
    return "`token.clientPrivateKey` is not a private key for signatures";
  }
  const method = provider.client?.token_endpoint_auth_method ?? "";
  if (TLS_METHODS.includes(method) && !provider.fetch) {
    return "set `[customFetch]` to a `fetch` that presents the client certificate, as " +
      `\`client.token_endpoint_auth_method\` is "${method}"`;
  }
  return checks?.findError(provider);
}

/**
 * Returns the reason why a URL must not be requested or sent to a browser;
 * `undefined` when it is allowed.
 *
 * Plain http is accepted for every URL of an issuer on a loopback origin, and for
 * loopback origins that the config itself names; with `allowInsecureRequests`, the same
 * holds for any host. So the discovery document of an https issuer cannot lead to a plain
 * http service of this machine or network.
 *
 * @param shown the URL as the returned sentence shows it. Default: {@linkcode shownUrl}
 */
export function errorOfUrl(
  provider: ResolvedOAuthProvider,
  url: unknown,
  shown?: string,
): string | undefined {
  const parsed = parse(url);
  if (parsed?.protocol === "https:") return;
  if (parsed?.protocol === "http:" && allowsHttp(provider, parsed.origin)) return;
  const quoted = JSON.stringify(shown ?? shownUrl(url));
  return `${quoted} is not an https: URL, and http: is accepted only where \`issuer\` is on a ` +
    "loopback origin such as http://localhost:8080, or, in a private network, with " +
    "`allowInsecureRequests: true` where `issuer` is an http: URL itself";
}

/** Returns `true` for a plain http URL that may be used. */
export function mayUseHttp(provider: ResolvedOAuthProvider, url: string | undefined): boolean {
  return parse(url)?.protocol === "http:" && errorOfUrl(provider, url) === undefined;
}

/** URLs of endpoints and keys that the config itself sets, by option. */
export function writtenUrls(provider: ResolvedOAuthProvider): Record<string, string> {
  const { wellKnown, authorization, token, userinfo, jwks_endpoint, requestTokenUrl } = provider;
  const all = {
    wellKnown,
    authorization: authorization?.url?.href,
    token: token?.url?.href,
    userinfo: userinfo?.url?.href,
    jwks_endpoint: jwks_endpoint ? String(jwks_endpoint) : undefined,
    requestTokenUrl: requestTokenUrl?.href,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** A URL for messages: without credentials, query and fragment, and at most 200 characters. */
export function shownUrl(url: unknown): string {
  const parsed = parse(url);
  const isWeb = parsed && /^https?:$/.test(parsed.protocol);
  return (isWeb ? parsed.origin + parsed.pathname : String(url)).slice(0, 200);
}

/** Returns `true` for a provider with a plain http URL beyond loopback in its config. */
export function isInsecure(provider: ResolvedOAuthProvider): boolean {
  return [provider.issuer, ...Object.values(writtenUrls(provider))].some((url) => {
    // Most URLs begin so, and need no parser.
    if (url?.startsWith("https:")) return false;
    const { protocol, origin } = parse(url) ?? {};
    return protocol === "http:" && !isLoopback(origin!);
  });
}

function allowsHttp(provider: ResolvedOAuthProvider, origin: string): boolean {
  const { issuer, wellKnown, allowInsecureRequests } = provider;
  const mayBeHttp = (origin = "") =>
    isLoopback(origin) || (allowInsecureRequests === true && origin.startsWith("http:"));
  if (mayBeHttp(parse(issuer ?? wellKnown)?.origin)) return true;
  return mayBeHttp(origin) &&
    Object.values(writtenUrls(provider)).some((url) => parse(url)?.origin === origin);
}

function parse(url: unknown): URL | undefined {
  if (typeof url !== "string") return undefined;
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
