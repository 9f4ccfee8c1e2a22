/**
 * The client without cookies against the service: each way to sign in as steps, the storage, the
 * refresh, and the sign-in in a browser.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Auth, type AuthConfig } from "../../mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import type { Flow, FlowState } from "../../src/client/flow.ts";
import {
  createNativeClient,
  type NativeClient,
  type NativeClientOptions,
  NativeSignInError,
} from "../../src/client/native.ts";
import { createAuthenticator } from "../../src/tools/testing/mod.ts";
import { formOf } from "./_email.ts";
import { codeOf } from "./_factors.ts";
import { APP } from "./_flow.ts";
import {
  AT_PORT,
  createAda,
  createNativeApp,
  enrol,
  type NativeApp,
  signInBrowser,
} from "./_native.ts";
import { ADA, PASSWORD } from "./_passwords.ts";
import { STRATEGIES } from "./_strategies.ts";

/** A client of the app, the requests that it sends, and its storage. */
function clientOf(app: NativeApp, options: Partial<NativeClientOptions> = {}) {
  const kept: { text: string | null } = { text: null };
  const sent: string[] = [];
  const open = (more: Partial<NativeClientOptions> = {}): NativeClient =>
    createNativeClient({
      url: `${APP}/auth`,
      client: "Acme CLI",
      storage: { get: () => kept.text, set: (text) => kept.text = text },
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const { pathname } = new URL(request.url);
        sent.push(pathname);
        if (pathname.startsWith("/auth/")) return await Auth(request, app.config);
        const who = await app.auth.authenticate(request, { accept: ["bearer"] });
        return who.ok ? Response.json(who.id) : who.response();
      },
      ...options,
      ...more,
    });
  return { client: open(), open, kept, sent };
}

/** The states of a flow, as an app waits for them. */
function walk(flow: Flow) {
  let check = () => {};
  const stop = flow.subscribe(() => check());
  const at = <Name extends FlowState["step"]>(step: Name) =>
    new Promise<FlowState & { step: Name }>((resolve, reject) => {
      check = () => {
        const state = flow.get();
        if (state.isBusy) return;
        check = () => {};
        if (state.step === step) resolve(state as FlowState & { step: Name });
        else reject(new Error(`${state.step}, not ${step}: ${JSON.stringify(state)}`));
      };
      check();
    });
  return { at, stop, submit: flow.submit, go: flow.go };
}

async function enterBy(client: NativeClient) {
  const page = walk(client.flow());
  await page.at("signin");
  await page.submit({ email: ADA });
  await page.at("signin:password");
  await page.submit({ password: PASSWORD });
  return page;
}

