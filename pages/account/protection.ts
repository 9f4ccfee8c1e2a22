/**
 * Tells the user of an account whether a thief could sign in, and whether the user still could after
 * the loss of one sign-in method.
 *
 * @module
 */

import type { AccountList } from "./step.ts";

/** Sign-in methods and second factors of an account. */
export type Protected = Pick<
  AccountList,
  "accounts" | "email" | "factors" | "hasLinks" | "isConfirmed" | "passkeys" | "password"
>;

/**
 * | Answer | Meaning |
 * |---|---|
 * | `"good"` | two sign-in methods, and a stolen password is not enough |
 * | `"better"` | two sign-in methods, and two-step verification would protect them |
 * | `"back"` | one sign-in method: who loses it cannot come back |
 * | `undefined` | there is nothing to say, or nothing that the user could add |
 */
export type Protection = "back" | "better" | "good" | undefined;

/**
 * Counts the sign-in methods that are lost one by one: a password, a mailbox that gets links, each
 * passkey and each connected account. A mailbox whose address the user has not confirmed does not count.
 */
export function countSignInMethods(
  { accounts, email, hasLinks, isConfirmed, passkeys, password }: Protected,
): number {
  const mailbox = email !== null && isConfirmed && hasLinks === true;
  return Number(Boolean(password?.setAt)) + Number(mailbox) + (passkeys?.keys.length ?? 0) +
    (accounts?.linked.length ?? 0);
}

/** Finds what the account page says about the protection of an account. */
export function findProtection(account: Protected): Protection {
  const { accounts, factors, hasLinks, passkeys, password } = account;
  const canAdd = hasLinks === true || passkeys !== undefined ||
    (accounts?.linkable.length ?? 0) > 0;
  if (countSignInMethods(account) < 2 && canAdd) return "back";
  if (!factors) return undefined;
  // A passkey protects nothing next to a password that is enough to sign in.
  const hasPasskeysAlone = (passkeys?.keys.length ?? 0) > 0 && !password?.setAt;
  return factors.count > 0 || hasPasskeysAlone ? "good" : "better";
}
