/**
 * Passwords that are known from breaches, asked for by the first digits of their hash.
 *
 * @see {@link https://haveibeenpwned.com/API/v3#PwnedPasswords Pwned Passwords}
 * @module
 */

import { toHex } from "../../base/crypto/bytes.ts";
import { AuthError } from "../../errors.ts";
import { traceFetch } from "../../hooks/telemetry.ts";
import { customFetch } from "../../symbols.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { PasswordOptions } from "../../types/password.ts";

/** Address of a list; five hex digits follow. */
const RANGE = "https://api.pwnedpasswords.com/range/";

/** Digits that are sent: about a thousand passwords have the same. */
const DIGITS = 5;

const TIMEOUT_MS = 3000;

/** Most characters of a list: real ones have about 70,000 with padding. */
const MAX_LIST = 1_000_000;

/** Returns `true` for a known password; a service that fails knows none. */
export async function isBreached(
  password: string,
  options: PasswordOptions,
  { logger }: Pick<ResolvedConfig, "logger">,
): Promise<boolean> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(password));
  const hash = toHex(new Uint8Array(digest)).toUpperCase();
  const send = options[customFetch] ?? fetch;
  const ask = () =>
    send(RANGE + hash.slice(0, DIGITS), {
      // Other entries are added, so that the length of the answer tells nothing.
      headers: { "Add-Padding": "true" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  try {
    const response = await traceFetch("breached-passwords", undefined, "GET", ask);
    const list = (await response.text()).slice(0, MAX_LIST);
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return list.split(/\r?\n/).some((line) => {
      const [suffix, count] = line.split(":");
      // Padding has the count 0.
      return suffix?.toUpperCase() === hash.slice(DIGITS) && Number(count) > 0;
    });
  } catch (error) {
    logger.error(
      new AuthError("Cannot ask if a new password is known from a breach, so it is accepted", {
        cause: { err: error as Error, url: RANGE },
      }),
    );
    return false;
  }
}
