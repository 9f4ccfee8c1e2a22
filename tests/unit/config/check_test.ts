import { assertEquals, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import Passkey from "../../../src/providers/passkey.ts";
import { findProblem } from "../../../src/config/check.ts";
import { cookieTable } from "../../../src/config/defaults.ts";
import { resolveProvider } from "../../../src/config/providers.ts";
import { DATABASE_METHODS } from "../../../src/hooks/adapter.ts";
import type { Adapter } from "../../../src/types/adapter.ts";
import type { AuthConfig } from "../../../src/types/config.ts";
import type { CookiesOptions } from "../../../src/types/options.ts";
import type { Provider } from "../../../src/types/provider.ts";

const good: AuthConfig = {
  providers: [],
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
};
const oauth: Provider = {
  id: "acme",
  name: "Acme",
  type: "oauth",
  clientId: "c",
  authorization: "https://acme.example/authorize",
  token: "https://acme.example/token",
  userinfo: "https://acme.example/me",
};
const credentials: Provider = {
  id: "pass",
  name: "Pass",
  type: "credentials",
  credentials: {},
  authorize: () => null,
};
const email = {
  id: "mail",
  name: "Mail",
  type: "email",
  sendVerificationRequest: () => {},
} as Provider;
const passkey = (id = "passkey", enableConditionalUI = true): Provider =>
  Passkey({ id, enableConditionalUI });

/** The problem of a config over a good one: its type, and its message and option. */
function problemOf(written: Record<string, unknown>) {
  const config = { ...good, ...written } as AuthConfig;
  const providers = config.providers.map((provider) => resolveProvider(provider, config));
  const tables = [false, true].map((secure) => cookieTable(secure, config.cookies));
  return findProblem(config, providers, tables);
}

const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(oauth).filter(([name]) => !names.includes(name)));

for (
  const [what, written] of [
    ["no providers", {}],
    ["a list of secrets", { secret: ["new", "old"] }],
    ["every kind of provider that there is", { providers: [oauth, credentials] }],
    ["an issuer in place of endpoints", {
      providers: [{ id: "op", name: "OP", type: "oidc", issuer: "https://op", clientId: "c" }],
    }],
    ["a discovery URL in place of endpoints", {
      providers: [{
        ...without("authorization", "token", "userinfo"),
        wellKnown: "https://op/.well-known/openid-configuration",
      }],
    }],
    ["a userinfo request in place of its URL", {
      providers: [{ ...oauth, userinfo: { request: () => ({}) } }],
    }],
    ["an issuer on a loopback origin", {
      providers: [{
        id: "op",
        name: "OP",
        type: "oidc",
        issuer: "http://[::1]:1/a",
        clientId: "c",
      }],
    }],
    ["plain http in the network of a loopback issuer, as containers have it", {
      providers: [{
        id: "op",
        name: "OP",
        type: "oidc",
        issuer: "http://localhost:8080/realms/a",
        wellKnown: "http://keycloak:8080/realms/a/.well-known/openid-configuration",
        token: "http://keycloak:8080/token",
        jwks_endpoint: "http://keycloak:8080/keys",
        clientId: "c",
      }],
    }],
    ["endpoints on a loopback origin without an issuer", {
      providers: [{
        ...oauth,
        authorization: "http://localhost:1/a",
        token: "http://127.0.0.1:2/t",
        userinfo: "http://[::1]:3/u",
      }],
    }],
    ["an endpoint on a loopback origin of a provider with an https issuer", {
      providers: [{ ...oauth, issuer: "https://acme.example", token: "http://localhost:1/t" }],
    }],
    ["an issuer that is a name only", {
      providers: [{
        ...oauth,
        issuer: "http://acme.example",
        wellKnown: "https://acme.example/meta",
      }],
    }],
    ["ids with dots, tildes, digits and capitals", { providers: [{ ...oauth, id: "42-A_b.c~d" }] }],
    ["an adapter", { adapter: MemoryAdapter() }],
    ["an adapter that inherits its methods", { adapter: Object.create(MemoryAdapter()) }],
    ["an adapter without methods for token sessions", {
      adapter: {},
      session: { strategy: "jwt" },
    }],
    ["the least numbers", { session: { maxAge: 1, updateAge: 0 }, jwt: { maxAge: 1 } }],
    ["a secret for tokens", { jwt: { secret: ["b", "a"] } }],
    ["undefined members", { session: { maxAge: undefined }, jwt: { maxAge: undefined } }],
  ] as [string, Record<string, unknown>][]
) {
  Deno.test(`findProblem() finds nothing wrong with ${what}`, () => {
    assertEquals(problemOf(written), undefined);
  });
}

