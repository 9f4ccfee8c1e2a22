/**
 * Carries out what is planned for the rows of Better Auth.
 *
 * @module
 */

import { addToAccountIndex } from "../../records/account_index.ts";
import { AuthError } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { withoutUndefined } from "../../base/objects.ts";
import { hasPending, storePendingPassword } from "../../capabilities/passwords/pending.ts";
import { findPassword, putPassword } from "../../capabilities/passwords/records.ts";
import { requireStore } from "../../server/environment.ts";
import { suspend as suspendUser } from "../../server/users.ts";
import { findSuspension } from "../../session/user_status.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { ResolvedConfig, Store } from "../../types/internal.ts";
import { enrolCodes, enrolSecret, isEnrolled } from "./better_auth_factors.ts";
import { accountItem, type Mark, putMark, readMark } from "./better_auth_mark.ts";
import type { NewPasskey } from "./better_auth_passkeys.ts";
import { makePlan, type NewAccount, type Plan, type Reading } from "./better_auth_rows.ts";
import { importTeams } from "./better_auth_organizations.ts";
import { unreadIn } from "./better_auth_tables.ts";
import { findSession, type OpenSession, putSession } from "./better_auth_sessions.ts";
import type {
  BetterAuthCounts,
  BetterAuthOptions,
  BetterAuthReason,
  BetterAuthReport,
  BetterAuthRow,
  BetterAuthRows,
} from "./better_auth_types.ts";

/** Columns that become members of users where the adapter has a place for them. */
const COLUMNS = ["username", "displayUsername"];

/** Members that the import itself sets. */
const OWN = ["id", "name", "email", "emailVerified", "image"];

/** One run. */
interface Run {
  readonly written: ServerConfig;
  readonly config: ResolvedConfig & { store: Store };
  readonly isDry: boolean;
  readonly moved: BetterAuthOptions["moved"];
  readonly report: BetterAuthReport;
  /** Ids of users in this app, by the ids of their rows. */
  readonly users: Map<string, string>;
}

/** A passkey that is not stored yet. */
type MissingPasskey = NewPasskey & { readonly hasAccount: boolean };

/** A plan whose accounts and user were looked up. */
interface Found {
  /** The user, if there is one. */
  readonly user: AdapterUser | null;
  /** Accounts that are not linked yet. */
  readonly accounts: readonly NewAccount[];
  /** Passkeys that are not stored yet. */
  readonly passkeys: readonly MissingPasskey[];
  /** What runs before have imported. */
  readonly mark: Mark;
}

/** Imports users; see `importBetterAuth`. */
export async function importRows(
  written: ServerConfig,
  rows: Iterable<BetterAuthRow> | AsyncIterable<BetterAuthRow>,
  { dryRun = false, secret = [], providers = {}, columns, moved, roles = {}, movedOrganization }:
    BetterAuthOptions,
): Promise<BetterAuthReport> {
  const own = columns?.find((name) => OWN.includes(name));
  if (own) throw new TypeError(`Cannot use \`columns\`: "${own}" is moved in any case`);
  const counts = (): BetterAuthCounts => ({ written: 0, known: 0 });
  const report: BetterAuthReport = {
    users: counts(),
    accounts: counts(),
    passwords: counts(),
    keptPasswords: counts(),
    passkeys: counts(),
    secondFactors: counts(),
    recoveryCodes: counts(),
    sessions: counts(),
    organizations: counts(),
    members: counts(),
    invitations: counts(),
    keys: counts(),
    problems: [],
  };
  const config = requireStore(written);
  const users = new Map<string, string>();
  const run: Run = { written, config, isDry: dryRun, moved, report, users };
  const reading: Reading = {
    config,
    renamed: providers,
    secrets: [secret].flat().filter(Boolean),
    // An adapter of Auth.js can have fixed columns.
    columns: columns ?? (config.store.createUserWithAccount ? COLUMNS : undefined),
    seen: { addresses: new Set(), accounts: new Set() },
    ended: { sessions: 0 },
    report: (error) => void report.problems.push(error),
  };
  for await (const row of rows) {
    const plan = await makePlan(reading, row);
    if (plan) await carryOut(run, plan);
  }
  const { sessions } = reading.ended;
  if (sessions > 0) report.problems.push({ reason: "ended", table: "session", rows: sessions });
  if (!("tables" in rows)) return report;
  // `betterAuthRows` makes them.
  const { tables } = rows as BetterAuthRows;
  await importTeams({
    ...{ config, isDry: dryRun, report, users, roles },
    moved: movedOrganization,
  }, tables);
  for (const unread of unreadIn(tables, columns)) {
    report.problems.push({ reason: unread.column === undefined ? "table" : "column", ...unread });
  }
  return report;
}

