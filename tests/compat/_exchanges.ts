/**
 * Requests to both implementations, and the reduction of a response to its
 * comparable parts.
 *
 * @module
 */

import type { AuthConfig } from "../../mod.ts";
import type { Idp } from "../../src/tools/testing/mod.ts";

/** Handles a request with a config. */
export type Subject = (request: Request, config: AuthConfig) => Promise<Response>;

/** One exchange. */
export interface Exchange {
  name: string;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  /** Form fields; `csrf` inserts the token of this browser. */
  form?: Record<string, string>;
  json?: unknown;
  /** `csrfToken` from a first request. */
  csrf?: boolean;
  /** Signs in with credentials first. */
  session?: boolean;
  /** Signs in at the provider first and returns with its answer. */
  provider?: { id: string; change?(url: URL): void; dropCookies?: boolean };
  config?: Partial<AuthConfig>;
  origin?: string;
}

/** Comparable parts of a response. */
export interface Reduced {
  status: number;
  location: string | null;
  contentType: string | null;
  caching: string | null;
  cookies: string[];
  body: unknown;
}

const quiet = { error: () => {}, warn: () => {}, debug: () => {} };

/** The config for both implementations, with providers as plain objects. */
export function createConfig(
  idp: Idp,
  symbol: symbol,
  overrides: Partial<AuthConfig> = {},
): AuthConfig {
  const endpoints = { clientId: idp.clientId, clientSecret: idp.clientSecret, [symbol]: idp.fetch };
  return {
    providers: [
      {
        id: "plain",
        name: "Plain",
        type: "oauth",
        authorization: `${idp.issuer}/authorize?scope=user`,
        token: {
          url: `${idp.issuer}/token`,
          // Auth.js checks ID tokens of plain OAuth providers by the rules of OpenID Connect.
          conform: async (response: Response) => {
            const { id_token: _, ...tokens } = await response.json();
            return Response.json(tokens, response);
          },
        },
        userinfo: `${idp.issuer}/userinfo`,
        ...endpoints,
      },
      {
        id: "strict",
        name: "Strict",
        type: "oidc",
        issuer: idp.issuer,
        checks: ["pkce", "state", "nonce"],
        ...endpoints,
      },
      {
        id: "credentials",
        name: "Credentials",
        type: "credentials",
        credentials: { password: { label: "Password", type: "password" } },
        authorize: ({ password }) => {
          if (password === "throw") throw new Error("no");
          return password === "right" ? { id: "1", name: "Ada", email: "ada@example.com" } : null;
        },
      },
    ] as AuthConfig["providers"],
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    logger: quiet,
    ...overrides,
  };
}

/** Sends the request to one implementation and reduces its response. */
export async function run(
  exchange: Exchange,
  subject: Subject,
  config: AuthConfig,
  idp: Idp,
): Promise<Reduced> {
  const origin = exchange.origin ?? "https://app.example";
  const base = origin + (config.basePath ?? "/auth").replace(/\/$/, "");
  const jar = new Map<string, string>();
  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    if (!headers.has("cookie") && cookie) headers.set("cookie", cookie);
    const response = await subject(new Request(url, { ...init, headers }), config);
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/Max-Age=0/.test(line)) jar.delete(name!);
      else jar.set(name!, value!);
    }
    return response;
  };
  const csrf = async () => (await (await send(`${base}/csrf`)).json()).csrfToken as string;
  const post = async (path: string, fields: Record<string, string>) =>
    await send(base + path, {
      method: "POST",
      body: new URLSearchParams({ csrfToken: await csrf(), ...fields }),
    });

  if (exchange.session) await post("/callback/credentials", { password: "right" });
  let path = exchange.path;
  if (exchange.provider) {
    const { id, change, dropCookies } = exchange.provider;
    const started = await post(`/signin/${id}`, { callbackUrl: "/after" });
    const answered = await idp.fetch(started.headers.get("location")!);
    const url = new URL(answered.headers.get("location")!);
    change?.(url);
    if (dropCookies) jar.clear();
    path = url.pathname.slice(new URL(base).pathname.length) + url.search;
  }
  const fields = { ...exchange.csrf ? { csrfToken: await csrf() } : {}, ...exchange.form };
  const isPost = (exchange.method ?? "GET") === "POST";
  const body = exchange.json !== undefined
    ? JSON.stringify({ ...exchange.json as object, ...fields })
    : isPost
    ? new URLSearchParams(fields)
    : undefined;
  const headers = {
    ...exchange.json !== undefined ? { "content-type": "application/json" } : {},
    ...exchange.headers,
  };
  return await reduce(await send(base + path, { method: exchange.method ?? "GET", headers, body }));
}

