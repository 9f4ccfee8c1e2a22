/**
 * LINE, OpenID Connect: {@link https://developers.line.biz/en/docs/line-login/integrate-line-login/}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/line.ts";

/** Claims of LINE's ID token that are read here. */
export interface LineProfile extends OIDCProfile {
  /** Stable identifier of the person for the channel's owner. */
  sub: string;
}

/**
 * Sign in with LINE. Callback URL: `{origin}{basePath}/callback/line`.
 * Variables: `AUTH_LINE_ID`, `AUTH_LINE_SECRET`.
 *
 * Create a LINE Login channel for a web app at {@link
 * https://developers.line.biz/console/} and register the callback URL. The
 * client id is the channel id. LINE sends an email address only after the channel
 * has applied for the permission.
 *
 * LINE signs ID tokens with the channel secret (HS256), and they are verified
 * with it.
 */
const LINE: OIDCProvider<"line", LineProfile> = oidc("line", {
  name: "LINE",
  issuer: "https://access.line.me",
  client: { id_token_signed_response_alg: "HS256" },
  checks: ["state"],
  emailVerified: false, // the site does not document verification
  style: { brandColor: "#00C300", mark },
});
export default LINE;
