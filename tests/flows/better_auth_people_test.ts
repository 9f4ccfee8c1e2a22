/**
 * Everybody in an app of Better Auth, in this library: each signs in with each of the ways in that
 * they had, and nobody with less.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import { symmetricEncrypt } from "better-auth/crypto";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import {
  betterAuth,
  type BetterAuthOptions,
  betterAuthRows,
  type BetterAuthTables,
  importBetterAuth,
} from "../../src/tools/migrate/better_auth.ts";
import GitHub from "../../src/providers/github.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { delete as deleteUser } from "../../src/server/users.ts";
import {
  has as hasPassword,
  set as setPassword,
} from "../../src/capabilities/passwords/functions.ts";
import { list as listAccounts, unlink as unlinkAccount } from "../../src/server/accounts.ts";
import {
  list as listFactors,
  remove as removeFactor,
} from "../../src/capabilities/factors/functions.ts";
import {
  list as listPasskeys,
  remove as removePasskey,
} from "../../src/capabilities/passkeys/functions.ts";
import { createBrowser, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { RecordEntry, RecordStore } from "../../src/types/records.ts";
import { isChosen } from "../_stride.ts";
import { waitUntil } from "../_wait.ts";
import { openEmpty, withPostgres } from "../adapters/_postgres.ts";
import {
  aboutUsers,
  addressOf,
  asMysql,
  type BetterAuthApp,
  createBetterAuthApp,
  inSnakeCase,
  NAMES,
  OLD_PASSWORD,
  OLD_SECRET,
  type Person,
} from "./_better_auth.ts";
import {
  answerFactor,
  checkEverybody,
  EVERYBODY,
  openLink,
  sessionUser,
  signIn,
} from "./_better_auth_people.ts";
import { submit } from "./_factors.ts";
import { localStores } from "./_fault_stores.ts";
import { run as useKey } from "./_passkeys.ts";
import { CHEAP, enter } from "./_passwords.ts";

const ORIGIN = "https://app.example";
const WRONG =
  "/auth/signin?error=CredentialsSignin&code=credentials&callbackUrl=https%3A%2F%2Fapp.example%2Fafter";
const SENT = "/auth/verify-request?provider=mail&type=email";

/** One app for tests that look at some users only; each test opens browsers of its own. */
const shared = await createBetterAuthApp(new DatabaseSync(":memory:"));
const sharedTables = await shared.tables();

/** Session cookies of Better Auth, by the names of users. */
const oldCookies = new Map(
  NAMES.map((name) => {
    const header = shared.people[name].browser.cookies.header(new URL(ORIGIN), {
      crossSite: false,
      method: "GET",
    })!;
    return [name, header.split("; ").find((one) => one.includes("session_token="))!];
  }),
);

/** Each app has a secret of its own, so that counts in the memory of the process are apart. */
let apps = 0;

function createTarget(config: Partial<AuthConfig> = {}) {
  const links: { to: string; url: string }[] = [];
  const errors: Error[] = [];
  const full: AuthConfig = {
    providers: [
      Password(CHEAP),
      {
        id: "mail",
        name: "Email",
        type: "email",
        sendVerificationRequest: ({ identifier, url }) => void links.push({ to: identifier, url }),
        sendMail: () => {},
      },
      Passkey,
      GitHub({ clientId: "id", clientSecret: "secret" }),
    ],
    adapter: MemoryAdapter(),
    factors: [Totp(), RecoveryCodes()],
    session: { strategy: "jwt", revocation: {} },
    legacy: betterAuth(),
    experimental: { enableWebAuthn: true },
    secret: `a-secret-of-at-least-32-characters ${++apps}`,
    trustHost: true,
    logger: { error: (error) => void errors.push(error), warn: () => {}, debug: () => {} },
    ...config,
  };
  const handle = async (request: Request) =>
    new URL(request.url).pathname.startsWith("/auth/")
      ? await Auth(request, full)
      : new Response("app");
  const open = () => createBrowser(ORIGIN, { [ORIGIN]: handle });
  return { config: full, links, errors, handle, open };
}

type Target = ReturnType<typeof createTarget>;

/** Asks for a link without a password, and opens it. */
async function signInByLink(target: Target, browser: TestBrowser, email: string): Promise<void> {
  await (await browser.post("/signin/mail", { email, callbackUrl: "/after" })).body?.cancel();
  await openLink(target, browser);
}

