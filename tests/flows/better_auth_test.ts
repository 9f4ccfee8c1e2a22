/**
 * Users of Better Auth itself, with its accounts and passwords, in the adapter of an app.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { admin, twoFactor } from "better-auth/plugins";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { CONTRACT } from "../../src/hooks/adapter.ts";
import {
  type BetterAuthAccount,
  type BetterAuthOptions,
  type BetterAuthRow,
  type BetterAuthUser,
  importBetterAuth,
} from "../../src/tools/migrate/better_auth.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import GitHub from "../../src/providers/github.ts";
import Google from "../../src/providers/google.ts";
import { findPassword } from "../../src/capabilities/passwords/records.ts";
import type { PasswordOptions } from "../../src/capabilities/passwords/password_provider.ts";
import {
  has as hasPassword,
  import as importPassword,
} from "../../src/capabilities/passwords/functions.ts";
import { list as listAccounts } from "../../src/server/accounts.ts";
import { findSuspension } from "../../src/session/user_status.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import { hashOnce } from "./_better_auth_hash.ts";
import { localStores } from "./_fault_stores.ts";
import { createPasswordApp, enter, openLink, PASSWORD } from "./_passwords.ts";

/** Users of the app before, by their names. */
const PEOPLE: Record<string, { user?: object; password?: string; accounts?: object[] }> = {
  ada: { user: { emailVerified: true }, password: PASSWORD },
  grace: {
    user: { emailVerified: true },
    accounts: [{ providerId: "github", accountId: "1", accessToken: "at", scope: "read,write" }],
  },
  "unproven": { password: PASSWORD },
  "unproven with account": {
    password: PASSWORD,
    accounts: [{ providerId: "github", accountId: "2" }],
  },
  "second factor": { user: { emailVerified: true, twoFactorEnabled: true }, password: PASSWORD },
  banned: {
    user: { emailVerified: true, banned: true },
    password: PASSWORD,
    accounts: [{ providerId: "google", accountId: "3" }],
  },
  "banned before": {
    user: { emailVerified: true, banned: true, banExpires: new Date(1_700_000_000_000) },
    password: PASSWORD,
  },
  unknown: { user: { emailVerified: true }, accounts: [{ providerId: "kick", accountId: "4" }] },
};

const addressOf = (name: string) => `${name.replaceAll(" ", ".")}@example.com`;

/** The rows of an app with Better Auth. */
async function makeRows(): Promise<BetterAuthRow[]> {
  const database = new DatabaseSync(":memory:");
  const auth = betterAuth({
    database,
    secret: "a-secret-of-at-least-32-characters",
    baseURL: "https://app.example",
    logger: { disabled: true },
    telemetry: { enabled: false },
    emailAndPassword: { enabled: true, password: hashOnce },
    plugins: [admin(), twoFactor()],
  });
  await (await getMigrations(auth.options)).runMigrations();
  const { adapter, internalAdapter } = await auth.$context;
  for (const [name, { user = {}, password, accounts = [] }] of Object.entries(PEOPLE)) {
    const email = addressOf(name);
    const { id } = password
      ? (await auth.api.signUpEmail({ body: { name, email, password } })).user
      : await adapter.create<{ name: string; email: string }, { id: string }>({
        model: "user",
        data: { name, email },
      });
    const where = [{ field: "id", value: id }];
    if (Object.keys(user).length > 0) await adapter.update({ model: "user", where, update: user });
    for (const account of accounts) {
      await internalAdapter.createAccount({ ...account, userId: id } as never);
    }
  }
  const users = database.prepare('SELECT * FROM "user"').all() as unknown as BetterAuthUser[];
  const ofUser = database.prepare('SELECT * FROM "account" WHERE "userId" = ?');
  const rows = users.map((user) => ({
    user: { ...user },
    accounts: ofUser.all(user.id).map((row) => ({ ...row }) as unknown as BetterAuthAccount),
  }));
  database.close();
  return rows;
}

const rows = await makeRows();
const rowOf = (name: string) => rows.find(({ user }) => user.name === name)!;
const idOf = (name: string) => String(rowOf(name).user.id);

