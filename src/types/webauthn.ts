/**
 * JSON messages of a passkey ceremony, the four functions that make and check
 * them, and the provider that uses them. Binary members are base64url text
 * without padding.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON WebAuthn Level 3 §5.1.8}
 * @module
 */

import type { Adapter } from "./adapter.ts";
import type { Optional, User } from "./entities.ts";
import type { CredentialInput } from "./options.ts";

/** Purpose of a ceremony: to register a passkey, or to sign in with one. */
export type WebAuthnAction = "register" | "authenticate";

/** Requirement for user verification, such as a PIN or a fingerprint. */
export type UserVerification = "required" | "preferred" | "discouraged";

/** Identifies a key. */
export interface WebAuthnCredentialDescriptor {
  /** Credential id. */
  id: string;
  /** Always `public-key`. */
  type?: string;
  /** Ways to reach the authenticator, for example `internal` or `usb`. */
  transports?: string[];
}

/** `PublicKeyCredentialRequestOptionsJSON`: the browser's input for using a key. */
export interface WebAuthnRequestOptionsJSON {
  /** Random bytes to sign. */
  challenge: string;
  /** Milliseconds until the ceremony times out. */
  timeout?: number;
  /** Domain the key is bound to. */
  rpId?: string;
  /** Accepted keys; absent or empty means any key that the browser has. */
  allowCredentials?: WebAuthnCredentialDescriptor[];
  /** Requirement for user verification: `required`, `preferred` or `discouraged`. */
  userVerification?: string;
  /** WebAuthn extensions. */
  extensions?: object;
}

/** `PublicKeyCredentialCreationOptionsJSON`: the browser's input for making a key. */
export interface WebAuthnCreationOptionsJSON {
  /** The relying party. */
  rp: { /** Domain. */ id?: string; /** Display name. */ name: string };
  /** The user that the key is made for. */
  user: {
    /** User handle, base64url. */ id: string;
    /** Account name. */ name: string;
    /** Display name. */ displayName: string;
  };
  /** Random bytes to sign. */
  challenge: string;
  /** Acceptable algorithms, best first. */
  pubKeyCredParams: { /** COSE number. */ alg: number; /** Always `public-key`. */ type: string }[];
  /** Milliseconds until the ceremony times out. */
  timeout?: number;
  /** Keys that the user already has. */
  excludeCredentials?: WebAuthnCredentialDescriptor[];
  /** Requirements on the authenticator. */
  authenticatorSelection?: object;
  /** Attestation conveyance; `none` by default. */
  attestation?: string;
  /** Kinds of authenticators to offer first. */
  hints?: string[];
  /** WebAuthn extensions. */
  extensions?: object;
}

/** `RegistrationResponseJSON`: a new key. */
export interface WebAuthnRegistrationJSON {
  /** Credential id. */
  id: string;
  /** Credential id again. */
  rawId: string;
  /** Always `public-key`. */
  type: string;
  /** Response of the authenticator. */
  response: {
    /** Client data from the browser: type, challenge and origin. */
    clientDataJSON: string;
    /** CBOR with the public key. */
    attestationObject: string;
    /** Ways to reach the authenticator. */
    transports?: string[];
  };
  /** Results of WebAuthn extensions. */
  clientExtensionResults: object;
  /** `platform` or `cross-platform`. */
  authenticatorAttachment?: string;
}

/** `AuthenticationResponseJSON`: a signature by a known key. */
export interface WebAuthnAuthenticationJSON {
  /** Credential id. */
  id: string;
  /** Credential id again. */
  rawId: string;
  /** Always `public-key`. */
  type: string;
  /** Signed response of the authenticator. */
  response: {
    /** Client data from the browser: type, challenge and origin. */
    clientDataJSON: string;
    /** Domain digest, flags and counter. */
    authenticatorData: string;
    /** Signature over both. */
    signature: string;
    /** User handle that the key was made with. */
    userHandle?: string;
  };
  /** Results of WebAuthn extensions. */
  clientExtensionResults: object;
  /** `platform` or `cross-platform`. */
  authenticatorAttachment?: string;
}

/** Body of a `GET webauthn-options/<provider>` response with status 200. */
export type WebAuthnOptionsResponse =
  | {
    /** Use a key. */ action: "authenticate";
    /** For `navigator.credentials.get`. */ options: WebAuthnRequestOptionsJSON;
  }
  | {
    /** Make a key. */ action: "register";
    /** For `navigator.credentials.create`. */ options: WebAuthnCreationOptionsJSON;
  };

/** {@linkcode WebAuthnOptionsResponse} under the name of Auth.js. */
export type WebAuthnOptionsResponseBody = WebAuthnOptionsResponse;

