import {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertStringIncludes,
} from "@std/assert";
import {
  ownPage,
  pageUrl,
  renderBuiltIn,
  sessionRequiredUrl,
  signInUrl,
} from "../../../src/response/render.ts";
import type { Theme } from "../../../src/types/options.ts";
import { APP, createTestContext } from "../_context.ts";

async function render(name: "error" | "signout" | "verify-request", origin = APP) {
  const { ctx } = await createTestContext({ origin });
  const answer = await renderBuiltIn(name, { error: "AccessDenied" }, ctx.request, ctx.config);
  return { ...answer, headers: new Headers(answer.headers) };
}

Deno.test("renderBuiltIn() sends headers against framing, sniffing, caching and scripts", async () => {
  const { status, body, headers } = await render("error");
  assertEquals(status, 403);
  assertEquals(headers.get("content-type"), "text/html; charset=utf-8");
  assertEquals(headers.get("x-frame-options"), "DENY");
  assertEquals(headers.get("x-content-type-options"), "nosniff");
  assertEquals(headers.get("referrer-policy"), "same-origin");
  assertEquals(headers.get("vary"), "Cookie, Accept, Accept-Language");
  assertMatch(headers.get("cache-control")!, /no-store/);
  const policy = headers.get("content-security-policy")!;
  assertStringIncludes(policy, "default-src 'none'");
  assertStringIncludes(policy, "frame-ancestors 'none'");
  assertEquals(policy.includes("unsafe"), false);
  assertEquals(policy.includes("http:"), false);
  const nonce = /style-src 'nonce-([\w-]+)'/.exec(policy)![1]!;
  assertStringIncludes(body!, `<style nonce="${nonce}"`);
  assertEquals(/<script/i.test(body!), false);
});

Deno.test("renderBuiltIn() creates a new nonce for every page", async () => {
  const [a, b] = [await render("error"), await render("error")];
  assertNotEquals(
    a.headers.get("content-security-policy"),
    b.headers.get("content-security-policy"),
  );
});

Deno.test("renderBuiltIn() allows plain http in the policy when the site uses it", async () => {
  const { headers } = await render("error", "http://localhost:8000");
  assertMatch(headers.get("content-security-policy")!, /form-action 'self' https: http:/);
});

Deno.test("renderBuiltIn() allows images of the app's own origin and of its logo alone", async () => {
  const imagesOf = async (theme: Theme) => {
    const { ctx } = await createTestContext({ config: { theme } });
    const { headers } = await renderBuiltIn("signout", {}, ctx.request, ctx.config);
    const policy = new Headers(headers).get("content-security-policy")!;
    return /img-src ([^;]*)/.exec(policy)![1];
  };
  assertEquals(await imagesOf({}), "'self' data:");
  const logo = "https://images.example/logo.svg";
  assertEquals(await imagesOf({ logo }), "'self' data: https://images.example");
});

Deno.test("renderBuiltIn() redirects to the app's own sign-in page", async () => {
  const { ctx } = await createTestContext({ config: { pages: { signIn: "/welcome" } } });
  const { body } = await renderBuiltIn(
    "error",
    { error: "AccessDenied" },
    ctx.request,
    ctx.config,
  );
  assertStringIncludes(body!, `${APP}/welcome`);
  assert(!body!.includes(`${APP}/auth/signin`));
});

Deno.test("ownPage() redirects to the app's page with its parameters", async () => {
  const { ctx } = await createTestContext({ config: { pages: { error: "/oops?a=1" } } });
  const { request, config } = ctx;
  assertEquals(ownPage("error", { error: "X", code: undefined }, request, config), {
    redirect: `${APP}/oops?a=1&error=X`,
  });
  assertEquals(ownPage("signIn", {}, request, config), undefined);
});

Deno.test("pageUrl() makes paths absolute and keeps URLs", async () => {
  const { ctx } = await createTestContext();
  assertEquals(pageUrl("/a", ctx.request), `${APP}/a`);
  assertEquals(pageUrl("a", ctx.request), `${APP}/a`);
  assertEquals(pageUrl("https://login.example/a", ctx.request), "https://login.example/a");
  // An absolute path never changes the host.
  assertEquals(new URL(pageUrl("//evil.example", ctx.request)).origin, APP);
});

Deno.test("renderBuiltIn() answers in plain text when the page cannot be rendered", async () => {
  const theme = {
    get logo(): string {
      throw new Error("a word of the log");
    },
  };
  for (const name of ["error", "signin"] as const) {
    const { ctx, errors } = await createTestContext({ config: { theme } });
    const answer = await renderBuiltIn(name, {}, ctx.request, ctx.config);
    const headers = new Headers(answer.headers);
    assertEquals([answer.status, headers.get("content-type")], [500, "text/plain; charset=utf-8"]);
    assertEquals(headers.get("x-content-type-options"), "nosniff");
    assertMatch(headers.get("cache-control")!, /no-store/);
    assertEquals(answer.body!.includes("a word of the log"), false);
    assertEquals(errors.map(({ message }) => message), [
      `Cannot show the built-in page "${name}"`,
    ]);
  }
});

Deno.test("signInUrl() and sessionRequiredUrl() leave out a target that would not be kept", () => {
  const place = {
    request: { origin: "https://app.example", wantsJson: false },
    config: { pages: {}, basePath: "/auth" },
  };
  const targetIn = (url: string) => new URL(url).searchParams.get("callbackUrl");
  const short = `https://app.example/${"=".repeat(100)}`;
  const long = `https://app.example/${"=".repeat(600)}`;
  for (const make of [signInUrl, sessionRequiredUrl]) {
    assertEquals(targetIn(make(place, short)), short);
    assertEquals(targetIn(make(place, long)), null);
  }
});