/** A browser with the session of Better Auth that a person has. */
function withCookieOf(
  { handle }: Target,
  { name }: Person,
  change = (cookie: string) => cookie,
): TestBrowser {
  const browser = createBrowser(ORIGIN, { [ORIGIN]: handle });
  const cookie = change(oldCookies.get(name)!);
  browser.cookies.store(new URL(ORIGIN), [`${cookie}; Path=/; Secure; HttpOnly; SameSite=Lax`]);
  return browser;
}

/** By default, the test of the guide lets the others type their passwords. */
const TYPING = NAMES.filter((_, index) => isChosen(1, 2) || index % 3 !== 0);

/** On PostgreSQL one of them is in `deno task test`, and another test moves everybody to SQLite. */
const STRATEGIES = ["jwt", "database"] as const;

async function move(
  app: BetterAuthApp,
  target: Target,
  tables: BetterAuthTables,
  options: BetterAuthOptions = {},
) {
  const all = { secret: OLD_SECRET, ...options };
  const rows = betterAuthRows(tables);
  const plan = await importBetterAuth(target.config, rows, { ...all, dryRun: true });
  const report = await importBetterAuth(target.config, rows, all);
  assertEquals(report, plan);
  app.replace(target.handle);
  return { ...report, problems: aboutUsers(report.problems) };
}

for (const strategy of STRATEGIES) {
  // The test of the guide moves everybody to SQLite too.
  if (!isChosen(1, 2)) continue;
  Deno.test(`Better Auth on SQLite: everybody is moved to SQLite (${strategy})`, async () => {
    const app = await createBetterAuthApp(new DatabaseSync(":memory:"));
    using adapter = SqliteAdapter(":memory:");
    const target = createTarget({ adapter, session: { strategy, revocation: {} } });
    assertEquals(await move(app, target, await app.tables()), EVERYBODY);
    await checkEverybody(app, target);
    assertEquals(target.errors.filter(({ name }) => name !== "CredentialsSignin"), []);
  });
}

for (
  const [dump, convert] of [["MySQL", asMysql], ["columns in snake case", inSnakeCase]] as const
) {
  Deno.test(`Better Auth: everybody is moved from the rows of ${dump}`, async () => {
    const target = createTarget();
    // Dumps are files of JSON.
    const tables = JSON.parse(JSON.stringify(convert(sharedTables)));
    assertEquals(await move(shared, target, tables), EVERYBODY);
    for (const name of ["all", "unproven.key"] as const) {
      const person = shared.people[name];
      assertEquals((await sessionUser(withCookieOf(target, person)))?.name, name);
      assertEquals(await signIn(target, person), name);
      const browser = target.open();
      await useKey(person, browser, { action: "authenticate" });
      assertEquals((await sessionUser(browser))?.name, name);
    }
  });
}

withPostgres("Better Auth on PostgreSQL", (server) => {
  for (const [index, strategy] of STRATEGIES.entries()) {
    if (!isChosen(index + 1, STRATEGIES.length)) continue;
    Deno.test(`Better Auth on PostgreSQL: everybody is moved to PostgreSQL (${strategy})`, async () => {
      await using opened = await openEmpty(server());
      const app = await createBetterAuthApp(opened.pool);
      const target = createTarget({
        adapter: PostgresAdapter(opened.pool, { createTables: true }),
        session: { strategy, revocation: {} },
      });
      assertEquals(await move(app, target, await app.tables()), EVERYBODY);
      await checkEverybody(app, target, TYPING);
    });
  }
});

Deno.test("Better Auth: a second run writes nothing, and brings back nothing that users removed", async () => {
  for (const strategy of ["jwt", "database"] as const) {
    const target = createTarget({ session: { strategy, revocation: {} } });
    const { config } = target;
    await move(shared, target, sharedTables);
    const browser = withCookieOf(target, shared.people.ada);
    assertEquals((await sessionUser(browser))?.name, "ada");
    await (await browser.post("/signout")).body?.cancel();
    const { id } = (await config.adapter!.getUserByEmail!(addressOf("all")))!;
    const [factor] = await listFactors(config, id);
    await removeFactor(config, id, factor!.id);
    const [key] = await listPasskeys(config, id);
    assert(await removePasskey(config, id, key!.id));
    assert(await unlinkAccount(config, id, { provider: "github", providerAccountId: "43" }));
    const { problems, ...counts } = await move(shared, target, sharedTables);
    assertEquals(problems, []);
    for (const [name, { written, known }] of Object.entries(counts)) {
      const before = EVERYBODY[name as keyof typeof counts].written;
      assertEquals([written, known], [0, before], name);
    }
    assertEquals(await listPasskeys(config, id), []);
    assertEquals(await listAccounts(config, id), []);
    assertEquals((await listFactors(config, id)).length, 1);
    assertEquals(await sessionUser(withCookieOf(target, shared.people.ada)), null);
  }
});

