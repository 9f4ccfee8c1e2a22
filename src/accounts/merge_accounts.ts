/**
 * Accounts at providers of two users who are merged: while one is nobody's, it is noted, so that a call
 * after a crash finds it.
 *
 * @module
 */

import { withoutUndefined } from "../base/objects.ts";
import { nowMs } from "../base/time.ts";
import { audit } from "../hooks/audit.ts";
import { loadPart } from "../hooks/topics.ts";
import { addToAccountIndex, removeFromAccountIndex } from "../records/account_index.ts";
import { ownerOf } from "../records/owner.ts";
import { canStartSession } from "../session/user_status.ts";
import { wayInOf } from "../session/record.ts";
import type { AdapterAccount, AdapterUser } from "../types/adapter.ts";
import {
  findOpen,
  idsOf,
  isSameAccount,
  type MovedAccount,
  note,
  type Noted,
  type OpenMerge,
  type OpenRun,
  type Run,
} from "./open_merges.ts";
import { endBegunWith } from "./sessions.ts";

/** Milliseconds for which the removal of an account is remembered; see `session/user_status.ts`. */
const REMEMBERED_MS = 60 * 60 * 1000;

/** Gives accounts that `into` got, or that are nobody's, back to `from`. */
export async function moveBack(
  run: OpenRun,
  { moved = [], moving }: OpenMerge,
  from: AdapterUser,
): Promise<void> {
  const { caller, pair: { into } } = run;
  const { store } = caller.config;
  for (const account of [...moved, ...moving]) {
    const owner = await store.getUserByAccount(idsOf(account));
    const ownerId = owner && ownerOf(owner.id);
    const isNoted = moving.some((one) => isSameAccount(one, account));
    // It never left, or `into` has removed it, or somebody else has it.
    if (ownerId === null ? !isNoted : ownerId !== into) {
      if (ownerId !== run.pair.from) run.notMoved.push(idsOf(account));
      await note(run, account, "none");
      continue;
    }
    if (ownerId !== null) {
      await note(run, account, "moving");
      await store.unlinkAccount(idsOf(account));
      await (await loadPart(caller.config, "tokens"))?.forget(caller.config, account);
      await endBegunWith(caller, into, account, undefined);
      await audit(caller, { name: "account.unlinked", userId: into, provider: account.provider });
    }
    await settle(run, account, from);
  }
}

/** Gives an account that was noted as nobody's to a user, and ends the note. */
export async function settle(
  run: OpenRun,
  account: MovedAccount | Noted,
  user: AdapterUser,
): Promise<void> {
  const { caller, pair, notMoved } = run;
  const { provider, scope } = account;
  const userId = ownerOf(user.id);
  const whole = withoutUndefined({ ...account, scope: scope ?? undefined }) as MovedAccount;
  const isTheirs = await place(run, whole, user);
  if (isTheirs) await audit(caller, { name: "account.linked", userId, provider });
  else notMoved.push(idsOf(account));
  await note(run, account, isTheirs && userId === pair.into ? "moved" : "none");
}

/** Gives a user an account that is nobody's; `true` when the user has it afterwards. */
export async function place(
  { caller: { config } }: Run,
  account: MovedAccount,
  user: AdapterUser,
): Promise<boolean> {
  const { store } = config;
  const { provider, providerAccountId } = account;
  const isTheirs = async () => {
    const owner = await store.getUserByAccount({ provider, providerAccountId });
    return owner && ownerOf(owner.id) === ownerOf(user.id);
  };
  const found = await isTheirs();
  if (found === false) return false;
  if (!found) {
    try {
      await store.linkAccount({ ...account, userId: user.id } as AdapterAccount);
    } catch (error) {
      // A sign-in at the same time may have got it, or the answer was lost.
      const owned = await isTheirs();
      if (owned === null) throw error;
      if (!owned) return false;
    }
  }
  await addToAccountIndex(
    config,
    { ...account, userId: user.id } as AdapterAccount,
    ownerOf(user.id),
  );
  return true;
}

/**
 * Gives accounts that a call before has left as nobody's to `into`, unless that one may have got and
 * removed them meanwhile: a removal is remembered for an hour.
 */
export async function placeAll(run: OpenRun, into: AdapterUser): Promise<void> {
  const { caller, records, pair } = run;
  for (const { at = 0, ...account } of (await findOpen(run))?.moving ?? []) {
    const owner = await caller.config.store.getUserByAccount(idsOf(account));
    // A call before was killed right before it took the account from `from`.
    if (owner && ownerOf(owner.id) === pair.from) continue;
    let isRemoved = !owner && at + REMEMBERED_MS < nowMs();
    await canStartSession(records, pair.into, Infinity, {
      hash: await wayInOf(account),
      recheck: () => Promise.resolve(void (isRemoved = !owner)),
    });
    if (!isRemoved) {
      await settle(run, account, into);
      continue;
    }
    run.notMoved.push(idsOf(account));
    await removeFromAccountIndex(caller.config, account);
    await note(run, account, "none");
  }
}
