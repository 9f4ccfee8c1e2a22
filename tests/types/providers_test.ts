import { assertEquals } from "@std/assert";
import {
  type AuthConfig,
  customFetch,
  type OAuth2Config,
  type OIDCConfig,
  type Provider,
  type TokenSet,
  type User,
} from "@x/auth";
import type {
  CredentialsConfig,
  EmailConfig,
  OAuthConfig,
  OAuthUserConfig,
  OIDCUserConfig,
  ProviderType,
} from "@x/auth/providers";
import Credentials from "@x/auth/providers/credentials";
import Auth0 from "@x/auth/providers/auth0";
import Bungie from "@x/auth/providers/bungie";
import Cognito from "@x/auth/providers/cognito";
import Descope from "@x/auth/providers/descope";
import Discord from "@x/auth/providers/discord";
import GitHub, { type GitHubPlan, type GitHubProfile } from "@x/auth/providers/github";
import Kakao from "@x/auth/providers/kakao";
import Keycloak from "@x/auth/providers/keycloak";
import Okta from "@x/auth/providers/okta";
import Google, { type GoogleProfile } from "@x/auth/providers/google";
import type { PrivateJwk } from "@x/auth/types";
import { compiles, expectType, type Same } from "./_expect.ts";

interface AcmeProfile {
  id: number;
  login: string;
}

Deno.test("Provider: a list accepts objects, functions, and calls with options, with any profile type", () => {
  const acme: OAuth2Config<AcmeProfile> = {
    id: "acme",
    name: "Acme",
    type: "oauth",
    authorization: { url: "https://acme.example/authorize", params: { scope: "user" } },
    token: "https://acme.example/token",
    userinfo: "https://acme.example/me",
    profile: (me) => {
      expectType<Same<typeof me, AcmeProfile>>();
      return { id: String(me.id), name: me.login };
    },
  };
  const providers: Provider[] = [
    acme,
    GitHub,
    Google,
    Credentials,
    GitHub({ clientId: "c", profile: ({ login }) => ({ id: login }) }),
    Google({ clientId: "c" }),
    { id: "op", name: "OP", type: "oidc", issuer: "https://op.example", checks: ["nonce"] },
    { id: "mail", name: "Mail", type: "email", sendVerificationRequest: () => {} },
  ];
  const config: AuthConfig = { providers };
  assertEquals(config.providers.length, 8);
});

Deno.test("Provider: members that its type does not have do not compile", () => {
  const base = { id: "x", name: "X" };
  const providers: Provider[] = [
    // @ts-expect-error -- unknown provider type
    { ...base, type: "saml" },
    // @ts-expect-error -- plain OAuth has no nonce
    { ...base, type: "oauth", checks: ["nonce"] },
    // @ts-expect-error -- unknown check
    { ...base, type: "oidc", checks: ["magic"] },
    // @ts-expect-error -- `sendVerificationRequest` is missing
    { ...base, type: "email" },
    // @ts-expect-error -- `authorize` is missing
    { ...base, type: "credentials", credentials: {} },
    // @ts-expect-error -- `id` is missing
    { name: "X", type: "oidc", issuer: "https://x.example" },
    // @ts-expect-error -- `profile` returns a user
    { ...base, type: "oidc", profile: () => "Ada" },
    // @ts-expect-error -- an endpoint is a string or an object
    { ...base, type: "oauth", token: 1 },
    // @ts-expect-error -- not the signature of fetch
    { ...base, type: "oidc", [customFetch]: () => "no response" },
    // @ts-expect-error -- a string is not a provider
    "github",
  ];
  assertEquals(providers.length, 10);
});

Deno.test("Provider: `type` discriminates the union", () => {
  const describe = (
    provider: OAuthConfig<AcmeProfile> | EmailConfig | CredentialsConfig,
  ): string => {
    switch (provider.type) {
      case "oidc":
        expectType<Same<typeof provider, OIDCConfig<AcmeProfile>>>();
        return String(provider.idToken ?? true);
      case "oauth":
        expectType<Same<typeof provider, OAuth2Config<AcmeProfile>>>();
        return provider.checks?.join() ?? "pkce";
      case "email":
        return provider.from ?? "";
      case "credentials":
        return Object.keys(provider.credentials).join();
    }
  };
  assertEquals(describe({ id: "x", name: "X", type: "oauth", checks: ["state"] }), "state");
  expectType<Same<ProviderType, "oidc" | "oauth" | "email" | "credentials" | "webauthn">>();
});

Deno.test("Provider: built-in providers type their profiles", () => {
  const github = GitHub({
    profile: (user) => {
      expectType<Same<typeof user.login, string>>();
      expectType<Same<typeof user.email, string | null>>();
      expectType<Same<typeof user.company, string | null>>();
      expectType<Same<typeof user.two_factor_authentication, boolean>>();
      expectType<Same<typeof user.plan, GitHubPlan | undefined>>();
      // @ts-expect-error -- undeclared members are `unknown`
      const pronouns: string = user.pronouns;
      return { id: String(user.id), name: pronouns };
    },
  });
  const google = Google({
    profile: (claims: GoogleProfile) => ({ id: claims.sub, name: claims.hd ?? claims.name }),
    checks: ["nonce"],
  });
  // @ts-expect-error -- GitHub does not support OpenID Connect
  GitHub({ checks: ["nonce"] });
  // @ts-expect-error -- apps cannot change `type`
  Google({ type: "oauth" });
  // @ts-expect-error -- a misspelled option
  Google({ clientID: "c" });
  const own: OAuth2Config<GitHubProfile> = github;
  assertEquals([own.type, google.type], ["oauth", "oidc"]);
});

