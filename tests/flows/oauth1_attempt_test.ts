import { assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { customFetch } from "../../mod.ts";
import { createIdp } from "../../src/tools/testing/mod.ts";
import {
  AGAIN,
  APP,
  assertRefusal,
  assertSignsIn,
  attemptCookies,
  callbackOf,
  createRig,
  providerOf,
} from "./_oauth1_rig.ts";

Deno.test("oauth1: five tabs can finish in any order", async () => {
  const rig = createRig();
  const starts: string[] = [];
  for (let tab = 1; tab <= 5; tab++) {
    starts.push(await rig.browser.start("test", { callbackUrl: `/tab-${tab}` }));
  }
  assertEquals(attemptCookies(rig).length, 5);
  for (const tab of [5, 1, 4, 2, 3]) {
    const landing = await rig.browser.visit(starts[tab - 1]!);
    assertEquals(landing.url.href, `${APP}/tab-${tab}`);
  }
  assertEquals(attemptCookies(rig), []);
});

Deno.test("oauth1: fifty browsers sign in at once", async () => {
  const rig = createRig();
  const crowd = Array.from({ length: 50 }, rig.newBrowser);
  const landings = await Promise.all(crowd.map((one) => one.signIn("test")));
  assertEquals(landings.every(({ url }) => url.origin === APP && !url.search), true);
  const names = await Promise.all(crowd.map(async (one) => (await one.session())?.user?.name));
  assertEquals(new Set(names), new Set(["Ada Lovelace"]));
  assertEquals(rig.server.refusals, []);
});

Deno.test("oauth1: fifty parallel uses of one verifier sign in exactly once", async () => {
  const rig = createRig();
  const url = await callbackOf(rig);
  const cookie = rig.browser.cookies.header(new URL(APP));
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => rig.browser.fetch(url, { headers: { cookie } })),
  );
  const outcomes = responses.map((response) => {
    const signedIn = response.headers.getSetCookie().some((line) =>
      /session-token=[^;]/.test(line)
    );
    return `${response.headers.get("location")} ${signedIn}`;
  });
  assertEquals(outcomes.filter((outcome) => outcome === `${APP}/after true`).length, 1);
  const refused = `${APP}/auth/error?error=Configuration false`;
  assertEquals(outcomes.filter((outcome) => outcome === refused).length, 49);
});

Deno.test("oauth1: a callback cannot be replayed", async () => {
  const rig = createRig();
  const url = await callbackOf(rig);
  assertEquals((await rig.browser.visit(url)).url.href, `${APP}/after`);
  await rig.browser.post("/signout");
  await assertRefusal(rig, await rig.browser.visit(url), /InvalidCheck/, AGAIN);
  assertEquals(rig.server.count("access_token"), 1);
});

Deno.test("oauth1: a callback cannot be replayed with the cookies of the first use", async () => {
  const rig = createRig();
  const url = await callbackOf(rig);
  const cookie = rig.browser.cookies.header(new URL(APP));
  await rig.browser.visit(url);
  await rig.browser.post("/signout");
  const response = await rig.browser.fetch(url, { headers: { cookie } });
  assertEquals(response.headers.get("location"), `${APP}/auth/error?error=Configuration`);
  assertEquals(await rig.browser.session(), null);
  assertEquals(rig.server.refusals, ["its token is unknown, or was used"]);
});

Deno.test("oauth1: another browser cannot finish an attempt", async () => {
  const rig = createRig();
  const url = await callbackOf(rig);
  const victim = { ...rig, browser: rig.newBrowser() };
  // The other browser's own attempt must not help.
  await victim.browser.start("test");
  const landing = await victim.browser.visit(url);
  assertEquals(landing.url.href, APP + AGAIN);
  assertEquals(await victim.browser.session(), null);
  assertEquals(attemptCookies(victim).length, 1);
  assertEquals(rig.server.count("access_token"), 0);
});

Deno.test("oauth1: an attempt expires after fifteen minutes", async () => {
  using time = new FakeTime();
  const rig = createRig();
  const url = await callbackOf(rig);
  const cookie = rig.browser.cookies.header(new URL(APP));
  time.tick(16 * 60 * 1000);
  // A browser would have dropped the cookie; an attacker sends it anyway.
  const response = await rig.browser.fetch(url, { headers: { cookie } });
  assertEquals(response.headers.get("location"), APP + AGAIN);
  assertEquals(rig.server.count("access_token"), 0);
});

Deno.test("oauth1: a callback with the answer of another provider is refused", async () => {
  const rig = createRig();
  rig.config.providers.push(providerOf(rig.server, { id: "other" }));
  const url = new URL(await callbackOf(rig));
  url.pathname = "/auth/callback/other";
  await assertRefusal(rig, await rig.browser.visit(url.href), /another provider/, AGAIN);
  assertEquals(rig.server.count("access_token"), 0);
  await assertSignsIn(rig, "other");
});

Deno.test("oauth1: cookies of OAuth 2 and OAuth 1.0 attempts are not interchangeable", async () => {
  const rig = createRig();
  const idp = await createIdp();
  const newer = {
    id: "test",
    name: "Test",
    type: "oidc" as const,
    issuer: idp.issuer,
    clientId: idp.clientId,
    checks: ["state" as const],
    [customFetch]: idp.fetch,
  };
  const older = rig.config.providers;
  // The same id, as if the app had replaced its provider between the requests.
  rig.config.providers = [newer];
  const state = new URL(await rig.browser.start("test")).searchParams.get("state")!;
  rig.config.providers = older;
  const landing = await rig.browser.visit(
    `/auth/callback/test?oauth_token=${state}&oauth_verifier=x`,
  );
  assertEquals(landing.url.href, APP + AGAIN);
  assertMatch(rig.lines.join("\n"), /not started by OAuth 1.0/);
  assertEquals(await rig.browser.session(), null);
  const token = new URL(await callbackOf(rig)).searchParams.get("oauth_token")!;
  rig.config.providers = [newer];
  const back = await rig.browser.visit(`/auth/callback/test?state=${token}&code=x`);
  assertEquals(back.url.href, `${APP}/auth/error?error=Configuration`);
  assertEquals(await rig.browser.session(), null);
  assertEquals(rig.server.count("access_token"), 0);
});

Deno.test("oauth1: an answer with another token is refused, and open attempts are kept", async () => {
  const answers: [string | undefined, RegExp][] = [
    ["of-another-browser", /this browser has no cookie/],
    ["", /the answer has no token/],
    [undefined, /the answer has no token/],
  ];
  for (const [token, reason] of answers) {
    const rig = createRig({
      hostile: {
        authorization(params) {
          params.delete("oauth_token");
          if (token !== undefined) params.set("oauth_token", token);
        },
      },
    });
    const landing = await rig.browser.signIn("test");
    assertEquals(landing.url.href, APP + AGAIN);
    assertEquals(await rig.browser.session(), null);
    assertEquals(attemptCookies(rig).length, 1);
    assertMatch(rig.lines.join("\n"), reason);
    assertEquals(rig.server.count("access_token"), 0);
  }
});
