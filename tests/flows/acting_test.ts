/**
 * Operators who act for users: a session with an actor, its bounds, and all that tries to get past them.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { AuditLog } from "../../src/capabilities/audit_log/mod.ts";
import { defineCapability } from "../../src/capabilities/custom/mod.ts";
import { operatorPermissions } from "../../src/capabilities/operators/actions.ts";
import { Operators } from "../../src/capabilities/operators/mod.ts";
import {
  addImpersonation,
  impersonations,
  tellOnce,
} from "../../src/capabilities/operators/impersonations.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { AccessDenied, AdapterError, AuthError, MissingCSRF } from "../../src/errors.ts";
import { decode, encode, getToken } from "../../src/jwt.ts";
import { ACCOUNT_CHANGES, assertMayChange, findVisitor } from "../../src/session/visitor.ts";
import { sessions } from "../../src/session/record.ts";
import { sessionOf } from "../../src/session/strategies.ts";
import { capability } from "../../src/symbols.ts";
import type {
  AuthConfig,
  JWTCallbackParams,
  SessionCallbackParams,
} from "../../src/types/config.ts";
import type { JWT } from "../../src/types/entities.ts";
import type { Context } from "../../src/types/internal.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { listed } from "../conformance/_stolen_session.ts";
import {
  act,
  APP,
  createScene,
  type Jar,
  makeJar,
  type Scene,
  stop,
  tokenIn,
  whoIs,
} from "./_acting.ts";
import { createOperatorApp, enter, type OperatorApp } from "./_operators.ts";
import { STRATEGIES } from "./_strategies.ts";

const OPERATOR = { userId: "olga", actor: undefined };
const ACTS = { userId: "ada", actor: "olga" };

const SESSION = "__Secure-authjs.session-token";
const RESTING = "__Host-authjs.operator";

const recordsOf = ({ adapter }: OperatorApp) => adapter.records as RecordStore;

/** A cookie of a browser. */
function cookieOf(jar: Jar, name: string): string {
  const found = jar.header().split("; ").find((part) => part.startsWith(`${name}=`));
  assert(found, `${name} is not in ${jar.header()}`);
  return found;
}

/** Compares what every reader of a request says: none of them sees a session. */
async function assertNoSession(app: OperatorApp, header: string): Promise<void> {
  const jar = makeJar(app, header);
  const request = () => jar.request();
  const { auth } = app;
  assertEquals(await auth.getSession(request()), null);
  assertEquals(await auth.getToken(request()), null);
  assertEquals(await auth.getProof(request()), null);
  assertEquals(await auth.sessions.identify(request()), null);
  assertEquals((await auth.authenticate(request())).ok, false);
  assertEquals((await auth.organizations.readMembership(request(), "staff")).ok, false);
  assertEquals((await jar.get("/auth/session")).text, "null");
}

/** The session of the one who acts. */
async function idOf({ app, jar }: Scene): Promise<string> {
  return (await app.auth.sessions.identify(jar.request()))!.id;
}

