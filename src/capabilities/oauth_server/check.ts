/**
 * Checks what the authorization server needs.
 *
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import type { Demand } from "../../config/needs.ts";
import { AuthError } from "../../errors.ts";
import { isPublicName } from "../../http/public_name.ts";
import { isLoopback } from "../../http/url.ts";
import { checkAssertions } from "./check_assertions.ts";
import { faultOfAccess, faultOfClient, isSecret, MIN_SECRET } from "./check_client.ts";
import type { DeveloperAppsOptions, OAuthServerOptions } from "./options.ts";
import { OPENID_SCOPES, type Settings } from "./settings.ts";
import { nodeModules } from "../../outbound/connection.ts";

/** Least and most seconds of an access token. */
const AGE = { least: 30, most: 3600 };

function bad(message: string, option: string): AuthError {
  return new AuthError(`Cannot use \`${option}\`: ${message}`, { cause: { option } });
}

/** What the server needs. */
export function needsOf(
  { organization, developerApps, clients = {} }: OAuthServerOptions,
): Demand[] {
  const services = isRecord(clients)
    ? Object.entries(clients).filter(([, client]) => client?.service !== undefined)
    : [];
  return [
    { option: "oauthServer", adapter: ["getUser"], sessions: "always" },
    ...organization === "choose"
      ? [{ option: "oauthServer.organization", members: ["organizations"] as const }]
      : [],
    ...developerApps === undefined
      ? []
      : [{ option: "oauthServer.developerApps", members: ["organizations"] as const }],
    ...services.map(([id]) => ({
      option: `oauthServer.clients.${id}.service`,
      members: ["keys"] as const,
    })),
  ];
}

/** Returns the first error of the options. */
export function checkOAuthServer(
  options: OAuthServerOptions,
  settings: Settings,
): AuthError | undefined {
  return checkIssuer(options) ?? checkProfile(options) ?? checkResources(options) ??
    checkClients(options, settings) ??
    checkRegistration(options) ?? checkDeveloperApps(options, settings) ??
    checkRest(options, settings) ??
    checkAssertions(options, settings);
}

