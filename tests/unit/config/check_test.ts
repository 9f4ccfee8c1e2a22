import { assertEquals, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { Totp } from "../../../src/capabilities/factors/mod.ts";
import { createConfig } from "../_context.ts";
import Passkey from "../../../src/capabilities/passkeys/passkey_provider.ts";
import { DATABASE_METHODS, faultsOfCookies, findError } from "../../../src/config/check.ts";
import { cookieTable } from "../../../src/config/defaults.ts";
import { resolveProvider } from "../../../src/config/providers.ts";
import type { Adapter } from "../../../src/types/adapter.ts";
import type { AuthConfig } from "../../../src/types/config.ts";
import type { CookieAttributes, CookiesOptions } from "../../../src/types/options.ts";
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

/** Type, message and option of the problem of a valid config with these changes. */
function problemOf(written: Record<string, unknown>) {
  const config = { ...good, ...written } as AuthConfig;
  const providers = config.providers?.map((provider) => resolveProvider(provider, config)) ?? [];
  const tables = [false, true].map((secure) => cookieTable(secure, config.cookies));
  return findError(config, providers, tables);
}

for (
  const [what, written] of [
    ["no providers", {}],
    ["a list of secrets", { secret: ["new", "old"] }],
    ["every type of provider", { providers: [oauth, credentials] }],
    ["an adapter", { adapter: MemoryAdapter() }],
    ["an adapter that inherits its methods", { adapter: Object.create(MemoryAdapter()) }],
    ["an adapter without methods for token sessions", {
      adapter: {},
      session: { strategy: "jwt" },
    }],
    ["the smallest numbers", { session: { maxAge: 1, updateAge: 0 }, jwt: { maxAge: 1 } }],
    ["a secret for tokens", { jwt: { secret: ["b", "a"] } }],
    ["session records in the adapter", { adapter: MemoryAdapter(), session: { revocation: {} } }],
    ["session records of token sessions without an adapter", {
      records: MemoryRecords(),
      session: { revocation: {} },
    }],
    ["session records beside an adapter that lists no sessions", {
      adapter: { ...MemoryAdapter(), records: undefined, listSessions: undefined },
      records: MemoryRecords(),
      session: { strategy: "database", revocation: {} },
    }],
    ["undefined members", { session: { maxAge: undefined }, jwt: { maxAge: undefined } }],
  ] as [string, Record<string, unknown>][]
) {
  Deno.test(`findError() accepts ${what}`, () => {
    assertEquals(problemOf(written), undefined);
  });
}

const bad: [string, Record<string, unknown>, string, string][] = [
  ["a missing number of proxies", { trustHost: {} }, "AuthError", "`trustHost.forwardedHops`"],
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
  ["a maxAge that is a string", { session: { maxAge: "60" } }, "AuthError", "session.maxAge"],
  ["a maxAge that is NaN", { session: { maxAge: NaN } }, "AuthError", "session.maxAge"],
  ["an infinite maxAge", { session: { maxAge: Infinity } }, "AuthError", "session.maxAge"],
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
  ["no list of providers", { providers: undefined }, "AuthError", "`providers`"],
  ["a proxy that is not a URL", { redirectProxyUrl: "nope" }, "AuthError", "`redirectProxyUrl`"],
  [
    "a store of records without two operations",
    { records: { get() {}, put() {}, list() {} } },
    "AuthError",
    "it lacks `take`, `deleteOwner`",
  ],
  ["no store of records", { records: null }, "AuthError", "it lacks `get`"],
  [
    "session records of token sessions without a store of records",
    { session: { revocation: {} } },
    "AuthError",
    "set `records`",
  ],
  [
    "session records of database sessions without a store of records",
    {
      adapter: { ...MemoryAdapter(), records: undefined },
      session: { strategy: "database", revocation: {} },
    },
    "AuthError",
    "`session.revocation`",
  ],
  [
    "database sessions without an adapter",
    { session: { strategy: "database" } },
    "MissingAdapter",
    "adapter",
  ],
  [
    "an email provider without an adapter",
    { providers: [email] },
    "MissingAdapter",
    "set `adapter`",
  ],
  [
    "two passkey providers with autofill",
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
  [
    "an adapter function that was not called",
    { adapter: MemoryAdapter },
    "MissingAdapter",
    "call it",
  ],
  ["an adapter without methods", { adapter: {} }, "MissingAdapterMethods", "`createUser`"],
];
for (const [what, written, type, words] of bad) {
  Deno.test(`findError() finds ${what} and says what to do`, () => {
    const problem = problemOf(written);
    assertEquals(problem?.type, type);
    assertStringIncludes(problem!.message, words);
  });
}

for (const missing of DATABASE_METHODS) {
  Deno.test(`findError() names ${missing} when only it is missing`, () => {
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

Deno.test("findError() checks in order: numbers, cookies, features, secret", () => {
  const faults: [Record<string, unknown>, string][] = [
    [{ session: { maxAge: 0, strategy: "database" } }, "AuthError"],
    [{ cookies: { state: { name: " " } } as Partial<CookiesOptions> }, "AuthError"],
    [{ redirectProxyUrl: "nope" }, "AuthError"],
    [{ session: { strategy: "database" } }, "MissingAdapter"],
    [{ secret: "" }, "MissingSecret"],
  ];
  // Each problem is found although all later options are invalid too.
  for (let i = 0; i < faults.length; i++) {
    const written = Object.assign({}, ...faults.slice(i).map(([fault]) => fault).reverse());
    assertEquals(problemOf(written)?.type, faults[i]![1], `fault ${i}`);
  }
});

Deno.test("findError() keeps no state of another config", () => {
  assertEquals(problemOf({ providers: [email] })?.type, "MissingAdapter");
  assertEquals(problemOf({ providers: [oauth] }), undefined);
});

Deno.test("findError() shows no secret", () => {
  const secret = ["a-very-secret-word", ""];
  for (const written of [{ secret }, { jwt: { secret } }, { secret, trustHost: false }]) {
    const problem = problemOf(written)!;
    assertEquals(`${problem.message} ${JSON.stringify(problem.cause)}`.includes("very"), false);
  }
});

for (const [runtime, words] of [["Deno/2.9.6", "--allow-env"], ["Node.js/24", ""], ["", ""]]) {
  Deno.test(`findError() says how variables are read on ${runtime || "an unknown runtime"}`, () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, "navigator")!;
    const navigator = runtime ? { userAgent: runtime } : undefined;
    Object.defineProperty(globalThis, "navigator", { configurable: true, value: navigator });
    try {
      const { message } = problemOf({ secret: "" })!;
      assertStringIncludes(message, words!);
      assertEquals(message.includes("Deno"), words !== "");
    } finally {
      Object.defineProperty(globalThis, "navigator", own);
    }
  });
}

Deno.test("findError() says what to write in place of `true`", () => {
  const problemOf = (members: Partial<AuthConfig>) =>
    createConfig({ adapter: MemoryAdapter(), session: { strategy: "jwt" }, ...members }).config
      .error?.message ?? "";
  assertStringIncludes(problemOf({ tokens: true as never }), "make its value with KeepTokens()");
  assertStringIncludes(
    problemOf({ factors: [Totp()], factorPolicy: { required: true as never } }),
    "write `() => true`",
  );
  assertStringIncludes(
    problemOf({ factors: [Totp()], factorPolicy: { recoveryText: true as never } }),
    "Cannot use `factorPolicy.recoveryText`: it must be text",
  );
});

const faults = (isHttps: boolean, options: CookieAttributes, name?: string) =>
  faultsOfCookies(
    cookieTable(isHttps, { sessionToken: { options, ...name ? { name } : {} } }),
    isHttps,
  );

Deno.test("faultsOfCookies() finds none in the defaults", () => {
  for (const isHttps of [true, false]) {
    assertEquals(faultsOfCookies(cookieTable(isHttps), isHttps), []);
  }
});

Deno.test("faultsOfCookies() finds cookies that browsers drop", () => {
  assertEquals(faults(false, { sameSite: "none" }), [
    '`cookies.sessionToken` has `sameSite: "none"` without `secure`',
  ]);
  assertEquals(faults(false, { sameSite: "none", secure: true }), []);
  assertEquals(faults(true, { sameSite: "none" }), []);
  assertEquals(faults(true, { secure: false }), [
    "`cookies.sessionToken` is named __Secure-authjs.session-token without `secure`",
  ]);
  assertEquals(faults(false, {}, "__Host-app"), [
    "`cookies.sessionToken` is named __Host-app without `secure`",
  ]);
});

Deno.test("faultsOfCookies() finds session cookies that others can read", () => {
  assertEquals(faults(true, { secure: false }, "app"), [
    "`cookies.sessionToken` has `secure: false`",
  ]);
  assertEquals(faults(false, { secure: false }, "app"), []);
  assertEquals(faults(false, { httpOnly: false }), [
    "`cookies.sessionToken` has `httpOnly: false`",
  ]);
});