for (const strategy of STRATEGIES) {
  const test = (what: string, run: () => Promise<void>) =>
    Deno.test(`acting (${strategy} session): ${what}`, run);

  test("an operator sees what the user sees, and comes back", async () => {
    const scene = await createScene(strategy);
    const { app, jar } = scene;
    const before = cookieOf(jar, SESSION);
    const { location } = await act(scene);
    assertEquals(location, APP);
    assertEquals(await whoIs(app, jar), ACTS);
    const session = await app.auth.getSession(jar.request()) as unknown as {
      user: { name: string };
      actor: Record<string, string>;
    };
    assertEquals(session.user.name, "ada");
    assertEquals(Object.keys(session.actor), ["id", "until"]);
    const proof = await app.auth.getProof(jar.request());
    assertEquals(proof?.methods, []);
    assertEquals(proof?.actor, "olga");
    assertEquals(proof!.acting!.until - proof!.acting!.since, 3600);
    assertEquals(session.actor.until, new Date(proof!.acting!.until * 1000).toISOString());
    const claims = await app.auth.getToken(jar.request());
    assertEquals(claims?.sub, strategy === "jwt" ? "ada" : undefined);
    await stop(jar);
    assertEquals(cookieOf(jar, SESSION), before);
    assertEquals(jar.header().includes(RESTING), false);
    assertEquals(await whoIs(app, jar), OPERATOR);
  });

  test("nothing of the user differs afterwards", async () => {
    const memory = MemoryAdapter();
    const { store, all } = listed(memory.records);
    const adapter = { ...memory, records: store };
    const scene = await createScene(strategy, { adapter, notifyNewDevice: true });
    const { app, jar } = scene;
    const dump = async () => {
      const kept = all().filter(({ kind, owner }) =>
        kind !== impersonations.name && owner !== "olga"
      )
        .map(({ kind, id, owner, data, version, expires }) =>
          JSON.stringify({ kind, id, owner, data, version, expires })
        ).sort();
      const [user, accounts, keys] = [
        await memory.getUser("ada"),
        await memory.listAccounts("ada"),
        await memory.listAuthenticatorsByUserId("ada"),
      ];
      return { kept, user, accounts, keys, sessions: await memory.listSessions("ada") };
    };
    const before = await dump();
    const listedBefore = await app.auth.sessions.list("ada");
    await act(scene);
    assertEquals(await whoIs(app, jar), ACTS);
    assertEquals(await app.auth.sessions.list("ada"), listedBefore);
    for (const path of ["session", "signout", "factors", "organizations", "signin"]) {
      await jar.get(`/auth/${path}`);
    }
    for (const path of ["factors", "organizations", "session"]) {
      await jar.post(`/auth/${path}`, { step: "enrol", factor: "totp", name: "x" });
    }
    await stop(jar);
    assertEquals(await dump(), before);
    assertEquals(app.mails.map(({ subject }) => subject), [
      "Support is viewing your account (App)",
    ]);
  });

  for (
    const [what, id, status] of [
      ["oneself", "olga", "403"],
      ["an operator with the same permissions", "same", "AccessDenied"],
      ["an operator with fewer permissions", "reader", "AccessDenied"],
      ["an operator with more permissions", "boss", "403"],
      ["a user who is suspended", "ended", "AccessDenied"],
      ["nobody", "nobody", "404"],
      ["an organization", "org:x", "404"],
      ["a prototype", "__proto__", "404"],
    ] as const
  ) {
    test(`never for ${what}`, async () => {
      const scene = await createScene(strategy);
      const { app, jar } = scene;
      await enter(app, "same", { role: "support" });
      await enter(app, "reader", { role: "reader" });
      await enter(app, "ended");
      await app.auth.users.suspend("ended");
      const answer = await jar.post(`/auth/operators/users/${id}/act`, { reason: "x" });
      const said = answer.status === 302 ? new URL(answer.location).searchParams.get("error") : "";
      assertEquals(said || String(answer.status), status);
      await assertRejects(
        () => app.auth.impersonate(jar.request("/", "POST"), id, { reason: "x" }),
        AuthError,
        "Cannot act for a user",
      );
      assertEquals(await whoIs(app, jar), OPERATOR);
      assertEquals(await impersonations.list(recordsOf(app), id), []);
    });
  }

  for (
    const reason of ["", "   ", "x".repeat(201), "a\nb", "a\u2028b", "\u0000", "x".repeat(1e5)]
  ) {
    test(`no reason is ${JSON.stringify(reason.slice(0, 8))} (${reason.length})`, async () => {
      const scene = await createScene(strategy);
      const { app, jar } = scene;
      const answer = await act(scene, "ada", reason);
      assertEquals(answer.status, 400);
      assertMatch(answer.text, /Enter a reason of at most 200 characters/);
      const error = await assertRejects(
        () => app.auth.impersonate(jar.request("/", "POST"), "ada", { reason }),
        AuthError,
        "`reason` must have 1 to 200 characters",
      );
      assertEquals(error.cause?.field, "reason");
      assertEquals(await whoIs(app, jar), OPERATOR);
      assertEquals(app.mails, []);
    });
  }

  test("a reason is what has 200 characters, of any script", async () => {
    const scene = await createScene(strategy);
    await act(scene, "ada", ` ${"😀".repeat(200)} `);
    assertEquals(await whoIs(scene.app, scene.jar), ACTS);
    const [found] = await impersonations.list(recordsOf(scene.app), "ada");
    assertEquals(found?.data.reason, "😀".repeat(200));
  });

  test("an option that is none is refused", async () => {
    const { app, jar } = await createScene(strategy);
    for (const options of [{}, { reason: undefined }, { reason: null }]) {
      await assertRejects(
        () => app.auth.impersonate(jar.request("/", "POST"), "ada", options as never),
        AuthError,
      );
    }
    for (const id of [undefined, null, "", {}]) {
      await assertRejects(
        () => app.auth.impersonate(jar.request("/", "POST"), id as never, { reason: "x" }),
        AuthError,
      );
    }
    assertEquals(await whoIs(app, jar), OPERATOR);
  });

  test("it is begun by an operator with a fresh proof of two factors alone", async () => {
    const { app } = await createScene(strategy);
    const as = async (id: string, how: Parameters<typeof enter>[2]) => {
      const jar = makeJar(app, (await enter(app, id, how)).cookie);
      const answer = await jar.post("/auth/operators/users/ada/act", { reason: "x" });
      assertEquals(jar.header().includes(RESTING), false);
      return answer;
    };
    for (
      const [id, how] of [
        ["user", {}],
        ["member", { role: "member" }],
        ["other", { role: "owner", organization: "acme" }],
        ["acted", { role: "owner", proof: "acting" }],
      ] as const
    ) assertEquals((await as(id, how)).status, 400, id);
    assertEquals((await as("reader", { role: "reader" })).status, 403);
    for (const proof of ["stale", "weak"] as const) {
      assertMatch((await as(proof, { role: "owner", proof })).location, /stepUp=/);
    }
    const stranger = makeJar(app);
    const asked = await stranger.post("/auth/operators/users/ada/act", { reason: "x" });
    assertMatch(asked.location, /signin\?.*SessionRequired/);
    await assertRejects(
      () => app.auth.impersonate(stranger.request("/", "POST"), "ada", { reason: "x" }),
      AccessDenied,
      "signed-out",
    );
  });

  test("a stale proof leads the function to a proof, and back", async () => {
    const { app } = await createScene(strategy);
    const { cookie } = await enter(app, "late", { role: "owner", proof: "stale" });
    const jar = makeJar(app, cookie);
    const answer = await app.auth.impersonate(jar.request("/", "POST"), "ada", { reason: "x" });
    assertMatch(answer.headers.get("location")!, /stepUp=/);
    assertEquals(answer.headers.getSetCookie(), []);
  });

  test("the functions do what the forms do", async () => {
    const { app, jar } = await createScene(strategy);
    const begun = await app.auth.impersonate(jar.request("/", "POST"), "ada", {
      reason: "Ticket 7",
      redirectTo: "/home",
    });
    assertEquals(begun.headers.get("location"), `${APP}/home`);
    jar.store.store(new URL(APP), begun.headers.getSetCookie());
    assertEquals(await whoIs(app, jar), ACTS);
    const ended = await app.auth.stopImpersonating(jar.request("/", "POST"), { redirectTo: "/x" });
    assertEquals(ended.headers.get("location"), `${APP}/x`);
    jar.store.store(new URL(APP), ended.headers.getSetCookie());
    assertEquals(await whoIs(app, jar), OPERATOR);
    const idle = await app.auth.stopImpersonating(jar.request("/", "POST"));
    assertEquals([idle.headers.get("location"), idle.headers.getSetCookie()], [`${APP}/`, []]);
  });

  test("another site begins nothing and ends nothing", async () => {
    const scene = await createScene(strategy);
    const { app, jar } = scene;
    const foreign = () => {
      const request = jar.request("/", "POST");
      request.headers.set("origin", "https://evil.example");
      return request;
    };
    await assertRejects(
      () => app.auth.impersonate(foreign(), "ada", { reason: "x" }),
      MissingCSRF,
    );
    const bare = await app.fetch("/auth/operators/users/ada/act", {
      method: "POST",
      headers: { cookie: jar.header(), origin: "https://evil.example" },
      body: new URLSearchParams({ reason: "x" }),
    });
    assertEquals(bare.headers.getSetCookie().some((one) => one.includes(RESTING)), false);
    assertEquals(await whoIs(app, jar), OPERATOR);
    const page = await jar.get("/auth/operators/users/ada/act");
    await act(scene);
    await assertRejects(() => app.auth.stopImpersonating(foreign()), MissingCSRF);
    await app.fetch("/auth/operators/stop", {
      method: "POST",
      headers: { cookie: jar.header(), origin: "https://evil.example" },
    });
    assertEquals(await whoIs(app, jar), ACTS);
    // A form of the operator's other tab names the operator.
    const other = await jar.post("/auth/operators/users/ada/act", {
      csrfToken: tokenIn(page.text),
      reason: "x",
    });
    assertMatch(other.text, /ada/);
    assertEquals(await whoIs(app, jar), ACTS);
  });

  test("it is never nested", async () => {
    const scene = await createScene(strategy);
    const { app, jar } = scene;
    await enter(app, "bob");
    await act(scene);
    assertEquals((await jar.get("/auth/operators/users/bob/act")).status, 404);
    assertEquals((await jar.post("/auth/operators/users/bob/act", { reason: "x" })).status, 400);
    await assertRejects(
      () => app.auth.impersonate(jar.request("/", "POST"), "bob", { reason: "x" }),
      AuthError,
      "no-operator",
    );
    assertEquals(await whoIs(app, jar), ACTS);
    await stop(jar);
    assertEquals(await whoIs(app, jar), OPERATOR);
  });

  test("neither cookie is a session by itself, or under another name", async () => {
    const scene = await createScene(strategy);
    const { app, jar } = scene;
    await act(scene);
    const [session, resting] = [cookieOf(jar, SESSION), cookieOf(jar, RESTING)];
    const [own, sealed] = [session, resting].map((one) => one.slice(one.indexOf("=") + 1));
    for (
      const header of [
        session,
        resting,
        `${SESSION}=${sealed}`,
        `${SESSION}=acting.${sealed}`,
        `${SESSION}=${own!.slice("acting.".length)}`,
        `${SESSION}=${own!.slice("acting.".length)}; ${resting}`,
        `${SESSION}=${sealed}; ${RESTING}=${own}`,
        `${SESSION}=acting.; ${resting}`,
        `${SESSION}=acting.x; ${resting}`,
        `${session}x; ${resting}`,
        `${session}; ${RESTING}=x`,
        `${session}; ${RESTING}=`,
        `${session}; authjs.operator=${sealed}`,
      ]
    ) await assertNoSession(app, header);
    assertEquals(await whoIs(app, makeJar(app, `${session}; ${resting}`)), ACTS);
  });

  test("without its other half, a cookie leads to no session of the operator", async () => {
    const scene = await createScene(strategy);
    const { app, jar } = scene;
    await act(scene);
    const halves = [cookieOf(jar, SESSION), cookieOf(jar, RESTING)];
    for (const half of halves) {
      const thief = makeJar(app, half);
      const answer = await thief.post("/auth/operators/stop");
      assertEquals(answer.setCookies.filter((one) => one.startsWith(SESSION)), []);
      await assertNoSession(app, thief.header());
    }
    await assertRejects(
      () => app.auth.stopImpersonating(makeJar(app, halves[0]!).request("/", "POST")),
      AccessDenied,
    );
    assertEquals(await whoIs(app, jar), ACTS);
  });

  test("who decodes the cookie alone sees no session", async () => {
    const scene = await createScene(strategy);
    await act(scene);
    const { secret } = scene.app.auth.config as { secret: string };
    const req = scene.jar.request();
    assertEquals(await getToken({ req, secret, secureCookie: true }), null);
    const session = cookieOf(scene.jar, SESSION).slice(SESSION.length + 1);
    const failures = [session, session.slice("acting.".length)].map((token) =>
      decode({ token, secret, salt: SESSION }).catch((error: Error) => error.name)
    );
    assertEquals(await Promise.all(failures), ["JWEInvalid", "JWEDecryptionFailed"]);
  });

  test("halves of two sessions are none", async () => {
    const scene = await createScene(strategy);
    const { app, jar } = scene;
    await enter(app, "bob");
    const second = makeJar(app, (await enter(app, "oscar", { role: "support" })).cookie);
    const again = jar.copy();
    await act(scene);
    await act({ jar: second }, "ada");
    await act({ jar: again }, "bob");
    const jars = [jar, second, again];
    for (const one of jars) {
      for (const other of jars) {
        if (one === other) continue;
        const header = `${cookieOf(one, SESSION)}; ${cookieOf(other, RESTING)}`;
        await assertNoSession(app, header);
        const thief = makeJar(app, header);
        const answer = await thief.post("/auth/operators/stop");
        assertEquals(answer.setCookies.filter((part) => part.startsWith(SESSION)), []);
      }
    }
    assertEquals(await whoIs(app, again), { userId: "bob", actor: "olga" });
    assertEquals(await whoIs(app, second), { userId: "ada", actor: "oscar" });
  });

  test("cookies from before the stop open nothing, and bring nothing back", async () => {
    const scene = await createScene(strategy);
    const { app, jar } = scene;
    await act(scene);
    const copy = jar.copy();
    await stop(jar);
    await assertNoSession(app, copy.header());
    for (let tries = 0; tries < 3; tries++) {
      const answer = await copy.post("/auth/operators/stop");
      assertEquals(answer.setCookies.filter((one) => one.startsWith("__")), []);
    }
    await assertNoSession(app, copy.header());
    assertEquals(await whoIs(app, jar), OPERATOR);
  });

  test("what the cookie and the record say must agree, and be whole", async () => {
    const scene = await createScene(strategy);
    const { app, jar } = scene;
    const since = Math.floor(Date.now() / 1000);
    const good = {
      at: since,
      methods: [],
      provider: null,
      actor: "olga",
      acting: { since, until: since + 3600 },
    };
    await enter(app, "bob");
    await act(scene);
    const id = await idOf(scene);
    const resting = cookieOf(jar, RESTING);
    const { secret } = app.auth.config as { secret: string };
    const forge = async (claims: JWT, salt = "authjs.acting", key = secret) =>
      `${SESSION}=acting.${await encode({ token: claims, secret: key, salt })}; ${resting}`;
    const claims = { sub: "ada", session_id: id, session_proof: good };
    assertEquals(await whoIs(app, makeJar(app, await forge(claims))), ACTS);
    const { actor: _actor, ...noActor } = good;
    const { acting: _acting, ...noTime } = good;
    for (
      const forged of [
        { ...claims, sub: "bob" },
        { ...claims, sub: "boss" },
        { ...claims, sub: "olga" },
        { ...claims, sub: undefined },
        { ...claims, session_id: undefined },
        { ...claims, session_id: "x" },
        { ...claims, session_proof: undefined },
        { ...claims, session_proof: "x" },
        { ...claims, session_proof: noActor },
        { ...claims, session_proof: noTime },
        { ...claims, session_proof: { ...good, actor: "" } },
        { ...claims, session_proof: { ...good, actor: null } },
        { ...claims, session_proof: { ...good, actor: { id: "olga" } } },
        { ...claims, session_proof: { ...good, actor: "boss" } },
        { ...claims, session_proof: { ...good, acting: { since, until: since + 9999 } } },
        { ...claims, session_proof: { ...good, acting: { since: since - 60, until: since } } },
        { ...claims, session_proof: { ...good, acting: null } },
      ]
    ) await assertNoSession(app, await forge(forged as JWT));
    const boss = await enter(app, "boss", { role: "owner" });
    const other = await encode({
      token: {
        token: cookieOf(makeJar(app, boss.cookie), SESSION).slice(SESSION.length + 1),
        acting: id,
      },
      secret,
      salt: "authjs.operator",
    });
    await assertNoSession(app, `${cookieOf(jar, SESSION)}; ${RESTING}=${other}`);
    await assertNoSession(app, await forge(claims, SESSION));
    await assertNoSession(app, await forge(claims, "authjs.operator"));
    await assertNoSession(
      app,
      await forge(claims, "authjs.acting", "another-secret-of-32-characters!"),
    );
    for (
      const proof of [
        null,
        "x",
        noActor,
        noTime,
        { ...good, acting: { since, until: since + 60 } },
        7,
      ]
    ) {
      await sessions.update(recordsOf(app), id, (known) => ({
        userId: known!.owner,
        expires: known!.expires,
        data: { ...known!.data, proof: proof as never },
      }));
      await assertNoSession(app, jar.header());
    }
  });

  test("a record that is written after the suspension makes no session", async () => {
    const scene = await createScene(strategy);
    const { app, jar } = scene;
    await act(scene);
    const id = await idOf(scene);
    const { data, expires } = (await sessions.get(recordsOf(app), id))!;
    await app.auth.users.suspend("ada");
    await sessions.add(recordsOf(app), id, { userId: "ada", expires, data });
    await assertNoSession(app, jar.header());
  });

  test("a token of the app that names an actor changes nothing", async () => {
    const { app } = await createScene(strategy);
    const jar = makeJar(app, (await enter(app, "ada", { proof: "acting" })).cookie);
    const answer = await jar.post("/auth/factors", { step: "enrol", factor: "totp" });
    assertMatch(answer.location, /error=AccessDenied/);
  });

  test("it is over after an hour, whatever is read meanwhile", async () => {
    using time = new FakeTime();
    const scene = await createScene(strategy, { session: { maxAge: 600, updateAge: 0 } });
    const { app, jar } = scene;
    await app.auth.sessions.list("ada");
    await act(scene);
    const short = await whoIs(app, jar);
    assertEquals(short, ACTS);
    // Never longer than the operator's own session, which is not used meanwhile.
    time.tick(11 * 60_000);
    await assertNoSession(app, jar.header());
  });

  test("the hour is never extended, and the operator can come back afterwards", async () => {
    using time = new FakeTime();
    const scene = await createScene(strategy, { session: { updateAge: 0 } });
    const { app, jar } = scene;
    await act(scene);
    for (let minutes = 0; minutes < 59; minutes++) {
      time.tick(60_000);
      assertEquals((await jar.get("/auth/session")).setCookies, []);
      assertEquals(await whoIs(app, jar), ACTS, String(minutes));
    }
    time.tick(60_000);
    await assertNoSession(app, jar.header());
    const page = await jar.get("/auth/operators/stop");
    assertMatch(page.text, /no longer acting/);
    await jar.post("/auth/operators/stop", { csrfToken: tokenIn(page.text) });
    assertEquals(await whoIs(app, jar), OPERATOR);
  });

  test("two hours later, nothing brings the operator back", async () => {
    using time = new FakeTime();
    const scene = await createScene(strategy);
    const { app, jar } = scene;
    await act(scene);
    const header = jar.header();
    time.tick(2 * 3600_000 + 60_000);
    const answer = await makeJar(app, header).post("/auth/operators/stop");
    assertEquals(answer.setCookies.filter((one) => one.startsWith(SESSION)), []);
    await assertNoSession(app, header);
  });

  const ENDINGS: Record<string, (scene: Scene) => Promise<unknown>> = {
    "the operator's sessions end": ({ app }) => app.auth.sessions.revokeAll("olga"),
    "the operator is suspended": ({ app }) => app.auth.users.suspend("olga"),
    "the operator is deleted": ({ app }) => app.auth.users.delete("olga"),
    "the operator is removed": async ({ app }) => {
      const boss = makeJar(app, (await enter(app, "boss", { role: "owner" })).cookie);
      const at = await app.auth.organizations.readMembership(boss.request("/", "POST"), "staff");
      assert(at.ok);
      assertEquals(await app.auth.organizations.removeMember(at, "olga"), { ok: true });
    },
    "the operator gets another role": ({ app }) => enter(app, "olga", { role: "reader" }),
    "the user is suspended": ({ app }) => app.auth.users.suspend("ada"),
    "the user is deleted": ({ app }) => app.auth.users.delete("ada"),
    "the user signs out everywhere": ({ app }) => app.auth.sessions.revokeAll("ada"),
    "the session of the one who acts is revoked": async (scene) =>
      scene.app.auth.sessions.revoke("ada", await idOf(scene)),
    "the user becomes an operator": ({ app }) => enter(app, "ada", { role: "reader" }),
    "the record is lost": async (scene) => recordsOf(scene.app).take("session", await idOf(scene)),
  };
  for (const [what, run] of Object.entries(ENDINGS)) {
    test(`it ends when ${what}`, async () => {
      const scene = await createScene(strategy);
      await act(scene);
      assertEquals(await whoIs(scene.app, scene.jar), ACTS);
      await run(scene);
      await assertNoSession(scene.app, scene.jar.header());
      // The operator gets a session of one's own that is live, and no other.
      const answer = await scene.jar.post("/auth/operators/stop");
      if (/^the operator.*(sessions end|suspended|deleted)$/.test(what)) {
        const given = answer.setCookies.filter((one) =>
          one.startsWith(`${SESSION}=`) && !one.startsWith(`${SESSION}=;`)
        );
        assertEquals(given, []);
      }
      const { userId, actor } = await whoIs(scene.app, scene.jar);
      assertEquals([undefined, "olga"].includes(userId), true, userId);
      assertEquals(actor, undefined);
    });
  }

  test("a sign-out ends both sessions", async () => {
    const scene = await createScene(strategy);
    const { app, jar, operator } = scene;
    await act(scene);
    const copy = jar.header();
    const id = await idOf(scene);
    await jar.post("/auth/signout");
    assertEquals(await sessions.get(recordsOf(app), id), null);
    assertEquals(jar.header().includes(RESTING), false);
    assertEquals(jar.header().includes(SESSION), false);
    await assertNoSession(app, copy);
    await assertNoSession(app, operator.cookie);
    assertEquals((await app.auth.sessions.list("ada")).length, 1);
    assertEquals(app.entries.some(({ name }) => name === "acting.ended"), true);
    const thief = makeJar(app, copy);
    await thief.post("/auth/operators/stop");
    await assertNoSession(app, thief.header());
  });

  test("every change of an account is refused, each by its words", async () => {
    const answers: Record<string, string> = {};
    const probe = {
      id: "probe",
      [capability]: {
        endpoints: [{
          kind: "ambient",
          path: "probe",
          methods: ["GET"],
          load: () => ({
            GET: async (ctx: Context) => {
              const visitor = (await findVisitor(ctx))!;
              for (const change of ACCOUNT_CHANGES) {
                try {
                  assertMayChange(visitor, change);
                  answers[change] = "allowed";
                } catch (error) {
                  answers[change] = (error as Error).message.replace(/^Cannot .*: /, "");
                }
              }
              const session = sessionOf(ctx);
              const body = [await session.prove(ctx, (one) => one), await session.fork(ctx)];
              return { headers: { "Content-Type": "application/json" }, body };
            },
          }),
        }],
      },
    };
    const scene = await createScene(strategy, { capabilities: { probe } as never });
    await act(scene);
    const { text } = await scene.jar.get("/auth/probe");
    assertEquals(JSON.parse(text), [false, false]);
    assertEquals(Object.keys(answers).length, ACCOUNT_CHANGES.length);
    assertEquals(new Set(Object.values(answers)), new Set(["another person acts for the user"]));
  });

  test("no token, no update and no proof follow from it", async () => {
    const scene = await createScene(strategy);
    const { app, jar } = scene;
    await act(scene);
    const before = jar.header();
    const updated = await app.auth.updateSession(
      jar.request("/", "POST"),
      { name: "Eve" },
      new Headers(),
    ).catch((error) => error);
    assert(updated instanceof AccessDenied || updated === null || updated === undefined, updated);
    const posted = await jar.post("/auth/session", { data: '{"name":"Eve"}' });
    assertNotEquals(posted.status, 200);
    const url = await app.auth.requireProof(jar.request(), { methods: ["mfa"] });
    const { location } = await jar.get(url!.slice(APP.length));
    assertMatch(location, /error=AccessDenied/);
    assertEquals(
      app.errors.at(-1)?.message,
      "Cannot ask for a new proof: another person acts for the user",
    );
    assertEquals(app.mails.length, 1, "the user got no code");
    assertEquals(jar.header().includes(cookieOf(makeJar(app, before), SESSION)), true);
    assertEquals((await app.auth.getSession(jar.request()))?.user?.name, "ada");
  });

  test("authenticate() admits reads, and changes only where the app allows the actor", async () => {
    const scene = await createScene(strategy);
    const { app, jar } = scene;
    const as = async (method: string, options?: object) => {
      const who = await app.auth.authenticate(jar.request("/", method), options as never);
      return who.ok ? "ok" : `${who.reason} ${who.response().status}`;
    };
    for (const method of ["GET", "POST"]) assertEquals(await as(method), "ok");
    await act(scene);
    for (const method of ["GET", "HEAD"]) assertEquals(await as(method), "ok");
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      assertEquals(await as(method), "acting 403");
      assertEquals(await as(method, { allowActor: false }), "acting 403");
      assertEquals(await as(method, { allowActor: true }), "ok");
    }
    const socket = jar.request();
    socket.headers.set("upgrade", "websocket");
    const who = await app.auth.authenticate(socket);
    assertEquals(who.ok ? "" : who.reason, "acting");
    for (const allowActor of [undefined, null, "yes", 1]) {
      await assertRejects(() => as("POST", { allowActor }), TypeError, "allowActor");
    }
    const handler = app.auth.protect(() => new Response("done"), { allowActor: true });
    assertEquals((await handler(jar.request("/", "POST"))).status, 200);
    assertEquals(
      (await app.auth.protect(() => new Response("done"))(jar.request("/", "POST"))).status,
      403,
    );
  });

  test("can() is true only where the app allows the actor, and members' changes are refused", async () => {
    const scene = await createScene(strategy);
    const { app, jar } = scene;
    await enter(app, "ada", { role: "owner", organization: "acme" });
    await act(scene);
    const { organizations } = app.auth;
    const at = await organizations.readMembership(jar.request("/", "POST"), "acme");
    assert(at.ok);
    assertEquals(at.role, "owner");
    const can = organizations.can as (...args: unknown[]) => boolean;
    assertEquals(can(at, "user:read"), false);
    for (const allowActor of [undefined, null, false, "yes", 1]) {
      assertEquals(can(at, "user:read", { allowActor }), false);
    }
    assertEquals(can(at, "user:read", { allowActor: true }), true);
    for (
      const change of [
        () => organizations.updateOrganization(at, { name: "Eve" }),
        () => organizations.invite(at, { email: "eve@example.com", role: "member" as never }),
        () => organizations.leave(at),
        () => organizations.deleteOrganization(at, { confirm: "acme" } as never),
      ]
    ) {
      const answer = await change() as { ok: boolean; reason?: string };
      assertEquals([answer.ok, answer.reason], [false, "forbidden"]);
    }
  });

  test("forms of the app's own pages are refused, unless the page allows the actor", async () => {
    const posted: string[] = [];
    const page = (name: string, allowActor?: boolean) => ({
      methods: ["GET", "POST"] as const,
      ...allowActor === undefined ? {} : { allowActor },
      load: () => ({
        GET: () => ({ title: "x", text: "x" }),
        POST: () => {
          posted.push(name);
          return { title: "x", text: "x" };
        },
      }),
    });
    const pages = { plain: page("plain"), open: page("open", true), shut: page("shut", false) };
    const own = defineCapability({ id: "own", pages: pages as never });
    const scene = await createScene(strategy, { capabilities: { own } });
    const { jar } = scene;
    await act(scene);
    const { text } = await jar.get("/auth/operators/stop");
    for (const name of Object.keys(pages)) {
      await jar.post(`/auth/${name}`, { csrfToken: tokenIn(text) });
      assertEquals((await jar.get(`/auth/${name}`)).status, 200);
    }
    assertEquals(posted, ["open"]);
  });

  test("every entry of the log names both", async () => {
    const scene = await createScene(strategy, { audit: AuditLog() });
    const { app, jar } = scene;
    await act(scene);
    await jar.post("/auth/factors", { step: "enrol", factor: "totp" });
    await stop(jar);
    const { entries } = await app.auth.audit.list({ userId: "ada" });
    const found = entries.filter(({ name }) =>
      name !== "session.started" && name !== "user.created"
    );
    assertEquals(
      found.map(({ name, userId, actor }) => `${name} ${userId} ${actor}`).sort(),
      [
        "acting.ended ada olga",
        "acting.started ada olga",
        "session.ended ada olga",
      ],
    );
    const [started] = found.filter(({ name }) => name === "acting.started");
    const refused = app.entries.find(({ name }) => name === "factor.refused");
    for (const { actor, via, sessionId } of [...found, refused!]) {
      assertEquals([actor, via, sessionId], ["olga", "operator", started!.sessionId]);
    }
  });

  test("the copy of the user's data has neither the reason nor the operator", async () => {
    const scene = await createScene(strategy, { audit: AuditLog({ beforeAnswer: true }) });
    const { app, jar } = scene;
    await act(scene, "ada", "Reason of the app");
    await jar.post("/auth/factors", { step: "enrol", factor: "totp" });
    await stop(jar);
    const text = JSON.stringify(await app.auth.users.export("ada"));
    assertMatch(text, /acting\.started/);
    assertEquals(["Reason of the app", "olga"].filter((one) => text.includes(one)), []);
    const { entries } = await app.auth.audit.list({ userId: "ada", name: "acting.started" });
    assertEquals([entries[0]?.note, entries[0]?.actor], ["Reason of the app", "olga"]);
  });

  test("the address and the device of the operator are not kept as those of the user", async () => {
    const scene = await createScene(strategy);
    const { app, jar } = scene;
    const agent = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Olga/1.0" };
    const send = async (path: string, fields: Record<string, string>) => {
      const response = await app.fetch(path, {
        method: "POST",
        headers: { ...agent, cookie: jar.header(), origin: APP },
        body: new URLSearchParams(fields),
      });
      jar.store.store(new URL(APP), response.headers.getSetCookie());
      await response.body?.cancel();
    };
    for (
      const [path, fields] of [
        ["/auth/operators/users/ada/act", { reason: "Ticket 7" }],
        ["/auth/factors", { step: "enrol", factor: "totp" }],
        ["/auth/operators/stop", {}],
      ] as const
    ) {
      const page = path === "/auth/factors" ? "/auth/signout" : path;
      await send(path, { csrfToken: tokenIn((await jar.get(page)).text), ...fields });
    }
    const found = app.entries.filter(({ userId, actor }) => userId === "ada" && actor === "olga");
    assertEquals(found.some(({ name }) => name === "acting.started"), true);
    assertEquals(found.some(({ name }) => name === "acting.ended"), true);
    assertEquals(found.filter(({ address, device }) => address !== null || device !== null), []);
  });

  test("the user finds it on the account page, under the name of the app's choice", async () => {
    const scene = await createScene(strategy, {
      account: AccountPage(),
      operators: Operators({ organization: "staff", acting: { name: "Help desk" } }),
    });
    const { jar, ada } = scene;
    assertEquals((await ada.get("/auth/account")).text.includes("Help desk"), false);
    await act(scene);
    assertMatch((await ada.get("/auth/account")).text, /Viewed by Help desk[^]*Now, until/);
    assertMatch((await jar.get("/auth/account")).text, /You are viewing another person/);
    await stop(jar);
    assertMatch((await ada.get("/auth/account")).text, /Viewed by Help desk[^]*From .* to /);
    assertEquals(scene.app.mails[0]?.subject, "Help desk is viewing your account (App)");
  });

  test("the email can be put off until the end, and comes once", async () => {
    using time = new FakeTime();
    const operators = Operators({ organization: "staff", acting: { notify: "after" } });
    const scene = await createScene(strategy, { operators, account: AccountPage() });
    const { app, jar, ada } = scene;
    const isShown = async () => (await ada.get("/auth/account")).text.includes("Viewed by Support");
    const subjects = () => app.mails.splice(0).map(({ subject }) => subject);
    const ended = ["Support viewed your account (App)"];
    await act(scene);
    assertEquals(await app.auth.operators.notifyDue(), 0);
    assertEquals([subjects(), await isShown()], [[], false]);
    await stop(jar);
    assertEquals([subjects(), await isShown()], [ended, true]);
    assertEquals(await app.auth.operators.notifyDue(), 0);
    await act(scene);
    assertEquals(subjects(), []);
    // The operator closes the browser.
    time.tick(61 * 60_000);
    await Promise.all(Array.from({ length: 50 }, () => app.auth.operators.notifyDue()));
    assertEquals(subjects(), ended);
    assertEquals(await app.auth.operators.notifyDue(), 0);
  });

  test("what is put off is on no page and in no copy before an email tells it, and on all after", async () => {
    for (const end of ["stop", "late", "no email"] as const) {
      using time = new FakeTime();
      let isDown = end === "no email";
      const scene = await createScene(strategy, {
        operators: Operators({
          organization: "staff",
          acting: { notify: "after", name: "Help desk" },
        }),
        ...{ audit: AuditLog({ beforeAnswer: true }), account: AccountPage() },
        sendMail: () => {
          if (isDown) throw new Error("down");
        },
      });
      const { app, jar } = scene;
      const { cookie } = await enter(app, "ada", { role: "owner", organization: "acme" });
      const ada = makeJar(app, cookie);
      const read = async (path: string) =>
        await (await app.fetch(path, { headers: { cookie, accept: "application/json" } })).text();
      const seen = async () => {
        const account = (await ada.get("/auth/account")).text;
        const [own, organization] = [
          await read("/auth/activity"),
          await read("/auth/organization/acme/activity"),
        ];
        const membership = await app.auth.organizations.readMembership(ada.request(), "acme");
        assert(membership.ok);
        const listed = await app.auth.audit.listOfOrganization(membership);
        assert(listed.ok);
        const copy = (await app.auth.users.export("ada"))!.records!;
        const [log, acted] = [copy["audit.user"]!, copy["operators.impersonation"]!];
        return {
          "the account page": account.includes("Viewed by Help desk"),
          "the activity": own.includes('{"is":"operator","name":"Help desk"}'),
          "the activity in JSON": own.includes('"kind":"actingStarted"'),
          "the page in words": (await ada.get("/auth/activity")).text.includes("by Help desk"),
          "the organization": organization.includes('"by":{"is":"operator","name":"Help desk"}'),
          "the function for owners": listed.entries.some(({ via }) => via === "operator"),
          "the log in the copy": JSON.stringify(log).includes('"actorName":"Help desk"'),
          "the copy": JSON.stringify(acted).includes('"name":"Help desk"'),
        };
      };
      const all = (value: boolean, shown: Record<string, boolean>, when: string) =>
        assertEquals(
          shown,
          Object.fromEntries(Object.keys(shown).map((one) => [one, value])),
          when,
        );
      await act(scene);
      const at = await app.auth.organizations.readMembership(jar.request("/", "POST"), "acme");
      assert(at.ok && !(await app.auth.organizations.updateOrganization(at, { name: "B" })).ok);
      all(false, await seen(), `${end}: while it runs`);
      // The app itself sees all.
      const names = (await app.auth.audit.list({ actor: "olga" })).entries.map(({ name }) => name);
      assert(names.includes("organization.refused"), `${names}`);
      if (end === "late") {
        time.tick(61 * 60_000);
        all(false, await seen(), "it is over, and nobody was told");
        await app.auth.operators.notifyDue();
      } else await stop(jar);
      if (isDown) {
        all(false, await seen(), "no email was sent yet");
        time.tick(26 * 60 * 60_000);
        await app.auth.operators.notifyDue();
      }
      all(true, await seen(), end);
      isDown = false;
    }
  });

  test("pages that the operator opens too often are none that the user opened", async () => {
    const scene = await createScene(strategy, {
      ...{ audit: AuditLog(), account: AccountPage(), limits: undefined as never },
    });
    const { jar, ada } = scene;
    await act(scene);
    const open = async ({ get }: Jar) => (await get("/auth/activity")).status;
    const opened = await Promise.all(Array.from({ length: 70 }, () => open(jar)));
    assert(opened.filter((status) => status === 429).length >= 10, `${opened}`);
    assertEquals([await open(jar), await open(ada)], [429, 200]);
  });

  test("what no email told is due until one was sent, and of fifty callers one sends it", async () => {
    for (const notify of ["at-once", "after"] as const) {
      using time = new FakeTime();
      const mails: string[] = [];
      let isDown = true;
      const scene = await createScene(strategy, {
        operators: Operators({ organization: "staff", acting: { notify } }),
        sendMail: ({ subject }: { subject?: string }) => {
          if (isDown) throw new Error("down");
          mails.push(subject!);
        },
      });
      const { app, jar } = scene;
      await act(scene);
      await stop(jar);
      time.tick(61 * 60_000);
      const { operators } = app.auth;
      assertEquals(await operators.notifyDue(), 0);
      // The email could not be sent, so it is due with the next call.
      isDown = false;
      const told = await Promise.all(Array.from({ length: 50 }, () => operators.notifyDue()));
      assertEquals(told.filter((count) => count > 0), [1]);
      assertEquals(mails, ["Support viewed your account (App)"]);
      assertEquals(await operators.notifyDue(), 0);
      // An email that was sent is the only one.
      const other = await createScene(strategy, {
        operators: Operators({ organization: "staff", acting: { notify } }),
      });
      await act(other);
      await stop(other.jar);
      time.tick(61 * 60_000);
      assertEquals(await other.app.auth.operators.notifyDue(), 0);
      assertEquals(other.app.mails.length, 1);
    }
  });

  test("a caller that dies while it sends does not keep the email", async () => {
    using time = new FakeTime();
    const scene = await createScene(strategy);
    const records = scene.app.adapter.records!;
    const until = Math.floor(Date.now() / 1000);
    const session = { id: "one", userId: "ada", actor: "olga", since: until - 60, until };
    await addImpersonation(records, session, "Ticket 7");
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const dead = tellOnce(records, "one", () => promise);
    assertEquals(await scene.app.auth.operators.notifyDue(), 0);
    time.tick(301_000);
    assertEquals(await scene.app.auth.operators.notifyDue(), 1);
    resolve(false);
    await dead;
    assertEquals(await scene.app.auth.operators.notifyDue(), 0);
    assertEquals(scene.app.mails.length, 1);
  });

  test("those that run hide none that is due", async () => {
    const scene = await createScene(strategy);
    const records = scene.app.adapter.records!;
    const now = Math.floor(Date.now() / 1000);
    for (let index = 0; index < 60; index++) {
      const id = `a${String(index).padStart(2, "0")}`;
      const session = { id, userId: "ada", actor: "olga", since: now, until: now + 3600 };
      await addImpersonation(records, session, "Ticket 7");
    }
    const session = { id: "b", userId: "ada", actor: "olga", since: now - 3600, until: now };
    await addImpersonation(records, session, "Ticket 7");
    assertEquals(await scene.app.auth.operators.notifyDue(), 1);
    assertEquals(scene.app.mails.length, 1);
  });

  test("never for a user without an address, who could not be told", async () => {
    const scene = await createScene(strategy);
    const { app, jar } = scene;
    await app.adapter.updateUser!({ id: "ada", email: null } as never);
    const path = "/auth/operators/users/ada/act";
    const page = await jar.get(path);
    assertMatch(page.text, /has no email address and couldn’t be notified/);
    assertEquals(page.text.includes('name="reason"'), false);
    const answer = await jar.post(path, { reason: "Ticket 7" });
    assertEquals(answer.status, 409);
    await assertRejects(
      () => app.auth.impersonate(jar.request("/", "POST"), "ada", { reason: "Ticket 7" }),
      AccessDenied,
      "without an email address",
    );
    assertEquals(await whoIs(app, jar), OPERATOR);
  });

  test("nothing of it names a user or an operator who is deleted", async () => {
    const memory = MemoryAdapter();
    const { store, all } = listed(memory.records);
    const scene = await createScene(strategy, {
      adapter: { ...memory, records: store },
      operators: Operators({ organization: "staff", acting: { notify: "after" } }),
    });
    const { app } = scene;
    const named = (id: string) =>
      all().filter(({ kind, owner, data }) =>
        /^(operators|session)/.test(kind) && (owner === id || JSON.stringify(data).includes(id))
      );
    await act(scene);
    assertEquals(named("olga").map(({ kind, owner }) => [kind, owner]), [["session", "olga"]]);
    assertEquals(named("ada").length, 4);
    await app.auth.users.delete("ada");
    assertEquals(named("ada"), []);
    app.mails.length = 0;
    assertEquals(await app.auth.operators.notifyDue(), 0);
    assertEquals(app.mails, []);
  });

  test("a sign-in in the same browser ends it, and the operator's own session", async () => {
    const { default: Credentials } = await import("../../src/providers/credentials.ts");
    if (strategy === "database") return;
    const providers = [Credentials({ authorize: () => ({ id: "bob", name: "Bob" }) })];
    const scene = await createScene(strategy, { providers });
    const { app, jar, operator } = scene;
    await enter(app, "bob");
    await act(scene);
    const copy = jar.header();
    const answer = await jar.post("/auth/callback/credentials");
    assertEquals(answer.location, APP, answer.location);
    assertEquals(await whoIs(app, jar), { userId: "bob", actor: undefined });
    await assertNoSession(app, copy);
    await assertNoSession(app, operator.cookie);
    assertEquals(jar.header().includes(RESTING), false);
  });

  test("a store that fails is no answer", async () => {
    const memory = MemoryAdapter();
    let isDown = false;
    const wrap = <T extends object>(object: T): T =>
      new Proxy(object, {
        get: (target, name, receiver) => {
          const member = Reflect.get(target, name, receiver);
          if (typeof member !== "function") return member;
          return (...args: unknown[]) => {
            if (isDown) throw new Error("down");
            return member.apply(target, args);
          };
        },
      });
    const adapter = { ...wrap(memory), records: wrap(memory.records) };
    for (const [name, member] of Object.entries(memory)) {
      if (typeof member === "function") {
        (adapter as Record<string, unknown>)[name] = wrap(memory)[name as "getUser"];
      }
    }
    const scene = await createScene(strategy, { adapter });
    const { app, jar } = scene;
    await act(scene);
    const { text } = await jar.get("/auth/operators/stop");
    isDown = true;
    await assertRejects(() => app.auth.getSession(jar.request()), AdapterError);
    assertEquals((await jar.get("/auth/session")).status, 503);
    const answer = await jar.post("/auth/operators/stop", { csrfToken: tokenIn(text) });
    assertEquals([answer.status, answer.setCookies.some((one) => one.startsWith(SESSION))], [
      503,
      false,
    ]);
    const page = await jar.get("/auth/signout");
    assertEquals(page.status, 503);
    assertMatch(page.text, /You are acting for ada until/);
    isDown = false;
    assertEquals(await whoIs(app, jar), ACTS);
    await stop(jar);
    assertEquals(await whoIs(app, jar), OPERATOR);
  });

  test("without operators, its cookies are none", async () => {
    const scene = await createScene(strategy);
    await act(scene);
    const { operators: _, ...config } = scene.app.auth.config as AuthConfig;
    const { defineAuth } = await import("../../src/frameworks/define.ts");
    const auth = defineAuth(config as never);
    assertEquals(await auth.getSession(scene.jar.request()), null);
    await assertRejects(
      () => auth.impersonate(scene.jar.request("/", "POST"), "ada", { reason: "x" }),
      AuthError,
      "add Operators() of @x/auth/operators",
    );
    await assertRejects(() => auth.operators.notifyDue(), AuthError, "Operators()");
    assertEquals(await auth.getToken(scene.jar.request()), null);
    assertEquals(await auth.getProof(scene.jar.request()), null);
    await assertRejects(
      () => auth.updateSession(scene.jar.request("/", "POST"), {}, new Headers()),
      AccessDenied,
    );
    // The sign-out ends what the cookie stands for: an app with operators opens it no more.
    const copy = scene.jar.request();
    assertEquals(await whoIs(scene.app, scene.jar), ACTS);
    await auth.signOut(scene.jar.request("/", "POST"));
    assertEquals(await scene.app.auth.getSession(copy), null);
  });

  test("it needs a way to tell the user", async () => {
    const scene = await createScene(strategy);
    const { sendMail: _, ...config } = scene.app.auth.config as AuthConfig;
    const { defineAuth } = await import("../../src/frameworks/define.ts");
    const permissionsOf = ({ id }: { id: string }) => id === "olga" ? ["user:act" as const] : [];
    const auth = defineAuth({
      ...config,
      organizations: undefined,
      operators: Operators({ permissionsOf }),
    } as never);
    await assertRejects(
      () => auth.impersonate(scene.jar.request("/", "POST"), "ada", { reason: "x" }),
      AuthError,
      "the user must be notified by email; set `sendMail`",
    );
  });
}

