/**
 * Providers of an app at an OpenID Provider of the test.
 *
 * @module
 */

import { customFetch, type OAuth2Config, type OIDCConfig, type Profile } from "../mod.ts";
import type { Idp } from "../src/tools/testing/mod.ts";

/** @param members further members, and others than the usual ones */
export function providerAt(
  idp: Pick<Idp, "issuer" | "clientId" | "clientSecret" | "fetch">,
  id: string,
  members: Partial<OIDCConfig<Profile>> = {},
): OIDCConfig<Profile> {
  return {
    id,
    name: id,
    type: "oidc",
    issuer: idp.issuer,
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    [customFetch]: idp.fetch,
    ...members,
  };
}

/** A provider of plain OAuth 2 at the same server: nothing states when a user signed in there. */
export function oauth2At(
  { issuer, clientId, clientSecret, fetch }: Idp,
  id: string,
  name = id,
): OAuth2Config<Profile> {
  return {
    id,
    name,
    type: "oauth",
    authorization: `${issuer}/authorize`,
    token: `${issuer}/token`,
    userinfo: `${issuer}/userinfo`,
    clientId,
    clientSecret,
    profile: ({ sub, name, email }) => ({ id: String(sub), name, email }),
    [customFetch]: fetch,
  };
}

/** Makes a server state the time of the login, and ask for a new one where it must. */
export function statesLogins(idp: Idp): {
  /** The person logs in. */
  login(): void;
} {
  let at = 0;
  const login = () => void (at = Math.floor(Date.now() / 1000));
  idp.hostile.idTokenClaims = (claims) => {
    const { url } = idp.requests.findLast(({ endpoint }) => endpoint === "authorize")!;
    if (new URL(url).searchParams.get("prompt") === "login") login();
    claims.auth_time = at;
  };
  return { login };
}
