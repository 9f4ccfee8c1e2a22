/**
 * An authenticator in software: makes real ES256 keys and signatures for
 * tests, without a browser, and puts wrong values into its answers on request.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data WebAuthn Level 3 §6.1} and {@link https://www.rfc-editor.org/rfc/rfc9053#section-7.1.1 RFC 9053 §7.1.1}
 * @module
 */

import { fromBase64url, toBase64url } from "../../base/crypto/bytes.ts";
import type {
  WebAuthnAuthenticationJSON,
  WebAuthnCreationOptionsJSON,
  WebAuthnRegistrationJSON,
  WebAuthnRequestOptionsJSON,
} from "../../types/webauthn.ts";

/** Values that replace the correct ones in an answer. */
export interface AuthenticatorLies {
  /** Origin of the page, in the client data. */
  origin?: string;
  /** Relying party id, whose hash is signed. */
  rpId?: string;
  /** Challenge that was signed. */
  challenge?: string;
  /** `true` for a page in a frame of another origin. Default `false`. */
  crossOrigin?: boolean;
  /** Type of the ceremony, for example `webauthn.get`. */
  type?: string;
  /** Signature counter. */
  counter?: number;
  /** User presence flag: the person touched the authenticator. Default `true`. */
  userPresent?: boolean;
  /** User verification flag, for example by a fingerprint. Default `true`. */
  userVerified?: boolean;
  /** Credential id of the answer. */
  credentialId?: string;
}

/** Options of {@linkcode createAuthenticator}. */
export interface AuthenticatorOptions {
  /** `true` sets the flags of a passkey that several devices share. Default `false`. */
  synced?: boolean | undefined;
  /** `true` increments the signature counter with each signature. Default `true`. */
  counts?: boolean | undefined;
  /** Model (AAGUID) in its registration answers, as a UUID. Default: none is told. */
  aaguid?: string | undefined;
  /** Transports in its registration answers. Default `["internal"]`. */
  transports?: string[] | undefined;
}

/** A credential of an authenticator. */
export interface HeldCredential {
  /** Credential id, base64url. */
  id: string;
  /** Relying party id the credential is bound to. */
  rpId: string;
  /** User handle, base64url. */
  userHandle: string;
  /** Number of signatures so far. */
  counter: number;
  /** The key pair. */
  keys: CryptoKeyPair;
}

