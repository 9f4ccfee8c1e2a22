/**
 * `factors` and `factorPolicy` → factors by id, or what they lack.
 *
 * @module
 */

import { CHANGE_MAX_AGE } from "../../config/defaults.ts";
import type { Demand } from "../../config/needs.ts";
import { AuthError } from "../../errors.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { Factor } from "../../types/factor.ts";
import type { ResolvedFactors } from "../../types/factor_settings.ts";
import type { ResolvedProvider } from "../../types/resolved_provider.ts";

/** Id of a factor, as URLs and records hold it. */
const ID = /^[a-z0-9-]{1,32}$/;

/** The factors of a config. */
export function resolveFactors(
  { factors = [], factorPolicy }: AuthConfig,
): ResolvedFactors {
  return {
    byId: new Map(factors.map((factor) => [factor?.id, factor])),
    required: factorPolicy?.required,
    changeMaxAge: factorPolicy?.changeMaxAge ?? CHANGE_MAX_AGE,
    recoveryText: factorPolicy?.recoveryText,
    ...(factorPolicy?.trustedDevice ? { trustedDevice: factorPolicy.trustedDevice } : {}),
  };
}

/** What the factors need. */
export function needsOfFactors(
  { factors = [] }: AuthConfig,
  providers: readonly ResolvedProvider[],
): Demand[] {
  // Users of `authorize` alone have a lasting id without an adapter.
  const hasUsers = providers.some(({ type }) => type !== "credentials");
  return [
    {
      option: "factors",
      adapter: hasUsers ? ["getUser"] : undefined,
      records: "always",
      sessions: "database",
    },
    ...factors.filter((factor) => factor?.needsMail).map(mailDemandOf),
  ];
}

/** What a factor needs that sends emails. */
export function mailDemandOf({ id }: Pick<Factor, "id">): Demand {
  return { option: "factors", emails: `codes of "${id}"` };
}

/** Returns the first error of the factors and their policy. */
export function checkFactors({ factors = [], factorPolicy }: AuthConfig): AuthError | undefined {
  const bad = (option: string, message: string) =>
    new AuthError(`Cannot use \`${option}\`: ${message}`, { cause: { option } });
  const ids = new Set<string>();
  for (const factor of factors) {
    if (!isFactor(factor)) {
      return bad("factors", "an entry is no factor; call its function, as in `Totp()`");
    }
    if (ids.has(factor.id)) return bad("factors", `two of them have the id "${factor.id}"`);
    ids.add(factor.id);
  }
  const { changeMaxAge, trustedDevice, required, recoveryText } = factorPolicy ?? {};
  if (required !== undefined && typeof required !== "function") {
    return bad(
      "factorPolicy.required",
      `${JSON.stringify(required)} is no function; write \`() => true\` to ask everybody for one`,
    );
  }
  if (changeMaxAge !== undefined && !isSeconds(changeMaxAge)) {
    return bad("factorPolicy.changeMaxAge", "it must be a number of seconds, from 60 to a year");
  }
  if (recoveryText !== undefined && typeof recoveryText !== "string") {
    return bad("factorPolicy.recoveryText", "it must be text");
  }
  if (trustedDevice !== undefined && !isSeconds(trustedDevice?.maxAge)) {
    return bad(
      "factorPolicy.trustedDevice",
      "its `maxAge` must be a number of seconds, from 60 to a year",
    );
  }
}

/** Returns `true` for 1 minute to 1 year. */
function isSeconds(value: unknown): boolean {
  return typeof value === "number" && value >= 60 && value <= 365 * 24 * 60 * 60;
}

function isFactor(factor: unknown): factor is Factor {
  const { id, verify, enrol } = (factor ?? {}) as Partial<Factor>;
  return typeof id === "string" && ID.test(id) && typeof verify === "function" &&
    typeof enrol === "function";
}