Deno.test("Better Auth: a link without the password opens the user, but not to whoever set the password", async () => {
  for (const strategy of ["jwt", "database"] as const) {
    const target = createTarget({ session: { strategy, revocation: {} } });
    await move(shared, target, sharedTables);
    // The attacker signed up there under the address of another person, and is signed in.
    const email = addressOf("unproven");
    const early = withCookieOf(target, shared.people.unproven);
    assertEquals((await sessionUser(early))?.name, "unproven");
    const late = withCookieOf(target, shared.people.unproven);
    const attacker = target.open();
    assertEquals(await enter(attacker, OLD_PASSWORD, email), SENT);
    // The owner opens the link that the attacker made the app send, in another browser.
    const owner = target.open();
    const { response } = await owner.visit(target.links.at(-1)!.url);
    await submit(owner, await response.text(), {});
    assertEquals((await sessionUser(owner))?.name, "unproven");
    assertEquals(await sessionUser(attacker), null);
    assertEquals(await sessionUser(early), null, strategy);
    assertEquals(await sessionUser(late), null, strategy);
    // The password still opens nothing without the mailbox.
    assertEquals(await enter(target.open(), OLD_PASSWORD, email), SENT);
    const { id } = (await target.config.adapter!.getUserByEmail!(email))!;
    assertEquals(await hasPassword(target.config, id), false);
    // Whoever brings both, in one browser, has the password.
    const both = target.open();
    assertEquals(await enter(both, OLD_PASSWORD, email), SENT);
    assertEquals(await openLink(target, both), "/after");
    assertEquals(await hasPassword(target.config, id), true);
    assertEquals(await enter(target.open(), OLD_PASSWORD, email), "/after");
    // The owner sets another one.
    assertEquals(await setPassword(target.config, id, "looms weave flowers and leaves"), null);
    assertEquals(await enter(target.open(), OLD_PASSWORD, email), WRONG);
  }
});

for (const name of ["unproven.key", "unproven.factor", "unproven.linked"] as const) {
  Deno.test(`Better Auth: a link without the password does not lead to "${name}", who never proved the address`, async () => {
    const target = createTarget();
    await move(shared, target, sharedTables);
    const person = shared.people[name];
    const before = withCookieOf(target, person);
    const owner = target.open();
    await signInByLink(target, owner, person.email);
    const user = await sessionUser(owner);
    assertEquals([user.email, user.name ?? null], [person.email, null]);
    // The other user goes on without the address, and the password opens nothing any more.
    const other = await sessionUser(before);
    assertEquals([other.email ?? null, other.name], [null, name]);
    assertEquals(await enter(target.open(), OLD_PASSWORD, person.email), WRONG);
    if (!person.hasPasskey) return;
    const browser = target.open();
    await useKey(person, browser, { action: "authenticate" });
    assertEquals((await sessionUser(browser)).name, name);
  });
}

Deno.test("Better Auth: a kept password gives its user the address, and needs no further link", async () => {
  const target = createTarget();
  await move(shared, target, sharedTables);
  const email = addressOf("unproven.key");
  const browser = target.open();
  assertEquals(await enter(browser, "wrong password of this user", email), WRONG);
  assertEquals(target.links.length, 0);
  assertEquals(await enter(browser, OLD_PASSWORD, email), SENT);
  // In another browser the link makes no other user of the address, and is not used up.
  const phone = target.open();
  const refused = await phone.visit(target.links.at(-1)!.url);
  await refused.response.body?.cancel();
  assertEquals(refused.url.searchParams.get("error"), "Verification");
  assertEquals(await sessionUser(phone), null);
  assertEquals(await target.config.adapter!.getUserByEmail!(email), null);
  assertEquals(await openLink(target, browser), "/after");
  const { name, email: proven } = await sessionUser(browser);
  assertEquals([name, proven], ["unproven.key", email]);
  assertEquals(await enter(target.open(), OLD_PASSWORD, email), "/after");
  assertEquals(target.links.length, 1);
});