function createTarget(config: Partial<AuthConfig> = {}, options: PasswordOptions = {}) {
  const app = createPasswordApp(config, options);
  app.config.providers = [
    ...app.config.providers,
    GitHub({ clientId: "id", clientSecret: "secret" }),
    Google({ clientId: "id", clientSecret: "secret" }),
  ];
  return app;
}

const NONE = { written: 0, known: 0 };

const COUNTS = {
  users: { written: 8, known: 0 },
  accounts: { written: 3, known: 0 },
  passwords: { written: 3, known: 0 },
  keptPasswords: NONE,
  passkeys: NONE,
  secondFactors: NONE,
  recoveryCodes: NONE,
  sessions: NONE,
  organizations: NONE,
  members: NONE,
  invitations: NONE,
  keys: NONE,
};

/** What is left out, by the name of the user. */
const LEFT_OUT = [
  ["unproven", "password-unproven"],
  ["unproven with account", "password-unproven"],
  ["unproven with account", "address-unproven"],
  ["second factor", "second-factor"],
  ["unknown", "provider-unknown"],
];

Deno.test("Better Auth: a dry run reports what the run does, and writes nothing", async () => {
  const app = createTarget();
  const before = JSON.stringify(await dump(app.adapter));
  const plan = await importBetterAuth(app.config, rows, { dryRun: true });
  assertEquals(JSON.stringify(await dump(app.adapter)), before);
  assertEquals(app.entries, []);
  assertEquals(await importBetterAuth(defineAuth(app.config), rows, { dryRun: true }), plan);
  assertEquals(await importBetterAuth(app.config, rows), plan);
});

/** Users and owners of accounts in an adapter. */
async function dump({ getUserByEmail, getUserByAccount }: FullAdapter) {
  const byAddress = await Promise.all(
    Object.keys(PEOPLE).map(async (name) => [name, await getUserByEmail(addressOf(name))]),
  );
  const owners = await Promise.all(
    [["github", "1"], ["github", "2"], ["google", "3"], ["kick", "4"]].map((
      [provider, providerAccountId],
    ) => getUserByAccount({ provider: provider!, providerAccountId: providerAccountId! })),
  );
  return { byAddress: Object.fromEntries(byAddress), owners: owners.map((owner) => owner?.name) };
}

Deno.test("Better Auth: users, accounts and passwords are imported, and the rest is reported", async () => {
  const app = createTarget();
  const { problems, ...counts } = await importBetterAuth(app.config, rows);
  assertEquals(counts, COUNTS);
  const names = new Map(rows.map(({ user }) => [String(user.id), user.name]));
  assertEquals(problems.map(({ userId, reason }) => [names.get(userId!), reason]), LEFT_OUT);
  const { byAddress, owners } = await dump(app.adapter);
  assertEquals(owners, ["grace", "unproven with account", "banned", undefined]);
  assertEquals(byAddress.ada.id, idOf("ada"));
  assert(byAddress.ada.emailVerified instanceof Date);
  assertEquals(byAddress.unproven.emailVerified, null);
  assertEquals(byAddress["unproven with account"], null);
  const [account] = await listAccounts(app.config, idOf("grace"));
  assertEquals([account?.provider, account?.scope], ["github", "read write"]);
  assertEquals(
    new Set(app.entries.map(({ name }) => name)),
    new Set([
      "user.created",
      "account.linked",
      "password.set",
      "user.suspended",
    ]),
  );
});

Deno.test("Better Auth: a user signs in with the password from before, and the hash is replaced", async () => {
  // The default cost, which is above that of Better Auth.
  const app = createTarget({}, { cost: undefined });
  const hash = async () => (await findPassword(resolveConfig(app.config), idOf("ada")))?.hash;
  await importBetterAuth(app.config, rows);
  assertMatch((await hash())!, /^\$scrypt\$ln=14,r=16,p=1\$/);
  assertEquals(
    await enter(app.browser, "wrong password of ada"),
    "/auth/signin?error=CredentialsSignin&code=credentials&callbackUrl=https%3A%2F%2Fapp.example%2Fafter",
  );
  assertEquals(await enter(app.browser), "/after");
  assertEquals((await app.browser.session())?.user?.email, addressOf("ada"));
  assertMatch((await hash())!, /^\$scrypt\$ln=15,r=8,p=3\$/);
  assertEquals(await enter(app.open(), PASSWORD, addressOf("banned before")), "/after");
});

