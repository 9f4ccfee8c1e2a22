/**
 * Undoing a change of address, with the link that the previous address has got. It needs no
 * session: the owner of that address may have lost it.
 *
 * Each change has a record. After the changes A → B → C, the link of A leads back from B and
 * from C, and makes the links of all later changes useless; the link of B leads back to B, and
 * leaves that of A as it is. So the owner of the oldest address has the last word.
 *
 * A user may have fled from a mailbox that another person reads. So once something was added that
 * opens or protects the account, an undo waits for a day, in which the user is notified at the new
 * address and can stop it with two factors.
 *
 * @module
 */

import { defineKind } from "../../records/kind.ts";
import { UNDO_DELAY, UNDO_MAX_AGE } from "../../config/defaults.ts";
import { audit } from "../../hooks/audit.ts";
import { loadPart } from "../../hooks/topics.ts";
import { withLocks } from "../../records/lock.ts";
import type { Caller } from "../../mail/send_notice.ts";
import { ownerOf } from "../../records/owner.ts";
import { retryOnce } from "../../records/retry_once.ts";
import { lazy } from "../../base/lazy.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { AddressUndoFault } from "../../types/address.ts";
import type { ResolvedConfig, Store } from "../../types/internal.ts";
import type { RecordStore } from "../../types/records.ts";
import { endChanges } from "./address_change.ts";
import { tellAddress } from "./address_mails.ts";
import { changeAddress } from "../../accounts/change_address.ts";
import { reserveAddress } from "../../accounts/reserved_address.ts";
import { listAccounts, removeKey, unlink } from "../../accounts/manage.ts";
import { endLinks } from "../../accounts/open_links.ts";
import { reportUpdated } from "../../accounts/report.ts";
import { endSessions } from "../../accounts/sessions.ts";
import { hashText, hashUnnamed, SHORT_HASH } from "../../base/hashed.ts";
import { nowMs, secondsFromNow } from "../../base/time.ts";

const enrolments = lazy(() => import("../factors/enrolments.ts"));

/** A config in which addresses can be changed. */
export type WithAddresses = ResolvedConfig & {
  store: Store;
  records: RecordStore;
  sendMail: NonNullable<ResolvedConfig["sendMail"]>;
};

/** A caller with such a config. */
export interface AddressCaller extends Caller {
  readonly config: WithAddresses;
}

/** A change that can be undone. */
export interface Undoable {
  /** Id of the user. */
  userId: string;
  /** Address before. */
  from: string;
  /** Address after. */
  to: string;
  /** Time of the request, in milliseconds since 1970. */
  requestedAt: number;
  /** Page of the link that undoes it; absent in records of earlier versions. */
  url?: string;
  /** Time from which the change can be undone; absent until somebody asked for it. */
  dueAt?: number;
  /** Hashes of the accounts and passkeys that the user had. */
  had: readonly string[];
}

/** Data of the record: all but the owner. */
type Data = Omit<Undoable, "userId">;

interface Stored extends Undoable {
  id: string;
}

/** By the token of the link, or the id of the record; the owner is the user. */
const undos = defineKind<{ token: string } | { id: string }, Data>(
  "address.undo",
  (key) => "token" in key ? hashText("undo of a change of address", key.token) : key.id,
);

/** Names of the locks around changes of a user's address, and of who has an address. */
export function lockNames(userId: string, address: string): string[] {
  // The second one is also that of sign-ins that create a user.
  return [lockOfUser(ownerOf(userId)), JSON.stringify(["address", address])];
}

function lockOfUser(owner: string): string {
  return `address of ${owner}`;
}

/** Keeps what undoes a change. Does nothing when an earlier try has kept it. */
export async function keepUndo(
  caller: AddressCaller,
  token: string,
  user: AdapterUser,
  { from, to, requestedAt, url }: Required<Omit<Data, "had" | "dueAt">>,
): Promise<void> {
  const { records } = caller.config;
  const had = await listSignInMethods(caller, user.id);
  const expires = secondsFromNow(UNDO_MAX_AGE);
  await undos.add(records, { token }, {
    userId: user.id,
    expires,
    data: { from, to, requestedAt, url, had: had.map(({ hash }) => hash) },
  });
  await reserveAddress(records, from, user.id, expires);
}

