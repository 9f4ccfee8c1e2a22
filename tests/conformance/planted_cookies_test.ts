/**
 * Cookies that another host of the same site planted: they may not pass for
 * ours, and may not keep anybody out.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { Auth, type AuthConfig } from "../../mod.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import GitHub from "../../src/providers/github.ts";
import { createBrowser } from "../../src/testing/mod.ts";
import { csrfOf, quiet } from "./_requests.ts";
import { APP, createRig } from "./_rig.ts";

const config: AuthConfig = {
  providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
  logger: quiet,
};

/** Browsers take the byte A0 for a part of the name, so the prefix's rules are not asked. */
const PREFIX_IN_DISGUISE = ["\xa0", "\x85", "\x0b", "\x0c"];

Deno.test("a cookie that hides the __Host- prefix behind white space is not the one with the prefix", async () => {
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
    // The sibling knows a pair of token and hash from a browser of its own.
    assertEquals(await signOut(space + cookie), "MissingCSRF", JSON.stringify(space));
  }
});

Deno.test("a sign-in starts whatever names of attempts are planted", async () => {
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

Deno.test("a sign-in answers thousands of planted attempts with a handful of cookies", async () => {
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
  // More than a server's limit for headers would lose the answer.
  assert(response.headers.getSetCookie().length < 60);
});

Deno.test("an attempt that a sibling host plants links no account to whoever is signed in", async () => {
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
    // What https://evil.app.example could say.
    victim.cookies.plant(APP, `${name}=${value}; Domain=app.example; Path=/; Secure`);
  }
  const landing = await victim.visit(callback);
  assertEquals(landing.url.search, "?error=Configuration&code=InvalidCheck");

  const later = openBrowser();
  await later.signIn("test");
  assertEquals((await later.session())?.user?.name, "Eve");
});
