/**
 * Published advisories about token endpoints, replayed.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { assertRefused, createServer, FILES, ISSUER, MCP } from "./_rig.ts";
import { raceOnce } from "./_token_races.ts";
import {
  assertAsked,
  codeFields,
  createUser,
  grantTokens,
  open,
  refresh,
  refreshFields,
} from "./_tokens.ts";

Deno.test("GHSA-7w99-5wm4-3g79: a code that is exchanged many times at once gives tokens once", async () => {
  await raceOnce(MemoryAdapter(), "code");
});

Deno.test("GHSA-392p-2q2v-4372: a refresh token that is used many times at once forks no family", async () => {
  await raceOnce(MemoryAdapter(), "refresh token");
});

Deno.test("GHSA-392p-2q2v-4372: a thief who refreshes first loses with the client's next use", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const stolen = await grantTokens(rig);
  const thief = await refresh(rig, stolen.refresh_token);
  time.tick(60_000);
  const fields = refreshFields(stolen.refresh_token);
  await assertRefused(await rig.post("oauth/token", fields), "invalid_grant");
  await assertAsked(rig, thief.access_token, 401);
  const next = refreshFields(thief.refresh_token);
  await assertRefused(await rig.post("oauth/token", next), "invalid_grant");
});

/** What a user gave, and the resources that a client then asks for. */
const BEYOND: readonly (readonly [given: Record<string, string[]>, asked: string])[] = [
  [{ [FILES]: ["file:read"] }, MCP],
  [{ [ISSUER]: ["openid"] }, MCP],
  [{ [ISSUER]: ["openid", "offline_access"], [FILES]: ["file:read"] }, MCP],
];

for (const [targets, resource] of BEYOND) {
  const given = Object.keys(targets).join(" and ");
  Deno.test(`GHSA-p2fr-6hmx-4528: a grant for ${given} gives no token for another resource`, async () => {
    const rig = createServer();
    const userId = await createUser(rig);
    for (const scope of [undefined, "project:read", "openid project:read"]) {
      const fields = codeFields(await rig.code(userId, { targets }), { resource, scope });
      await assertRefused(await rig.post("oauth/token", fields), "invalid_target");
    }
    const own = await grantTokens(rig, { targets });
    for (const scope of [undefined, "project:read"]) {
      const fields = refreshFields(own.refresh_token, { resource, scope });
      await assertRefused(await rig.post("oauth/token", fields), "invalid_target");
    }
    const next = await refresh(rig, own.refresh_token);
    for (const { access_token } of [own, next]) {
      assertEquals(open(access_token).claims.aud === MCP, false);
      await assertAsked(rig, access_token, 401);
    }
  });
}
