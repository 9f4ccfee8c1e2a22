/**
 * Facts of a validated ID token about the sign-in at the provider.
 *
 * @module
 */

import { toProviderProof } from "../../session/proof.ts";
import type { Profile } from "../../types/entities.ts";
import type { ProviderProof } from "../../types/proof.ts";
import type { ProviderSession } from "../../types/provider_session.ts";
import type { Exchanged } from "./exchange.ts";

/** Statement of the provider. The ID token alone counts: neither parameters of the callback nor a userinfo answer. */
export function providerProof({ claims }: Exchanged): ProviderProof | undefined {
  return claims &&
    toProviderProof({
      acr: claims.acr,
      amr: claims.amr,
      authTime: claims.auth_time,
      sid: claims.sid,
    });
}

/** The session at the provider, from which the ID token came. */
export function providerSession({ claims }: Exchanged): ProviderSession | undefined {
  if (!claims) return undefined;
  const { iss, sub, iat, sid } = claims as Profile & Record<"iss" | "sub", string>;
  const isSid = typeof sid === "string" && sid !== "";
  return { issuer: iss, subject: sub, issuedAt: Number(iat), ...(isSid ? { sid } : {}) };
}
