/**
 * An authorization server that tells clients of sign-outs, a client that is told, and one that is not.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { createLocalJWKSet, jwtVerify } from "jose";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import type { OAuthServerOptions } from "../../../src/capabilities/oauth_server/options.ts";
import { createBrowser, signInAs, type TestBrowser } from "../../../src/tools/testing/mod.ts";
import type { FullAdapter } from "../../../src/tools/testing/adapter/check.ts";
import { waitUntil } from "../../_wait.ts";
import { ask, type Asked, GOOD, press, toldIn } from "./_authorize.ts";
import { createEndingsRig, type EndingsRig } from "./_endings.ts";
import { CALLBACK, ISSUER, OPTIONS, SECRET } from "./_rig.ts";
import { redeem, type Tokens } from "./_tokens.ts";

export const RECEIVER = "https://told.example/logout";

/** The event of a logout token. */
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** The clients: `told` has a URL, `web` has none. */
export const CLIENTS = {
  ...OPTIONS.clients,
  told: { ...OPTIONS.clients.web, name: "Told", backchannelLogoutUri: RECEIVER },
};

/** Fields by which the client authenticates that is told. */
export const TOLD = { client_id: "told", client_secret: SECRET };

/** What a receiver was sent. */
export interface Received {
  readonly url: string;
  readonly token: string;
}

/** Answers a receiver. */
type Answer = (received: Received, index: number) => Response | Promise<Response>;

/** Creates the server. */
export function createLogoutRig(
  strategy: "database" | "jwt" = "jwt",
  { adapter = MemoryAdapter() as FullAdapter, answer = () => new Response(), ...options }:
    & Partial<OAuthServerOptions>
    & { adapter?: FullAdapter; answer?: Answer } = {},
) {
  const received: Received[] = [];
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input as string, init);
    assertEquals(request.method, "POST");
    assertEquals(init?.redirect, "manual");
    const form = new URLSearchParams(await request.text());
    assertEquals([...form.keys()], ["logout_token"]);
    const one = { url: request.url, token: form.get("logout_token")! };
    return await answer(one, received.push(one) - 1);
  };
  const rig = createEndingsRig(strategy, adapter, CLIENTS, { fetch: send, ...options });
  return { ...rig, received };
}

export type LogoutRig = ReturnType<typeof createLogoutRig>;

/** A browser of a stored user. */
export async function browserOf(
  { auth, adapter }: Pick<EndingsRig, "adapter" | "auth">,
  userId: string,
): Promise<TestBrowser> {
  const browser = createBrowser(ISSUER, { [ISSUER]: (request) => auth.handler(request) });
  const user = (await adapter.getUser!(userId))!;
  const { setCookies } = await signInAs(auth, user, { origin: ISSUER });
  browser.cookies.store(new URL(ISSUER), setCookies);
  return browser;
}

let users = 0;

/** Creates a user, and a browser with a session. */
export async function openNew(
  rig: Pick<EndingsRig, "adapter" | "auth">,
): Promise<{ userId: string; browser: TestBrowser }> {
  const id = `told-${++users}-${crypto.randomUUID().slice(0, 8)}`;
  const email = `${id}@people.example`;
  await rig.adapter.createUser!({ id, name: "Ada", email, emailVerified: new Date() });
  return { userId: id, browser: await browserOf(rig, id) };
}

/** The request of the client. */
const ASKED: Asked = { ...GOOD, scope: "openid project:read" };

/** A code of a client, for which the user signs in. */
export async function codeFor(
  browser: TestBrowser,
  client = "told",
  more: Asked = {},
): Promise<string> {
  const page = await ask(browser, { ...ASKED, client_id: client });
  // What was given before is not asked for again.
  const { code } = toldIn(page.status === 302 ? page : await press(browser, page, "allow", more));
  assert(code);
  return code;
}

/** Signs a user in at a client. */
export async function signInAt(
  rig: Pick<EndingsRig, "post">,
  browser: TestBrowser,
  client = "told",
  more: Asked = {},
  secret = SECRET,
): Promise<Tokens & { readonly sid: string | undefined }> {
  const code = await codeFor(browser, client, more);
  const as = { client_id: client, client_secret: secret, redirect_uri: CALLBACK };
  const tokens = await redeem(rig as EndingsRig, code, as);
  return { ...tokens, sid: claimsOf(tokens.id_token).sid as string | undefined };
}

/** The claims of a token, not verified. */
export function claimsOf(token: string): Record<string, unknown> {
  const payload = token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
  return JSON.parse(
    new TextDecoder().decode(Uint8Array.from(atob(payload), (c) => c.charCodeAt(0))),
  );
}

/** Waits until a receiver has got so many tokens, and that no more are waiting. */
export async function arrived(
  { received, auth, adapter }: LogoutRig,
  count: number,
): Promise<readonly Received[]> {
  await auth.oauthServer.deliverLogouts();
  await waitUntil(`${count} logout tokens arrive`, () => received.length >= count);
  await waitUntil(
    "nothing waits",
    async () => (await adapter.records!.list("outbox:logout", "outbox")).length === 0,
  );
  assertEquals(received.length, count);
  return received;
}

/**
 * Reads a logout token as a client does that knows the specification alone, with another library.
 *
 * @see {@link https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation OpenID Connect Back-Channel Logout 1.0 §2.6}
 */
export async function verifyLogout(
  rig: Pick<EndingsRig, "send">,
  token: string,
): Promise<{ sub: string; sid: string; jti: string }> {
  const keys = createLocalJWKSet(await (await rig.send("oauth/jwks")).json());
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer: ISSUER,
    audience: "told",
    typ: "logout+jwt",
    requiredClaims: ["iss", "aud", "iat", "exp", "jti", "events"],
    maxTokenAge: 120,
  });
  assertEquals(Object.keys(payload).sort(), [
    ...["aud", "events", "exp", "iat", "iss", "jti", "sid", "sub"],
  ]);
  assertEquals(Object.keys(protectedHeader).sort(), ["alg", "kid", "typ"]);
  assertEquals(payload.events, { [EVENT]: {} });
  assertEquals(payload.exp! - payload.iat!, 120);
  return payload as { sub: string; sid: string; jti: string };
}
