import { assertEquals, assertStringIncludes } from "@std/assert";
import { mayUseHttp, problemOfUrl, shownUrl } from "../../../src/config/endpoint_url.ts";
import type { ResolvedOAuthProvider } from "../../../src/types/resolved_provider.ts";

const of = (members: Record<string, unknown>) => members as unknown as ResolvedOAuthProvider;
const LOCAL = "http://localhost:8080";
const FAR = "https://idp.example";
const KEYCLOAK = "http://keycloak:8080";
const ALLOWED = { allowInsecureRequests: true };
const own = { token: { url: new URL(`${LOCAL}/token`) } };

const rows: [string, Record<string, unknown>, unknown, boolean][] = [
  ["https", {}, "https://a/x", true],
  ["https on any port", {}, "https://10.0.0.1:8443/x", true],
  ["http", {}, "http://a/x", false],
  ["http at an https issuer", { issuer: FAR }, "http://idp.example/x", false],
  ["http at a loopback issuer", { issuer: LOCAL }, "http://keycloak/x", true],
  [
    "http at a loopback issuer, which overrides `wellKnown`",
    {
      issuer: LOCAL,
      wellKnown: FAR,
    },
    "http://a/x",
    true,
  ],
  [
    "http at an https issuer with a loopback `wellKnown`",
    {
      issuer: FAR,
      wellKnown: `${LOCAL}/meta`,
    },
    "http://a/x",
    false,
  ],
  ["that `wellKnown` itself", { issuer: FAR, wellKnown: `${LOCAL}/meta` }, `${LOCAL}/meta`, true],
  ["http with only a loopback `wellKnown`", { wellKnown: `${LOCAL}/meta` }, "http://a/x", true],
  ["a configured loopback endpoint", { issuer: FAR, ...own }, `${LOCAL}/token`, true],
  ["another path of its origin", { issuer: FAR, ...own }, `${LOCAL}/x?y`, true],
  ["another port of its host", { issuer: FAR, ...own }, "http://localhost:8081/token", false],
  [
    "a configured endpoint elsewhere",
    { token: { url: new URL("http://a/t") } },
    "http://a/t",
    false,
  ],
  ["http at an allowed http issuer", { issuer: KEYCLOAK, ...ALLOWED }, "http://other/x", true],
  ["http at an allowed https issuer", { issuer: FAR, ...ALLOWED }, "http://idp.example/x", false],
  [
    "a configured endpoint that is allowed",
    { issuer: FAR, token: { url: new URL(`${KEYCLOAK}/t`) }, ...ALLOWED },
    `${KEYCLOAK}/t`,
    true,
  ],
  ["text instead of true", { issuer: KEYCLOAK, allowInsecureRequests: "true" }, KEYCLOAK, false],
  ["another scheme where http is allowed", { issuer: KEYCLOAK, ...ALLOWED }, "ftp://a/x", false],
  ["file", { issuer: LOCAL }, "file:///etc/passwd", false],
  ["a path", { issuer: LOCAL }, "/x", false],
  ["nothing", { issuer: LOCAL }, undefined, false],
  ["an object that converts to a URL", { issuer: LOCAL }, { toString: () => FAR }, false],
  ["an issuer that is not a URL", { issuer: "localhost" }, "http://localhost/x", false],
];
for (const [name, provider, url, allowed] of rows) {
  Deno.test(`problemOfUrl() ${allowed ? "accepts" : "refuses"} ${name}`, () => {
    assertEquals(problemOfUrl(of(provider), url) === undefined, allowed);
    const isHttp = String(url).startsWith("http:");
    assertEquals(mayUseHttp(of(provider), url as string), allowed && isHttp);
  });
}

Deno.test("shownUrl() shows neither credentials nor query, and shortens long URLs", () => {
  assertEquals(shownUrl("https://u:p@a.example/x?y#z"), "https://a.example/x");
  assertEquals(shownUrl(`data:,${"x".repeat(999)}`).length, 200);
  const problem = problemOfUrl(of({}), 'javascript:"\n')!;
  assertStringIncludes(problem, '"javascript:\\"\\n" is not an https: URL');
});
