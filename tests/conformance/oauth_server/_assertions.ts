/**
 * Assertions of an identity provider (RFC 7523, ID-JAG), and its keys.
 *
 * @module
 */

import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { ISSUER, MCP } from "./_rig.ts";

/** The grant. */
export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** The provider. */
export const IDP = "https://idp.example";

const pair = await generateKeyPair("ES256");

/** The public keys of the provider. */
export const jwks = { keys: [{ ...await exportJWK(pair.publicKey), kid: "key-1" }] };

/** Changes of an assertion. */
export interface Changes {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: CryptoKey | Uint8Array;
}

/** Makes an assertion. */
export async function assertionOf(
  sub: string,
  { claims, header, key }: Changes = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return await new SignJWT({
    ...{ iss: IDP, sub, aud: ISSUER, client_id: "agent", jti: crypto.randomUUID() },
    ...{ iat: now, exp: now + 300, scope: "project:read project:write", resource: MCP },
    ...claims,
  }).setProtectedHeader({ alg: "ES256", kid: "key-1", typ: "oauth-id-jag+jwt", ...header })
    .sign(key ?? pair.privateKey);
}