/** An authenticator together with its browser. */
export interface SoftwareAuthenticator {
  /** Credentials of the authenticator, newest first. */
  readonly credentials: HeldCredential[];
  /** Creates a key pair and answers creation options. */
  create(
    options: WebAuthnCreationOptionsJSON,
    lies?: AuthenticatorLies,
  ): Promise<WebAuthnRegistrationJSON>;
  /**
   * Answers request options with a signature.
   *
   * @throws {TypeError} when it has no credential for these options
   */
  get(
    options: WebAuthnRequestOptionsJSON,
    lies?: AuthenticatorLies,
  ): Promise<WebAuthnAuthenticationJSON>;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" };

/**
 * Creates an authenticator without credentials.
 *
 * @param origin origin of the pages that use it
 *
 * @example
 * ```ts
 * import { createAuthenticator } from "@x/auth/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const authenticator = createAuthenticator("https://app.example");
 * const key = await authenticator.create({
 *   rp: { id: "app.example", name: "App" },
 *   user: { id: "AQ", name: "ada@example.com", displayName: "Ada" },
 *   challenge: "AAAA",
 *   pubKeyCredParams: [{ alg: -7, type: "public-key" }],
 * });
 * const signed = await authenticator.get({ challenge: "BBBB", rpId: "app.example" });
 * assertEquals(signed.id, key.id);
 * ```
 */
export function createAuthenticator(
  origin: string,
  options: AuthenticatorOptions = {},
): SoftwareAuthenticator {
  const { synced = false, counts = true, transports = ["internal"], aaguid } = options;
  const credentials: HeldCredential[] = [];
  const host = new URL(origin).hostname;

  const flagsOf = ({ userPresent = true, userVerified = true }: AuthenticatorLies): number =>
    (userPresent ? 0x01 : 0) | (userVerified ? 0x04 : 0) | (synced ? 0x18 : 0);

  const clientData = (type: string, challenge: string, lies: AuthenticatorLies) =>
    new TextEncoder().encode(JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? origin,
      crossOrigin: lies.crossOrigin ?? false,
    }));

  return {
    credentials,

    async create({ rp, user, challenge, pubKeyCredParams, excludeCredentials = [] }, lies = {}) {
      if (!pubKeyCredParams.some(({ alg }) => alg === -7)) {
        throw new TypeError("Cannot create a key: the options do not allow ES256 (-7)");
      }
      if (excludeCredentials.some(({ id }) => credentials.some((held) => held.id === id))) {
        throw new TypeError(
          "Cannot create a key: excludeCredentials lists one of this authenticator",
        );
      }
      const rpId = rp.id ?? host;
      const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
      const id = lies.credentialId ?? toBase64url(crypto.getRandomValues(new Uint8Array(16)));
      const held = { id, rpId, userHandle: user.id, counter: 0, keys };
      credentials.unshift(held);
      const rawId = fromBase64url(id);
      const authData = concat(
        await authenticatorData(lies.rpId ?? rpId, flagsOf(lies) | 0x40, lies.counter ?? 0),
        modelOf(aaguid),
        Uint8Array.of(rawId.length >> 8, rawId.length & 0xff),
        rawId,
        await coseKey(keys.publicKey),
      );
      const attestation = concat(
        Uint8Array.of(0xa3), // map of three
        cborText("fmt"),
        cborText("none"),
        cborText("attStmt"),
        Uint8Array.of(0xa0), // empty map
        cborText("authData"),
        cborBytes(authData),
      );
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: toBase64url(clientData("webauthn.create", challenge, lies)),
          attestationObject: toBase64url(attestation),
          transports,
        },
        clientExtensionResults: {},
        authenticatorAttachment: "platform",
      };
    },

    async get({ challenge, rpId = host, allowCredentials = [] }, lies = {}) {
      const held = credentials.find((credential) =>
        credential.rpId === rpId &&
        (allowCredentials.length === 0 || allowCredentials.some(({ id }) => id === credential.id))
      );
      if (!held) throw new TypeError(`Cannot sign: no credential for "${rpId}" fits the options`);
      if (counts) held.counter++;
      const counter = lies.counter ?? held.counter;
      const authData = await authenticatorData(lies.rpId ?? rpId, flagsOf(lies), counter);
      const clientDataJSON = clientData("webauthn.get", challenge, lies);
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", clientDataJSON));
      const signature = await crypto.subtle.sign(
        { name: "ECDSA", hash: "SHA-256" },
        held.keys.privateKey,
        concat(authData, digest),
      );
      const id = lies.credentialId ?? held.id;
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: toBase64url(clientDataJSON),
          authenticatorData: toBase64url(authData),
          signature: toBase64url(toDer(new Uint8Array(signature))),
          userHandle: held.userHandle,
        },
        clientExtensionResults: {},
        authenticatorAttachment: "platform",
      };
    },
  };
}

type Bytes = Uint8Array<ArrayBuffer>;

async function authenticatorData(rpId: string, flags: number, counter: number): Promise<Bytes> {
  const head = new Uint8Array(37);
  head.set(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(rpId))));
  head[32] = flags;
  new DataView(head.buffer).setUint32(33, counter);
  return head;
}

/** COSE key `{1: 2, 3: -7, -1: 1, -2: x, -3: y}` in CBOR. */
async function coseKey(key: CryptoKey): Promise<Bytes> {
  const { x, y } = await crypto.subtle.exportKey("jwk", key);
  return concat(
    Uint8Array.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
    cborBytes(fromBase64url(x!)),
    Uint8Array.of(0x22),
    cborBytes(fromBase64url(y!)),
  );
}

function cborText(text: string): Bytes {
  const bytes = new TextEncoder().encode(text);
  return concat(Uint8Array.of(0x60 | bytes.length), bytes);
}

/** Byte string with the shortest length prefix, as CTAP2 requires. */
function cborBytes(bytes: Bytes): Bytes {
  const { length } = bytes;
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff];
  return concat(Uint8Array.from(head), bytes);
}

/** `r || s` → the ASN.1 sequence of two integers that authenticators sign with. */
function toDer(signature: Bytes): Bytes {
  const integer = (bytes: Bytes): Bytes => {
    let start = 0;
    while (start < bytes.length - 1 && bytes[start] === 0) start++;
    const digits = bytes.slice(start);
    const value = digits[0]! & 0x80 ? concat(Uint8Array.of(0), digits) : digits;
    return concat(Uint8Array.of(0x02, value.length), value);
  };
  const body = concat(integer(signature.slice(0, 32)), integer(signature.slice(32)));
  return concat(Uint8Array.of(0x30, body.length), body);
}

function concat(...parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** The bytes of a model; zeros for none. */
function modelOf(aaguid = ""): Uint8Array<ArrayBuffer> {
  const digits = aaguid.replaceAll("-", "").padStart(32, "0");
  return Uint8Array.from(digits.match(/../g)!, (byte) => parseInt(byte, 16));
}