/** Options for using keys. */
export interface WebAuthnAuthenticationOptions {
  /** Milliseconds until the ceremony times out. Default 300000. */
  timeout?: number | undefined;
  /** Default of the library: `preferred`; of the passkey provider: `required`. */
  userVerification?: UserVerification | undefined;
  /** WebAuthn extensions. Default: none. */
  extensions?: object | undefined;
}

/** Options for making keys. */
export interface WebAuthnRegistrationOptions {
  /** Milliseconds until the ceremony times out. Default 300000. */
  timeout?: number | undefined;
  /** Attestation conveyance. Default `none`. */
  attestationType?: "direct" | "enterprise" | "none" | undefined;
  /** Requirements on the authenticator. Default: a discoverable key. */
  authenticatorSelection?: {
    /** Built into the device, or separate. Default: either. */
    authenticatorAttachment?: "platform" | "cross-platform" | undefined;
    /** Requirement for a discoverable key, which signs in without an account name. Default `required`. */
    residentKey?: UserVerification | undefined;
    /** Older form of `residentKey: "required"`. Default: by `residentKey`. */
    requireResidentKey?: boolean | undefined;
    /** Requirement for user verification. Default: of the passkey provider `required`, else `preferred`. */
    userVerification?: UserVerification | undefined;
  } | undefined;
  /** WebAuthn extensions. Default: none. */
  extensions?: object | undefined;
  /** COSE numbers of acceptable algorithms, best first. Default: those of the library. */
  supportedAlgorithmIDs?: number[] | undefined;
  /** Kind of authenticator to offer first. Default: none. */
  preferredAuthenticatorType?: "securityKey" | "localDevice" | "remoteDevice" | undefined;
}

/** Options for checking a signature. */
export interface WebAuthnVerifyAuthenticationOptions {
  /** `true` requires user verification. Default `true`. */
  requireUserVerification?: boolean | undefined;
}

/** Options for checking a new key. */
export interface WebAuthnVerifyRegistrationOptions {
  /** `true` requires user presence, such as a touch. Default `true`. */
  requireUserPresence?: boolean | undefined;
  /** `true` requires user verification. Default `true`. */
  requireUserVerification?: boolean | undefined;
  /** COSE numbers of acceptable algorithms. Default: those of `registrationOptions`. */
  supportedAlgorithmIDs?: number[] | undefined;
}

/** Values that every check of a response expects. */
export interface WebAuthnExpectations {
  /** Challenge that was sent. */
  expectedChallenge: string;
  /** Origin the ceremony ran on. */
  expectedOrigin: string | string[];
  /** Domain the key is bound to. */
  expectedRPID: string | string[];
}

/** A stored key, as the check of a signature needs it. */
export interface WebAuthnStoredCredential {
  /** Credential id. */
  id: string;
  /** COSE public key. */
  publicKey: Uint8Array<ArrayBuffer>;
  /** Signatures so far; 0 for authenticators that do not count. */
  counter: number;
  /** Ways to reach the authenticator. */
  transports?: string[];
}

/** Outcome of checking a new key. */
export interface WebAuthnVerifiedRegistration {
  /** `true` when the new key is valid. */
  verified: boolean;
  /** The key. */
  registrationInfo?: {
    /** Members to store. */
    credential: WebAuthnStoredCredential;
    /** `true` when the key is backed up. */
    credentialBackedUp: boolean;
    /** `singleDevice` or `multiDevice`. */
    credentialDeviceType: string;
    /** `true` when the authenticator verified the user, for example by a PIN. */
    userVerified?: boolean;
  };
}

/** Outcome of checking a signature. */
export interface WebAuthnVerifiedAuthentication {
  /** `true` when the key made the signature. */
  verified: boolean;
  /** Data from the signed response. */
  authenticationInfo: {
    /** Signatures so far. */
    newCounter: number;
    /** `true` when the authenticator verified the user, for example by a PIN. */
    userVerified?: boolean;
  };
}

/** The four functions of `@simplewebauthn/server` 14 that the flow calls. */
export interface SimpleWebAuthn {
  /** Makes options for using a key. */
  generateAuthenticationOptions(
    options: WebAuthnAuthenticationOptions & {
      /** Domain of the relying party. */ rpID: string;
      /** Accepted keys. */ allowCredentials?: WebAuthnCredentialDescriptor[];
    },
  ): Promise<WebAuthnRequestOptionsJSON>;
  /** Makes options for making a key. */
  generateRegistrationOptions(
    options: WebAuthnRegistrationOptions & {
      /** Domain of the relying party. */ rpID: string;
      /** Name of the relying party. */ rpName: string;
      /** User handle. */ userID: Uint8Array<ArrayBuffer>;
      /** Account name. */ userName: string;
      /** Display name. */ userDisplayName?: string;
      /** Keys that the user already has. */ excludeCredentials?: WebAuthnCredentialDescriptor[];
    },
  ): Promise<WebAuthnCreationOptionsJSON>;
  /** Checks a signature; throws or returns `verified: false`. */
  verifyAuthenticationResponse(
    options: WebAuthnVerifyAuthenticationOptions & WebAuthnExpectations & {
      /** The answer. */ response: WebAuthnAuthenticationJSON;
      /** The stored key. */ credential: WebAuthnStoredCredential;
    },
  ): Promise<WebAuthnVerifiedAuthentication>;
  /** Checks a new key; throws or returns `verified: false`. */
  verifyRegistrationResponse(
    options: WebAuthnVerifyRegistrationOptions & WebAuthnExpectations & {
      /** The answer. */ response: WebAuthnRegistrationJSON;
    },
  ): Promise<WebAuthnVerifiedRegistration>;
}