for (const name of ["unproven", "unproven with account", "second factor"]) {
  Deno.test(`Better Auth: the password of a user with the state "${name}" opens nothing`, async () => {
    const app = createTarget();
    await importBetterAuth(app.config, rows);
    assertEquals(await hasPassword(app.config, idOf(name)), false);
    assert((await enter(app.browser, PASSWORD, addressOf(name))).includes("CredentialsSignin"));
    assertEquals(await app.browser.session(), null);
  });
}

Deno.test("Better Auth: a link opens the user of an address that was not proven, without the password", async () => {
  const app = createTarget();
  await importBetterAuth(app.config, rows);
  await openLink(app, app.browser, addressOf("unproven"));
  assertEquals((await app.adapter.getUserByEmail(addressOf("unproven")))?.id, idOf("unproven"));
  assert((await enter(app.open(), PASSWORD, addressOf("unproven"))).includes("CredentialsSignin"));
});

Deno.test("Better Auth: the owner of an address gets no user to which another person's account leads", async () => {
  const app = createTarget();
  await importBetterAuth(app.config, rows);
  const email = addressOf("unproven with account");
  await openLink(app, app.browser, email);
  const owner = await app.adapter.getUserByEmail(email);
  assert(owner && owner.id !== idOf("unproven with account"));
});

Deno.test("Better Auth: a banned user is suspended, and none is left out", async () => {
  const app = createTarget();
  await importBetterAuth(app.config, rows);
  assert(await findSuspension(app.adapter.records, idOf("banned")));
  assertEquals(await findSuspension(app.adapter.records, idOf("banned before")), null);
  await enter(app.browser, PASSWORD, addressOf("banned"));
  assertEquals(await app.browser.session(), null);
});

Deno.test("Better Auth: a banned user is suspended before an account is linked", async () => {
  const store = await localStores.memory!();
  const app = createTarget(store.config);
  store.arm(0, "before");
  await importBetterAuth(app.config, [rowOf("banned")]);
  const writes = store.calls.filter((name) => /^(create|link|records\.put)/.test(name));
  // The suspension can take more than one write.
  const first = writes.indexOf("createUser");
  assertEquals([...new Set(writes.slice(first))].slice(0, 3), [
    "createUser",
    "records.put",
    "linkAccount",
  ]);
  await store.close();
});

Deno.test("Better Auth: without `session.revocation`, a banned user is left out", async () => {
  const app = createTarget({ session: { strategy: "jwt" } });
  const { problems } = await importBetterAuth(app.config, [rowOf("banned")]);
  assertEquals(problems, [{ reason: "banned", userId: idOf("banned") }]);
  assertEquals(await app.adapter.getUser(idOf("banned")), null);
});

Deno.test("Better Auth: a second run writes nothing, and keeps what users changed", async () => {
  const app = createTarget();
  await importBetterAuth(app.config, rows);
  await enter(app.browser);
  const ada = { userId: idOf("ada"), at: app.entries.length };
  const { users, accounts, passwords } = await importBetterAuth(app.config, rows);
  assertEquals([users, accounts, passwords].map(({ written }) => written), [0, 0, 0]);
  assertEquals([users.known, accounts.known, passwords.known], [8, 3, 3]);
  assertEquals(app.entries.length, ada.at);
  assertEquals(await enter(app.open()), "/after");
});

const proven = { emailVerified: true, email: addressOf("ada") };
const github = { id: "a1", providerId: "github", accountId: "9" };
const password = { ...rowOf("ada").accounts[0]!, id: "p1" };

