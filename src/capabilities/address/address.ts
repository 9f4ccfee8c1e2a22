/**
 * Changes of a user's address, and its later proof, for the page and for functions of apps.
 *
 * The user asks with a fresh proof, and a code goes to the new address. The code is bound to
 * the session, the user and both addresses; the answer does not tell whether another user has
 * the new address. With the code the address changes, other sessions end, and the address
 * before is notified, with a link that undoes the change for 72 hours. An address before that was
 * never proven gets no such link: it may be that of another person. Nor does one of which the
 * user says, with two factors, that it is lost.
 *
 * The same code proves the present address of a user whose address was never proven.
 *
 * @module
 */

import { parseAddress } from "../../base/address.ts";
import { withNeeds } from "../../config/capability.ts";
import { findNeed } from "../../config/needs.ts";
import { UNDO_MAX_AGE } from "../../config/defaults.ts";
import { randomBase64url, randomDigits } from "../../base/crypto/bytes.ts";
import { EmailSignInError } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { withLocks } from "../../records/lock.ts";
import { ownerOf } from "../../records/owner.ts";
import { retryOnce } from "../../records/retry_once.ts";
import { withQuery } from "../../http/url.ts";
import { countMail, countSender } from "../../limits/recipient.ts";
import { reseal } from "../../session/jwt.ts";
import { showPossession } from "../../session/method_kinds.ts";
import { findIdentity } from "../../session/strategies.ts";
import {
  assertMayChange,
  findVisitor,
  hasTwoFactors,
  type Visitor,
} from "../../session/visitor.ts";
import type { AddressConfirmFault, AddressRequestFault } from "../../types/address.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { RefusalReason } from "../../types/audit.ts";
import type { Enrolment } from "../../types/factor.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";
import type { SessionIdentity } from "../../types/identity.ts";
import {
  adoptChange,
  endChange,
  endPending,
  keepChange,
  type Requested,
  tryCode,
  type Waiting,
  waitingChange,
} from "./address_change.ts";
import { sendRequested, tellAddress } from "./address_mails.ts";
import { cancelUndo, keepUndo, lockNames, undoable, type WithAddresses } from "./address_undo.ts";
import { isReserved, reserveAddress } from "../../accounts/reserved_address.ts";
import { changeAddress } from "../../accounts/change_address.ts";
import { endLinks } from "../../accounts/open_links.ts";
import { reportUpdated } from "../../accounts/report.ts";
import { endSessions } from "../../accounts/sessions.ts";
import { hasProvenEvidence } from "../../accounts/unproven_address.ts";
import { nowDate, nowMs } from "../../base/time.ts";

const DIGITS = 8;

/** A visitor who may have an address to change. */
export interface AddressVisitor extends Visitor {
  /** The context, whose config allows changes of addresses. */
  ctx: Context & { config: WithAddresses };
  /** The stored user. */
  user: AdapterUser;
  /** The session. */
  session: SessionIdentity;
}

/**
 * The config, if addresses can be changed.
 *
 * @param name the function that needs it
 * @throws {AuthError} when it lacks a part, which the error names
 */
export function requireAddresses(config: ResolvedConfig, name: string): WithAddresses {
  const providers = [...config.providers.values()];
  const error = findNeed(withNeeds(config.userConfig, providers), providers, {
    call: `\`${name}\``,
    adapter: ["getUser", "getUserByEmail", "updateUser"],
    sessions: "always",
    emails: "codes",
  });
  if (error) throw error;
  return config as WithAddresses;
}

/** The visitor of a request; `undefined` without a live session of a stored user. */
export async function findAddressVisitor(ctx: Context): Promise<AddressVisitor | undefined> {
  const visitor = await findVisitor(ctx);
  const session = visitor && await findIdentity(ctx);
  if (!session || !visitor.stored) return undefined;
  const config = ctx.config as WithAddresses;
  // A user without an address may have signed up with one that waits.
  if (!visitor.stored.email && !visitor.actsForAnother) await adoptChange(config, session);
  return { ...visitor, ctx: { ...ctx, config }, user: visitor.stored, session };
}

/**
 * Returns `true` for a visitor who may say that the present address is lost, so that nothing
 * undoes the change. A second factor must be as old as a link that undoes one lives: who has just
 * enrolled it may have stolen the first factor. Codes by email do not count: who reads the mailbox
 * has them, and by a reset the password too.
 */
export function mayLeave(visitor: AddressVisitor): boolean {
  const { factors, user, proof, ctx: { config } } = visitor;
  const latest = nowMs() - UNDO_MAX_AGE * 1000;
  const isOldFactor = ({ factor, createdAt }: Enrolment) => {
    const { isBackup, methods } = config.factors?.byId.get(factor) ?? { methods: [] };
    return !isBackup && showPossession(methods) && createdAt.valueOf() <= latest;
  };
  return Boolean(user.email) && hasTwoFactors(visitor) && showPossession(proof.methods) &&
    factors !== undefined && factors.enrolled.enrolments.some(isOldFactor);
}

