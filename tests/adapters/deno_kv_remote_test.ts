/**
 * The Deno KV adapter over a network, through KV Connect.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { ACCESS_TOKEN, startKvConnectServer } from "./_kv_connect.ts";
import { assertNothingDangles } from "./_kv_check.ts";
import { testHalf } from "./_variants.ts";

Deno.env.set("DENO_KV_ACCESS_TOKEN", ACCESS_TOKEN);

testHalf("DenoKvAdapter over KV Connect", async () => {
  const server = startKvConnectServer();
  const kv = await Deno.openKv(server.url);
  return {
    adapter: DenoKvAdapter(kv),
    inspect: () => assertNothingDangles(kv),
    async close() {
      kv.close();
      await server[Symbol.asyncDispose]();
    },
  };
}, {
  skip: { "ten thousand rows are handled correctly": "the test's server scans every row" },
});

Deno.test("DenoKvAdapter over KV Connect: a write whose response is lost is applied once", async () => {
  await using server = startKvConnectServer();
  using kv = await Deno.openKv(server.url);
  const adapter = DenoKvAdapter(kv);
  const account = { provider: "github", providerAccountId: "1", type: "oauth" as const };
  const token = {
    identifier: "ada@example.com",
    token: "t",
    expires: new Date(Date.now() + 60_000),
  };

  server.loseAnswers = 1;
  const user = await adapter.createUserWithAccount(
    { id: crypto.randomUUID(), email: "ada@example.com", emailVerified: null },
    account,
  );
  assert(user, "createUserWithAccount");
  assertEquals((await adapter.getUserByAccount(account))?.id, user.id);

  server.loseAnswers = 1;
  const other = { id: crypto.randomUUID(), email: "grace@example.com", emailVerified: null };
  assertEquals((await adapter.createUser(other)).id, other.id);

  server.loseAnswers = 1;
  const session = { sessionToken: "s", userId: user.id, expires: new Date(Date.now() + 60_000) };
  assertEquals(await adapter.createSession(session), session);

  await adapter.createVerificationToken(token);
  server.loseAnswers = 1;
  assertEquals(await adapter.useVerificationToken(token), token);
  assertEquals(await adapter.useVerificationToken(token), null);

  server.loseAnswers = 1;
  await adapter.deleteUser(user.id);
  assertEquals(await adapter.getUser(user.id), null);
  await assertNothingDangles(kv);
});
