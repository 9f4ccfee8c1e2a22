/**
 * Checks the options of one client, in the config or in a call of `registerClient`.
 *
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import { cleanName } from "../../base/names.ts";
import { findFault, isLoopback, isNative } from "../../http/redirect_uri.ts";
import { faultOfKeys } from "./client_keys.ts";
import { faultOfLink, LINK_NAMES } from "./client_links.ts";
import { DEFAULT_GRANTS } from "./clients.ts";
import { faultOfFapi2 } from "./fapi2.ts";
import type { OAuthClientOptions, OAuthGrantType } from "./options.ts";
import type { Settings } from "./settings.ts";
import { faultOfUrl } from "../../outbound/untrusted_url.ts";

/** A member that cannot be used. */
export interface Fault {
  /** Name of the member; empty for the whole. */
  readonly member: string;
  /** Reason. */
  readonly message: string;
}

const GRANTS: readonly OAuthGrantType[] = [
  ...["code", "refresh", "device", "client-credentials", "token-exchange", "jwt-bearer"] as const,
];

/** Grants of clients that authenticate: the id of a public one proves nothing. */
const PROVEN: readonly OAuthGrantType[] = ["client-credentials", "token-exchange", "jwt-bearer"];

/** Least length of a secret, in characters. */
export const MIN_SECRET = 32;

/** Returns `true` for a secret that cannot be guessed. */
export function isSecret(secret: unknown): secret is string {
  return typeof secret === "string" && secret.length >= MIN_SECRET;
}

/** Returns `true` for a client that does not authenticate. */
function isPublic({ secret, jwks, jwksUri }: OAuthClientOptions, hasSecret: boolean): boolean {
  return !hasSecret && [secret, jwks, jwksUri].every((one) => one === undefined);
}

/** The first member that cannot be used. */
export function faultOfClient(
  client: OAuthClientOptions,
  settings: Settings,
  { hasSecret = false }: { readonly hasSecret?: boolean } = {},
): Fault | undefined {
  if (!isRecord(client)) return { member: "", message: "it must be an object" };
  return faultOfLooks(client) ?? faultOfUris(client, !isPublic(client, hasSecret)) ??
    faultOfLogout(client, settings) ?? faultOfAuthentication(client, settings, hasSecret) ??
    faultOfGrants(client, hasSecret) ??
    faultOfPkce(client, hasSecret) ?? faultOfResponses(client, hasSecret) ??
    faultOfOffline(client) ?? faultOfProfile(client, settings, hasSecret) ??
    faultOfAccess(client, settings);
}

function faultOfLooks(client: OAuthClientOptions): Fault | undefined {
  const { name, isFirstParty, idTokenAlgorithm, service } = client;
  for (const [member] of LINK_NAMES) {
    const fault = client[member] === undefined ? undefined : faultOfLink(client[member]);
    if (fault !== undefined) return { member, message: fault };
  }
  if (name !== undefined && (typeof name !== "string" || cleanName(name) !== name)) {
    return { member: "name", message: "it is not 1 to 64 visible characters" };
  }
  if (isFirstParty !== undefined && typeof isFirstParty !== "boolean") {
    return { member: "isFirstParty", message: "it is neither true nor false" };
  }
  if (idTokenAlgorithm !== undefined && !["ES256", "RS256"].includes(idTokenAlgorithm)) {
    return { member: "idTokenAlgorithm", message: 'it is neither "ES256" nor "RS256"' };
  }
  if (service !== undefined && (typeof service !== "string" || service === "")) {
    return { member: "service", message: "it is not the id of a service" };
  }
}

/** Another app can have a scheme without a dot: PKCE protects a code there, and a secret does not. */
function faultOfUris(client: OAuthClientOptions, isConfidential: boolean): Fault | undefined {
  const rules = { takesLocalhost: true, takesAnyScheme: !isConfidential };
  for (const member of ["redirectUris", "postLogoutRedirectUris"] as const) {
    const uris = client[member] ?? [];
    if (!Array.isArray(uris)) return { member, message: "it must be a list" };
    for (const uri of uris) {
      const fault = findFault(uri, rules);
      if (fault !== undefined) return { member, message: `${JSON.stringify(uri)}: ${fault}` };
    }
  }
}

function faultOfLogout(
  { backchannelLogoutUri: uri }: OAuthClientOptions,
  { issuer, sendsLogouts }: Settings,
): Fault | undefined {
  if (uri === undefined) return undefined;
  const fault = faultOfUrl(uri, { issuer }) ??
    (sendsLogouts ? undefined : "it needs `backchannelLogout: true` of `OAuthServer()`");
  return fault === undefined ? undefined : { member: "backchannelLogoutUri", message: fault };
}

function faultOfAuthentication(
  { secret, jwks, jwksUri }: OAuthClientOptions,
  settings: Settings,
  hasSecret: boolean,
): Fault | undefined {
  const methods = [secret !== undefined || hasSecret, jwks !== undefined, jwksUri !== undefined];
  if (methods.filter(Boolean).length > 1) {
    return { member: "", message: "it has more than one of `secret`, `jwks` and `jwksUri`" };
  }
  const secrets = [secret ?? []].flat();
  if (secret !== undefined && (secrets.length === 0 || !secrets.every(isSecret))) {
    // The value stays out of the message.
    return { member: "secret", message: `it is not a text of ${MIN_SECRET} characters or more` };
  }
  const keys = jwks === undefined ? undefined : faultOfKeys(jwks);
  if (keys !== undefined) return { member: "jwks", message: keys };
  const url = jwksUri === undefined ? undefined : faultOfUrl(jwksUri, settings);
  if (url !== undefined) return { member: "jwksUri", message: url };
}

