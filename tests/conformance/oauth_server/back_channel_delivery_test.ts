/**
 * How clients are notified of sign-outs: at least once, whatever their servers do and whenever a process is
 * killed, and nothing waits for it.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { clientSessions, grants } from "../../../src/capabilities/oauth_server/kinds.ts";
import * as sessions from "../../../src/server/sessions.ts";
import * as users from "../../../src/server/users.ts";
import type { FullAdapter } from "../../../src/tools/testing/adapter/check.ts";
import { waitUntil } from "../../_wait.ts";
import { ask, GOOD, post } from "./_authorize.ts";
import {
  arrived,
  claimsOf,
  codeFor,
  createLogoutRig,
  openNew,
  signInAt,
  TOLD,
  verifyLogout,
} from "./_back_channel_logout.ts";
import { assertRefused, CALLBACK, ISSUER, SECRET } from "./_rig.ts";
import { codeFields, refreshFields, tokensOf } from "./_tokens.ts";

/** One store, since its keys take long to make. Each test leaves no message. */
const adapter = MemoryAdapter() as FullAdapter;
const waiting = async () => await adapter.records!.list("outbox:logout", "outbox");

/** Waits for what happens after an answer, also in a test that has stopped the clock. */
async function tickUntil(
  time: FakeTime,
  what: string,
  look: () => boolean | Promise<boolean>,
): Promise<void> {
  await waitUntil(what, async () => {
    await time.tickAsync(1);
    return await look();
  }, { pause: 1 });
}

/** What goes wrong at a receiver. */
const FAILURES: Readonly<Record<string, () => Response | Promise<Response>>> = {
  "is down": () => Promise.reject(new TypeError("connection refused")),
  "answers 500": () => new Response("error", { status: 500 }),
  "answers 400": () => Response.json({ error: "invalid_request" }, { status: 400 }),
  "redirects": () =>
    new Response(null, { status: 307, headers: { location: "https://x.example" } }),
  "answers with too much": () => new Response("a".repeat(100_000)),
  "closes early": () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(1));
          controller.error(new Error("closed"));
        },
      }),
    ),
};

for (const [what, fail] of Object.entries(FAILURES)) {
  Deno.test(`back-channel logout: a receiver that ${what} is told again later, and the user is signed out at once`, async () => {
    using time = new FakeTime();
    let isUp = false;
    const rig = createLogoutRig("jwt", { adapter, answer: () => isUp ? new Response() : fail() });
    const { browser } = await openNew(rig);
    const { sid } = await signInAt(rig, browser);
    await post(browser, "signout", {});
    assertEquals(await browser.session(), null);
    await tickUntil(time, "it was tried", () => rig.received.length > 0);
    assertEquals((await waiting()).length, 1);
    isUp = true;
    time.now += 60_000;
    assertEquals(await rig.auth.oauthServer.deliverLogouts(), 1);
    const [first, second, ...more] = await Promise.all(
      rig.received.map(({ token }) => claimsOf(token)),
    );
    assertEquals([more.length, first!.sid, second!.sid], [0, sid, sid]);
    // A client that got the first one after all knows the second by its id; it is fresh.
    assertEquals(first!.jti, second!.jti);
    assert((second!.iat as number) >= (first!.iat as number) + 60);
  });
}

Deno.test("back-channel logout: what a killed process has left is sent with the next request of another one", async () => {
  using time = new FakeTime();
  let isKilled = false;
  const { put, take } = adapter.records!;
  const never = () => new Promise<never>(() => {});
  const own = {
    ...adapter.records!,
    put: (...args: Parameters<typeof put>) => isKilled ? never() : put(...args),
    take: (...args: Parameters<typeof take>) => isKilled ? never() : take(...args),
  };
  const killed = createLogoutRig("jwt", {
    adapter: { ...adapter, records: own } as FullAdapter,
    answer: () => {
      isKilled = true;
      return new Response();
    },
  });
  const { browser } = await openNew(killed);
  const { sid } = await signInAt(killed, browser);
  await post(browser, "signout", {});
  await tickUntil(time, "it is sent", () => killed.received.length > 0);
  // The same store, as another process sees it.
  const records = { ...adapter.records! };
  const rig = createLogoutRig("jwt", { adapter: { ...adapter, records } as FullAdapter });
  time.now += 90_000;
  assertEquals(rig.received.length, 0);
  await (await rig.send("oauth/jwks")).body?.cancel();
  await tickUntil(time, "it arrives", () => rig.received.length > 0);
  assertEquals((await verifyLogout(rig, rig.received[0]!.token)).sid, sid);
  await tickUntil(time, "nothing waits", async () => (await waiting()).length === 0);
});

Deno.test("back-channel logout: a message is written before anything ends", async () => {
  const rig = createLogoutRig("jwt", {
    adapter,
    answer: () => new Response(null, { status: 500 }),
  });
  const { userId, browser } = await openNew(rig);
  await signInAt(rig, browser);
  const { take, deleteOwner } = adapter.records!;
  const killed = () => {
    throw new Error("the process is killed");
  };
  // The end of the session, and that of all, are calls that never happen.
  const records = {
    ...adapter.records!,
    take: (...args: Parameters<typeof take>) => args[0] === "session" ? killed() : take(...args),
    deleteOwner: (...args: Parameters<typeof deleteOwner>) =>
      args[1] === grants.name ? killed() : deleteOwner(...args),
  };
  const dying = createLogoutRig("jwt", {
    adapter: { ...adapter, records } as FullAdapter,
    answer: () => new Response(null, { status: 500 }),
  });
  const { cookies } = browser;
  const request = new Request(ISSUER, { headers: { cookie: cookies.header(new URL(ISSUER)) } });
  const { id } = (await sessions.identify(rig.auth.config, request))!;
  await sessions.revoke(dying.auth.config, userId, id).catch(() => {});
  assertEquals((await waiting()).length, 1);
  assert(await browser.session(), "the session has ended");
  await signInAt(rig, browser);
  await sessions.revokeAll(dying.auth.config, userId).catch(() => {});
  assertEquals((await waiting()).length, 2);
  for (const { id } of await waiting()) await adapter.records!.take("outbox", id);
});

