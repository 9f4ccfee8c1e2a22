import {
  assert,
  assertEquals,
  assertMatch,
  assertNotStrictEquals,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { cookieTable } from "../../../src/config/defaults.ts";
import { setEnvDefaults } from "../../../src/config/env.ts";
import { reportFaults, resolveConfig, withProcessSecret } from "../../../src/config/resolve.ts";
import { defaultCallbacks } from "../../../src/hooks/callbacks.ts";
import { decode, encode } from "../../../src/jwt.ts";
import { nextAuth4 } from "../../../src/tools/migrate/next_auth_4.ts";
import GitHub from "../../../src/providers/github.ts";
import Google from "../../../src/providers/google.ts";
import { skipCSRFCheck } from "../../../src/symbols.ts";
import type { AuthConfig } from "../../../src/types/config.ts";
import { captureConsole } from "../../_console.ts";
import { warningsOf } from "./_warnings.ts";
import type { CookieAttributes } from "../../../src/types/options.ts";
import { Connections } from "../../../src/capabilities/connections/mod.ts";
import { defineAccess, Organizations } from "../../../src/capabilities/organizations/mod.ts";
import { AccountPage } from "../../../src/capabilities/account/mod.ts";
import { ProviderSignOut } from "../../../src/capabilities/sign_out/mod.ts";
import { KeepTokens } from "../../../src/capabilities/tokens/mod.ts";

const SECRET = "a-secret-of-at-least-32-characters";
const logger = { error: () => {}, warn: () => {}, debug: () => {} };
const create = (config: Partial<AuthConfig> = {}): AuthConfig => ({
  providers: [],
  secret: SECRET,
  trustHost: true,
  logger,
  ...config,
});
const resolve = (config: Partial<AuthConfig> = {}) => resolveConfig(create(config));

Deno.test("resolveConfig() fills in every default", () => {
  const resolved = resolve();
  assertEquals(resolved.basePath, "/auth");
  assertEquals(resolved.providers.size, 0);
  const { generateSessionToken, ...session } = resolved.session;
  assertEquals(session, {
    strategy: "jwt",
    maxAge: 2592000,
    updateAge: 86400,
    onStoreFailure: "throw",
  });
  assertMatch(generateSessionToken(), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assertEquals(generateSessionToken() === generateSessionToken(), false);
  assertEquals(resolved.jwt, { secret: SECRET, maxAge: 2592000, encode, decode });
  assertEquals(resolved.builtInTokens, true);
  assertEquals(resolved.pages, {});
  assertEquals(resolved.events, {});
  assertEquals(resolved.callbacks, defaultCallbacks);
  assertEquals(resolved.store, undefined);
  assertEquals(resolved.theme, { colorScheme: "auto", logo: "", brandColor: "", buttonText: "" });
  assertEquals(resolved.cookies, { plain: cookieTable(false), secure: cookieTable(true) });
  assertEquals(resolved.useSecureCookies, undefined);
  assertEquals(resolved.csrfDisabled, false);
  assertEquals(resolved.error, undefined);
  assertEquals(resolved.mayGenerateSecret, false);
});

Deno.test("resolveConfig() keeps the app's options", () => {
  const signIn = () => false;
  const event = () => {};
  const own = { encode: () => "t", decode: () => null };
  const generateSessionToken = () => "mine";
  const resolved = resolve({
    basePath: "api/auth/",
    secret: ["b", "a"],
    session: { maxAge: 3600, updateAge: 7, onStoreFailure: "none", generateSessionToken },
    jwt: { ...own, secret: "tokens", maxAge: 60 },
    pages: { signIn: "/login" },
    callbacks: { signIn, jwt: undefined },
    events: { signIn: event },
    theme: { colorScheme: "dark" },
    useSecureCookies: false,
    skipCSRFCheck,
    cookies: { state: { name: "mine" } },
  });
  assertEquals(resolved.basePath, "/api/auth");
  assertEquals(resolved.secret, ["b", "a"]);
  assertEquals(resolved.session, {
    strategy: "jwt",
    maxAge: 3600,
    updateAge: 7,
    onStoreFailure: "none",
    generateSessionToken,
  });
  assertEquals(resolved.jwt, { ...own, secret: "tokens", maxAge: 60 });
  assertEquals(resolved.builtInTokens, false);
  assertEquals(resolved.pages, { signIn: "/login" });
  assertEquals(resolved.callbacks, { ...defaultCallbacks, signIn });
  assertEquals(resolved.events, { signIn: event });
  assertEquals(resolved.theme, { colorScheme: "dark" }, "a theme is replaced as a whole");
  assertEquals(resolved.cookies.plain.state.name, "mine");
  assertEquals(resolved.useSecureCookies, false);
  assertEquals(resolved.csrfDisabled, true);
});

Deno.test("resolveConfig() switches CSRF protection off only for the symbol", () => {
  for (const value of [true, "skip-csrf-check", Symbol("skip-csrf-check")]) {
    assertEquals(resolve({ skipCSRFCheck: value as never }).csrfDisabled, false);
  }
});

Deno.test("resolveConfig() gives tokens the lifetime of sessions by default", () => {
  assertEquals(resolve({ session: { maxAge: 600 } }).jwt.maxAge, 600);
  assertEquals(resolve({ session: { maxAge: 600 }, jwt: { maxAge: 60 } }).jwt.maxAge, 60);
  assertEquals(resolve({ jwt: { maxAge: 60 } }).session.maxAge, 2592000);
});

Deno.test("resolveConfig() limits updateAge so that short sessions are extended in time", () => {
  const updateAge = (config: Partial<AuthConfig>) => resolve(config).session.updateAge;
  assertEquals(updateAge({ session: { maxAge: 3000 } }), 100);
  assertEquals(updateAge({ session: { maxAge: 29 } }), 0);
  assertEquals(updateAge({ jwt: { maxAge: 3000 } }), 100);
  assertEquals(updateAge({ session: { maxAge: 1e9 } }), 86400);
  assertEquals(updateAge({ session: { maxAge: 60, updateAge: 86400 } }), 86400);
});

Deno.test("resolveConfig() selects database sessions when there is a store, unless the strategy is set", () => {
  const adapter = MemoryAdapter();
  assertEquals(resolve({ adapter }).session.strategy, "database");
  assert(resolve({ adapter }).store);
  assertEquals(resolve({ adapter, session: { strategy: "jwt" } }).session.strategy, "jwt");
});

Deno.test("resolveConfig() warns once about providers that share an id", async () => {
  assertEquals(await warningsOf("no duplicates"), []);
  assertEquals(await warningsOf("duplicates"), ["duplicate-provider"]);
});

Deno.test("resolveConfig() warns once about a redirect proxy that forwards to any origin", async () => {
  assertEquals(await warningsOf("no proxy for any origin"), []);
  assertEquals(await warningsOf("a proxy of the app"), ["redirect-proxy-origins"]);
  assertEquals(await warningsOf("a proxy of a provider"), ["redirect-proxy-origins"]);
});

Deno.test("resolveConfig() maps ids to providers, in order, the first of each id", () => {
  const { providers } = resolve({
    providers: [
      GitHub({ clientId: "first" }),
      GitHub({ clientId: "c", id: "__proto__" }),
      GitHub({ clientId: "second" }),
    ],
  });
  assertEquals([...providers.keys()], ["github", "__proto__"]);
  assertEquals((providers.get("github") as { clientId?: string }).clientId, "first");
});

Deno.test("resolveConfig() returns the same object for the same config", () => {
  const config = create({ providers: [GitHub({ clientId: "c" })] });
  const first = resolveConfig(config);
  assertStrictEquals(resolveConfig(config), first);
  assertNotStrictEquals(resolveConfig({ ...config }), first, "another object is another config");
});

Deno.test("resolveConfig() resolves again after any member was reassigned", () => {
  const members: Required<Omit<AuthConfig, "raw">> = {
    providers: [],
    secret: ["another"],
    session: {},
    jwt: {},
    signUp: "open",
    rememberProvider: true,
    notifyNewDevice: false,
    signOut: ProviderSignOut(),
    pages: {},
    callbacks: {},
    events: {},
    adapter: MemoryAdapter(),
    records: MemoryRecords(),
    limits: false,
    tokens: KeepTokens(),
    capabilities: {},
    legacy: nextAuth4(),
    factors: [],
    factorPolicy: {},
    account: AccountPage(),
    connections: Connections({
      kinds: ["oidc"],
      resolveTxt: () => Promise.resolve([]),
      join: () => null,
    }),
    organizations: Organizations({ access: defineAccess({ permissions: {}, roles: {} }) }),
    keys: { id: "keys" },
    scim: { id: "scim" },
    audit: { id: "audit" },
    operators: { id: "operators" },
    webhooks: { id: "webhooks" },
    native: { id: "native" },
    oauthServer: { id: "oauthServer" },
    sendMail: () => {},
    languages: [],
    language: "en",
    texts: {},
    debug: true,
    logger: { ...logger },
    theme: {},
    useSecureCookies: true,
    cookies: {},
    trustHost: false,
    basePath: "/other",
    redirectProxyUrl: "https://proxy.example",
    redirectProxyOrigins: [],
    skipCSRFCheck,
    experimental: {},
  };
  for (const [name, value] of Object.entries(members)) {
    const config = create();
    const first = resolveConfig(config);
    Reflect.set(config, name, value);
    const second = resolveConfig(config);
    assertNotStrictEquals(second, first, name);
    assertStrictEquals(resolveConfig(config), second, name);
  }
});

Deno.test("resolveConfig() resolves again after a provider was added", () => {
  const config = create();
  assertEquals(resolveConfig(config).providers.size, 0);
  config.providers.push(GitHub({ clientId: "c" }));
  assertEquals(resolveConfig(config).providers.size, 1);
});

Deno.test("resolveConfig() calls provider functions once per config", () => {
  let calls = 0;
  const config = create({
    providers: [() => {
      calls++;
      return GitHub({ clientId: "c" });
    }],
  });
  for (let i = 0; i < 3; i++) resolveConfig(config);
  assertEquals(calls, 1);
});

Deno.test("resolveConfig() writes basePath and logger into the config, and nothing else", () => {
  const config: AuthConfig = { providers: [], secret: SECRET, trustHost: true };
  resolveConfig(config);
  assertEquals(Object.keys(config).sort(), [
    "basePath",
    "logger",
    "providers",
    "secret",
    "trustHost",
  ]);
  assertEquals(config.basePath, "/auth");
  assertEquals(typeof config.logger?.error, "function");
  const own = create({ basePath: "/mine" });
  resolveConfig(own);
  assertEquals([own.basePath, own.logger], ["/mine", logger]);
});

Deno.test("resolveConfig() fills in a logger that is silent at debug level unless `debug` is on", () => {
  using logged = captureConsole("log");
  using _warnings = captureConsole("warn");
  for (const debug of [undefined, false, true]) {
    resolve({ logger: undefined, debug }).logger.debug(`debug is ${debug}`);
  }
  assertEquals(logged.lines.map((line) => line.trim()), ["[auth][debug]: debug is true"]);
});

Deno.test("resolveConfig() accepts a frozen config", () => {
  const config = Object.freeze<AuthConfig>({ providers: [], secret: SECRET, trustHost: true });
  assertEquals(resolveConfig(config).error, undefined);
  assertStrictEquals(resolveConfig(config), resolveConfig(config));
});

for (
  const [what, written, words] of [
    ["no list of providers", { providers: undefined }, "`providers`"],
    ["a proxy that is not a URL", { redirectProxyUrl: "nope" }, "`redirectProxyUrl`"],
    ["an invalid number of proxies", { trustHost: { forwardedHops: 0 } }, "forwardedHops"],
  ] as [string, Record<string, unknown>, string][]
) {
  Deno.test(`resolveConfig() does not throw for ${what}, but returns the problem`, () => {
    const { error: problem } = resolve(written as Partial<AuthConfig>);
    assert(problem?.message.includes(words), problem?.message);
  });
}

/** Lines that configs with one logger log. */
function collect() {
  const lines: string[] = [];
  const own = { ...logger, error: ({ message }: Error) => void lines.push(message) };
  return { lines, own };
}

const faulty: [string, unknown, string | undefined, string][] = [
  ["that is null", null, undefined, "providers[1]: it is neither"],
  ["that is a string", "github", undefined, "providers[1]: it is neither"],
  ["that is false", false, undefined, "providers[1]: it is neither"],
  [
    "whose function throws",
    () => {
      throw new Error("needs a server");
    },
    undefined,
    "providers[1]: needs a server",
  ],
  ["without an id", { type: "oauth" }, undefined, "providers[1]: it has no `id`"],
  [
    "with an id that no URL can contain",
    { ...GitHub({ clientId: "c" }), id: "a/b" },
    undefined,
    "providers[1]",
  ],
  [
    "with an endpoint that is not a URL",
    { ...GitHub({ clientId: "c" }), token: "nope" },
    "github",
    '"github": Invalid URL',
  ],
  ["without a client", GitHub, "github", '"github": set `clientId` and `clientSecret`, or AUTH_'],
];
for (const [what, provider, id, words] of faulty) {
  Deno.test(`resolveConfig() keeps other providers usable next to a provider ${what}`, () => {
    const { lines, own } = collect();
    const good = { ...GitHub({ clientId: "c" }), id: "good" };
    const providers = [good, provider] as AuthConfig["providers"];
    const resolved = resolve({ providers, logger: own });
    assertEquals(lines, [], "a test can still replace the provider");
    reportFaults(resolved);
    assertEquals(resolved.error, undefined);
    assertEquals([...resolved.providers.keys()], id === undefined ? ["good"] : ["good", id]);
    assertEquals([...resolved.unusable.keys()], id === undefined ? [] : [id]);
    assertEquals(lines.length, 1);
    assertStringIncludes(lines[0]!, `Cannot use 1 of 2 providers, which the sign-in page leaves`);
    assertStringIncludes(lines[0]!, words);
  });
}

Deno.test("reportFaults() logs one line about all faulty providers, once per config and its copies", () => {
  const { lines, own } = collect();
  const config = create({ providers: [GitHub, Google, () => GitHub({ id: "a" })], logger: own });
  for (const copy of [config, config, { ...config }, { ...config, trustHost: false }]) {
    reportFaults(resolveConfig(copy));
  }
  assertEquals(lines.length, 1);
  for (const name of ["GITHUB_ID", "GITHUB_SECRET", "GOOGLE_ID", "A_SECRET"]) {
    assertStringIncludes(lines[0]!, `AUTH_${name}`);
  }
  config.providers.pop();
  reportFaults(resolveConfig(config));
  assertEquals(lines.length, 2, "other faults are other news");
});

Deno.test("reportFaults() logs one line for configs that are created per request", () => {
  using errors = captureConsole("error");
  const providers = [GitHub({ id: "made-per-request" })];
  for (let i = 0; i < 3; i++) reportFaults(resolve({ providers, logger: undefined }));
  assertEquals(errors.lines.filter((line) => line.includes("[auth][error]")).length, 1);
});

Deno.test("resolveConfig() checks cookies of the security level that is used", () => {
  const cookies = { csrfToken: { options: { domain: "app.example" } } };
  assert(resolve({ cookies }).error, "the __Host- prefix forbids a domain");
  assert(resolve({ cookies, useSecureCookies: true }).error);
  assertEquals(resolve({ cookies, useSecureCookies: false }).error, undefined);
});

const withoutSecret = (env: Record<string, string>, config: Partial<AuthConfig> = {}) => {
  const written = create({ secret: undefined, ...config });
  setEnvDefaults(env, written);
  return resolveConfig(written);
};

Deno.test("resolveConfig() accepts a missing secret only in development, and only without other problems", () => {
  assertEquals(withoutSecret({}).mayGenerateSecret, true);
  assertEquals(withoutSecret({ NODE_ENV: "production" }).mayGenerateSecret, false);
  assertEquals(withoutSecret({ DENO_DEPLOYMENT_ID: "x" }).mayGenerateSecret, false);
  assertEquals(withoutSecret({}, { session: { maxAge: 0 } }).mayGenerateSecret, false);
  assertEquals(withoutSecret({}, { secret: SECRET }).mayGenerateSecret, false);
  assertEquals(withoutSecret({}, { secret: ["a", ""] }).mayGenerateSecret, true);
  assertEquals(withoutSecret({}, { secret: SECRET, jwt: { secret: "" } }).mayGenerateSecret, false);
  assertEquals(resolve({ secret: "" }).mayGenerateSecret, false, "the environment was never asked");
});

Deno.test("withProcessSecret() adds one long secret per process for loopback origins", () => {
  const resolved = withoutSecret({});
  const first = withProcessSecret(resolved, "http://localhost:3000");
  assertEquals(first.error, undefined);
  assert(typeof first.secret === "string" && first.secret.length >= 64);
  assertEquals(first.jwt.secret, first.secret);
  const second = withProcessSecret(withoutSecret({}), "http://127.0.0.1");
  assertEquals(second.secret, first.secret);
});

Deno.test("withProcessSecret() adds no secret for other origins", () => {
  const resolved = withoutSecret({});
  for (
    const origin of ["https://localhost", "http://app.example", "http://localhost.evil.example"]
  ) {
    assertStrictEquals(withProcessSecret(resolved, origin), resolved);
  }
});

Deno.test("resolveConfig() warns about a short secret once per process, and only about the newest", async () => {
  assertEquals(await warningsOf("no short secret"), []);
  assertEquals(await warningsOf("short secrets"), ["short-secret"]);
});

Deno.test("resolveConfig() warns about debug without a logger once per process", async () => {
  assertEquals(await warningsOf("debug with a logger"), [], "the app's own logger decides");
  const lines = await warningsOf("debug");
  assertEquals(lines.length, 1);
  assertMatch(lines[0]!, /^\[auth\]\[warn\]\[debug-enabled\]/);
});

Deno.test("resolveConfig() treats undefined options as absent", () => {
  const cookie = {
    name: undefined,
    options: allUndefined("httpOnly", "secure", "sameSite", "path"),
  };
  const written: AuthConfig = {
    providers: [],
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
  };
  const open: AuthConfig = {
    ...written,
    session: allUndefined("strategy", "maxAge", "updateAge", "generateSessionToken", "revocation"),
    jwt: allUndefined("secret", "maxAge", "encode", "decode"),
    pages: allUndefined("signIn", "signOut", "error", "verifyRequest", "newUser"),
    callbacks: allUndefined("signIn", "redirect", "session", "jwt"),
    events: allUndefined("signIn", "signOut", "createUser", "updateUser", "linkAccount", "session"),
    logger: allUndefined("error", "warn", "debug"),
    cookies: { sessionToken: cookie, csrfToken: cookie, state: { options: undefined } },
    experimental: allUndefined("enableWebAuthn"),
    ...allUndefined("adapter", "debug", "theme", "useSecureCookies", "basePath", "raw"),
    ...allUndefined("redirectProxyUrl", "redirectProxyOrigins", "skipCSRFCheck"),
  };
  const seen = (config: AuthConfig) => {
    const { userConfig: _, ...resolved } = resolveConfig(config);
    return JSON.parse(JSON.stringify(resolved));
  };
  assertEquals(seen(open), seen(written));
  const names = ["signIn", "redirect", "session", "jwt"] as const;
  for (const name of names) assertEquals(typeof resolveConfig(open).callbacks[name], "function");
});

const allUndefined = <Name extends string>(...names: Name[]): Record<Name, undefined> =>
  Object.fromEntries(names.map((name) => [name, undefined])) as Record<Name, undefined>;

Deno.test("resolveConfig() warns of cookies that are wrong by http and https, and refuses none", () => {
  const resolve = (options: CookieAttributes) =>
    resolveConfig(create({ cookies: { sessionToken: { options } } }));
  // As apps write it that are framed: `secure` in production alone.
  const development = resolve({ sameSite: "none", secure: false });
  assertEquals(development.error, undefined);
  assertEquals(development.warnings, [{
    code: "insecure-cookie",
    about: '`cookies.sessionToken` has `sameSite: "none"` without `secure`',
  }]);
  for (const right of [{ sameSite: "none", secure: true }, { secure: false }, {}] as const) {
    assertEquals(resolve(right).warnings, []);
  }
});

Deno.test("resolveConfig() warns of lifetimes that are longer than any cookie's", () => {
  const resolve = (maxAge: number) => resolveConfig(create({ session: { maxAge } })).warnings;
  assertEquals(resolve(30 * 24 * 60 * 60 * 1000), [
    { code: "long-lifetime", about: "session.maxAge is 2592000000" },
  ]);
  assertEquals(resolve(365 * 24 * 60 * 60), []);
});

Deno.test("resolveConfig() warns once of providers that are asked over plain http", () => {
  const warnings: string[][] = [];
  const warn = (...args: string[]) => void warnings.push(args);
  const op = (id: string, issuer: string, allowInsecureRequests?: boolean) => ({
    id,
    name: id,
    type: "oidc" as const,
    issuer,
    clientId: "c",
    allowInsecureRequests,
  });
  for (let i = 0; i < 2; i++) {
    resolve({
      logger: { ...logger, warn },
      providers: [
        op("private-one", "http://keycloak:8080", true),
        op("refused", "http://keycloak:8080"),
        op("local", "http://localhost:8080"),
        op("safe", "https://op.example", true),
        op("private-two", "http://10.0.0.2", true),
      ],
    });
  }
  assertEquals(warnings, [["insecure-requests", "private-one, private-two"]]);
});

Deno.test("resolveConfig() warns once of each option that is gone, with what replaces it", () => {
  const warnings: string[][] = [];
  const warn = (...args: string[]) => void warnings.push(args);
  const adapter = { ...MemoryAdapter(), useOnce() {}, deleteSessionsByUserId() {} };
  for (let i = 0; i < 2; i++) {
    resolve({
      logger: { ...logger, warn },
      adapter,
      session: { revocation: { store: MemoryAdapter() } as never },
    });
    resolve({ logger: { ...logger, warn }, adapter: MemoryAdapter(), session: { revocation: {} } });
  }
  assertEquals(warnings, [
    ["removed-option", "`session.revocation.store`: pass the store as `records`"],
    ["removed-option", "`adapter.deleteSessionsByUserId`: remove it, and pass `records`"],
    ["removed-option", "`adapter.useOnce`: remove it, and pass `records`"],
  ]);
});
