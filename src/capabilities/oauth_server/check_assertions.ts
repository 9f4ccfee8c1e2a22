/**
 * Checks the identity providers of assertions.
 *
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import { AuthError } from "../../errors.ts";
import { isLoopback } from "../../http/url.ts";
import { faultOfKeys } from "./client_keys.ts";
import type { OAuthClientOptions, OAuthServerOptions } from "./options.ts";
import type { Settings } from "./settings.ts";
import { faultOfUrl } from "../../outbound/untrusted_url.ts";

function bad(message: string, option: string): AuthError {
  return new AuthError(`Cannot use \`${option}\`: ${message}`, { cause: { option } });
}

/** Returns the first error of options that only some grants need. */
export function checkAssertions(
  { assertions = {}, clients = {} }: OAuthServerOptions,
  settings: Settings,
): AuthError | undefined {
  const option = "oauthServer.assertions";
  if (!isRecord(assertions)) return bad("it must be an object with an issuer for each", option);
  for (const [issuer, provider] of Object.entries(assertions)) {
    const name = `${option}[${JSON.stringify(issuer)}]`;
    const message = faultOfIssuer(issuer, settings) ?? faultOfProvider(provider, settings);
    if (message !== undefined) return bad(message, name);
  }
  for (const [id, client] of Object.entries(clients)) {
    const name = `oauthServer.clients.${id}`;
    if (client.grants?.includes("jwt-bearer") && Object.keys(assertions).length === 0) {
      return bad(`"jwt-bearer" needs \`${option}\``, `${name}.grants`);
    }
    const message = client.assertsTo === undefined ? undefined : faultOfAudiences(client, settings);
    if (message !== undefined) return bad(message, `${name}.assertsTo`);
  }
}

/** Says why a client cannot get the assertions; what it must be itself, its grant demands. */
function faultOfAudiences(
  { assertsTo, grants }: OAuthClientOptions,
  settings: Settings,
): string | undefined {
  if (!isRecord(assertsTo)) return "it must be an object with an issuer for each";
  if (!grants?.includes("token-exchange")) return 'it needs the grant "token-exchange"';
  for (const [issuer, named] of Object.entries(assertsTo)) {
    const fault = faultOfIssuer(issuer, settings) ?? faultOfAudience(named);
    if (fault !== undefined) return `${JSON.stringify(issuer)}: ${fault}`;
  }
}

function faultOfAudience(named: unknown): string | undefined {
  if (!isRecord(named)) return "it must be an object; {} names nothing";
  const { clientId, scopes, resources } = named;
  if (clientId !== undefined && !isVisible(clientId)) {
    return "`clientId` is not 1 to 200 visible ASCII characters";
  }
  const lists = Object.entries({ scopes, resources });
  const wrong = lists.find(([, list]) =>
    list !== undefined && !(Array.isArray(list) && list.every(isVisible))
  );
  return wrong && `\`${wrong[0]}\` is not a list of 1 to 200 visible ASCII characters each`;
}

function isVisible(text: unknown): boolean {
  return typeof text === "string" && /^[\x21-\x7e]{1,200}$/.test(text);
}

function faultOfIssuer(issuer: string, settings: Settings): string | undefined {
  if (!URL.canParse(issuer)) return "it is not a URL";
  const { protocol, origin } = new URL(issuer);
  if (protocol !== "https:" && !isLoopback(origin)) return "it does not begin with https";
  if (issuer === settings.issuer) return "it is the issuer of this server";
}

function faultOfProvider(provider: unknown, settings: Settings): string | undefined {
  if (!isRecord(provider)) return "it must be an object";
  const { jwks, jwksUri, userOf } = provider;
  if ((jwks === undefined) === (jwksUri === undefined)) {
    return "it must have either `jwks` or `jwksUri`";
  }
  const keys = jwks === undefined ? undefined : faultOfKeys(jwks);
  if (keys !== undefined) return `\`jwks\`: ${keys}`;
  const url = jwksUri === undefined ? undefined : faultOfUrl(jwksUri, settings);
  if (url !== undefined) return `\`jwksUri\`: ${url}`;
  if (typeof userOf !== "function") return "`userOf` is not a function";
}
