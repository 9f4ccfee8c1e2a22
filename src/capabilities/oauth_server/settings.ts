/**
 * The options of the authorization server as a config has them.
 *
 * @module
 */

import { type CapabilityCode, codeOf } from "../../config/capability.ts";
import { AuthError } from "../../errors.ts";
import type { ResolvedConfig, ResolvedRevocation, Store } from "../../types/internal.ts";
import type { RecordStore } from "../../types/records.ts";
import type {
  AssertionIssuer,
  DeveloperAppsOptions,
  OAuthClientOptions,
  OAuthServerOptions,
} from "./options.ts";

/** Scopes of OpenID Connect, which belong to the issuer. */
export const OPENID_SCOPES: readonly string[] = ["openid", "profile", "email", "offline_access"];

/** Authentication context class of a proof with two factors. */
export const ACR_MFA = "urn:x-auth:mfa";

/** Seconds for which an access token is valid unless the resource says otherwise. */
const ACCESS_MAX_AGE = 600;

/** A resource with its defaults. */
export interface Resource {
  /** URL, as clients send it. */
  readonly url: string;
  /** Name for people. */
  readonly name: string;
  /** Scopes. */
  readonly scopes: ReadonlySet<string>;
  /** Seconds. */
  readonly accessTokenMaxAge: number;
  /** See `OAuthResource`. */
  readonly requiresDpop: boolean;
  /** See `OAuthResource`. */
  readonly tokenAlgorithm: "EdDSA" | "ES256";
  /** `true` where the options say which: then no process of a version before has to read tokens. */
  readonly namesAlgorithm: boolean;
}

/** Options with their defaults. */
export interface Settings {
  /** URL of the server. */
  readonly issuer: string;
  /** Origin of the issuer, at which alone the endpoints answer. */
  readonly origin: string;
  /** Resources by their URL, and the issuer with the scopes of OpenID Connect. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** Clients of the config. */
  readonly clients: ReadonlyMap<string, OAuthClientOptions>;
  /** See `OAuthRegistration`. */
  readonly metadataDocuments: "ask" | "off" | readonly string[];
  /** See `OAuthRegistration`. */
  readonly dynamic: "off" | "open" | { readonly token: string };
  /** See `OAuthServerOptions`; `undefined`: organizations make no apps on a page. */
  readonly developerApps: DeveloperAppsOptions | undefined;
  /** `true` when all clients are held to FAPI 2.0. */
  readonly isFapi2: boolean;
  /** `true` when the user picks an organization. */
  readonly choosesOrganization: boolean;
  /** See `OAuthServerOptions`. */
  readonly claims: OAuthServerOptions["claims"];
  /** See `OAuthServerOptions`. */
  readonly assertions: ReadonlyMap<string, AssertionIssuer>;
  /** `true` when clients can be notified of sign-outs. */
  readonly sendsLogouts: boolean;
  /** `true` when what a client gets can end with a session. */
  readonly endsWithSessions: boolean;
  /** Milliseconds. */
  readonly maxLagMs: number;
  /** See `OAuthServerOptions`. */
  readonly fetch: typeof fetch | undefined;
}

/** The code that `OAuthServer()` carries. */
export interface OAuthCode extends CapabilityCode<object> {
  /** The options. */
  readonly settings: Settings;
}

/** A config whose check has passed. */
export type OAuthConfig = ResolvedConfig & {
  readonly revocation: ResolvedRevocation;
  readonly records: RecordStore;
  readonly store: Store;
};

/** A request to the server. */
export interface OAuthCall {
  /** Completed config. */
  readonly config: OAuthConfig;
  /** Options. */
  readonly settings: Settings;
  /** The request. */
  readonly request: Request;
  /** Public origin. */
  readonly origin: string;
}

/** The parts of a call that do not depend on its request. */
export type OAuthSetup = Pick<OAuthCall, "config" | "settings">;

