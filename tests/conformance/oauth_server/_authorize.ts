/**
 * A browser of a user at the authorization endpoint.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { codes } from "../../../src/capabilities/oauth_server/kinds.ts";
import { createBrowser, signInAs, type SignInAsOptions } from "../../../src/tools/testing/mod.ts";
import type { TestBrowser } from "../../../src/tools/testing/mod.ts";
import { formOf } from "../../flows/_email.ts";
import { CALLBACK, CHALLENGE, ISSUER, type ServerRig } from "./_rig.ts";

/** Parameters of a request; `undefined` leaves one out, a list repeats it. */
export type Asked = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request that is valid, for the client with a server. */
export const GOOD: Asked = {
  client_id: "web",
  redirect_uri: CALLBACK,
  response_type: "code",
  scope: "project:read",
  state: "state-1",
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
};

/** A public client at a loopback address. */
export const CLI: Asked = {
  ...GOOD,
  client_id: "cli",
  redirect_uri: "http://127.0.0.1:8765/callback",
};

/** The parameters, in a form or a query. */
export function toPairs(asked: Asked): URLSearchParams {
  const pairs = new URLSearchParams();
  for (const [name, value = []] of Object.entries(asked)) {
    for (const one of [value].flat()) pairs.append(name, one);
  }
  return pairs;
}

/** URL of a request. */
export function urlOf(asked: Asked): string {
  return `${ISSUER}/auth/oauth/authorize?${toPairs(asked)}`;
}

/** A browser, with a session of the user unless `id` is `null`. */
export async function open(
  rig: Pick<ServerRig, "auth">,
  id: string | null = "ada",
  how: SignInAsOptions = {},
): Promise<TestBrowser> {
  const browser = createBrowser(ISSUER, { [ISSUER]: (request) => rig.auth.handler(request) });
  if (id !== null) await enter(rig, browser, id, how);
  return browser;
}

/** Begins a session in a browser. */
export async function enter(
  { auth }: Pick<ServerRig, "auth">,
  browser: TestBrowser,
  id: string,
  how: SignInAsOptions = {},
): Promise<void> {
  const user = { id, name: "Ada", email: `${id}@example.com` };
  const { setCookies } = await signInAs(auth, user, { origin: ISSUER, ...how });
  browser.cookies.store(new URL(ISSUER), setCookies);
}

/** An answer, not followed. */
export interface Answer {
  status: number;
  /** Where it leads; empty without a redirect. */
  location: string;
  html: string;
  headers: Headers;
}

async function toAnswer(response: Response): Promise<Answer> {
  const location = response.headers.get("location") ?? "";
  return {
    status: response.status,
    location: location && new URL(location, ISSUER).href,
    html: await response.text(),
    headers: response.headers,
  };
}

/** Visits a URL. */
export async function get(
  browser: TestBrowser,
  url: string,
  headers: HeadersInit = {},
): Promise<Answer> {
  return await toAnswer(
    await browser.fetch(url, { redirect: "manual", headers: { accept: "text/html", ...headers } }),
  );
}

/** Sends a request. */
export async function ask(
  browser: TestBrowser,
  asked: Asked = GOOD,
  headers: HeadersInit = {},
): Promise<Answer> {
  return await get(browser, urlOf(asked), headers);
}

/** Posts fields with the CSRF token of the browser. */
export async function post(
  browser: TestBrowser,
  path: string,
  fields: Asked,
  { csrf = true }: { csrf?: boolean } = {},
): Promise<Answer> {
  const body = toPairs({ ...csrf ? { csrfToken: await browser.csrf() } : {}, ...fields });
  const headers = { accept: "text/html" };
  return await toAnswer(
    await browser.fetch(`/auth/${path}`, { method: "POST", body, headers, redirect: "manual" }),
  );
}

/** The form of the question. */
export function questionIn(
  { status, html, location }: Pick<Answer, "html" | "location" | "status">,
) {
  assertEquals([status, location], [200, ""], html.slice(0, 200));
  const form = html.split("<form").find((part) => part.includes('value="allow"'));
  assert(form, "there is no question");
  const { fields } = formOf(`<form${form}`);
  assertEquals(Object.keys(fields).sort(), ["csrfToken", "request"]);
  return { request: fields.request! };
}

/** Presses a button of the question. */
export async function press(
  browser: TestBrowser,
  page: Answer,
  step: "allow" | "deny",
  more: Asked = {},
): Promise<Answer> {
  return await post(browser, "oauth/authorize", { ...questionIn(page), step, ...more });
}

/** Approves a request. */
export async function approve(
  browser: TestBrowser,
  asked: Asked = GOOD,
  more: Asked = {},
): Promise<Answer> {
  return await press(browser, await ask(browser, asked), "allow", more);
}

/** The answer to the client, which always names the issuer (RFC 9207). */
export function toldIn({ location, status, html }: Answer): Record<string, string> {
  assertEquals(status, 302, html.slice(0, 300));
  const url = new URL(location);
  const { iss, ...told } = Object.fromEntries(url.searchParams);
  assertEquals(iss, ISSUER, location);
  return { ...told, to: location.split("?")[0]! };
}

/** Asserts that a client learns of an error, and that there is no code. */
export function assertTold(answer: Answer, error: string, asked: Asked = GOOD): void {
  const { error_description: description, ...told } = toldIn(answer);
  const { redirect_uri: to, state } = asked;
  assertEquals(told, { error, to: to as string, ...state ? { state: state as string } : {} });
  assert(description, "there is no description");
}

/** Asserts that the browser goes nowhere: a page says that something is wrong. */
export function assertPage({ status, location, html }: Answer, expected = 400): void {
  assertEquals([status, location], [expected, ""]);
  assert(html.includes("<html"), html);
}

/** Returns `true` when the client got a code. */
export function hasCode({ location }: Pick<Answer, "location">): boolean {
  return location.startsWith(`${CALLBACK}?code=`);
}

/** The record of the code that a client was told. */
export async function codeIn({ adapter }: Pick<ServerRig, "adapter">, answer: Answer) {
  const { code } = toldIn(answer);
  assert(code, answer.location);
  const found = await codes.get(adapter.records!, code);
  assert(found);
  return found;
}

/** Asserts that the browser is led to a proof, and returns the URL that it comes back to. */
export function backFromProof({ status, location }: Answer): string {
  assertEquals(status, 302);
  const url = new URL(location);
  assert(url.pathname === "/auth/signin" && url.searchParams.has("stepUp"), location);
  return url.searchParams.get("callbackUrl")!;
}

/** Asserts that the browser is led to the sign-in page, and returns the URL that it comes back to. */
export function backFromSignIn({ status, location }: Answer): string {
  assertEquals(status, 302);
  const url = new URL(location);
  assert(url.pathname === "/auth/signin" && !url.searchParams.has("stepUp"), location);
  return url.searchParams.get("callbackUrl")!;
}

/** Seconds since 1970, some time ago. */
export function ago(seconds: number): number {
  return Math.floor(Date.now() / 1000) - seconds;
}

/** A session whose proof is not fresh. */
export const OLD: SignInAsOptions = { proof: { at: ago(3600) } };
