import { assertEquals } from "@std/assert";
import { providers } from "../../../../src/core/actions/providers.ts";
import Credentials from "../../../../src/providers/credentials.ts";
import { ACME, APP, createTestContext } from "../../_context.ts";

Deno.test("GET providers returns only the public members, in the order of the config", async () => {
  const { ctx } = await createTestContext({
    path: "providers",
    config: { basePath: "/api/auth", providers: [Credentials({}), ACME, { ...ACME, name: "2nd" }] },
  });
  const { body, cookies } = await providers.GET!(ctx);
  const urls = (id: string) => ({
    signinUrl: `${APP}/api/auth/signin/${id}`,
    callbackUrl: `${APP}/api/auth/callback/${id}`,
  });
  assertEquals(Object.entries(body), [
    [
      "credentials",
      { id: "credentials", name: "Credentials", type: "credentials", ...urls("credentials") },
    ],
    ["acme", { id: "acme", name: "Acme", type: "oauth", ...urls("acme") }],
  ]);
  assertEquals(cookies, []);
});
