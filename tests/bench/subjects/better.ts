/**
 * Better Auth, where it has the same work: sessions in an encrypted cookie of the
 * same cipher, and sessions in a database.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { type App, fetchHeaders, Jar, ORIGIN, readText } from "../_browser.ts";
import { claimsOf, nameOf, SECRET } from "../_users.ts";

/** URL that answers with the session. */
export const SESSION_URL = `${ORIGIN}/api/auth/get-session`;

const MAX_AGE = 30 * 24 * 60 * 60;

/** Signs in the person of a number, with the library's own cookies. */
const signInByNumber = createAuthEndpoint("/sign-in-by-number", { method: "GET" }, async (ctx) => {
  const { sub: id, name, email } = claimsOf(Number(ctx.request!.headers.get("x-number")));
  const createdAt = new Date();
  const row = { createdAt, updatedAt: createdAt };
  const expiresAt = new Date(Date.now() + MAX_AGE * 1000);
  const user = { ...row, id, name, email, emailVerified: false };
  const session = { ...row, id, userId: id, token: crypto.randomUUID(), expiresAt };
  await setSessionCookie(ctx, { session, user });
  return ctx.json({});
});

/** An app with sessions in cookies: JWE with A256CBC-HS512, as Auth.js makes them. */
export function createBetterApp(overrides: BetterAuthOptions = {}): App {
  const { handler } = betterAuth({
    secret: SECRET,
    baseURL: ORIGIN,
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    session: {
      expiresIn: MAX_AGE,
      cookieCache: { enabled: true, strategy: "jwe", maxAge: MAX_AGE },
    },
    plugins: [{ id: "by-number", endpoints: { signInByNumber } }],
    ...overrides,
  });
  return handler;
}

/** Signs people in; returns the cookies of each. */
export async function signInAll(app: App, count: number): Promise<Jar[]> {
  const jars: Jar[] = [];
  for (let index = 0; index < count; index++) {
    const jar = new Jar();
    const headers = [...fetchHeaders(jar), ["x-number", String(index)] as [string, string]];
    const response = await app(new Request(`${ORIGIN}/api/auth/sign-in-by-number`, { headers }));
    await readText(response, 200);
    jar.store(response);
    jars.push(jar);
  }
  const headers = fetchHeaders(jars[0]!);
  const response = await app(new Request(SESSION_URL, { headers }));
  assertEquals((await response.json()).user.name, nameOf(0));
  return jars;
}
