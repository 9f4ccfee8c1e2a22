/**
 * Kinds of methods: two proofs of the same kind are one factor.
 *
 * @module
 */

import type { AuthenticationMethod } from "../types/proof.ts";

/** What a person needs for a proof. */
type Kind = "code" | "key" | "mailbox" | "password" | "provider";

/** The methods that prove something; the others describe how. */
const KINDS: { readonly [Method in AuthenticationMethod]?: Kind } = {
  fed: "provider",
  hwk: "key",
  kba: "password",
  mail: "mailbox",
  otp: "code",
  pin: "password",
  pwd: "password",
  sms: "code",
  swk: "key",
  tel: "code",
};

function kindsOf(methods: readonly AuthenticationMethod[]): Set<Kind> {
  return new Set(methods.map((method) => KINDS[method]).filter((kind) => kind !== undefined));
}

/** Returns `true` for methods that are two factors. */
export function isEnough(methods: readonly AuthenticationMethod[]): boolean {
  return methods.includes("mfa") || kindsOf(methods).size > 1;
}

/** Returns `true` when the added methods are of another kind than all of the first. */
export function isOfAnotherKind(
  first: readonly AuthenticationMethod[],
  added: readonly AuthenticationMethod[],
): boolean {
  const known = kindsOf(first);
  return [...kindsOf(added)].some((kind) => !known.has(kind));
}