/** Rows that are left out, in whole or in part. */
const PROBLEMS: {
  name: string;
  rows: BetterAuthRow[];
  options?: BetterAuthOptions;
  before?: (adapter: FullAdapter) => unknown;
  problems: string[][];
  users: [written: number, known: number];
}[] = [
  {
    name: "an address of two rows",
    rows: [
      { user: { id: "1", ...proven }, accounts: [] },
      { user: { id: "2", ...proven, email: "ADA@example.com" }, accounts: [github] },
    ],
    problems: [["address-twice", "2"]],
    users: [1, 0],
  },
  {
    name: "an account of two rows",
    rows: [
      { user: { id: "1", ...proven }, accounts: [github] },
      { user: { id: "2", emailVerified: true, email: "b@example.com" }, accounts: [github] },
    ],
    problems: [["account-twice", "2", "a1"]],
    users: [2, 0],
  },
  {
    name: "an address that another user has not proven",
    before: (adapter) => adapter.createUser({ id: "0", email: proven.email, emailVerified: null }),
    rows: [{ user: { id: "1", ...proven }, accounts: [github, password] }],
    problems: [["address-taken", "1"]],
    users: [0, 0],
  },
  {
    name: "an unproven address of a user who has proven it here",
    before: (adapter) =>
      adapter.createUser({ id: "0", email: proven.email, emailVerified: new Date() }),
    rows: [{ user: { id: "1", ...proven, emailVerified: 0 }, accounts: [] }],
    problems: [["address-taken", "1"]],
    users: [0, 0],
  },
  {
    name: "an unproven address of two users",
    before: (adapter) => adapter.createUser({ id: "0", email: proven.email, emailVerified: null }),
    rows: [{ user: { id: "1", ...proven, emailVerified: false }, accounts: [] }],
    problems: [["address-taken", "1"]],
    users: [0, 0],
  },
  {
    name: "an id of another user",
    before: (adapter) =>
      adapter.createUser({ id: "1", email: "b@example.com", emailVerified: new Date() }),
    rows: [{ user: { id: 1, ...proven }, accounts: [password] }],
    problems: [["id-taken", "1"]],
    users: [0, 0],
  },
  {
    name: "accounts of two users",
    before: async (adapter) => {
      for (const id of ["8", "9"]) {
        await adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null });
        await adapter.linkAccount({
          userId: id,
          provider: "github",
          type: "oauth",
          providerAccountId: id,
        });
      }
    },
    rows: [{
      user: { id: "1", ...proven },
      accounts: [github, { ...github, id: "a2", accountId: "8" }, password],
    }],
    problems: [["account-taken", "1"]],
    users: [0, 0],
  },
  {
    name: "an account of a user who has another address here",
    before: async (adapter) => {
      await adapter.createUser({ id: "9", email: "b@example.com", emailVerified: new Date() });
      await adapter.linkAccount({
        userId: "9",
        provider: "github",
        type: "oauth",
        providerAccountId: "9",
      });
    },
    rows: [{ user: { id: "1", ...proven }, accounts: [github, password] }],
    problems: [["password-unproven", "1"]],
    users: [0, 1],
  },
  {
    name: "an address that is none",
    rows: [{ user: { id: "1", ...proven, email: "a@b@c" }, accounts: [password] }],
    problems: [["address-invalid", "1"], ["no-way-in", "1"]],
    users: [0, 0],
  },
  {
    name: "a hash of another library",
    rows: [{ user: { id: "1", ...proven }, accounts: [{ ...password, password: "$2b$10$abc" }] }],
    problems: [["hash-unknown", "1", "p1"]],
    users: [1, 0],
  },
  {
    name: "an account of a provider that is no OAuth provider",
    rows: [{ user: { id: "1", ...proven }, accounts: [{ ...github, providerId: "password" }] }],
    problems: [["provider-unknown", "1", "a1"]],
    users: [1, 0],
  },
  {
    name: "nothing of a provider under another id",
    rows: [{ user: { id: "1", ...proven }, accounts: [{ ...github, providerId: "kick" }] }],
    options: { providers: { kick: "github" } },
    problems: [],
    users: [1, 0],
  },
  {
    name: "nothing of a user who has proven the same address here",
    before: (adapter) =>
      adapter.createUser({ id: "0", email: proven.email, emailVerified: new Date() }),
    rows: [{ user: { id: "1", ...proven }, accounts: [github, password] }],
    problems: [],
    users: [0, 1],
  },
];

