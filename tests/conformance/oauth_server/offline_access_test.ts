/**
 * What a client has after the session of its user (OpenID Connect Core §11): a refresh token lasts as it
 * was granted, unless the client asks for `offline_access` where it needs that.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { OAuthServer } from "../../../src/capabilities/oauth_server/mod.ts";
import { capability } from "../../../src/symbols.ts";
import * as sessions from "../../../src/server/sessions.ts";
import { sessions as sessionRecords } from "../../../src/session/record.ts";
import type { FullAdapter } from "../../../src/tools/testing/adapter/check.ts";
import type { TestBrowser } from "../../../src/tools/testing/mod.ts";
import { ownerOf } from "../../../src/records/owner.ts";
import { withPostgres } from "../../adapters/_postgres.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "../../flows/_factor_stores.ts";
import { slowed } from "../../flows/_organization_site.ts";
import { ask, type Asked, GOOD, post, press, toldIn } from "./_authorize.ts";
import { browserOf, openNew } from "./_back_channel_logout.ts";
import { assertRefused, CALLBACK, createServer, OPTIONS, SECRET, type ServerRig } from "./_rig.ts";
import { assertAsked, codeFields, redeem, refresh, refreshFields, type Tokens } from "./_tokens.ts";

const CLIENT = { ...OPTIONS.clients.web, secret: SECRET } as const;

const CLIENTS = {
  ...OPTIONS.clients,
  bound: { ...CLIENT, offlineAccess: "scope" },
} as const;

const STRATEGIES = ["jwt", "database"] as const;

function createRig(
  strategy: "database" | "jwt" = "jwt",
  adapter: FullAdapter = MemoryAdapter() as FullAdapter,
  more: object = {},
): ServerRig {
  return createServer({ clients: CLIENTS, ...more } as never, {
    adapter,
    session: { strategy, revocation: {} },
    notifyNewDevice: false,
  } as never);
}

const as = (client: string) => ({ client_id: client, client_secret: SECRET });

async function codeFor(browser: TestBrowser, client: string, scope: string): Promise<string> {
  const asked: Asked = { ...GOOD, client_id: client, scope };
  const page = await ask(browser, asked);
  const { code } = toldIn(page.status === 302 ? page : await press(browser, page, "allow"));
  assert(code);
  return code;
}

async function signInAt(
  rig: ServerRig,
  browser: TestBrowser,
  client = "bound",
  scope = "openid project:read",
): Promise<Tokens> {
  return await redeem(rig, await codeFor(browser, client, scope), as(client));
}

async function assertOver(rig: ServerRig, { refresh_token }: Tokens, client = "bound") {
  const fields = refreshFields(refresh_token, as(client));
  await assertRefused(await rig.post("oauth/token", fields), "invalid_grant");
}

/** Ends the session of a browser. */
const ENDS: Readonly<
  Record<string, (rig: ServerRig, browser: TestBrowser, userId: string) => Promise<unknown>>
> = {
  "sign-out": (_rig, browser) => post(browser, "signout", {}),
  async "end from another device"({ auth }, _browser, userId) {
    const [session] = await sessions.list(auth.config, userId);
    assert(await sessions.revoke(auth.config, userId, session!.id));
  },
};

