/**
 * What travels in a passkey ceremony, as JSON, the four functions that make
 * and check it, and the provider that carries them. Binary members are
 * base64url text without padding.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON WebAuthn Level 3 §5.1.8}
 * @module
 */

import type { Adapter } from "./adapter.ts";
import type { Optional, User } from "./entities.ts";
import type { CredentialInput } from "./options.ts";

/** Which half of a key's life a ceremony is. */
export type WebAuthnAction = "register" | "authenticate";

/** How much the authenticator must know about the person. */
export type UserVerification = "required" | "preferred" | "discouraged";

/** Names a key. */
export interface WebAuthnCredentialDescriptor {
  /** Credential id. */
  id: string;
  /** Always `public-key`. */
  type?: string;
  /** Ways to reach the authenticator, for example `internal` or `usb`. */
  transports?: string[];
}

/** `PublicKeyCredentialRequestOptionsJSON`: what the browser needs to use a key. */
export interface WebAuthnRequestOptionsJSON {
  /** Random bytes to sign. */
  challenge: string;
  /** Milliseconds the person has. */
  timeout?: number;
  /** Domain the key is bound to. */
  rpId?: string;
  /** Keys that will do; absent or empty means any that the browser has. */
  allowCredentials?: WebAuthnCredentialDescriptor[];
  /** Whether the person must prove who they are to the authenticator. */
  userVerification?: string;
  /** Extensions. */
  extensions?: object;
}

/** `PublicKeyCredentialCreationOptionsJSON`: what the browser needs to make a key. */
export interface WebAuthnCreationOptionsJSON {
  /** Who asks. */
  rp: { /** Domain. */ id?: string; /** Name. */ name: string };
  /** Whose key it will be. */
  user: {
    /** User handle, base64url. */ id: string;
    /** Account name. */ name: string;
    /** Display name. */ displayName: string;
  };
  /** Random bytes to sign. */
  challenge: string;
  /** Acceptable algorithms, best first. */
  pubKeyCredParams: { /** COSE number. */ alg: number; /** Always `public-key`. */ type: string }[];
  /** Milliseconds the person has. */
  timeout?: number;
  /** Keys the person has already. */
  excludeCredentials?: WebAuthnCredentialDescriptor[];
  /** What the authenticator must be able to do. */
  authenticatorSelection?: object;
  /** Kind of proof about the authenticator; `none` by default. */
  attestation?: string;
  /** Kinds of authenticators to offer first. */
  hints?: string[];
  /** Extensions. */
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
  /** What the authenticator made. */
  response: {
    /** What the browser saw: type, challenge, origin. */
    clientDataJSON: string;
    /** CBOR with the public key. */
    attestationObject: string;
    /** Ways to reach the authenticator. */
    transports?: string[];
  };
  /** Results of extensions. */
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
  /** What the authenticator signed. */
  response: {
    /** What the browser saw: type, challenge, origin. */
    clientDataJSON: string;
    /** Domain digest, flags and counter. */
    authenticatorData: string;
    /** Signature over both. */
    signature: string;
    /** Handle the key was made with. */
    userHandle?: string;
  };
  /** Results of extensions. */
  clientExtensionResults: object;
  /** `platform` or `cross-platform`. */
  authenticatorAttachment?: string;
}

/** What `GET webauthn-options/<provider>` answers with status 200. */
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

/** What an app may say about using keys. */
export interface WebAuthnAuthenticationOptions {
  /** Milliseconds the person has. Default 300000. */
  timeout?: number | undefined;
  /** Default of the library: `preferred`; of the passkey provider: `required`. */
  userVerification?: UserVerification | undefined;
  /** Extensions. */
  extensions?: object | undefined;
}

/** What an app may say about making keys. */
export interface WebAuthnRegistrationOptions {
  /** Milliseconds the person has. Default 300000. */
  timeout?: number | undefined;
  /** Kind of proof about the authenticator. Default `none`. */
  attestationType?: "direct" | "enterprise" | "none" | undefined;
  /** What the authenticator must be able to do. */
  authenticatorSelection?: {
    /** Built into the device, or separate. */
    authenticatorAttachment?: "platform" | "cross-platform" | undefined;
    /** Whether the key can be found without knowing the account. */
    residentKey?: UserVerification | undefined;
    /** Older word for `residentKey: "required"`. */
    requireResidentKey?: boolean | undefined;
    /** Whether the person must prove who they are to the authenticator. */
    userVerification?: UserVerification | undefined;
  } | undefined;
  /** Extensions. */
  extensions?: object | undefined;
  /** COSE numbers of acceptable algorithms, best first. */
  supportedAlgorithmIDs?: number[] | undefined;
  /** Kind of authenticator to offer first. */
  preferredAuthenticatorType?: "securityKey" | "localDevice" | "remoteDevice" | undefined;
}

/** What an app may say about checking a signature. */
export interface WebAuthnVerifyAuthenticationOptions {
  /** Whether the person must have proved who they are. Default `true`. */
  requireUserVerification?: boolean | undefined;
}

/** What an app may say about checking a new key. */
export interface WebAuthnVerifyRegistrationOptions {
  /** Whether the person must have been there. Default `true`. */
  requireUserPresence?: boolean | undefined;
  /** Whether the person must have proved who they are. Default `true`. */
  requireUserVerification?: boolean | undefined;
  /** COSE numbers of acceptable algorithms. */
  supportedAlgorithmIDs?: number[] | undefined;
}

