/**
 * The metadata that a client gives about itself, in a registration or in its document. It is narrowed to what this
 * server has, and what could harm a user is refused.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7591#section-2 RFC 7591 §2}
 * @module
 */

import { shortName } from "../../base/names.ts";
import { OAuthRefusal } from "../../credentials/form.ts";
import { isPublicName } from "../../http/public_name.ts";
import { findFault, isNative, shownTarget } from "../../http/redirect_uri.ts";
import { isLoopback as isLoopbackOrigin } from "../../http/url.ts";
import { type ClientKeys, faultOfKeys, toStoredKeys } from "./client_keys.ts";
import { type ClientLinks, linksIn, withLinks } from "./client_links.ts";
import type { OAuthGrantType } from "./options.ts";
import { isPublic } from "../../outbound/public_address.ts";
import type { Settings } from "./settings.ts";
import { faultOfUrl } from "../../outbound/untrusted_url.ts";

/** Methods of client authentication, by their names in metadata. */
export type MethodName =
  | "none"
  | "client_secret_basic"
  | "client_secret_post"
  | "private_key_jwt";

/** Facts about a client, checked. */
export interface ClientMetadata {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly method: MethodName;
  readonly jwks: ClientKeys | null;
  readonly jwksUri: string | null;
  readonly grants: readonly OAuthGrantType[];
  readonly scopes: readonly string[] | undefined;
  readonly idTokenAlgorithm: "ES256" | "RS256";
  /** Absent: none. */
  readonly backchannelLogoutUri?: string;
  /** Absent: none. */
  readonly links?: ClientLinks;
}

/**
 * Grants that a client which nobody vouches for may have, by their names in metadata. Each needs a
 * user who agrees.
 */
export const UNTRUSTED_GRANTS: readonly (readonly [name: string, grant: OAuthGrantType])[] = [
  ["authorization_code", "code"],
  ["refresh_token", "refresh"],
  ["urn:ietf:params:oauth:grant-type:device_code", "device"],
];

/** Most URIs of a list. */
export const MAX_URIS = 20;

/** Longest URI, in characters. */
export const MAX_URI = 1000;

type Written = Readonly<Record<string, unknown>>;

/**
 * Reads the metadata of a client.
 *
 * @param own the method without `token_endpoint_auth_method`, the methods that can be had, and the
 *   name of a client that has none
 * @throws {OAuthRefusal} `invalid_redirect_uri` or `invalid_client_metadata`
 */
export function readMetadata(
  given: Written,
  settings: Settings,
  own: {
    readonly method: MethodName;
    readonly methods: readonly MethodName[];
    readonly name?: string;
  },
): ClientMetadata {
  const written = withoutNulls(given);
  const grants = grantsIn(written);
  const redirectUris = urisIn(written, settings, "redirect_uris");
  if (grants.includes("code") && redirectUris.length === 0) {
    throw new OAuthRefusal(
      "invalid_redirect_uri",
      "`redirect_uris` has no URI that can be used: with http, only those of loopback hosts; with " +
        "https, only those of public hosts; else the scheme of an app",
    );
  }
  assertType(written);
  const responses = written.response_types;
  if (responses !== undefined && !readList(written, "response_types").includes("code")) {
    throw bad("`response_types` does not have `code`");
  }
  const method = textIn(written, "token_endpoint_auth_method") ?? own.method;
  if (!own.methods.includes(method as MethodName)) {
    throw bad("`token_endpoint_auth_method` cannot be used");
  }
  const keys = keysIn(written, settings, method === "private_key_jwt");
  return {
    name: nameIn(written) ?? own.name ?? shownName(redirectUris),
    redirectUris,
    postLogoutRedirectUris: urisIn(written, settings, "post_logout_redirect_uris"),
    method: method as MethodName,
    ...logoutIn(written, settings, redirectUris),
    ...keys,
    grants,
    scopes: scopesIn(written, settings),
    idTokenAlgorithm: algorithmIn(written),
    ...withLinks(linksIn(written, 1)),
  };
}

/** What is `null` is absent (RFC 7592 §2.2). */
export function withoutNulls<T extends Written>(written: T): T {
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== null)) as T;
}

function grantsIn(written: Written): OAuthGrantType[] {
  const names = written.grant_types === undefined
    ? ["authorization_code"]
    : readList(written, "grant_types");
  const grants = UNTRUSTED_GRANTS.filter(([name]) => names.includes(name)).map(([, grant]) =>
    grant
  );
  if (!grants.includes("code") && !grants.includes("device")) {
    throw bad("`grant_types` has none that a client can have");
  }
  return grants;
}

/**
 * The URIs of a list that can be used. A client of today sends several for its versions and systems, so
 * the others are left out; the answer to a registration names those that stay (RFC 7591 §3.2.1).
 */
function urisIn(
  written: Written,
  settings: Settings,
  name: "post_logout_redirect_uris" | "redirect_uris",
): string[] {
  const uris = written[name] === undefined ? [] : readList(written, name);
  if (uris.length > MAX_URIS) {
    throw new OAuthRefusal("invalid_redirect_uri", `\`${name}\` has more than ${MAX_URIS} URIs`);
  }
  const usable = uris.filter((uri) =>
    uri.length <= MAX_URI &&
    findFault(uri, { takesLocalhost: true, takesAnyScheme: true }) === undefined &&
    (isNative(uri) || isOfInternet(uri, settings))
  );
  return [...new Set(usable)];
}

