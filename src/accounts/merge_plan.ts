/**
 * What a merge of two users moves and ends, and what refuses it.
 *
 * @module
 */

import type { AccessDenied } from "../errors.ts";
import { askAll, loadPart } from "../hooks/topics.ts";
import { ownerOf } from "../records/owner.ts";
import { findSuspension } from "../session/user_status.ts";
import type { AdapterAccount, AdapterUser } from "../types/adapter.ts";
import type { UserOrganization } from "../types/user_facts.ts";
import type { MergePart } from "../types/user_merge.ts";
import { prepareDeletion, type StoreCaller } from "./manage.ts";
import { type Pair, refused, type Run } from "./open_merges.ts";
import { type AccountInfo, readUserFacts } from "./user_facts.ts";

/** What a merge moves, and what it ends. */
export interface UserMerge {
  /** Id of the account that ends. */
  readonly from: string;
  /** Id of the account that stays. */
  readonly into: string;
  /** `true` for a merge that an earlier call has begun: then the rest is what that one has left. */
  readonly hasBegun: boolean;
  /** What the account that stays gets. */
  readonly moves: {
    /** Accounts at providers. Tokens that are kept for them end: the next sign-in brings new ones. */
    readonly accounts: readonly AccountInfo[];
    /** Memberships, with their roles; absent where the app has no organizations of its own. */
    readonly organizations?: readonly UserOrganization[] | undefined;
  };
  /** What ends with the other account. */
  readonly ends: {
    /** Memberships where the account that stays is a member too, and keeps its own role. */
    readonly organizations?: readonly UserOrganization[] | undefined;
    /** Sessions. */
    readonly sessions: number;
    /** Passkeys. */
    readonly passkeys: number;
    /** Second factors. */
    readonly factors: number;
    /** API keys. */
    readonly keys: number;
    /** Access of other apps. */
    readonly grants: number;
    /** `true` for a password. */
    readonly password: boolean;
  };
  /**
   * Accounts at providers that should have moved, or gone back with `cancel`, and belong to neither:
   * somebody has signed in with one meanwhile, or has removed it. Absent when there are none, and before
   * the merge.
   */
  readonly notMoved?:
    | readonly Pick<AccountInfo, "provider" | "providerAccountId">[]
    | undefined;
}

/** Accounts at providers move. An address, and a passkey, end with their account. */
export function isMoved({ type }: Pick<AdapterAccount, "type">): boolean {
  return type === "oauth" || type === "oidc";
}

/**
 * What moves, and what ends.
 *
 * @throws {AccessDenied} for a merge that is refused, unless it has begun
 */
export async function makePlan({ caller, pair }: Run, hasBegun: boolean): Promise<UserMerge> {
  const { config } = caller;
  const { store } = config;
  const [from, into] = await Promise.all([store.getUser(pair.from), store.getUser(pair.into)]);
  if (!hasBegun) {
    if (!from || !into) throw noUser(pair, from);
    await assertActive(caller, from);
  }
  const parts = from && into ? await assertMayMerge(caller, from, into, hasBegun) : [];
  const facts = from && await readUserFacts(caller, pair.from);
  const moved = parts.flatMap(({ organizations }) => organizations ?? []);
  const hasOrganizations = parts.some(({ organizations }) => organizations !== undefined);
  const pick = (wanted: boolean) =>
    facts?.organizations?.filter(({ id }) => moved.includes(id) === wanted) ?? [];
  return {
    ...pair,
    hasBegun,
    moves: {
      accounts: facts?.accounts.filter(isMoved) ?? [],
      ...hasOrganizations ? { organizations: pick(true) } : {},
    },
    ends: {
      ...hasOrganizations ? { organizations: pick(false) } : {},
      sessions: facts?.sessions.length ?? 0,
      passkeys: facts?.passkeys.length ?? 0,
      factors: facts?.factors.length ?? 0,
      keys: facts?.keys?.length ?? 0,
      grants: facts?.grants?.length ?? 0,
      password: (facts?.passwordSetAt ?? null) !== null,
    },
  };
}

export function noUser({ from, into }: Pair, found: AdapterUser | null): AccessDenied {
  return refused("no-user", `there is no user ${found ? into : from}`);
}

/** Refuses a user who is suspended: a merge must not end a suspension. */
async function assertActive(
  { config }: StoreCaller,
  { id }: AdapterUser,
): Promise<void> {
  if (await findSuspension(config.revocation!.records, id) === null) return;
  throw refused("suspended", `${id} is suspended, or was deleted`);
}

/**
 * Asks everything that can refuse a merge, but whether `from` is suspended: it is while it is merged.
 *
 * @returns what capabilities say about it
 * @throws {AccessDenied} when it is refused
 */
export async function assertMayMerge(
  caller: StoreCaller,
  from: AdapterUser,
  into: AdapterUser,
  isAnswered = false,
): Promise<readonly MergePart[]> {
  const { config } = caller;
  const parts = await askAll(config, "user.merge", { config, from, into });
  // A merge that has begun is refused where it is carried out, which then gives up.
  if (isAnswered) return parts;
  await assertActive(caller, into);
  const deletions = await loadPart(config, "deletions");
  for (const { id } of [from, into]) {
    if (await deletions?.pendingDeletion(config, ownerOf(id))) {
      throw refused("being-deleted", `${id} will be deleted; cancel the deletion first`);
    }
  }
  const factors = await loadPart(config, "factors");
  const counts = await Promise.all(
    [from, into].map(async (user) => (await factors?.describe(caller, user))?.list.length ?? 0),
  );
  if (counts[0]! > 0 && counts[1] === 0) {
    throw refused(
      "second-factor",
      `${from.id} has a second factor, and ${into.id} has none; set one up there first`,
    );
  }
  for (const { refusal } of parts) if (refusal) throw refused(refusal.reason, refusal.message);
  // Who refuses the deletion refuses it before anything has moved.
  await prepareDeletion(caller, ownerOf(from.id), { isRequest: true, into: ownerOf(into.id) });
  return parts;
}