async function reduce(response: Response): Promise<Reduced> {
  const { headers, status } = response;
  const contentType = headers.get("content-type");
  const text = await response.text();
  return {
    status,
    location: headers.get("location") && normalize(headers.get("location")!),
    contentType,
    caching: headers.get("cache-control"),
    cookies: headers.getSetCookie().map(normalize).sort(),
    body: contentType?.includes("html")
      ? { title: /<title>(.*?)<\/title>/.exec(text)?.[1], forms: formsOf(text) }
      : text
      ? JSON.parse(normalize(text))
      : null,
  };
}

/** Targets and field names of the forms of a page, which tests of apps use. */
function formsOf(html: string): unknown[] {
  return [...html.matchAll(/<form(.*?)>(.*?)<\/form>/gs)].map(([, attributes, inside]) => ({
    action: /action="([^"]*)"/.exec(attributes!)?.[1],
    fields: [...inside!.matchAll(/name="([^"]*)"/g)].map(([, name]) => name).sort(),
  }));
}

/** Replaces random and dated parts by fixed words. */
function normalize(text: string): string {
  return text
    .replaceAll(/eyJhbGciOiJkaXIi[\w-]*\.\.[\w-]+\.[\w-]+\.[\w-]+/g, "<jwe>")
    .replaceAll(/(session-token\.\d+=)[^;]+/g, "$1<chunk>")
    .replaceAll(/"message":"[^"]+"/g, '"message":"<text>"')
    .replaceAll(/^"Bad request\..*"$/g, '"Bad request."')
    .replaceAll(/[0-9a-f]{64}%7C[0-9a-f]{64}/g, "<csrf>")
    .replaceAll(/[0-9a-f]{64}/g, "<hex>")
    .replaceAll(/((?:code_challenge|nonce|state)=)[\w%.<>-]+/g, "$1<random>")
    .replaceAll(/(authjs\.(?:state|nonce|pkce\.code_verifier)\.)[\w-]{16}=/g, "$1<suffix>=")
    .replaceAll(/Expires=[^;]+/g, "Expires=<date>")
    .replaceAll(/"expires":"[^"]+"/g, '"expires":"<date>"');
}

const form = (fields: Record<string, string>) => ({ method: "POST", csrf: true, form: fields });
const json = { "X-Auth-Return-Redirect": "1" };

