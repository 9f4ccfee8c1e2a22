/**
 * Coinbase, OAuth 2.0: {@link https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/coinbase.ts";

/** Members of Coinbase's user that are read here. */
export interface CoinbaseProfile {
  /** Account data of the person. */
  data: {
    /** Stable account id. */
    id: string;
    /** Name shown to others. */
    name: string;
    /** E-mail address, with the scope `wallet:user:email`. */
    email: string;
    /** URL of a picture. */
    avatar_url: string;
    /** Members that Coinbase adds. */
    // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
    [member: string]: any;
  };
  /** Members that Coinbase adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Coinbase. Callback URL: `{origin}{basePath}/callback/coinbase`.
 * Variables: `AUTH_COINBASE_ID`, `AUTH_COINBASE_SECRET`.
 *
 * Register an OAuth application at Coinbase with the callback URL as a redirect
 * URI.
 *
 * @example
 * ```ts
 * import Coinbase from "@x/auth/providers/coinbase";
 *
 * const provider = Coinbase({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Coinbase<
  P extends CoinbaseProfile,
  Id extends OwnId<"coinbase"> = "coinbase",
>(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "coinbase"),
    name: "Coinbase",
    type: "oauth",
    authorization: {
      url: "https://login.coinbase.com/oauth2/auth",
      params: { scope: "wallet:user:email wallet:user:read" },
    },
    token: "https://login.coinbase.com/oauth2/token",
    userinfo: "https://api.coinbase.com/v2/user",
    emailVerified: false, // the site does not document verification
    profile: ({ data }) => ({
      id: data.id,
      name: data.name,
      email: data.email,
      image: data.avatar_url,
    }),
    style: { brandColor: "#0052ff", mark },
    options,
  };
}