Deno.test("acting: the jwt callback shapes the session without an account, and can refuse it", async () => {
  const calls: unknown[] = [];
  let isRefused = false;
  const scene = await createScene("jwt", {
    callbacks: {
      jwt: ({ token, user, account, trigger }: JWTCallbackParams) => {
        if (token.sub === "ada" && user) calls.push([user.id, account, trigger]);
        if (token.sub === "ada" && user && isRefused) return null;
        return user ? { ...token, plan: "pro" } : token;
      },
      session: ({ session, token }: SessionCallbackParams) =>
        Object.freeze({ ...session, plan: token.plan }),
    } as never,
  });
  const { app, jar } = scene;
  calls.length = 0;
  isRefused = true;
  assertMatch((await act(scene)).location, /error=AccessDenied/);
  assertEquals(await whoIs(app, jar), OPERATOR);
  assertEquals(await impersonations.list(recordsOf(app), "ada"), []);
  isRefused = false;
  await act(scene);
  assertEquals(calls, [["ada", null, "signIn"], ["ada", null, "signIn"]]);
  const session = await app.auth.getSession(jar.request()) as unknown as { plan: string };
  assertEquals(session.plan, "pro");
  assertEquals(await whoIs(app, jar), ACTS);
});

Deno.test("acting: a session token that fits into no second cookie is refused with a sentence", async () => {
  const claims = { jwt: ({ token }: { token: JWT }) => ({ ...token, big: "x".repeat(2500) }) };
  const { app, jar } = await createScene("jwt", { callbacks: claims as never });
  await assertRejects(
    () => app.auth.impersonate(jar.request("/", "POST"), "ada", { reason: "x" }),
    AuthError,
    "fit into a second cookie",
  );
  assertEquals(await whoIs(app, jar), OPERATOR);
});

