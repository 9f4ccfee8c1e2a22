/**
 * Sign-out at the provider of a session, and the way back.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Auth } from "../../mod.ts";
import { TokenRefreshError } from "../../src/errors.ts";
import { getAccessToken, signOut } from "../../src/frameworks/server.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { waitUntil } from "../_wait.ts";
import { APP, createTokensApp, type Place, places, providerOf } from "./_tokens.ts";
import {
  ProviderSignOut,
  type ProviderSignOutOptions,
} from "../../src/capabilities/sign_out/mod.ts";

const signOutOf = (browser: TestBrowser, fields: Record<string, string> = {}) =>
  browser.post("/signout", { callbackUrl: "/bye?x=1", ...fields });

/** @param options those of sign-out at the provider; without any, the config has none */
async function signedIn(place: Place, options?: ProviderSignOutOptions) {
  const app = await createTokensApp(place, options ? { signOut: ProviderSignOut(options) } : {});
  const browser = app.newBrowser();
  await browser.signIn("idp");
  return { app, browser };
}

const location = (response: Response) => new URL(response.headers.get("location")!, APP);

for (const place of places) {
  Deno.test(`sign-out: leads to the provider and back, after the session here has ended (${place})`, async () => {
    const { app, browser } = await signedIn(place, { federated: true });
    const idToken = (await getAccessToken(app.request(browser), app.config))!.idToken;
    const copy = app.request(browser);
    const url = location(await signOutOf(browser));
    assertEquals(await browser.session(), null);
    assertEquals(
      await getAccessToken(new Request(copy), app.config) === null,
      place !== "cookie" && place !== "records",
    );
    assertEquals(url.origin + url.pathname, "https://idp.example/logout");
    const { state, ...params } = Object.fromEntries(url.searchParams);
    assertEquals(params, {
      id_token_hint: idToken!,
      client_id: app.op.idp.clientId,
      post_logout_redirect_uri: `${APP}/auth/signout/idp`,
    });
    const [cookie] = browser.cookies.names("app.example").filter((name) =>
      name.includes("signout")
    );
    assert(cookie?.startsWith("__Host-authjs.signout."), cookie);

    const back = `${APP}/auth/signout/idp?${new URLSearchParams({ state: state! })}`;
    assertEquals(location(await browser.fetch(back)).href, `${APP}/bye?x=1`);
    assert(!browser.cookies.names("app.example").includes(cookie!));
    // Once.
    assertEquals(location(await browser.fetch(back)).href, `${APP}/`);
  });

  Deno.test(`sign-out: a provider that fails ends the session here all the same (${place})`, async () => {
    const failures: ((request: Request) => Response)[] = [
      () => {
        throw new TypeError("connection refused");
      },
      () => new Response("busy", { status: 503 }),
      () =>
        Response.json({
          issuer: "https://idp.example",
          end_session_endpoint: "http://idp.example/logout",
        }),
      () =>
        Response.json({
          issuer: "https://idp.example",
          end_session_endpoint: "javascript:alert(1)",
        }),
    ];
    for (const fails of failures) {
      const { app, browser } = await signedIn(place, { federated: true, revokeTokens: true });
      app.op.handler = (request) => Promise.resolve().then(() => fails(request));
      const page = location(await signOutOf(browser));
      assertEquals(page.pathname, "/auth/signout/idp");
      assertEquals(await browser.session(), null);
      assertEquals(new Set(app.errors.map(({ name }) => name)), new Set(["SignOutError"]));
      // What is open is said, and the page leads on.
      const html = await (await browser.fetch(page.href)).text();
      assertStringIncludes(html, "has not confirmed that it signed you out");
      assertStringIncludes(html, `href="${APP}/bye?x=1"`);
      const headers = { accept: "application/json" };
      const step = await (await browser.fetch(page.href, { headers })).json();
      assertEquals([step.step, step.open, step.callbackUrl], [
        ...["signout", "provider", `${APP}/bye?x=1`],
      ]);
    }
  });

  Deno.test(`sign-out: a provider that has no endpoint for it is asked nothing (${place})`, async () => {
    const { app, browser } = await signedIn(place, { federated: true });
    app.op.handler = () => Promise.resolve(Response.json({ issuer: "https://idp.example" }));
    assertEquals(location(await signOutOf(browser)).href, `${APP}/bye?x=1`);
    assertEquals(await browser.session(), null);
    assertEquals(app.errors.map(({ name }) => name), ["SignOutError"]);
  });

  Deno.test(`sign-out: revokes the refresh token, then the access token (${place})`, async () => {
    const { app, browser } = await signedIn(place, { revokeTokens: true });
    const other = app.newBrowser();
    await other.signIn("idp");
    const token = await getAccessToken(app.request(browser), app.config);
    assertEquals(location(await signOutOf(browser)).href, `${APP}/bye?x=1`);
    assertEquals(app.op.revoked.length, 2);
    assertEquals(app.op.revoked[1], token?.accessToken);
    assertEquals(app.entries.filter(({ name }) => name === "tokens.revoked").length, 1);
    if (place !== "cookie") {
      const error = await assertRejects(
        () => getAccessToken(app.request(other), app.config),
        TokenRefreshError,
      );
      assertEquals(error.remedy, "sign-in");
    }
    await other.signIn("idp");
    assert(await getAccessToken(app.request(other), app.config));
  });

  Deno.test(`sign-out: one call decides, else the config (${place})`, async () => {
    for (
      const [config, asked, expected] of [
        [{}, undefined, APP],
        [{}, true, "https://idp.example"],
        [{ federated: true }, undefined, "https://idp.example"],
        [{ federated: true }, false, APP],
      ] as const
    ) {
      const { app, browser } = await signedIn(place, config);
      const options = { redirectTo: "/bye", ...asked === undefined ? {} : { federated: asked } };
      const response = await signOut(app.request(browser), app.config, options);
      assertEquals(location(response).origin, expected, JSON.stringify([config, asked]));
      app.receive(browser, response.headers);
      assertEquals(await browser.session(), null);
    }
  });
}