/** The change that a token undoes; `undefined` for one that is unknown, used or too old. */
export async function undoable(
  { records }: WithAddresses,
  token: string,
): Promise<Undoable | undefined> {
  const found = await undos.get(records, { token });
  return found?.owner === undefined ? undefined : { ...found.data, userId: found.owner };
}

/**
 * Undoes a change. Repeated after a failure, it goes on.
 *
 * @returns the reason for which it was not undone; `null` when it was
 */
export async function undoChange(
  caller: AddressCaller,
  token: string,
): Promise<AddressUndoFault | null> {
  const { config } = caller;
  const change = await undoable(config, token);
  const fault = change
    ? await withLocks(
      config.records,
      lockNames(change.userId, change.from),
      () => apply(at(caller, change), token),
    )
    : "expired";
  if (fault && fault !== "waiting") {
    const reason = fault === "expired" ? "expired-link" : "not-linked";
    await audit(caller, { name: "address.refused", reason, userId: change?.userId });
  }
  return fault;
}

/** A caller that knows the site from a change, for emails of calls without a request. */
function at(caller: AddressCaller, { url }: Pick<Undoable, "url">): AddressCaller {
  return { ...caller, site: url && new URL(url).origin };
}

async function apply(caller: AddressCaller, token: string): Promise<AddressUndoFault | null> {
  const { config } = caller;
  const { store, records } = config;
  // Read again: an earlier holder of the lock may have undone it.
  const change = await undoable(config, token);
  const user = change && await store.getUser(change.userId);
  if (!change || !user) return "expired";
  const { from, userId, requestedAt } = change;
  const all = await listed(records, userId);
  const left = user.email === from ? undefined : user.email;
  if (left !== undefined) {
    if (!reached(change, all).has(left)) return "moved";
    const holder = await store.getUserByEmail(from);
    if (holder && ownerOf(holder.id) !== userId) return "taken";
  }
  const added = await addedSince(caller, user.id, change);
  if (mustWait(change, added.length > 0)) {
    if (change.dueAt === undefined) await letWait(caller, token, user);
    return "waiting";
  }
  if (left !== undefined) {
    // The link was in an email to this address.
    const restored = await changeAddress(store, user, from);
    await reportUpdated(caller, restored);
  }
  // Also when an earlier try has restored the address.
  for (const address of reached(change, all)) {
    if (address !== from) await endLinks(store, address);
  }
  for (const remove of added) await remove();
  await retryOnce(() => endChanges(config, userId));
  await retryOnce(() => endSessions(caller, user.id, "revoked"));
  await audit(caller, { name: "address.undone", userId });
  await tellAddress(caller, from, "restored");
  if (left) await tellAddress(caller, left, "removed");
  // Last, so that a failure before it leaves the rest to the next try; its own record after all.
  const own = await undos.idOf({ token });
  for (const { id } of all.filter((one) => one.requestedAt >= requestedAt && one.id !== own)) {
    await retryOnce(() => undos.take(records, { id }));
  }
  await retryOnce(() => undos.take(records, { token }));
  return null;
}

/** The addresses that the changes after one, and itself, have led to. */
function reached(change: Undoable, all: readonly Stored[]): Set<string> {
  const addresses = new Set([change.to]);
  for (const { from, to, requestedAt } of all) {
    if (requestedAt > change.requestedAt && addresses.has(from)) addresses.add(to);
  }
  return addresses;
}

/** The changes of a user that can be undone, oldest first. */
async function listed(records: RecordStore, userId: string): Promise<Stored[]> {
  const found = await undos.list(records, userId);
  return found.map(({ id, data }) => ({ ...data, userId, id }))
    .sort((a, b) => a.requestedAt - b.requestedAt);
}

/** Returns `true` for a change that cannot be undone yet. */
function mustWait({ dueAt }: Undoable, isProtected: boolean): boolean {
  return dueAt === undefined ? isProtected : nowMs() < dueAt;
}