function checkIssuer({ issuer }: OAuthServerOptions): AuthError | undefined {
  const option = "oauthServer.issuer";
  if (typeof issuer !== "string" || !URL.canParse(issuer)) {
    return bad("it is not a URL, such as https://app.example", option);
  }
  const { protocol, origin, username, password } = new URL(issuer);
  if (protocol !== "https:" && !isLoopback(origin)) {
    return bad("it does not begin with https; http is for localhost alone", option);
  }
  if (username || password) return bad("it has a user name", option);
  if (/[?#]/.test(issuer)) return bad("it has a query or a fragment", option);
  // Clients compare it to the byte (RFC 8414 §3.3).
  if (issuer.endsWith("/")) return bad("it has a slash at its end", option);
  if (!isNormal(issuer)) return bad(`it is not in its usual form, ${normal(issuer)}`, option);
}

function checkProfile(options: OAuthServerOptions): AuthError | undefined {
  const { profile, registration, developerApps, resources = {} } = options;
  if (profile === undefined) return undefined;
  if (profile !== "fapi2") return bad('it is not "fapi2"', "oauthServer.profile");
  const others = Object.entries({ registration, developerApps });
  const other = others.find(([, value]) => value !== undefined);
  const reason = 'the profile "fapi2" is for clients that you know';
  if (other) return bad(reason, `oauthServer.${other[0]}`);
  const weak = Object.entries(resources ?? {}).find(([, one]) => one?.requiresDpop === false);
  return weak && bad(
    'the profile "fapi2" needs it: leave it out',
    `oauthServer.resources[${JSON.stringify(weak[0])}].requiresDpop`,
  );
}

function checkResources({ issuer, resources = {} }: OAuthServerOptions): AuthError | undefined {
  const option = "oauthServer.resources";
  if (!isRecord(resources)) return bad("it must be an object with a URL for each resource", option);
  for (const [url, resource] of Object.entries(resources)) {
    const name = `${option}[${JSON.stringify(url)}]`;
    const message = faultOfResourceUrl(url, issuer);
    if (message !== undefined) return bad(message, name);
    if (!isRecord(resource)) return bad("it must be an object", name);
    const fault = faultOfScopes(resource.scopes);
    if (fault !== undefined) return bad(fault, `${name}.scopes`);
    const { accessTokenMaxAge: age, requiresDpop, name: shown } = resource;
    const { tokenAlgorithm: algorithm } = resource;
    if (age !== undefined && !(Number.isInteger(age) && age >= AGE.least && age <= AGE.most)) {
      return bad(
        `it is not a whole number of seconds from ${AGE.least} to ${AGE.most}`,
        `${name}.accessTokenMaxAge`,
      );
    }
    if (requiresDpop !== undefined && typeof requiresDpop !== "boolean") {
      return bad("it is neither true nor false", `${name}.requiresDpop`);
    }
    if (algorithm !== undefined && algorithm !== "EdDSA" && algorithm !== "ES256") {
      return bad('it is neither "EdDSA" nor "ES256"', `${name}.tokenAlgorithm`);
    }
    if (shown !== undefined && (typeof shown !== "string" || shown.trim() === "")) {
      return bad("it is not a text", `${name}.name`);
    }
  }
}

function faultOfResourceUrl(url: string, issuer: string): string | undefined {
  if (!URL.canParse(url)) return "it is not a URL";
  const { protocol, origin, username, password } = new URL(url);
  if (protocol !== "https:" && !isLoopback(origin)) {
    return "it does not begin with https; http is for localhost alone";
  }
  if (username || password) return "it has a user name";
  if (url.includes("#")) return "it has a fragment";
  if (!isNormal(url)) return `it is not in its usual form, ${normal(url)}`;
  if (url === issuer) {
    return `it is the issuer, which has the scopes of OpenID Connect; write ${url}/ for a resource there`;
  }
}

function faultOfScopes(scopes: unknown): string | undefined {
  if (!Array.isArray(scopes)) return "it must be a list of names";
  const names: unknown[] = scopes;
  if (names.length === 0) return "it is empty";
  // RFC 6749 §3.3
  if (names.some((name) => typeof name !== "string" || !/^[!#-[\]-~]{1,128}$/.test(name))) {
    return "it has a name that is not 1 to 128 visible ASCII characters without quotes and \\";
  }
  const taken = OPENID_SCOPES.find((name) => names.includes(name));
  if (taken !== undefined) return `"${taken}" is a scope of OpenID Connect`;
  if (new Set(names).size < names.length) return "it names a scope twice";
}

function checkClients({ clients = {} }: OAuthServerOptions, settings: Settings) {
  const option = "oauthServer.clients";
  if (!isRecord(clients)) return bad("it must be an object with an id for each client", option);
  for (const [id, client] of Object.entries(clients)) {
    const name = `${option}.${id}`;
    if (!/^[\x21-\x7e]{1,200}$/.test(id)) {
      return bad("the id is not 1 to 200 visible ASCII characters", name);
    }
    // The id of a document, which its host decides about.
    if (/^[a-z][a-z\d+.-]*:/i.test(id)) return bad("the id of a client cannot be a URL", name);
    const fault = faultOfClient(client, settings);
    if (fault) return bad(fault.message, fault.member === "" ? name : `${name}.${fault.member}`);
  }
}

function checkRegistration(
  { registration = {}, fetch }: OAuthServerOptions,
): AuthError | undefined {
  const option = "oauthServer.registration";
  if (!isRecord(registration)) return bad("it must be an object", option);
  const { metadataDocuments: documents = "off", dynamic = "off" } = registration;
  const isList = Array.isArray(documents) && documents.length > 0 && documents.every(isHost);
  if (documents !== "off" && documents !== "ask" && !isList) {
    return bad(
      'it is neither "ask" nor "off" nor a list of hosts, such as client.example or client.example:8443',
      `${option}.metadataDocuments`,
    );
  }
  if (documents !== "off" && !fetch && !hasNode()) {
    return bad(
      "this runtime has no `node:https`; set `oauthServer.fetch`",
      `${option}.metadataDocuments`,
    );
  }
  const isToken = isRecord(dynamic) && isSecret(dynamic.token) &&
    /^[\x21-\x7e]+$/.test(dynamic.token);
  if (dynamic !== "off" && dynamic !== "open" && !isToken) {
    return bad(
      `it is neither "off" nor "open" nor { token } with ${MIN_SECRET} visible ASCII characters or ` +
        "more",
      `${option}.dynamic`,
    );
  }
}

function checkDeveloperApps(
  { developerApps: apps }: OAuthServerOptions,
  settings: Settings,
): AuthError | undefined {
  const option = "oauthServer.developerApps";
  if (apps === undefined) return undefined;
  if (!isRecord(apps)) return bad("it must be an object; {} lets apps ask for anything", option);
  const { scopes, resources }: DeveloperAppsOptions = apps;
  const fault = faultOfAccess({ scopes, resources }, settings);
  return fault && bad(fault.message, `${option}.${fault.member}`);
}

/** Returns `true` for a public host, with its port unless that is the one of https. */
function isHost(text: unknown): boolean {
  if (typeof text !== "string") return false;
  const [name, port, ...more] = text.split(":");
  const isPort = port === undefined ||
    /^[1-9]\d{0,4}$/.test(port) && Number(port) < 65_536 && port !== "443";
  return isPublicName(name) && isPort && more.length === 0;
}

/** Deno has the modules; to look for them would load them at start. */
function hasNode(): boolean {
  return "Deno" in globalThis || nodeModules() !== undefined;
}

function checkRest(
  { organization, claims, maxLag, fetch, backchannelLogout: logout }: OAuthServerOptions,
  { sendsLogouts }: Pick<Settings, "sendsLogouts">,
): AuthError | undefined {
  if (logout !== undefined && typeof logout !== "boolean") {
    return bad("it is neither true nor false", "oauthServer.backchannelLogout");
  }
  if (organization !== undefined && organization !== "choose" && organization !== "none") {
    return bad('it is neither "choose" nor "none"', "oauthServer.organization");
  }
  if (claims !== undefined && typeof claims !== "function") {
    return bad("it is not a function", "oauthServer.claims");
  }
  if (maxLag !== undefined && !(typeof maxLag === "number" && maxLag >= 0 && maxLag < Infinity)) {
    return bad("it is not a number of seconds from 0", "oauthServer.maxLag");
  }
  if (fetch !== undefined && typeof fetch !== "function") {
    return bad("it is not a function", "oauthServer.fetch");
  }
  if (sendsLogouts && !fetch && !hasNode()) {
    return bad(
      "this runtime has no `node:https`; set `oauthServer.fetch`",
      "oauthServer.backchannelLogout",
    );
  }
}

/** A URL in the form that browsers give it; a root has no slash. */
function normal(url: string): string {
  const { href, pathname, search } = new URL(url);
  return pathname === "/" && search === "" ? href.slice(0, -1) : href;
}

/** Returns `true` for a URL in that form; the root may have its slash. */
function isNormal(url: string): boolean {
  return url === normal(url) || url === new URL(url).href;
}