Deno.test("sign-out: a provider that does not answer is not waited for", async () => {
  using time = new FakeTime();
  const { app, browser } = await signedIn("records", { federated: true, revokeTokens: true });
  app.op.handler = () => new Promise(() => {});
  let answered: Response | undefined;
  void signOutOf(browser).then((answer) => answered = answer);
  const began = Date.now();
  const response = await waitUntil("the app answers", async () => {
    await time.tickAsync(1000);
    return answered;
  }, { pause: 0 });
  assert(Date.now() - began < 10_000);
  assertEquals(location(response).pathname, "/auth/signout/idp");
  assertEquals(await browser.session(), null);
});

Deno.test("sign-out: the session of the request decides which session ends at the provider", async () => {
  const { app, browser } = await signedIn("adapter, token sessions", { federated: true });
  const first = (await getAccessToken(app.request(browser), app.config))!.idToken;
  const other = app.newBrowser();
  app.op.idp.user.sid = "sid-2";
  await other.signIn("idp");
  const second = location(await signOutOf(other)).searchParams.get("id_token_hint");
  assertEquals(location(await signOutOf(browser)).searchParams.get("id_token_hint"), first);
  assert(second && second !== first);
});

Deno.test("sign-out: without kept tokens the provider gets no ID token", async () => {
  const app = await createTokensApp("records", { tokens: undefined, signOut: ProviderSignOut() });
  const browser = app.newBrowser();
  await browser.signIn("idp");
  const url = location(await signOutOf(browser, { federated: "true" }));
  assertEquals(url.origin, "https://idp.example");
  assertEquals(
    [...url.searchParams.keys()],
    ["client_id", "post_logout_redirect_uri", "state"],
  );
});

Deno.test("sign-out: a session of another kind of sign-in ends here alone", async () => {
  const { app } = await signedIn("adapter, token sessions", { federated: true });
  const browser = app.newBrowser();
  app.config.providers = [...app.config.providers, {
    id: "pwd",
    name: "Password",
    type: "credentials",
    credentials: {},
    authorize: () => ({ id: "1", name: "Ada" }),
  }];
  await browser.signInWithCredentials({}, "pwd");
  assertEquals((await browser.session())?.user?.name, "Ada");
  assertEquals(location(await signOutOf(browser)).href, `${APP}/bye?x=1`);
  assertEquals(await browser.session(), null);
  assertEquals(app.errors, []);
});

