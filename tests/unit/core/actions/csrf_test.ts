import { assertEquals, assertMatch } from "@std/assert";
import { skipCSRFCheck } from "../../../../mod.ts";
import { csrf } from "../../../../src/core/actions/csrf.ts";
import { createTestContext, outgoing } from "../../_context.ts";

Deno.test("GET csrf returns the token of the browser's cookie, and no other browser gets it", async () => {
  const { ctx } = await createTestContext({ path: "csrf" });
  const { body, headers, status } = await csrf.GET!(ctx);
  assertEquals(status, undefined);
  assertEquals(outgoing(ctx)[0]!.split("|")[0], `__Host-authjs.csrf-token=${body.csrfToken}`);
  assertMatch(new Headers(headers).get("cache-control")!, /no-store/);
  assertEquals(csrf.POST, undefined);
});

Deno.test("GET csrf returns 404 when protection is off, and deletes the cookie", async () => {
  const { ctx, warnings } = await createTestContext({ path: "csrf", config: { skipCSRFCheck } });
  assertEquals(await csrf.GET!(ctx), { status: 404 });
  assertEquals(outgoing(ctx), ["-__Host-authjs.csrf-token"]);
  assertEquals(warnings, ["csrf-disabled"]);
});
