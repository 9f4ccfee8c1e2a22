/**
 * Users, accounts and passwords of Better Auth, written into the adapter of this app.
 *
 * | Better Auth | Here |
 * |---|---|
 * | `user.id` | the id, when the adapter keeps ids; otherwise see `moved` |
 * | `user.name`, `image` | `name`, `image` |
 * | `user.email` | `email`, in the spelling of sign-ins by e-mail |
 * | `user.emailVerified` | `emailVerified`, with the time of the row's last change |
 * | `user.banned` | the user is suspended, at each run |
 * | `account.providerId`, `accountId` | `provider`, `providerAccountId` |
 * | `account.accessToken`, `refreshToken`, `idToken` | `access_token`, `refresh_token`, `id_token` |
 * | `account.accessTokenExpiresAt`, `scope` | `expires_at`, `scope` |
 * | `account.password` of `credential` | the password of `Password()`, with the same hash |
 * | `session`, `verification`, tables of plugins | left out: users sign in again |
 *
 * Ids of accounts are those of the providers, and equal in both libraries. Microsoft is the
 * exception: Better Auth keeps `oid`, so give the provider a `profile` that returns it as `id`.
 *
 * An address that was not proven becomes no way in: its password is left out, and the address
 * too when accounts lead to the user. A password that did not open its user without a second
 * factor is left out. Better Auth can keep a password that a stranger set before the owner
 * proved the address; such a password is imported like any other.
 *
 * A run that fails can be repeated, and so can one that succeeded: what is there is not
 * written again. Event handlers other than `audit` are not called.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { importBetterAuth } from "@x/auth/legacy/better-auth";
 * import { assertEquals } from "@std/assert";
 *
 * const config = {
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   secret: "a-secret-of-at-least-32-characters",
 * };
 * const user = { id: "1", name: "Ada", email: "ada@example.com", emailVerified: true };
 * const rows = [{ user, accounts: [] }];
 * const plan = await importBetterAuth(config, rows, { dryRun: true });
 * assertEquals(plan.users, { written: 1, known: 0 });
 * assertEquals(plan.problems, []);
 * ```
 *
 * @module
 */

import { noteAccount } from "../accounts/noted.ts";
import { AuthError } from "../errors.ts";
import { audit } from "../hooks/audit.ts";
import { withoutUndefined } from "../objects.ts";
import { passwordOf, putPassword } from "../passwords/records.ts";
import { requireStore } from "../server/environment.ts";
import { suspendUser } from "../server/users.ts";
import { suspensionOf } from "../session/access.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { AuthConfig } from "../types/config.ts";
import type { ResolvedConfig, Store } from "../types/internal.ts";
import { type NewAccount, type Plan, planOf } from "./better_auth_rows.ts";
import type {
  BetterAuthOptions,
  BetterAuthReason,
  BetterAuthReport,
  BetterAuthRow,
} from "./better_auth_types.ts";

export type * from "./better_auth_types.ts";

/** One run. */
interface Run {
  readonly written: AuthConfig;
  readonly config: ResolvedConfig & { store: Store };
  readonly isDry: boolean;
  readonly moved: BetterAuthOptions["moved"];
  readonly report: BetterAuthReport;
}

/** A plan whose accounts and user were looked up. */
interface Found {
  /** The user, if there is one. */
  readonly user: AdapterUser | null;
  /** Accounts that are not linked yet. */
  readonly missing: readonly NewAccount[];
}

/**
 * Imports users of Better Auth with their accounts and passwords. Begin with a dry run, whose
 * report names what would be left out.
 *
 * @param config the config of the app, with the providers that the accounts belong to
 * @param rows users with all their accounts
 * @throws {MissingAdapter} when the config has no adapter
 * @throws {AdapterError} when the store fails; repeat the run
 */
export async function importBetterAuth(
  config: AuthConfig,
  rows: Iterable<BetterAuthRow> | AsyncIterable<BetterAuthRow>,
  { dryRun = false, providers = {}, moved }: BetterAuthOptions = {},
): Promise<BetterAuthReport> {
  const report: BetterAuthReport = {
    users: { written: 0, known: 0 },
    accounts: { written: 0, known: 0 },
    passwords: { written: 0, known: 0 },
    problems: [],
  };
  const run: Run = {
    written: config,
    config: requireStore(config),
    isDry: dryRun,
    moved,
    report,
  };
  const seen = { addresses: new Set<string>(), accounts: new Set<string>() };
  for await (const row of rows) {
    const plan = planOf(
      run.config,
      providers,
      row,
      seen,
      (problem) => void report.problems.push(problem),
    );
    if (plan) await carryOut(run, plan);
  }
  return report;
}

