/**
 * An app that configures everything, for which `house.ts` measures the work of the compiler.
 *
 * @module
 */

import { AccountPage } from "@x/auth/account";
import { MemoryAdapter } from "@x/auth/adapters/memory";
import { defineCapability } from "@x/auth/capability";
import { RecoveryCodes, Totp } from "@x/auth/factors";
import { ApiKeys } from "@x/auth/keys";
import { de } from "@x/auth/languages/de";
import { NativeClients } from "@x/auth/native";
import { OAuthServer } from "@x/auth/oauth-server";
import { defineAccess, Organizations } from "@x/auth/organizations";
import Credentials from "@x/auth/providers/credentials";
import GitHub from "@x/auth/providers/github";
import Passkey from "@x/auth/providers/passkey";
import Password from "@x/auth/providers/password";
import { defineAuth, type SessionOf } from "@x/auth/server";
import { BackChannel, ProviderSignOut } from "@x/auth/sign-out";
import { KeepTokens } from "@x/auth/tokens";

const access = defineAccess({
  permissions: { project: ["read", "write"] },
  roles: { admin: "all", member: { project: ["read"] } },
});
export const auth = defineAuth({
  providers: [GitHub, Passkey, Password(), Credentials({ credentials: {}, authorize: () => null })],
  adapter: MemoryAdapter(),
  session: { strategy: "database", revocation: {} },
  account: AccountPage(),
  factors: [Totp(), RecoveryCodes()],
  keys: ApiKeys({ prefix: "acme", scopes: access }),
  native: NativeClients({ redirectUris: ["com.example.acme:/callback"] }),
  oauthServer: OAuthServer({
    issuer: "https://app.example",
    resources: { "https://api.example/": { scopes: ["read"] } },
  }),
  organizations: Organizations({ access }),
  signOut: ProviderSignOut({ backChannel: BackChannel() }),
  tokens: KeepTokens(),
  capabilities: { hello: defineCapability({ id: "hello" }) },
  languages: [de],
  callbacks: { session: ({ session }) => ({ ...session, role: "member" }) },
});
export type AppSession = SessionOf<typeof auth>;
export const keys = auth.keys, organizations = auth.organizations, users = auth.users;
