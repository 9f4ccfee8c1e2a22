import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import type { AuthConfig } from "../../../mod.ts";
import { AccountPage } from "../../../src/capabilities/account/mod.ts";
import { Totp } from "../../../src/capabilities/factors/mod.ts";
import { ApiKeys } from "../../../src/capabilities/keys/mod.ts";
import { NativeClients } from "../../../src/capabilities/native/mod.ts";
import { OAuthServer } from "../../../src/capabilities/oauth_server/mod.ts";
import { defineAccess, Organizations } from "../../../src/capabilities/organizations/mod.ts";
import { BackChannel, ProviderSignOut } from "../../../src/capabilities/sign_out/mod.ts";
import { KeepTokens } from "../../../src/capabilities/tokens/mod.ts";
import Password from "../../../src/capabilities/passwords/password_provider.ts";
import { resolveConfig } from "../../../src/config/resolve.ts";

const access = defineAccess({
  permissions: { project: ["read"] },
  roles: { admin: "all" },
});

/** What each capability is written with, and the session strategies that need records for it. */
const NEEDS: Readonly<Record<string, [Partial<AuthConfig>, "always" | "database" | "never"]>> = {
  "nothing": [{}, "never"],
  "tokens": [{ tokens: KeepTokens() }, "never"],
  "account": [{ account: AccountPage() }, "always"],
  "factors": [{ factors: [Totp()] }, "database"],
  "organizations": [{ organizations: Organizations({ access }) }, "always"],
  "keys": [{ keys: ApiKeys({ prefix: "acme", scopes: access }) }, "always"],
  "native": [{ native: NativeClients() }, "always"],
  "oauthServer": [{
    oauthServer: OAuthServer({ issuer: "https://app.example", resources: {} }),
  }, "always"],
  "signOut": [{ signOut: ProviderSignOut() }, "database"],
  "signOut.backChannel": [
    { signOut: ProviderSignOut({ backChannel: BackChannel() }) },
    "always",
  ],
  "Password()": [{ providers: [Password({ page: false })] }, "database"],
};

const resolve = (config: Partial<AuthConfig>) =>
  resolveConfig({
    providers: [],
    adapter: MemoryAdapter(),
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    sendMail() {},
    theme: { name: "App" },
    logger: { error() {}, warn() {}, debug() {} },
    ...config,
  });

for (const [name, [members, need]] of Object.entries(NEEDS)) {
  Deno.test(`resolveConfig() keeps records of sessions where they are needed: ${name}`, () => {
    for (const strategy of ["jwt", "database"] as const) {
      const { problem, revocation } = resolve({ ...members, session: { strategy } });
      assertEquals(problem, undefined, `${strategy}: ${problem?.message}`);
      const isOn = need === "always" || need === strategy;
      assertEquals(revocation !== undefined, isOn, strategy);
      const written = resolve({ ...members, session: { strategy, revocation: { maxLag: 9 } } });
      assertEquals(written.revocation?.maxLagMs, 9000, "what the app writes counts");
    }
  });
}

Deno.test("resolveConfig() names the store that lacks, where the adapter has no records", () => {
  const { records: _, ...adapter } = MemoryAdapter();
  const { problem, revocation } = resolve({ ...NEEDS.account![0], adapter });
  assertEquals(revocation, undefined);
  assert(problem?.message.includes("set `records`"), problem?.message);
});
