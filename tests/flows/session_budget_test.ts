/**
 * What a provider, or the app, puts into a session or a row is bounded, so that no person is locked out.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig, type User } from "../../mod.ts";
import { PUBLISHED_SCHEMA } from "../adapters/foreign/_pg_schema.ts";
import { openEmpty, withPostgres } from "../adapters/_postgres.ts";
import { PostgresAdapter, postgresSchema } from "../../adapters/postgres.ts";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { KeepTokens } from "../../src/capabilities/tokens/mod.ts";
import { createBrowser } from "../../src/tools/testing/mod.ts";
import type { AdapterUser } from "../../src/types/adapter.ts";
import { createRig } from "../conformance/_rig.ts";
import { onEveryStore } from "./_every_store.ts";

const APP = "https://app.example";
const GROUPS = Array.from({ length: 900 }, (_, index) => `group-${index}`);
const PICTURE = `data:image/png;base64,${"A".repeat(20_000)}`;

/** Characters of the cookies that the browser sends. */
const sizeOf = ({ browser }: Awaited<ReturnType<typeof createRig>>) =>
  browser.cookies.header(new URL(APP)).length;

Deno.test("session budget: a token that servers would refuse begins no session, and the log names its claims", async () => {
  let grows = true;
  const adapter = MemoryAdapter();
  const config: Partial<AuthConfig> = {
    adapter,
    session: { strategy: "jwt", revocation: {} },
    callbacks: {
      jwt: ({ token }) => grows ? { ...token, groups: GROUPS, level: 7 } : token,
    },
  };
  const rig = await createRig({ config });
  const landing = await rig.browser.signIn("test", { callbackUrl: "/after" });
  assertStringIncludes(landing.url.href, "/auth/error?error=Configuration");
  assertEquals(await rig.browser.session(), null);
  const log = rig.lines.join("\n");
  assertStringIncludes(log, '"groups" (');
  assertStringIncludes(log, '"level" (1 characters)');
  assert(sizeOf(rig) < 6000);
  // No session is left that no browser has.
  const [user] = [
    await adapter.getUserByAccount({ provider: "test", providerAccountId: "user-1" }),
  ];
  assertEquals((await adapter.records.list(user!.id, "session")).length, 0);
  // The person can sign out, and in once the app has been repaired.
  const response = await rig.browser.post("/signout");
  assertEquals(response.status, 302);
  grows = false;
  await rig.browser.signIn("test");
  assert(await rig.browser.session());
});

Deno.test("session budget: a session whose claims grow later goes on with the token that it has", async () => {
  let grows = false;
  const rig = await createRig({
    config: {
      callbacks: { jwt: ({ token }) => grows ? { ...token, groups: GROUPS } : token },
    },
  });
  await rig.browser.signIn("test");
  grows = true;
  for (let read = 0; read < 3; read++) assert((await rig.browser.session())?.user);
  assert(sizeOf(rig) < 6000);
  assertStringIncludes(rig.lines.join("\n"), '"groups" (');
  await rig.browser.post("/signout");
  assertEquals(await rig.browser.session(), null);
});

Deno.test("session budget: a picture in its URL enters neither a token nor a row", async () => {
  for (const strategy of ["jwt", "database"] as const) {
    const adapter = MemoryAdapter();
    const rig = await createRig({
      config: { adapter, session: { strategy } },
      idp: { user: { sub: "user-1", name: "Ada", email: "ada@example.com", picture: PICTURE } },
    });
    await rig.browser.signIn("test");
    const session = await rig.browser.session();
    assertEquals([session?.user?.name, session?.user?.image ?? null], ["Ada", null], strategy);
    assert(sizeOf(rig) < 6000);
    const user = await adapter.getUserByAccount({ provider: "test", providerAccountId: "user-1" });
    assertEquals(user?.image ?? null, null);
  }
});

Deno.test("session budget: tokens that no store takes are left out of the account, and the person signs in", async () => {
  const memory = MemoryAdapter();
  /** As Deno KV: values of 64 KiB at most. */
  const fits = (value: object) => {
    if (JSON.stringify(value).length > 65_536) throw new Error("Value too large (max 65536 bytes)");
  };
  const adapter = {
    ...memory,
    createUser: (
      user: Parameters<typeof memory.createUser>[0],
    ) => (fits(user), memory.createUser(user)),
    linkAccount: (account: Parameters<typeof memory.linkAccount>[0]) => (
      fits(account), memory.linkAccount(account)
    ),
    createUserWithAccount: (
      ...[user, account]: Parameters<typeof memory.createUserWithAccount>
    ) => (
      fits(user), fits(account), memory.createUserWithAccount(user, account)
    ),
  };
  const rig = await createRig({
    config: { adapter, session: { strategy: "database" } },
    idp: {
      user: { sub: "user-1", name: "Ada", email: "ada@example.com", picture: PICTURE.repeat(4) },
    },
  });
  await rig.browser.signIn("test");
  assertEquals((await rig.browser.session())?.user?.name, "Ada");
  const account = await memory.getAccount("user-1", "test");
  assertEquals([account?.id_token, typeof account?.access_token], [undefined, "string"]);
});

