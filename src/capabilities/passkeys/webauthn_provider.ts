/**
 * Sign in with a WebAuthn authenticator: a passkey or a security key. The
 * WebAuthn library is loaded at the first ceremony.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/ WebAuthn Level 3}
 * @module
 */

import type {
  GetUserInfo,
  RelayingParty,
  SimpleWebAuthn,
  WebAuthnConfig,
  WebAuthnProviderType,
  WebAuthnUserConfig,
} from "../../types/webauthn.ts";
import type { WithCode } from "../../config/capability.ts";
import type { OwnId, WithId } from "../../types/provider.ts";
import { parseAddress } from "../../base/address.ts";
import { passkeyCode } from "./capability.ts";
import { capability } from "../../symbols.ts";
import { providerId } from "../../base/provider_id.ts";
import { DEFAULT_WEBAUTHN_TIMEOUT, pickRelayingParty, simpleWebAuthn } from "./library.ts";

export { DEFAULT_WEBAUTHN_TIMEOUT };
export type {
  GetUserInfo,
  RelayingParty,
  SimpleWebAuthn,
  WebAuthnConfig,
  WebAuthnProviderType,
  WebAuthnUserConfig,
};

/** @deprecated Has no effect: the page's script is part of the page. */
export const DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION: string = "v9.0.1";

/**
 * Sign in with an authenticator. Needs an adapter with the passkey methods. The answer is posted to
 * `{origin}{basePath}/callback/webauthn`.
 *
 * User verification by the authenticator (fingerprint, face or PIN) is required.
 * For security keys that only test presence, set
 * `requireUserVerification: false` in `verifyRegistrationOptions` and
 * `verifyAuthenticationOptions`, and check a second factor in the app.
 *
 * A sign-in sends no list of keys, so the authenticator must find the key: keys
 * are created as discoverable credentials.
 *
 * Prefer `@x/auth/providers/passkey` where people should not need to type
 * their address.
 *
 * @param config members that replace the defaults, for example `relayingParty` with
 * `id` and `origin` to share keys between subdomains
 *
 * @example
 * ```ts
 * import WebAuthn from "@x/auth/providers/webauthn";
 * import { assertEquals } from "@std/assert";
 *
 * const provider = WebAuthn({
 *   relayingParty: { id: "example.com", name: "Example", origin: "https://app.example.com" },
 * });
 * assertEquals(provider.id, "webauthn");
 * ```
 */
export default function WebAuthn<Id extends OwnId<"webauthn"> = "webauthn">(
  config?: WebAuthnUserConfig & WithId<Id>,
): WebAuthnConfig<NoInfer<Id>> {
  const provider: WebAuthnConfig<NoInfer<Id>> & WithCode<typeof passkeyCode> = {
    name: "WebAuthn",
    enableConditionalUI: true,
    simpleWebAuthnBrowserVersion: DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION,
    simpleWebAuthn,
    formFields: {
      email: {
        label: "Email",
        type: "email",
        required: true,
        autocomplete: "username webauthn",
      },
    },
    authenticationOptions: { timeout: DEFAULT_WEBAUTHN_TIMEOUT },
    registrationOptions: {
      timeout: DEFAULT_WEBAUTHN_TIMEOUT,
      authenticatorSelection: { residentKey: "required" },
    },
    getUserInfo,
    getRelayingParty,
    ...config,
    id: providerId(config, "webauthn"),
    type: "webauthn",
    [capability]: passkeyCode,
  };
  return provider;
}

/**
 * The user with the address in the field `email`, or a new user with it. The
 * address is normalized (NFKC, lower case); `null` when the field is not one
 * address, by the grammar of links by email. Known and unknown addresses cause the same adapter calls and return
 * the same address, so that an answer does not reveal which users exist.
 */
const getUserInfo: GetUserInfo = async ({ adapter }, { method, body, query }) => {
  const typed = method === "POST" ? body?.email : query.email;
  const email = toAddress(typed);
  if (email === undefined) return null;
  // Also finds addresses that were stored as they were typed.
  const found = await Promise.all(
    [...new Set([email, String(typed)])].map((address) => adapter.getUserByEmail(address)),
  );
  const user = found.find((one) => one !== null);
  return user ? { user: { ...user, email }, exists: true } : { user: { email }, exists: false };
};

function toAddress(typed: unknown): string | undefined {
  try {
    return parseAddress(typed);
  } catch {
    return undefined;
  }
}

/** See {@linkcode pickRelayingParty}. */
function getRelayingParty(
  { provider: { id, relayingParty }, url }: Parameters<WebAuthnConfig["getRelayingParty"]>[0],
): RelayingParty {
  return pickRelayingParty(relayingParty, url, { provider: id });
}