async function carryOut(run: Run, plan: Plan): Promise<void> {
  const found = await find(run, plan);
  if (typeof found === "string") {
    return void run.report.problems.push({ reason: found, userId: plan.id });
  }
  const { users, accounts } = run.report;
  users[found.user ? "known" : "written"]++;
  accounts.known += plan.accounts.length - found.missing.length;
  accounts.written += found.missing.length;
  const user = run.isDry ? found.user : await write(run, plan, found);
  await storePassword(run, plan, user);
}

/** Looks for the user and the accounts of a plan, or returns why it cannot be carried out. */
async function find({ config }: Run, plan: Plan): Promise<Found | BetterAuthReason> {
  const { store } = config;
  const owners = new Map<string, AdapterUser>();
  const missing: NewAccount[] = [];
  for (const account of plan.accounts) {
    const { provider, providerAccountId } = account;
    const owner = await store.getUserByAccount({ provider, providerAccountId });
    if (owner) owners.set(owner.id, owner);
    else missing.push(account);
  }
  if (owners.size > 1) return "account-taken";
  const [owner] = owners.values();
  if (owner) return { user: owner, missing };

  const { id, address, emailVerified } = plan;
  const keepsIds = store.createUserWithAccount && !await store.generatesUserIds?.();
  const holder = address === undefined ? null : await store.getUserByEmail(address);
  if (holder) {
    // An unproven address says nothing about whose user it is; an id that was kept does.
    const isProven = emailVerified && holder.emailVerified;
    const isSame = isProven || (keepsIds && holder.id === id);
    return isSame ? { user: holder, missing } : "address-taken";
  }
  if (keepsIds && await store.getUser(id)) return "id-taken";
  return { user: null, missing };
}

/** Writes user and accounts. A banned user is suspended before there is a way in. */
async function write(run: Run, plan: Plan, { user: known, missing }: Found): Promise<AdapterUser> {
  const { config } = run;
  const { store } = config;
  const [first] = missing;
  const isAtomic = first && !plan.isBanned && store.createUserWithAccount;
  const user = known ?? await create(run, plan, isAtomic ? first : undefined);
  if (user.id !== plan.id) await run.moved?.(plan.id, user.id);
  if (plan.isBanned && !await suspensionOf(config.revocation!.records, user.id)) {
    await suspendUser(run.written, user.id);
  }
  for (const account of missing) {
    // Before the link: a linked account that is not noted would look like none.
    await noteAccount(config, account, user.id);
    const isLinked = !known && isAtomic && account === first;
    if (!isLinked) await store.linkAccount({ ...account, userId: user.id });
    await audit({ config }, {
      name: "account.linked",
      userId: user.id,
      provider: account.provider,
    });
  }
  return user;
}

async function create(
  { config }: Run,
  { id, name, image, address, emailVerified }: Plan,
  account: NewAccount | undefined,
): Promise<AdapterUser> {
  const { store } = config;
  const row = withoutUndefined({ id, name, image, email: address, emailVerified }) as AdapterUser;
  const user = account
    ? await store.createUserWithAccount!(row, account)
    : await store.createUser(row);
  if (!user) {
    throw new AuthError("Cannot import a user: a sign-in has linked an account; repeat the run");
  }
  await audit({ config }, { name: "user.created", userId: user.id });
  return user;
}

/** Stores the password of a user who has none. */
async function storePassword(
  { config, isDry, report: { passwords, problems } }: Run,
  { id, hash, address }: Plan,
  user: AdapterUser | null,
): Promise<void> {
  if (hash === undefined) return;
  // An account can belong to a user who has another address here, which the password must not open.
  if (user && (user.email !== address || !user.emailVerified)) {
    return void problems.push({ reason: "password-unproven", userId: id });
  }
  const userId = user?.id ?? id;
  const isWritten = isDry
    ? !await passwordOf(config, userId)
    : await putPassword(config, userId, hash, null);
  passwords[isWritten ? "written" : "known"]++;
  if (!isWritten || isDry) return;
  const provider = config.passwords?.providerId;
  await audit({ config }, { name: "password.set", userId, provider });
}
