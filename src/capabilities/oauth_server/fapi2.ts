/**
 * The FAPI 2.0 Security Profile, as what one client is held to, or all of a server. Everything that it
 * demands beyond the rules of every client is here, or asks `isFapi2` of the client: pushed requests,
 * signed assertions for the issuer alone, tokens that are bound to a key, and strict clocks.
 *
 * @see {@link https://openid.net/specs/fapi-security-profile-2_0-final.html FAPI 2.0 Security Profile}
 * @module
 */

import { fromBase64url } from "../../base/crypto/bytes.ts";
import type { Client } from "./client.ts";
import type { OAuthClientOptions, OAuthGrantType } from "./options.ts";

/** Algorithms of assertions (§5.4.1). "Ed25519" is another name of EdDSA with that curve (RFC 9864). */
export const FAPI2_ALGORITHMS: readonly string[] = ["ES256", "Ed25519", "EdDSA", "PS256"];

/** Seconds for which a pushed request waits: fewer than 600 (§5.3.2.2). */
export const FAPI2_REQUEST_MAX_AGE = 540;

/** Grants of such a client: the profile says nothing of others. */
const GRANTS: readonly OAuthGrantType[] = ["code", "refresh", "client-credentials"];

/** Least length of an RSA key, in bytes (§5.4.1). */
const MIN_RSA_BYTES = 256;

/**
 * A client as the profile lets it be, whatever its options or its record say. Without keys, nothing
 * authenticates it.
 */
export function toFapi2(client: Client): Client {
  const { authentication, grants, redirectUris, postLogoutRedirectUris } = client;
  return {
    ...client,
    isFapi2: true,
    authentication: authentication.method === "private_key_jwt"
      ? authentication
      : { method: "private_key_jwt" },
    grants: new Set(GRANTS.filter((grant) => grants.has(grant))),
    redirectUris: redirectUris.filter(isHttps),
    postLogoutRedirectUris: postLogoutRedirectUris.filter(isHttps),
    takesNonce: false,
    takesIdToken: false,
    idTokenAlgorithm: "ES256",
  };
}

/** The first member that the profile does not allow. */
export function faultOfFapi2(
  client: OAuthClientOptions,
  hasSecret: boolean,
): { readonly member: string; readonly message: string } | undefined {
  const { secret, jwks, jwksUri, grants = [], pkce, responseTypes } = client;
  const about = (message: string) => `the profile "fapi2" ${message}`;
  if (secret !== undefined || hasSecret) {
    return { member: "secret", message: about("takes no secret: set `jwks` or `jwksUri`") };
  }
  if (jwks === undefined && jwksUri === undefined) {
    return { member: "profile", message: about("needs `jwks` or `jwksUri`") };
  }
  if (jwks?.keys.some(isShort)) {
    return { member: "jwks", message: about("takes RSA keys of 2048 bits or more") };
  }
  for (const member of ["redirectUris", "postLogoutRedirectUris"] as const) {
    const uri = client[member]?.find((one) => !isHttps(one));
    if (uri !== undefined) {
      return { member, message: `${JSON.stringify(uri)}: ${about("takes URIs with https alone")}` };
    }
  }
  const other = grants.find((grant) => !GRANTS.includes(grant));
  if (other !== undefined) {
    return { member: "grants", message: about(`has ${GRANTS.join(", ")}, and not ${other}`) };
  }
  if (pkce === "nonce") return { member: "pkce", message: about("needs PKCE") };
  if (responseTypes?.includes("id_token")) {
    return { member: "responseTypes", message: about("has codes alone") };
  }
  if (client.idTokenAlgorithm === "RS256") {
    return { member: "idTokenAlgorithm", message: about('has "ES256"') };
  }
}

function isHttps(uri: string): boolean {
  return uri.startsWith("https:");
}

function isShort({ kty, n }: JsonWebKey): boolean {
  if (kty !== "RSA") return false;
  try {
    const bytes = fromBase64url(n!);
    return bytes.length < MIN_RSA_BYTES || bytes.length === MIN_RSA_BYTES && bytes[0]! < 0x80;
  } catch {
    return true;
  }
}
