/**
 * Sessions that a provider ends by logout tokens: exactly those that came from its session
 * or account, with both strategies and on every adapter.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { createServer } from "node:http";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { Auth, type AuthConfig, AuthError } from "../../mod.ts";
import { NodeAuth } from "../../src/frameworks/node.ts";
import { CONTRACT } from "../../src/hooks/adapter.ts";
import { delete as deleteUser } from "../../src/server/users.ts";
import {
  identify as identifySession,
  list as listSessions,
  revokeAll as revokeAllSessions,
} from "../../src/server/sessions.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { createIdp } from "../../src/tools/testing/mod.ts";
import type { RecordEntry, RecordStore } from "../../src/types/records.ts";
import { APP, assertIn, createBackChannel, isIn } from "./_back_channel.ts";
import { codeOf, secretOn, submit } from "./_factors.ts";
import { SECRET, startFlow } from "./_rig.ts";
import { STRATEGIES } from "./_strategies.ts";
import { providerAt } from "../_idp.ts";
import { isChosen } from "../_stride.ts";
import { BackChannel, ProviderSignOut } from "../../src/capabilities/sign_out/mod.ts";

type Opened = { config: Partial<AuthConfig>; close(): void };

const STORES: Record<string, () => Promise<Opened> | Opened> = {
  memory: () => ({ config: { adapter: MemoryAdapter() }, close() {} }),
  sqlite: () => {
    const adapter = SqliteAdapter(":memory:");
    return { config: { adapter }, close: () => adapter.close() };
  },
  kv: async () => {
    const kv = await Deno.openKv(":memory:");
    return { config: { adapter: DenoKvAdapter(kv) }, close: () => kv.close() };
  },
  "records beside an adapter that lists no sessions": () => {
    const adapter = MemoryAdapter();
    const own = Object.fromEntries(CONTRACT.map((name) => [name, adapter[name]]));
    return { config: { adapter: own, records: MemoryRecords() }, close() {} };
  },
};

const BAD_PATH = 'Bad request. The path has more parts than the action "signout" takes.';

/** The store of records of a memory adapter, whose calls a test can replace. */
const recordsOf = ({ config }: { config: AuthConfig }) =>
  (config.adapter as { records: RecordStore }).records;

for (const [index, [name, open]] of Object.entries(STORES).entries()) {
  for (const [shift, strategy] of STRATEGIES.entries()) {
    const title = `back-channel logout (${strategy}, ${name})`;
    // By default each store has a hundred sessions of one kind.
    const test = isChosen(index + shift, 2) ? Deno.test : () => {};

    test(`${title}: a \`sid\` ends exactly its session among a hundred of the user`, async () => {
      const { config, close } = await open();
      const rig = await createBackChannel(strategy, config);
      const browsers = [];
      for (let i = 0; i < 100; i++) browsers.push(await rig.signIn(`s${i}`));
      rig.entries.length = 0;
      assertEquals(await rig.logOut(await rig.idp.logoutToken({ sub: "ada", sid: "s42" })), 200);
      await assertIn(browsers, browsers.map((_, index) => index !== 42));
      const [{ at: _, sessionId, userId, ...entry }, ...others] = rig.entries as [
        typeof rig.entries[0],
      ];
      assertEquals<unknown>(entry, {
        name: "session.revoked",
        reason: "signed-out",
        provider: "idp",
        address: null,
        device: null,
      });
      assert(sessionId && userId);
      assertEquals(others.filter(({ name }) => name !== "session.refused"), []);
      assertEquals(rig.errors, []);
      close();
    });

    Deno.test(`${title}: a \`sub\` alone ends all sessions of its account`, async () => {
      const { config, close } = await open();
      const rig = await createBackChannel(strategy, config);
      const browsers = [
        await rig.signIn("s1"),
        await rig.signIn(),
        await rig.signIn("s3", "grace"),
      ];
      assertEquals(await rig.logOut(await rig.idp.logoutToken({ sub: "ada" })), 200);
      await assertIn(browsers, [false, false, true]);
      assertEquals(rig.errors, []);
      close();
    });

    Deno.test(`${title}: of fifty equal tokens at once one is accepted, and none later`, async () => {
      const { config, close } = await open();
      const rig = await createBackChannel(strategy, config);
      const browser = await rig.signIn("s1");
      rig.entries.length = 0;
      const token = await rig.idp.logoutToken({ sid: "s1" });
      const all = await Promise.all(Array.from({ length: 50 }, () => rig.logOut(token)));
      assertEquals(all.toSorted(), [200, ...Array(49).fill(400)]);
      await assertIn([browser], [false]);
      assertEquals(rig.entries.filter(({ name }) => name === "session.revoked").length, 1);
      await rig.signIn("s2", "ada", browser);
      rig.entries.length = 0;
      assertEquals(await rig.logOut(token), 400);
      assertEquals(rig.entries.map(({ name, reason }) => `${name} ${reason}`), [
        "signout.refused replayed",
      ]);
      await assertIn([browser], [true]);
      close();
    });

    Deno.test(`${title}: deleting the user leaves no index of its sessions`, async () => {
      const { config, close } = await open();
      const kept = new Map<string, RecordEntry>();
      const rig = await createBackChannel(strategy, watched(config, kept));
      const browser = await rig.signIn("s1");
      const grace = await rig.signIn("s2", "grace");
      const { userId } = (await identify(rig.config, browser))!;
      assertEquals(await revokeAllSessions(rig.config, userId), 1);
      await rig.signIn("s3", "ada", browser);
      await browser.post("/signout");
      await rig.signIn("s4", "ada", browser);
      const index = () => [...kept.values()].filter(({ kind }) => /upstream/.test(kind));
      // Of each live session: a link, and entries for its session and its account.
      assertEquals(index().length, 6);
      await deleteUser(rig.config, userId);
      assertEquals(index().length, 3);
      await assertIn([browser, grace], [false, true]);
      close();
    });
  }
}

