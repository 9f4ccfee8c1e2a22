/**
 * The visitor of a request: who is signed in, and may they change their account now? This is
 * the only place that decides it. Every page, action and function asks here before a change.
 *
 * A session alone can be copied, so a change needs a fresh proof, which a thief cannot give: the
 * strongest one that the user has. The minutes after a sign-in count as fresh.
 *
 * @module
 */

import { loadPart } from "../hooks/topics.ts";
import { AccessDenied, ProofRequired } from "../errors.ts";
import { ownerOf } from "../records/owner.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { User } from "../types/entities.ts";
import type { FactorsOfUser, SignedIn } from "../types/factor_task.ts";
import type { Context } from "../types/internal.ts";
import type { Proof } from "../types/proof.ts";
import type { OpenedSession } from "../types/session.ts";
import { sessionOf } from "./strategies.ts";
import { freshProof, missingProof, type Requirement } from "./requirement.ts";

/**
 * The need of a change:
 *
 * - `"proof"`: a fresh one, with a second factor once the user has one;
 * - `"factor"`: the same for a user who has a second factor. For others, the present password
 *   that the change takes is a fresh proof by itself;
 * - `"protected"`: a fresh proof where the app has a capability that protects accounts
 *   (`account`, `factors`, `keys`, `native`, `oauthServer` or `Password`). Elsewhere a session may do what it may
 *   in Auth.js;
 * - `"two"`: a fresh proof with two factors, also where the user needs one for other changes;
 * - `"session"`: a live session, for what only stops something, or follows from a proof.
 */
type Need = "proof" | "factor" | "protected" | "session" | "two";

/** Every change that users can make to their own account: its name in errors, and its need. */
const CHANGES = {
  "add-factor": ["add a second factor", "proof"],
  "add-passkey": ["add a passkey", "protected"],
  // Its tokens outlive the session, and a copied one must not begin them.
  "allow-app": ["give an app access", "proof"],
  "cancel-address": ["cancel a change of address", "session"],
  "cancel-address-undo": ["stop the undo of a change of address", "two"],
  "cancel-factor-reset": ["cancel a reset of second factors", "session"],
  "change-address": ["change an address", "proof"],
  "change-password": ["change a password", "factor"],
  // The code that it takes was sent for a session with a fresh proof.
  "confirm-address": ["change an address", "session"],
  "create-key": ["create an API key", "proof"],
  "delete": ["delete the account", "proof"],
  "end-app": ["end the access of an app", "proof"],
  "end-sessions": ["end sessions", "proof"],
  "export": ["export the account", "proof"],
  "leave-address": ["give up an address", "two"],
  "link-account": ["link an account", "protected"],
  "remove-factor": ["remove a second factor", "proof"],
  "remove-passkey": ["remove a passkey", "proof"],
  "remove-password": ["remove a password", "proof"],
  "rename": ["change a name", "proof"],
  "rename-factor": ["rename a second factor", "proof"],
  "rename-passkey": ["rename a passkey", "proof"],
  "revoke-key": ["revoke an API key", "proof"],
  "rotate-key": ["rotate an API key", "proof"],
  // A session of its own, which a copied one must not begin.
  "sign-in-app": ["sign in to an app", "proof"],
  "set-password": ["set a password", "proof"],
  "unlink-account": ["unlink an account", "proof"],
} as const satisfies Record<string, readonly [words: string, need: Need]>;

/** A change that users can make to their own account. */
export type AccountChange = keyof typeof CHANGES;

/** The changes, for the test that finds each of them asked for. */
export const ACCOUNT_CHANGES = Object.keys(CHANGES) as AccountChange[];

/** The user who is signed in. */
export interface Visitor extends SignedIn {
  /** The request. */
  ctx: Context;
  /** The stored user; absent for a user of `authorize` who is in no store. */
  stored: AdapterUser | undefined;
  /** Second factors of the user; absent without `factors` in the config. */
  factors: FactorsOfUser | undefined;
  /** The proof that a change needs. */
  requirement: Requirement;
  /** `true` when the session has that proof. */
  isFresh: boolean;
  /** `true` when another person acts for the user, and may change nothing. */
  actsForAnother: boolean;
}

/** The id of a user who has proven who it is. */
export function userIdOf({ id }: User | AdapterUser): string {
  if (id === undefined) throw new TypeError("Cannot ask for a second factor: the user has no id");
  return ownerOf(id);
}

/** The user who is signed in; `null` without a live session, which has a cookie. */
export async function signedIn(ctx: Context): Promise<SignedIn | null> {
  if (ctx.cookies.get("sessionToken") === undefined) return null;
  const found = await find(ctx);
  return found && { user: found.user, userId: found.userId, proof: found.proof };
}

