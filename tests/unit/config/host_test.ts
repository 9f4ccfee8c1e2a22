import { assertEquals, assertThrows } from "@std/assert";
import type { AuthConfig } from "../../../mod.ts";
import type { Environment } from "../../../src/config/env.ts";
import { createActionURL, hostRule, publicUrl } from "../../../src/config/host.ts";
import type { AuthAction } from "../../../src/types/internal.ts";

interface Case {
  trustHost?: AuthConfig["trustHost"];
  env?: Environment;
  isDevelopment?: boolean;
  headers?: Record<string, string>;
}

const INSIDE = "http://inside:8000/x?a=1";
const LOCAL = "http://localhost:8000/x";
const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "public.example" };
const chain = {
  "x-forwarded-proto": "http, https",
  "x-forwarded-host": "evil.example, public.example, inner.example",
};

/** Name, request, config, public origin, `true` when trusted, and an ignored forwarded host. */
const cases: [string, string, Case, string, boolean, string?][] = [
  ["a request from anywhere", INSIDE, {}, "http://inside:8000", false],
  ["a loopback request", LOCAL, {}, "http://localhost:8000", true],
  ["a loopback address", "http://127.0.0.1/x", {}, "http://127.0.0.1", true],
  [
    "a name that starts like loopback",
    "http://localhost.evil.example/",
    {},
    "http://localhost.evil.example",
    false,
  ],
  ["loopback over https", "https://localhost:8000/", {}, "https://localhost:8000", false],
  [
    "a loopback request with forwarded headers",
    LOCAL,
    { headers: forwarded },
    "http://localhost:8000",
    true,
  ],
  [
    "production on loopback",
    LOCAL,
    { env: { NODE_ENV: "production" } },
    "http://localhost:8000",
    true,
  ],
  ["a development server", INSIDE, { isDevelopment: true }, "http://inside:8000", true],
  [
    "AUTH_URL",
    INSIDE,
    {
      env: { AUTH_URL: "https://public.example/auth" },
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" },
    },
    "https://public.example",
    true,
  ],
  [
    "AUTH_URL in an app that trusts no host",
    INSIDE,
    {
      trustHost: false,
      env: { AUTH_URL: "https://public.example/auth" },
    },
    "https://public.example",
    false,
  ],
  [
    "an AUTH_URL that is not a URL",
    INSIDE,
    { env: { AUTH_URL: "public.example" } },
    "http://inside:8000",
    false,
  ],
  [
    "trustHost: Host overrides X-Forwarded-Host",
    INSIDE,
    {
      trustHost: true,
      headers: forwarded,
    },
    "https://inside:8000",
    true,
    "public.example",
  ],
  [
    "trustHost with the same forwarded host",
    INSIDE,
    {
      trustHost: true,
      headers: { "x-forwarded-host": "inside:8000" },
    },
    "http://inside:8000",
    true,
  ],
  [
    "AUTH_TRUST_HOST",
    INSIDE,
    {
      env: { AUTH_TRUST_HOST: "true" },
      headers: chain,
    },
    "https://inside:8000",
    true,
    chain["x-forwarded-host"],
  ],
  [
    "AUTH_TRUST_HOST=false",
    INSIDE,
    { env: { AUTH_TRUST_HOST: "false" } },
    "http://inside:8000",
    false,
  ],
  [
    "Cloudflare Pages, which passes the client's header on",
    INSIDE,
    {
      env: { CF_PAGES: "1" },
      headers: { "x-forwarded-host": "evil.example" },
    },
    "http://inside:8000",
    true,
    "evil.example",
  ],
  [
    "a scheme other than http and https",
    INSIDE,
    {
      trustHost: true,
      headers: { "x-forwarded-proto": "javascript" },
    },
    "http://inside:8000",
    true,
  ],
  [
    "one proxy",
    INSIDE,
    { trustHost: { forwardedHops: 1 }, headers: forwarded },
    "https://public.example",
    true,
  ],
  [
    "one proxy, which appended to the client's header",
    INSIDE,
    {
      trustHost: { forwardedHops: 1 },
      headers: {
        "x-forwarded-proto": "http, https",
        "x-forwarded-host": "evil.example, public.example",
      },
    },
    "https://public.example",
    true,
  ],
  [
    "two proxies",
    INSIDE,
    { trustHost: { forwardedHops: 2 }, headers: chain },
    "http://public.example",
    true,
  ],
  [
    "two proxies, one scheme",
    INSIDE,
    {
      trustHost: { forwardedHops: 2 },
      headers: { ...chain, "x-forwarded-proto": "https" },
    },
    "https://public.example",
    true,
  ],
  [
    "more proxies than values",
    INSIDE,
    { trustHost: { forwardedHops: 4 }, headers: chain },
    "http://inside:8000",
    false,
  ],
  [
    "a proxy that forwarded nothing",
    INSIDE,
    { trustHost: { forwardedHops: 1 } },
    "http://inside:8000",
    false,
  ],
  [
    "an invalid forwarded host",
    INSIDE,
    {
      trustHost: { forwardedHops: 1 },
      headers: { "x-forwarded-host": "a@evil.example/?" },
    },
    "http://inside:8000",
    false,
  ],
  [
    "an invalid forwarded port",
    INSIDE,
    {
      trustHost: { forwardedHops: 1 },
      headers: { "x-forwarded-host": "public.example:99999" },
    },
    "http://inside:8000",
    false,
  ],
  [
    "a forwarded host with a default port",
    INSIDE,
    {
      trustHost: { forwardedHops: 1 },
      headers: { "x-forwarded-proto": "https", "x-forwarded-host": "PUBLIC.example:443" },
    },
    "https://public.example",
    true,
  ],
  [
    "Deno Deploy, where clients write forwarded headers",
    "https://public.example/x",
    {
      trustHost: true,
      env: { DENO_DEPLOYMENT_ID: "x" },
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" },
    },
    "https://public.example",
    true,
  ],
];
for (const [name, url, { trustHost, env = {}, isDevelopment, headers }, ...expected] of cases) {
  const [origin, isTrusted, ignoredHost] = expected;
  Deno.test(`publicUrl() with ${name}: ${origin}, ${isTrusted ? "trusted" : "not trusted"}`, () => {
    const rule = hostRule({ trustHost }, env, isDevelopment);
    const found = publicUrl(new Request(url, { headers }), rule)!;
    assertEquals(found, {
      origin,
      pathname: new URL(url).pathname,
      isTrusted,
      ...(rule.isVouched && !rule.fixed && rule.readsForwarded ? { ignoredHost } : {}),
    });
  });
}

