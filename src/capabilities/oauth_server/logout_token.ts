/**
 * Logout tokens: what a client is told when a session of a user there has ended.
 *
 * @see {@link https://openid.net/specs/openid-connect-backchannel-1_0.html#LogoutToken OpenID Connect Back-Channel Logout 1.0 §2.4}
 * @module
 */

import { nowSeconds } from "../../base/time.ts";
import type { Client } from "./client.ts";
import { signJws } from "./jws.ts";
import type { OAuthSetup } from "./settings.ts";
import { signingKey } from "./signing_keys.ts";

/** Seconds for which a logout token is valid: it is read when it arrives. */
const MAX_AGE = 120;

/** Name of the event. */
const LOGOUT = "http://schemas.openid.net/event/backchannel-logout";

/** A session that has ended. */
interface EndedSession {
  /** Id of the user. */
  readonly sub: string;
  /** Id of the session at the client. */
  readonly sid: string;
  /** Id of the message: a repetition has the same. */
  readonly jti: string;
}

/** Makes a logout token. Its type sets it apart from every other token, and it has no `nonce`. */
export async function makeLogoutToken(
  setup: OAuthSetup,
  { id: aud, idTokenAlgorithm: alg }: Pick<Client, "id" | "idTokenAlgorithm">,
  { sub, sid, jti }: EndedSession,
): Promise<string> {
  const iat = nowSeconds();
  return await signJws(await signingKey(setup, `id-${alg}`), "logout+jwt", {
    iss: setup.settings.issuer,
    sub,
    aud,
    iat,
    exp: iat + MAX_AGE,
    jti,
    sid,
    events: { [LOGOUT]: {} },
  });
}
