/**
 * Checks of keys and their signatures: for sign-ins, and for second factors.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-rp-operations WebAuthn Level 3 §7}
 * @module
 */

import { fromBase64url } from "../../base/crypto/bytes.ts";
import { AuthError, WebAuthnVerificationError } from "../../errors.ts";
import type { AuthenticationMethod } from "../../types/proof.ts";
import type {
  RelayingParty,
  SimpleWebAuthn,
  WebAuthnAuthenticationJSON,
  WebAuthnRegistrationJSON,
  WebAuthnVerifiedAuthentication,
  WebAuthnVerifyAuthenticationOptions,
  WebAuthnVerifyRegistrationOptions,
} from "../../types/webauthn.ts";
import { type Answer, type StoredKey, toBase64, toStored } from "./answer.ts";

/** Provider or second factor of a ceremony, for the log. */
interface Caused {
  /** Its id. */
  cause: { provider: string } | { factor: string };
}

/** A ceremony whose answer is checked. */
export interface CheckedCeremony extends Caused {
  /** The WebAuthn library. */
  library: SimpleWebAuthn;
  /** The relying party. */
  party: RelayingParty;
  /** Challenge that must come back signed. */
  challenge: string;
}

/** A key that was registered. */
export interface NewKey extends StoredKey {
  /** `true` when the key is backed up. */
  credentialBackedUp: boolean;
  /** `true` when the authenticator verified the user. */
  isVerified: boolean;
  /** Model of the authenticator, as a UUID; `undefined` when the browser does not tell. */
  aaguid: string | undefined;
}

/** Browsers hide the model of some authenticators by this one. */
const NO_MODEL = "00000000-0000-0000-0000-000000000000";

/**
 * Checks a signature and the counter, which shows when a key was copied (§6.1.1).
 *
 * @throws {WebAuthnVerificationError} when the answer is refused
 */
export async function verifySignature(
  ceremony: CheckedCeremony,
  key: StoredKey,
  response: Answer["response"],
  options: WebAuthnVerifyAuthenticationOptions = {},
): Promise<WebAuthnVerifiedAuthentication["authenticationInfo"]> {
  const { library, party, challenge } = ceremony;
  const credential = toStored(key);
  const { verified, authenticationInfo } = await ofAnswer(
    ceremony,
    () =>
      library.verifyAuthenticationResponse({
        ...options,
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        response: response as WebAuthnAuthenticationJSON,
        credential,
      }),
  );
  if (!verified) throw refused(ceremony, "the signature is not by this key");
  const { newCounter } = authenticationInfo;
  if (newCounter < key.counter || (newCounter === key.counter && newCounter !== 0)) {
    throw refused(ceremony, "its counter did not advance, so the key may have been copied");
  }
  return authenticationInfo;
}

/**
 * Checks a new key.
 *
 * @throws {WebAuthnVerificationError} when the answer is refused
 */
export async function verifyNewKey(
  ceremony: CheckedCeremony,
  response: Answer["response"],
  options: WebAuthnVerifyRegistrationOptions = {},
): Promise<NewKey> {
  const { library, party, challenge } = ceremony;
  // The action of the answer says that it is a registration.
  const registration = response as WebAuthnRegistrationJSON;
  const { verified, registrationInfo } = await ofAnswer(
    ceremony,
    () =>
      library.verifyRegistrationResponse({
        ...options,
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        response: registration,
      }),
  );
  if (!verified || !registrationInfo) throw refused(ceremony, "the new key did not verify");
  const { credential, credentialBackedUp, credentialDeviceType, userVerified, aaguid } =
    registrationInfo;
  return {
    credentialID: toBase64(fromBase64url(credential.id)),
    credentialPublicKey: toBase64(credential.publicKey),
    counter: credential.counter,
    credentialBackedUp,
    credentialDeviceType,
    transports: registration.response.transports?.join(",") ?? null,
    isVerified: userVerified === true,
    aaguid: aaguid === NO_MODEL ? undefined : aaguid,
  };
}

/**
 * Methods of a ceremony. With user verification, the key and what unlocks it are two
 * factors.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8176#section-2 RFC 8176 §2}
 */
export function listMethods(
  { credentialDeviceType }: Pick<StoredKey, "credentialDeviceType">,
  { isPresent, isVerified }: { isPresent: boolean; isVerified: boolean },
): AuthenticationMethod[] {
  // A key that several devices can have is kept by software.
  const methods: AuthenticationMethod[] = [credentialDeviceType === "singleDevice" ? "hwk" : "swk"];
  if (isPresent) methods.push("user");
  if (isVerified) methods.push("mfa");
  return methods;
}

/** The error for an answer that is refused. */
export function refused(
  { cause }: Caused,
  message: string,
  code?: string,
): WebAuthnVerificationError {
  const error = new WebAuthnVerificationError(`Cannot accept the passkey: ${message}`, { cause });
  return code === undefined ? error : Object.assign(error, { code });
}

/** Errors of the library are about the answer, so the user may try again. */
async function ofAnswer<T>({ cause }: Caused, verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw new WebAuthnVerificationError(error as Error, { cause });
  }
}