function faultOfGrants(client: OAuthClientOptions, hasSecret: boolean): Fault | undefined {
  const { grants = DEFAULT_GRANTS, redirectUris = [], introspects } = client;
  const member = "grants";
  // The server of a resource may need no token itself.
  if (!Array.isArray(grants) || grants.length === 0 && introspects === undefined) {
    return { member, message: "it must be a list of grants" };
  }
  const unknown = grants.find((grant) => !GRANTS.includes(grant));
  if (unknown !== undefined) {
    return {
      member,
      message: `there is no grant ${JSON.stringify(unknown)}; there is ${GRANTS.join(", ")}`,
    };
  }
  if (grants.includes("code") && redirectUris.length === 0) {
    return { member: "redirectUris", message: 'the grant "code" needs at least one' };
  }
  const needing = grants.find((one) => PROVEN.includes(one));
  if (isPublic(client, hasSecret) && needing !== undefined) {
    return { member, message: `"${needing}" needs \`secret\`, \`jwks\` or \`jwksUri\`` };
  }
  if (isPublic(client, hasSecret) && introspects !== undefined) {
    return { member: "introspects", message: "it needs `secret`, `jwks` or `jwksUri`" };
  }
}

/** Without a challenge, a code is worth what keeps it from others: the secret, and the place it goes to. */
function faultOfPkce(client: OAuthClientOptions, hasSecret: boolean): Fault | undefined {
  const { pkce, redirectUris = [] } = client;
  const member = "pkce";
  if (pkce === undefined || pkce === "required") return undefined;
  if (pkce !== "nonce") return { member, message: 'it is neither "required" nor "nonce"' };
  if (isPublic(client, hasSecret)) {
    return { member, message: '"nonce" needs `secret`, `jwks` or `jwksUri`' };
  }
  if (redirectUris.some((uri) => isNative(uri) && !isLoopback(uri))) {
    return { member, message: '"nonce" is for redirect URIs without the scheme of an app' };
  }
}

function faultOfProfile(
  client: OAuthClientOptions,
  { isFapi2 }: Pick<Settings, "isFapi2">,
  hasSecret: boolean,
): Fault | undefined {
  const { profile } = client;
  if (profile !== undefined && profile !== "fapi2") {
    return { member: "profile", message: 'it is not "fapi2"' };
  }
  return profile !== undefined || isFapi2 ? faultOfFapi2(client, hasSecret) : undefined;
}

function faultOfOffline(
  { offlineAccess, grants = DEFAULT_GRANTS }: OAuthClientOptions,
): Fault | undefined {
  const member = "offlineAccess";
  if (offlineAccess === undefined || offlineAccess === "always") return undefined;
  if (offlineAccess !== "scope") return { member, message: 'it is neither "always" nor "scope"' };
  if (grants.includes("refresh")) return undefined;
  return { member, message: 'it needs the grant "refresh"' };
}

/** An ID token in the browser is worth what keeps it from others: the place it goes to. */
function faultOfResponses(client: OAuthClientOptions, hasSecret: boolean): Fault | undefined {
  const { responseTypes: types, redirectUris = [] } = client;
  const member = "responseTypes";
  if (types === undefined) return undefined;
  if (!Array.isArray(types) || types.some((type) => type !== "code" && type !== "id_token")) {
    return { member, message: 'it is not a list of "code" and "id_token"' };
  }
  if (!types.includes("code")) return { member, message: 'it has no "code"' };
  if (!types.includes("id_token")) return undefined;
  if (isPublic(client, hasSecret)) {
    return { member, message: '"id_token" needs `secret`, `jwks` or `jwksUri`' };
  }
  if (redirectUris.some((uri) => !uri.startsWith("https:") && !isLoopback(uri))) {
    return { member, message: '"id_token" is for redirect URIs with https' };
  }
}

/** The first of scopes and resources that this server does not have. */
export function faultOfAccess(
  { scopes, resources, introspects, exchangesTo, grants }: OAuthClientOptions,
  { resources: known, issuer }: Settings,
): Fault | undefined {
  const all = [...known.values()].flatMap((resource) => [...resource.scopes.keys()]);
  const urls = [...known.keys()].filter((url) => url !== issuer);
  if (exchangesTo !== undefined && !grants?.includes("token-exchange")) {
    return { member: "exchangesTo", message: 'it needs the grant "token-exchange"' };
  }
  return faultOfList("scopes", scopes, all) ?? faultOfList("resources", resources, urls) ??
    faultOfList("introspects", introspects, urls) ??
    faultOfList("exchangesTo", exchangesTo, urls);
}

function faultOfList(
  member: string,
  list: unknown,
  known: readonly string[],
): Fault | undefined {
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) return { member, message: "it must be a list" };
  const unknown = list.find((one) => !known.includes(one));
  if (unknown === undefined) return undefined;
  return { member, message: `${JSON.stringify(unknown)} is not one of \`oauthServer.resources\`` };
}