for (const strategy of STRATEGIES) {
  for (const [name, end] of Object.entries(ENDS)) {
    Deno.test(`offline access, ${strategy}: ${name}: a refresh token lasts as it was granted`, async () => {
      const rig = createRig(strategy);
      const { userId, browser } = await openNew(rig as never);
      const usual = await signInAt(rig, browser, "web");
      await end(rig, browser, userId);
      await assertAsked(rig, usual.access_token, 200);
      await refresh(rig, usual.refresh_token, as("web"));
    });

    Deno.test(`offline access, ${strategy}: ${name}: a client with "scope" has nothing left, and another session goes on`, async () => {
      const rig = createRig(strategy);
      const { userId, browser } = await openNew(rig as never);
      const tokens = await signInAt(rig, browser);
      const used = await refresh(rig, tokens.refresh_token, as("bound"));
      const unused = await codeFor(browser, "bound", "openid project:read");
      await end(rig, browser, userId);
      await assertAsked(rig, tokens.access_token, 401);
      await assertAsked(rig, used.access_token, 401);
      await assertOver(rig, used);
      await assertRefused(
        await rig.post("oauth/token", codeFields(unused, as("bound"))),
        "invalid_grant",
      );
      // Nothing is left that could count again.
      assertEquals(await rig.adapter.records!.list(ownerOf(userId), "oauth.refresh"), []);
      const desk = await browserOf(rig as never, userId);
      const phone = await browserOf(rig as never, userId);
      const [atDesk, atPhone] = [await signInAt(rig, desk), await signInAt(rig, phone)];
      await post(desk, "signout", {});
      await assertOver(rig, atDesk);
      await assertAsked(
        rig,
        (await refresh(rig, atPhone.refresh_token, as("bound"))).access_token,
        200,
      );
    });
  }

  Deno.test(`offline access, ${strategy}: what was given with the scope outlives the session`, async () => {
    const rig = createRig(strategy);
    const { browser } = await openNew(rig as never);
    const scope = "openid offline_access project:read";
    const tokens = await signInAt(rig, browser, "bound", scope);
    await post(browser, "signout", {});
    await assertAsked(rig, tokens.access_token, 200);
    const next = await refresh(rig, tokens.refresh_token, as("bound"));
    await refresh(rig, next.refresh_token, as("bound"));
  });

  Deno.test(`offline access, ${strategy}: it is what the request asked for, not what was given before`, async () => {
    const rig = createRig(strategy);
    const { browser } = await openNew(rig as never);
    await signInAt(rig, browser, "bound", "openid offline_access project:read");
    const tokens = await signInAt(rig, browser);
    await post(browser, "signout", {});
    await assertOver(rig, tokens);
  });
}

Deno.test("offline access: a session that has expired gives nothing more", async () => {
  const rig = createRig();
  const { userId, browser } = await openNew(rig as never);
  const tokens = await signInAt(rig, browser);
  // As the store forgets what has expired: nobody is told.
  const [session] = await sessions.list(rig.auth.config, userId);
  await sessionRecords.take(rig.adapter.records!, session!.id);
  await assertOver(rig, tokens);
  await assertOver(rig, tokens);
});

Deno.test("offline access: a store that fails says nothing about the session", async () => {
  const adapter = MemoryAdapter() as FullAdapter;
  let fails = false;
  const { records } = adapter;
  const failing: FullAdapter = {
    ...adapter,
    records: {
      ...records,
      get: async (kind, id) => {
        if (fails && kind === "session") throw new Error("the store is away");
        return await records.get(kind, id);
      },
    },
  };
  const rig = createServer({ clients: CLIENTS } as never, {
    adapter: failing,
    logger: { error() {} },
  });
  const { browser } = await openNew(rig as never);
  const tokens = await signInAt(rig, browser);
  fails = true;
  const answer = await rig.post("oauth/token", refreshFields(tokens.refresh_token, as("bound")));
  assertEquals(answer.status, 503);
  assert(answer.headers.has("retry-after"));
  fails = false;
  await refresh(rig, tokens.refresh_token, as("bound"));
});

Deno.test("offline access: a family of a version before goes on", async () => {
  const rig = createRig();
  const { userId, browser } = await openNew(rig as never);
  // It has no member `session`.
  const tokens = await redeem(rig, await rig.code(userId, { client: "bound" }), as("bound"));
  await post(browser, "signout", {});
  await refresh(rig, tokens.refresh_token, as("bound"));
});

Deno.test("offline access: a session without a record gives no refresh token", async () => {
  const rig = createRig();
  const { userId } = await openNew(rig as never);
  const code = await rig.code(userId, { client: "bound", session: null });
  const tokens = await redeem(rig, code, as("bound"));
  assertEquals(tokens.refresh_token, undefined);
});

