import { assertEquals, assertStringIncludes } from "@std/assert";
import { error } from "../../../../src/core/actions/error.ts";
import { APP, createTestContext } from "../../_context.ts";

const pages: [string, number, string][] = [
  ["", 200, "Something went wrong"],
  ["?error=Configuration", 500, "Sign-in is not available"],
  ["?error=Configuration&code=InvalidCheck", 400, "Please start again"],
  ["?error=AccessDenied", 403, "Access denied"],
  ["?error=Verification", 403, "This link does not work"],
  ["?error=__proto__", 200, "Something went wrong"],
];
for (const [query, status, heading] of pages) {
  Deno.test(`GET error${query} returns ${status}: ${heading}`, async () => {
    const { ctx } = await createTestContext({ path: `error${query}` });
    const answer = await error.GET!(ctx);
    assertEquals(answer.status, status);
    assertStringIncludes(answer.body, heading);
  });
}

Deno.test("GET error redirects to the app's own page with error and code", async () => {
  const { ctx } = await createTestContext({
    path: "error?error=AccessDenied&code=x&other=y",
    config: { pages: { error: "/oops" } },
  });
  assertEquals(await error.GET!(ctx), { redirect: `${APP}/oops?error=AccessDenied&code=x` });
});
