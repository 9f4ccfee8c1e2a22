/**
 * A copy of what is kept about a user, without what would open something.
 *
 * @module
 */

import { audit } from "../hooks/audit.ts";
import { loadPart } from "../hooks/topics.ts";
import { findSuspension } from "../session/access.ts";
import type { AdapterAccount, AdapterUser } from "../types/adapter.ts";
import type { FactorInfo } from "../types/factor.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { Json, RecordStore } from "../types/records.ts";
import { listAccounts, type StoreCaller, type WithStore } from "./manage.ts";
import { listPasskeys, type Passkey } from "./stored_passkeys.ts";
import { liveSessions, type SessionInfo } from "./sessions.ts";
import { notify } from "../mail/account_changes.ts";

/** An account without its tokens, to show to its owner. */
export interface AccountInfo
  extends Pick<AdapterAccount, "provider" | "providerAccountId" | "type" | "scope"> {
  /**
   * Address or user name at the provider. Absent without `account`, and until the user signs in
   * with an account that was linked before the app had it.
   */
  label?: string;
}

/** The accounts of a user, with the members that their owner may see. */
export async function listAccountInfos(config: WithStore, userId: string): Promise<AccountInfo[]> {
  const accounts = await listAccounts(config, userId);
  const labelOf = await (await loadPart(config, "account"))?.readLabels(config, userId);
  return accounts.map((account) => {
    const { provider, providerAccountId, type, scope } = account;
    const label = labelOf?.(account);
    return { provider, providerAccountId, type, scope, ...label === undefined ? {} : { label } };
  });
}

/** All that is kept about a user, except what would open something. JSON can hold it. */
export interface UserExport {
  /** The stored user, with the members that the app added. */
  user: AdapterUser;
  /** Linked accounts, without their tokens. */
  accounts: AccountInfo[];
  /** Live sessions, without their tokens; empty for token sessions without records. */
  sessions: SessionInfo[];
  /** Passkeys, without their public keys. */
  passkeys: Passkey[];
  /** Second factors, without their secrets. */
  factors: FactorInfo[];
  /** Time at which the user set a password; `null` without one, or without `Password`. */
  passwordSetAt: Date | null;
  /** Time of the suspension; `null` for a user who is not suspended. */
  suspendedAt: Date | null;
  /**
   * Time from which the account is to be deleted, as its user asked; `null` without a request.
   * Absent without `account.deletion`.
   */
  deletionDueAt?: Date | null;
  /** Data of records of the app's own `capabilities`, by kind; absent without any. */
  records?: Readonly<Record<string, readonly Json[]>>;
}

/** Returns all that is kept about a user; `null` when there is no such user. */
export async function makeUserExport(
  caller: StoreCaller,
  userId: string,
): Promise<UserExport | null> {
  const { config } = caller;
  const { store, session, revocation, records } = config;
  const deletions = await loadPart(config, "deletions");
  if (await deletions?.applyDueDeletion(caller, userId)) return null;
  const user = await store.getUser(userId);
  if (!user) return null;
  const keepsSessions = session.strategy === "database" || revocation !== undefined;
  const copy: UserExport = {
    user,
    accounts: await listAccountInfos(config, userId),
    sessions: keepsSessions ? await liveSessions(config, userId) : [],
    passkeys: store.has("listAuthenticatorsByUserId") ? await listPasskeys(config, userId) : [],
    factors: (await (await loadPart(config, "factors"))?.describe(caller, user))?.list ?? [],
    passwordSetAt: await passwordTime(config, userId),
    suspendedAt: records ? await findSuspension(records, userId) : null,
    ...deletions ? { deletionDueAt: await deletions.pendingDeletion(config, userId) } : {},
    ...config.recordLists.size > 0 && records
      ? { records: await recordsIn(config.recordLists, records, userId) }
      : {},
  };
  await audit(caller, { name: "user.exported", userId });
  await notify(caller, user.email, "exported");
  return copy;
}

async function recordsIn(
  lists: ResolvedConfig["recordLists"],
  records: RecordStore,
  userId: string,
): Promise<Record<string, readonly Json[]>> {
  const entries = [...lists].map(async ([kind, list]) => [kind, await list(records, userId)]);
  return Object.fromEntries(await Promise.all(entries));
}

/** Time at which the user set the password; `null` without one. */
export async function passwordTime(config: ResolvedConfig, userId: string): Promise<Date | null> {
  const passwords = await loadPart(config, "passwordRecords");
  return (await passwords?.findPassword(config, userId))?.setAt ?? null;
}
