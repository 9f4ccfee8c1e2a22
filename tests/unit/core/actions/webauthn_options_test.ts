import { assertEquals, assertRejects } from "@std/assert";
import { webauthnOptions } from "../../../../src/core/actions/webauthn_options.ts";
import { InvalidProvider } from "../../../../src/errors.ts";
import { createTestContext } from "../../_context.ts";

Deno.test("GET webauthn-options refuses every provider without passkeys", async () => {
  assertEquals(webauthnOptions.POST, undefined);
  for (const path of ["webauthn-options", "webauthn-options/acme"]) {
    const { ctx } = await createTestContext({ path });
    await assertRejects(async () => await webauthnOptions.GET!(ctx), InvalidProvider);
  }
});