/** The visitor of a request; `undefined` without a live session. */
export async function findVisitor(ctx: Context): Promise<Visitor | undefined> {
  const found = await find(ctx);
  if (!found) return undefined;
  const { config } = ctx;
  const factors = await (await loadPart(config, "factors"))?.describe(ctx, found.user);
  const requirement = factors?.requirement ?? freshProof();
  const { proof } = found;
  return {
    ...found,
    ctx,
    factors,
    requirement,
    isFresh: missingProof(proof, requirement) === undefined,
    actsForAnother: proof.actor !== undefined,
  };
}

/**
 * Decides whether the visitor may make a change now.
 *
 * @param back path or URL of the page that asked, to which the user comes back from a proof
 * @throws {AccessDenied} when another person acts for the user
 * @throws {ProofRequired} when the session lacks the proof; browsers are led to it, and back
 */
export function assertMayChange(visitor: Visitor, change: AccountChange, back?: string): void {
  const [words, need] = CHANGES[change];
  assertNeed(visitor, words, need, back);
}

/**
 * Decides the same for a change that a capability of the app makes.
 *
 * @param words what is to be done
 * @throws as {@linkcode assertMayChange}
 */
export function assertFreshProof(visitor: Visitor, words: string, back?: string): void {
  assertNeed(visitor, words, "proof", back);
}

/**
 * Decides the same for a change that needs two factors of everybody, such as one of an operator.
 *
 * @param words what is to be done
 * @throws as {@linkcode assertMayChange}
 */
export function assertTwoFactors(visitor: Visitor, words: string, back?: string): void {
  assertNeed(visitor, words, "two", back);
}

function assertNeed(visitor: Visitor, words: string, need: Need, back: string | undefined): void {
  const { ctx: { config }, proof } = visitor;
  assertIsUser(visitor, words);
  const requirement = need === "two" ? twoFactors(visitor) : visitor.requirement;
  const isFresh = missingProof(proof, requirement) === undefined;
  const needsProof = need === "proof" || need === "two" ||
    (need === "factor" && requirement.methods !== undefined) ||
    (need === "protected" && config.protectsAccounts);
  if (!needsProof || isFresh) return;
  throw new ProofRequired(
    `Cannot ${words}: the proof of the session is too old, or lacks a second factor ` +
      `(${missingProof(proof, requirement)}); ask for one with \`requireProof\``,
    requirement,
    back,
  );
}

/** Returns `true` when a proof meets a requirement that is not about a change of the account. */
export function isProofEnough(proof: Proof, requirement: Requirement): boolean {
  return missingProof(proof, requirement) === undefined;
}

/** The proof that a change needs which is safe only with two factors. */
export function twoFactors({ requirement }: Pick<Visitor, "requirement">): Requirement {
  return { ...requirement, methods: ["mfa"] };
}

/** Returns `true` when the session has a fresh proof with two factors. */
export function hasTwoFactors(visitor: Pick<Visitor, "proof" | "requirement">): boolean {
  return missingProof(visitor.proof, twoFactors(visitor)) === undefined;
}

/**
 * Refuses a person who acts for the user, for pages that have nothing but changes.
 *
 * @param words what cannot be done
 * @throws {AccessDenied} when another person acts for the user
 */
export function assertIsUser(
  { proof }: Pick<Visitor, "proof">,
  words = "show a page of changes",
): void {
  assertOwnProof(proof, words);
}

/**
 * Refuses the same for what follows from a session, and needs no visitor.
 *
 * @throws {AccessDenied} when another person acts for the user
 */
export async function assertOwnSession(ctx: Context, words: string): Promise<void> {
  const session = await sessionOf(ctx).open(ctx);
  if (session) assertOwnProof(await session.proof(), words);
}

/** Refuses the same, given the proof of a session. */
export function assertOwnProof({ actor }: Pick<Proof, "actor">, words: string): void {
  if (actor !== undefined) {
    throw new AccessDenied(`Cannot ${words}: another person acts for the user`);
  }
}

/** Who is signed in, as it was read. */
type Found = SignedIn & Pick<Visitor, "stored"> | null;

async function find(ctx: Context): Promise<Found> {
  const session = await sessionOf(ctx).open(ctx);
  if (!session) return null;
  const proof = await session.proof();
  const stored = await session.user() ?? undefined;
  const user = stored ?? userOfClaims(session);
  return user && { user, stored, userId: userIdOf(user), proof };
}

/** With token sessions, a user of `authorize` need not be stored. */
function userOfClaims({ claims }: OpenedSession): User | null {
  if (!claims?.sub) return null;
  const { sub: id, name, email, picture: image } = claims;
  return { id, name, email, image };
}