const bad: [string, Record<string, unknown>, string, string][] = [
  ["no number of proxies", { trustHost: {} }, "AuthError", "`trustHost.forwardedHops`"],
  ["half a proxy", { trustHost: { forwardedHops: 0.5 } }, "AuthError", "forwardedHops"],
  ["no secret", { secret: undefined }, "MissingSecret", "AUTH_SECRET"],
  ["an empty secret", { secret: "" }, "MissingSecret", "AUTH_SECRET"],
  ["an empty list of secrets", { secret: [] }, "MissingSecret", "AUTH_SECRET"],
  ["a list with an empty secret", { secret: ["a", ""] }, "MissingSecret", "AUTH_SECRET"],
  ["a list with an unset secret", { secret: ["a", undefined] }, "MissingSecret", "AUTH_SECRET"],
  ["a secret that is a number", { secret: 42 }, "MissingSecret", "AUTH_SECRET"],
  ["an empty secret for tokens", { jwt: { secret: "" } }, "AuthError", "jwt.secret"],
  [
    "a list with an empty secret for tokens",
    { jwt: { secret: ["a", ""] } },
    "AuthError",
    "jwt.secret",
  ],
  ["a maxAge of 0", { session: { maxAge: 0 } }, "AuthError", "session.maxAge"],
  ["a negative maxAge", { session: { maxAge: -1 } }, "AuthError", "session.maxAge"],
  ["a maxAge that is text", { session: { maxAge: "60" } }, "AuthError", "session.maxAge"],
  ["a maxAge that is NaN", { session: { maxAge: NaN } }, "AuthError", "session.maxAge"],
  ["an endless maxAge", { session: { maxAge: Infinity } }, "AuthError", "session.maxAge"],
  ["a negative updateAge", { session: { updateAge: -1 } }, "AuthError", "session.updateAge"],
  ["a token maxAge of 0", { jwt: { maxAge: 0 } }, "AuthError", "jwt.maxAge"],
  ["an unknown strategy", { session: { strategy: "memory" } }, "AuthError", "session.strategy"],
  [
    "a cookie name with a space",
    { cookies: { state: { name: "a b" } } },
    "AuthError",
    "cookies.state",
  ],
  [
    "a cookie path that ends the attribute",
    { cookies: { nonce: { options: { path: "/;x" } } } },
    "AuthError",
    "cookies.nonce",
  ],
  [
    "a domain for the csrf cookie, whose prefix forbids it",
    { cookies: { csrfToken: { options: { domain: "a.example" } } } },
    "AuthError",
    "cookies.csrfToken",
  ],
  ["an id with a slash", { providers: [{ ...oauth, id: "a/b" }] }, "InvalidProvider", '"a/b"'],
  ["an empty id", { providers: [{ ...oauth, id: "" }] }, "InvalidProvider", '""'],
  ["an id with a space", { providers: [{ ...oauth, id: "a b" }] }, "InvalidProvider", '"a b"'],
  ["no id", { providers: [without("id")] }, "InvalidProvider", "it has no `id`"],
  [
    "OpenID Connect without an issuer",
    { providers: [{ id: "my-op", name: "OP", type: "oidc", clientId: "c" }] },
    "InvalidEndpoints",
    "set `issuer` or AUTH_MY_OP_ISSUER",
  ],
  ["an unknown type", { providers: [{ ...oauth, type: "saml" }] }, "InvalidProvider", "type"],
  [
    "no authorize",
    { providers: [{ ...credentials, authorize: undefined }] },
    "MissingAuthorize",
    "authorize",
  ],
  [
    "no authorization endpoint",
    { providers: [without("authorization")] },
    "InvalidEndpoints",
    "`authorization`",
  ],
  ["no token endpoint", { providers: [without("token")] }, "InvalidEndpoints", "`token`"],
  ["no userinfo endpoint", { providers: [without("userinfo")] }, "InvalidEndpoints", "`userinfo`"],
  [
    "several endpoints missing, in order",
    { providers: [without("userinfo", "token")] },
    "InvalidEndpoints",
    "`token`",
  ],
  [
    "an endpoint at the placeholder of the compatible core",
    { providers: [{ ...oauth, token: "https://authjs.dev" }] },
    "InvalidEndpoints",
    "`token`",
  ],
  ...["http://acme.example/x", "http://10.0.0.1/x", "javascript:alert(1)", "file:///etc/passwd"]
    .flatMap((url) =>
      ["authorization", "token", "userinfo", "jwks_endpoint", "wellKnown"].map((
        option,
      ): [string, Record<string, unknown>, string, string] => [
        `${url} as ${option}`,
        { providers: [{ ...oauth, [option]: url }] },
        "InvalidEndpoints",
        `in \`${option}\`, "${url}`,
      ])
    ),
  [
    "a plain http issuer that is not on this machine",
    { providers: [{ id: "op", name: "OP", type: "oidc", issuer: "http://op", clientId: "c" }] },
    "InvalidEndpoints",
    'in `issuer`, "http://op/" is not an https: URL, and http: is accepted only where',
  ],
  [
    "a loopback endpoint's host as part of another",
    { providers: [{ ...oauth, token: "http://localhost.evil.example/t" }] },
    "InvalidEndpoints",
    "in `token`",
  ],
  [
    "a plain http request token URL",
    {
      providers: [{
        ...oauth,
        version: "1.0",
        clientSecret: "s",
        requestTokenUrl: "http://acme.example/r",
      }],
    },
    "InvalidEndpoints",
    "in `requestTokenUrl`",
  ],
  ["no client id", { providers: [without("clientId")] }, "InvalidProvider", "AUTH_ACME_ID, which"],
  [
    "no client id of a provider with dashes",
    { providers: [{ ...oauth, id: "my-op", clientId: undefined }] },
    "InvalidProvider",
    "AUTH_MY_OP_ID",
  ],
  [
    "database sessions without an adapter",
    { session: { strategy: "database" } },
    "MissingAdapter",
    "adapter",
  ],
  [
    "an e-mail provider without an adapter",
    { providers: [email] },
    "MissingAdapter",
    "set `adapter`",
  ],
  [
    "passkeys without their flag",
    { providers: [passkey()], adapter: MemoryAdapter() },
    "ExperimentalFeatureNotEnabled",
    "experimental.enableWebAuthn",
  ],
  [
    "two passkey providers in the autofill",
    { providers: [passkey("a"), passkey("b")], adapter: MemoryAdapter() },
    "DuplicateConditionalUI",
    "enableConditionalUI",
  ],
  [
    "passkeys without an adapter",
    { providers: [passkey()], experimental: { enableWebAuthn: true } },
    "MissingAdapter",
    "adapter",
  ],
  ["an adapter that was not made yet", { adapter: MemoryAdapter }, "MissingAdapter", "call the"],
  ["an adapter that can do nothing", { adapter: {} }, "MissingAdapterMethods", "`createUser`"],
];
for (const [what, written, type, words] of bad) {
  Deno.test(`findProblem() finds ${what} and names the cure`, () => {
    const problem = problemOf(written);
    assertEquals(problem?.type, type);
    assertStringIncludes(problem!.message, words);
  });
}