/** A config that notes which records are kept. */
function watched(
  config: Partial<AuthConfig>,
  kept: Map<string, RecordEntry>,
): Partial<AuthConfig> {
  const records = config.records ?? (config.adapter as { records: RecordStore }).records;
  return {
    ...config,
    records: {
      ...records,
      async put(entry, expected) {
        const isWritten = await records.put(entry, expected);
        if (isWritten) kept.set(`${entry.kind} ${entry.id}`, entry);
        return isWritten;
      },
      take(kind, id) {
        kept.delete(`${kind} ${id}`);
        return records.take(kind, id);
      },
      deleteOwner(owner, kind, exceptId) {
        for (const [key, entry] of kept) {
          const isMeant = entry.owner === owner && (!kind || entry.kind === kind);
          if (isMeant && entry.id !== exceptId) kept.delete(key);
        }
        return records.deleteOwner(owner, kind, exceptId);
      },
    },
  };
}

function identify(config: AuthConfig, browser: Awaited<ReturnType<typeof openBrowser>>) {
  const cookie = browser.cookies.header(new URL(APP)) ?? "";
  return identifySession(config, new Request(APP, { headers: { cookie } }));
}
const openBrowser = async () => (await createBackChannel("jwt")).open();

for (const strategy of STRATEGIES) {
  const title = `back-channel logout (${strategy})`;

  Deno.test(`${title}: neither cookies nor a CSRF token of the request count`, async () => {
    const rig = await createBackChannel(strategy);
    const [other, browser] = [await rig.signIn("s1"), await rig.signIn("s2")];
    const cookie = other.cookies.header(new URL(`${APP}/auth/`), { method: "POST" })!;
    const logout_token = await rig.idp.logoutToken({ sid: "s2" });
    const form = { logout_token, callbackUrl: "https://evil.example", csrfToken: "x" };
    const response = await rig.post(form, { cookie, origin: "https://evil.example" });
    assertEquals([response.status, response.headers.getSetCookie()], [200, []]);
    await assertIn([other, browser], [true, false]);
  });

  Deno.test(`${title}: a sign-in that runs meanwhile leaves no session, whenever the token arrives`, async () => {
    // Each run delivers the token before another store call of the sign-in.
    for (const subject of [{ sid: "s1" }, { sub: "ada" }]) {
      for (let number = 1;; number++) {
        const rig = await createBackChannel(strategy);
        await rig.signIn("s0", "grace");
        let calls = 0;
        let status: Promise<number> | undefined;
        const records = recordsOf(rig);
        for (const name of ["get", "put"] as const) {
          const call = records[name] as (...args: unknown[]) => unknown;
          records[name] = async (...args: unknown[]) => {
            // The calls of the logout itself are not counted.
            if (status === undefined && ++calls === number) {
              status = rig.idp.logoutToken(subject).then(rig.logOut);
              await status;
            }
            return await call.apply(records, args) as never;
          };
        }
        const browser = await rig.signIn("s1");
        if (status === undefined) {
          assert(number > 5, "the sign-in was not interrupted");
          break;
        }
        assertEquals(await status, 200);
        assertEquals(await isIn(browser), false, `${JSON.stringify(subject)}, call ${number}`);
        const { userId } = rig.entries.findLast(({ name }) => name === "user.created")!;
        assertEquals(await listSessions(rig.config, userId!), [], `call ${number}`);
      }
    }
  });

  Deno.test(`${title}: a sign-in with an ID token from before is refused, a later one is not`, async () => {
    using time = new FakeTime();
    const rig = await createBackChannel(strategy);
    assertEquals(await rig.logOut(await rig.idp.logoutToken({ sub: "ada" })), 200);
    assertEquals(await rig.logOut(await rig.idp.logoutToken({ sid: "s1" })), 200);
    rig.idp.hostile.idTokenClaims = (claims) => void (claims.iat = Number(claims.iat) - 5);
    await assertIn([await rig.signIn("s2")], [false]);
    const { name, reason } = rig.entries.at(-1)!;
    assertEquals(`${name} ${reason}`, "signin.refused signed-out");
    time.tick(1000);
    rig.idp.hostile.idTokenClaims = undefined;
    await assertIn([await rig.signIn("s1"), await rig.signIn("s2")], [false, true]);
  });

  Deno.test(`${title}: a session in daily use outlives maxAge, and can still be ended`, async () => {
    using time = new FakeTime();
    const rig = await createBackChannel(strategy);
    const [one, other] = [await rig.signIn("s1"), await rig.signIn("s2")];
    for (let day = 0; day < 100; day++) {
      time.tick(24 * 60 * 60 * 1000);
      await assertIn([one, other], [true, true]);
    }
    assertEquals(await rig.logOut(await rig.idp.logoutToken({ sid: "s1" })), 200);
    await assertIn([one, other], [false, true]);
    assertEquals(await rig.logOut(await rig.idp.logoutToken({ sub: "ada" })), 200);
    await assertIn([one, other], [false, false]);
  });

  Deno.test(`${title}: a browser that signs in again can be ended by either session of the provider`, async () => {
    for (const sid of ["s1", "s2"]) {
      const rig = await createBackChannel(strategy);
      const browser = await rig.signIn("s1");
      await rig.signIn("s2", "ada", browser);
      await assertIn([browser], [true]);
      assertEquals(await rig.logOut(await rig.idp.logoutToken({ sid })), 200);
      assertEquals(await isIn(browser), false, sid);
    }
  });

  Deno.test(`${title}: a sign-in that waits for a second factor can be ended, and so can its session`, async () => {
    for (const isEarly of [true, false]) {
      const factorPolicy = { required: () => true };
      const rig = await createBackChannel(strategy, { factors: [Totp()], factorPolicy });
      const browser = rig.open();
      rig.idp.user = { sub: "ada", name: "Ada", email: "ada@example.com", sid: "s1" };
      const { response } = await browser.signIn("idp");
      const page = await submit(browser, await response.text(), { step: "enrol" });
      const token = await rig.idp.logoutToken({ sid: "s1" });
      if (isEarly) assertEquals(await rig.logOut(token), 200);
      await submit(browser, page.html, { answer: await codeOf(secretOn(page.html)) });
      await assertIn([browser], [!isEarly]);
      assertEquals(rig.entries.at(-1)!.reason, isEarly ? "signed-out" : undefined);
      if (!isEarly) assertEquals(await rig.logOut(token), 200);
      await assertIn([browser], [false]);
    }
  });

  Deno.test(`${title}: sessions of another provider with the same ids stay`, async () => {
    const rig = await createBackChannel(strategy);
    const two = await createIdp({ issuer: "https://two.example", user: rig.idp.user });
    rig.config.providers.push(providerAt(two, "two", { name: "Two" }));
    const config = { ...rig.config, providers: [...rig.config.providers] };
    Object.assign(rig.config, config);
    const browser = await rig.signIn("s1");
    const post = (id: string, logout_token: string) => {
      const body = new URLSearchParams({ logout_token });
      return Auth(new Request(`${APP}/auth/signout/${id}`, { method: "POST", body }), rig.config);
    };
    assertEquals((await post("two", await two.logoutToken({ sid: "s1" }))).status, 200);
    assertEquals((await post("two", await two.logoutToken({ sub: "ada" }))).status, 200);
    assertEquals((await post("idp", await two.logoutToken({ sid: "s1" }))).status, 400);
    assertEquals((await post("two", await rig.idp.logoutToken({ sid: "s1" }))).status, 400);
    await assertIn([browser], [true]);
    assertEquals((await post("idp", await rig.idp.logoutToken({ sid: "s1" }))).status, 200);
    await assertIn([browser], [false]);
  });

  Deno.test(`${title}: oidc-provider ends the session when its user signs out there`, async () => {
    const adapter = MemoryAdapter();
    await using flow = await startFlow({}, {
      adapter,
      session: { strategy, revocation: {} },
      signOut: ProviderSignOut({ backChannel: BackChannel() }),
    });
    await flow.signIn();
    await assertIn([flow.browser], [true]);
    const page = await flow.browser.visit(`${flow.op.issuer}/session/end`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.response.text())![1]!;
    const body = new URLSearchParams({ xsrf, logout: "yes" });
    const url = `${flow.op.issuer}/session/end/confirm`;
    const landing = await flow.browser.visit(url, { method: "POST", body });
    assertEquals(landing.response.status, 200);
    await landing.response.body?.cancel();
    await assertIn([flow.browser], [false]);
  });
}