/** Tells the user, and makes an undo wait. Callers hold the lock. */
async function letWait(
  caller: AddressCaller,
  token: string,
  user: AdapterUser,
): Promise<void> {
  const { records } = caller.config;
  const known = await undos.get(records, { token });
  // Taken by a call whose lock has timed out.
  if (!known) return;
  const { data } = known;
  const dueAt = nowMs() + UNDO_DELAY * 1000;
  const expires = new Date(dueAt + UNDO_MAX_AGE * 1000);
  await reserveAddress(records, data.from, user.id, expires);
  // First, so that no failure leaves an undo of which the user does not know.
  await tellAddress(caller, user.email, "undo-requested", { url: data.url, due: new Date(dueAt) });
  const next = { userId: user.id, expires, data: { ...data, dueAt } };
  if (!await undos.replace(records, { token }, next, known)) return;
  await audit(caller, { name: "address.undo-requested", userId: ownerOf(user.id) });
}

/** The undo that waits for a user, or has waited; `undefined` without one. */
export async function waitingUndo(
  { records }: WithAddresses,
  userId: string,
): Promise<Undoable & { dueAt: number } | undefined> {
  for (const one of await listed(records, ownerOf(userId))) {
    if (one.dueAt !== undefined) return { ...one, dueAt: one.dueAt };
  }
}

/**
 * Stops every undo that waits for a user: its link is worth nothing from then on. Callers have
 * checked that the user may.
 *
 * @returns `true` when this call did; of parallel calls, one does
 */
export async function cancelUndo(caller: AddressCaller, userId: string): Promise<boolean> {
  const { records } = caller.config;
  const owner = ownerOf(userId);
  const stopped: Stored[] = [];
  // An undo whose time comes meanwhile is either done or stopped.
  await withLocks(records, [lockOfUser(owner)], async () => {
    for (const one of await listed(records, owner)) {
      if (one.dueAt !== undefined && await undos.take(records, { id: one.id })) stopped.push(one);
    }
  });
  for (const { from } of stopped) {
    await audit(caller, { name: "address.undo-cancelled", userId: owner });
    await tellAddress(caller, from, "undo-cancelled");
  }
  return stopped.length > 0;
}

/** What opens or protects the account and came since a change, as functions that remove it. */
async function addedSince(
  caller: AddressCaller,
  userId: string,
  { requestedAt, had }: Undoable,
): Promise<(() => Promise<unknown>)[]> {
  const { config } = caller;
  const { passwords, factors, records } = config;
  const added: (() => Promise<unknown>)[] = [];
  if (passwords) {
    const { findPassword: passwordOf, takePassword } = (await loadPart(config, "passwordRecords"))!;
    const known = await passwordOf(config, userId);
    if (known && known.setAt.valueOf() >= requestedAt) {
      added.push(async () => {
        if (!await takePassword(config, userId)) return;
        const { providerId: provider } = passwords;
        await audit(caller, { name: "password.removed", userId, provider });
      });
    }
  }
  if (factors) {
    const { listEnrolments, removeEnrolment } = await enrolments();
    for (const { id, factor, createdAt } of await listEnrolments(records, userId)) {
      if (createdAt.valueOf() < requestedAt) continue;
      added.push(async () => {
        if (!await removeEnrolment(records, userId, id)) return;
        await audit(caller, { name: "factor.removed", userId, factor });
      });
    }
  }
  for (const { hash, remove } of await listSignInMethods(caller, userId)) {
    if (!had.includes(hash)) added.push(remove);
  }
  return added;
}

/** An account or a passkey of a user. */
interface SignInMethod {
  hash: string;
  remove(): Promise<unknown>;
}

async function listSignInMethods(caller: AddressCaller, userId: string): Promise<SignInMethod[]> {
  const { config } = caller;
  const { store, providers } = config;
  const methods: SignInMethod[] = [];
  const hasPasskeys = [...providers.values()].some(({ type }) => type === "webauthn");
  if (hasPasskeys && store.has("deleteAuthenticator")) {
    for (const { credentialID: id } of await store.listAuthenticatorsByUserId(userId)) {
      const hash = (await hashUnnamed(["passkey", id])).slice(0, SHORT_HASH);
      methods.push({ hash, remove: () => removeKey(caller, userId, id, { hasOtherWayIn: true }) });
    }
  }
  if (!store.has("unlinkAccount")) return methods;
  for (const account of await listAccounts(config, userId)) {
    // That of a passkey goes with its key.
    if (account.type === "webauthn") continue;
    const hash = (await hashUnnamed([account.provider, account.providerAccountId])).slice(
      0,
      SHORT_HASH,
    );
    methods.push({ hash, remove: () => unlink(caller, userId, account, { hasOtherWayIn: true }) });
  }
  return methods;
}
