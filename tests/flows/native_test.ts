/**
 * Sessions without cookies: sign-ins by `native/call`, access tokens at `authenticate`, refresh
 * tokens, and their end.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth } from "../../mod.ts";
import { LOCAL_STORES } from "./_factor_stores.ts";
import { codeOf } from "./_factors.ts";
import { APP } from "./_flow.ts";
import { codeBy, createAda, createNativeApp, enrol, enter, signInBrowser } from "./_native.ts";
import { ADA, PASSWORD } from "./_passwords.ts";
import { STRATEGIES } from "./_strategies.ts";

for (const strategy of STRATEGIES) {
  const test = (
    name: string,
    run: (app: ReturnType<typeof createNativeApp>) => Promise<void>,
  ) =>
    Deno.test(`native, ${strategy}: ${name}`, async () => {
      await run(createNativeApp(strategy));
    });

  test("a password begins a session, and `authenticate` accepts its access token", async (app) => {
    const id = await createAda(app);
    const first = await app.call({ path: "signin" });
    assertEquals([first.httpStatus, first.status, first.body.step], [200, 200, "signin"]);
    assertEquals(first.tokens, undefined);
    const wrong = await app.call({
      path: "callback/password",
      method: "POST",
      body: { email: ADA, password: "wrong" },
    });
    assertEquals(wrong.tokens, undefined);
    assert(wrong.location?.includes("error=CredentialsSignin"), wrong.location);
    const tokens = await enter(app, { client: "Acme CLI" });
    assertEquals([tokens.expiresIn, tokens.tokenType], [600, "Bearer"]);
    const who = await app.who(tokens.accessToken);
    assert(who.ok && who.via === "bearer");
    assertEquals([who.id, who.kind, who.client], [id, "user", "Acme CLI"]);
    assertEquals(who.session.user?.email, ADA);
    assertEquals(who.proof.methods, ["pwd"]);
    const [session] = await app.auth.sessions.list(id);
    assertEquals([session!.id, session!.device], [who.credential, "Acme CLI"]);
    assertEquals(
      (await app.auth.getSession(who.request))?.user?.email,
      ADA,
      "other functions read the session of the principal's request",
    );
    assertEquals(app.errors, []);
  });

  test("a second factor is asked for, and its state opens nothing", async (app) => {
    await createAda(app);
    const secret = await enrol(app);
    const body = { email: ADA, password: PASSWORD };
    const pending = await app.call({ path: "callback/password", method: "POST", body });
    assertEquals(pending.tokens, undefined);
    assertEquals(new URL(pending.location!).pathname, "/auth/factor");
    assertEquals(await app.reason(pending.state!), "factor-pending");
    const refused = await app.call({ path: "session", token: pending.state! });
    assertEquals([refused.httpStatus, refused.error], [401, "invalid_token"]);
    const { state } = pending;
    const question = await app.call({ path: "factor", state });
    assertEquals(question.body.step, "factor:prove");
    const wrong = await app.call({
      path: "factor",
      method: "POST",
      state: question.state,
      body: { ...question.body.fields, answer: "000000" },
    });
    assertEquals(wrong.tokens, undefined);
    const done = await app.call({
      path: "factor",
      method: "POST",
      state: question.state,
      body: { ...question.body.fields, answer: await codeOf(secret, Date.now() + 30_000) },
    });
    assert(done.tokens, JSON.stringify(done));
    const who = await app.who(done.tokens.accessToken);
    assert(who.ok);
    assertEquals(who.proof.methods, ["pwd", "otp", "mfa"]);
  });

  test("a refresh continues the session, and the token before ends it later", async (app) => {
    const id = await createAda(app);
    const tokens = await enter(app);
    const time = new FakeTime();
    try {
      const next = await app.token({
        grant_type: "refresh_token",
        refresh_token: tokens.refreshToken,
      });
      assertEquals([next.status, next.token_type, next.expires_in], [200, "Bearer", 600]);
      assertNotEquals(next.refresh_token, tokens.refreshToken);
      assertEquals(await app.reason(next.access_token), "in");
      const old = { grant_type: "refresh_token", refresh_token: tokens.refreshToken };
      assertEquals((await app.token(old)).status, 200);
      assertEquals((await app.token(old)).status, 200);
      assertEquals(await app.reason(next.access_token), "in");
      await time.tickAsync(11_000);
      assertEquals((await app.token(old)).error, "invalid_grant");
      assertEquals(await app.reason(next.access_token), "revoked");
      const last = { grant_type: "refresh_token", refresh_token: next.refresh_token };
      assertEquals((await app.token(last)).error, "invalid_grant");
      assertEquals(await app.auth.sessions.list(id), []);
      const names = app.entries.map(({ name }) => name);
      assert(names.includes("native.reused") && names.includes("credential.refused"));
    } finally {
      time.restore();
    }
  });

  test("a refresh token that is older than the one before ends the session at once", async (app) => {
    await createAda(app);
    const { refreshToken } = await enter(app);
    const next = async (refresh_token: string) =>
      await app.token({ grant_type: "refresh_token", refresh_token });
    const second = await next(refreshToken);
    const third = await next(second.refresh_token);
    assertEquals((await next(second.refresh_token)).status, 200);
    assertEquals(await app.reason(third.access_token), "in");
    assertEquals((await next(refreshToken)).error, "invalid_grant");
    assertEquals(await app.reason(third.access_token), "revoked");
  });

  test("fifty refreshes at once get tokens of one family", async (app) => {
    await createAda(app);
    const { refreshToken, accessToken } = await enter(app);
    const all = await Promise.all(
      Array.from(
        { length: 50 },
        () => app.token({ grant_type: "refresh_token", refresh_token: refreshToken }),
      ),
    );
    assertEquals(all.map(({ status }) => status), Array(50).fill(200));
    assertEquals(await app.reason(accessToken), "in");
    assertEquals(await app.reason(all[0]!.access_token), "in");
  });

  test("an access token expires, and a call with it gives no later one", async (app) => {
    await createAda(app);
    const { accessToken } = await enter(app);
    const time = new FakeTime();
    try {
      await time.tickAsync(400_000);
      const changed = await app.call({
        path: "session",
        method: "POST",
        token: accessToken,
        body: { data: { any: "thing" } },
      });
      assertEquals(changed.httpStatus, 200);
      if (strategy === "jwt") {
        assert(changed.tokens);
        assertEquals(changed.tokens.refreshToken, undefined);
        assert(changed.tokens.expiresIn <= 200, String(changed.tokens.expiresIn));
        assertEquals(await app.reason(changed.tokens.accessToken), "in");
      } else assertEquals(changed.tokens, undefined);
      await time.tickAsync(230_000);
      assertEquals(await app.reason(accessToken), "expired");
      if (changed.tokens) assertEquals(await app.reason(changed.tokens.accessToken), "expired");
      const late = await app.call({ path: "session", token: accessToken });
      assertEquals([late.httpStatus, late.error], [401, "invalid_token"]);
      assert(late.headers.get("www-authenticate")?.startsWith("Bearer"));
    } finally {
      time.restore();
    }
  });

  test("none of the texts can be used as another one", async (app) => {
    await createAda(app);
    const { accessToken, refreshToken } = await enter(app);
    const browser = app.open();
    const cookie = await signInBrowser(browser);
    assertEquals(await app.reason(cookie), "unknown");
    assertEquals(await app.reason(`xa1_${cookie}`), "unknown");
    assertEquals(await app.reason(refreshToken), "not-accepted");
    assertEquals(await app.reason(refreshToken.replace("xr1_", "xa1_")), "unknown");
    for (const text of [accessToken, accessToken.slice(4), refreshToken.slice(4)]) {
      const headers = { cookie: `__Secure-authjs.session-token=${text}` };
      assertEquals(await app.auth.getSession(new Request(`${APP}/api`, { headers })), null);
    }
    for (const text of [accessToken, accessToken.replace("xa1_", "xr1_"), "xr1_none", cookie]) {
      const answer = await app.token({ grant_type: "refresh_token", refresh_token: text });
      assertEquals([answer.status, answer.error], [400, "invalid_grant"]);
    }
    const answer = await app.call({ path: "signin", state: accessToken.replace("xa1_", "xs1_") });
    assertEquals([answer.httpStatus, answer.state], [200, null]);
    // A cookie beside the token is not looked at, and a cookie alone is none here.
    const alone = await app.post("native/call", { method: "GET", path: "session" }, {
      cookie: `__Secure-authjs.session-token=${cookie}`,
    });
    assertEquals((await alone.json()).body, null);
  });

  test("the end of the session, a suspension and a deletion count at the next request", async (app) => {
    const id = await createAda(app);
    const cases: [string, (session: string) => Promise<unknown>][] = [
      ["revoked", (session) => app.auth.sessions.revoke(id, session)],
      ["revoked", () => app.auth.sessions.revokeAll(id)],
      ["suspended", () => app.auth.users.suspend(id)],
      ["deleted", () => app.auth.users.delete(id)],
    ];
    for (const [reason, end] of cases) {
      if (reason === "deleted") await app.auth.users.resume(id);
      const { accessToken, refreshToken } = await enter(app);
      const who = await app.who(accessToken);
      assert(who.ok);
      await end(who.credential);
      assertEquals(await app.reason(accessToken), reason);
      const again = { grant_type: "refresh_token", refresh_token: refreshToken };
      assertEquals((await app.token(again)).error, "invalid_grant");
      const call = await app.call({ path: "session", token: accessToken });
      assertEquals(call.httpStatus, 401);
    }
  });

  test("a sign-out and a revocation end the session", async (app) => {
    const id = await createAda(app);
    const first = await enter(app);
    const out = await app.call({
      path: "signout",
      method: "POST",
      body: {},
      token: first.accessToken,
    });
    assertEquals([out.httpStatus, out.tokens], [200, null]);
    assertEquals(await app.reason(first.accessToken), "revoked");
    for (const name of ["accessToken", "refreshToken"] as const) {
      const tokens = await enter(app);
      const response = await app.post(
        "native/revoke",
        new URLSearchParams({ token: tokens[name] }),
      );
      assertEquals([response.status, await response.json()], [200, {}]);
      assertEquals(await app.reason(tokens.accessToken), "revoked");
    }
    const none = await app.post("native/revoke", { token: "none" });
    assertEquals(none.status, 200);
    assertEquals(await app.auth.sessions.list(id), []);
  });

  test("a second sign-in with the access token is another session", async (app) => {
    const id = await createAda(app);
    const first = await enter(app);
    const second = await enter(app, { token: first.accessToken });
    assertEquals(await app.reason(first.accessToken), "revoked");
    assertEquals(await app.reason(second.accessToken), "in");
    assertEquals((await app.auth.sessions.list(id)).length, 1);
    const old = { grant_type: "refresh_token", refresh_token: first.refreshToken };
    assertEquals((await app.token(old)).error, "invalid_grant");
  });
}

Deno.test("native/call: only actions of browsers below the base path", async () => {
  const app = createNativeApp();
  const paths: [string, string][] = [
    ["GET", "native/call"],
    ["POST", "native/call"],
    ["POST", "native/token"],
    ["GET", "native"],
    ["GET", "../api"],
    ["GET", "https://evil.example/auth/session"],
    ["GET", "//evil.example/auth/session"],
    ["GET", "nothing"],
    ["GET", "signin/password/more"],
    ["PUT", "session"],
    ["POST", "signin/github"],
    ["GET", "callback/github?code=x"],
  ];
  for (const [method, path] of paths) {
    const answer = await app.call({ method, path });
    assertEquals(answer.httpStatus, 400, path);
    const expected = path.includes("github") ? "browser_required" : "invalid_request";
    assertEquals(answer.error, expected, path);
  }
  const bodies: Record<string, unknown>[] = [
    { method: "GET" },
    { path: "session" },
    { method: "POST", path: "signin", body: "text" },
    { method: "GET", path: "session", state: 1 },
    { method: "GET", path: "session", client: "" + "a".repeat(65) },
    { method: "GET", path: "session", client: "line\nbreak" },
  ];
  for (const body of bodies) {
    const response = await app.post("native/call", body);
    assertEquals([response.status, (await response.json()).error], [400, "invalid_request"]);
  }
});

Deno.test("native/call: any origin may call it, without credentials", async () => {
  const app = createNativeApp();
  await createAda(app);
  const response = await app.post("native/call", { method: "GET", path: "signin" }, {
    origin: "https://spa.example",
    "sec-fetch-site": "cross-site",
  });
  const { headers } = response;
  assertEquals([response.status, headers.get("access-control-allow-origin")], [200, "*"]);
  assertEquals(headers.get("access-control-allow-credentials"), null);
  const preflight = await Auth(
    new Request(`${APP}/auth/native/token`, {
      method: "OPTIONS",
      headers: { origin: "https://spa.example", "access-control-request-headers": "dpop" },
    }),
    app.config,
  );
  const names = preflight.headers.get("access-control-allow-headers");
  assertEquals(names, "Authorization, Content-Type, DPoP, *");
  const headersOfSpa = { origin: "https://spa.example", "sec-fetch-site": "cross-site" };
  const { accessToken } = await enter(app, { headers: headersOfSpa });
  assertEquals(await app.reason(accessToken, headersOfSpa), "in");
});

Deno.test("native/call: limits, audit entries and sessions have the address of the client", async () => {
  const app = createNativeApp("jwt", {
    limits: {
      perAddress: 5,
      clientAddress: (request) => request.headers.get("x-real-ip"),
    },
  });
  const id = await createAda(app);
  const from = (address: string) => ({ headers: { "x-real-ip": address } });
  const { accessToken } = await enter(app, { ...from("192.0.2.1"), client: "Acme CLI" });
  const [session] = await app.auth.sessions.list(id);
  assertEquals([session!.address, session!.device], ["192.0.2.1", "Acme CLI"]);
  const started = app.entries.find(({ name }) => name === "session.started");
  assertEquals([started?.address, started?.device], ["192.0.2.1", "Acme CLI"]);
  const guess = (address: string) =>
    app.call({
      path: "callback/password",
      method: "POST",
      body: { email: ADA, password: "wrong" },
      ...from(address),
    });
  const answers = await Promise.all(Array.from({ length: 10 }, () => guess("192.0.2.2")));
  const limited = answers.filter(({ status }) => status === 429);
  assertEquals(limited.length, 5);
  assert(limited.every(({ body }) => body.error === "TooManyRequests" && body.retryAfter > 0));
  assertEquals((await guess("192.0.2.3")).status, 200);
  // Texts that are no tokens are counted too, and those that are not.
  const wrong = { ...from("192.0.2.4"), path: "session", token: "xa1_none" };
  const refused = await Promise.all(Array.from({ length: 10 }, () => app.call(wrong)));
  assertEquals(refused.filter(({ httpStatus }) => httpStatus === 401).length, 5);
  assertEquals(refused.filter(({ httpStatus }) => httpStatus === 429).length, 5);
  const good = { ...from("192.0.2.5"), path: "session", token: accessToken };
  const all = await Promise.all(Array.from({ length: 20 }, () => app.call(good)));
  assert(all.every(({ httpStatus }) => httpStatus === 200));
});

Deno.test("authenticate: a valid access token costs one read of the store, and no write", async () => {
  const adapter = MemoryAdapter();
  const calls: string[] = [];
  const records = Object.fromEntries(
    Object.entries(adapter.records).map(([name, method]) => [
      name,
      (...args: never[]) => {
        calls.push(`${name} ${args[0]}`);
        return (method as (...args: never[]) => unknown)(...args);
      },
    ]),
  ) as unknown as typeof adapter.records;
  const app = createNativeApp("jwt", { adapter: { ...adapter, records } });
  await createAda(app);
  const { accessToken, refreshToken } = await enter(app);
  calls.length = 0;
  assertEquals(await app.reason(accessToken), "in");
  assertEquals(calls, ["get session"]);
  calls.length = 0;
  for (const text of ["xa1_none", `${accessToken.slice(0, -2)}xx`, refreshToken]) {
    assert(await app.reason(text) !== "in");
    await app.token({ grant_type: "refresh_token", refresh_token: `xr1_${text}` });
    await app.post("native/revoke", new URLSearchParams({ token: `xr1_${text}` }));
  }
  assertEquals(calls, []);
});

Deno.test("native: the store has no byte of a user who was deleted, nor of a token", async () => {
  const { adapter, dump, close } = await LOCAL_STORES.memory!();
  const app = createNativeApp("jwt", { adapter });
  const id = await createAda(app);
  const tokens = await enter(app);
  const browser = app.open();
  await signInBrowser(browser);
  const cookie = browser.cookies.header(new URL(APP))!;
  const sent = await codeBy(app.auth.handler, cookie);
  const unused = await codeBy(app.auth.handler, cookie);
  const answer = await app.token(sent);
  assertEquals(answer.status, 200);
  const before = await dump();
  assert(before.includes(id));
  for (const secret of [...Object.values(tokens), answer.access_token, sent.code!, unused.code!]) {
    if (String(secret).length > 20) assert(!before.includes(String(secret).slice(4)));
  }
  await app.auth.users.delete(id);
  assertEquals((await app.token(unused)).error, "invalid_grant");
  assert(!(await dump()).includes(id), await dump());
  await close();
});
