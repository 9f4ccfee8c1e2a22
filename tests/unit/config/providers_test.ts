import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { defaultAccount, defaultProfile } from "../../../src/config/defaults.ts";
import {
  addParams,
  claimsAddresses,
  findRiskyLinks,
  findUnproven,
  isProven,
  provesAddresses,
  resolveProvider,
} from "../../../src/config/providers.ts";
import GitHub from "../../../src/providers/github.ts";
import { customFetch } from "../../../src/symbols.ts";
import type { AuthConfig } from "../../../src/types/config.ts";
import type { ResolvedOAuthProvider } from "../../../src/types/resolved_provider.ts";
import type { OAuth2Config, OIDCConfig, Provider } from "../../../src/types/provider.ts";
import Credentials from "../../../src/providers/credentials.ts";
import Passkey from "../../../src/capabilities/passkeys/passkey_provider.ts";
import type { Account } from "../../../src/types/entities.ts";
import { ACME, createConfig } from "../_context.ts";

const base: OAuth2Config<unknown> = {
  id: "acme",
  name: "Acme",
  type: "oauth",
  clientId: "c",
  authorization: {
    url: "https://acme.example/authorize?a=1",
    params: { scope: "read", prompt: "x" },
  },
  token: "https://acme.example/token",
  userinfo: "https://acme.example/me",
  style: { brandColor: "#123", logo: "/a.svg" },
};

/** The provider with an app's options, in the form that provider functions return. */
const over = (
  options: Record<string, unknown> = {},
  own: Partial<OAuth2Config<unknown>> = {},
  config: Partial<AuthConfig> = {},
) =>
  resolveProvider(
    { ...base, ...own, options } as Provider,
    { providers: [], ...config },
  ) as ResolvedOAuthProvider & Record<string, unknown>;

const hrefs = ({ authorization, token, userinfo }: ResolvedOAuthProvider) =>
  [authorization, token, userinfo].map((endpoint) => endpoint?.url?.href);

Deno.test("resolveProvider() completes a minimal provider", () => {
  const resolved = resolveProvider(
    { id: "op", name: "OP", type: "oidc", issuer: "https://op.example" },
    { providers: [] },
  ) as ResolvedOAuthProvider;
  assertEquals(hrefs(resolved), [undefined, undefined, undefined]);
  assertEquals(resolved.authorization, {});
  assertEquals(resolved.token, {});
  assertEquals(resolved.userinfo, undefined);
  assertEquals(resolved.checks, ["pkce"]);
  assertStrictEquals(resolved.profile as unknown, defaultProfile);
  assertStrictEquals(resolved.account, defaultAccount);
  assertEquals(resolved.redirectProxyUrl, undefined);
  assertEquals(resolved.formPost, false);
  assertEquals(resolved.fetch, undefined);
});

Deno.test("resolveProvider() calls a function without options", () => {
  const seen: unknown[][] = [];
  const resolved = resolveProvider((...args: unknown[]) => {
    seen.push(args);
    return base;
  }, { providers: [] });
  assertEquals(resolved.id, "acme");
  assertEquals(seen, [[]]);
});

Deno.test("resolveProvider() only merges providers of other types", () => {
  const authorize = () => null;
  const resolved = resolveProvider(
    {
      id: "credentials",
      name: "Credentials",
      type: "credentials",
      credentials: { a: { label: "A", type: "text" } },
      authorize: () => ({ id: "default" }),
      options: { name: "Pass", authorize, credentials: { a: { label: "Mine" }, b: {} } },
    },
    { providers: [] },
  );
  assertEquals(resolved.name, "Pass");
  assertEquals((resolved as { authorize: unknown }).authorize, authorize);
  assertEquals((resolved as { credentials: unknown }).credentials, {
    a: { label: "Mine", type: "text" },
    b: {},
  });
  assertEquals("checks" in resolved, false);
});

Deno.test("resolveProvider() merges objects, replaces other members, and skips undefined ones", () => {
  const resolved = over({
    id: "mine",
    name: undefined,
    clientSecret: null,
    style: { brandColor: "#abc" },
    extra: { kept: true },
  }, { checks: ["pkce", "state"] });
  assertEquals(resolved.id, "mine");
  assertEquals(resolved.name, "Acme");
  assertEquals(resolved.clientSecret as unknown, null);
  assertEquals(resolved.style, { brandColor: "#abc", logo: "/a.svg" });
  assertEquals(resolved.extra, { kept: true });
});