/**
 * Returns `true` for a URI at a public host: a browser would otherwise be led into the network of its
 * user, to a device that trusts all of it.
 */
export function isOfInternet(uri: string, { issuer }: Pick<Settings, "issuer">): boolean {
  const { hostname } = new URL(uri);
  const isOfDeveloper = URL.canParse(issuer) && isLoopbackOrigin(new URL(issuer).origin);
  return isOfDeveloper || isPublicName(hostname) || isPublic(hostname.replace(/^\[(.*)\]$/, "$1"));
}

/**
 * Checks the type, which limits nothing: only for the implicit flow, which is not there, does a web
 * application need https (OpenID Connect Registration §2), and editors send `web` too.
 */
function assertType(written: Written): void {
  const type = textIn(written, "application_type");
  if (type === undefined || type === "native" || type === "web") return;
  throw bad("`application_type` is neither `native` nor `web`");
}

/**
 * The URL that is notified of sign-outs, at the host of a redirect URI: a stranger names no third one to
 * send something to. It is left out where nobody is told.
 */
function logoutIn(
  written: Written,
  { issuer, sendsLogouts }: Settings,
  redirectUris: readonly string[],
): Pick<ClientMetadata, "backchannelLogoutUri"> {
  const uri = textIn(written, "backchannel_logout_uri");
  const required = written.backchannel_logout_session_required;
  if (required !== undefined && typeof required !== "boolean") {
    throw bad("`backchannel_logout_session_required` is neither true nor false");
  }
  if (uri === undefined || !sendsLogouts) return {};
  const fault = faultOfUrl(uri, { issuer });
  if (fault !== undefined) throw bad(`\`backchannel_logout_uri\` cannot be used: ${fault}`);
  const { host } = new URL(uri);
  if (!redirectUris.some((one) => URL.canParse(one) && new URL(one).host === host)) {
    throw bad("`backchannel_logout_uri` is at another host than the redirect URIs");
  }
  return { backchannelLogoutUri: uri };
}

function keysIn(
  written: Written,
  settings: Settings,
  signs: boolean,
): Pick<ClientMetadata, "jwks" | "jwksUri"> {
  const { jwks, jwks_uri: jwksUri } = written;
  if (jwks !== undefined && jwksUri !== undefined) {
    throw bad("`jwks` and `jwks_uri` exclude each other");
  }
  if (jwks !== undefined) {
    const fault = faultOfKeys(jwks);
    if (fault !== undefined) throw bad(`\`jwks\` cannot be used: ${fault}`);
  }
  if (jwksUri !== undefined) {
    const fault = faultOfUrl(jwksUri, settings);
    if (fault !== undefined) throw bad(`\`jwks_uri\` cannot be used: ${fault}`);
  }
  if (!signs) return { jwks: null, jwksUri: null };
  if (jwks === undefined && jwksUri === undefined) {
    throw bad("`private_key_jwt` needs `jwks` or `jwks_uri`");
  }
  return {
    jwks: jwks === undefined ? null : toStoredKeys(jwks as { keys: unknown[] }),
    // A text: its fault was looked for.
    jwksUri: (jwksUri as string | undefined) ?? null,
  };
}

function nameIn(written: Written): string | undefined {
  const typed = textIn(written, "client_name");
  if (typed === undefined) return undefined;
  const name = shortName(typed);
  if (name !== undefined) return name;
  throw bad("`client_name` has no visible characters, or ones that change how it reads");
}

function shownName([uri]: readonly string[]): string {
  if (uri === undefined) throw bad("`client_name` is missing, and there is no redirect URI");
  return shownTarget(uri);
}

/**
 * The scopes of it that this server has; `undefined` without the member. They limit nothing: the user
 * decides about each request, and a client that needs more than before must be able to ask.
 */
function scopesIn(written: Written, { resources }: Settings): readonly string[] | undefined {
  const scope = textIn(written, "scope");
  if (scope === undefined) return undefined;
  const known = new Set([...resources.values()].flatMap(({ scopes }) => [...scopes]));
  return [...new Set(scope.split(" "))].filter((name) => known.has(name));
}

function algorithmIn(written: Written): "ES256" | "RS256" {
  const algorithm = textIn(written, "id_token_signed_response_alg") ?? "RS256";
  if (algorithm === "ES256" || algorithm === "RS256") return algorithm;
  throw bad("`id_token_signed_response_alg` is neither `ES256` nor `RS256`");
}

function textIn(written: Written, name: string): string | undefined {
  const value = written[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value === "string") return value;
  throw bad(`\`${name}\` must be a text`);
}

function readList(written: Written, name: string): string[] {
  const value = written[name];
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
  throw name.endsWith("redirect_uris")
    ? new OAuthRefusal("invalid_redirect_uri", `\`${name}\` must be a list of texts`)
    : bad(`\`${name}\` must be a list of texts`);
}

function bad(message: string): OAuthRefusal {
  return new OAuthRefusal("invalid_client_metadata", message);
}
