/**
 * Makers of providers: what all providers of one protocol have in common, so that the file of a
 * provider has only what is its own.
 *
 * @module
 */

import { providerId } from "../base/provider_id.ts";
import type {
  AnyMembers,
  OAuth2Config,
  OAuthUserConfig,
  OIDCConfig,
  OIDCProfile,
  OIDCUserConfig,
} from "../types/provider.ts";
import type { OAuthProvider, OIDCProvider } from "../types/provider_function.ts";

export type { AnyMembers, OAuthProvider, OIDCProfile, OIDCProvider };

/** What a provider's file states. */
type Members<Config> = Omit<Config, "id" | "type" | "options">;

/**
 * Members, which all objects of the provider share, so nothing may write to them; or a function
 * that makes them from the app's options, and may return other `options` in their place.
 */
type Site<Config, Options> =
  | Members<Config>
  | ((options: Options) => Members<Config> & { options?: object });

/** Makes a provider with OpenID Connect. */
export function oidc<Own extends string, Profile, Extra>(
  own: Own,
  site: Site<OIDCConfig<Profile>, OIDCUserConfig<never> & Extra>,
): OIDCProvider<Own, Profile, Extra> {
  return (options) => ({
    id: providerId(options, own),
    type: "oidc",
    options,
    ...makeMembers(site, options),
  });
}

/** Makes a provider with OAuth 2. */
export function oauth<Own extends string, Profile, Extra>(
  own: Own,
  site: Site<OAuth2Config<Profile>, OAuthUserConfig<never> & Extra>,
): OAuthProvider<Own, Profile, Extra> {
  return (options) => ({
    id: providerId(options, own),
    type: "oauth",
    options,
    ...makeMembers(site, options),
  });
}

function makeMembers<Config, Options>(
  site: Site<Config, Options>,
  options: Options | undefined,
): Members<Config> {
  return typeof site === "function" ? site(options ?? {} as Options) : site;
}