Deno.test("resolveProvider() replaces a list as a whole", () => {
  const own = { checks: ["pkce", "state"] as ("pkce" | "state")[] };
  assertEquals(over({ checks: ["none"] }, own).checks, ["none"]);
  assertEquals(over({ checks: ["state"] }, own).checks, ["state"]);
  assertEquals(over({}, own).checks, ["pkce", "state"]);
});

Deno.test("resolveProvider() never leaves checks empty", () => {
  assertEquals(over({ checks: [] }).checks, ["pkce"]);
  assertEquals(over({ checks: null }).checks, ["pkce"]);
});

Deno.test("resolveProvider() does not change its arguments", () => {
  const written = structuredClone(base);
  const options = { style: { brandColor: "#fff" }, authorization: { params: { prompt: "none" } } };
  const before = JSON.stringify([written, options]);
  const resolve = () =>
    resolveProvider({ ...written, options } as Provider, {
      providers: [],
      redirectProxyUrl: "https://proxy.example/auth",
    }) as ResolvedOAuthProvider;
  const first = hrefs(resolve());
  assertEquals(hrefs(resolve()), first);
  assertEquals(JSON.stringify([written, options]), before);
});

Deno.test("resolveProvider() ignores an option named __proto__", () => {
  const options = JSON.parse('{"__proto__":{"allowDangerousEmailAccountLinking":true}}');
  const nested = JSON.parse('{"style":{"__proto__":{"logo":"/evil"}}}');
  assertEquals(over(options).allowDangerousEmailAccountLinking, undefined);
  assertEquals(over(nested).style?.logo, "/a.svg");
  assertEquals(({} as Record<string, unknown>).logo, undefined);
});

const authorizations: [string, unknown, string][] = [
  ["no override", undefined, "https://acme.example/authorize?a=1&scope=read&prompt=x"],
  [
    "params, with the URL and the other members kept",
    { params: { prompt: "none" } },
    "https://acme.example/authorize?a=1&scope=read&prompt=none",
  ],
  [
    "params that override the URL's own query",
    { params: { a: 2 } },
    "https://acme.example/authorize?a=2&scope=read&prompt=x",
  ],
  [
    "undefined params, which change nothing",
    { params: { prompt: undefined, b: undefined } },
    "https://acme.example/authorize?a=1&scope=read&prompt=x",
  ],
  [
    "a URL, which keeps the params",
    { url: "https://own.example/a" },
    "https://own.example/a?scope=read&prompt=x",
  ],
  [
    "a URL and params, which are merged like any object",
    { url: "https://own.example/a", params: { prompt: "none" } },
    "https://own.example/a?scope=read&prompt=none",
  ],
  [
    "a string, which replaces the endpoint and gets the default scope",
    "https://own.example/a?b=1",
    "https://own.example/a?b=1&scope=openid+profile+email",
  ],
  [
    "an empty scope, which counts as a scope",
    { params: { scope: "" } },
    "https://acme.example/authorize?a=1&scope=&prompt=x",
  ],
  [
    "claims, which are written as JSON",
    { params: { claims: { id_token: { email: null } }, max_age: 60 } },
    "https://acme.example/authorize?a=1&scope=read&prompt=x&" +
    "claims=%7B%22id_token%22%3A%7B%22email%22%3Anull%7D%7D&max_age=60",
  ],
];
for (const [what, authorization, expected] of authorizations) {
  Deno.test(`resolveProvider() builds the authorization endpoint from ${what}`, () => {
    assertEquals(over({ authorization }).authorization.url?.href, expected);
  });
}

Deno.test("resolveProvider() keeps a URL given as a string when only handlers are overridden", () => {
  const request = () => ({});
  const conform = (response: Response) => Promise.resolve(response);
  const resolved = over({ userinfo: { request }, token: { conform, params: { a: 1 } } });
  assertEquals(hrefs(resolved).slice(1), [
    "https://acme.example/token?a=1",
    "https://acme.example/me",
  ]);
  assertEquals(resolved.userinfo?.request, request);
  assertEquals(resolved.token.conform, conform);
});