/**
 * Sends a code to an address.
 *
 * @param how.undoUrl page of the link that undoes the change
 * @param how.isLost `true` when the user says that the present address is lost
 * @param how.back page that asked, for a visitor who must prove first
 * @returns the reason for which no email was sent; `null` when one was, also to an address that
 * another user has
 * @throws {TooManyRequests} when the address got too many emails
 */
export async function requestChange(
  visitor: AddressVisitor,
  typed: string,
  { undoUrl, isLost = false, back }: { undoUrl: string; isLost?: boolean; back?: string },
): Promise<AddressRequestFault | null> {
  assertMayChange(visitor, "change-address", back);
  if (isLost) {
    assertMayChange(visitor, "leave-address", back);
    if (!mayLeave(visitor)) return "not-two-factors";
  }
  return await sendCode(visitor, typed, { undoUrl, isLost });
}

/** Sends a code to an address, for a visitor who may ask for it: see {@linkcode requestChange}. */
export async function sendCode(
  visitor: Pick<AddressVisitor, "ctx" | "session" | "user">,
  typed: string,
  { undoUrl, isLost = false, isSignUp = false }: {
    undoUrl: string;
    isLost?: boolean;
    /** `true` where the session stands for one that has not begun. */
    isSignUp?: boolean;
  },
): Promise<AddressRequestFault | null> {
  const { ctx, session } = visitor;
  const { config } = ctx;
  const user = await resume(visitor) ?? visitor.user;
  const from = user.email || null;
  let to: string;
  try {
    to = parseAddress(typed, normalizerOf(config));
  } catch {
    return "invalid";
  }
  const isOwn = to.toLowerCase() === from?.toLowerCase();
  if (isOwn && user.emailVerified) return "same";
  if (isOwn) to = from!;
  const { limits } = config;
  if (limits && !isOwn) await countSender(config, ownerOf(user.id));
  if (limits?.perRecipient) await countMail(config, to, limits.perRecipient);
  const isFree = await isFreeFor(config, to, user.id);
  const code = randomDigits(DIGITS);
  const undoToken = randomBase64url(32);
  const requestedAt = nowMs();
  const requested = { code, from, to, undoToken, undoUrl, requestedAt, isLost };
  await keepChange(config, session, requested);
  const userId = user.id;
  try {
    await sendRequested(ctx, to, isFree ? "code" : "taken", code);
  } catch (error) {
    config.logger.error(new EmailSignInError(error as Error));
    await endChange(config, session);
    await audit(ctx, { name: "address.refused", reason: "mail-failed", userId });
    return "mail-failed";
  }
  const sessionId = isSignUp ? {} : { sessionId: session.id };
  await audit(ctx, { name: "address.requested", userId, ...sessionId });
  return null;
}

/** Addresses are written as at sign-ins by email. */
function normalizerOf({ providers }: ResolvedConfig): ((typed: string) => string) | undefined {
  for (const provider of providers.values()) {
    if (provider.type === "email") return provider.normalizeIdentifier;
  }
}

/** Returns `true` unless another user has the address, or may get it back. */
async function isFreeFor(
  { store, records }: WithAddresses,
  address: string,
  userId: string,
): Promise<boolean> {
  const [holder, held] = await Promise.all([
    store.getUserByEmail(address),
    isReserved(records, address, userId),
  ]);
  return !held && (!holder || ownerOf(holder.id) === ownerOf(userId));
}

/** The change of the session that waits for its code. */
export async function pendingChange(
  { ctx, session }: AddressVisitor,
): Promise<Waiting | undefined> {
  return await waitingChange(ctx.config, session);
}

/** Ends the change of the session. */
export async function cancelChange(visitor: AddressVisitor): Promise<void> {
  assertMayChange(visitor, "cancel-address");
  await resume(visitor);
  await endChange(visitor.ctx.config, visitor.session);
}

/**
 * Stops the undo of a change of the visitor's address.
 *
 * @param back page that asked, for a visitor who must prove first
 * @returns `false` when none waits
 */
export async function keepAddress(visitor: AddressVisitor, back?: string): Promise<boolean> {
  assertMayChange(visitor, "cancel-address-undo", back);
  return await cancelUndo(visitor.ctx, visitor.user.id);
}

/**
 * Goes on with a change that failed after its code was right: sessions must end, and the
 * address before must be told. Returns the user as it is then.
 */