Deno.test("Better Auth: guesses at a kept password are limited, and the right one is no known browser", async () => {
  const target = createTarget({ limits: { perAccount: 3, perRecipient: false } });
  await move(shared, target, sharedTables);
  const email = addressOf("unproven");
  const browser = target.open();
  for (let n = 0; n < 3; n++) assertEquals(await enter(browser, OLD_PASSWORD, email), SENT);
  assert(!(await enter(browser, OLD_PASSWORD, email)).startsWith("/auth/verify-request"));
  assertEquals(target.links.length, 3);
});

Deno.test("Better Auth: a kept password counts with the code of the same mail, also where users are invited", async () => {
  const codes: string[] = [];
  const target = createTarget({ signUp: "invited" });
  const mail = {
    id: "mail",
    name: "Email",
    type: "email" as const,
    code: true as const,
    sendVerificationRequest: ({ code }: { code?: string }) => void codes.push(code!),
    sendMail: () => {},
  };
  target.config.providers = target.config.providers.map((one) =>
    "id" in one && one.id === "mail" ? mail : one
  );
  await move(shared, target, sharedTables);
  const browser = target.open();
  const email = addressOf("unproven.key");
  assertEquals(await enter(browser, OLD_PASSWORD, email), SENT);
  await waitUntil("the mail was sent after the answer", () => codes.length > 0);
  const page = await browser.fetch(SENT);
  await submit(browser, await page.text(), { code: codes.at(-1)! });
  assertEquals((await sessionUser(browser))?.name, "unproven.key");
});

Deno.test("Better Auth: without its secret, or with another one, no second factor is lost in silence", async () => {
  for (const secret of [undefined, "another-secret-of-32-characters!!"]) {
    const target = createTarget();
    const { problems, passwords, secondFactors } = await move(shared, target, sharedTables, {
      secret,
    });
    assertEquals(secondFactors, { written: 0, known: 0 });
    assertEquals(problems.filter(({ reason }) => reason === "second-factor").length, 3);
    assertEquals(passwords.written, 4);
    assertEquals(await enter(target.open(), OLD_PASSWORD, addressOf("factor")), WRONG);
    // A session does not tell the wrong secret from the right one; its cookie then opens nothing.
    const sessions = problems.filter(({ reason }) => reason === "session");
    assertEquals(sessions.length, secret ? 1 : NAMES.length);
    assertEquals(await sessionUser(withCookieOf(target, shared.people.ada)), null);
  }
});

Deno.test("Better Auth: a cookie with a changed signature or token opens nothing", async () => {
  for (const strategy of ["jwt", "database"] as const) {
    const target = createTarget({ session: { strategy, revocation: {} } });
    await move(shared, target, sharedTables);
    const changes = [
      (cookie: string) => cookie.replace(/\..{20}.*$/, ""),
      (cookie: string) => cookie.replace(/(=.{5})./, (_, kept) => `${kept}-`),
      (cookie: string) => cookie.slice(0, cookie.lastIndexOf(".") + 1) + "A".repeat(43) + "%3D",
    ];
    for (const change of changes) {
      assertEquals(await sessionUser(withCookieOf(target, shared.people.ada, change)), null);
    }
    assertEquals((await sessionUser(withCookieOf(target, shared.people.ada)))?.name, "ada");
  }
});

Deno.test("Better Auth: a session ends at its expiry, and none of an administrator who acts for a user is moved", async () => {
  const target = createTarget();
  const users = sharedTables.user as { id: string; name: string }[];
  const ada = users.find(({ name }) => name === "ada")!;
  const [first] = (sharedTables.session as { userId: string }[])
    .filter(({ userId }) => userId === ada.id);
  const at = Date.now();
  const { sessions, problems } = await move(shared, target, {
    ...sharedTables,
    session: [
      { ...first, id: "soon", expiresAt: new Date(at + 60_000).toISOString() },
      { ...first, id: "over", token: "x".repeat(32), expiresAt: new Date(at - 1).toISOString() },
      { ...first, id: "acting", token: "y".repeat(32), impersonatedBy: "1" },
    ],
  });
  assertEquals(sessions, { written: 1, known: 0 });
  assertEquals(problems.map(({ reason, rowId, rows }) => [reason, rowId ?? rows]), [
    ["session", "acting"],
    ["ended", 1],
  ]);
  const browser = withCookieOf(target, shared.people.ada);
  using _time = new FakeTime(at + 61_000);
  assertEquals(await sessionUser(browser), null);
});

