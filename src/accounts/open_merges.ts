/**
 * Merges of users that are open: one record lists them. It is changed by compare-and-set, so that a user
 * is in one merge at a time, and a merge that was killed is found by the next call.
 *
 * @module
 */

import { nowDate, nowMs } from "../base/time.ts";
import { requireSessions } from "../config/needs.ts";
import { AccessDenied } from "../errors.ts";
import type { NotedAccount } from "../records/account_index.ts";
import { defineKind } from "../records/kind.ts";
import type { RecordStore } from "../types/records.ts";
import type { UserMergeRefusal } from "../types/user_merge.ts";
import type { StoreCaller } from "./manage.ts";
import type { AccountInfo } from "./user_facts.ts";

/** Most merges that are open at a time, since all of them are in one record. */
const MAX_OPEN = 20;

/** An account without its tokens. */
export type MovedAccount = Omit<NotedAccount, "userId">;

/** An account in the record. */
export type Noted = {
  provider: string;
  providerAccountId: string;
  type: string;
  scope: string | null;
};

/** Ids of an account. */
export type AccountIds = Pick<Noted, "provider" | "providerAccountId">;

/** What has stopped a merge: a refusal, or a failure of the store or the app. */
export type MergeStop = UserMergeRefusal | "failed";

/** A merge that has begun. */
export type OpenMerge = {
  /** Names it in the access of `from`, so that no other merge, and no suspension, counts as its own. */
  id: string;
  from: string;
  into: string;
  /** Milliseconds since 1970 of the beginning. */
  at: number;
  /** `"ending"` once all has moved: then both are told, and `from` is deleted. */
  state: "moving" | "ending" | "undoing";
  /** Accounts that may be nobody's at this moment, with the milliseconds since 1970 of the note. */
  moving: (Noted & { at?: number | undefined })[];
  /** Accounts that `into` got. Default: none. */
  moved?: Noted[] | undefined;
  /** `true` once capabilities may have moved something. Default `false`. */
  hasMoved?: boolean | undefined;
  /** `true` once it has been `"ending"`, also where it moves again. Default `false`. */
  isDecided?: boolean | undefined;
  /** Who got the email about the end. Default: nobody. */
  told?: ("from" | "into")[] | undefined;
  /** What has stopped the last call that failed. Default: none did, or its process ended. */
  stopped?: MergeStop | undefined;
};

/** The one record. */
export const merges = defineKind<"open", { open: OpenMerge[] }>("user.merge", (id) => id);

/** Ids of two users. */
export type Pair = Pick<OpenMerge, "from" | "into">;

/** A merge that was begun, and is not finished. */
export interface UnfinishedMerge {
  /** Id of the account that ends. */
  readonly from: string;
  /** Id of the account that stays. */
  readonly into: string;
  /** Time at which it began. */
  readonly since: Date;
  /**
   * `true` while it can be given up. Once all has moved, it cannot: both have been told, and what is
   * left is the deletion of `from`.
   */
  readonly canCancel: boolean;
  /**
   * What has stopped the last call: a refusal, or `"failed"` for a failure of the store or the app.
   * Absent for a merge that runs now, and for one whose process ended.
   */
  readonly stopped?: UserMergeRefusal | "failed" | undefined;
  /** Accounts at providers that `into` has already. */
  readonly moved: readonly Pick<AccountInfo, "provider" | "providerAccountId">[];
}

/** A merge while it runs. */
export interface Run {
  readonly caller: StoreCaller;
  readonly records: RecordStore;
  readonly pair: Pair;
  /** Accounts that could not be moved. */
  readonly notMoved: AccountIds[];
}

/** The run of a merge that is open. */
export interface OpenRun extends Run {
  readonly id: string;
  /** `true` for one that could not be given up when the run began: nothing refuses it any more. */
  readonly isDecided: boolean;
}

const isSame = (a: Pair, b: Pair) => a.from === b.from && a.into === b.into;

export const isSameAccount = (a: AccountIds, b: AccountIds) =>
  a.provider === b.provider && a.providerAccountId === b.providerAccountId;

export function refused(reason: UserMergeRefusal, message: string): AccessDenied {
  return new AccessDenied(`Cannot merge the users: ${message}`, { cause: { refusal: reason } });
}

/** Lists the merges that were begun, and are not finished. */
export async function listUnfinished(
  config: StoreCaller["config"],
): Promise<UnfinishedMerge[]> {
  const { records } = requireSessions(config, "`users.unfinishedMerges`");
  const found = await merges.get(records, "open");
  return (found?.data.open ?? []).map((merge) => ({
    from: merge.from,
    into: merge.into,
    since: new Date(merge.at),
    canCancel: !isDecided(merge),
    ...merge.stopped === undefined ? {} : { stopped: merge.stopped },
    moved: (merge.moved ?? []).map(idsOf),
  }));
}

