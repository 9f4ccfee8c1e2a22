/**
 * Passkeys and security keys as second factors. Their keys are enrolments, which no passkey
 * provider reads: they open no session, and a key of a passkey provider proves no factor.
 *
 * Apps on npm install the package that reads the keys: `npm install @simplewebauthn/server`.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/ WebAuthn Level 3}
 * @module
 */

import { fromBase64url, toBase64url } from "../../base/crypto/bytes.ts";
import { AuthError } from "../../errors.ts";
import { readAnswer, toDescriptor } from "../passkeys/answer.ts";
import {
  type CheckedCeremony,
  listMethods,
  type NewKey,
  refused,
  verifyNewKey,
  verifySignature,
} from "../passkeys/key.ts";
import { randomUserHandle } from "../passkeys/user_handle.ts";
import { lazy } from "../../base/lazy.ts";
import { isLoopback } from "../../http/url.ts";
import { isRecord } from "../../base/objects.ts";
import {
  DEFAULT_WEBAUTHN_TIMEOUT,
  pickRelayingParty,
  simpleWebAuthn,
} from "../passkeys/library.ts";
import type { Enrolment, Factor, FactorContext } from "../../types/factor.ts";
import type { Json } from "../../types/records.ts";
import type { WebAuthnAuthenticationJSON, WebAuthnConfig } from "../../types/webauthn.ts";
import { defineFactor } from "./define.ts";

/** Options of {@linkcode PasskeyFactor}. */
export interface PasskeyFactorOptions {
  /**
   * The relying party. Default: host and origin of the request. To share keys among
   * subdomains, set `id` to their domain and `origin` to the origins that may use them, as
   * with the passkey providers.
   */
  relayingParty?: WebAuthnConfig["relayingParty"];
}

/** Data of an enrolment that is not confirmed yet. */
type NewData = {
  /** Challenge of the registration. */
  challenge: string;
  /** User handle, base64url. */
  handle: string;
};

/** Data of an enrolment: a key, whose members are named as in tables of passkeys. */
type Data = {
  /** User handle, base64url: random, the same for all keys of the user. */
  handle: string;
  credentialID: string;
  credentialPublicKey: string;
  counter: number;
  credentialDeviceType: string;
  transports: string | null;
  /** Model of the authenticator, as a UUID; absent when unknown. */
  aaguid?: string;
};

/** An enrolment whose data is a key. */
type EnrolledKey = Omit<Enrolment, "data"> & { data: Data };

const ID = "passkey";

const authenticators = lazy(() => import("../passkeys/authenticators.ts"));

/** A password came first, so the presence of the key is enough; a PIN makes it stronger. */
const VERIFICATION = { requireUserVerification: false };

/**
 * A passkey or a security key. User verification by PIN, fingerprint or face is asked for,
 * but not required, so that keys without it can be used. Keys need https, or loopback while
 * developing, and the page a script.
 *
 * Keys of the passkey providers are not used: the same device makes another key for each.
 *
 * @example
 * ```ts
 * import { PasskeyFactor } from "@x/auth/factors/passkey";
 * import { assertEquals } from "@std/assert";
 *
 * const factor = PasskeyFactor({
 *   relayingParty: { id: "example.com", origin: ["https://app.example.com"] },
 * });
 * assertEquals(factor.id, "passkey");
 * ```
 */
