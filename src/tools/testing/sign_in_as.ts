/**
 * Sessions for tests, without the steps of a sign-in.
 *
 * @module
 */

import { beginSession } from "../../accounts/begin_session.ts";
import { nowDate, nowSeconds } from "../../base/time.ts";
import { type Environment, isProduction } from "../../config/env.ts";
import { configFor } from "../../config/host.ts";
import { AuthError } from "../../errors.ts";
import { serializeCookie } from "../../http/cookie.ts";
import { createContext } from "../../request/context.ts";
import { processEnvironment, resolveUserConfig, toUserConfig } from "../../server/environment.ts";
import type { AdapterAccount, AdapterUser } from "../../types/adapter.ts";
import type { Account, Profile, User } from "../../types/entities.ts";
import type { AnyConfig, NamesIn } from "../../types/inference.ts";
import type { Context, Cookie, ResolvedConfig } from "../../types/internal.ts";
import type { Proof } from "../../types/proof.ts";
import { type BrowserCookie, CookieStore } from "./cookie_store.ts";
import type { TestMembership } from "./membership.ts";

/**
 * Options of {@linkcode signInAs}.
 *
 * @typeParam Role Names of the roles.
 */
export interface SignInAsOptions<Role extends string = string> {
  /** Origin of the app. Default: that of `AUTH_URL`, else `http://localhost:8000`. */
  origin?: string | undefined;
  /** Time and methods of the sign-in. Default: now, by a password. */
  proof?: Partial<Proof> | undefined;
  /** Members of the account, for example `provider` and `access_token`. */
  account?: Partial<Account> | undefined;
  /** Profile from the provider, for the `jwt` callback. */
  profile?: Profile | undefined;
  /** Membership in an organization, which replaces the present one. Default: as it is. */
  membership?: TestMembership<Role> | undefined;
  /** Environment of the app. Default: that of the process. */
  env?: Environment | undefined;
}

/** A cookie as browser automation takes it, for example Playwright. */
export interface AutomationCookie {
  /** Cookie name. */
  name: string;
  /** Value, as it stands in the header. */
  value: string;
  /** Host. */
  domain: string;
  /** Path prefix. */
  path: string;
  /** Expiry in seconds since the epoch; -1 for a cookie that ends with the browser. */
  expires: number;
  /** `true` when hidden from scripts. */
  httpOnly: boolean;
  /** `true` when sent only over HTTPS or to a loopback host. */
  secure: boolean;
  /** When other sites' requests carry the cookie. */
  sameSite: "Strict" | "Lax" | "None";
}

/** A session, in the forms that tests use. */
export interface TestSession {
  /** The user, with the id that the adapter gave. */
  user: User;
  /** Headers of a request with the session. */
  headers: Headers;
  /** `Set-Cookie` headers, as the app's response would have them. */
  setCookies: string[];
  /** The cookies, as Playwright's `context.addCookies` takes them. */
  cookies: AutomationCookie[];
  /** The same as the `storageState` of a Playwright context. */
  storageState: { cookies: AutomationCookie[]; origins: [] };
}

/**
 * Makes a session of a user, as a sign-in with the app's config would end: callbacks, records
 * and events are those of the app. The config stays as it is.
 *
 * A user whom the adapter does not know is created; one with the same `id` or `email` is used.
 * The `signIn` callback, `signUp` and second factors are not asked.
 *
 * @param auth the app's config, or the result of `defineAuth`
 * @throws {AuthError} in production, by `NODE_ENV`, `DENO_ENV` or `DENO_DEPLOYMENT_ID`
 * @throws {AuthError} when the config cannot be used
 * @throws {AuthError} for a membership without `organizations` in the config, for one of the app's
 * own tables, and for an unknown role
 *
 * @example
 * ```ts
 * import { defineAuth } from "@x/auth/server";
 * import { signInAs } from "@x/auth/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const auth = defineAuth({
 *   providers: [],
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 * const { headers } = await signInAs(auth, { name: "Ada" });
 * const session = await auth.getSession(new Request("http://localhost:8000/", { headers }));
 * assertEquals(session?.user?.name, "Ada");
 * ```
 */
