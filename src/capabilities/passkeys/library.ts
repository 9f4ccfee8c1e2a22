/**
 * The WebAuthn library, loaded at the first ceremony, and the relying party of a ceremony:
 * for passkey providers, and for passkeys as second factors.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";
import type { RelayingParty, SimpleWebAuthn, WebAuthnConfig } from "../../types/webauthn.ts";
import { explainNotLoaded } from "../../base/package.ts";

/** Time limit of a ceremony in milliseconds: 5 minutes. */
export const DEFAULT_WEBAUTHN_TIMEOUT: number = 5 * 60 * 1000;

async function library() {
  let err: unknown;
  try {
    const found = await import("@simplewebauthn/server");
    if ("generateAuthenticationOptions" in found) return found;
  } catch (error) {
    err = error;
  }
  throw new AuthError(`Cannot use passkeys: ${explainNotLoaded("@simplewebauthn/server", err)}`, {
    cause: { err: err as Error | undefined },
  });
}

/** The functions of the library. */
export const simpleWebAuthn: SimpleWebAuthn = {
  generateAuthenticationOptions: async (options) =>
    (await library()).generateAuthenticationOptions(options),
  generateRegistrationOptions: async (options) =>
    (await library()).generateRegistrationOptions(options),
  // The casts hold: the library's types are closed unions, and it checks the values itself.
  verifyAuthenticationResponse: async (options) => {
    const { verifyAuthenticationResponse } = await library();
    return await verifyAuthenticationResponse(
      options as Parameters<typeof verifyAuthenticationResponse>[0],
    );
  },
  verifyRegistrationResponse: async (options) => {
    const { verifyRegistrationResponse } = await library();
    return await verifyRegistrationResponse(
      options as Parameters<typeof verifyRegistrationResponse>[0],
    );
  },
};

/**
 * The relying party: the app's `relayingParty`, else the host and origin of the request.
 *
 * @param url public URL of the request
 * @param cause facts about the owner of the option, for the log
 * @throws {AuthError} when the app names another domain than the host, and no origins
 */
export function pickRelayingParty(
  relayingParty: WebAuthnConfig["relayingParty"],
  url: URL,
  cause: { provider: string } | { factor: string },
): RelayingParty {
  const [id = url.hostname] = [relayingParty?.id ?? []].flat();
  const [name = url.host] = [relayingParty?.name ?? []].flat();
  const origins = [relayingParty?.origin ?? []].flat();
  // The host comes from a header of the request. Any host below the domain can get
  // a signature for the domain, so only origins that the app lists are accepted.
  if (origins.length === 0 && id !== url.hostname) {
    throw new AuthError(
      `Cannot use the passkeys of "${id}" at "${url.hostname}": set \`relayingParty.origin\` ` +
        `to the origins that may use them, such as "https://www.${id}"`,
      { cause },
    );
  }
  const origin = origins.includes(url.origin) ? url.origin : origins[0] ?? url.origin;
  return { id, name, origin };
}
