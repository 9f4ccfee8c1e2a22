import { setEnvDefaults as setEnvDefaultsOfAuthJs } from "@auth/core";
import { assertEquals, assertStrictEquals } from "@std/assert";
import { type Environment, isTrusted, setEnvDefaults } from "../../../src/config/env.ts";
import { resolveConfig } from "../../../src/config/resolve.ts";
import GitHub from "../../../src/providers/github.ts";
import Google from "../../../src/providers/google.ts";
import Resend from "../../../src/providers/resend.ts";
import { customFetch, developmentMode } from "../../../src/symbols.ts";
import type { AuthConfig } from "../../../src/types/config.ts";
import type { EmailConfig, Provider } from "../../../src/types/provider.ts";

function fill(env: Environment, config: Partial<AuthConfig> = {}, suppress?: boolean) {
  const warnings: string[] = [];
  const logger = { warn: (code: string) => void warnings.push(code) };
  const filled: AuthConfig = { providers: [], logger, ...config };
  setEnvDefaults(env, filled, suppress);
  return { config: filled, warnings };
}

const basePaths: [string, Environment, string | undefined, string, string[]][] = [
  ["nothing", {}, undefined, "/auth", []],
  ["a base path", {}, "/api/auth", "/api/auth", []],
  ["AUTH_URL with a path", { AUTH_URL: "https://x.com/a/b" }, undefined, "/a/b", []],
  ["AUTH_URL without a path", { AUTH_URL: "https://x.com" }, undefined, "/", [
    "env-url-without-path",
  ]],
  ["AUTH_URL and the root", { AUTH_URL: "https://x.com/" }, "/", "/", [
    "env-url-basepath-redundant",
  ]],
  ["NEXTAUTH_URL", { NEXTAUTH_URL: "https://x.com/old" }, undefined, "/old", []],
  [
    "AUTH_URL over NEXTAUTH_URL",
    { AUTH_URL: "https://x.com/new", NEXTAUTH_URL: "https://x.com/old" },
    undefined,
    "/new",
    [],
  ],
  ["both", { AUTH_URL: "https://x.com/a" }, "/b", "/b", ["env-url-basepath-redundant"]],
  ["an AUTH_URL that is not a URL", { AUTH_URL: "nope" }, undefined, "/auth", ["env-url-invalid"]],
  ["an AUTH_URL without http", { AUTH_URL: "app:80/a" }, undefined, "/auth", ["env-url-invalid"]],
  ["an empty AUTH_URL", { AUTH_URL: "" }, undefined, "/auth", []],
  ["an empty base path", {}, "", "/auth", []],
];
for (const [what, env, basePath, expected, warnings] of basePaths) {
  Deno.test(`setEnvDefaults() sets basePath from ${what}`, () => {
    const filled = fill(env, { basePath });
    assertEquals(filled.config.basePath, expected);
    assertEquals(filled.warnings, warnings);
  });
}

Deno.test("setEnvDefaults() does not warn about a redundant base path with the option for that", () => {
  assertEquals(fill({ AUTH_URL: "https://x.com/a" }, { basePath: "/b" }, true).warnings, []);
});

const secrets: [string, Environment, string | string[] | undefined, string | string[]][] = [
  ["nothing", {}, undefined, []],
  ["AUTH_SECRET", { AUTH_SECRET: "a" }, undefined, ["a"]],
  [
    "numbered variables, newest first",
    {
      AUTH_SECRET: "a",
      AUTH_SECRET_1: "1",
      AUTH_SECRET_2: "2",
      AUTH_SECRET_3: "3",
    },
    undefined,
    ["3", "2", "1", "a"],
  ],
  ["only numbered variables", { AUTH_SECRET_2: "2" }, undefined, ["2"]],
  ["more numbers than three", { AUTH_SECRET_4: "4", AUTH_SECRET: "a" }, undefined, ["a"]],
  ["the older name", { NEXTAUTH_SECRET: "old" }, undefined, ["old"]],
  ["both names", { NEXTAUTH_SECRET: "old", AUTH_SECRET: "new" }, undefined, ["new"]],
  ["empty variables", { AUTH_SECRET: "", AUTH_SECRET_1: "" }, undefined, []],
  ["the app first", { AUTH_SECRET: "a", AUTH_SECRET_1: "1" }, "mine", "mine"],
  ["the app's list first", { AUTH_SECRET: "a" }, ["b", "c"], ["b", "c"]],
  ["the environment for an empty string", { AUTH_SECRET: "a" }, "", ["a"]],
  ["the environment for an empty list", { AUTH_SECRET: "a" }, [], ["a"]],
];
for (const [what, env, secret, expected] of secrets) {
  Deno.test(`setEnvDefaults() uses as secret ${what}`, () => {
    assertEquals(fill(env, { secret }).config.secret, expected);
  });
}

