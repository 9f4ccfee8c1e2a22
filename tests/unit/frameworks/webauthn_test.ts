import { assertEquals } from "@std/assert";
import { __NEXTAUTH } from "../../../src/frameworks/next/client_config.ts";
import { signIn } from "../../../src/frameworks/next/webauthn.ts";
import { toBasePath } from "../../../src/frameworks/sveltekit/base_path.ts";

/** URLs that a ceremony requests, in a simulated browser. */
async function urlsOf(run: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  const stand = globalThis as unknown as Record<string, unknown>;
  const { fetch, navigator } = globalThis;
  stand.location = new URL("https://app.example/page");
  stand.PublicKeyCredential = {};
  Object.defineProperty(globalThis, "navigator", {
    value: { credentials: {} },
    configurable: true,
  });
  globalThis.fetch = (input) => {
    asked.push(String(input instanceof Request ? input.url : input));
    return Promise.resolve(Response.json({ error: "none", code: "none" }, { status: 400 }));
  };
  try {
    await run();
  } finally {
    globalThis.fetch = fetch;
    Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
    delete stand.PublicKeyCredential;
    delete stand.location;
  }
  return asked;
}

Deno.test("next/webauthn: signIn() uses the base path of the session provider", async () => {
  const [first] = await urlsOf(() => signIn("passkey", { redirect: false }));
  assertEquals(first?.startsWith("https://app.example/api/auth/webauthn-options/passkey"), true);
  __NEXTAUTH.basePath = "/elsewhere";
  const [second] = await urlsOf(() => signIn(undefined, { redirect: false }));
  assertEquals(second?.startsWith("https://app.example/elsewhere/webauthn-options/passkey"), true);
  const [third] = await urlsOf(() => signIn("keys", { basePath: "/own", redirect: false }));
  assertEquals(third?.startsWith("https://app.example/own/webauthn-options/keys"), true);
  __NEXTAUTH.basePath = "/api/auth";
});

Deno.test("sveltekit: toBasePath() uses the root of the app, in versions 2 and 3", () => {
  const page = "https://app.example/shop/cart";
  assertEquals(toBasePath({ base: "" }, page), "/auth");
  assertEquals(toBasePath({ base: "/shop" }, page), "/shop/auth");
  assertEquals(toBasePath({ resolve: () => "../shop/" }, page), "/shop/auth");
  assertEquals(toBasePath({ resolve: () => "/" }, page), "/auth");
  assertEquals(toBasePath({}, page), "/auth");
});
