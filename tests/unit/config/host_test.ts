import { assertEquals } from "@std/assert";
import type { AuthConfig } from "../../../mod.ts";
import type { Environment } from "../../../src/config/env.ts";
import { hostRule, publicUrl } from "../../../src/config/host.ts";

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