Deno.test("resolveProvider() removes an endpoint that is null", () => {
  assertEquals(over({ userinfo: null }).userinfo, undefined);
  assertEquals(over({ authorization: null }).authorization, {});
});

Deno.test("resolveProvider() treats the placeholder of Auth.js as no URL", () => {
  const resolved = over({}, {
    issuer: "https://op.example",
    authorization: { url: "https://authjs.dev", params: { scope: "openid" } },
    token: "https://authjs.dev/",
  });
  assertEquals(hrefs(resolved).slice(0, 2), [undefined, undefined]);
  assertEquals(resolved.authorization.params, { scope: "openid" });
});

Deno.test("resolveProvider() refuses an endpoint that is not a URL", () => {
  assertThrows(() => over({ token: "token" }), TypeError, "Invalid URL");
  assertThrows(
    () => over({ authorization: { url: "/authorize" } }),
    TypeError,
    "Invalid URL",
  );
});

Deno.test("resolveProvider() derives the issuer from wellKnown only when none is given", () => {
  const wellKnown = "https://op.example/tenant/.well-known/openid-configuration";
  assertEquals(over({ wellKnown }).issuer, "https://op.example/tenant");
  assertEquals(over({ wellKnown, issuer: "https://own" }).issuer, "https://own");
  assertEquals(over({ wellKnown: "https://op.example/other.json" }).issuer, undefined);
});

const PROXY = "https://proxy.example/api/auth";
for (
  const [what, options, config, proxy, checks] of [
    ["of the config", {}, { redirectProxyUrl: PROXY }, `${PROXY}/callback/acme`, ["pkce", "state"]],
    [
      "of the provider first",
      { redirectProxyUrl: "https://own.example/auth/" },
      {
        redirectProxyUrl: PROXY,
      },
      "https://own.example/auth/callback/acme",
      ["pkce", "state"],
    ],
    [
      "with the app's own id",
      { id: "mine" },
      { redirectProxyUrl: PROXY },
      `${PROXY}/callback/mine`,
      [
        "pkce",
        "state",
      ],
    ],
    [
      "which replaces `none`",
      { checks: ["none"] },
      { redirectProxyUrl: PROXY },
      `${PROXY}/callback/acme`,
      [
        "state",
      ],
    ],
    [
      "and one state check is enough",
      { checks: ["state"] },
      { redirectProxyUrl: PROXY },
      `${PROXY}/callback/acme`,
      [
        "state",
      ],
    ],
    ["unless it is empty", {}, { redirectProxyUrl: "" }, "", ["pkce"]],
  ] as const
) {
  Deno.test(`resolveProvider() forces state for the redirect proxy ${what}`, () => {
    const resolved = over({ ...options }, {}, config);
    assertEquals(resolved.redirectProxyUrl ?? "", proxy);
    assertEquals(resolved.checks, [...checks]);
  });
}

Deno.test("resolveProvider() refuses a redirect proxy that is not a URL", () => {
  assertThrows(
    () => over({}, {}, { redirectProxyUrl: "proxy.example" }),
    TypeError,
    "Invalid URL",
  );
});

for (
  const authorization of [
    { params: { response_mode: "form_post" } },
    "https://acme.example/authorize?response_mode=form_post",
  ]
) {
  Deno.test(`resolveProvider() drops the proxy for form_post (${typeof authorization})`, () => {
    const resolved = over({ authorization }, {}, { redirectProxyUrl: PROXY });
    assertEquals(resolved.formPost, true);
    assertEquals(resolved.redirectProxyUrl, undefined);
    assertEquals(resolved.checks, ["pkce"]);
  });
}

Deno.test("resolveProvider() recognizes form_post before the endpoint is discovered", () => {
  const op: OIDCConfig<unknown> = { id: "op", name: "OP", type: "oidc", issuer: "https://op" };
  const authorization = { params: { response_mode: "form_post" } };
  const resolved = resolveProvider({ ...op, authorization }, { providers: [] });
  assertEquals((resolved as ResolvedOAuthProvider).formPost, true);
});

