/**
 * What is kept about a user, by named members, without what would open something. A copy for the
 * user (`export.ts`) and the view of the people who run the app are made of it.
 *
 * @module
 */

import { askAll, loadPart } from "../hooks/topics.ts";
import { findSuspension } from "../session/user_status.ts";
import type { AdapterAccount, AdapterUser } from "../types/adapter.ts";
import type { FactorInfo } from "../types/factor.ts";
import type { ResolvedConfig, StoreCaller } from "../types/internal.ts";
import type { UserSections } from "../types/user_facts.ts";
import { listAccounts, type WithStore } from "./manage.ts";
import { liveSessions, type SessionInfo } from "./sessions.ts";
import { listPasskeys, type Passkey } from "./stored_passkeys.ts";

/** An account without its tokens, to show to its owner. */
export interface AccountInfo
  extends Pick<AdapterAccount, "provider" | "providerAccountId" | "type" | "scope"> {
  /**
   * Address or user name at the provider. Absent without `account`, and until the user signs in
   * with an account that was linked before the app had it.
   */
  label?: string;
}

/** What the library itself keeps about a user. */
export interface OwnFacts {
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
}

/** A user in a list. */
export interface ListedUser {
  /** Id. */
  readonly id: string;
  /** Name; `null` without one. */
  readonly name: string | null;
  /** Address; `null` without one. */
  readonly email: string | null;
  /** Time at which the address was proven; `null` before. */
  readonly emailVerified: Date | null;
  /** Time of the suspension; `null` for a user who is not suspended. */
  readonly suspendedAt: Date | null;
}

/** Everything that is kept about a user, by named members. None of them opens something. */
export interface UserFacts extends Readonly<OwnFacts>, UserSections {
  /** The user, without members that the app added. */
  readonly user: ListedUser;
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

/** Time at which the user set the password; `null` without one. */
export async function passwordTime(config: ResolvedConfig, userId: string): Promise<Date | null> {
  const passwords = await loadPart(config, "passwordRecords");
  return (await passwords?.findPassword(config, userId))?.setAt ?? null;
}

/** What the library itself keeps about a stored user. */
export async function readOwnFacts(
  caller: StoreCaller & { readonly config: WithStore },
  user: AdapterUser,
): Promise<OwnFacts> {
  const { config } = caller;
  const { store, session, revocation, records } = config;
  const { id } = user;
  const keepsSessions = session.strategy === "database" || revocation !== undefined;
  const deletions = await loadPart(config, "deletions");
  return {
    accounts: await listAccountInfos(config, id),
    sessions: keepsSessions ? await liveSessions(config, id) : [],
    passkeys: store.has("listAuthenticatorsByUserId") ? await listPasskeys(config, id) : [],
    factors: (await (await loadPart(config, "factors"))?.describe(caller, user))?.list ?? [],
    passwordSetAt: await passwordTime(config, id),
    suspendedAt: records ? await findSuspension(records, id) : null,
    ...deletions ? { deletionDueAt: await deletions.pendingDeletion(config, id) } : {},
  };
}

/** A stored user in a list. */
export async function toListedUser(
  { records }: Pick<ResolvedConfig, "records">,
  { id, name, email, emailVerified }: AdapterUser,
): Promise<ListedUser> {
  return {
    id,
    name: name ?? null,
    // The contract types the address as required; stores accept users without one.
    email: email || null,
    emailVerified: emailVerified ?? null,
    suspendedAt: records ? await findSuspension(records, id) : null,
  };
}

/** Everything that is kept about a user; `null` when there is no such user. */
export async function readUserFacts(
  caller: StoreCaller & { readonly config: WithStore },
  userId: string,
): Promise<UserFacts | null> {
  const { config } = caller;
  const user = await config.store.getUser(userId);
  if (!user) return null;
  const [own, sections] = await Promise.all([
    readOwnFacts(caller, user),
    askAll(config, "user.shown", { config, userId: user.id }),
  ]);
  return {
    user: await toListedUser(config, user),
    ...own,
    ...Object.assign({}, ...sections) as UserSections,
  };
}
