/**
 * An app with clients that have no cookies, and such a client as plain requests.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { sha256Base64url } from "../../src/base/crypto/hash.ts";
import { randomBase64url } from "../../src/base/crypto/bytes.ts";
import { NativeClients, type NativeClientsOptions } from "../../src/capabilities/native/mod.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { CookieStore } from "../../src/tools/testing/cookie_store.ts";
import { signInAs, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { codeOf } from "./_factors.ts";
import { APP, createSite } from "./_flow.ts";
import { ADA, PASSWORD } from "./_passwords.ts";
import type { Strategy } from "./_strategies.ts";

export const LOOPBACK = "http://127.0.0.1/callback";
export const AT_PORT = "http://127.0.0.1:8765/callback";
export const APP_URI = "com.example.app:/callback";

/** Tokens, as `native/call` answers with them. */
export interface TestTokens {
  accessToken: string;
  refreshToken?: string;
  expiresIn: number;
  tokenType: string;
}

/** An answer of `native/call`. */
export interface TestAnswer {
  httpStatus: number;
  status: number;
  // deno-lint-ignore no-explicit-any -- the data of any step
  body: any;
  location?: string;
  state: string | null;
  tokens?: TestTokens | null;
  error?: string;
  headers: Headers;
}

/** A call of a client. */
export interface TestCall {
  path: string;
  method?: string;
  body?: Record<string, unknown>;
  state?: string | null;
  token?: string | undefined;
  client?: string;
  headers?: Record<string, string>;
}

export function createNativeApp(
  strategy: Strategy = "jwt",
  config: Partial<AuthConfig> = {},
  options: NativeClientsOptions = {},
) {
  const adapter = config.adapter as ReturnType<typeof MemoryAdapter> ?? MemoryAdapter();
  const site = createSite({
    adapter,
    session: { strategy, revocation: {} },
    native: NativeClients({ redirectUris: [LOOPBACK, APP_URI], ...options }),
    ...config,
  });
  const auth = defineAuth(site.config);
  const post = async (
    path: string,
    body: Record<string, unknown> | URLSearchParams,
    headers: Record<string, string> = {},
  ) => {
    const isForm = body instanceof URLSearchParams;
    return await Auth(
      new Request(`${APP}/auth/${path}`, {
        method: "POST",
        headers: { ...isForm ? {} : { "content-type": "application/json" }, ...headers },
        body: isForm ? body : JSON.stringify(body),
      }),
      site.config,
    );
  };
  const call = async (
    { path, method = "GET", body, state, token, client, headers = {} }: TestCall,
  ): Promise<TestAnswer> => {
    const all = {
      "user-agent": "acme/1",
      ...token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...headers,
    };
    const response = await post("native/call", { method, path, body, state, client }, all);
    assertEquals(response.headers.getSetCookie(), []);
    const answer = await response.json();
    return { ...answer, httpStatus: response.status, headers: response.headers };
  };
  const token = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await post("native/token", new URLSearchParams(fields), headers);
    return { status: response.status, ...await response.json() } as {
      status: number;
      access_token: string;
      refresh_token: string;
      token_type: string;
      expires_in: number;
      error?: string;
      error_description?: string;
    };
  };
  const who = async (token: string, headers: Record<string, string> = {}) => {
    const request = new Request(`${APP}/api`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    return await auth.authenticate(request, { accept: ["session", "bearer"] });
  };
  const reason = async (token: string, headers?: Record<string, string>) => {
    const found = await who(token, headers);
    return found.ok ? "in" : found.reason;
  };
  return { ...site, adapter, auth, call, post, token, who, reason };
}

export type NativeApp = ReturnType<typeof createNativeApp>;

/** Creates Ada, with a password. */
export async function createAda(app: NativeApp): Promise<string> {
  const { id } = await app.adapter.createUser({
    id: "ada-1",
    email: ADA,
    emailVerified: new Date(),
  });
  assertEquals(await app.auth.passwords.set(id, PASSWORD), null);
  return id;
}

/** Signs Ada in with the password, and returns the tokens. */
export async function enter(
  app: NativeApp,
  more: Pick<TestCall, "client" | "headers" | "token"> = {},
): Promise<TestTokens & { refreshToken: string }> {
  const body = { email: ADA, password: PASSWORD };
  const answer = await app.call({ ...more, path: "callback/password", method: "POST", body });
  assert(answer.tokens, JSON.stringify(answer));
  return answer.tokens as TestTokens & { refreshToken: string };
}

/** Enrols an authenticator app of Ada; returns its secret. */
export async function enrol(
  app: Pick<NativeApp, "auth">,
  origin = APP,
): Promise<string> {
  const session = await signInAs(app.auth, { email: ADA }, { origin });
  const begun = new Headers();
  const request = () => {
    const jar = new CookieStore();
    jar.store(new URL(origin), [...session.setCookies, ...begun.getSetCookie()]);
    return new Request(`${origin}/`, { headers: { cookie: jar.header(new URL(origin)) } });
  };
  const factor = await app.auth.factors.begin(request(), "totp", begun);
  const secret = factor.secret!.replaceAll(" ", "");
  const answer = { factor: "totp", state: factor.state!, answer: await codeOf(secret) };
  assert(await app.auth.factors.confirm(request(), answer, new Headers()));
  return secret;
}

/** Signs Ada in in a browser; returns the value of the session cookie. */
export async function signInBrowser(browser: TestBrowser): Promise<string> {
  const { csrfToken } = await (await browser.fetch("/auth/csrf")).json();
  const body = new URLSearchParams({ csrfToken, email: ADA, password: PASSWORD });
  await (await browser.fetch("/auth/callback/password", { method: "POST", body })).body?.cancel();
  assertEquals((await browser.session())?.user?.email, ADA);
  return /session-token=([^;]+)/.exec(browser.cookies.header(new URL(APP)))![1]!;
}

/**
 * Lets an app sign in with the session of a browser, as the page does; returns the fields of the
 * request for its tokens.
 */
export async function codeBy(
  handler: (request: Request) => Promise<Response>,
  cookie: string,
): Promise<Record<string, string>> {
  const verifier = randomBase64url(32);
  const fields = {
    redirect_uri: AT_PORT,
    code_challenge: await sha256Base64url(verifier),
    code_challenge_method: "S256",
  };
  const url = `${APP}/auth/native/authorize`;
  const headers = { cookie, accept: "application/json" };
  const page = await handler(new Request(`${url}?${new URLSearchParams(fields)}`, { headers }));
  const { csrfToken } = await page.json();
  const csrf = page.headers.getSetCookie().map((one) => one.split(";")[0]);
  const response = await handler(
    new Request(url, {
      method: "POST",
      headers: { cookie: [cookie, ...csrf].join("; ") },
      body: new URLSearchParams({ ...fields, csrfToken, step: "continue" }),
    }),
  );
  const code = new URL(response.headers.get("location")!).searchParams.get("code");
  assert(code, response.headers.get("location") ?? "no redirect");
  return { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: AT_PORT };
}