async function resume(
  visitor: Pick<AddressVisitor, "ctx" | "session" | "user">,
): Promise<AdapterUser | null> {
  const { ctx: { config }, user, session } = visitor;
  const waiting = await waitingChange(config, session);
  if (!waiting?.isProven) return null;
  await withLocks(config.records, lockNames(user.id, waiting.to), () => apply(visitor, waiting));
  return await config.store.getUser(user.id);
}

/**
 * Changes the address, given the code. Repeated after a failure, it goes on.
 *
 * @returns the reason for which the address stays; `null` when it was changed or proven
 */
export async function confirmChange(
  visitor: AddressVisitor,
  typed: string,
): Promise<AddressConfirmFault | null> {
  assertMayChange(visitor, "confirm-address");
  const { ctx, user, session } = visitor;
  const { config } = ctx;
  const tried = await tryCode(config, session, typed);
  if (typeof tried === "string") {
    return await refuse(visitor, tried, tried === "expired" ? "expired-link" : tried);
  }
  return await withLocks(config.records, lockNames(user.id, tried.to), () => apply(visitor, tried));
}

async function apply(
  visitor: Pick<AddressVisitor, "ctx" | "session" | "user">,
  requested: Requested,
): Promise<AddressConfirmFault | null> {
  const { ctx, session } = visitor;
  const { config } = ctx;
  const { from, to } = requested;
  // Read again: an earlier holder of the lock may have changed the address.
  const waiting = await waitingChange(config, session);
  if (waiting?.undoToken !== requested.undoToken) {
    return await refuse(visitor, "expired", "expired-link");
  }
  const user = await config.store.getUser(session.userId);
  const isRepeated = user?.email === to && from !== to;
  if (!user || (!isRepeated && (user.email || null) !== from)) {
    await endChange(config, session);
    return await refuse(visitor, "moved", "attempt-mismatch");
  }
  if (!await isFreeFor(config, to, user.id)) {
    await endChange(config, session);
    return await refuse(visitor, "taken", "not-linked");
  }
  if (from === to) await prove(ctx, user);
  else await move(visitor, user, requested, isRepeated);
  // A token holds a copy of the address.
  if (config.session.strategy === "jwt") {
    await reseal(ctx, { email: to, email_verified: undefined });
  }
  // The last step, which a repeated change finds undone.
  if (from === null) await retryOnce(() => endPending(config, user.id));
  await retryOnce(() => endChange(config, session));
  return null;
}

async function prove(ctx: AddressVisitor["ctx"], known: AdapterUser): Promise<void> {
  const user = await ctx.config.store.updateUser({ id: known.id, emailVerified: nowDate() });
  await reportUpdated(ctx, user);
  await audit(ctx, { name: "address.proven", userId: user.id });
}

/** @param isRepeated `true` when an earlier try has stored the address */
async function move(
  { ctx, session }: Pick<AddressVisitor, "ctx" | "session">,
  known: AdapterUser,
  { from, to, undoToken: token, undoUrl, requestedAt, isLost }: Requested,
  isRepeated: boolean,
): Promise<void> {
  const { config } = ctx;
  const { store } = config;
  const userId = known.id;
  if (!isRepeated && from !== null && isLost) {
    // No other user gets it from a link that was sent before.
    const expires = new Date(requestedAt + UNDO_MAX_AGE * 1000);
    await reserveAddress(config.records, from, userId, expires);
  } else if (!isRepeated && from !== null && await hasProvenEvidence(ctx, store, known)) {
    await keepUndo(ctx, token, known, { from, to, requestedAt, url: undoUrl });
  }
  const canUndo = from !== null && await undoable(config, token) !== undefined;
  // An earlier try has replaced the time of the proof; only an address that was proven has an undo.
  const emailVerified = isRepeated && !canUndo ? null : known.emailVerified;
  const before = { id: userId, email: from, emailVerified };
  const user = await changeAddress(store, before, to, () => endChange(config, session));
  await reportUpdated(ctx, user);
  if (from !== null) await endLinks(store, from);
  await audit(ctx, { name: "address.changed", userId, sessionId: session.id });
  if (from !== null) {
    const url = withQuery(undoUrl, { undo: token });
    const notice = isLost ? "changed-for-good" : canUndo ? "changed" : "changed-unproven";
    await tellAddress(ctx, from, notice, { url });
  }
  // Sign-ins that wait, and devices that are trusted, end with them.
  await retryOnce(() => endSessions(ctx, userId, "revoked", session.id));
}

async function refuse<Fault extends AddressConfirmFault>(
  { ctx, user: { id: userId } }: Pick<AddressVisitor, "ctx" | "user">,
  fault: Fault,
  reason: RefusalReason,
): Promise<Fault> {
  await audit(ctx, { name: "address.refused", reason, userId });
  return fault;
}