/** Returns `true` for a merge that cannot be given up any more. */
export function isDecided({ state, isDecided }: OpenMerge): boolean {
  return state === "ending" || isDecided === true;
}

/** The open merge of a user, who ends or stays in it. */
export async function findOpenWith(
  records: RecordStore,
  userId: string,
): Promise<OpenMerge | undefined> {
  return (await merges.get(records, "open"))?.data.open.find(({ from, into }) =>
    from === userId || into === userId
  );
}

export async function findOpen({ records, pair }: Run): Promise<OpenMerge | undefined> {
  return (await merges.get(records, "open"))?.data.open.find((one) => isSame(one, pair));
}

/** Lists the merge as open, unless it is. */
export async function open({ records, pair }: Run): Promise<void> {
  await merges.update(records, "open", (known) => {
    const all = known?.data.open ?? [];
    if (all.some((one) => isSame(one, pair))) return undefined;
    const other = all.find((one) =>
      [pair.from, pair.into].some((id) => id === one.from || id === one.into)
    );
    if (other) {
      throw refused(
        "other-merge",
        `the merge of ${other.from} into ${other.into} is not finished; repeat that one first`,
      );
    }
    if (all.length >= MAX_OPEN) {
      throw refused("other-merge", `${MAX_OPEN} others are not finished; repeat them first`);
    }
    const id = crypto.randomUUID();
    const merge: OpenMerge = { id, ...pair, at: nowMs(), state: "moving", moving: [] };
    return { expires: null, data: { open: [...all, merge] } };
  });
}

/**
 * Changes what is noted about the merge.
 *
 * @param next what to write in its place; `null` removes it, and `undefined` leaves it
 * @returns `true` when this call changed it
 */
export async function change(
  { records, id }: Pick<OpenRun, "records" | "id">,
  next: (merge: OpenMerge) => OpenMerge | null | undefined,
): Promise<boolean> {
  const written = await merges.update(records, "open", (known) => {
    const merge = known?.data.open.find((one) => one.id === id);
    const value = merge && next(merge);
    if (value === undefined) return undefined;
    const open = known!.data.open.flatMap((one) => one !== merge ? [one] : value ? [value] : []);
    return { expires: open.length > 0 ? null : nowDate(), data: { open } };
  });
  return written !== undefined;
}

/** Notes what has stopped a call, where that can be written. */
export async function noteStop(run: OpenRun, error: unknown): Promise<void> {
  const { refusal } = error instanceof AccessDenied
    ? (error.cause ?? {}) as { refusal?: UserMergeRefusal }
    : {};
  const stopped = refusal ?? "failed";
  try {
    await change(run, (one) => ({ ...one, stopped }));
  } catch {
    // The store is away: what has stopped the merge is thrown.
  }
}

/** Forgets what has stopped a call before: the merge runs again. */
export async function forgetStop(run: OpenRun): Promise<void> {
  await change(run, ({ stopped, ...rest }) => stopped === undefined ? undefined : rest);
}

export async function isMoving(run: OpenRun): Promise<boolean> {
  const merge = await findOpen(run);
  return merge?.id === run.id && merge.state === "moving";
}

export const idsOf = ({ provider, providerAccountId }: AccountIds) => ({
  provider,
  providerAccountId,
});

/**
 * Lists an account as one that may be nobody's, as one that `into` got, or as neither.
 *
 * @param during the state in which the merge must be. Default: any
 * @returns `false` when it is in another one, or is not open
 */
export async function note(
  run: OpenRun,
  { provider, providerAccountId, type, scope }: MovedAccount | Noted,
  state: "moving" | "moved" | "none",
  during?: OpenMerge["state"],
): Promise<boolean> {
  const noted: Noted = { provider, providerAccountId, type, scope: scope ?? null };
  return await change(run, (merge) => {
    if (during !== undefined && merge.state !== during) return undefined;
    const without = <T extends AccountIds>(list: readonly T[] = []) =>
      list.filter((one) => !isSameAccount(one, noted));
    const [moving, moved] = [without(merge.moving), without(merge.moved)];
    return {
      ...merge,
      moving: state === "moving" ? [...moving, { ...noted, at: nowMs() }] : moving,
      moved: state === "moved" ? [...moved, noted] : moved,
    };
  });
}
