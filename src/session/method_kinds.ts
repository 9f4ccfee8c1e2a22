/**
 * Kinds of methods: two proofs of the same kind are one factor.
 *
 * @module
 */

import type { ProviderType } from "../types/entities.ts";
import type { AuthenticationMethod } from "../types/proof.ts";

/** Possession or knowledge that a proof shows. */
type Kind = "code" | "key" | "mailbox" | "password" | "provider";

/** The methods that prove something; the others only describe a proof. */
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

type Methods = readonly AuthenticationMethod[];

/** Methods that a provider of each type can prove. */
export const METHODS_OF: Readonly<Record<ProviderType, Methods>> = {
  credentials: ["pwd"],
  email: ["mail"],
  oauth: ["fed"],
  oidc: ["fed"],
  webauthn: ["hwk", "swk", "user", "mfa"],
};

function kindsOf(methods: Methods): Set<Kind> {
  return new Set(methods.map((method) => KINDS[method]).filter((kind) => kind !== undefined));
}

/** The methods of a kind, and those that only describe a proof, without `"mfa"`. */
export function methodsOfKind(methods: Methods, kind: Kind): AuthenticationMethod[] {
  return methods.filter((method) => {
    const known = KINDS[method];
    return known === undefined ? method !== "mfa" : known === kind;
  });
}

/** Returns `true` for methods that are two factors. */
export function isMultiFactor(methods: Methods): boolean {
  return methods.includes("mfa") || kindsOf(methods).size > 1;
}

/** Returns `true` for methods with one that no access to a mailbox or a password gives. */
export function showPossession(methods: Methods): boolean {
  const kinds = kindsOf(methods);
  return kinds.has("key") || kinds.has("code");
}

/** Returns `true` when the added methods are a further factor beside the first ones. */
export function isDistinctFactor(first: Methods, added: Methods): boolean {
  const known = kindsOf(first);
  return [...kindsOf(added)].some((kind) => !known.has(kind));
}

/** All methods of two proofs, with `"mfa"` when they are two factors. */
export function mergeMethods(first: Methods, added: Methods): AuthenticationMethod[] {
  const methods = [...new Set([...first, ...added])];
  if (isMultiFactor(methods) && !methods.includes("mfa")) methods.push("mfa");
  return methods;
}
