import { assertEquals } from "@std/assert";
import {
  type AuthConfig,
  customFetch,
  type OAuth2Config,
  type OIDCConfig,
  type Provider,
  type TokenSet,
} from "@x/auth";
import type {
  CredentialsConfig,
  EmailConfig,
  OAuthConfig,
  OAuthUserConfig,
  ProviderType,
} from "@x/auth/providers";
import Credentials from "@x/auth/providers/credentials";
import GitHub, { type GitHubProfile } from "@x/auth/providers/github";
import Google, { type GoogleProfile } from "@x/auth/providers/google";
import { expectType, type Same } from "./_expect.ts";

interface AcmeProfile {
  id: number;
  login: string;
}

Deno.test("Provider: a list takes objects, functions, and calls with options, of any profile", () => {
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

Deno.test("Provider: what its kind does not know does not compile", () => {
  const base = { id: "x", name: "X" };
  const providers: Provider[] = [
    // @ts-expect-error -- there is no such kind
    { ...base, type: "saml" },
    // @ts-expect-error -- plain OAuth has no nonce
    { ...base, type: "oauth", checks: ["nonce"] },
    // @ts-expect-error -- there is no such check
    { ...base, type: "oidc", checks: ["magic"] },
    // @ts-expect-error -- nothing sends the mail
    { ...base, type: "email" },
    // @ts-expect-error -- nothing checks the form
    { ...base, type: "credentials", credentials: {} },
    // @ts-expect-error -- no id
    { name: "X", type: "oidc", issuer: "https://x.example" },
    // @ts-expect-error -- a mapping returns a user
    { ...base, type: "oidc", profile: () => "Ada" },
    // @ts-expect-error -- an endpoint is a text or an object
    { ...base, type: "oauth", token: 1 },
    // @ts-expect-error -- not the signature of fetch
    { ...base, type: "oidc", [customFetch]: () => "no response" },
    // @ts-expect-error -- text is no provider
    "github",
  ];
  assertEquals(providers.length, 10);
});

Deno.test("Provider: the kind tells which object it is", () => {
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

Deno.test("Provider: built-in ones know their profiles", () => {
  const github = GitHub({
    profile: (user) => {
      expectType<Same<typeof user.login, string>>();
      expectType<Same<typeof user.email, string | null>>();
      // @ts-expect-error -- what GitHub adds is unknown until it is looked at
      const company: string = user.company;
      return { id: String(user.id), name: company };
    },
  });
  const google = Google({
    profile: (claims: GoogleProfile) => ({ id: claims.sub, name: claims.hd ?? claims.name }),
    checks: ["nonce"],
  });
  // @ts-expect-error -- GitHub speaks no OpenID Connect
  GitHub({ checks: ["nonce"] });
  // @ts-expect-error -- the kind is not the app's to choose
  Google({ type: "oauth" });
  // @ts-expect-error -- a misspelt option
  Google({ clientID: "c" });
  const own: OAuth2Config<GitHubProfile> = github;
  assertEquals([own.type, google.type], ["oauth", "oidc"]);
});

Deno.test("Credentials(): `authorize` gets the fields that the form names, unread", () => {
  const provider = Credentials({
    credentials: { username: { label: "Name" }, password: { type: "password" } },
    authorize: (fields, request) => {
      expectType<Same<typeof fields, Partial<Record<"username" | "password", unknown>>>>();
      expectType<Same<typeof request, Request>>();
      // @ts-expect-error -- the form has no such field
      fields.pin;
      // @ts-expect-error -- a field is unknown until it is looked at
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
  // @ts-expect-error -- an exchange answers with tokens
  Acme({ token: { request: () => ({ access_token: "a" }) } });
  assertEquals(provider.options?.clientId, "c");
});
