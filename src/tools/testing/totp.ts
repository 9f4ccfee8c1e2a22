/**
 * An authenticator app for tests.
 *
 * @module
 */

import { fromBase32 } from "../../base/crypto/base32.ts";
import { nowDate } from "../../base/time.ts";
import { makePassword, stepAt } from "../../capabilities/factors/one_time_password.ts";

/**
 * The code that an authenticator app shows: 6 digits, of 30 seconds.
 *
 * A code is accepted once: for a second one of the same half minute, pass a later time, such as
 * `new Date(Date.now() + 30_000)`.
 *
 * @param secret the text that the page of `Totp` shows, in Base32, or the `otpauth:` URI of its
 * picture
 * @param at Default: now
 * @throws {TypeError} when the secret is neither
 *
 * @example
 * ```ts
 * import { totpCode } from "@x/auth/testing";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(await totpCode("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ", new Date(59_000)), "287082");
 * ```
 */
export async function totpCode(secret: string, at: Date = nowDate()): Promise<string> {
  const text = secret.startsWith("otpauth:") ? new URL(secret).searchParams.get("secret") : secret;
  const bytes = text ? fromBase32(text) : undefined;
  if (!bytes || bytes.length === 0) {
    throw new TypeError("Cannot make a code: the secret is neither Base32 nor an otpauth: URI");
  }
  return await makePassword(bytes, stepAt(at.valueOf()), 6, "SHA-1");
}
