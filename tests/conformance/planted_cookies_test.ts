/**
 * Cookies that another host of the same site planted: they must not be accepted
 * as cookies of this library, and must not block sign-ins.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { Auth, type AuthConfig } from "../../mod.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import GitHub from "../../src/providers/github.ts";
import { createBrowser } from "../../src/tools/testing/mod.ts";
import { csrfOf, quiet } from "./_requests.ts";
import { APP, createRig } from "./_rig.ts";

const config: AuthConfig = {
  providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
  logger: quiet,
};

/** Browsers treat the byte A0 as part of the name, so they do not apply the prefix's rules. */
const PREFIX_IN_DISGUISE = ["\xa0", "\x85", "\x0b", "\x0c"];

Deno.test("planted cookies: white space before the __Host- prefix makes another cookie", async () => {
  const { form, cookie } = await csrfOf(config);
  const signOut = async (cookie: string) => {
    const url = "https://app.example/auth/signout";
    const response = await Auth(
      new Request(url, { method: "POST", headers: { cookie }, body: form }),
      config,
    );
    return new URL(response.headers.get("location")!).searchParams.get("error");
  };
  assertEquals(await signOut(cookie), null);
  for (const space of PREFIX_IN_DISGUISE) {
    // The sibling host has a valid pair of token and hash from another browser.
    assertEquals(await signOut(space + cookie), "MissingCSRF", JSON.stringify(space));
  }
});

Deno.test("planted cookies: a sign-in starts with planted cookies of attempts", async () => {
  const { form, cookie } = await csrfOf(config);
  const names = ["(1)", "{2}", "\xe9", "a b", "<5>", "@", "a".repeat(300)];
  const planted = names.map((name) => `__Host-authjs.pkce.code_verifier.${name}=x`);
  const response = await Auth(
    new Request("https://app.example/auth/signin/github", {
      method: "POST",
      headers: { cookie: [cookie, ...planted].join("; ") },
      body: form,
    }),
    config,
  );
  assertEquals(new URL(response.headers.get("location")!).host, "github.com");
});

Deno.test("planted cookies: a sign-in deletes only a few of thousands of planted attempts", async () => {
  const { form, cookie } = await csrfOf(config);
  const name = "__Host-authjs.pkce.code_verifier";
  const planted = Array.from({ length: 5000 }, (_, i) => `${name}.${i}=x`);
  const response = await Auth(
    new Request("https://app.example/auth/signin/github", {
      method: "POST",
      headers: { cookie: [cookie, ...planted].join("; ") },
      body: form,
    }),
    config,
  );
  // The response would be lost when it exceeds a server's limit for headers.
  assert(response.headers.getSetCookie().length < 60);
});

Deno.test("planted cookies: an attempt of a sibling host links no account to the signed-in user", async () => {
  const rig = await createRig({ config: { adapter: MemoryAdapter() } });
  const { idp, config } = rig;
  const openBrowser = () =>
    createBrowser(APP, {
      [APP]: async (request) =>
        new URL(request.url).pathname.startsWith("/auth/")
          ? await Auth(request, config)
          : new Response("app"),
      [idp.issuer]: idp.handler,
    });
  const victim = rig.browser;
  await victim.signIn("test", { callbackUrl: "/after" });

  idp.user = { sub: "eve", name: "Eve", email: "eve@example.com" };
  const eve = openBrowser();
  const answer = await eve.fetch(await eve.start("test", { callbackUrl: "/after" }));
  const callback = answer.headers.get("location")!;
  const own = eve.cookies.list("app.example").filter(({ name }) => name.includes("state"));
  assertEquals(own.length, 1);
  for (const { name, value } of own) {
    // Cookies that https://evil.app.example can set.
    victim.cookies.plant(APP, `${name}=${value}; Domain=app.example; Path=/; Secure`);
  }
  const landing = await victim.visit(callback);
  assertEquals(landing.url.search, "?error=Configuration&code=InvalidCheck");

  const later = openBrowser();
  await later.signIn("test");
  assertEquals((await later.session())?.user?.name, "Eve");
});
