/**
 * Codes for a user who has lost the other factors.
 *
 * @module
 */

import { toBase32 } from "../crypto/base32.ts";
import { isEqual, sha256Base64url } from "../crypto/hash.ts";
import type { Factor } from "../types/factor.ts";
import { defineFactor } from "./define.ts";

/** Codes of an enrolment. */
const COUNT = 10;

/** Bytes of a code: too many to try them all against a stored hash. */
const CODE_BYTES = 10;

/**
 * Ten codes to write down, shown once. Each is accepted once. They stand in for another
 * factor: a user who has nothing else is not asked for one.
 *
 * @example
 * ```ts
 * import { RecoveryCodes } from "@x/auth/factors";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(RecoveryCodes().isBackup, true);
 * ```
 */
export function RecoveryCodes(): Factor {
  return defineFactor({
    id: "recovery",
    name: "Recovery codes",
    methods: ["otp"],
    isTyped: true,
    isBackup: true,
    isSingle: true,

    left: ({ data }) => hashesIn(data).length,

    isUsable: ({ enrolments }) => enrolments.some(({ data }) => hashesIn(data).length > 0),

    async verify(ctx, answer) {
      const typed = await hashOf(answer);
      for (const enrolment of ctx.enrolments) {
        const hashes = hashesIn(enrolment.data);
        const left = hashes.filter((hash) => !isEqual(hash, typed));
        if (left.length < hashes.length && await ctx.replace(enrolment, left)) return true;
      }
      return false;
    },

    async enrol() {
      const codes = Array.from({ length: COUNT }, () => newCode());
      return { codes, data: await Promise.all(codes.map(hashOf)) };
    },
  });
}

function newCode(): string {
  const text = toBase32(crypto.getRandomValues(new Uint8Array(CODE_BYTES)));
  return text.replaceAll(/(.{4})(?=.)/g, "$1-");
}

async function hashOf(code: string): Promise<string> {
  const clean = code.normalize("NFKC").toUpperCase().replaceAll(/[^A-Z2-7]/g, "");
  return await sha256Base64url(`recovery code: ${clean}`);
}

function hashesIn(data: unknown): string[] {
  return Array.isArray(data) ? data.filter((one): one is string => typeof one === "string") : [];
}
