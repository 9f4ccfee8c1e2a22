/**
 * Checks the options of native clients.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";
import type { ResolvedProvider } from "../../types/resolved_provider.ts";
import { findFault } from "../../http/redirect_uri.ts";
import type { NativeClientsOptions } from "./settings.ts";

function bad(message: string, option: string): AuthError {
  return new AuthError(`Cannot use \`${option}\`: ${message}`, { cause: { option } });
}

/** Returns the first error of the options. */
export function checkNative(
  providers: readonly ResolvedProvider[],
  { redirectUris = [], accessMaxAge = 600, idTokens = {} }: NativeClientsOptions,
): AuthError | undefined {
  if (!Number.isInteger(accessMaxAge) || accessMaxAge < 30 || accessMaxAge > 86_400) {
    return bad("it is not a whole number of seconds from 30 to 86400", "native.accessMaxAge");
  }
  if (!Array.isArray(redirectUris)) return bad("it must be a list", "native.redirectUris");
  for (const uri of redirectUris) {
    const fault = findFault(uri);
    if (fault !== undefined) return bad(`${JSON.stringify(uri)}: ${fault}`, "native.redirectUris");
  }
  return checkIdTokens(providers, idTokens);
}

function checkIdTokens(
  providers: readonly ResolvedProvider[],
  idTokens: Readonly<Record<string, unknown>>,
): AuthError | undefined {
  for (const [id, clients] of Object.entries(idTokens)) {
    const option = `native.idTokens.${id}`;
    const provider = providers.find((one) => one.id === id);
    if (provider?.type !== "oidc") {
      return bad("there is no OpenID Connect provider with this id", option);
    }
    if (provider.securityProfile) {
      return bad("its security profile demands the whole flow", option);
    }
    const isList = Array.isArray(clients) && clients.length > 0 &&
      clients.every((one) => typeof one === "string" && one !== "");
    if (!isList) return bad("it must be a list of client ids", option);
  }
}
