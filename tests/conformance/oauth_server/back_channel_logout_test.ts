/**
 * Clients are told when a session ends, or their access (OpenID Connect Back-Channel Logout 1.0).
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import * as passwords from "../../../src/capabilities/passwords/functions.ts";
import { clientSessions } from "../../../src/capabilities/oauth_server/kinds.ts";
import * as sessions from "../../../src/server/sessions.ts";
import type { FullAdapter } from "../../../src/tools/testing/adapter/check.ts";
import { post } from "./_authorize.ts";
import {
  arrived,
  browserOf,
  createLogoutRig,
  type LogoutRig,
  openNew,
  RECEIVER,
  signInAt,
  verifyLogout,
} from "./_back_channel_logout.ts";
import { ENDINGS, give } from "./_endings.ts";
import { ISSUER } from "./_rig.ts";

/** Endings after which the client itself knows, or which end no access of one user. */
const UNTOLD: ReadonlySet<string> = new Set([
  // The client asked for it.
  "refresh token revoked",
  "access token revoked",
  // Nobody is left who would be told.
  "client removed",
  // The user goes on at the client, with other tokens.
  "emergency rotation of keys",
  "role lowered",
  "policy raised",
]);

const STRATEGIES = ["jwt", "database"] as const;

/** Endings that differ by the strategy. */
const BOTH: ReadonlySet<string> = new Set(["suspension", "deletion", "sign-out everywhere"]);

/** One store of each, since its keys take long to make. */
const stores = {
  jwt: MemoryAdapter() as FullAdapter,
  database: MemoryAdapter() as FullAdapter,
};

for (const [name, ending] of Object.entries(ENDINGS)) {
  const isTold = !UNTOLD.has(name);
  Deno.test(`back-channel logout: ${name}: the client is ${isTold ? "told" : "not told"}, one without a URL and another user's are not`, async () => {
    for (const strategy of BOTH.has(name) ? STRATEGIES : ["jwt"] as const) {
      const rig = createLogoutRig(strategy, { adapter: stores[strategy] });
      const inOrganization = ending.inOrganization === true;
      const given = await give(rig, inOrganization);
      const browser = await browserOf(rig, given.userId);
      const more = inOrganization ? { organization: given.org! } : {};
      const { sid, refresh_token, access_token } = await signInAt(rig, browser, "told", more);
      await signInAt(rig, browser, "web", more);
      const other = await openNew(rig);
      await signInAt(rig, other.browser);
      // Those of the client itself are revoked by it.
      const isClients = name.endsWith("token revoked");
      await ending.run(rig, {
        ...given,
        tokens: { ...given.tokens, ...isClients ? { refresh_token, access_token } : {} },
      });
      if (!isTold) {
        assertEquals(await arrived(rig, 0), []);
        continue;
      }
      const [one] = await arrived(rig, 1);
      assertEquals(one!.url, RECEIVER);
      const claims = await verifyLogout(rig, one!.token);
      assertEquals([claims.sub, claims.sid], [given.userId, sid]);
      assertEquals((await clientSessions.list(rig.adapter.records!, given.userId)).length, 0);
      assertEquals((await clientSessions.list(rig.adapter.records!, other.userId)).length, 1);
    }
  });
}

/** Endings of one session of a browser: what goes on is in another one. */
const OF_SESSION: Readonly<
  Record<string, (rig: LogoutRig, one: Awaited<ReturnType<typeof openNew>>) => Promise<unknown>>
> = {
  "sign-out": async (_rig, { browser }) => await post(browser, "signout", {}),
  "session ended from another device": async ({ auth }, { userId, browser }) => {
    const request = new Request(ISSUER, {
      headers: { cookie: browser.cookies.header(new URL(ISSUER)) },
    });
    const found = await sessions.identify(auth.config, request);
    assert(await sessions.revoke(auth.config, userId, found!.id));
  },
  "another sign-in in its place": async ({ auth, adapter }, { browser }) => {
    const { userId } = await openNew({ auth, adapter });
    const password = "looms weave brocade";
    assertEquals(await passwords.set(auth.config, userId, password), null);
    const { email } = (await adapter.getUser!(userId))!;
    const answer = await post(browser, "callback/password", { email, password });
    assertEquals(answer.status, 302, answer.html);
    assertEquals((await browser.session())?.user?.email, email);
  },
};

for (const [name, end] of Object.entries(OF_SESSION)) {
  Deno.test(`back-channel logout: ${name}: the client is notified of that session alone`, async () => {
    for (const strategy of STRATEGIES) {
      const rig = createLogoutRig(strategy, { adapter: stores[strategy] });
      const one = await openNew(rig);
      const desk = await browserOf(rig, one.userId);
      const { sid } = await signInAt(rig, one.browser);
      const { sid: other } = await signInAt(rig, desk);
      assertNotEquals(sid, other);
      await end(rig, one);
      const [first] = await arrived(rig, 1);
      const claims = await verifyLogout(rig, first!.token);
      assertEquals([claims.sub, claims.sid], [one.userId, sid]);
      // What the user gave stays.
      assertEquals((await rig.auth.oauthServer.listGrants(one.userId)).length, 1);
      assert(await desk.session());
    }
  });
}