/** Provider type of passkey providers. */
export type WebAuthnProviderType = "webauthn";

/** Relying party: the site that asks for a passkey. */
export interface RelayingParty {
  /** Domain the key is bound to. */
  id: string;
  /** Name shown by the browser. */
  name: string;
  /** Origin the ceremony runs on. */
  origin: string;
}

/** Request data for the functions of a passkey provider. */
export interface WebAuthnRequest {
  /** Public URL. */
  url: URL;
  /** Method: GET asks for options, POST brings the answer. */
  method: "GET" | "POST";
  /** Members of the query. */
  query: Readonly<Record<string, string>>;
  /** Fields of the body. */
  body?: Readonly<Record<string, unknown>> | undefined;
  /** The request itself; its body has been read. */
  request: Request;
}

/** App data for the functions of a passkey provider. */
export interface WebAuthnContext {
  /** The provider. */
  provider: WebAuthnConfig;
  /** Public URL of the request. */
  url: URL;
  /** The data store. */
  adapter: Required<Adapter>;
}

/**
 * Returns the user that a sign-up names; `null` when the request names none. Called
 * only without a session. Of a known user, only `email` is used, since
 * the answer must not show whether a user exists; take it, and the members of
 * new users, from the request.
 */
export type GetUserInfo = (
  options: WebAuthnContext,
  request: WebAuthnRequest,
) => Promise<
  | { /** The user. */ user: User; /** Known to the store. */ exists: true }
  | { /** The user. */ user: Omit<User, "id">; /** Unknown to the store. */ exists: false }
  | null
>;

/** A passkey provider. */
export interface WebAuthnConfig<Id extends string = string> {
  /**
   * Unique among `providers`; part of the URL, so lower-case kebab-case. Default `passkey` or
   * `webauthn`.
   */
  id: Id;
  /** Button text on the built-in sign-in page. Default `Passkey` or `WebAuthn`. */
  name: string;
  /** Provider type. */
  type: WebAuthnProviderType;
  /**
   * Form fields by name; `false` keeps the provider off the built-in page. Default: one field, for
   * the address.
   */
  formFields: Record<string, CredentialInput> | false;
  /** Offers passkeys in the browser's autofill. Default `true`. */
  enableConditionalUI: boolean;
  /** @deprecated Has no effect: the page's script is part of the page. */
  simpleWebAuthnBrowserVersion?: string | false | undefined;
  /**
   * The library that makes and checks ceremonies. Default: `@simplewebauthn/server`, loaded at the
   * first ceremony.
   */
  simpleWebAuthn: SimpleWebAuthn;
  /** Options for using keys. Default: those of the provider. */
  authenticationOptions?: WebAuthnAuthenticationOptions | undefined;
  /** Options for making keys. Default: those of the provider. */
  registrationOptions?: WebAuthnRegistrationOptions | undefined;
  /** Options for checking signatures. Default: user verification is required. */
  verifyAuthenticationOptions?: WebAuthnVerifyAuthenticationOptions | undefined;
  /** Options for checking new keys. Default: user verification is required. */
  verifyRegistrationOptions?: WebAuthnVerifyRegistrationOptions | undefined;
  /**
   * The relying party. Default: host and origin of the request. To share keys
   * among subdomains, set `id` to their domain and `origin` to the origins that
   * may use them: without `origin`, a ceremony works only where the host is
   * `id`. From a list of origins, the request's own origin is used. From other
   * lists, or when the request's origin is not listed, the first entry is used.
   */
  relayingParty?: Optional<Record<keyof RelayingParty, string | string[]>> | undefined;
  /** Returns the relying party, for apps on several domains. Default: by `relayingParty`. */
  getRelayingParty: (options: WebAuthnContext, request: WebAuthnRequest) => RelayingParty;
  /**
   * Returns the user that a request names. Must not change anything. Default: by the field `email`.
   */
  getUserInfo: GetUserInfo;
  /** Members that replace the others, as with other provider types. */
  options?: WebAuthnUserConfig | undefined;
}

/** Options of a passkey provider function. */
export type WebAuthnUserConfig = Optional<Omit<WebAuthnConfig, "type" | "options">>;
