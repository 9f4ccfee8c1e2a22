import { assertEquals } from "@std/assert";
import type { Account, AuthConfig, AuthError, JWT, Profile, Session, User } from "../../mod.ts";
import {
  defineAuth,
  type DefinedAuth,
  type getProof,
  type Proof,
  type ProviderIdOf,
  type SessionOf,
  type TokenOf,
} from "../../src/frameworks/server.ts";
import Credentials from "../../src/providers/credentials.ts";
import GitHub, { type GitHubProfile } from "../../src/providers/github.ts";
import Google from "../../src/providers/google.ts";
import Keycloak from "../../src/providers/keycloak.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Resend from "../../src/providers/resend.ts";
import type { Capability, GeneralTypes, Provider, ProviderId } from "../../src/types/mod.ts";
import { compiles, expectType, type Same } from "./_expect.ts";

const request = new Request("https://app.example");

Deno.test("defineAuth(): infers ids from provider functions, calls and objects", () => {
  const auth = defineAuth({
    providers: [
      GitHub,
      Google({ clientId: "id" }),
      Resend,
      Passkey(),
      Credentials({
        credentials: { pin: {} },
        authorize: ({ pin }) => pin === "1" ? { id: "1" } : null,
      }),
      { id: "acme", name: "Acme", type: "oidc", issuer: "https://acme.example", checks: ["nonce"] },
    ],
  });
  type Ids = "github" | "google" | "resend" | "passkey" | "credentials" | "acme";
  expectType<Same<ProviderIdOf<typeof auth>, Ids>>();
  compiles(() => [
    auth.signIn(request),
    auth.signIn(request, "acme", { redirectTo: "/" }, { prompt: "login" }),
    auth.signIn(request, "gitlab"),
    auth.signIn(request, "GitHub"),
    // @ts-expect-error the first argument is the request
    auth.signIn("github"),
  ]);
});

Deno.test("signIn() and getAccessToken() take an id that is a string, as Auth.js's examples pass it", () => {
  const auth = defineAuth({ providers: [GitHub] });
  compiles((provider?: string) => [
    auth.signIn(request, provider),
    auth.getAccessToken(request, { provider }),
    // @ts-expect-error an id is a string
    auth.signIn(request, 1),
  ]);
});

Deno.test("defineAuth(): infers the ids that an app gives to providers of the library", () => {
  const two = defineAuth({
    providers: [
      Keycloak({ id: "staff", issuer: "https://one.example" }),
      Keycloak({
        id: "customers",
        issuer: "https://two.example",
        profile: ({ sub }) => ({ id: sub }),
      }),
      { ...GitHub(), id: "hub" },
    ],
  });
  expectType<Same<ProviderIdOf<typeof two>, "staff" | "customers" | "hub">>();
  assertEquals(Keycloak({ id: "staff" }).id, "staff");
  // An explicit profile leaves the id to the second type argument.
  const corporate = GitHub<GitHubProfile, "corporate">({ id: "corporate" });
  expectType<Same<typeof corporate.id, "corporate">>();
});

Deno.test("defineAuth() offers the ids of the library, and takes any string, where an id is not known", () => {
  const id: string = ["one", "two"][0]!;
  const later = defineAuth({ providers: [GitHub, Keycloak({ id })] });
  expectType<Same<ProviderIdOf<typeof later>, ProviderId>>();
  const list: Provider[] = [GitHub];
  const fromList = defineAuth({ providers: list });
  expectType<Same<ProviderIdOf<typeof fromList>, ProviderId>>();
  const foreign = (options?: { clientId: string }): { id: string; name: string; type: "oidc" } => ({
    id: "foreign",
    name: "Foreign",
    type: "oidc",
    ...options,
  });
  const withForeign = defineAuth({ providers: [foreign] });
  expectType<Same<ProviderIdOf<typeof withForeign>, ProviderId>>();
});

