/**
 * What must hold for every answer, whatever was asked.
 *
 * @module
 */

import { assert, assertEquals, assertFalse, assertNotEquals } from "@std/assert";

/** What is known about one exchange besides the answer itself. */
export interface Exchange {
  request: Request;
  /** Whether the app or the provider vouched for somebody during this request. */
  proved: boolean;
  /** Whether the request brought a live session. */
  hadSession: boolean;
  /** Origins that redirects may lead to, and the one foreign URL. */
  origin: string;
  authorizationEndpoint: string;
  /** Where the provider sends people: the app, or its redirect proxy. */
  redirectOrigin: string;
  /** Path the service is mounted under, then the action. */
  action: string;
  /** Texts that no answer may hold. */
  secrets: string[];
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

/** Reads a `Set-Cookie` value by the grammar for servers (RFC 6265bis §4.1.1), not by what browsers forgive. */
export function parseSetCookie(line: string): SetCookie {
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
  assert(equals > 0 && COOKIE_NAME.test(cookie.name), `a name nobody chose: ${line}`);
  assert(COOKIE_VALUE.test(cookie.value), `a value that needs quotes: ${line}`);
  assert(line.length <= 4096, "a cookie that browsers drop");
  assertEquals(cookie.attributes.size, rest.length, `an attribute twice: ${line}`);
  for (const [name, value] of cookie.attributes) {
    assert(ATTRIBUTES[name]?.test(value), `an attribute nobody chose: ${line}`);
  }
  return cookie;
}

/** Checks one answer; throws what is wrong with it. */
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
  assertEquals(Object.keys(Object.prototype), [], "the prototype of everything was changed");
}

function assertCookies(response: Response, { origin, proved, hadSession }: Exchange): void {
  const cookies = response.headers.getSetCookie().map(parseSetCookie);
  for (const { name, value, attributes } of cookies) {
    assert(attributes.has("HttpOnly"), `${name} is open to scripts`);
    assertEquals(attributes.get("Path"), "/");
    if (origin.startsWith("https:")) assert(attributes.has("Secure"), `${name} is not secure`);
    if (name.includes("session-token") && value !== "") {
      assert(proved || hadSession, "a session for nobody");
    }
  }
  const names = cookies.map(({ name }) => name);
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
    // Nobody from outside can make the app look broken.
    const looksBroken = target.searchParams.get("error") === "Configuration" &&
      // A code tells the page better words.
      !target.searchParams.has("code");
    assert(
      !looksBroken || action === "callback" || asksFor(request, "Configuration"),
      `looks broken: ${location}`,
    );
  } else {
    assertEquals(target.origin + target.pathname, authorizationEndpoint, "a foreign target");
    assert(action === "signin" && request.method === "POST", "sent away unasked");
    assertEquals(target.searchParams.getAll("redirect_uri").length, 1);
    assertEquals(new URL(target.searchParams.get("redirect_uri")!).origin, redirectOrigin);
  }
}

/** Whether the request itself names an error to show. */
function asksFor({ url }: Request, error: string): boolean {
  return new URL(url).searchParams.getAll("error").at(-1) === error;
}

const PERSONAL: ReadonlySet<string> = new Set(["session", "csrf"]);

function assertContent(response: Response, text: string, { action }: Exchange): void {
  const type = response.headers.get("content-type");
  const isHtml = type?.startsWith("text/html") ?? false;
  if (isHtml || (PERSONAL.has(action) && response.status === 200)) {
    assert(response.headers.get("cache-control")?.includes("no-store"), "it may be stored");
  }
  if (isHtml) {
    assertFalse(/<script|<svg\/onload|javascript:/i.test(text), "a script came through");
    assert(response.headers.get("content-security-policy")?.includes("default-src 'none'"));
  }
  if (response.status >= 400 && !isHtml && text) {
    assertEquals(type, "application/json");
  }
}
