/**
 * Rules for the response to any request.
 *
 * @module
 */

import { assert, assertEquals, assertFalse, assertNotEquals } from "@std/assert";

/** Facts about one exchange besides the response. */
export interface Exchange {
  request: Request;
  /** `true` when the app or the provider authenticated a user during this request. */
  proved: boolean;
  /** `true` when the request has a valid session. */
  hadSession: boolean;
  /** Origin that redirects may lead to, besides the authorization endpoint. */
  origin: string;
  authorizationEndpoint: string;
  /** Origin of the provider's redirect: the app, or its redirect proxy. */
  redirectOrigin: string;
  /** Action of the request's path. */
  action: string;
  /** Strings that no response may contain. */
  secrets: string[];
  /** The only scripts that pages may contain. */
  scripts?: readonly string[];
}

const COOKIE_NAME = /^(__Secure-|__Host-)?authjs\.[a-z._-]+(\.[\w-]+)?$/;
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;
const ATTRIBUTES: Record<string, RegExp> = {
  "Max-Age": /^\d+$/,
  "Path": /^\/$/,
  "Expires": /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
  "HttpOnly": /^$/,
  "Secure": /^$/,
  "SameSite": /^(Lax|None)$/,
};

export interface SetCookie {
  name: string;
  value: string;
  attributes: Map<string, string>;
}

/** Parses a `Set-Cookie` value by the strict grammar for servers (RFC 6265bis §4.1.1). */
function parseSetCookie(line: string): SetCookie {
  const [pair, ...rest] = line.split("; ");
  const equals = pair!.indexOf("=");
  const cookie = {
    name: pair!.slice(0, equals),
    value: pair!.slice(equals + 1),
    attributes: new Map(rest.map((part) => {
      const [name, value = ""] = part.split(/=(.*)/s);
      return [name!, value] as const;
    })),
  };
  assert(equals > 0 && COOKIE_NAME.test(cookie.name), `an unexpected name: ${line}`);
  assert(COOKIE_VALUE.test(cookie.value), `a value that needs quotes: ${line}`);
  assert(line.length <= 4096, "a cookie that browsers drop");
  assertEquals(cookie.attributes.size, rest.length, `an attribute twice: ${line}`);
  for (const [name, value] of cookie.attributes) {
    if (name === "Domain") {
      // The twin of another scope is ended, and never written.
      const ends = cookie.value === "" && cookie.attributes.get("Max-Age") === "0";
      assert(ends, `a cookie for other hosts: ${line}`);
      continue;
    }
    assert(ATTRIBUTES[name]?.test(value), `an unexpected attribute: ${line}`);
  }
  return cookie;
}

/** Checks one response; throws an error that names the violated rule. */
export async function assertInvariants(response: Response, exchange: Exchange): Promise<void> {
  const { request, action } = exchange;
  const text = await response.text();

  const showsConfiguration = request.method === "GET" && action === "error" &&
    asksFor(request, "Configuration");
  assert(response.status < 500 || showsConfiguration, `status ${response.status}`);
  for (const secret of exchange.secrets) {
    assertFalse(
      text.includes(secret) || [...response.headers].some(([, value]) => value.includes(secret)),
      "a secret is shown",
    );
  }
  assertCookies(response, exchange);
  assertTarget(response, text, exchange);
  assertContent(response, text, exchange);
  assertEquals(Object.keys(Object.prototype), [], "Object.prototype was changed");
}

function assertCookies(response: Response, { origin, proved, hadSession }: Exchange): void {
  const cookies = response.headers.getSetCookie().map(parseSetCookie);
  for (const { name, value, attributes } of cookies) {
    assert(attributes.has("HttpOnly"), `${name} is readable by scripts`);
    assertEquals(attributes.get("Path"), "/");
    if (origin.startsWith("https:")) assert(attributes.has("Secure"), `${name} is not secure`);
    if (name.includes("session-token") && value !== "") {
      assert(proved || hadSession, "a session without a sign-in");
    }
  }
  // A cookie of the host and its twin of the domain are two.
  const names = cookies.map(({ name, attributes }) => `${name} ${attributes.get("Domain") ?? ""}`);
  assertEquals(new Set(names).size, names.length, `a cookie twice: ${names}`);
}

function assertTarget(response: Response, text: string, exchange: Exchange): void {
  const { request, origin, authorizationEndpoint, redirectOrigin, action } = exchange;
  const location = response.headers.get("location");
  if (location === null) return assertNotEquals(response.status, 302);
  assert(URL.canParse(location), `not absolute: ${location}`);
  const target = new URL(location);
  if (request.headers.has("x-auth-return-redirect")) {
    assertEquals(response.status, 200);
    assertEquals(JSON.parse(text), { url: location });
  } else {
    assertEquals([response.status, text], [302, ""]);
  }
  if (target.origin === origin) {
    // No request may lead to the error page for configurations.
    const looksBroken = target.searchParams.get("error") === "Configuration" &&
      // A code selects a more precise message.
      !target.searchParams.has("code");
    assert(
      !looksBroken || action === "callback" || asksFor(request, "Configuration"),
      `looks broken: ${location}`,
    );
  } else {
    assertEquals(
      target.origin + target.pathname,
      authorizationEndpoint,
      "a redirect to another URL",
    );
    assert(
      action === "signin" && request.method === "POST",
      "a redirect to the provider without a sign-in",
    );
    assertEquals(target.searchParams.getAll("redirect_uri").length, 1);
    assertEquals(new URL(target.searchParams.get("redirect_uri")!).origin, redirectOrigin);
  }
}

/** `true` when the request itself names an error to show. */
function asksFor({ url }: Request, error: string): boolean {
  return new URL(url).searchParams.getAll("error").at(-1) === error;
}

const PERSONAL: ReadonlySet<string> = new Set(["session", "csrf"]);

function assertContent(response: Response, text: string, { action, scripts = [] }: Exchange): void {
  const type = response.headers.get("content-type");
  const isHtml = type?.startsWith("text/html") ?? false;
  if (isHtml || (PERSONAL.has(action) && response.status === 200)) {
    assert(
      response.headers.get("cache-control")?.includes("no-store"),
      "caches may store the response",
    );
  }
  if (isHtml) {
    const others = scripts.reduce((left, one) => left.replace(`<script>${one}</script>`, ""), text);
    // Fields that are posted again stand in values, where they are text.
    const pattern = /<script|<svg\/onload|(?:href|action|src)="\s*javascript:/i;
    assertFalse(pattern.test(others), "the page contains a script");
    assert(response.headers.get("content-security-policy")?.includes("default-src 'none'"));
  }
  if (response.status >= 400 && !isHtml && text) {
    assertEquals(type, "application/json");
  }
}
