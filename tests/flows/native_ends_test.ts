/**
 * The session of an app is a copy of that in the browser: it ends with the same sign-in method and
 * with the same session at the provider, has the same proof, and nothing begins it that has ended.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Auth } from "../../mod.ts";
import { NativeClients } from "../../src/capabilities/native/mod.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { createBackChannel } from "./_back_channel.ts";
import { APP } from "./_flow.ts";
import { codeBy, createAda, createNativeApp, enter, LOOPBACK, signInBrowser } from "./_native.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

const TIMES = 50;

async function browserOf(strategy: Strategy) {
  const app = createNativeApp(strategy);
  const id = await createAda(app);
  const browser = app.open();
  await signInBrowser(browser);
  const cookie = browser.cookies.header(new URL(APP))!;
  return { app, id, browser, cookie, code: () => codeBy(app.auth.handler, cookie) };
}

for (const strategy of STRATEGIES) {
  Deno.test(`native session, ${strategy}: ends with the password with which it began`, async () => {
    const { app, id, code } = await browserOf(strategy);
    const { access_token } = await app.token(await code());
    assertEquals(await app.reason(access_token), "in");
    const codes = await Promise.all(Array.from({ length: TIMES }, code));
    const [, ...answers] = await Promise.all([
      app.auth.passwords.remove(id),
      ...codes.map((sent) => app.token(sent)),
    ]);
    assertEquals(await app.reason(access_token), "revoked");
    for (const answer of answers) {
      if (answer.status === 200) assertEquals(await app.reason(answer.access_token), "revoked");
    }
    assertEquals(await app.auth.sessions.list(id), []);
  });

  Deno.test(`native session, ${strategy}: ends with the session at the provider`, async () => {
    const app = await createBackChannel(strategy, {
      native: NativeClients({ redirectUris: [LOOPBACK] }),
    });
    const auth = defineAuth(app.config);
    const post = async (fields: Record<string, string>) => {
      const body = new URLSearchParams(fields);
      const request = new Request(`${APP}/auth/native/token`, { method: "POST", body });
      return await (await Auth(request, app.config)).json();
    };
    const reason = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const who = await auth.authenticate(new Request(`${APP}/api`, { headers }), {
        accept: ["bearer"],
      });
      return who.ok ? "in" : who.reason;
    };
    for (const [sid, subject] of [["s1", { sid: "s1" }], ["s2", { sub: "ada" }]] as const) {
      const browser = await app.signIn(sid);
      const cookie = browser.cookies.header(new URL(APP))!;
      const code = () => codeBy(auth.handler, cookie);
      const { access_token } = await post(await code());
      assertEquals(await reason(access_token), "in");
      const codes = await Promise.all(Array.from({ length: TIMES }, code));
      const [status, ...answers] = await Promise.all([
        app.idp.logoutToken(subject).then((token) => app.logOut(token)),
        ...codes.map((sent) => post(sent)),
      ]);
      assertEquals(status, 200);
      for (const token of [access_token, ...answers.map((one) => one.access_token)]) {
        if (token) assertEquals(await reason(token), "revoked");
      }
    }
  });

  Deno.test(`native session, ${strategy}: has the proof of the browser, not a newer one`, async () => {
    const { app, code } = await browserOf(strategy);
    const before = Math.floor(Date.now() / 1000);
    // Still fresh, since the page asks for that.
    const time = new FakeTime(Date.now() + 300_000);
    try {
      const answer = await app.token(await code());
      const who = await app.who(answer.access_token);
      assert(who.ok && who.via === "bearer");
      assert(who.proof.at <= before + 1, `${who.proof.at} after ${before}`);
      assertEquals(who.proof.methods, ["pwd"]);
    } finally {
      time.restore();
    }
  });

  Deno.test(`native session, ${strategy}: lives on with its refreshes, and ends without`, async () => {
    const app = createNativeApp(strategy, {
      session: { strategy, revocation: {}, maxAge: 3600, updateAge: 60 },
    });
    await createAda(app);
    let tokens = await enter(app);
    const time = new FakeTime();
    try {
      for (let round = 0; round < 5; round++) {
        await time.tickAsync(3000_000);
        const next = await app.token({
          grant_type: "refresh_token",
          refresh_token: tokens.refreshToken,
        });
        assertEquals(next.status, 200, `round ${round}: ${JSON.stringify(next)}`);
        assertEquals(await app.reason(next.access_token), "in");
        tokens = { ...tokens, refreshToken: next.refresh_token };
      }
      await time.tickAsync(3700_000);
      const last = { grant_type: "refresh_token", refresh_token: tokens.refreshToken };
      assertEquals((await app.token(last)).error, "invalid_grant");
    } finally {
      time.restore();
    }
  });
}
