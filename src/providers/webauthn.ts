/**
 * Sign in with a WebAuthn authenticator: a passkey or a security key. The
 * library behind it is loaded when a ceremony first happens.
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

/** Milliseconds a person has for a ceremony: 5 minutes. */
export const DEFAULT_WEBAUTHN_TIMEOUT: number = 5 * 60 * 1000;

/** @deprecated Has no effect: the page's script is part of the page. */
export const DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION: string = "v9.0.1";

const library = () => import("@simplewebauthn/server");

const simpleWebAuthn: SimpleWebAuthn = {
  generateAuthenticationOptions: async (options) =>
    (await library()).generateAuthenticationOptions(options),
  generateRegistrationOptions: async (options) =>
    (await library()).generateRegistrationOptions(options),
  // The library types attachments and kinds as closed sets; it checks them itself.
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
 * Whoever signs in must have proved who they are to the authenticator, by
 * finger, face or PIN. For keys that only show presence, set
 * `requireUserVerification: false` in `verifyRegistrationOptions` and
 * `verifyAuthenticationOptions`, and ask for a second proof yourself.
 *
 * A sign-in lists no keys, so the authenticator must find its own: keys are
 * made to be discoverable.
 *
 * Prefer `@x/auth/providers/passkey` where people should not need to type
 * their address.
 *
 * @param config members over the defaults, for example `relayingParty` with
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
 * The user with the address in the field `email`, or a new one with it. The
 * address is cleaned (NFKC, lower case); `null` when the field is not one
 * address. The same calls and the same address come of known and unknown ones.
 */
const getUserInfo: GetUserInfo = async ({ adapter }, { method, body, query }) => {
  const typed = method === "POST" ? body?.email : query.email;
  if (typeof typed !== "string") return null;
  const email = typed.normalize("NFKC").trim().toLowerCase();
  if (email.length > 254 || !/^[^\s@<>",;:\\()[\]\p{C}]+@[^\s@<>",;:\\()[\]\p{C}]+$/u.test(email)) {
    return null;
  }
  // Addresses that were stored as they were typed are found too.
  const found = await Promise.all(
    [...new Set([email, typed])].map((address) => adapter.getUserByEmail(address)),
  );
  const user = found.find((one) => one !== null);
  return user ? { user: { ...user, email }, exists: true } : { user: { email }, exists: false };
};

/** The relying party: what the app says, else the host and origin of the request. */
function getRelayingParty(
  { provider: { id: provider, relayingParty }, url }: Parameters<
    WebAuthnConfig["getRelayingParty"]
  >[0],
): RelayingParty {
  const [id = url.hostname] = [relayingParty?.id ?? []].flat();
  const [name = url.host] = [relayingParty?.name ?? []].flat();
  const origins = [relayingParty?.origin ?? []].flat();
  // A header of the request names the host. Any host below the domain can get
  // a signature for it, so none of them counts unless the app lists it.
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