async function carryOut(run: Run, plan: Plan): Promise<void> {
  const found = await find(run, plan);
  if (typeof found === "string") {
    return void run.report.problems.push({ reason: found, userId: plan.id });
  }
  const { report } = run;
  report.users[found.user ? "known" : "written"]++;
  count(report.accounts, plan.accounts.length, found.accounts.length);
  count(report.passkeys, plan.passkeys.length, found.passkeys.length);
  const user = run.isDry ? found.user : await write(run, plan, found);
  run.users.set(plan.id, user?.id ?? plan.id);
  const items = new Set(found.mark.items);
  // Factors first, so that no password is without its own.
  await storeFactors(run, plan, user, items);
  await storePassword(run, plan, user, items);
  await storeSessions(run, plan, user);
  if (run.isDry) return;
  for (const account of plan.accounts) items.add(await accountItem(account));
  for (const passkey of plan.passkeys) items.add(await accountItem(accountOf(passkey)));
  await putMark(run.config, plan.id, user!.id, items);
}

function count(counts: BetterAuthCounts, all: number, missing: number): void {
  counts.known += all - missing;
  counts.written += missing;
}

/** The account of a passkey. */
function accountOf({ provider, credentialID }: NewPasskey): NewAccount {
  return { provider, providerAccountId: credentialID, type: "webauthn" };
}

/** Looks for the user and what the user has, or returns why a plan cannot be carried out. */
async function find(run: Run, plan: Plan): Promise<Found | BetterAuthReason> {
  const { config, config: { store } } = run;
  const mark = await readMark(config, plan.id);
  const owners = new Map<string, AdapterUser>();
  const accounts: NewAccount[] = [];
  for (const account of plan.accounts) {
    const { provider, providerAccountId } = account;
    const owner = await store.getUserByAccount({ provider, providerAccountId });
    if (owner) owners.set(owner.id, owner);
    else if (!mark.items.has(await accountItem(account))) accounts.push(account);
  }
  const passkeys: MissingPasskey[] = [];
  for (const passkey of plan.passkeys) {
    const account = accountOf(passkey);
    const { provider, providerAccountId } = account;
    const key = await store.getAuthenticator(providerAccountId);
    const owner = await store.getUserByAccount({ provider, providerAccountId });
    if (owner) owners.set(owner.id, owner);
    if (key && key.userId !== owner?.id) return "account-taken";
    if (!key && !mark.items.has(await accountItem(account))) {
      passkeys.push({ ...passkey, hasAccount: owner !== null });
    }
  }
  if (owners.size > 1) return "account-taken";
  const user = await findOwner(run, plan, [...owners.values()][0], mark);
  return typeof user === "string" ? user : { user, accounts, passkeys, mark };
}

/** The user of a plan; `null` for one who is not stored yet. */
async function findOwner(
  { config: { store } }: Run,
  { id, address, emailVerified }: Plan,
  owner: AdapterUser | undefined,
  { userId }: Mark,
): Promise<AdapterUser | BetterAuthReason | null> {
  if (owner) return owner;
  const marked = userId === undefined ? null : await store.getUser(userId);
  if (marked) return marked;
  const isKeeping = await keepsIds(store);
  const holder = address === undefined ? null : await store.getUserByEmail(address);
  if (holder) {
    // An unproven address says nothing about whose user it is; an id that was kept does.
    const isProven = emailVerified && holder.emailVerified;
    const isSame = isProven || (isKeeping && holder.id === id);
    return isSame ? holder : "address-taken";
  }
  if (isKeeping && await store.getUser(id)) return "id-taken";
  return null;
}

/** Returns `true` when new users have the ids that they are given. */
async function keepsIds(store: Store): Promise<boolean> {
  return store.createUserWithAccount !== undefined && !await store.generatesUserIds?.();
}

/** Writes user, accounts and passkeys. A banned user is suspended before there is a sign-in method. */
async function write(run: Run, plan: Plan, found: Found): Promise<AdapterUser> {
  const { config } = run;
  const { store } = config;
  const { user: known, accounts } = found;
  const [first] = accounts;
  const isAtomic = first && !plan.isBanned && store.createUserWithAccount;
  const user = known ?? await create(run, plan, isAtomic ? first : undefined);
  if (user.id !== plan.id) await run.moved?.(plan.id, user.id);
  if (plan.isBanned && !await findSuspension(config.revocation!.records, user.id)) {
    await suspendUser(run.written, user.id);
  }
  for (const account of accounts) {
    const isLinked = !known && isAtomic && account === first;
    await linkAccount(run, account, user.id, isLinked === true);
    await audit({ config }, {
      name: "account.linked",
      userId: user.id,
      provider: account.provider,
    });
  }
  for (const passkey of found.passkeys) await storePasskey(run, passkey, user.id);
  return user;
}

async function linkAccount(
  { config }: Run,
  account: NewAccount,
  userId: string,
  isLinked: boolean,
): Promise<void> {
  // Before the link: a linked account that is not noted would look like none.
  await addToAccountIndex(config, account, userId);
  if (!isLinked) await config.store.linkAccount({ ...account, userId });
}

