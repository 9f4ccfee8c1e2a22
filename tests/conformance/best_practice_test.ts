/**
 * Attacks of RFC 9700 that need more than one request or browser.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9700#section-4 RFC 9700 §4}
 * @module
 */

import { assert, assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import { Auth } from "../../mod.ts";
import { createBrowser, createIdp } from "../../src/tools/testing/mod.ts";
import { APP, assertRefusal, callbackOf, createRig, providerOf, type Rig } from "./_rig.ts";

const AGAIN = "/auth/error?error=Configuration&code=InvalidCheck";

/** A callback URL with the code of another attempt, as an attacker injects it. */
async function injectCode(rig: Rig): Promise<string> {
  const stolen = new URL(await callbackOf(rig));
  const url = new URL(await callbackOf(rig));
  url.searchParams.set("code", stolen.searchParams.get("code")!);
  return url.href;
}

/**
 * Mix-up (§4.4.1): the user starts at a provider of the attacker, which forwards
 * to the honest one, so that the app would hand the code to the attacker.
 *
 * @param callback provider whose callback URL the attacker asks for
 */
async function mixUp(callback: "honest" | "evil", issuerParameter: boolean) {
  const { idp: honest, config, lines } = await createRig({ idp: { issuerParameter } });
  const evil = await createIdp({ issuer: "https://evil.example", clientId: "evil-client" });
  config.providers = [
    providerOf(honest, { id: "honest" }),
    providerOf(evil, { id: "evil" }),
  ];
  config.logger = { error: (error) => void lines.push(String(error)) };
  const browser = createBrowser(APP, {
    [APP]: (request) => Auth(request, config),
    [honest.issuer]: honest.handler,
    [evil.issuer](request) {
      const url = new URL(request.url);
      url.host = new URL(honest.issuer).host;
      url.searchParams.set("client_id", honest.clientId);
      url.searchParams.set("redirect_uri", `${APP}/auth/callback/${callback}`);
      return Response.redirect(url);
    },
  });
  const landing = await browser.signIn("evil", { callbackUrl: "/after" });
  assertEquals(honest.count("authorize"), 1, "the honest provider issued no code");
  assertEquals(await browser.session(), null);
  assertEquals(evil.count("token") + honest.count("token"), 0, "the code was sent");
  return { landing, log: lines.join("\n") };
}

Deno.test("RFC 9700: a provider that forwards to another one gets no code, by the callback URL", async () => {
  for (const issuerParameter of [true, false]) {
    const { landing, log } = await mixUp("honest", issuerParameter);
    assertEquals(landing.url.href, APP + AGAIN);
    assertStringIncludes(log, "it belongs to another provider");
  }
});

Deno.test("RFC 9700: a provider that forwards to another one gets no code, by the issuer of the answer", async () => {
  // Without a rule for callback URLs at the honest provider, only RFC 9207 helps.
  const { landing, log } = await mixUp("evil", true);
  assertEquals(landing.url.href, `${APP}/auth/error?error=Configuration`);
  assertStringIncludes(log, '"iss"');
});

Deno.test("RFC 9700: a stolen code is refused by PKCE", async () => {
  const rig = await createRig({ provider: { checks: ["pkce", "state"] } });
  const landing = await rig.browser.visit(await injectCode(rig));
  assertEquals(landing.url.href, `${APP}/auth/error?error=Configuration`);
  assertEquals(await rig.browser.session(), null);
  assert(rig.lines.some((line) => line.includes("invalid_grant")));
});

Deno.test("RFC 9700: a stolen code is refused by the nonce at a server that ignores PKCE", async () => {
  for (const checks of [["pkce", "state", "nonce"], ["state", "nonce"], ["nonce"]] as const) {
    const rig = await createRig({
      provider: { checks: [...checks] },
      hostile: { ignoresPkce: true },
    });
    const landing = await rig.browser.visit(await injectCode(rig));
    assertEquals(landing.url.href, `${APP}/auth/error?error=Configuration`);
    assertEquals(await rig.browser.session(), null);
    assert(rig.lines.some((line) => line.includes('"nonce"')), rig.lines.join("\n"));
  }
});

Deno.test("RFC 9700: injected tokens do not replace a code", async () => {
  for (const names of [["access_token"], ["id_token"], ["access_token", "id_token", "token"]]) {
    const rig = await createRig();
    const url = new URL(await callbackOf(rig));
    url.searchParams.delete("code");
    for (const name of names) url.searchParams.set(name, "a.b.c");
    await assertRefusal(rig, await rig.browser.visit(url.href), /no authorization code|implicit/);
    assertEquals(rig.idp.count("token") + rig.idp.count("userinfo"), 0);
  }
});

Deno.test("RFC 9700: an access token beside a code is ignored", async () => {
  const rig = await createRig({ provider: { idToken: false } });
  const url = new URL(await callbackOf(rig));
  url.searchParams.set("access_token", "injected");
  assertEquals((await rig.browser.visit(url.href)).url.href, `${APP}/after`);
  assertEquals((await rig.browser.session())?.user?.name, "Ada Lovelace");
  assertFalse(JSON.stringify(rig.idp.requests).includes("injected"));
});

Deno.test("RFC 9700: the callback is answered with a redirect that has no code, state or issuer", async () => {
  for (const signature of ["proper", "bad"] as const) {
    const rig = await createRig({ hostile: { signature } });
    const url = new URL(await callbackOf(rig));
    const response = await rig.browser.fetch(url.href);
    assertEquals(response.status, 302);
    assertEquals(response.body, null);
    for (const [name, value] of url.searchParams) {
      assertFalse(JSON.stringify([...response.headers]).includes(value), name);
    }
  }
});

Deno.test("RFC 9700: no answer to a post makes the browser post again", async () => {
  const rig = await createRig();
  const started = await rig.browser.post("/signin/test", { callbackUrl: "/after" });
  const statuses = [started.status];
  for (const path of ["/signin/unknown", "/signout", "/callback/test", "/callback/unknown"]) {
    statuses.push((await rig.browser.post(path)).status);
  }
  assertFalse(statuses.some((status) => status === 307 || status === 308), statuses.join());
});

Deno.test("RFC 9700: an authorization URL of the attacker signs in no other browser", async () => {
  const attacker = await createRig();
  const start = await attacker.browser.start("test", { callbackUrl: "/after" });
  const victim = await createRig();
  await victim.browser.csrf();
  const landing = await victim.browser.visit(start);
  await victim.browser.fetch(`${APP}/auth/signin?callbackUrl=/x`);
  await assertRefusal(victim, landing, /InvalidCheck/, AGAIN);
  assertEquals(victim.idp.count("token"), 0);
});