const trust: [string, Environment, boolean][] = [
  ["nothing, which is development", {}, true],
  ["development", { NODE_ENV: "development" }, true],
  ["production", { NODE_ENV: "production" }, false],
  ["production with AUTH_URL", { NODE_ENV: "production", AUTH_URL: "https://x.com" }, true],
  ["production with an AUTH_URL that is not a URL", {
    NODE_ENV: "production",
    AUTH_URL: "x.com",
  }, false],
  ["production with NEXTAUTH_URL", { NODE_ENV: "production", NEXTAUTH_URL: "https://x" }, true],
  ["production on Vercel", { NODE_ENV: "production", VERCEL: "1" }, true],
  ["production on Cloudflare Pages", { NODE_ENV: "production", CF_PAGES: "1" }, true],
  ["Deno Deploy", { DENO_DEPLOYMENT_ID: "x1" }, true],
  ["AUTH_TRUST_HOST=true", { NODE_ENV: "production", AUTH_TRUST_HOST: "true" }, true],
  ["AUTH_TRUST_HOST=1", { NODE_ENV: "production", AUTH_TRUST_HOST: "1" }, true],
  ["AUTH_TRUST_HOST=false", { AUTH_TRUST_HOST: "false" }, false],
  ["AUTH_TRUST_HOST=FALSE", { AUTH_TRUST_HOST: "FALSE" }, false],
  ["AUTH_TRUST_HOST=0", { AUTH_TRUST_HOST: "0" }, false],
  ["an empty AUTH_TRUST_HOST", { AUTH_TRUST_HOST: "" }, false],
  ["AUTH_TRUST_HOST=false on Vercel", { AUTH_TRUST_HOST: "false", VERCEL: "1" }, false],
  ["AUTH_URL beside AUTH_TRUST_HOST=false", { AUTH_URL: "https://x", AUTH_TRUST_HOST: "0" }, true],
];
for (const [what, env, expected] of trust) {
  Deno.test(`setEnvDefaults() ${expected ? "trusts" : "does not trust"} the host in ${what}`, () => {
    assertEquals(fill(env).config.trustHost, expected);
    assertEquals(fill(env, { trustHost: !expected }).config.trustHost, !expected);
  });
}

Deno.test("isTrusted() returns undefined without a variable", () => {
  assertEquals(isTrusted({}), undefined);
  assertEquals(isTrusted({ NODE_ENV: "production", AUTH_SECRET: "a" }), undefined);
  assertEquals(isTrusted({ AUTH_TRUST_HOST: "no" }), false);
});

Deno.test("setEnvDefaults() marks development, and never production", () => {
  const isMarked = (env: Environment) => developmentMode in fill(env).config;
  assertEquals(isMarked({}), true);
  assertEquals(isMarked({ NODE_ENV: "test" }), true);
  assertEquals(isMarked({ NODE_ENV: "production" }), false);
  assertEquals(isMarked({ DENO_DEPLOYMENT_ID: "x" }), false);
});

Deno.test("setEnvDefaults() sets the redirect proxy unless the app has one", () => {
  const env = { AUTH_REDIRECT_PROXY_URL: "https://proxy.example/auth" };
  assertEquals(fill(env).config.redirectProxyUrl, "https://proxy.example/auth");
  assertEquals(
    fill(env, { redirectProxyUrl: "https://own" }).config.redirectProxyUrl,
    "https://own",
  );
  assertEquals(fill({}).config.redirectProxyUrl, undefined);
});

const provide = (provider: Provider, env: Environment) =>
  fill(env, { providers: [provider] }).config.providers[0] as unknown as Record<string, unknown>;

Deno.test("setEnvDefaults() calls provider functions with the variables of their default id", () => {
  const env = {
    AUTH_GITHUB_ID: "id",
    AUTH_GITHUB_SECRET: "secret",
    AUTH_GITHUB_ISSUER: "https://issuer",
    AUTH_GITHUB_KEY: "key",
    AUTH_GOOGLE_ID: "other",
  };
  assertEquals(provide(GitHub, env).options, {
    clientId: "id",
    clientSecret: "secret",
    issuer: "https://issuer",
    apiKey: "key",
  });
  assertEquals(provide(Google, env).options, { clientId: "other" });
  assertEquals(provide(GitHub, {}).options, {});
});

Deno.test("setEnvDefaults() calls a provider function once, unless it reads its variables", () => {
  const env = { AUTH_GITHUB_ID: "id", AUTH_RESEND_KEY: "key" };
  const count = (
    create: (options: { clientId?: string; apiKey?: string }) => Provider,
    env: Environment,
  ) => {
    let calls = 0;
    const config: AuthConfig = {
      providers: [(options) => {
        calls++;
        return create(options) as ReturnType<typeof GitHub>;
      }],
    };
    setEnvDefaults(env, config);
    const resolved = resolveConfig(config);
    return [calls, ...resolved.providers.keys()];
  };
  assertEquals(count(() => GitHub({ clientId: "own" }), env), [1, "github"]);
  assertEquals(count((options) => GitHub(options), env), [1, "github"]);
  assertEquals(count((options) => Resend({ from: "a@b.example", ...options }), {}), [1, "resend"]);
  assertEquals(count((options) => Resend({ from: "a@b.example", ...options }), env), [2, "resend"]);
});