Deno.test("publicUrl() returns undefined for an invalid Host header", () => {
  const rule = hostRule({ trustHost: true }, {});
  for (const host of ["localhost:99999", "a b", "[::1", "a:b:c", ""]) {
    // A server accepts any header for the URL; `new Request` would throw.
    const request = { url: `http://${host}/x`, headers: new Headers() } as Request;
    assertEquals(publicUrl(request, rule), undefined, host);
  }
});

interface UrlCase {
  action?: AuthAction;
  protocol?: string;
  headers?: Record<string, string>;
  env?: Record<string, string>;
  basePath?: string;
}

function build(
  { action = "session", protocol = "https", headers = { host: "example.com" }, env = {}, basePath }:
    UrlCase,
): { href: string; warnings: string[] } {
  const warnings: string[] = [];
  const logger = { warn: (code: string) => void warnings.push(code) };
  const url = createActionURL(action, protocol, new Headers(headers), env, { basePath, logger });
  return { href: url.href, warnings };
}

const AUTH_URL = (value: string) => ({ AUTH_URL: value });

const good: [string, UrlCase, string, string[]?][] = [
  ["host and base path", { basePath: "/auth" }, "https://example.com/auth/session"],
  [
    "a forwarded host and the given scheme",
    {
      protocol: "http",
      headers: { host: "internal", "x-forwarded-host": "example.org" },
      basePath: "/auth",
    },
    "http://example.org/auth/session",
  ],
  [
    "a forwarded scheme over the given one",
    {
      protocol: "http",
      headers: { host: "example.com", "x-forwarded-proto": "https" },
      basePath: "/auth",
    },
    "https://example.com/auth/session",
  ],
  [
    "a scheme with a colon",
    { protocol: "http:", basePath: "/auth" },
    "http://example.com/auth/session",
  ],
  [
    "a forwarded scheme with a colon",
    { headers: { host: "a.example", "x-forwarded-proto": "http:" }, basePath: "/auth" },
    "http://a.example/auth/session",
  ],
  [
    "https without a scheme",
    { protocol: undefined as never, basePath: "/auth" },
    "https://example.com/auth/session",
  ],
  [
    "a port",
    { headers: { host: "a.example:3000" }, basePath: "/auth" },
    "https://a.example:3000/auth/session",
  ],
  [
    "a base path without its slash",
    { basePath: "api/auth" },
    "https://example.com/api/auth/session",
  ],
  [
    "a base path with slashes around",
    { basePath: "/api/auth/" },
    "https://example.com/api/auth/session",
  ],
  ["the root as base path", { basePath: "/" }, "https://example.com/session"],
  ["no base path", {}, "https://example.com/session"],
  [
    "an action with a dash",
    { action: "verify-request", basePath: "/auth" },
    "https://example.com/auth/verify-request",
  ],
  [
    "the path of AUTH_URL when there is no base path",
    { env: AUTH_URL("https://s.d.com/api/auth") },
    "https://s.d.com/api/auth/session",
  ],
  [
    "the base path over a different path of AUTH_URL, with a warning",
    { env: AUTH_URL("https://s.d.com/my-app"), basePath: "/api/auth" },
    "https://s.d.com/api/auth/session",
    ["env-url-basepath-mismatch"],
  ],
  [
    "the base path that AUTH_URL also has",
    { env: AUTH_URL("https://s.d.com/api/auth"), basePath: "/api/auth" },
    "https://s.d.com/api/auth/session",
  ],
  [
    "AUTH_URL with a slash at the end, which counts as different",
    { env: AUTH_URL("https://s.d.com/api/auth/"), basePath: "/api/auth" },
    "https://s.d.com/api/auth/session",
    ["env-url-basepath-mismatch"],
  ],
  [
    "AUTH_URL without a path",
    { env: AUTH_URL("https://s.d.com"), basePath: "/auth" },
    "https://s.d.com/auth/session",
  ],
  [
    "AUTH_URL without a path or base path",
    { env: AUTH_URL("https://s.d.com/") },
    "https://s.d.com/session",
  ],
  [
    "AUTH_URL over any header",
    {
      headers: {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "http",
      },
      env: AUTH_URL("https://s.d.com"),
      basePath: "/auth",
    },
    "https://s.d.com/auth/session",
  ],
  ["AUTH_URL without any header", {
    headers: {},
    env: AUTH_URL("https://s.d.com"),
    basePath: "/auth",
  }, "https://s.d.com/auth/session"],
  [
    "NEXTAUTH_URL where there is no AUTH_URL",
    { env: { NEXTAUTH_URL: "https://old.example/auth" } },
    "https://old.example/auth/session",
  ],
  [
    "AUTH_URL over NEXTAUTH_URL",
    { env: { NEXTAUTH_URL: "https://old.example", AUTH_URL: "https://new.example" } },
    "https://new.example/session",
  ],
  [
    "only the host of a header with more",
    { headers: { host: "someone@a.example/x?y#z" }, basePath: "/auth" },
    "https://a.example/auth/session",
  ],
];
for (const [what, given, expected, warnings = []] of good) {
  Deno.test(`createActionURL() uses ${what}`, () => {
    assertEquals(build(given), { href: expected, warnings });
  });
}

for (
  const [what, given, words = "Invalid URL"] of [
    ["no host", { headers: {} }, "there is no host header"],
    ["a list of forwarded hosts", { headers: { "x-forwarded-host": "a.example, b.example" } }],
    ["a list of forwarded schemes", { headers: { host: "a", "x-forwarded-proto": "https,http" } }],
    ["a scheme that runs scripts", { headers: { host: "a", "x-forwarded-proto": "javascript" } }],
    ["an AUTH_URL that is not a URL", { env: AUTH_URL("s.d.com") }],
  ] as [string, UrlCase, string?][]
) {
  Deno.test(`createActionURL() refuses ${what}`, () => {
    assertThrows(() => build(given), TypeError, words);
  });
}
