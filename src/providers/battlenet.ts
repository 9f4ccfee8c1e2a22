/**
 * Battle.net, OpenID Connect: {@link https://develop.battle.net/documentation/guides/using-oauth}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/battlenet.ts";

/** Claims of Battle.net's ID token that are read here. */
export interface BattleNetProfile {
  /** Stable account number as a string. */
  sub: string;
  /** Name with its number, `Ada#1234`. */
  battle_tag: string;
  /** Members that Battle.net adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/** Issuers by region: worldwide, mainland China, and the older names. */
export type BattleNetIssuer =
  | "https://oauth.battle.net"
  | "https://oauth.battlenet.com.cn"
  | "https://www.battlenet.com.cn/oauth"
  | `https://${"us" | "eu" | "kr" | "tw"}.battle.net/oauth`;

/** Options of {@linkcode BattleNet}. */
export type BattleNetOptions<P> = Omit<OIDCUserConfig<P>, "issuer"> & {
  /** Issuer of the region. */
  issuer?: BattleNetIssuer | undefined;
};

/**
 * Sign in with Battle.net. Callback URL:
 * `{origin}{basePath}/callback/battlenet`.
 * Variables: `AUTH_BATTLENET_ID`, `AUTH_BATTLENET_SECRET`,
 * `AUTH_BATTLENET_ISSUER`.
 *
 * Create a client at {@link https://develop.battle.net/access/clients} with the
 * callback URL as a redirect URL. The issuer depends on the region, see
 * {@linkcode BattleNetIssuer}.
 *
 * @example
 * ```ts
 * import BattleNet from "@x/auth/providers/battlenet";
 *
 * const provider = BattleNet({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://oauth.battle.net",
 * });
 * console.log(provider.id);
 * ```
 */
export default function BattleNet<
  P extends BattleNetProfile,
  Id extends OwnId<"battlenet"> = "battlenet",
>(
  options?: BattleNetOptions<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "battlenet"),
    name: "Battle.net",
    type: "oidc",
    emailVerified: false, // the profile has no address
    profile: (user) => ({
      id: user.sub,
      name: user.battle_tag,
      email: null,
      image: null,
    }),
    style: { brandColor: "#148eff", mark },
    options,
  };
}
