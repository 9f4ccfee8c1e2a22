import { assertEquals } from "@std/assert";
import Credentials from "../../../src/providers/credentials.ts";
import type { CredentialsConfig } from "../../../mod.ts";
import { createConfig } from "../_context.ts";

Deno.test("Credentials() without options refuses every sign-in", async () => {
  const provider = Credentials();
  assertEquals(provider.id, "credentials");
  assertEquals(provider.type, "credentials");
  assertEquals(await provider.authorize({}, new Request("https://app.example")), null);
});

Deno.test("Credentials() is merged with its options when the config is resolved", () => {
  const authorize = () => ({ id: "1" });
  const { config } = createConfig({
    providers: [
      Credentials({
        id: "pin",
        name: "PIN",
        credentials: { pin: { type: "password" } },
        authorize,
      }),
      Credentials({ authorize }),
    ],
  });
  assertEquals([...config.providers.keys()], ["pin", "credentials"]);
  const provider = config.providers.get("pin") as CredentialsConfig;
  assertEquals(provider.name, "PIN");
  assertEquals(provider.credentials, { pin: { type: "password" } });
  assertEquals(provider.authorize, authorize);
});