Deno.test("getProof(): a proof of unknown methods cannot be overlooked", () => {
  const auth = defineAuth({ providers: [GitHub] });
  expectType<Same<Awaited<ReturnType<typeof auth.getProof>>, Proof | null>>();
  expectType<Same<Awaited<ReturnType<typeof getProof>>, Proof | null>>();
  compiles(async () => {
    const proof = await auth.getProof(request);
    // @ts-expect-error the proof can be null
    proof.at;
    // @ts-expect-error the provider can be unknown
    const provider: string = proof!.provider;
    // @ts-expect-error no method of RFC 8176
    proof!.methods.includes("magic");
    const authTime: number | undefined = proof?.upstream?.authTime;
    return [provider, authTime, proof?.methods.includes("mfa"), proof?.actor];
  });
});

Deno.test("requireProof(): a URL that must be followed, or nothing", () => {
  const auth = defineAuth({ providers: [GitHub] });
  expectType<Same<Awaited<ReturnType<typeof auth.requireProof>>, string | null>>();
  compiles(async () => {
    const url = await auth.requireProof(request, { maxAge: 600, methods: ["mfa"] });
    // @ts-expect-error the proof can be good enough
    Response.redirect(url);
    // @ts-expect-error no method of RFC 8176
    await auth.requireProof(request, { methods: ["magic"] });
    // @ts-expect-error no such condition
    return await auth.requireProof(request, { maxage: 600 });
  });
});

Deno.test("signUp: takes the two words, and a function of the identity that returns a boolean", () => {
  compiles(() => {
    defineAuth({ providers: [], signUp: "open" });
    defineAuth({ providers: [], signUp: "invited" });
    defineAuth({ providers: [], signUp: ({ user, isProven }) => isProven && user.email === "a" });
    defineAuth({
      providers: [],
      signUp: ({ account }) => Promise.resolve(account.type === "oidc"),
    });
    // @ts-expect-error no such word
    defineAuth({ providers: [], signUp: "closed" });
    // @ts-expect-error only `true` admits
    defineAuth({ providers: [], signUp: () => "yes" });
  });
});

Deno.test("getSignInOptions(): needs headers for its cookie, and facts may be absent", () => {
  const auth = defineAuth({ providers: [GitHub] });
  compiles(async () => {
    // @ts-expect-error no headers
    await auth.getSignInOptions(request);
    const page = await auth.getSignInOptions(request, new Headers());
    // @ts-expect-error CSRF protection can be off
    const token: string = page.csrfToken;
    const [method] = page.providers;
    return [token, method?.action.length, method?.identifier?.length, page.lastProvider?.length];
  });
});

Deno.test("defineAuth(): infers the token from `jwt` and the session from `session`", () => {
  type Role = "admin" | "guest";
  const auth = defineAuth({
    providers: [GitHub],
    callbacks: {
      jwt: ({ token, user }) => ({ ...token, role: (user ? "admin" : token.role) as Role }),
      session: ({ session, token }) => ({
        ...session,
        user: { ...session.user, id: token.sub, role: token.role },
      }),
    },
  });
  expectType<Same<TokenOf<typeof auth>["role"], Role>>();
  expectType<Same<SessionOf<typeof auth>["user"]["role"], Role>>();
  expectType<Same<SessionOf<typeof auth>["expires"], string>>();
  compiles(async () => {
    const session = await auth.getSession(request, new Headers());
    // @ts-expect-error the session can be null
    session.user;
    const role: Role | undefined = session?.user.role;
    // @ts-expect-error the callback does not return this member
    session?.user.rule;
    const claimed: Role | undefined = (await auth.getToken(request))?.role;
    return [role, claimed];
  });
});