Deno.test("Better Auth: without `legacy` and the capabilities, the report names what is left out", async () => {
  const target = createTarget({ legacy: undefined, factors: undefined });
  target.config.providers = target.config.providers.filter((one) => one !== Passkey);
  const { problems } = await move(shared, target, sharedTables);
  const reasons: Record<string, number> = {};
  for (const { reason } of problems) reasons[reason] = (reasons[reason] ?? 0) + 1;
  assertEquals(reasons, {
    "no-passkey-provider": 3,
    "password-unproven": 3,
    "second-factor": 3,
    "address-unproven": 1,
    "session": 10,
  });
});

Deno.test("Better Auth: user names are left out where the adapter may have no column for them", async () => {
  const { createUserWithAccount: _, records, ...contract } = MemoryAdapter();
  const target = createTarget({ adapter: contract, records });
  const { problems } = await move(shared, target, sharedTables);
  assertEquals(problems.map(({ reason }) => reason), ["user-name", "user-name"]);
  const other = createTarget();
  const columns = ["displayUsername", "two_factor_enabled"];
  await move(shared, other, sharedTables, { columns });
  const named = await other.config.adapter!.getUserByEmail!(addressOf("named"));
  const { username, displayUsername, two_factor_enabled } = named as unknown as Record<
    string,
    unknown
  >;
  assertEquals([username, displayUsername, two_factor_enabled], [undefined, "Grace_H", 0]);
  await assertRejects(
    () => move(shared, createTarget(), sharedTables, { columns: ["email"] }),
    TypeError,
    '"email" is moved in any case',
  );
});

Deno.test("Better Auth: the records hold neither a secret, a code nor a session token, and nothing of a deleted user", async () => {
  const entries: RecordEntry[] = [];
  const adapter = MemoryAdapter();
  const { records } = adapter;
  const put: RecordStore["put"] = (entry, expected) => {
    entries.push(entry);
    return records.put(entry, expected);
  };
  const target = createTarget({ adapter: { ...adapter, records: { ...records, put } } });
  await move(shared, target, sharedTables);
  const text = JSON.stringify(entries);
  for (const name of NAMES) {
    const { secret, backupCodes } = shared.people[name];
    const token = /=([^.]{32})\./.exec(oldCookies.get(name)!)![1]!;
    for (const value of [secret, ...backupCodes, token].filter(Boolean)) {
      assert(!text.includes(value), name);
    }
  }
  const { id } = (await target.config.adapter!.getUserByEmail!(addressOf("all")))!;
  await deleteUser(target.config, id);
  for (const entry of entries) {
    if (entry.owner !== id) continue;
    assertEquals(await records.get(entry.kind, entry.id), null, entry.kind);
  }
  assertEquals(await sessionUser(withCookieOf(target, shared.people.all)), null);
});

/** Users with everything that is written, in as few calls of the store as possible. */
const FEW = ["all", "unproven.key", "unproven.factor", "unproven"];