/** A user with a member that the app adds. */
interface Member extends User {
  role: string;
}

Deno.test("Provider: profiles accept undeclared members and claims of any type", () => {
  const member = (id: string, role: string): Member => ({ id, role });
  // Separate calls: the type of one list would make every profile `any`.
  const keycloak = Keycloak({
    profile: (claims) => member(claims.sub, claims.realm_access.roles[0]),
  });
  const auth0 = Auth0({
    profile: (claims) => member(claims.sub, claims["https://app.example/roles"][0]),
  });
  const cognito = Cognito({
    profile: (claims) => member(claims.sub, claims["cognito:groups"]?.[0] ?? "user"),
  });
  const google = Google({ profile: (profile) => member(profile.sub, profile.role ?? "user") });
  const discord = Discord({ profile: (user) => member(user.id, user.locale) });
  const okta = Okta({ profile: (claims) => member(claims.sub, claims.groups.join()) });
  const kakao = Kakao({
    profile: (me) => member(String(me.id), me.kakao_account?.age_range ?? "user"),
  });
  const bungie = Bungie({
    profile: ({ Response: { bungieNetUser, primaryMembershipId } }) =>
      member(bungieNetUser.membershipId, `${primaryMembershipId}${bungieNetUser.locale}`),
  });
  const providers: Provider[] = [keycloak, auth0, cognito, google, discord, okta, kakao, bungie];
  Descope({
    profile: (claims) => {
      // Undeclared claims of Descope are `unknown`, as in Auth.js.
      expectType<Same<typeof claims.tenants, unknown>>();
      // @ts-expect-error -- see above
      return member(claims.sub, claims.tenants);
    },
  });
  Google({
    // @ts-expect-error -- documented members keep their type
    profile: (profile) => member(profile.sub, profile.email_verified),
  });
  assertEquals(providers.length, 8);
});

Deno.test("Provider: `emailVerified` takes four forms", () => {
  const stated = [
    Okta({ emailVerified: true }),
    Okta({ emailVerified: "email_verified" }),
    Okta({ emailVerified: ({ groups }) => groups.includes("staff") }),
    // @ts-expect-error -- the name of a claim, not an object
    Okta({ emailVerified: { email_verified: true } }),
    // @ts-expect-error -- a function returns a boolean
    Okta({ emailVerified: () => "yes" }),
  ];
  assertEquals(stated[0]!.options?.emailVerified, true);
});

Deno.test("Credentials(): `authorize` receives the declared fields as `unknown`", () => {
  const provider = Credentials({
    credentials: { username: { label: "Name" }, password: { type: "password" } },
    authorize: (fields, request) => {
      expectType<Same<typeof fields, Partial<Record<"username" | "password", unknown>>>>();
      expectType<Same<typeof request, Request>>();
      // @ts-expect-error -- undeclared field
      fields.pin;
      // @ts-expect-error -- fields are `unknown`
      const name: string = fields.username;
      return { id: "1", name };
    },
  });
  // @ts-expect-error -- a user or null
  Credentials({ authorize: () => true });
  assertEquals(Object.keys(provider.options!.credentials), ["username", "password"]);
});

Deno.test("OAuthUserConfig: authors and apps share one set of options", () => {
  const Acme = <P extends AcmeProfile>(options: OAuthUserConfig<P>): OAuth2Config<P> => ({
    id: "acme",
    name: "Acme",
    type: "oauth",
    profile: (me) => ({ id: String(me.id), name: me.login }),
    options,
  });
  const provider = Acme({
    clientId: "c",
    account: (tokens) => {
      expectType<Same<typeof tokens, TokenSet>>();
      return { access_token: tokens.access_token };
    },
    token: {
      conform: async (response) => Response.json(await response.json()),
      request: ({ params, checks }) => ({ tokens: { access_token: `${params.code}${checks}` } }),
    },
    userinfo: {
      request: ({ tokens }) => {
        expectType<Same<typeof tokens.access_token, string | undefined>>();
        return {};
      },
    },
  });
  // @ts-expect-error -- an exchange returns `tokens`
  Acme({ token: { request: () => ({ access_token: "a" }) } });
  assertEquals(provider.options?.clientId, "c");
});

Deno.test("OIDCUserConfig: keys and the security profile of strict clients", () => {
  const { privateKey, publicKey } = {} as CryptoKeyPair;
  const options: OIDCUserConfig<GoogleProfile> = {
    securityProfile: "fapi2",
    token: { clientPrivateKey: { key: privateKey, kid: "1" } },
    dpop: { privateKey, publicKey },
    requestObject: true,
    par: true,
  };
  const jwk: PrivateJwk = { kty: "EC", crv: "P-256", x: "x", y: "y", d: "d" };
  const provider = Keycloak({ ...options, token: { clientPrivateKey: jwk }, dpop: jwk });
  compiles(() => [
    Keycloak({ dpop: JSON.parse("{}"), token: { clientPrivateKey: privateKey } }),
    // @ts-expect-error -- a public key has no member `d`
    Keycloak({ dpop: { kty: "EC", crv: "P-256", x: "x", y: "y" } }),
    // @ts-expect-error -- a single key is no pair
    Keycloak({ dpop: privateKey }),
    // @ts-expect-error -- there is no such profile
    Keycloak({ securityProfile: "fapi1" }),
    // @ts-expect-error -- `profile` maps claims
    Keycloak({ profile: "fapi2" }),
  ]);
  assertEquals(provider.options?.dpop, jwk);
});
