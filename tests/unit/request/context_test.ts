import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { InvalidProvider } from "../../../src/errors.ts";
import { createTestContext } from "../_context.ts";

Deno.test("createContext() finds the provider of the path", async () => {
  const { ctx } = await createTestContext({ path: "signin/acme" });
  assertStrictEquals(ctx.provider, ctx.config.providers.get("acme"));
  assertEquals((await createTestContext({ path: "signin" })).ctx.provider, undefined);
});

Deno.test("createContext() refuses a provider that is not configured", async () => {
  for (const id of ["nope", "ACME", "__proto__", "constructor", "acme%20"]) {
    const error = await assertRejects(
      () => createTestContext({ path: `signin/${id}` }),
      InvalidProvider,
    );
    assertEquals(error.cause?.known, "acme");
  }
});

const levels: [string, boolean | undefined, string][] = [
  ["https://app.example", undefined, "__Secure-authjs.session-token"],
  ["http://app.example", undefined, "authjs.session-token"],
  ["http://app.example", true, "__Secure-authjs.session-token"],
  ["https://app.example", false, "authjs.session-token"],
];
for (const [origin, useSecureCookies, name] of levels) {
  Deno.test(`createContext() selects the cookie names for ${origin} with useSecureCookies ${useSecureCookies}`, async () => {
    const { ctx } = await createTestContext({ origin, config: { useSecureCookies } });
    assertEquals(ctx.cookies.name("sessionToken"), name);
    assertEquals(ctx.callbackUrl, origin);
  });
}
