/**
 * Sign in with a passkey: a discoverable credential, which needs no user name, and
 * always with user verification.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#discoverable-credential WebAuthn Level 3 §4}
 * @module
 */

import type { OwnId, WithId } from "../../types/provider.ts";
import type { WebAuthnConfig, WebAuthnUserConfig } from "../../types/webauthn.ts";
import { providerId } from "../../base/provider_id.ts";
import WebAuthn, { DEFAULT_WEBAUTHN_TIMEOUT } from "./webauthn_provider.ts";

export { DEFAULT_WEBAUTHN_TIMEOUT };
export type { WebAuthnConfig, WebAuthnUserConfig };

/**
 * Sign in with a passkey. Needs an adapter with the passkey methods. The answer is posted to
 * `{origin}{basePath}/callback/passkey`.
 *
 * @param config members that replace the defaults
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import type { AuthConfig } from "@x/auth";
 * import Passkey from "@x/auth/providers/passkey";
 *
 * const config: AuthConfig = {
 *   providers: [Passkey],
 *   adapter: MemoryAdapter(),
 * };
 * console.log(config.providers.length);
 * ```
 */
export default function Passkey<Id extends OwnId<"passkey"> = "passkey">(
  config?: WebAuthnUserConfig & WithId<Id>,
): WebAuthnConfig<NoInfer<Id>> {
  return WebAuthn<Id>({
    name: "Passkey",
    authenticationOptions: { timeout: DEFAULT_WEBAUTHN_TIMEOUT, userVerification: "required" },
    registrationOptions: {
      timeout: DEFAULT_WEBAUTHN_TIMEOUT,
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    },
    verifyAuthenticationOptions: { requireUserVerification: true },
    verifyRegistrationOptions: { requireUserVerification: true },
    ...config,
    id: providerId(config, "passkey"),
  });
}
