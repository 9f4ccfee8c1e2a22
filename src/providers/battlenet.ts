/**
 * Battle.net, OpenID Connect: {@link https://develop.battle.net/documentation/guides/using-oauth}.
 *
 * @module
 */

import { type AnyMembers, oidc, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/battlenet.ts";

/** Claims of Battle.net's ID token that are read here. */
export interface BattleNetProfile extends AnyMembers {
  /** Stable account number as a string. */
  sub: string;
  /** Name with its number, `Ada#1234`. */
  battle_tag: string;
}

/** Issuers by region: worldwide, mainland China, and the older names. */
export type BattleNetIssuer =
  | "https://oauth.battle.net"
  | "https://oauth.battlenet.com.cn"
  | "https://www.battlenet.com.cn/oauth"
  | `https://${"us" | "eu" | "kr" | "tw"}.battle.net/oauth`;

/** Options that only {@linkcode BattleNet} has. */
export interface BattleNetOptions {
  /** Issuer of the region. */
  issuer?: BattleNetIssuer | undefined;
}

/**
 * Sign in with Battle.net. Callback URL:
 * `{origin}{basePath}/callback/battlenet`.
 * Variables: `AUTH_BATTLENET_ID`, `AUTH_BATTLENET_SECRET`,
 * `AUTH_BATTLENET_ISSUER`.
 *
 * Create a client at {@link https://develop.battle.net/access/clients} with the
 * callback URL as a redirect URL. The issuer depends on the region, see
 * {@linkcode BattleNetIssuer}.
 */
const BattleNet: OIDCProvider<"battlenet", BattleNetProfile, BattleNetOptions> = oidc("battlenet", {
  name: "Battle.net",
  emailVerified: false, // the profile has no address
  profile: (user) => ({
    id: user.sub,
    name: user.battle_tag,
    email: null,
    image: null,
  }),
  style: { brandColor: "#148eff", mark },
});
export default BattleNet;
