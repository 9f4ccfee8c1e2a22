import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  APP,
  assertRefusal,
  assertSignsIn,
  attemptCookies,
  callbackOf,
  createRig,
  providerOf,
} from "./_rig.ts";

const AGAIN = "/auth/error?error=Configuration&code=InvalidCheck";

for (const checks of [["pkce", "state", "nonce"], ["state"], ["pkce"], ["nonce"]] as const) {
  Deno.test(`state: a missing one is refused with the checks ${checks}, and the attempt is kept`, async () => {
    const rig = await createRig({ provider: { checks: [...checks] } });
    const complete = await callbackOf(rig);
    const url = new URL(complete);
    url.searchParams.delete("state");
    assertEquals((await rig.browser.visit(url.href)).url.href, APP + AGAIN);
    assertEquals(await rig.browser.session(), null);
    assertEquals(rig.idp.count("token"), 0);
    assertMatch(rig.lines.join("\n"), /answered without the `state` that was sent to it/);
    assertEquals((await rig.browser.visit(complete)).url.href, `${APP}/after`);
    assertEquals((await rig.browser.session())?.user?.name, "Ada Lovelace");
  });
}

Deno.test("state: a wrong one is refused, and open attempts are kept", async () => {
  const rig = await createRig();
  const url = new URL(await callbackOf(rig));
  url.searchParams.set("state", "of-another-browser");
  const landing = await rig.browser.visit(url.href);
  assertEquals(landing.url.href, APP + AGAIN);
  assertEquals(await rig.browser.session(), null);
  assertEquals(attemptCookies(rig).length, 1);
});

Deno.test("state: a wrong one is refused without the check too", async () => {
  const rig = await createRig({
    provider: { checks: ["pkce"] },
    hostile: { authorization: (params) => params.set("state", "x") },
  });
  const landing = await rig.browser.signIn("test");
  assertEquals(landing.url.href, APP + AGAIN);
  assertEquals(rig.idp.count("token"), 0);
});

Deno.test("state: `checks: none` sends and expects nothing", async () => {
  const rig = await createRig({ provider: { checks: ["none"] } });
  const url = new URL(await rig.browser.start("test"));
  for (const name of ["state", "nonce", "code_challenge"]) {
    assertEquals(url.searchParams.get(name), null);
  }
  await assertSignsIn(rig);
});

Deno.test("attempt: another browser cannot finish an attempt", async () => {
  const rig = await createRig();
  const url = await callbackOf(rig);
  const victim = await createRig();
  await victim.browser.csrf();
  await victim.browser.fetch(`${APP}/auth/signin?callbackUrl=/x`);
  await assertRefusal(victim, await victim.browser.visit(url), /InvalidCheck/, AGAIN);
});

Deno.test("attempt: cannot be used twice", async () => {
  const rig = await createRig();
  const url = await callbackOf(rig);
  assertEquals((await rig.browser.visit(url)).url.href, `${APP}/after`);
  await rig.browser.post("/signout");
  await assertRefusal(rig, await rig.browser.visit(url), /InvalidCheck/, AGAIN);
  assertEquals(rig.idp.count("token"), 1);
});

Deno.test("attempt: a failure invalidates the attempt", async () => {
  const rig = await createRig({ hostile: { signature: "bad" } });
  const url = await callbackOf(rig);
  await assertRefusal(rig, await rig.browser.visit(url), /signature/);
  rig.idp.hostile.signature = "proper";
  await assertRefusal(rig, await rig.browser.visit(url), /InvalidCheck/, AGAIN);
});

Deno.test("attempt: expires after fifteen minutes", async () => {
  using time = new FakeTime();
  const rig = await createRig();
  const url = await callbackOf(rig);
  const cookies = rig.browser.cookies.header(new URL(APP));
  time.tick(16 * 60 * 1000);
  // A browser would have dropped the cookie; an attacker sends it anyway.
  const response = await rig.browser.fetch(url, { headers: { cookie: cookies } });
  assertEquals(response.headers.get("location"), APP + AGAIN);
});

Deno.test("attempt: a callback with the answer of another provider is refused", async () => {
  const rig = await createRig();
  const [a] = rig.config.providers;
  for (const checks of [["pkce", "state", "nonce"], ["pkce"]] as const) {
    const overrides = { checks: [...checks] };
    rig.config.providers = [
      { ...a as ReturnType<typeof providerOf>, ...overrides },
      providerOf(rig.idp, { id: "other", ...overrides }),
    ];
    const url = new URL(await callbackOf(rig));
    url.pathname = "/auth/callback/other";
    await assertRefusal(rig, await rig.browser.visit(url.href), /another provider/, AGAIN);
    url.searchParams.delete("state");
    assertEquals((await rig.browser.visit(url.href)).url.href, APP + AGAIN);
    assertEquals(await rig.browser.session(), null);
  }
  assertEquals(rig.idp.count("token"), 0);
});

Deno.test("attempt: a cookie of another purpose is not accepted as an attempt", async () => {
  const rig = await createRig();
  const url = await callbackOf(rig);
  const [name] = attemptCookies(rig);
  await rig.browser.signIn("test");
  const session = rig.browser.cookies.list("app.example")
    .find((cookie) => cookie.name === "__Secure-authjs.session-token")!;
  await rig.browser.post("/signout");
  rig.browser.cookies.plant(APP, `${name}=${session.value}; Path=/; Secure`);
  await assertRefusal(rig, await rig.browser.visit(url), /InvalidCheck/, AGAIN);
});

Deno.test("attempt: has a new code verifier and a new nonce each time", async () => {
  const { browser } = await createRig();
  const urls = [new URL(await browser.start("test")), new URL(await browser.start("test"))];
  for (const name of ["state", "nonce", "code_challenge"]) {
    const [first, second] = urls.map((url) => url.searchParams.get(name));
    assertNotEquals(first, second, name);
    assertEquals(first!.length >= 43, true, name);
  }
  assertEquals(urls[0]!.searchParams.get("code_challenge_method"), "S256");
});

Deno.test("attempt: signIn parameters cannot replace state, nonce, challenge or redirect URI", async () => {
  const { browser } = await createRig();
  const query = {
    redirect_uri: "https://evil.example",
    response_type: "token",
    client_id: "x",
    state: "x",
    nonce: "x",
    code_challenge: "x",
    response_mode: "fragment",
    request_uri: "https://evil.example",
    prompt: "login",
  };
  const { searchParams } = new URL(await browser.start("test", { query }));
  assertEquals(searchParams.get("redirect_uri"), `${APP}/auth/callback/test`);
  assertEquals(searchParams.get("response_type"), "code");
  assertEquals(searchParams.get("client_id"), "test-client");
  assertEquals(searchParams.get("response_mode"), null);
  assertEquals(searchParams.get("request_uri"), null);
  assertEquals(searchParams.get("prompt"), "login");
  for (const name of ["state", "nonce", "code_challenge"]) {
    assertNotEquals(searchParams.get(name), "x", name);
  }
});

Deno.test("attempt: an error of the provider leads to the sign-in page and invalidates the attempt", async () => {
  const rig = await createRig({
    hostile: {
      authorization: (params) => {
        params.delete("code");
        params.set("error", "access_denied");
        params.set("error_description", "<script>alert(1)</script>");
      },
    },
  });
  const landing = await rig.browser.signIn("test", { callbackUrl: "/after" });
  await assertRefusal(
    rig,
    landing,
    /OAuthCallbackError/,
    "/auth/signin?error=OAuthCallbackError&callbackUrl=https%3A%2F%2Fapp.example%2Fafter",
  );
});