for (const [shift, strategy] of STRATEGIES.entries()) {
  Deno.test(`Better Auth: a run that fails at any call brings everybody with the next one (${strategy})`, async () => {
    const user = (sharedTables.user as { name: string }[]).filter(({ name }) => FEW.includes(name));
    const rows = betterAuthRows({ ...sharedTables, user });
    let [tries, failures] = [0, 0];
    for (const [turn, when] of (["before", "after"] as const).entries()) {
      for (let number = 1;; number++) {
        // Each call fails once by default: in one of the strategies, before its effect or after it.
        if (!isChosen(number + shift + 2 * turn, 4)) continue;
        tries++;
        const store = await localStores.memory!();
        const target = createTarget({
          ...store.config,
          session: { strategy, revocation: {} },
        });
        const options = { secret: OLD_SECRET };
        store.arm(number, when);
        // A call that is tried twice heals itself.
        await importBetterAuth(target.config, rows, options).catch(() => failures++);
        const hasFailed = store.calls.length >= number;
        store.arm(0, when);
        const again = await importBetterAuth(target.config, rows, options);
        assertEquals(aboutUsers(again.problems), [], `call ${number}, ${when}`);
        const { problems: _, ...counts } = await importBetterAuth(target.config, rows, options);
        assertEquals(
          Object.entries(counts).map(([name, { written, known }]) => [name, written, known]),
          [
            ["users", 0, 4],
            ["accounts", 0, 1],
            ["passwords", 0, 1],
            ["keptPasswords", 0, 3],
            ["passkeys", 0, 2],
            ["secondFactors", 0, 2],
            ["recoveryCodes", 0, 2],
            ["sessions", 0, 4],
            ["organizations", 0, 0],
            ["members", 0, 0],
            ["invitations", 0, 0],
            ["keys", 0, 0],
          ],
          `call ${number}, ${when}`,
        );
        for (const name of ["all", "unproven"] as const) {
          const browser = withCookieOf(target, shared.people[name]);
          assertEquals((await sessionUser(browser))?.name, name, `call ${number}, ${when}`);
        }
        if (number % 20 === 0) {
          for (const name of ["all", "unproven.key"] as const) {
            assertEquals(await signIn(target, shared.people[name]), name);
          }
        }
        await store.close();
        if (!hasFailed) break;
      }
    }
    assert(tries > 24 && failures > tries / 2, `${failures} failures of ${tries}`);
  });
}

Deno.test("Better Auth: sealed tokens of providers are opened, and others stay as they are", async () => {
  const sealed = await symmetricEncrypt({ key: OLD_SECRET, data: "gho_token" });
  const account = { id: "a", userId: "1", providerId: "github" };
  const tables = {
    user: [{ id: "1", email: "a@example.com", emailVerified: true }],
    account: [
      { ...account, accountId: "1", accessToken: sealed, refreshToken: "abcdef" },
      { ...account, id: "b", accountId: "2", accessToken: "gho_other" },
    ],
  };
  const target = createTarget();
  await move(shared, target, tables);
  const tokens = await Promise.all(
    ["1", "2"].map((id) => target.config.adapter!.getAccount!(id, "github")),
  );
  assertEquals(tokens.map((one) => one?.access_token), ["gho_token", "gho_other"]);
  assertEquals(tokens[0]?.refresh_token, "abcdef");
});

Deno.test("Better Auth: an authenticator app that was itself imported there is moved", async () => {
  const person = { ...shared.people.all, secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" };
  const secret = await symmetricEncrypt({
    key: OLD_SECRET,
    data: `base32:${person.secret.toLowerCase()}`,
  });
  const backupCodes = JSON.stringify(["Plain-Codes"]);
  const twoFactor = (sharedTables.twoFactor as object[])
    .map((row) => ({ ...row, secret, backupCodes }));
  const target = createTarget();
  const { problems } = await move(shared, target, { ...sharedTables, twoFactor });
  assertEquals(problems, []);
  assertEquals(await signIn(target, person), "all");
  const browser = target.open();
  await enter(browser, OLD_PASSWORD, person.email);
  await answerFactor(browser, "plaincodes", "recovery");
  assertEquals(await sessionUser(browser), null);
  await answerFactor(browser, "Plain Codes", "recovery");
  assertEquals((await sessionUser(browser))?.name, "all");
});

Deno.test("Better Auth: what cannot be read or has no way in is named in the report", async () => {
  const row = { email: "b@example.com", emailVerified: true };
  const passkey = { id: "p", userId: "1", publicKey: "AQ==", credentialID: "AQ" };
  const tables = {
    user: [
      { id: "1", ...row },
      { id: "2", ...row, email: "c@example.com" },
      { id: "3", ...row, email: "d@example.com", isAnonymous: true },
      { id: "4", ...row, email: "e@example.com", twoFactorEnabled: 1 },
      { id: "5" },
    ],
    account: [],
    passkey: [
      passkey,
      { ...passkey, id: "q", userId: "2" },
      { ...passkey, id: "r", credentialID: "" },
    ],
    two_factor: [{ id: "t", userId: "4", secret: "aa", verified: false }],
  };
  const { problems } = await move(shared, createTarget(), tables);
  assertEquals(problems, [
    { reason: "passkey-invalid", userId: "1", rowId: "r" },
    { reason: "account-twice", userId: "2", rowId: "q" },
    { reason: "anonymous", userId: "3" },
    { reason: "second-factor", userId: "4", rowId: "t" },
    { reason: "no-way-in", userId: "5" },
  ]);
});