for (const { name, rows, options, before, problems, users } of PROBLEMS) {
  Deno.test(`Better Auth: the report names ${name}`, async () => {
    const app = createTarget();
    await before?.(app.adapter);
    const plan = await importBetterAuth(app.config, rows, { ...options, dryRun: true });
    const report = await importBetterAuth(app.config, rows, options);
    assertEquals(report, plan);
    assertEquals(
      report.problems.map(({ reason, userId, accountId }) =>
        accountId === undefined ? [reason, userId] : [reason, userId, accountId]
      ),
      problems,
    );
    assertEquals([report.users.written, report.users.known], users);
  });
}

Deno.test("Better Auth: without `Password()`, passwords are left out", async () => {
  const app = createTarget({ providers: [] });
  const { problems, passwords } = await importBetterAuth(app.config, [rowOf("ada")]);
  assertEquals(problems.map(({ reason }) => reason), ["no-password-provider"]);
  assertEquals(passwords, { written: 0, known: 0 });
});

Deno.test("Better Auth: a password that the user has here stays", async () => {
  const app = createTarget();
  const user = await app.adapter.createUser({
    id: "0",
    email: addressOf("ada"),
    emailVerified: new Date(),
  });
  const other = "$2b$10$abc";
  await importPassword(app.config, user.id, other);
  const { passwords } = await importBetterAuth(app.config, [rowOf("ada")]);
  assertEquals(passwords, { written: 0, known: 1 });
});

Deno.test("Better Auth: `moved` is told about ids that changed, in each run for users who are known", async () => {
  const memory = MemoryAdapter();
  // As many adapters of Auth.js: only the contract, and ids of their own.
  const contract = Object.fromEntries(CONTRACT.map((name) => [name, memory[name]]));
  let made = 0;
  const adapter = {
    ...contract,
    createUser: (user: Parameters<FullAdapter["createUser"]>[0]) =>
      memory.createUser({ ...user, id: `made-${++made}` }),
  } as unknown as FullAdapter;
  const app = createTarget({ adapter, records: memory.records });
  const calls: string[][] = [];
  const moved = (from: string, to: string) => void calls.push([from, to]);
  await importBetterAuth(app.config, rows, { moved, dryRun: true });
  assertEquals(calls, []);
  await importBetterAuth(app.config, rows, { moved });
  assertEquals(calls.map(([from]) => from), rows.map(({ user }) => String(user.id)));
  const first = [...calls];
  calls.length = 0;
  await importBetterAuth(app.config, rows, { moved });
  assertEquals(calls, first);
  assertEquals(made, rows.length);
  // The adapter cannot list accounts, so they are noted in the records.
  const grace = (await adapter.getUserByEmail(addressOf("grace")))!;
  assertEquals((await listAccounts(app.config, grace.id)).map(({ provider }) => provider), [
    "github",
  ]);
});

Deno.test("Better Auth: a run that fails at any call of the store is healed by the next one", async () => {
  let failures = 0;
  for (const when of ["before", "after"] as const) {
    for (let number = 1;; number++) {
      const store = await localStores.memory!();
      const app = createTarget(store.config);
      store.arm(number, when);
      // A call that is tried twice heals itself.
      await importBetterAuth(app.config, rows).catch(() => failures++);
      const hasFailed = store.calls.length >= number;
      store.arm(0, when);
      const again = await importBetterAuth(app.config, rows);
      assertEquals(again.problems.map(({ reason }) => reason), LEFT_OUT.map(([, why]) => why));
      const last = await importBetterAuth(app.config, rows);
      assertEquals([last.users, last.accounts, last.passwords], [
        { written: 0, known: 8 },
        { written: 0, known: 3 },
        { written: 0, known: 3 },
      ], `call ${number}, ${when}`);
      assert(
        await findSuspension(store.config.records!, idOf("banned")),
        `call ${number}, ${when}`,
      );
      await store.close();
      if (!hasFailed) break;
    }
  }
  assert(failures > 50, String(failures));
});

Deno.test("Better Auth: rows can come one at a time", async () => {
  const app = createTarget();
  async function* stream() {
    for (const row of rows) yield await Promise.resolve(row);
  }
  const { users } = await importBetterAuth(app.config, stream());
  assertEquals(users.written, 8);
});

Deno.test("Better Auth: without an adapter, the import throws", async () => {
  await assertRejects(
    () => importBetterAuth({ providers: [], secret: "x".repeat(32) }, rows),
    Error,
    "adapter",
  );
});
