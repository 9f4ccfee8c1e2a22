/**
 * Better Auth, where it has the same work: sessions in an encrypted cookie of the
 * same cipher, and sessions in a database.
 *
 * @module
 */

import { createHmac } from "node:crypto";
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { getMigrations } from "better-auth/db/migration";
import { type App, fetchHeaders, Jar, ORIGIN, readText } from "../_browser.ts";
import { claimsOf, SECRET } from "../_users.ts";

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

/** Options of every app. */
const COMMON = {
  secret: SECRET,
  baseURL: ORIGIN,
  logger: { disabled: true },
  telemetry: { enabled: false },
  rateLimit: { enabled: false },
} satisfies BetterAuthOptions;

/** An app with sessions in cookies: JWE with A256CBC-HS512, as Auth.js makes them. */
export function createBetterApp(): App {
  const { handler } = betterAuth({
    ...COMMON,
    session: {
      expiresIn: MAX_AGE,
      cookieCache: { enabled: true, strategy: "jwe", maxAge: MAX_AGE },
    },
    plugins: [{ id: "by-number", endpoints: { signInByNumber } }],
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
  return jars;
}

/** An app with sessions in a database, each of another person, and their cookies. */
export async function createBetterDatabaseApp(
  database: NonNullable<BetterAuthOptions["database"]>,
  count: number,
): Promise<{ app: App; jars: Jar[] }> {
  const auth = betterAuth({ ...COMMON, database, session: { expiresIn: MAX_AGE } });
  await (await getMigrations(auth.options)).runMigrations();
  const { adapter } = await auth.$context;
  const jars: Jar[] = [];
  for (let index = 0; index < count; index++) {
    const { sub: id, name, email } = claimsOf(index);
    const createdAt = new Date();
    const row = { id, createdAt, updatedAt: createdAt };
    const user = { ...row, name, email, emailVerified: false };
    await adapter.create({ model: "user", data: user, forceAllowId: true });
    const token = crypto.randomUUID();
    const expiresAt = new Date(Date.now() + MAX_AGE * 1000);
    const session = { ...row, userId: id, token, expiresAt };
    await adapter.create({ model: "session", data: session, forceAllowId: true });
    jars.push(jarWith(token));
  }
  return { app: auth.handler, jars };
}

/** The cookie of a session. */
function jarWith(token: string): Jar {
  const signature = createHmac("sha256", SECRET).update(token).digest("base64");
  const value = encodeURIComponent(`${token}.${signature}`);
  return new Jar([["better-auth.session_token", value]]);
}

/** An app whose sessions are texts in a store, each of another person, and their cookies. */
export async function createBetterTextApp(
  store: NonNullable<BetterAuthOptions["secondaryStorage"]>,
  count: number,
): Promise<{ app: App; jars: Jar[] }> {
  const auth = betterAuth({
    ...COMMON,
    secondaryStorage: store,
    session: { expiresIn: MAX_AGE },
  });
  const { internalAdapter } = await auth.$context;
  const jars: Jar[] = [];
  for (let index = 0; index < count; index++) {
    const { name, email } = claimsOf(index);
    const { id } = await internalAdapter.createUser({ name, email }, { method: "email" });
    const { token } = await internalAdapter.createSession(id);
    jars.push(jarWith(token));
  }
  return { app: auth.handler, jars };
}

/**
 * An app with passwords, and a user for each number.
 *
 * @returns a function that signs in, and returns the status of the answer
 */
export async function createBetterPasswordApp(
  indices: readonly number[],
  passwordOf: (index: number) => string,
): Promise<(index: number, password: string) => Promise<number>> {
  const { handler } = betterAuth({
    ...COMMON,
    session: { expiresIn: MAX_AGE },
    emailAndPassword: { enabled: true, autoSignIn: false },
  });
  const post = async (path: string, fields: object) => {
    const headers = [...fetchHeaders(new Jar()), ["content-type", "application/json"]] as [
      string,
      string,
    ][];
    const body = JSON.stringify(fields);
    const request = new Request(`${ORIGIN}/api/auth/${path}`, { method: "POST", headers, body });
    const response = await handler(request);
    await response.text();
    return response.status;
  };
  for (const index of indices) {
    const { name, email } = claimsOf(index);
    const status = await post("sign-up/email", { name, email, password: passwordOf(index) });
    if (status !== 200) throw new Error(`Cannot sign up: ${status}`);
  }
  return (index, password) => post("sign-in/email", { email: claimsOf(index).email, password });
}