Deno.test("setEnvDefaults() replaces dashes of an id by underscores, and keeps digits", () => {
  const oidc = (id: string): Provider => ({ id, name: id, type: "oidc", issuer: "https://i" });
  assertEquals(
    provide(oidc("microsoft-entra-id"), { AUTH_MICROSOFT_ENTRA_ID_ID: "x" }).clientId,
    "x",
  );
  assertEquals(provide(oidc("42-school"), { AUTH_42_SCHOOL_SECRET: "y" }).clientSecret, "y");
});

Deno.test("setEnvDefaults() fills copies of objects, and the objects' members override variables", () => {
  const env = { AUTH_OP_ID: "env-id", AUTH_OP_SECRET: "env-secret", AUTH_OP_ISSUER: "https://env" };
  const written = Object.freeze({
    id: "op",
    name: "OP",
    type: "oidc" as const,
    clientId: "own-id",
    clientSecret: undefined,
    [customFetch]: fetch,
  });
  const filled = provide(written, env);
  assertEquals(filled.clientId, "own-id");
  assertEquals(filled.clientSecret, "env-secret");
  assertEquals(filled.issuer, "https://env");
  assertEquals((filled as Record<symbol, unknown>)[customFetch], fetch);
  assertEquals(written.clientSecret, undefined);
});

Deno.test("setEnvDefaults() sets the key of email providers, and no client secret of them", () => {
  const env = { AUTH_MAIL_KEY: "k", AUTH_MAIL_ID: "i", AUTH_PASS_ID: "i", AUTH_PASS_KEY: "k" };
  const mail = {
    id: "mail",
    name: "Mail",
    type: "email",
    sendVerificationRequest: () => {},
  } as EmailConfig;
  assertEquals(provide(mail, env).apiKey, "k");
  assertEquals("clientId" in provide(mail, env), false);
  const credentials: Provider = {
    id: "pass",
    name: "Pass",
    type: "credentials",
    credentials: {},
    authorize: () => null,
  };
  assertEquals(Object.keys(provide(credentials, env)).sort(), Object.keys(credentials).sort());
});

Deno.test("setEnvDefaults() lets the app's options override the environment in the merged provider", () => {
  const own = GitHub({ clientId: "own" });
  assertEquals(provide(own, { AUTH_GITHUB_ID: "env" }).options, { clientId: "own" });
});

Deno.test("setEnvDefaults() fills the members of a provider as Auth.js does", () => {
  const env = {
    AUTH_GITHUB_ID: "env-id",
    AUTH_GITHUB_SECRET: "env-secret",
    AUTH_GITHUB_ISSUER: "https://env",
    AUTH_GOOGLE_ID: "google-id",
    AUTH_GOOGLE_ISSUER: "https://other",
    AUTH_RESEND_KEY: "env-key",
    AUTH_OP_SECRET: "op-secret",
  };
  const op = { id: "op", name: "OP", type: "oidc" as const, clientId: "own-id" };
  const written = [GitHub, GitHub({ clientId: "own" }), GitHub({}), Google, Resend, Resend({}), op];
  const members = (provider: unknown) => {
    const { clientId, clientSecret, issuer, apiKey } = provider as Record<string, unknown>;
    return { clientId, clientSecret, issuer, apiKey };
  };
  const config: AuthConfig = { providers: [...written] };
  setEnvDefaults(env, config);
  // Auth.js changes the objects themselves.
  const theirs = { providers: written.map((p) => typeof p === "function" ? p : { ...p }) };
  setEnvDefaultsOfAuthJs(env, theirs as never);
  assertEquals(config.providers.map(members), theirs.providers.map(members));
  assertEquals(members(config.providers[0]).clientId, "env-id");
});

Deno.test("setEnvDefaults() leaves providers that throw to the config check", () => {
  const throws = () => {
    throw new Error("needs a server");
  };
  assertStrictEquals(provide(throws as never, {}), throws as never);
  assertEquals(provide(null as never, {}), null as never);
  assertEquals(provide({ name: "no id" } as never, {}), { name: "no id" } as never);
  const config = { providers: undefined } as unknown as AuthConfig;
  setEnvDefaults({ AUTH_SECRET: "a" }, config);
  assertEquals(config.secret, ["a"]);
});

Deno.test("setEnvDefaults() reads variables only by name, so that few permissions are enough", () => {
  const asked = new Set<string>();
  const env = new Proxy({}, {
    get: (_, name) => void asked.add(String(name)),
    ownKeys: () => {
      throw new Error("all variables were listed");
    },
  });
  fill(env, { providers: [GitHub] });
  assertEquals(
    [...asked].every((name) =>
      /^(AUTH_|NEXTAUTH_|VERCEL$|CF_PAGES$|DENO_DEPLOYMENT_ID$|NODE_ENV$)/.test(name)
    ),
    true,
  );
  assertEquals(asked.has("AUTH_GITHUB_SECRET"), true);
});
