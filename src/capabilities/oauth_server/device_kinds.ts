/**
 * Records of codes that are typed on another device (RFC 8628).
 *
 * @module
 */

import { hashText } from "../../base/hashed.ts";
import { nowMs } from "../../base/time.ts";
import { makeKey, newestSecret, secretsOf } from "../../limits/window.ts";
import { defineKind, type FoundRecord } from "../../records/kind.ts";
import type { AuthenticationMethod } from "../../types/proof.ts";
import type { OAuthCall, OAuthConfig } from "./settings.ts";
import type { Targets } from "./targets.ts";

/** Seconds within which a code can be typed and exchanged. */
export const MAX_AGE = 600;

/** Seconds for which an end is remembered, so that its refusal has a reason. */
const REMEMBERED = 600;

/** Letters of user codes: no vowels, so that they form no words (RFC 8628 §6.1). */
export const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

/** Letters of a user code. */
export const LENGTH = 8;

/** The decision of the user. */
export type DeviceDecision = {
  /** Id of the grant. */
  readonly grant: string;
  /** Id of the organization. */
  readonly organization: string | null;
  /** Time of the sign-in, in seconds since 1970. */
  readonly authTime: number;
  /** Methods of the proof. */
  readonly methods: readonly AuthenticationMethod[];
};

/** A request of a device. */
export type DeviceData = {
  client: string;
  targets: Targets;
  /** Thumbprint of the key that the device has proven. */
  jkt: string | null;
  /** `"allowing"` is the moment in which the grant is made. */
  state: "allowed" | "allowing" | "denied" | "waiting";
  decision: DeviceDecision | null;
  /** Seconds between two requests of the device. */
  interval: number;
  /** Milliseconds since 1970 of its last one. */
  askedAt: number;
  /** Milliseconds since 1970. */
  endsAt: number;
  /** Network address of the device, and the name of its program or browser. */
  address: string | null;
  agent: string | null;
};

/** A request of a device, as it was read. */
export type Device = FoundRecord<DeviceData>;

/**
 * By the hash of the device code. It has no owner until a user has typed its code; then that user is
 * the owner, and it exists for no other one.
 */
export const devices = defineKind<string, DeviceData>("oauth.device", (id) => id);

/** The request of a user code, by a keyed hash: there are too few of them for a plain one. */
export const userCodes = defineKind<string, { device: string }>("oauth.user-code", (id) => id);

/** Id of the request of a device code. */
export async function deviceIdOf(deviceCode: string): Promise<string> {
  return await hashText("oauth device code", deviceCode);
}

/** Ids that a user code may have: under the newest secret, and under those before. */
async function userCodeIds(config: OAuthConfig, code: string): Promise<string[]> {
  return await Promise.all(secretsOf(config).map((secret) => makeKey(secret, "user code", code)));
}

/** The end of the record of a request. */
export function storedUntil({ endsAt }: Pick<DeviceData, "endsAt">): Date {
  return new Date(endsAt + REMEMBERED * 1000);
}

/** A user code as people read it, or as it was typed: only its letters count. */
export function lettersOf(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z]/g, "");
}

/** A user code in two parts, `BCDF-GHJK`. */
export function inParts(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** Makes a user code. A byte beyond the last whole round of letters is left out. */
export function randomUserCode(): string {
  const rounds = Math.floor(256 / LETTERS.length) * LETTERS.length;
  let code = "";
  while (code.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * LENGTH))) {
      if (byte < rounds && code.length < LENGTH) code += LETTERS[byte % LETTERS.length];
    }
  }
  return code;
}

/**
 * Gives a request a user code that no other one has.
 *
 * @param device id of the request
 */
export async function giveUserCode(
  { config }: Pick<OAuthCall, "config">,
  device: string,
  endsAt: number,
): Promise<string> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const code = randomUserCode();
    const id = await makeKey(newestSecret(config), "user code", code);
    const value = { expires: new Date(endsAt), data: { device } };
    if (await userCodes.add(config.records, id, value)) return code;
  }
  throw new Error("Cannot make a user code: others have each that was tried");
}

/** The request of a user code that waits for a decision. */
export async function deviceOfUserCode(
  { config, config: { records } }: { readonly config: OAuthConfig },
  typed: string,
): Promise<Device | undefined> {
  const code = lettersOf(typed);
  if (code.length !== LENGTH) return undefined;
  for (const id of await userCodeIds(config, code)) {
    const known = await userCodes.get(records, id);
    const found = known && await devices.get(records, known.data.device);
    if (found && isWaiting(found)) return found;
  }
}

/** Returns `true` for a request that waits for the decision of its user. */
export function isWaiting({ data: { state, endsAt } }: Device): boolean {
  return state === "waiting" && endsAt > nowMs();
}
