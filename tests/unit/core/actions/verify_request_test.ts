import { assertEquals, assertStringIncludes } from "@std/assert";
import { verifyRequest } from "../../../../src/core/actions/verify_request.ts";
import { APP, createTestContext } from "../../_context.ts";

Deno.test("GET verify-request tells the user to check their mail", async () => {
  const { ctx } = await createTestContext({ path: "verify-request" });
  const { status, body } = await verifyRequest.GET!(ctx);
  assertEquals(status, 200);
  assertStringIncludes(body, "Check your email");
});

Deno.test("GET verify-request redirects to the app's own page with the query", async () => {
  const { ctx } = await createTestContext({
    path: "verify-request?provider=mail&type=email",
    config: { pages: { verifyRequest: "/mail" } },
  });
  assertEquals((await verifyRequest.GET!(ctx)).redirect, `${APP}/mail?provider=mail&type=email`);
});