Deno.test("acting: the largest session token that is taken fits", async () => {
  const size = { of: 0 };
  const claims = { jwt: ({ token }: { token: JWT }) => ({ ...token, big: "x".repeat(size.of) }) };
  for (let of = 1400; of < 1800; of += 25) {
    size.of = of;
    const scene = await createScene("jwt", { callbacks: claims as never });
    const { length } = cookieOf(scene.jar, SESSION);
    const begun = await scene.app.auth.impersonate(scene.jar.request("/", "POST"), "ada", {
      reason: "x",
    }).catch(() => undefined);
    if (!begun) return assert(length > 2600, String(length));
    for (const cookie of begun.headers.getSetCookie()) assert(cookie.length < 4096);
  }
  throw new Error("no token was too large");
});

Deno.test("acting: who acts is read from a function of the app too", async () => {
  const scene = await createScene("jwt", {
    operators: Operators({
      permissionsOf: ({ id }) => id === "olga" ? ["user:act"] : id === "ro" ? ["audit:read"] : [],
    }),
  });
  await enter(scene.app, "ro");
  const refused = await scene.jar.post("/auth/operators/users/ro/act", { reason: "x" });
  assertEquals(refused.status, 403);
  await act(scene);
  assertEquals(await whoIs(scene.app, scene.jar), ACTS);
});

