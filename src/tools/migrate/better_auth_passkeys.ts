/**
 * Passkeys of Better Auth → keys of a passkey provider. Both check them with the same library.
 *
 * @module
 */

import { withoutEnd } from "../../base/trim.ts";
import { fromBase64url } from "../../base/crypto/bytes.ts";
import { toBase64 } from "../../capabilities/passkeys/answer.ts";
import type { AdapterAuthenticator } from "../../types/adapter.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import { isTrue } from "./better_auth_tables.ts";
import type { BetterAuthPasskey, BetterAuthReason } from "./better_auth_types.ts";

/** A passkey before its user is stored. */
export interface NewPasskey extends Omit<AdapterAuthenticator, "userId" | "providerAccountId"> {
  /** Id of the passkey provider. */
  readonly provider: string;
  /** Name that the user gave it. */
  readonly name: string | undefined;
}

/** The passkey of a row, or the reason for which it is left out. */
export function makePasskey(
  { providers }: ResolvedConfig,
  { name, publicKey, credentialID, counter, deviceType, backedUp, transports }: BetterAuthPasskey,
): NewPasskey | BetterAuthReason {
  const provider = [...providers.values()].find(({ type }) => type === "webauthn");
  if (!provider) return "no-passkey-provider";
  try {
    return {
      provider: provider.id,
      name: name || undefined,
      credentialID: toStandard(credentialID),
      credentialPublicKey: toStandard(publicKey),
      counter: Number(counter ?? 0) || 0,
      credentialDeviceType: deviceType === "multiDevice" ? "multiDevice" : "singleDevice",
      credentialBackedUp: isTrue(backedUp),
      transports: transports || null,
    };
  } catch {
    return "passkey-invalid";
  }
}

/** Base64 of either alphabet → standard base64 with padding, as keys are stored. */
function toStandard(text: string): string {
  const url = withoutEnd(text.replaceAll("+", "-").replaceAll("/", "_"), "=");
  const bytes = fromBase64url(url);
  if (bytes.length === 0) throw new RangeError("empty");
  return toBase64(bytes);
}
