import { assertEquals, assertThrows } from "@std/assert";
import { createActionURL } from "../../../src/config/action_url.ts";
import type { AuthAction } from "../../../src/types/internal.ts";

interface Case {
  action?: AuthAction;
  protocol?: string;
  headers?: Record<string, string>;
  env?: Record<string, string>;
  basePath?: string;
}

function build(
  { action = "session", protocol = "https", headers = { host: "example.com" }, env = {}, basePath }:
    Case,
): { href: string; warnings: string[] } {
  const warnings: string[] = [];
  const logger = { warn: (code: string) => void warnings.push(code) };
  const url = createActionURL(action, protocol, new Headers(headers), env, { basePath, logger });
  return { href: url.href, warnings };
}

const AUTH_URL = (value: string) => ({ AUTH_URL: value });

const good: [string, Case, string, string[]?][] = [
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
  ] as [string, Case, string?][]
) {
  Deno.test(`createActionURL() refuses ${what}`, () => {
    assertThrows(() => build(given), TypeError, words);
  });
}
