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
 * Prefer `@x/auth/providers/passkey` where people should not need to type
 * their address.
 *
 * @param config members over the defaults, for example `relayingParty.id` to
 * share keys between subdomains
 *
 * @example
 * ```ts
 * import WebAuthn from "@x/auth/providers/webauthn";
 * import { assertEquals } from "@std/assert";
 *
 * const provider = WebAuthn({ relayingParty: { id: "example.com", name: "Example" } });
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
    registrationOptions: { timeout: DEFAULT_WEBAUTHN_TIMEOUT },
    getUserInfo,
    getRelayingParty,
    ...config,
    id: idOf(config, "webauthn"),
    type: "webauthn",
  };
}

/**
 * The user with the address in the field `email`, or a new one with it. The
 * address is cleaned (NFKC, lower case); what is not one address is nobody.
 */
const getUserInfo: GetUserInfo = async ({ adapter }, { method, body, query }) => {
  const typed = method === "POST" ? body?.email : query.email;
  if (typeof typed !== "string") return null;
  const email = typed.normalize("NFKC").trim().toLowerCase();
  if (email.length > 254 || !/^[^\s@<>",;:\\()[\]\p{C}]+@[^\s@<>",;:\\()[\]\p{C}]+$/u.test(email)) {
    return null;
  }
  // Addresses that were stored as they were typed are found too.
  const user = await adapter.getUserByEmail(email) ??
    (typed === email ? null : await adapter.getUserByEmail(typed));
  return user ? { user, exists: true } : { user: { email }, exists: false };
};

/** Who asks: what the app says, else the host and origin of the request. */
function getRelayingParty(
  { provider: { relayingParty }, url }: Parameters<WebAuthnConfig["getRelayingParty"]>[0],
): RelayingParty {
  const first = (value: string | string[] | undefined) => Array.isArray(value) ? value[0] : value;
  return {
    id: first(relayingParty?.id) ?? url.hostname,
    name: first(relayingParty?.name) ?? url.host,
    origin: first(relayingParty?.origin) ?? url.origin,
  };
}