Deno.test("resolveProvider() uses the provider's own fetch, which calls the app's, else the app's", () => {
  const own = () => Promise.resolve(new Response());
  const app = () => Promise.resolve(new Response());
  assertStrictEquals(over({}, { [customFetch]: own }).fetch, own);
  assertStrictEquals(over({ [customFetch]: app }, { [customFetch]: own }).fetch, own);
  assertStrictEquals(over({ [customFetch]: app }).fetch, app);
  const foreign = Symbol("custom-fetch");
  assertStrictEquals(over({ [foreign]: app }).fetch, app);
  assertEquals(over({ [Symbol("other")]: app }).fetch, undefined);
});

Deno.test("resolveProvider() keeps the mappings of a provider unless the app has its own", () => {
  const profile = () => ({ id: "1" });
  const account = () => ({});
  const own = GitHub({ clientId: "c" });
  const resolve = (provider: Provider) =>
    resolveProvider(provider, { providers: [] }) as ResolvedOAuthProvider;
  assertStrictEquals(resolve(own).profile, own.profile);
  const mine = resolve(GitHub({ clientId: "c", profile, account }));
  assertStrictEquals(mine.profile, profile);
  assertStrictEquals(mine.account, account);
});

Deno.test("addParams() sets the last value of each name, and skips undefined ones", () => {
  const url = new URL("https://a.example/?a=1&a=2&b=3");
  const params = { a: "x y", c: false, d: null, e: undefined, claims: { a: [1] } };
  assertEquals([...addParams(url, params).searchParams], [
    ["a", "x y"],
    ["b", "3"],
    ["c", "false"],
    ["d", "null"],
    ["claims", '{"a":[1]}'],
  ]);
});

const MAIL = {
  id: "mail",
  name: "Mail",
  type: "email",
  sendVerificationRequest: () => {},
} as const;
const OP = {
  id: "op",
  name: "OP",
  type: "oidc",
  issuer: "https://op.example",
  clientId: "c",
} as const;

/** A provider in the form of the config. */
function resolved(provider: Provider) {
  return [...createConfig({ providers: [provider] }).config.providers.values()][0]!;
}

const acme = (members: object) => resolved({ ...ACME, ...members });
const dangerous = { allowDangerousEmailAccountLinking: true };

/** Name, provider, `true` when it can verify addresses, `true` when it can have unverified ones. */
const abilities: [string, ReturnType<typeof resolved>, boolean, boolean][] = [
  ["mail", resolved(MAIL), true, false],
  ["credentials", resolved(Credentials({ authorize: () => null })), false, false],
  ["a passkey provider", resolved(Passkey()), false, true],
  ["OAuth without a statement", acme({}), false, true],
  ["OIDC without a statement", resolved(OP), false, true],
  ["true", acme({ emailVerified: true }), true, true],
  ["false", acme({ emailVerified: false }), false, true],
  ["a member", acme({ emailVerified: "verified" }), true, true],
  ["a function", acme({ emailVerified: () => false }), true, true],
  ["linking by address", acme(dangerous), true, true],
  ["false and linking by address", acme({ emailVerified: false, ...dangerous }), true, true],
];

for (const [name, provider, proves, claims] of abilities) {
  Deno.test(`provesAddresses() and claimsAddresses(): ${name}`, () => {
    assertEquals([provesAddresses(provider), claimsAddresses(provider)], [proves, claims]);
  });
}

const ACCOUNT = { provider: "acme", type: "oauth", providerAccountId: "1" } as const;
const proven = (provider: ReturnType<typeof resolved>, profile?: object) =>
  isProven(provider, { account: ACCOUNT, profile: profile as Record<string, unknown> });

const claims: [unknown, boolean][] = [
  [true, true],
  ["true", true],
  ...[false, "false", 0, "0", 1, "1", "no", "yes", "TRUE", "", null, {}, []]
    .map((claim): [unknown, boolean] => [claim, false]),
];