for (const missing of DATABASE_METHODS) {
  Deno.test(`findProblem() names ${missing} when only it is missing`, () => {
    const adapter: Adapter = { ...MemoryAdapter() };
    delete adapter[missing];
    for (const session of [undefined, { strategy: "database" }]) {
      const problem = problemOf({ adapter, session });
      assertEquals(problem?.type, "MissingAdapterMethods");
      const named = [...problem!.message.matchAll(/`(\w+)`/g)].map(([, name]) => name);
      assertEquals(named, [missing]);
    }
    assertEquals(problemOf({ adapter, session: { strategy: "jwt" } }), undefined);
  });
}

Deno.test("findProblem() looks in order: numbers, cookies, providers, features, secret", () => {
  const faults: [Record<string, unknown>, string][] = [
    [{ session: { maxAge: 0, strategy: "database" } }, "AuthError"],
    [{ cookies: { state: { name: " " } } as Partial<CookiesOptions> }, "AuthError"],
    [
      { providers: [credentials, without("token"), { ...credentials, authorize: 1 }] },
      "InvalidEndpoints",
    ],
    [{ session: { strategy: "database" } }, "MissingAdapter"],
    [{ secret: "" }, "MissingSecret"],
  ];
  // Each fault is found although everything after it is wrong too.
  for (let i = 0; i < faults.length; i++) {
    const written = Object.assign({}, ...faults.slice(i).map(([fault]) => fault).reverse());
    assertEquals(problemOf(written)?.type, faults[i]![1], `fault ${i}`);
  }
  const providers = [without("token"), { ...credentials, authorize: undefined }];
  assertEquals(problemOf({ providers })?.type, "InvalidEndpoints");
  assertEquals(problemOf({ providers: providers.toReversed() })?.type, "MissingAuthorize");
});

Deno.test("findProblem() remembers nothing of another config", () => {
  assertEquals(problemOf({ providers: [email] })?.type, "MissingAdapter");
  assertEquals(problemOf({ providers: [oauth] }), undefined);
});

Deno.test("findProblem() shows of a URL neither credentials nor query", () => {
  const token = "http://user:SECRET@acme.example/t?key=SECRET#SECRET";
  const { message } = problemOf({ providers: [{ ...oauth, token }] })!;
  assertStringIncludes(message, '"http://acme.example/t"');
  assertEquals(message.includes("SECRET"), false);
});

Deno.test("findProblem() says no secret", () => {
  const secret = ["a-very-secret-word", ""];
  for (const written of [{ secret }, { jwt: { secret } }, { secret, trustHost: false }]) {
    const problem = problemOf(written)!;
    assertEquals(`${problem.message} ${JSON.stringify(problem.cause)}`.includes("very"), false);
  }
});
