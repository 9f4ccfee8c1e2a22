/**
 * Reads passkey answers from forms, with limits on all untrusted input, and
 * converts stored keys.
 *
 * @module
 */

import { fromBase64url } from "../../base/crypto/bytes.ts";
import { withoutEnd } from "../../base/trim.ts";
import { WebAuthnVerificationError } from "../../errors.ts";
import type { AdapterAuthenticator } from "../../types/adapter.ts";
import type {
  WebAuthnAction,
  WebAuthnAuthenticationJSON,
  WebAuthnCredentialDescriptor,
  WebAuthnRegistrationJSON,
  WebAuthnStoredCredential,
} from "../../types/webauthn.ts";

/** Longest credential id, in bytes (WebAuthn Level 3 §4). */
const MAX_ID_LENGTH = 1023;

/** Longest credential id as standard base64 with padding, in characters. */
const MAX_ID_TEXT = 4 * Math.ceil(MAX_ID_LENGTH / 3);

/** Format of the transports of an authenticator that are stored; others are dropped. */
const TRANSPORT = /^[a-z][a-z0-9-]{0,31}$/;

const decoder = new TextDecoder();

/** Members of a stored key that ceremonies need. */
export type StoredKey = Pick<
  AdapterAuthenticator,
  "credentialID" | "credentialPublicKey" | "counter" | "credentialDeviceType" | "transports"
>;

/** Content of the form. */
export interface Answer {
  /** Action that the browser performed. */
  action: WebAuthnAction;
  /** Id of the key, standard base64 with padding. */
  credentialID: string;
  /** Challenge that was signed; untrusted until a ceremony's cookie contains it. */
  challenge: string;
  /** The browser's answer; its other members are checked by the library. */
  response: WebAuthnAuthenticationJSON | WebAuthnRegistrationJSON;
}

/**
 * Reads the fields `action` and `data` of a form.
 *
 * @throws {WebAuthnVerificationError} when they are not an answer
 */
export function readAnswer(body: Readonly<Record<string, unknown>> | undefined): Answer {
  const { action, data } = body ?? {};
  if (action !== "register" && action !== "authenticate") {
    throw unreadable("its action is not `register` or `authenticate`");
  }
  if (typeof data !== "string") throw unreadable("the field `data` is missing");
  try {
    const response = JSON.parse(data);
    const { id } = response;
    if (id.length > MAX_ID_TEXT) throw new RangeError(`the id has ${id.length} characters`);
    const bytes = fromBase64url(toUrlAlphabet(id));
    if (bytes.length < 1) throw new RangeError("the id is empty");
    const { clientDataJSON, transports } = response.response;
    const { challenge, crossOrigin } = JSON.parse(decoder.decode(fromBase64url(clientDataJSON)));
    // Answers from a frame in another site are refused (§7.1 step 10, §7.2 step 14).
    if (crossOrigin) throw new TypeError("the page is in a frame of another origin");
    if (typeof challenge !== "string" || challenge === "") {
      throw new TypeError("the challenge is missing");
    }
    if (transports !== undefined) response.response.transports = readTransports(transports);
    return { action, credentialID: toBase64(bytes), challenge, response };
  } catch (error) {
    throw unreadable("`data` is not the JSON of a browser's answer", error as Error);
  }
}

function readTransports(transports: unknown): string[] {
  if (!Array.isArray(transports)) return [];
  return transports.filter((name) => typeof name === "string" && TRANSPORT.test(name)).slice(0, 8);
}

function unreadable(message: string, err?: Error): WebAuthnVerificationError {
  return new WebAuthnVerificationError(
    `Cannot read the passkey answer: ${message}`,
    err ? { cause: { err } } : undefined,
  );
}

/** Bytes → standard base64 with padding, as keys are stored. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Base64 of either alphabet → base64url without padding, as browsers send ids. */
function toUrlAlphabet(text: string): string {
  return withoutEnd(text.replaceAll("+", "-").replaceAll("/", "_"), "=");
}

/** A stored key → its descriptor in a ceremony. */
export function toDescriptor(key: StoredKey): WebAuthnCredentialDescriptor {
  const { id, transports } = toStored(key);
  return { id, ...(transports ? { transports } : {}) };
}

/** A stored key → the credential that verifies a signature. */
export function toStored(key: StoredKey): WebAuthnStoredCredential {
  return {
    id: toUrlAlphabet(key.credentialID),
    publicKey: fromBase64url(toUrlAlphabet(key.credentialPublicKey)),
    counter: key.counter,
    transports: key.transports?.split(",").filter(Boolean),
  };
}