/** Completes the options; those that cannot be used are refused by the check. */
export function toSettings(options: OAuthServerOptions): Settings {
  const { issuer, resources = {}, clients = {}, registration = {}, organization, maxLag = 0 } =
    options;
  const isFapi2 = options.profile === "fapi2";
  const all = Object.entries(resources ?? {}).map(([url, resource]): [string, Resource] => {
    const { scopes = [], accessTokenMaxAge = ACCESS_MAX_AGE, requiresDpop = false } = resource ??
      {};
    // This library guards those, and it verifies both.
    const isOwn = URL.canParse(url) && URL.canParse(issuer) &&
      new URL(url).origin === new URL(issuer).origin;
    const name = resource?.name ?? shortUrl(url);
    return [url, {
      url,
      name,
      scopes: new Set<string>(Array.isArray(scopes) ? scopes : []),
      accessTokenMaxAge,
      requiresDpop: isFapi2 || requiresDpop,
      tokenAlgorithm: resource?.tokenAlgorithm ?? (isOwn ? "EdDSA" : "ES256"),
      namesAlgorithm: resource?.tokenAlgorithm !== undefined,
    }];
  });
  const own: Resource = {
    url: issuer,
    name: shortUrl(issuer),
    scopes: new Set(OPENID_SCOPES),
    accessTokenMaxAge: ACCESS_MAX_AGE,
    requiresDpop: isFapi2,
    tokenAlgorithm: "EdDSA",
    namesAlgorithm: false,
  };
  return {
    issuer,
    origin: URL.canParse(issuer) ? new URL(issuer).origin : "",
    resources: new Map([[issuer, own], ...all]),
    clients: new Map(Object.entries(clients ?? {})),
    metadataDocuments: registration?.metadataDocuments ?? "off",
    dynamic: registration?.dynamic ?? "off",
    developerApps: options.developerApps,
    isFapi2,
    choosesOrganization: organization === "choose",
    claims: options.claims,
    assertions: new Map(Object.entries(options.assertions ?? {})),
    sendsLogouts: options.backchannelLogout ??
      Object.values(clients ?? {}).some((one) => one?.backchannelLogoutUri !== undefined),
    endsWithSessions: Object.values(clients ?? {}).some((one) => one?.offlineAccess === "scope"),
    maxLagMs: maxLag * 1000,
    fetch: options.fetch,
  };
}

function shortUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return pathname === "/" ? host : host + pathname;
}

/** The options; the endpoints exist only with them. */
export function settingsIn({ userConfig }: Pick<ResolvedConfig, "userConfig">): Settings {
  return codeOf<OAuthCode>(userConfig.oauthServer)!.settings;
}

/** A request to the server; the check of the config demands what it needs. */
export function oauthCall(
  { request, origin }: Pick<OAuthCall, "request" | "origin">,
  config: ResolvedConfig,
): OAuthCall {
  return { config: config as OAuthConfig, settings: settingsIn(config), request, origin };
}

/**
 * Paths of the document about the server. The path of the issuer follows the name of the document (RFC
 * 8414 §3); that of OpenID Connect also stands behind the issuer.
 */
export function documentPaths({ issuer }: Pick<Settings, "issuer">): ReadonlySet<string> {
  const own = pathOf(issuer);
  return new Set([
    `/.well-known/oauth-authorization-server${own}`,
    `/.well-known/openid-configuration${own}`,
    `${own}/.well-known/openid-configuration`,
  ]);
}

/** Resources other than the issuer, which has no document as a resource. */
export function resourcesOf({ issuer, resources }: Settings): readonly Resource[] {
  return [...resources.values()].filter(({ url }) => url !== issuer);
}

/** URL of the document about a resource (RFC 9728 §3.1). */
export function resourceDocumentUrl({ url }: Pick<Resource, "url">): string {
  return `${new URL(url).origin}/.well-known/oauth-protected-resource${pathOf(url)}`;
}

/** Path of a URL; empty for the root. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return "";
  const { pathname } = new URL(url);
  return pathname === "/" ? "" : pathname;
}

/** Logs, once, that requests come to another origin than the issuer's: there is no server for them. */
export function reportOrigin({ config, settings: { issuer } }: OAuthSetup): void {
  config.logOnce(
    new AuthError(
      `Cannot answer for the authorization server: requests come to another origin than ${issuer}; set ` +
        "`issuer` of `OAuthServer()` to the origin that browsers see, or AUTH_URL to that of the issuer",
      { cause: { option: "oauthServer.issuer" } },
    ),
  );
}