/** All requests. */
export const exchanges: Exchange[] = [
  { name: "GET csrf", path: "/csrf" },
  { name: "GET csrf again", path: "/csrf", csrf: true },
  { name: "GET csrf over http", path: "/csrf", origin: "http://localhost:3000" },
  { name: "GET providers", path: "/providers" },
  { name: "GET session without one", path: "/session" },
  { name: "GET session", path: "/session", session: true },
  {
    name: "GET session, updateAge 0",
    path: "/session",
    session: true,
    config: { session: { updateAge: 0 } },
  },
  {
    name: "GET session with garbage",
    path: "/session",
    headers: { cookie: "__Secure-authjs.session-token=garbage" },
  },
  {
    name: "GET session, callback adds",
    path: "/session",
    session: true,
    config: { callbacks: { session: ({ session }) => ({ ...session, extra: 1 }) } },
  },
  {
    name: "GET session, jwt null",
    path: "/session",
    session: true,
    config: { callbacks: { jwt: ({ token, trigger }) => trigger ? token : null } },
  },
  {
    name: "GET session, jwt changes",
    path: "/session",
    session: true,
    config: { callbacks: { jwt: ({ token }) => ({ ...token, n: Math.random() }) } },
  },
  {
    name: "GET session, jwt throws",
    path: "/session",
    session: true,
    config: {
      callbacks: {
        jwt: ({ token, trigger }) => {
          if (!trigger) throw new Error("x");
          return token;
        },
      },
    },
  },
  {
    name: "GET session, big token",
    path: "/session",
    session: true,
    config: {
      callbacks: { jwt: ({ token }) => ({ ...token, big: "x".repeat(3500), n: Math.random() }) },
    },
  },
  {
    name: "POST session",
    path: "/session",
    method: "POST",
    session: true,
    csrf: true,
    json: { data: { a: 1 } },
  },
  {
    name: "POST session without csrf",
    path: "/session",
    method: "POST",
    session: true,
    json: { data: 1 },
  },
  { name: "POST session without one", path: "/session", method: "POST", csrf: true, json: {} },
  { name: "POST session as a form", path: "/session", session: true, ...form({ data: "1" }) },
  { name: "GET signin", path: "/signin" },
  { name: "GET signin with error", path: "/signin?error=OAuthCallbackError&callbackUrl=/x" },
  {
    name: "GET signin, own page",
    path: "/signin?callbackUrl=/x&error=Callback",
    config: { pages: { signIn: "/login" } },
  },
  {
    name: "GET signin, own page with query",
    path: "/signin?callbackUrl=/x",
    config: { pages: { signIn: "/login?a=1" } },
  },
  { name: "GET signin/<provider>", path: "/signin/plain" },
  { name: "POST signin/plain", path: "/signin/plain", ...form({ callbackUrl: "/after" }) },
  { name: "POST signin/strict", path: "/signin/strict", ...form({ callbackUrl: "/after" }) },
  {
    name: "POST signin/strict with parameters",
    path: "/signin/strict?prompt=login&scope=openid",
    ...form({}),
  },
  { name: "POST signin/strict, JSON answer", path: "/signin/strict", ...form({}), headers: json },
  { name: "POST signin/plain without csrf", path: "/signin/plain", method: "POST", form: {} },
  {
    name: "POST signin/plain without csrf, JSON answer",
    path: "/signin/plain",
    method: "POST",
    form: {},
    headers: json,
  },
  { name: "POST signin/credentials", path: "/signin/credentials", ...form({}) },
  { name: "POST signin", path: "/signin", ...form({}) },
  { name: "POST signin/<unknown>", path: "/signin/nope", ...form({}) },
  {
    name: "POST signin/plain, JSON body",
    path: "/signin/plain",
    method: "POST",
    csrf: true,
    json: { callbackUrl: "/after" },
  },
  {
    name: "callback/credentials right",
    path: "/callback/credentials",
    ...form({ password: "right", callbackUrl: "/in" }),
  },
  {
    name: "callback/credentials right, JSON answer",
    path: "/callback/credentials",
    ...form({ password: "right" }),
    headers: json,
  },
  {
    name: "callback/credentials right, JSON body",
    path: "/callback/credentials",
    method: "POST",
    csrf: true,
    json: { password: "right" },
  },
  {
    name: "callback/credentials wrong",
    path: "/callback/credentials",
    ...form({ password: "wrong" }),
  },
  {
    name: "callback/credentials throws",
    path: "/callback/credentials",
    ...form({ password: "throw" }),
  },
  {
    name: "callback/credentials without csrf",
    path: "/callback/credentials",
    method: "POST",
    form: { password: "right" },
  },
  {
    name: "callback/credentials refused by signIn",
    path: "/callback/credentials",
    ...form({ password: "right" }),
    config: { callbacks: { signIn: () => false } },
  },
  {
    name: "callback/credentials redirected by signIn",
    path: "/callback/credentials",
    ...form({ password: "right" }),
    config: { callbacks: { signIn: () => "/unpaid" } },
  },
  {
    name: "callback/credentials, foreign callback URL",
    path: "/callback/credentials",
    ...form({ password: "right", callbackUrl: "https://evil.example" }),
  },
  {
    name: "callback/credentials, own sign-in page",
    path: "/callback/credentials",
    ...form({ password: "wrong" }),
    config: { pages: { signIn: "/login" } },
  },
  { name: "callback/credentials by GET", path: "/callback/credentials" },
  { name: "callback/plain", path: "", provider: { id: "plain" } },
  { name: "callback/strict", path: "", provider: { id: "strict" } },
  { name: "callback/strict, JSON answer", path: "", provider: { id: "strict" }, headers: json },
  {
    name: "callback/strict, wrong state",
    path: "",
    provider: { id: "strict", change: (url) => url.searchParams.set("state", "x") },
  },
  {
    name: "callback/strict without cookies",
    path: "",
    provider: { id: "strict", dropCookies: true },
  },
  {
    name: "callback/strict, provider error",
    path: "",
    provider: {
      id: "strict",
      change: (url) => {
        url.searchParams.delete("code");
        url.searchParams.set("error", "access_denied");
      },
    },
  },
  {
    name: "callback/strict, wrong code",
    path: "",
    provider: { id: "strict", change: (url) => url.searchParams.set("code", "x") },
  },
  {
    name: "callback/strict, wrong issuer",
    path: "",
    provider: {
      id: "strict",
      change: (url) => url.searchParams.set("iss", "https://evil.example"),
    },
  },
  {
    name: "callback/plain, refused by signIn",
    path: "",
    provider: { id: "plain" },
    config: { callbacks: { signIn: () => false } },
  },
  {
    name: "callback/plain, new user page without a store",
    path: "",
    provider: { id: "plain" },
    config: { pages: { newUser: "/welcome" } },
  },
  { name: "callback without provider", path: "/callback" },
  { name: "callback/<unknown>", path: "/callback/nope" },
  { name: "GET signout", path: "/signout" },
  { name: "GET signout, own page", path: "/signout", config: { pages: { signOut: "/bye" } } },
  { name: "POST signout", path: "/signout", session: true, ...form({ callbackUrl: "/bye" }) },
  { name: "POST signout without session", path: "/signout", ...form({}) },
  { name: "POST signout without csrf", path: "/signout", method: "POST", session: true, form: {} },
  {
    name: "POST signout, JSON answer",
    path: "/signout",
    session: true,
    ...form({}),
    headers: json,
  },
  { name: "GET error", path: "/error" },
  { name: "GET error?error=Configuration", path: "/error?error=Configuration" },
  { name: "GET error?error=AccessDenied", path: "/error?error=AccessDenied" },
  { name: "GET error?error=Verification", path: "/error?error=Verification" },
  {
    name: "GET error, own page",
    path: "/error?error=AccessDenied",
    config: { pages: { error: "/oops" } },
  },
  { name: "GET verify-request", path: "/verify-request?provider=x&type=email" },
  {
    name: "GET verify-request, own page",
    path: "/verify-request?provider=x&type=email",
    config: { pages: { verifyRequest: "/check" } },
  },
  { name: "POST csrf", path: "/csrf", ...form({}) },
  { name: "PUT session", path: "/session", method: "PUT" },
  { name: "GET unknown", path: "/nope" },
  { name: "GET session/extra", path: "/session/plain" },
  { name: "GET csrf with a callback URL", path: "/csrf?callbackUrl=/x" },
  { name: "GET signin, script as callback URL", path: "/signin?callbackUrl=javascript:alert(1)" },
  {
    name: "GET session, script in the callback-url cookie",
    path: "/session",
    headers: { cookie: "__Secure-authjs.callback-url=javascript:alert(1)" },
  },
  { name: "GET session, untrusted host", path: "/session", config: { trustHost: false } },
  { name: "GET signin, untrusted host", path: "/signin", config: { trustHost: false } },
  { name: "GET session, no secret", path: "/session", config: { secret: "" } },
  {
    name: "GET signin, no secret, own error page",
    path: "/signin",
    config: { secret: "", pages: { error: "/oops" } },
  },
  { name: "base path /api/auth", path: "/providers", config: { basePath: "/api/auth" } },
  { name: "base path /", path: "/providers", config: { basePath: "/" } },
  { name: "trailing and doubled slashes", path: "//session/" },
  {
    name: "own cookie names",
    path: "/session",
    session: true,
    config: { cookies: { sessionToken: { name: "mine", options: { sameSite: "strict" } } } },
  },
  { name: "insecure cookies on https", path: "/csrf", config: { useSecureCookies: false } },
];