/** The account first: a key without one would be no sign-in method, and look like one. */
async function storePasskey(
  run: Run,
  passkey: MissingPasskey,
  userId: string,
): Promise<void> {
  const { config, config: { store } } = run;
  const { provider: _, name, hasAccount, ...key } = passkey;
  const { credentialID: providerAccountId } = key;
  await linkAccount(run, accountOf(passkey), userId, hasAccount);
  await store.createAuthenticator({ ...key, providerAccountId, userId });
  if (name) await store.renameAuthenticator?.(providerAccountId, name);
  await audit({ config }, { name: "passkey.added", userId });
}

async function create(
  { config }: Run,
  { id, name, image, members, address, emailVerified }: Plan,
  account: NewAccount | undefined,
): Promise<AdapterUser> {
  const { store } = config;
  // By it, a user without an address and an account is found after a failure.
  if (await keepsIds(store)) await putMark(config, id, id, new Set());
  const row = withoutUndefined({
    ...members,
    id,
    name,
    image,
    email: address,
    emailVerified,
  }) as AdapterUser;
  const user = account
    ? await store.createUserWithAccount!(row, account)
    : await store.createUser(row);
  if (!user) {
    throw new AuthError("Cannot import a user: a sign-in has linked an account; repeat the run");
  }
  await audit({ config }, { name: "user.created", userId: user.id });
  return user;
}

async function storeFactors(
  { config, isDry, report }: Run,
  { id, secret, backupCodes }: Plan,
  user: AdapterUser | null,
  items: Set<string>,
): Promise<void> {
  const userId = user?.id ?? id;
  const parts = [
    {
      counts: report.secondFactors,
      factor: "totp" as const,
      enrol: secret === undefined ? undefined : () => enrolSecret(config, userId, secret),
    },
    {
      counts: report.recoveryCodes,
      factor: "recovery" as const,
      enrol: backupCodes && (() => enrolCodes(config, userId, backupCodes)),
    },
  ];
  for (const { counts, factor, enrol } of parts) {
    if (!enrol) continue;
    const isKnown = items.has(factor) ||
      (isDry ? await isEnrolled(config, userId, factor) : !await enrol());
    counts[isKnown ? "known" : "written"]++;
    items.add(factor);
  }
}

/** Stores the password of a user who has none. */
async function storePassword(
  run: Run,
  plan: Plan,
  user: AdapterUser | null,
  items: Set<string>,
): Promise<void> {
  const { config, isDry, report: { passwords, keptPasswords, problems } } = run;
  const { id, hash, address, pendingFor } = plan;
  if (hash === undefined) return;
  const isTheirs = pendingFor === undefined
    // An account can belong to a user who has another address here, which the password must not open.
    ? !user || (user.email === address && Boolean(user.emailVerified))
    : await isFree(run, pendingFor, user);
  if (!isTheirs) return void problems.push({ reason: "password-unproven", userId: id });
  const counts = pendingFor === undefined ? passwords : keptPasswords;
  const userId = user?.id ?? id;
  const isKnown = items.has("password") || await findPassword(config, userId) !== null ||
    (pendingFor !== undefined && Boolean(user?.emailVerified));
  items.add("password");
  if (isKnown) return void counts.known++;
  if (pendingFor !== undefined) {
    const isWritten = isDry
      ? !await hasPending(config, pendingFor)
      : await storePendingPassword(config, { address: pendingFor, userId, hash });
    return void counts[isWritten ? "written" : "known"]++;
  }
  const isWritten = isDry || await putPassword(config, userId, hash, null);
  counts[isWritten ? "written" : "known"]++;
  if (!isWritten || isDry) return;
  const provider = config.passwords?.providerId;
  await audit({ config }, { name: "password.set", userId, provider });
}

/** Returns `false` when another user has the address, or this user another one. */
async function isFree(
  { config: { store } }: Run,
  address: string,
  user: AdapterUser | null,
): Promise<boolean> {
  if (user?.email) return user.email === address;
  const holder = await store.getUserByEmail(address);
  return !holder?.email || holder.id === user?.id;
}

/** Stores sessions, of which one that ended here stays ended. */
async function storeSessions(
  { config, isDry, report: { sessions: counts } }: Run,
  { sessions }: Plan,
  user: AdapterUser | null,
): Promise<void> {
  for (const session of sessions) {
    // Sessions are planned only with records.
    const isKnown = await findSession(config.records!, session.cookie) !== null;
    counts[isKnown ? "known" : "written"]++;
    if (!isKnown && !isDry) await storeSession(config, session, user!);
  }
}

async function storeSession(
  { store, session: { strategy }, records }: Run["config"],
  session: OpenSession,
  user: AdapterUser,
): Promise<void> {
  const { cookie: sessionToken, expires } = session;
  if (strategy === "database" && !await store.getSessionAndUser(sessionToken)) {
    await store.createSession({ sessionToken, userId: user.id, expires });
  }
  const { id, name, image } = user;
  const email = user.emailVerified ? user.email : undefined;
  await putSession(records!, session, { id, name, email, image });
}