/** What every check of an answer expects. */
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
  /** Whether it is what it says. */
  verified: boolean;
  /** The key. */
  registrationInfo?: {
    /** What to store. */
    credential: WebAuthnStoredCredential;
    /** Whether it is on several devices already. */
    credentialBackedUp: boolean;
    /** `singleDevice` or `multiDevice`. */
    credentialDeviceType: string;
  };
}

/** Outcome of checking a signature. */
export interface WebAuthnVerifiedAuthentication {
  /** Whether the key made it. */
  verified: boolean;
  /** What it says. */
  authenticationInfo: { /** Signatures so far. */ newCounter: number };
}

/** The four functions of `@simplewebauthn/server` 14 that the flow calls. */
export interface SimpleWebAuthn {
  /** Makes options for using a key. */
  generateAuthenticationOptions(
    options: WebAuthnAuthenticationOptions & {
      /** Domain. */ rpID: string;
      /** Keys that will do. */ allowCredentials?: WebAuthnCredentialDescriptor[];
    },
  ): Promise<WebAuthnRequestOptionsJSON>;
  /** Makes options for making a key. */
  generateRegistrationOptions(
    options: WebAuthnRegistrationOptions & {
      /** Domain. */ rpID: string;
      /** Name. */ rpName: string;
      /** User handle. */ userID: Uint8Array<ArrayBuffer>;
      /** Account name. */ userName: string;
      /** Display name. */ userDisplayName?: string;
      /** Keys the person has already. */ excludeCredentials?: WebAuthnCredentialDescriptor[];
    },
  ): Promise<WebAuthnCreationOptionsJSON>;
  /** Checks a signature; throws or says no. */
  verifyAuthenticationResponse(
    options: WebAuthnVerifyAuthenticationOptions & WebAuthnExpectations & {
      /** The answer. */ response: WebAuthnAuthenticationJSON;
      /** The stored key. */ credential: WebAuthnStoredCredential;
    },
  ): Promise<WebAuthnVerifiedAuthentication>;
  /** Checks a new key; throws or says no. */
  verifyRegistrationResponse(
    options: WebAuthnVerifyRegistrationOptions & WebAuthnExpectations & {
      /** The answer. */ response: WebAuthnRegistrationJSON;
    },
  ): Promise<WebAuthnVerifiedRegistration>;
}

/** Kind of passkey providers. */
export type WebAuthnProviderType = "webauthn";

/** Who asks for a passkey. */
export interface RelayingParty {
  /** Domain the key is bound to. */
  id: string;
  /** Name shown by the browser. */
  name: string;
  /** Origin the ceremony runs on. */
  origin: string;
}

/** What a passkey provider's functions know about the request. */
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

/** What a passkey provider's functions know about the app. */
export interface WebAuthnContext {
  /** The provider. */
  provider: WebAuthnConfig;
  /** Public URL of the request. */
  url: URL;
  /** The data store. */
  adapter: Required<Adapter>;
}

/**
 * The person whom a sign-up is about; `null` when the request names none. Asked
 * only without a session. Of a known user, only `email` is used, since
 * the answer must not tell known people from others; take it, and members of
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
  /** Unique among `providers`; part of the URL, so lower-case kebab-case. */
  id: Id;
  /** Button text on the built-in sign-in page. */
  name: string;
  /** Kind. */
  type: WebAuthnProviderType;
  /** Form fields by name; `false` keeps the provider off the built-in page. */
  formFields: Record<string, CredentialInput> | false;
  /** Offers passkeys in the browser's autofill. Default `true`. */
  enableConditionalUI: boolean;
  /** @deprecated Has no effect: the page's script is part of the page. */
  simpleWebAuthnBrowserVersion?: string | false | undefined;
  /** The library that makes and checks ceremonies. */
  simpleWebAuthn: SimpleWebAuthn;
  /** About using keys. */
  authenticationOptions?: WebAuthnAuthenticationOptions | undefined;
  /** About making keys. */
  registrationOptions?: WebAuthnRegistrationOptions | undefined;
  /** About checking signatures. */
  verifyAuthenticationOptions?: WebAuthnVerifyAuthenticationOptions | undefined;
  /** About checking new keys. */
  verifyRegistrationOptions?: WebAuthnVerifyRegistrationOptions | undefined;
  /**
   * The relying party. Default: host and origin of the request. To share keys
   * among subdomains, set `id` to their domain and `origin` to the origins that
   * may use them: without `origin`, a ceremony works only where the host is
   * `id`. Of a list of origins, the one of the request counts; of other lists,
   * and when none is the request's, the first entry.
   */
  relayingParty?: Optional<Record<keyof RelayingParty, string | string[]>> | undefined;
  /** Works out who asks, for apps on several domains. */
  getRelayingParty: (options: WebAuthnContext, request: WebAuthnRequest) => RelayingParty;
  /** Works out who a request is about. Must change nothing. */
  getUserInfo: GetUserInfo;
  /** Members over the others, as with other kinds of providers. */
  options?: WebAuthnUserConfig | undefined;
}

/** What an app may pass to a passkey provider function. */
export type WebAuthnUserConfig = Optional<Omit<WebAuthnConfig, "type" | "options">>;
