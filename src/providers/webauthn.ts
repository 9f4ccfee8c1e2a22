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
} from "../types/webauthn.ts";
import type { OwnId, WithId } from "../types/provider.ts";
import { parseAddress } from "../address.ts";
import { AuthError } from "../errors.ts";
import { idOf } from "./_id.ts";

export type {
  GetUserInfo,
  RelayingParty,
  SimpleWebAuthn,
  WebAuthnConfig,
  WebAuthnProviderType,
  WebAuthnUserConfig,
};

/** Time limit of a ceremony in milliseconds: 5 minutes. */
export const DEFAULT_WEBAUTHN_TIMEOUT: number = 5 * 60 * 1000;

/** @deprecated Has no effect: the page's script is part of the page. */
export const DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION: string = "v9.0.1";

const library = () => import("@simplewebauthn/server");

const simpleWebAuthn: SimpleWebAuthn = {
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
 * Sign in with an authenticator. Needs an adapter with the passkey methods and
 * `experimental.enableWebAuthn`. The answer is posted to
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
  return {
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
    id: idOf(config, "webauthn"),
    type: "webauthn",
  };
}

/**
 * The user with the address in the field `email`, or a new user with it. The
 * address is normalized (NFKC, lower case); `null` when the field is not one
 * address, by the grammar of links by e-mail. Known and unknown addresses cause the same adapter calls and return
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

/** The relying party: the app's `relayingParty`, else the host and origin of the request. */
function getRelayingParty(
  { provider: { id: provider, relayingParty }, url }: Parameters<
    WebAuthnConfig["getRelayingParty"]
  >[0],
): RelayingParty {
  const [id = url.hostname] = [relayingParty?.id ?? []].flat();
  const [name = url.host] = [relayingParty?.name ?? []].flat();
  const origins = [relayingParty?.origin ?? []].flat();
  // The host comes from a header of the request. Any host below the domain can get
  // a signature for the domain, so only origins that the app lists are accepted.
  if (origins.length === 0 && id !== url.hostname) {
    throw new AuthError(
      `Cannot use the passkeys of "${id}" at "${url.hostname}": set \`relayingParty.origin\` of ` +
        `the provider to the origins that may use them, such as "https://www.${id}"`,
      { cause: { provider } },
    );
  }
  const origin = origins.includes(url.origin) ? url.origin : origins[0] ?? url.origin;
  return { id, name, origin };
}