const LARGE = "g".repeat(100_000);

/** An app that stores everything that the provider says about a user. */
async function createMapped(claims: Record<string, unknown>, config: Partial<AuthConfig>) {
  return await createRig({
    config: { session: { strategy: "database" }, ...config },
    provider: {
      // The server itself would refuse an access token that is not its own.
      idToken: true,
      profile: ({ sub, ...claims }) => {
        const { name, email, groups, bio } = claims as Record<string, string>;
        return { id: sub, name, email, groups, bio } as User;
      },
    },
    idp: { user: { sub: "user-1", name: "Ada", email: "ada@example.com", ...claims } },
  });
}

const userIn = async ({ config: { adapter } }: Awaited<ReturnType<typeof createRig>>) =>
  await adapter!.getUserByAccount!({ provider: "test", providerAccountId: "user-1" }) as
    | AdapterUser & Record<string, unknown>
    | null;

onEveryStore("session budget", (test) => {
  test("a member that the store does not take costs nobody the sign-in", async ({ config }) => {
    const rig = await createMapped({ groups: [LARGE], bio: "b", name: `Ada ${LARGE}` }, config);
    await rig.browser.signIn("test");
    const session = await rig.browser.session();
    assertEquals(session?.user?.email, "ada@example.com");
    assertEquals(session?.user?.name, `Ada ${LARGE}`.slice(0, 255));
    const user = await userIn(rig);
    assertEquals(user?.bio, "b");
    const warned = rig.lines.join("\n").includes("groups (test)");
    assertEquals(user?.groups, warned ? undefined : [LARGE]);
  });

  test("of fifty first sign-ins at once with such a member, all end in one user", async ({ config }) => {
    const rig = await createMapped({ groups: [LARGE] }, config);
    const answers = await Promise.all(Array.from({ length: 50 }, async () => {
      const browser = createBrowser(APP, {
        [APP]: async (request) =>
          new URL(request.url).pathname.startsWith("/auth/")
            ? await Auth(request, rig.config)
            : new Response("app"),
        [rig.idp.issuer]: rig.idp.handler,
      });
      await browser.signIn("test");
      return (await browser.session())?.user?.email;
    }));
    assertEquals(new Set(answers), new Set(["ada@example.com"]));
    const user = await userIn(rig);
    assertEquals((await config.adapter!.listAccounts!(user!.id)).length, 1);
  });
});

Deno.test("session budget: what says whose row it is, is never left out", async () => {
  using kv = await Deno.openKv(":memory:");
  const adapter = DenoKvAdapter(kv);
  const rig = await createMapped({ sub: "s".repeat(3000), groups: [LARGE] }, { adapter });
  await rig.browser.signIn("test");
  assertEquals(await rig.browser.session(), null);
  assertStringIncludes(rig.lines.join("\n"), "Deno KV allows keys of 2 KiB");
  assertEquals(await adapter.getUserByEmail("ada@example.com"), null);
  const other = await createMapped({ groups: [LARGE] }, { adapter });
  await other.browser.signIn("test");
  const user = await userIn(other);
  assertEquals([user?.email, user?.groups], ["ada@example.com", undefined]);
});

withPostgres("session budget", (server) => {
  Deno.test("session budget: a name that is too long for its column is left out, and an address is not", async () => {
    await using opened = await openEmpty(server());
    await opened.pool.query(PUBLISHED_SCHEMA);
    await opened.pool.query(postgresSchema());
    await opened.pool.query("ALTER TABLE users ALTER name TYPE varchar(20)");
    const adapter = PostgresAdapter(opened.pool);
    const rig = await createMapped({ name: "Ada, Countess of Lovelace" }, { adapter });
    await rig.browser.signIn("test");
    const { user } = (await rig.browser.session())!;
    assertEquals([user?.email, user?.name ?? null], ["ada@example.com", null]);

    const email = `${"e".repeat(300)}@example.com`;
    const other = await createMapped({ sub: "user-2", email }, { adapter });
    await other.browser.signIn("test");
    assertEquals(await other.browser.session(), null);
    const { rows } = await opened.pool.query("SELECT count(*)::int AS count FROM users");
    assertEquals(rows, [{ count: 1 }]);
  });
});

Deno.test("session budget: tokens that are too large to be kept cost nobody the sign-in", async () => {
  for (const [length, keeps] of [[20_000, true], [30_000, false]] as const) {
    const adapter = MemoryAdapter();
    const rig = await createMapped({}, { adapter, tokens: KeepTokens() });
    rig.idp.hostile.answer = {
      token: async (response) =>
        Response.json({ ...await response.json(), access_token: "t".repeat(length) }),
    };
    await rig.browser.signIn("test");
    assertEquals((await rig.browser.session())?.user?.name, "Ada");
    const user = await userIn(rig);
    assertEquals((await adapter.records.list(user!.id, "tokens")).length, keeps ? 1 : 0);
  }
});