for (const strategy of STRATEGIES) {
  Deno.test(`offline access, ${strategy}: a session that has ended meanwhile gives no code`, async () => {
    const adapter = MemoryAdapter() as FullAdapter;
    let end = async () => {};
    const put: FullAdapter["records"]["put"] = async (entry, expected) => {
      if (entry.kind === "oauth.grant") await end();
      return await adapter.records.put(entry, expected);
    };
    const rig = createRig(strategy, { ...adapter, records: { ...adapter.records, put } });
    const { userId, browser } = await openNew(rig as never);
    const [session] = await sessions.list(rig.auth.config, userId);
    const page = await ask(browser, { ...GOOD, client_id: "bound", scope: "openid project:read" });
    // While the user allows it.
    end = async () => {
      end = async () => {};
      await sessions.revoke(rig.auth.config, userId, session!.id);
    };
    const { error, code } = toldIn(await press(browser, page, "allow"));
    assertEquals([error, code], ["login_required", undefined]);
  });
}

Deno.test("offline access: a server without such a client does not listen to sign-outs", () => {
  const topicsOf = (clients: object) =>
    // deno-lint-ignore no-explicit-any -- the code that a config carries
    Object.keys((OAuthServer({ ...OPTIONS, clients } as never) as any)[capability].on);
  assert(!topicsOf(OPTIONS.clients).includes("session.ending"));
  assert(topicsOf(CLIENTS).includes("session.ending"));
});

Deno.test("offline access: the option is checked, and is one of the config", async () => {
  const faultOf = async (more: object): Promise<string> => {
    const { auth } = createServer({ clients: { bad: { ...CLIENT, ...more } } } as never, {
      logger: { error() {} },
    });
    return await auth.oauthServer.listGrants("ada").then(() => "", (error: Error) => error.message);
  };
  for (const offlineAccess of ["session", "", null, true]) {
    assertMatch(await faultOf({ offlineAccess }), /clients\.bad\.offlineAccess/);
  }
  assertMatch(await faultOf({ offlineAccess: "scope", grants: ["code"] }), /grant "refresh"/);
  for (const offlineAccess of ["always", "scope", undefined]) {
    assertEquals(await faultOf({ offlineAccess }), "");
  }
  const { auth } = createServer();
  const client = { name: "Other", redirectUris: [CALLBACK], offlineAccess: "scope" };
  const refused = await auth.oauthServer.registerClient(client as never).then(
    () => "",
    (error: Error) => error.message,
  );
  assertMatch(refused, /only clients of the config have it/);
});

/** Fifty refreshes, and codes, while the session ends: nothing outlives it. */
async function raceSession(adapter: FullAdapter): Promise<void> {
  const slow = slowed(adapter, () => true);
  const rigs = Array.from({ length: 4 }, () => createRig("jwt", slow));
  const [rig] = rigs as [ServerRig];
  const { userId, browser } = await openNew(rig as never);
  const held = await signInAt(rig, browser);
  const codes: string[] = [];
  for (let code = 0; code < 5; code++) {
    codes.push(await codeFor(browser, "bound", "openid project:read"));
  }
  const [session] = await sessions.list(rig.auth.config, userId);
  const requests = Array.from({ length: 50 }, (_, index) => {
    const code = codes[index];
    const fields = code === undefined
      ? refreshFields(held.refresh_token, as("bound"))
      : codeFields(code, as("bound"));
    return rigs[index % 4]!.post("oauth/token", fields);
  });
  const end = sessions.revoke(rig.auth.config, userId, session!.id);
  const answers = await Promise.all(requests);
  assert(await end);
  for (const answer of answers) {
    const body = await answer.json();
    if (answer.status !== 200) assertEquals([answer.status, body.error], [400, "invalid_grant"]);
    else {
      await assertAsked(rig, body.access_token, 401);
      await assertOver(rig, body);
    }
  }
  await assertAsked(rig, held.access_token, 401);
  assertEquals(await adapter.records.list(ownerOf(userId), "oauth.refresh"), []);
}

function register(name: string, open: OpenDumpStore): void {
  Deno.test(`offline access, ${name}: of fifty requests while the session ends, none outlives it`, async () => {
    const store = await open();
    try {
      await raceSession(store.adapter);
    } finally {
      await store.close();
    }
  });
}

for (const [name, open] of Object.entries(LOCAL_STORES)) register(name, open);
withPostgres(
  "offline access on PostgreSQL",
  (server) => register("PostgreSQL", postgresStore(server)),
);
