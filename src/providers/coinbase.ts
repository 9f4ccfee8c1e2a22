/**
 * Coinbase, OAuth 2.0: {@link https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/coinbase.ts";

/** Members of Coinbase's user that are read here. */
export interface CoinbaseProfile extends AnyMembers {
  /** Account data of the person. */
  data: AnyMembers & {
    /** Stable account id. */
    id: string;
    /** Name shown to others. */
    name: string;
    /** Email address, with the scope `wallet:user:email`. */
    email: string;
    /** URL of a picture. */
    avatar_url: string;
  };
}

/**
 * Sign in with Coinbase. Callback URL: `{origin}{basePath}/callback/coinbase`.
 * Variables: `AUTH_COINBASE_ID`, `AUTH_COINBASE_SECRET`.
 *
 * Register an OAuth application at Coinbase with the callback URL as a redirect
 * URI.
 */
const Coinbase: OAuthProvider<"coinbase", CoinbaseProfile> = oauth("coinbase", {
  name: "Coinbase",
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
});
export default Coinbase;
