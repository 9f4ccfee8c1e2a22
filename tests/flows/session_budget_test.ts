/**
 * What a provider, or the app, puts into a session or a row is bounded, so that no person is locked out.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { createRig } from "../conformance/_rig.ts";

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