Deno.test("defineAuth(): infers from methods, async callbacks and callbacks that end sessions", () => {
  const auth = defineAuth({
    providers: [],
    callbacks: {
      async jwt({ token, account, trigger, session }) {
        expectType<Same<typeof token, JWT>>();
        expectType<Same<typeof account, Account | null | undefined>>();
        expectType<Same<typeof trigger, "signIn" | "signUp" | "update" | undefined>>();
        if (trigger === "update" && await Promise.resolve(session) === "end") return null;
        return { sub: token.sub, plan: 1 };
      },
      session({ session, token, newSession }) {
        expectType<Same<typeof session, Session & { user: User }>>();
        expectType<Same<typeof token, { sub: string | undefined; plan: number }>>();
        expectType<Same<typeof newSession, unknown>>();
        return { expires: session.expires, plan: token.plan };
      },
    },
  });
  expectType<Same<SessionOf<typeof auth>, { expires: string; plan: number }>>();
  expectType<Same<TokenOf<typeof auth>, { sub: string | undefined; plan: number }>>();
});

Deno.test("defineAuth(): without callbacks, returns the types that apps can augment", () => {
  const auth = defineAuth({
    providers: [GitHub],
    callbacks: {
      signIn: ({ profile, account }) => {
        expectType<Same<typeof profile, Profile | undefined>>();
        return account?.provider === "github";
      },
    },
    events: { signIn: ({ user }) => void user.email },
    logger: { error: (error) => void (error as AuthError).type },
  });
  expectType<
    Same<
      typeof auth,
      DefinedAuth<{
        readonly id: "github";
        readonly session: Session;
        readonly token: JWT;
        readonly capabilities: Record<never, never>;
        readonly organizations: unknown;
        readonly keys: unknown;
        readonly oauthServer: unknown;
      }>
    >
  >();
});

Deno.test("defineAuth(): takes a config that is typed as AuthConfig, and returns one for wrappers", () => {
  const config: AuthConfig = { providers: [], callbacks: { session: ({ session }) => session } };
  const auth = defineAuth(config);
  type Any = {
    readonly id: ProviderId;
    readonly session: Session;
    readonly token: JWT;
    readonly capabilities: Readonly<Record<string, Capability<string>>>;
    readonly organizations: unknown;
    readonly keys: unknown;
    readonly oauthServer: unknown;
  };
  expectType<Same<typeof auth, DefinedAuth<Any>>>();
  compiles(() => {
    const some = auth as DefinedAuth<GeneralTypes & { id: "github" }>;
    expectType<Same<ProviderIdOf<typeof some>, "github">>();
    expectType<Same<SessionOf<typeof some>, Session>>();
  });
  expectType<Same<typeof auth.config, AuthConfig>>();
  assertEquals(auth.config, config);
  // Code for any app accepts the object of one app.
  const certain = defineAuth({
    providers: [GitHub],
    callbacks: { session: ({ session }) => ({ ...session, plan: 1 }) },
  });
  const any: DefinedAuth = certain;
  assertEquals(any.config, certain.config);
});

Deno.test("defineAuth(): rejects configs that AuthConfig rejects", () => {
  compiles(() => [
    // @ts-expect-error `providers` is missing
    defineAuth({}),
    // @ts-expect-error not a provider
    defineAuth({ providers: [{ id: "acme" }] }),
    // @ts-expect-error unknown provider type
    defineAuth({ providers: [{ id: "acme", name: "Acme", type: "saml" }] }),
    // @ts-expect-error unknown option
    defineAuth({ providers: [], sesion: {} }),
    // @ts-expect-error unknown strategy
    defineAuth({ providers: [], session: { strategy: "token" } }),
    // @ts-expect-error unknown callback
    defineAuth({ providers: [], callbacks: { token: () => ({}) } }),
    // @ts-expect-error `expires` is missing
    defineAuth({ providers: [], callbacks: { session: () => ({ user: { name: "Ada" } }) } }),
    // @ts-expect-error claims are an object
    defineAuth({ providers: [], callbacks: { jwt: () => "token" } }),
    // @ts-expect-error only wrappers take `raw`
    defineAuth({ providers: [], raw: true }),
  ]);
});
