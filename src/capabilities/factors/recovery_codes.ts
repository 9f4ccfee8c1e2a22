/**
 * Codes for a user who has lost the other factors.
 *
 * @module
 */

import { toBase32 } from "../../base/crypto/base32.ts";
import { isEqual } from "../../base/crypto/hash.ts";
import { hashText } from "../../base/hashed.ts";
import { isRecord } from "../../base/objects.ts";
import type { Factor, FactorContext } from "../../types/factor.ts";
import type { Json } from "../../types/records.ts";
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

    left: ({ data }) => codesIn(data).length,

    isUsable: ({ enrolments }) => enrolments.some(({ data }) => codesIn(data).length > 0),

    async verify(ctx, answer) {
      const typed = { hash: await hashOf(answer), text: cleanText(answer) };
      for (const enrolment of ctx.enrolments) {
        const codes = codesIn(enrolment.data);
        const left: Code[] = [];
        for (const code of codes) if (!await isMeant(ctx, code, typed)) left.push(code);
        if (left.length < codes.length && await ctx.replace(enrolment, left)) return true;
      }
      return false;
    },

    async enrol() {
      const codes = Array.from({ length: COUNT }, () => newCode());
      return { codes, data: await Promise.all(codes.map(hashOf)) };
    },
  });
}

/** A code in the store: a hash, or the sealed text of one of another library, which is shorter. */
type Code = string | { readonly sealed: string };

/** Data of an enrolment with codes that another library has made. */
export function sealedCodes(sealed: readonly string[]): Json {
  return sealed.map((code) => ({ sealed: code })) satisfies Code[];
}

/** A code as its user typed it. */
interface Typed {
  readonly hash: string;
  readonly text: string;
}

async function isMeant({ open }: FactorContext, code: Code, typed: Typed): Promise<boolean> {
  if (typeof code === "string") return isEqual(code, typed.hash);
  const text = await open(code.sealed);
  return text !== undefined && isEqual(cleanText(text), typed.text);
}

function cleanText(code: string): string {
  return code.normalize("NFKC").replaceAll(/[\s-]/g, "");
}

function newCode(): string {
  const text = toBase32(crypto.getRandomValues(new Uint8Array(CODE_BYTES)));
  return text.replaceAll(/(.{4})(?=.)/g, "$1-");
}

async function hashOf(code: string): Promise<string> {
  const clean = code.normalize("NFKC").toUpperCase().replaceAll(/[^A-Z2-7]/g, "");
  return await hashText("recovery code", clean);
}

function codesIn(data: unknown): Code[] {
  return Array.isArray(data) ? data.filter(isCode) : [];
}

function isCode(one: unknown): one is Code {
  return typeof one === "string" || (isRecord(one) && typeof one.sealed === "string");
}
