/**
 * `Password` of the providers → its options with their defaults.
 *
 * @module
 */

import { lacksPasswordHashes } from "../../base/crypto/runtime.ts";
import type { Demand } from "../../config/needs.ts";
import { AuthError } from "../../errors.ts";
import { withoutUndefined } from "../../base/objects.ts";
import type { ResolvedProvider } from "../../types/resolved_provider.ts";
import type { PasswordSettings } from "../../types/password.ts";
import { isPassword } from "../../config/capability.ts";

/** Fewest and most characters that can be configured, by NIST SP 800-63B-4 §3.1.1.2. */
const LEAST_MIN_LENGTH = 8;
const LEAST_MAX_LENGTH = 64;
const MOST_MAX_LENGTH = 1024;

const MAX_LENGTH = 256;

/** Work of new hashes. */
const COST = { ln: 15, r: 8, p: 3, iterations: 600_000 };

/** Times of that work that one hash may take, also one of a hostile store. */
const MOST_TIMES = 8;

/** Largest numbers of a {@linkcode PasswordCost}. */
const MAX_COST = { ln: 18, r: 32, p: 16, iterations: MOST_TIMES * COST.iterations };

/** Most bytes of memory for one hash. */
const MAX_MEMORY = 256 * 1024 * 1024;

/** Returns `true` for numbers that one hash of this library may have. */
export function isPossibleCost(cost: Partial<typeof COST>): boolean {
  const { ln, r, p } = { ...COST, ...withoutUndefined(cost) };
  return Object.entries(MAX_COST).every(([name, most]) =>
    isWhole(cost[name as keyof typeof COST], 1, most)
  ) && 128 * 2 ** ln * r <= MAX_MEMORY && workOf({ ln, r, p }) <= MOST_TIMES * workOf(COST);
}

/** Work of scrypt: N · r · p. */
export function workOf({ ln, r, p }: Pick<typeof COST, "ln" | "r" | "p">): number {
  return 2 ** ln * r * p;
}

/** The passwords of a config that has them. */
export function resolvePasswords(
  providers: readonly ResolvedProvider[],
): PasswordSettings {
  const provider = providers.find(isPassword)!;
  const { passwords: options } = provider;
  const mail = providers.find((one) => one.type === "email");
  const cost = { ...COST };
  for (const name of Object.keys(COST) as (keyof typeof COST)[]) {
    cost[name] = options.cost?.[name] ?? COST[name];
  }
  return {
    providerId: provider.id,
    options,
    maxLength: options.maxLength ?? MAX_LENGTH,
    cost,
    ...(mail ? { mailProviderId: mail.id, normalize: mail.normalizeIdentifier } : {}),
  };
}

/** What passwords need. */
export function needsOfPasswords(providers: readonly ResolvedProvider[]): Demand[] {
  return providers.filter(isPassword).flatMap(({ id: provider, passwords: { page = true } }) => [
    {
      provider,
      adapter: ["getUser", "getUserByEmail"],
      records: "always",
      sessions: "database",
    },
    { provider, links: page, otherwise: "set `page: false` and call `passwords.set`" },
  ]);
}

/** Returns the first error that makes passwords unusable. */
export function checkPasswords(
  providers: readonly ResolvedProvider[],
): AuthError | undefined {
  const provider = providers.find(isPassword);
  if (!provider) return undefined;
  const bad = (message: string) =>
    new AuthError(`Cannot use the provider "${provider.id}": ${message}`, {
      cause: { provider: provider.id },
    });
  if (providers.filter(isPassword).length > 1) return bad("there is another one of its kind");
  if (lacksPasswordHashes()) {
    return bad(
      "Cloudflare Workers have no scrypt without the flag `nodejs_compat`, and refuse as many " +
        "rounds of PBKDF2 as a password needs; set " +
        '`compatibility_flags = ["nodejs_compat"]` and a `compatibility_date` from 2025-04-01 on',
    );
  }
  const { minLength, maxLength, cost = {} } = provider.passwords;
  if (!isWhole(maxLength, LEAST_MAX_LENGTH, MOST_MAX_LENGTH)) {
    return bad(`\`maxLength\` is not from ${LEAST_MAX_LENGTH} to ${MOST_MAX_LENGTH}`);
  }
  if (!isWhole(minLength, LEAST_MIN_LENGTH, maxLength ?? MAX_LENGTH)) {
    return bad(`\`minLength\` is not from ${LEAST_MIN_LENGTH} to the greatest length`);
  }
  for (const [name, most] of Object.entries(MAX_COST)) {
    const value = cost[name as keyof typeof COST];
    if (!isWhole(value, 1, most)) return bad(`\`cost.${name}\` is not from 1 to ${most}`);
  }
  if (!isPossibleCost(cost)) {
    return bad("`cost` needs more than 256 MiB, or 8 times the default work, for one hash");
  }
}

/** Returns `true` for a whole number within limits, and for one that is not set. */
function isWhole(value: number | undefined, least: number, most: number): boolean {
  return value === undefined || (Number.isInteger(value) && value >= least && value <= most);
}