for (const [claim, expected] of claims) {
  Deno.test(`isProven(): email_verified ${JSON.stringify(claim)} is ${expected}`, () => {
    const profile = { email_verified: claim, ok: true };
    for (
      const statement of [undefined, true, "ok", "email_verified", () => true] as const
    ) {
      assertEquals(proven(acme({ emailVerified: statement }), profile), expected, `${statement}`);
    }
    assertEquals(proven(acme(dangerous), profile), expected);
    assertEquals(proven(resolved(OP), profile), expected);
    // An address that the provider does not verify stays unverified.
    assertEquals(proven(acme({ emailVerified: false }), profile), false);
    // Unless the app vouches for it and the provider's claim does not contradict.
    assertEquals(proven(acme({ emailVerified: false, ...dangerous }), profile), expected);
    // A member of the provider's profile is read in the same way.
    assertEquals(proven(acme({ emailVerified: "own" }), { own: claim }), expected);
  });
}

const silent: [unknown, boolean][] = [
  [undefined, false],
  [true, true],
  [false, false],
  ["missing", false],
  [() => true, true],
  [() => false, false],
  [() => "true", false],
  [() => 1, false],
  [({ emails }: { emails: { ok: boolean }[] }) => emails[0]!.ok, false],
];

for (const [statement, expected] of silent) {
  Deno.test(`isProven(): without a claim, ${statement} is ${expected}`, () => {
    assertEquals(proven(acme({ emailVerified: statement }), { email: "a@b.c" }), expected);
    assertEquals(proven(acme({ emailVerified: statement })), expected);
  });
}

Deno.test("isProven() is true for mail and linking by address, false for other providers", () => {
  assertEquals(proven(acme(dangerous), {}), true);
  const by = (provider: Provider, type: Account["type"]) =>
    isProven(resolved(provider), { account: { ...ACCOUNT, type } });
  assertEquals(by(MAIL, "email"), true);
  assertEquals(by(Passkey(), "webauthn"), false);
  assertEquals(by(Credentials({ authorize: () => null }), "credentials"), false);
});

Deno.test("resolveConfig() states if addresses can be verified", () => {
  const can = (...providers: Provider[]) => createConfig({ providers }).config.canProve;
  assertEquals(can(ACME, OP), false);
  assertEquals(can(ACME, { ...OP, emailVerified: "email_verified" }), true);
  assertEquals(can(ACME, { ...OP, emailVerified: false }), false);
});

Deno.test("findUnproven() returns providers that verify no address, and those without a statement", () => {
  const providers = [
    acme({}),
    acme({ id: "told", emailVerified: false }),
    acme({ id: "linked", ...dangerous }),
    acme({ id: "other" }),
    resolved(OP),
    resolved(MAIL),
    resolved(Passkey()),
  ];
  assertEquals(findUnproven(providers), ["acme", "told", "other"]);
});

Deno.test("resolveConfig() warns once about providers without a statement, by name, when a store is used", () => {
  const warnings: string[][] = [];
  const logger = {
    error: () => {},
    debug: () => {},
    warn: (...args: string[]) => void warnings.push(args),
  };
  const one = { ...ACME, id: "silent-one" };
  const two = { ...ACME, id: "silent-two" };
  createConfig({ logger, providers: [one, two] });
  assertEquals(warnings, []);
  for (let i = 0; i < 2; i++) {
    createConfig({ logger, providers: [one, { ...ACME, emailVerified: true }, two, OP] });
  }
  assertEquals(warnings, [["unproven-addresses", "silent-one, silent-two"]]);
});

Deno.test("findRiskyLinks() lists providers that link by addresses they do not verify", () => {
  const ids = (...providers: Provider[]) =>
    findRiskyLinks([...createConfig({ providers }).config.providers.values()]);
  assertEquals(ids({ ...ACME, ...dangerous }), ["acme"]);
  assertEquals(ids({ ...ACME, ...dangerous, emailVerified: false }), ["acme"]);
  assertEquals(ids({ ...OP, ...dangerous, emailVerified: false }), ["op"]);
  assertEquals(ids(ACME, { ...OP, ...dangerous }, MAIL), []);
  assertEquals(ids({ ...ACME, ...dangerous, emailVerified: true }), []);
  assertEquals(ids({ ...ACME, ...dangerous, emailVerified: "verified" }), []);
});