export async function signInAs<const Auth extends AnyConfig>(
  auth: Auth,
  user: User,
  options: SignInAsOptions<NamesIn<Auth>["role"]> = {},
): Promise<TestSession> {
  const env = options.env ?? processEnvironment();
  refuseInProduction(env);
  const resolved = resolveUserConfig(toUserConfig(auth), env);
  const origin = new URL(options.origin ?? env.AUTH_URL ?? "http://localhost:8000").origin;
  (resolved.faults as Map<string, unknown>).clear(); // a session needs no provider
  // Nobody signs in, so nobody is notified of a new browser.
  const config = { ...configFor(resolved, origin, true), notifiesNewDevice: false };
  if (config.error) throw config.error;
  const ctx = await makeContext(config, origin);
  const { stored, isNewUser } = await storedUser(ctx, user);
  if (options.membership) {
    const { writeMembership } = await import("./membership.ts");
    await writeMembership(ctx, stored, options.membership);
  }
  const account = await linkedAccount(ctx, stored, options.account);
  const proof = makeProof(options, account.provider);
  await beginSession(ctx, { user: stored, account, isNewUser, proof }, options.profile);
  return toTestSession(stored, ctx.cookies.outgoing(), new URL(origin));
}

/** The proof of a sign-in of a test. */
export function makeProof({ proof }: SignInAsOptions, provider: string | null): Proof {
  return { at: nowSeconds(), methods: ["pwd"], provider, ...proof };
}

/**
 * @throws {AuthError} where the environment is that of a deployment
 */
export function refuseInProduction(env: Environment): void {
  if (!isProduction(env) && env.DENO_ENV !== "production") return;
  throw new AuthError(
    "Cannot use the test kit in production: it makes sessions without a proof. Unset `NODE_ENV` " +
      "and `DENO_ENV`, or set them to `test`",
  );
}

async function makeContext(config: ResolvedConfig, origin: string): Promise<Context> {
  const request = new Request(`${origin}${config.basePath}/signin`);
  const call = { action: "signin", method: "POST", query: {}, cookieHeader: "" } as const;
  return await createContext({ ...call, origin, request, returnRedirect: false }, config);
}

async function storedUser(
  { config: { store } }: Context,
  user: User,
): Promise<{ stored: User | AdapterUser; isNewUser?: boolean }> {
  if (!store) return { stored: { id: "test-user", ...user } };
  const known = (user.id === undefined ? null : await store.getUser(user.id)) ??
    (user.email ? await store.getUserByEmail(user.email) : null);
  if (known) return { stored: known };
  const { emailVerified } = user;
  const created = await store.createUser({
    ...user,
    id: user.id ?? crypto.randomUUID(),
    // Users of some providers have no address, which the adapters' type does not say.
    email: user.email as string,
    emailVerified: emailVerified === true ? nowDate() : emailVerified || null,
  });
  return { stored: created, isNewUser: true };
}

/** The account of the sign-in; stored when the test names one, so that its tokens are found. */
async function linkedAccount(
  { config: { store, providers } }: Context,
  { id = "" }: User,
  wanted: Partial<Account> | undefined,
): Promise<Account> {
  const provider = wanted?.provider ?? [...providers.keys()][0] ?? "test";
  const account: Account = {
    type: providers.get(provider)?.type ?? "credentials",
    providerAccountId: id,
    ...wanted,
    provider,
    userId: id,
  };
  if (wanted && store && !await store.getUserByAccount(account)) {
    await store.linkAccount(account as AdapterAccount);
  }
  return account;
}

function toTestSession(user: User, cookies: readonly Cookie[], origin: URL): TestSession {
  const setCookies = cookies.map(serializeCookie);
  const jar = new CookieStore();
  jar.store(origin, setCookies);
  const stored = jar.list(origin.hostname).map(toAutomationCookie);
  return {
    user,
    headers: new Headers({ cookie: jar.header(origin) }),
    setCookies,
    cookies: stored,
    storageState: { cookies: stored, origins: [] },
  };
}

const SAME_SITE = { strict: "Strict", lax: "Lax", none: "None" } as const;

function toAutomationCookie(
  { name, value, host, path, secure, httpOnly, sameSite, expiresMs }: BrowserCookie,
): AutomationCookie {
  return {
    name,
    value,
    domain: host,
    path,
    expires: expiresMs === undefined ? -1 : Math.floor(expiresMs / 1000),
    httpOnly,
    secure,
    sameSite: SAME_SITE[sameSite as keyof typeof SAME_SITE] ?? "Lax",
  };
}
