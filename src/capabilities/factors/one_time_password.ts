/**
 * One-time passwords by counter and by time.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc4226#section-5.3 RFC 4226 §5.3} and
 * {@link https://www.rfc-editor.org/rfc/rfc6238#section-4 RFC 6238 §4}
 * @module
 */

/** Hash functions of RFC 6238. */
export type OtpHash = "SHA-1" | "SHA-256" | "SHA-512";

/** Seconds of a time step. */
const STEP_SECONDS = 30;

/** Number of the time step at a time in milliseconds since 1970. */
export function stepAt(timeMs: number): number {
  return Math.floor(timeMs / 1000 / STEP_SECONDS);
}

/** The password of a counter. */
export async function makePassword(
  secret: Uint8Array<ArrayBuffer>,
  counter: number,
  digits: number,
  hash: OtpHash,
): Promise<string> {
  const algorithm = { name: "HMAC", hash };
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
  const message = new DataView(new ArrayBuffer(8));
  message.setBigUint64(0, BigInt(counter));
  const mac = new DataView(await crypto.subtle.sign("HMAC", key, message));
  const offset = mac.getUint8(mac.byteLength - 1) & 15;
  const number = mac.getUint32(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}