export function PasskeyFactor({ relayingParty }: PasskeyFactorOptions = {}): Factor {
  const cause = { factor: ID };
  const partyOf = ({ origin }: FactorContext) =>
    pickRelayingParty(relayingParty, new URL(origin), cause);
  const makeChecked = (ctx: FactorContext, challenge: string): CheckedCeremony => {
    return { library: simpleWebAuthn, party: partyOf(ctx), challenge, cause };
  };

  return defineFactor({
    id: ID,
    name: "Passkey or security key",
    // The least that a key proves; `verify` returns what one did.
    methods: ["swk", "user"],
    isTyped: false,

    async label({ data }) {
      if (!isData(data) || data.aaguid === undefined) return undefined;
      return (await authenticators()).authenticatorName(data.aaguid);
    },

    async options(ctx) {
      const options = await simpleWebAuthn.generateAuthenticationOptions({
        rpID: partyOf(ctx).id,
        timeout: DEFAULT_WEBAUTHN_TIMEOUT,
        userVerification: "preferred",
        allowCredentials: keysOf(ctx).map(({ data }) => toDescriptor(data)),
      });
      await ctx.remember(options.challenge);
      return options;
    },

    async verify(ctx, answer) {
      const { credentialID, response } = readAnswer({ action: "authenticate", data: answer });
      const challenge = await ctx.useUp();
      const checked = makeChecked(ctx, String(challenge));
      if (typeof challenge !== "string") {
        throw refused(checked, "its challenge was used, has expired, or is of another user");
      }
      const enrolment = keysOf(ctx).find(({ data }) => data.credentialID === credentialID);
      if (!enrolment) throw refused(checked, "the user has not enrolled this key");
      const { data } = enrolment;
      const { userHandle } = (response as WebAuthnAuthenticationJSON).response;
      if (userHandle && userHandle !== data.handle) {
        throw refused(checked, "its user handle is not that of the enrolment");
      }
      const { newCounter, userVerified } = await verifySignature(
        checked,
        data,
        response,
        VERIFICATION,
      );
      if (!await ctx.replace(enrolment, { ...data, counter: newCounter })) return false;
      // The library refuses signatures that were made without the user's presence.
      return listMethods(data, { isPresent: true, isVerified: userVerified === true });
    },

    async enrol(ctx) {
      const { origin, user } = ctx;
      if (!origin.startsWith("https:") && !isLoopback(origin)) {
        throw new AuthError(
          `Cannot enrol a passkey at "${origin}": browsers have passkeys on https and on ` +
            "http://localhost only",
        );
      }
      const keys = keysOf(ctx);
      const handle = keys[0]?.data.handle ?? toBase64url(randomUserHandle());
      const party = partyOf(ctx);
      const options = await simpleWebAuthn.generateRegistrationOptions({
        rpID: party.id,
        rpName: party.name,
        userID: fromBase64url(handle),
        userName: user.label,
        userDisplayName: user.label,
        timeout: DEFAULT_WEBAUTHN_TIMEOUT,
        // The user is known here, so the key need not be.
        authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
        excludeCredentials: keys.map(({ data }) => toDescriptor(data)),
      });
      const data: NewData = { challenge: options.challenge, handle };
      return { data, options };
    },

    async confirm(ctx, data, answer) {
      // `enrol` made it.
      const { challenge, handle } = data as NewData;
      const { response } = readAnswer({ action: "register", data: answer });
      const checked = makeChecked(ctx, challenge);
      const key = await verifyNewKey(checked, response, VERIFICATION);
      if (keysOf(ctx).some((one) => one.data.credentialID === key.credentialID)) {
        throw refused(checked, "the user has enrolled this key before");
      }
      return toData(handle, key);
    },
  });
}

function toData(
  handle: string,
  { credentialID, credentialPublicKey, counter, credentialDeviceType, transports, aaguid }: NewKey,
): Data {
  return {
    handle,
    credentialID,
    credentialPublicKey,
    counter,
    credentialDeviceType,
    transports: transports ?? null,
    ...aaguid === undefined ? {} : { aaguid },
  };
}

function keysOf({ enrolments }: FactorContext): EnrolledKey[] {
  return enrolments.filter((one): one is EnrolledKey => isData(one.data));
}

function isData(data: Json): data is Data {
  return isRecord(data) && typeof data.credentialID === "string" &&
    typeof data.credentialPublicKey === "string" && typeof data.counter === "number" &&
    typeof data.handle === "string";
}