Deno.test("back-channel logout: of fifty endings at once, the client is told once", async () => {
  const rig = createLogoutRig("jwt", { adapter });
  const { userId, browser } = await openNew(rig);
  await signInAt(rig, browser);
  await Promise.all(
    Array.from(
      { length: 50 },
      (_, index) =>
        index % 2
          ? sessions.revokeAll(rig.auth.config, userId)
          : users.suspend(rig.auth.config, userId),
    ),
  );
  await arrived(rig, 1);
});

Deno.test("back-channel logout: a sign-in at the client in the same session tells of itself again", async () => {
  const rig = createLogoutRig("jwt", { adapter });
  const { userId, browser } = await openNew(rig);
  const { sid } = await signInAt(rig, browser);
  const [grant] = await rig.auth.oauthServer.listGrants(userId);
  assert(await rig.auth.oauthServer.revokeGrant(userId, grant!.id));
  await arrived(rig, 1);
  const again = await signInAt(rig, browser);
  assertEquals(again.sid, sid);
  await post(browser, "signout", {});
  const [first, second] = await arrived(rig, 2);
  assertNotEquals(claimsOf(first!.token).jti, claimsOf(second!.token).jti);
});

Deno.test("back-channel logout: a code of a session that has ended gives no tokens", async () => {
  const rig = createLogoutRig("jwt", { adapter });
  const { browser } = await openNew(rig);
  const code = await codeFor(browser);
  await post(browser, "signout", {});
  await arrived(rig, 1);
  const fields = codeFields(code, { ...TOLD, redirect_uri: CALLBACK });
  await assertRefused(await rig.post("oauth/token", fields), "invalid_grant");
  // A client that is not told keeps what it had.
  const other = await openNew(rig);
  const plain = await codeFor(other.browser, "web");
  await post(other.browser, "signout", {});
  const as = { client_id: "web", client_secret: SECRET, redirect_uri: CALLBACK };
  await tokensOf(await rig.post("oauth/token", codeFields(plain, as)));
});

Deno.test("back-channel logout: fifty sign-outs beside fifty sign-ins leave no client with a session that nobody ends", async () => {
  const rig = createLogoutRig("jwt", { adapter });
  let told = 0;
  for (let round = 0; round < 10; round++) {
    const { userId, browser } = await openNew(rig);
    await signInAt(rig, browser);
    const signIns = Array.from({ length: 5 }, async () => {
      const answer = await ask(browser, {
        ...GOOD,
        client_id: "told",
        scope: "openid project:read",
      });
      const code = answer.status === 302 ? new URL(answer.location).searchParams.get("code") : null;
      if (code === null) return undefined;
      const fields = codeFields(code, { ...TOLD, redirect_uri: CALLBACK });
      const { id_token } = await (await rig.post("oauth/token", fields)).json();
      return id_token as string | undefined;
    });
    const cookie = browser.cookies.header(new URL(ISSUER));
    const { id } = (await sessions.identify(
      rig.auth.config,
      new Request(ISSUER, { headers: { cookie } }),
    ))!;
    const ends = Array.from(
      { length: 5 },
      () => sessions.revoke(rig.auth.config, userId, id),
    );
    const [tokens] = await Promise.all([Promise.all(signIns), Promise.all(ends)]);
    assertEquals((await clientSessions.list(adapter.records!, userId)).length, 0, `${tokens}`);
    told++;
  }
  await waitUntil("all have arrived", async () => (await waiting()).length === 0);
  assert(rig.received.length >= told);
});

Deno.test("back-channel logout: the second use of a code or a refresh token ends the session at the client too", async () => {
  const rig = createLogoutRig("jwt", { adapter });
  for (const what of ["code", "refresh token"]) {
    const { browser } = await openNew(rig);
    const before = rig.received.length;
    const as = { ...TOLD, redirect_uri: CALLBACK };
    const code = await codeFor(browser);
    const tokens = await tokensOf(await rig.post("oauth/token", codeFields(code, as)));
    if (what === "code") {
      const changed = { ...as, code_verifier: "another-verifier-of-43-characters-or-more-aaaa" };
      await assertRefused(
        await rig.post("oauth/token", codeFields(code, changed)),
        "invalid_grant",
      );
    } else {
      using time = new FakeTime();
      let { refresh_token: latest } = tokens;
      for (let use = 0; use < 2; use++) {
        time.now += 60_000;
        latest = (await tokensOf(await rig.post("oauth/token", refreshFields(latest, TOLD))))
          .refresh_token;
      }
      time.now += 60_000;
      const again = refreshFields(tokens.refresh_token, TOLD);
      await assertRefused(await rig.post("oauth/token", again), "invalid_grant");
    }
    await waitUntil(`${what}: the client is told`, async () => {
      await rig.auth.oauthServer.deliverLogouts();
      return rig.received.length > before;
    });
    const claims = claimsOf(rig.received.at(-1)!.token);
    assertEquals(claims.sid, claimsOf(tokens.id_token).sid);
  }
});