Deno.test("back-channel logout: works with records alone, without an adapter", async () => {
  const rig = await createBackChannel("jwt", { adapter: undefined, records: MemoryRecords() });
  const browsers = [await rig.signIn("s1"), await rig.signIn("s2"), await rig.signIn("s3")];
  assertEquals(await rig.logOut(await rig.idp.logoutToken({ sid: "s2" })), 200);
  await assertIn(browsers, [true, false, true]);
  assertEquals(await rig.logOut(await rig.idp.logoutToken({ sub: "ada" })), 200);
  await assertIn(browsers, [false, false, false]);
});

Deno.test("back-channel logout: messages of a provider reach an app on node:http, also behind a parser of forms", async () => {
  const rig = await createBackChannel("jwt");
  const browsers = [await rig.signIn("s1"), await rig.signIn("s2"), await rig.signIn("s3")];
  const { handle } = NodeAuth(rig.config);
  const server = createServer((req, res) => {
    if (req.url?.endsWith("?parsed")) {
      const chunks: Uint8Array[] = [];
      req.on("data", (chunk) => chunks.push(chunk));
      req.on("end", () => {
        const form = new URLSearchParams(new TextDecoder().decode(chunks[0]));
        void handle(Object.assign(req, { body: Object.fromEntries(form), _body: true }), res);
      });
    } else void handle(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const send = async (body: BodyInit, query = "", headers: HeadersInit = {}) => {
    const url = `http://127.0.0.1:${port}/auth/signout/idp${query}`;
    const response = await fetch(url, { method: "POST", headers, body });
    await response.body?.cancel();
    return response.status;
  };
  const form = async (sid: string) =>
    new URLSearchParams({ logout_token: await rig.idp.logoutToken({ sid }) });
  assertEquals(await send(await form("s1")), 200);
  assertEquals(await send(await form("s2"), "?parsed"), 200);
  const event = await rig.idp.securityEvent({ format: "opaque", id: "s3" });
  assertEquals(await send(event, "", { "content-type": "application/secevent+jwt" }), 202);
  await assertIn(browsers, [false, false, false]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

Deno.test("back-channel logout: a session without an account of the provider stays", async () => {
  const rig = await createBackChannel("jwt");
  const browser = await rig.signIn("s1");
  assertEquals(await rig.logOut(await rig.idp.logoutToken({ sid: "s9" })), 200);
  assertEquals(await rig.logOut(await rig.idp.logoutToken({ sub: "grace" })), 200);
  await assertIn([browser], [true]);
});

Deno.test("back-channel logout: is refused at start without a store of records", async () => {
  for (const strategy of STRATEGIES) {
    const config: AuthConfig = {
      providers: [],
      adapter: { ...MemoryAdapter(), records: undefined },
      session: { strategy },
      signOut: ProviderSignOut({ backChannel: BackChannel() }),
      secret: SECRET,
      trustHost: true,
    };
    const error = await assertRejects(() => listSessions(config, "1"), AuthError);
    assertEquals(error.cause, { option: "signOut.backChannel" });
    assert(error.message.includes("set `records`"), error.message);
  }
});

Deno.test("back-channel logout: without the option, the path is refused and sign-ins write no index", async () => {
  const kept = new Map<string, RecordEntry>();
  const rig = await createBackChannel("jwt", {
    ...watched({ adapter: MemoryAdapter() }, kept),
    signOut: undefined,
  });
  const browser = await rig.signIn("s1");
  assertEquals([...kept.values()].map(({ kind }) => kind), ["session"]);
  const response = await rig.post({ logout_token: await rig.idp.logoutToken({ sid: "s1" }) });
  assertEquals(response.status, 400);
  assertEquals(await response.json(), BAD_PATH);
  assertEquals((await rig.push("token")).status, 400);
  await assertIn([browser], [true]);
});

Deno.test("back-channel logout: the path of no provider, and of one of another kind, is refused", async () => {
  const rig = await createBackChannel("jwt");
  const logout_token = await rig.idp.logoutToken({ sid: "s1" });
  rig.config.providers = [...rig.config.providers, {
    id: "plain",
    name: "Plain",
    type: "oauth",
    authorization: "https://plain.example/authorize",
    token: "https://plain.example/token",
    userinfo: "https://plain.example/userinfo",
    clientId: "id",
    clientSecret: "secret",
  }];
  for (const id of ["nope", "plain", "constructor"]) {
    const body = new URLSearchParams({ logout_token });
    const request = new Request(`${APP}/auth/signout/${id}`, { method: "POST", body });
    const response = await Auth(request, rig.config);
    assertEquals([response.status, (await response.json()).error], [400, "invalid_request"], id);
  }
  assertEquals(rig.entries, []);
});