Deno.test("sign-out: the way back shows nothing and follows nothing without its own state", async () => {
  const { app, browser } = await signedIn("records", { federated: true });
  const state = location(await signOutOf(browser)).searchParams.get("state")!;
  const attempts: [string, TestBrowser][] = [
    ["", browser],
    ["?state=", browser],
    ["?state=other", browser],
    [`?state=${state.slice(1)}`, browser],
    ["?callbackUrl=https://evil.example/", browser],
    [`?state=${state}`, app.newBrowser()],
  ];
  for (const [query, from] of attempts) {
    const response = await from.fetch(`${APP}/auth/signout/idp${query}`);
    assertEquals(response.status, 302, query);
    assertEquals(response.headers.get("location"), `${APP}/`, query);
    assertEquals(await response.text(), "");
  }
  assertEquals(
    app.entries.filter(({ name }) => name === "signout.refused").map(({ reason }) => reason),
    attempts.map(() => "attempt-mismatch" as const),
  );
  // The genuine one still works.
  const back = await browser.fetch(`${APP}/auth/signout/idp?state=${state}`);
  assertEquals(location(back).pathname, "/bye");
});

Deno.test("sign-out: the way back of one provider is none for another", async () => {
  const { app, browser } = await signedIn("records", { federated: true });
  app.config.providers = [...app.config.providers, providerOf(app.op, "other")];
  const state = location(await signOutOf(browser)).searchParams.get("state")!;
  const response = await browser.fetch(`${APP}/auth/signout/other?state=${state}`);
  assertEquals(response.headers.get("location"), `${APP}/`);
});

Deno.test("sign-out: the target passes the `redirect` callback, the provider's URL does not", async () => {
  const { app, browser } = await signedIn("records", { federated: true });
  const asked: string[] = [];
  app.config.callbacks = {
    redirect: ({ url, baseUrl }) => (asked.push(url), `${baseUrl}/allowed`),
  };
  const url = location(await signOutOf(browser, { callbackUrl: "https://evil.example/" }));
  assertEquals(url.origin, "https://idp.example");
  assert(asked.every((one) => one === "https://evil.example/"), asked.join());
  const state = url.searchParams.get("state")!;
  const back = await browser.fetch(`${APP}/auth/signout/idp?state=${state}`);
  assertEquals(location(back).href, `${APP}/allowed`);
});

Deno.test("sign-out: without `signOut` the path of the way back is refused, and a wish is logged", async () => {
  const { app, browser } = await signedIn("records", undefined);
  for (const method of ["GET", "POST"]) {
    const response = await browser.fetch(`${APP}/auth/signout/idp`, { method });
    assertEquals(response.status, 400);
    await response.body?.cancel();
  }
  assertEquals(location(await signOutOf(browser, { federated: "true" })).pathname, "/bye");
  assertEquals(await browser.session(), null);
  assertStringIncludes(app.errors.map(String).join("\n"), "set `signOut: ProviderSignOut()`");
});

Deno.test("sign-out: the page about what is open leads to this site alone, and shows nothing to who is signed in", async () => {
  const { app, browser } = await signedIn("records", { federated: true });
  const url = `${APP}/auth/signout/idp?open=others&callbackUrl=https://evil.example/`;
  const signed = await browser.fetch(url);
  assertEquals(signed.headers.get("location"), `${APP}/auth/signout`);
  assert(await browser.session());
  const response = await app.newBrowser().fetch(url);
  const html = await response.text();
  assertStringIncludes(html, "could not sign you out of all its other sites");
  assertEquals(html.includes("evil"), false);
  const other = await app.newBrowser().fetch(`${APP}/auth/signout/idp?open=x`);
  assertEquals(other.headers.get("location"), `${APP}/`);
});

Deno.test("sign-out: the answer for scripts names the provider's URL", async () => {
  const { app, browser } = await signedIn("records", { federated: true });
  const response = await browser.fetch(`${APP}/auth/signout`, {
    method: "POST",
    headers: { "x-auth-return-redirect": "1" },
    body: new URLSearchParams({ csrfToken: await browser.csrf(), callbackUrl: "/bye" }),
  });
  const { url } = await response.json();
  assertEquals(new URL(url).origin, "https://idp.example");
  assertEquals((await Auth(app.request(browser, "/auth/session"), app.config)).status, 200);
});
