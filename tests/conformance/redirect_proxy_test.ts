import { assertEquals, assertMatch } from "@std/assert";
import { Auth, type AuthConfig, encode } from "../../mod.ts";
import { createBrowser, createIdp, type Idp } from "../../src/tools/testing/mod.ts";
import { providerOf, SECRET } from "./_rig.ts";

const PREVIEW = "https://preview-1.example";
const PROXY = "https://stable.example";
const redirectProxyUrl = `${PROXY}/auth`;

function createConfig(idp: Idp, overrides: Partial<AuthConfig> = {}): AuthConfig {
  return {
    providers: [providerOf(idp, { checks: ["pkce"] })],
    secret: SECRET,
    trustHost: true,
    redirectProxyUrl,
    logger: { error: () => {}, warn: () => {} },
    ...overrides,
  };
}

async function createRig(proxyOverrides?: Partial<AuthConfig>) {
  const idp = await createIdp();
  const answer = (config: AuthConfig) => (request: Request) =>
    new URL(request.url).pathname.startsWith("/auth/")
      ? Auth(request, config)
      : new Response("app");
  const preview = createConfig(idp);
  const proxy = createConfig(idp, proxyOverrides);
  const origins = {
    [PREVIEW]: answer(preview),
    [PROXY]: answer(proxy),
    [idp.issuer]: idp.handler,
  };
  return { idp, proxy, browser: createBrowser(PREVIEW, origins), origins };
}

/** Response of the proxy to a state. */
async function forwardOf(proxy: AuthConfig, state: string): Promise<string | null> {
  const url = `${PROXY}/auth/callback/test?code=c&state=${encodeURIComponent(state)}`;
  return (await Auth(new Request(url), proxy)).headers.get("location");
}

const sealed = (origin: unknown, secret = SECRET, salt = "encodedState", maxAge = 900) =>
  encode({ token: { origin, random: "r" }, secret, salt, maxAge });

const REFUSED = `${PROXY}/auth/error?error=Configuration&code=InvalidCheck`;

Deno.test("redirect proxy: a preview signs in through the stable deployment", async () => {
  const { browser, idp } = await createRig();
  const landing = await browser.signIn("test", { callbackUrl: "/after" });
  assertEquals(landing.url.href, `${PREVIEW}/after`);
  assertEquals((await browser.session())?.user?.name, "Ada Lovelace");
  const [authorize] = idp.requests.filter(({ endpoint }) => endpoint === "authorize");
  const asked = new URL(authorize!.url).searchParams;
  assertEquals(asked.get("redirect_uri"), `${PROXY}/auth/callback/test`);
  assertEquals(asked.get("state")!.split(".").length, 5, "the state is sealed");
  assertMatch(landing.trail[1]!.url, /^https:\/\/stable\.example\/auth\/callback\/test\?/);
  assertMatch(landing.trail[2]!.url, /^https:\/\/preview-1\.example\/auth\/callback\/test\?/);
});

Deno.test("redirect proxy: the stable deployment signs in its own users too", async () => {
  const { origins, idp } = await createRig();
  const browser = createBrowser(PROXY, origins);
  assertEquals((await browser.signIn("test")).url.origin, PROXY);
  assertEquals((await browser.session())?.user?.name, "Ada Lovelace");
  assertEquals(idp.count("token"), 1);
});

Deno.test("redirect proxy: a provider's own URL overrides the app's", async () => {
  const { idp } = await createRig();
  const config = createConfig(idp, {
    providers: [providerOf(idp, { redirectProxyUrl: "https://other.example/api/auth/" })],
  });
  const browser = createBrowser(PREVIEW, { [PREVIEW]: (request) => Auth(request, config) });
  const start = new URL(await browser.start("test"));
  assertEquals(
    start.searchParams.get("redirect_uri"),
    "https://other.example/api/auth/callback/test",
  );
});

Deno.test("redirect proxy: an error of the provider is forwarded too", async () => {
  const { proxy } = await createRig();
  const state = await sealed(`${PREVIEW}/auth/callback/test`);
  const url = `${PROXY}/auth/callback/test?error=access_denied&state=${state}`;
  const response = await Auth(new Request(url), proxy);
  assertEquals(
    response.headers.get("location"),
    `${PREVIEW}/auth/callback/test?error=access_denied&state=${state}`,
  );
});

Deno.test("redirect proxy: is not an open redirector", async () => {
  const { proxy } = await createRig();
  const target = "https://evil.example/auth/callback/test";
  const valid = await sealed(target);
  const refused = {
    "another secret": await sealed(target, "another-secret-of-at-least-32-characters"),
    "another purpose": await sealed(target, SECRET, "__Secure-authjs.session-token"),
    "an expired state": await sealed(target, SECRET, "encodedState", -60),
    "a tampered state": valid.slice(0, -6) + "AAAAAA",
    "a script": await sealed("javascript:alert(1)//auth/callback/test"),
    "another path": await sealed("https://evil.example/steal"),
    "another provider": await sealed("https://evil.example/auth/callback/other"),
    "not a URL": await sealed("evil"),
    "plain text": target,
  };
  for (const [name, state] of Object.entries(refused)) {
    assertEquals(await forwardOf(proxy, state), REFUSED, name);
  }
});

Deno.test("redirect proxy: forwards only to `redirectProxyOrigins`", async () => {
  const { proxy } = await createRig({
    redirectProxyOrigins: ["https://preview-*.example", "http://localhost:3000"],
  });
  const forwards = async (origin: string) => {
    const target = `${origin}/auth/callback/test`;
    const location = await forwardOf(proxy, await sealed(target));
    return location?.startsWith(`${target}?`) ?? false;
  };
  assertEquals(await forwards("https://preview-7.example"), true);
  assertEquals(await forwards("http://localhost:3000"), true);
  for (
    const origin of [
      "https://evil.example",
      "https://preview-7.example.evil.example",
      "https://preview-.example",
      "https://preview-a.b.example",
      "http://preview-7.example",
      "http://localhost:3001",
    ]
  ) {
    assertEquals(await forwards(origin), false, origin);
  }
});