Deno.test("acting: where the permissions cannot be read, the operator still comes back", async () => {
  let isDown = false;
  const app = createOperatorApp({
    organizations: undefined,
    operators: Operators({
      permissionsOf: ({ id }) => {
        if (isDown) throw new Error("away");
        return id === "olga" ? ["user:read", "user:act"] : [];
      },
    }),
  });
  await enter(app, "ada");
  const jar = makeJar(app, (await enter(app, "olga")).cookie);
  await act({ jar });
  isDown = true;
  const page = await jar.get("/auth/error");
  assertMatch(page.text, /You are acting for ada until/);
  assert(app.errors.some(({ message }) => message.includes("away")));
  const answer = await stop(jar);
  assertEquals(answer.status, 302);
  isDown = false;
  assertEquals(await whoIs(app, jar), OPERATOR);
});

Deno.test("acting: options that are none are refused at start", async () => {
  const access = defineAccess({ permissions: operatorPermissions, roles: { member: {} } });
  for (
    const [acting, said] of [
      [{ notify: "never" }, '"at-once" or "after"'],
      [{ notify: null }, '"at-once" or "after"'],
      [{ notify: false }, '"at-once" or "after"'],
      [{ name: "" }, "it is no name"],
      [{ name: "a\nb" }, "it is no name"],
      [{ name: 7 }, "it is no name"],
    ] as const
  ) {
    const scene = createScene("jwt", {
      organizations: Organizations({ access, create: "nobody" }) as never,
      operators: Operators({ organization: "staff", acting: acting as never }),
    });
    await assertRejects(() => scene, AuthError, said);
  }
});
