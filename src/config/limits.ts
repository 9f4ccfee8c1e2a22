/**
 * `limits` → numbers for every request.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import { withoutUndefined } from "../base/objects.ts";
import type { AuthConfig } from "../types/config.ts";
import type { ResolvedLimits, ResolvedSizes } from "../types/limits.ts";
import { MAX_BODY_BYTES } from "./defaults.ts";

/** Requests per minute from one address. */
const PER_ADDRESS = 100;

/** Passwords per minute from one address. */
const PASSWORDS_PER_ADDRESS = 30;

/** Wrong proofs per account and hour. */
const PER_ACCOUNT = 10;

/** Emails per address and hour. */
const PER_RECIPIENT = 5;

/** The limits of a config with their defaults; `undefined` when they are off. */
export function resolveLimits({ limits, session }: AuthConfig): ResolvedLimits | undefined {
  if (limits === false) return undefined;
  const { perAddress, passwordsPerAddress, perAccount, perRecipient, perAction, accountField } =
    limits ?? {};
  return {
    perAddress: perAddress ?? PER_ADDRESS,
    passwordsPerAddress: passwordsPerAddress ?? PASSWORDS_PER_ADDRESS,
    perAccount: perAccount ?? PER_ACCOUNT,
    perRecipient: perRecipient ?? PER_RECIPIENT,
    perAction: perAction ?? {},
    accountField,
    readsSocket: !(session?.revocation?.address ?? limits?.clientAddress),
  };
}

/** The sizes of a config with their defaults. */
export function resolveSizes({ limits }: AuthConfig): ResolvedSizes {
  const sizes = limits ? limits.sizes : undefined;
  return {
    bodyBytes: MAX_BODY_BYTES,
    fieldCharacters: Infinity,
    cookieBytes: Infinity,
    pathCharacters: Infinity,
    ...withoutUndefined(sizes ?? {}),
  };
}

/** Returns an error for a number that is not valid. */
export function checkLimits({ limits }: AuthConfig): AuthError | undefined {
  if (!limits) return;
  const { perAddress, passwordsPerAddress, perAccount, perRecipient, perAction, sizes } = limits;
  const numbers = {
    ...named("", { perAddress, passwordsPerAddress, perAccount, perRecipient }),
    ...named("perAction.", perAction),
    ...named("sizes.", sizes),
  };
  for (const [name, value] of Object.entries(numbers)) {
    if (value === undefined || (value === false && !name.includes("."))) continue;
    if (Number.isSafeInteger(value) && (value as number) > 0) continue;
    const option = `limits.${name}`;
    return new AuthError(`Cannot use \`${option}\`: ${String(value)} is not an integer from 1`, {
      cause: { option },
    });
  }
}

function named(prefix: string, options: object = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [prefix + name, value]),
  );
}
