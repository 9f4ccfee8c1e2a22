import { assertEquals, assertStrictEquals } from "@std/assert";
import type { OAuth2Config, OAuthUserConfig, Provider } from "../../../src/providers/mod.ts";
import * as providers from "../../../src/providers/mod.ts";
import type { ResolvedOAuthProvider } from "../../../src/types/resolved_provider.ts";
import { createConfig } from "../_context.ts";

interface AcmeProfile {
  id: number;
  login: string;
}

/** A provider that uses only the exported types. */
function Acme<P extends AcmeProfile>(options: OAuthUserConfig<P>): OAuth2Config<P> {
  return {
    id: "acme",
    name: "Acme",
    type: "oauth",
    authorization: "https://acme.example/authorize?scope=user",
    token: "https://acme.example/token",
    userinfo: "https://acme.example/me",
    profile: (me) => ({ id: String(me.id), name: me.login }),
    options,
  };
}

Deno.test("providers: the module exports only types, so importing it loads no code", () => {
  assertEquals(Object.keys(providers), []);
});

Deno.test("providers: the app's options override the author's", async () => {
  const written: Provider = Acme({
    clientId: "c",
    id: "acme-eu",
    token: "https://eu.acme.example/token",
    checks: ["state"],
    profile: (me) => ({ id: me.login }),
  });
  const { config } = createConfig({ providers: [written] });
  const provider = config.providers.get("acme-eu") as ResolvedOAuthProvider;
  assertStrictEquals(provider.clientId, "c");
  assertEquals(provider.token.url?.href, "https://eu.acme.example/token");
  assertEquals(provider.authorization.url?.href, "https://acme.example/authorize?scope=user");
  assertEquals(provider.checks, ["state"]);
  assertEquals(await provider.profile({ id: 1, login: "ada" }, {}), { id: "ada" });
});