for (const strategy of STRATEGIES) {
  const test = (
    name: string,
    run: (app: NativeApp) => Promise<void>,
    config?: Partial<AuthConfig>,
  ) =>
    Deno.test(`native client, ${strategy}: ${name}`, async () => {
      const app = createNativeApp(strategy, config);
      await run(app);
    });

  test("a password, and a second factor", async (app) => {
    await createAda(app);
    const { client, kept } = clientOf(app);
    const page = walk(client.flow());
    await page.at("signin");
    await page.submit({ email: ADA });
    await page.at("signin:password");
    await page.submit({ password: "wrong" });
    assertEquals((await page.at("signin:password")).error, "CredentialsSignin");
    await page.submit({ password: PASSWORD });
    await page.at("done");
    assertEquals((await client.session())?.user?.email, ADA);
    await client.signOut();
    assertEquals([await client.session(), kept.text], [null, null]);
    const secret = await enrol(app);
    const again = await enterBy(client);
    await again.at("factor:prove");
    assertEquals(await client.session(), null);
    await again.submit({ answer: "000000" });
    assertEquals((await again.at("factor:prove")).error, "InvalidCode");
    await again.submit({ answer: await codeOf(secret, Date.now() + 30_000) });
    await again.at("done");
    assertEquals((await client.session())?.user?.email, ADA);
    page.stop();
    again.stop();
  });

  test("a code of an email", async (app) => {
    const { client } = clientOf(app);
    const page = walk(client.flow());
    await page.at("signin");
    await page.submit({ email: ADA });
    const { providers } = await page.at("signin:password");
    await page.submit({}, providers.find(({ id }) => id === "mail")!.signinUrl);
    await page.at("verify-request");
    await page.submit({ code: app.codes.at(-1)! });
    await page.at("done");
    assertEquals((await client.session())?.user?.email, ADA);
    page.stop();
  });

  test("a step-up before a change of the account", async (app) => {
    await createAda(app);
    const { client } = clientOf(app);
    const entered = await enterBy(client);
    await entered.at("done");
    entered.stop();
    const time = new FakeTime(Date.now() + 11 * 60_000);
    try {
      const flow = client.flow({
        path: "account",
        steps: ["account", "signin"],
        query: "step=export",
      });
      const page = walk(flow);
      const { proofUrl } = await page.at("account:one") as unknown as { proofUrl: string };
      assert(proofUrl, "the proof is old");
      await page.go(proofUrl);
      const asked = await page.at("signin:password");
      assertEquals(asked.isSignedIn, true);
      await page.submit({ password: PASSWORD });
      const fresh = await page.at("account:one") as unknown as { proofUrl?: string };
      assertEquals(fresh.proofUrl, undefined);
      // The next access token has the proof too.
      await time.tickAsync(590_000);
      const who = await client.session();
      assertEquals(who?.user?.email, ADA);
      page.stop();
    } finally {
      time.restore();
    }
  });

  test("a passkey", async (app) => {
    const { client } = clientOf(app);
    const authenticator = createAuthenticator(APP);
    for (const action of ["register", "authenticate"] as const) {
      const fields: Record<string, string> = action === "register" ? { email: ADA } : {};
      const query = new URLSearchParams({ action, ...fields });
      const asked = await client.call(`webauthn-options/passkey?${query}`);
      const { options, ...rest } = await asked.json();
      assert(options, JSON.stringify([rest, app.errors.map(({ message }) => message)]));
      const data = action === "register"
        ? await authenticator.create(options)
        : await authenticator.get(options);
      const page = walk(client.flow());
      const { providers } = await page.at("signin");
      const answer = { ...fields, action, data: JSON.stringify(data) };
      await page.submit(answer, providers[0]!.callbackUrl);
      assertEquals((await page.at("done")).url, `${APP}/`);
      page.stop();
      assertEquals((await client.session())?.user?.email, ADA);
      await client.signOut();
    }
  }, {
    providers: [Passkey],
    experimental: { enableWebAuthn: true },
    factors: undefined,
    account: undefined,
  });

  test("requests get a valid token, and one refresh serves all", async (app) => {
    const id = await createAda(app);
    const { client, open, kept, sent } = clientOf(app);
    (await enterBy(client)).stop();
    const ask = async (from = client) => await (await from.fetch(`${APP}/api`)).json();
    assertEquals(await ask(), id);
    await assertRejects(
      () => client.fetch("https://evil.example/api"),
      TypeError,
      "set `origins`",
    );
    const time = new FakeTime(Date.now() + 595_000);
    try {
      sent.length = 0;
      const all = await Promise.all(Array.from({ length: 50 }, () => ask()));
      assertEquals([...new Set(all)], [id]);
      assertEquals(sent.filter((path) => path === "/auth/native/token").length, 1);
      // Started again, from its storage.
      assertEquals(await ask(open()), id);
      // Two processes with the same storage: the later one reads what the other has written.
      const [first, second] = [open(), open()];
      assertEquals([await ask(first), await ask(second)], [id, id]);
      await time.tickAsync(595_000);
      assertEquals([await ask(first), await ask(second)], [id, id]);
      // Long after the other one.
      for (let round = 0; round < 3; round++) {
        await time.tickAsync(595_000);
        assertEquals(await ask(first), id);
        await time.tickAsync(300_000);
        assertEquals(await ask(second), id);
        await time.tickAsync(310_000);
        assertEquals(await ask(second), id);
      }
      assertEquals(await ask(first), id);
      assertEquals(await ask(), id);
      const [session] = await app.auth.sessions.list(id);
      await app.auth.sessions.revoke(id, session!.id);
      const refused = await client.fetch(`${APP}/api`);
      assertEquals(refused.status, 401);
      await refused.body?.cancel();
      assertEquals(await client.session(), null);
      assertEquals(kept.text, null);
    } finally {
      time.restore();
    }
  });

  test("tokens that are bound to a key", async (app) => {
    const id = await createAda(app);
    const params = { name: "ECDSA", namedCurve: "P-256" };
    const dpop = await crypto.subtle.generateKey(params, false, ["sign", "verify"]);
    const { client, kept } = clientOf(app, { dpop });
    (await enterBy(client)).stop();
    assertEquals(await (await client.fetch(`${APP}/api?a=1`)).json(), id);
    assertEquals((await client.session())?.user?.email, ADA);
    const time = new FakeTime(Date.now() + 595_000);
    try {
      assertEquals(await (await client.fetch(`${APP}/api`, { method: "POST" })).json(), id);
    } finally {
      time.restore();
    }
    // A copy of the tokens opens nothing.
    const { tokens } = JSON.parse(kept.text!);
    const thief = clientOf(app);
    thief.kept.text = JSON.stringify({ tokens });
    await assertRejects(() => thief.client.fetch(`${APP}/api`), TypeError, "invalid_dpop_proof");
  });

  test("tokens that are bound to a key, and a clock that is an hour ahead", async (app) => {
    const id = await createAda(app);
    const params = { name: "ECDSA", namedCurve: "P-256" };
    const dpop = await crypto.subtle.generateKey(params, false, ["sign", "verify"]);
    const { client, open } = clientOf(app, { dpop });
    (await enterBy(client)).stop();
    const statuses: number[] = [];
    const fetch: NativeClientOptions["fetch"] = async (input, init) => {
      const request = new Request(input, init);
      // The service has the right time.
      time.restore();
      const isAuth = new URL(request.url).pathname.startsWith("/auth/");
      const who = isAuth ? null : await app.auth.authenticate(request, { accept: ["bearer"] });
      const response = who === null
        ? await Auth(request, app.config)
        : who.ok
        ? Response.json(who.id)
        : who.response();
      time = new FakeTime(Date.now() + 3_600_000);
      statuses.push(response.status);
      return response;
    };
    let time = new FakeTime(Date.now() + 3_600_000);
    try {
      const wrong = open({ fetch });
      assertEquals(await (await wrong.fetch(`${APP}/api`)).json(), id);
      // The refresh is told a nonce, and everything after it has one.
      assertEquals(statuses, [400, 200, 200]);
      assertEquals(
        await (await wrong.fetch(`${APP}/api`, { method: "POST", body: "a" })).json(),
        id,
      );
      assertEquals(statuses.length, 4);
    } finally {
      time.restore();
    }
  });

  test("the browser of the user", async (app) => {
    const id = await createAda(app);
    const browser = app.open();
    await signInBrowser(browser);
    const { client } = clientOf(app);
    const returned = Promise.withResolvers<string>();
    const visit =
      (change: (url: URL) => void = () => {}, step = "continue") => async (url: string) => {
        const html = await (await browser.fetch(url)).text();
        const form = html.split("<form").find((part) => part.includes(`value="${step}"`))!;
        const { action, fields } = formOf(`<form${form}`);
        const response = await browser.fetch(new URL(action, APP).href, {
          method: "POST",
          body: new URLSearchParams(fields),
          redirect: "manual",
        });
        const back = new URL(response.headers.get("location")!);
        change(back);
        returned.resolve(back.href);
      };
    const sign = async (open: (url: string) => unknown) => {
      const received = Promise.withResolvers<string>();
      Object.assign(returned, received);
      await client.signIn({ redirectUri: AT_PORT, open, receive: () => received.promise });
    };
    await sign(visit());
    assertEquals(await (await client.fetch(`${APP}/api`)).json(), id);
    const devices = (await app.auth.sessions.list(id)).map(({ device }) => device);
    assert(devices.includes("Acme CLI"));
    const refused: [((url: URL) => void) | undefined, string, string][] = [
      [(url) => url.searchParams.set("state", "other"), "continue", "wrong_answer"],
      [(url) => url.searchParams.set("iss", "https://evil.example"), "continue", "wrong_answer"],
      [(url) => url.searchParams.delete("code"), "continue", "wrong_answer"],
      [(url) => url.searchParams.set("code", "none"), "continue", "invalid_grant"],
      [undefined, "cancel", "access_denied"],
    ];
    for (const [change, step, code] of refused) {
      const error = await assertRejects(() => sign(visit(change, step)), NativeSignInError);
      assertEquals(error.code, code);
    }
  });
}

Deno.test("native client: a service that cannot be reached signs nobody out", async () => {
  const app = createNativeApp();
  await createAda(app);
  const { client, open, kept } = clientOf(app);
  (await enterBy(client)).stop();
  const before = kept.text;
  const time = new FakeTime(Date.now() + 700_000);
  try {
    const down = open({ fetch: () => Promise.reject(new TypeError("unreachable")) });
    await assertRejects(() => down.fetch(`${APP}/api`), TypeError, "unreachable");
    const broken = open({ fetch: () => Promise.resolve(Response.json({}, { status: 503 })) });
    await assertRejects(() => broken.session(), TypeError, "status 503");
    assertEquals(kept.text, before);
  } finally {
    time.restore();
  }
});
