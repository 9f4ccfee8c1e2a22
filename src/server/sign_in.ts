/**
 * The session of a request, sign-in and sign-out, for apps without a wrapper.
 *
 * @module
 */

import type { ServerConfig } from "../types/inference.ts";
import type { Context } from "../types/internal.ts";
import type { JWT, Session } from "../types/entities.ts";
import type { AuthenticationRefusal } from "../credentials/refusal.ts";
import type { AuthenticateOptions, CredentialKind, Principal } from "../types/principal.ts";
import type { Proof, RequireProofOptions } from "../types/proof.ts";
import type { ProviderId } from "../types/provider.ts";
import type { AccessToken, AccessTokenOptions } from "../types/tokens.ts";
import {
  type AuthorizationParams,
  type ImpersonateOptions,
  type SignInOptions,
  type SignOutOptions,
  toRedirect,
} from "./request_actions.ts";
import { type Bound, createBinder } from "./bind.ts";
import { headersSink } from "./cookies.ts";

/** Binds an app's config, once per config object. */
export const boundTo: (config: ServerConfig) => Bound<void> = createBinder();

/**
 * Runs a change by the user of a request.
 *
 * @param action the page that makes this change too
 * @param headers headers of the app's response; they get the cookies
 * @throws {MissingCSRF} when another site posted the form
 */
export async function changeByUser<T>(
  config: ServerConfig,
  request: Request,
  action: string,
  headers: Headers | undefined,
  run: (ctx: Context) => Promise<T>,
): Promise<T> {
  const auth = await boundTo(config).of(request);
  const result = await auth.change(action, run);
  if (headers) await auth.writeTo(headers, headersSink(headers));
  return result;
}

/**
 * The session of a request, or `null`. A failure of your callbacks is logged and means no session.
 *
 * A session is read once per request object. On a connection that stays open
 * (server-sent events, WebSocket), call this again with `request.clone()`.
 *
 * @param config the same object every time, since resolved configs are cached per object
 * @param headers headers of your response; they get the cookie of a renewed
 * session, and delete the cookie of one that has ended
 * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session; see
 * `session.onStoreFailure`
 *
 * @example
 * ```ts
 * import { getSession } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const config = { providers: [], secret: "a-secret-of-at-least-32-characters", trustHost: true };
 * const request = new Request("https://app.example/");
 * const headers = new Headers();
 * assertEquals(await getSession(request, config, headers), null); // no user is signed in
 * const response = new Response("Hello", { headers });
 * assertEquals(response.headers.getSetCookie(), []);
 * ```
 */
export async function getSession(
  request: Request,
  config: ServerConfig,
  headers?: Headers,
): Promise<Session | null> {
  const auth = await boundTo(config).of(request);
  const session = await auth.session();
  if (headers) await auth.writeTo(headers, headersSink(headers));
  return session;
}

/**
 * The claims of a request's session token, as the `jwt` callback returned them
 * last, or `null`: without a live session, and with database sessions, which
 * have no claims. Use it for data that the server needs and the client must not
 * see, such as a provider's access token. With
 * `session.revocation`, a revoked session has no claims; `getToken` of
 * `@x/auth/jwt` does not ask the store.
 *
 * @param config the same object every time, since resolved configs are cached per object
 * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
 */
export async function getToken(request: Request, config: ServerConfig): Promise<JWT | null> {
  return await (await boundTo(config).of(request)).token();
}

/**
 * The proof of a request's session: when, by which methods and with which provider its
 * user signed in. `null` without a live session. It runs no callback, so read the session too if a
 * callback of yours can end it.
 *
 * Renewals, updates, linked accounts and added passkeys do not change it, nor does a
 * sign-in with a stored account or passkey of the user who is signed in, which keeps
 * the session, unless {@linkcode requireProof} asked for it. Database sessions keep it in their record, so without
 * `session.revocation` their methods are unknown, as are those of sessions that began
 * with Auth.js: `methods` is empty and `provider` is `null`.
 *
 * @param config the same object every time, since resolved configs are cached per object
 * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
 *
 * @example
 * ```ts
 * import { getProof } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const config = { providers: [], secret: "a-secret-of-at-least-32-characters", trustHost: true };
 * const request = new Request("https://app.example/transfer");
 * const proof = await getProof(request, config);
 * const isRecent = proof !== null && proof.methods.length > 0 &&
 *   Date.now() / 1000 - proof.at < 600;
 * assertEquals(isRecent, false); // no user is signed in
 * ```
 */
export async function getProof(request: Request, config: ServerConfig): Promise<Proof | null> {
  return await (await boundTo(config).of(request)).proof();
}

/**
 * A valid access token of the user's account at a provider, for requests to the provider's
 * API. When the token is about to expire, it is refreshed first: once for all callers of all
 * processes that share a store of records. Needs `tokens` in the config.
 *
 * Without a store of records the session token holds the tokens: then callers of one process
 * share a refresh, and `headers` must reach the browser. A refresh that the provider has
 * answered is lost when the process ends before it is stored; if the provider accepts a
 * refresh token only once, the user must then sign in again.
 *
 * @param config the same object every time, since resolved configs are cached per object
 * @param headers headers of your response; without a store of records they get the cookie
 * with the refreshed tokens
 * @returns `null` without a live session, and when its user has no account at the provider
 * @throws {TokenRefreshError} when the token has expired, and there is no new one; its
 * `remedy` says what to do, and the session stays
 * @throws {AuthError} when the config has no `tokens`
 *
 * @example
 * ```ts
 * import { getAccessToken } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 * import { KeepTokens } from "@x/auth/tokens";
 *
 * const config = {
 *   providers: [],
 *   tokens: KeepTokens(),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * const request = new Request("https://app.example/repositories");
 * const headers = new Headers();
 * const token = await getAccessToken(request, config, { provider: "github" }, headers);
 * assertEquals(token, null); // no user is signed in
 * ```
 */
export async function getAccessToken(
  request: Request,
  config: ServerConfig,
  options: AccessTokenOptions = {},
  headers?: Headers,
): Promise<AccessToken | null> {
  const auth = await boundTo(config).of(request);
  const { token, cookies } = await auth.accessToken(options);
  if (headers && cookies.length > 0) await auth.writeTo(headers, headersSink(headers));
  return token;
}

/**
 * Compares the proof of a request's session with what you require. Returns `null` when it is
 * good enough, else the absolute URL to redirect to: there the user proves again who it is,
 * by an enrolled second factor or by the provider that began the session, and comes back.
 * The session keeps its id and its data. Without a session, it is the URL of the sign-in page.
 *
 * All conditions must hold. `methods` counts every proof in this session, `maxAge` the last
 * one. A proof of unknown methods, as in cookies of Auth.js, meets none. Like
 * {@linkcode getProof}, it runs no callback.
 *
 * @param config the same object every time, since resolved configs are cached per object
 * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
 * @throws {AuthError} for database sessions without `session.revocation`, which hold no proof
 *
 * @example
 * ```ts
 * import { requireProof } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const config = { providers: [], secret: "a-secret-of-at-least-32-characters", trustHost: true };
 *
 * async function transfer(request: Request): Promise<Response> {
 *   const url = await requireProof(request, config, { maxAge: 600, methods: ["mfa"] });
 *   if (url) return Response.redirect(url, 303);
 *   return new Response("Transferred");
 * }
 *
 * const { headers } = await transfer(new Request("https://app.example/transfer?to=grace"));
 * const url = new URL(headers.get("location")!);
 * assertEquals(url.pathname, "/auth/signin"); // no user is signed in
 * assertEquals(url.searchParams.get("callbackUrl"), "/transfer?to=grace");
 * ```
 */
export async function requireProof(
  request: Request,
  config: ServerConfig,
  options: RequireProofOptions = {},
): Promise<string | null> {
  return await (await boundTo(config).of(request)).requireProof(options);
}

/**
 * Starts a sign-in and returns the redirect with its cookies; without a
 * provider, the redirect to the sign-in page. For a credentials provider it
 * completes the sign-in. A sign-in that cannot start redirects to the error page
 * and is logged.
 *
 * @param authorizationParams extra query parameters of the authorization request
 * @throws {AuthError} when credentials are refused; the error that `authorize` threw
 * @throws {MissingCSRF} when another site posted the form
 *
 * @example
 * ```ts
 * import GitHub from "@x/auth/providers/github";
 * import { signIn } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const config = {
 *   providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * const request = new Request("https://app.example/login");
 * const response = await signIn(request, config, "github", { redirectTo: "/home" });
 * assertEquals(new URL(response.headers.get("location")!).hostname, "github.com");
 * ```
 */
export async function signIn(
  request: Request,
  config: ServerConfig,
  provider?: ProviderId,
  options: SignInOptions = {},
  authorizationParams?: AuthorizationParams,
): Promise<Response> {
  const auth = await boundTo(config).of(request);
  return toRedirect(await auth.signIn(provider, options, authorizationParams));
}

/**
 * Ends the session and returns the redirect with its cookies.
 *
 * @throws {MissingCSRF} when another site posted the form
 *
 * @example
 * ```ts
 * import { signOut } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const config = { providers: [], secret: "a-secret-of-at-least-32-characters", trustHost: true };
 * const request = new Request("https://app.example/logout", { method: "POST" });
 * const response = await signOut(request, config, { redirectTo: "/" });
 * assertEquals(response.headers.get("location"), "https://app.example/");
 * ```
 */
export async function signOut(
  request: Request,
  config: ServerConfig,
  options: SignOutOptions = {},
): Promise<Response> {
  const auth = await boundTo(config).of(request);
  return toRedirect(await auth.signOut(options));
}

/**
 * Lets the operator of a request act for a user; see `RequestActions.impersonate`.
 *
 * @param config the same object every time, since resolved configs are cached per object
 * @throws {AccessDenied} when the operator may not act for this user
 * @throws {AuthError} without a reason, without `operators` in the config, and when another site
 * posted the form
 * @since 0.3.0
 *
 * @example
 * ```ts
 * import { impersonate } from "@x/auth/server";
 * import { assertRejects } from "@std/assert";
 *
 * const config = { providers: [], secret: "a-secret-of-at-least-32-characters", trustHost: true };
 * const request = new Request("https://app.example/support", { method: "POST" });
 * // This app has no operators.
 * await assertRejects(() => impersonate(request, config, "user-1", { reason: "Ticket 7" }));
 * ```
 */
export async function impersonate(
  request: Request,
  config: ServerConfig,
  userId: string,
  options: ImpersonateOptions,
): Promise<Response> {
  const auth = await boundTo(config).of(request);
  return toRedirect(await auth.impersonate(userId, options));
}

/**
 * Ends what {@linkcode impersonate} has begun; see `RequestActions.stopImpersonating`.
 *
 * @param config the same object every time, since resolved configs are cached per object
 * @throws {AccessDenied} when this browser does not have the operator's own session
 * @throws {AuthError} without `operators` in the config, and when another site posted the form
 * @since 0.3.0
 *
 * @example
 * ```ts
 * import { stopImpersonating } from "@x/auth/server";
 * import { assertRejects } from "@std/assert";
 *
 * const config = { providers: [], secret: "a-secret-of-at-least-32-characters", trustHost: true };
 * const request = new Request("https://app.example/stop", { method: "POST" });
 * // This app has no operators.
 * await assertRejects(() => stopImpersonating(request, config));
 * ```
 */
export async function stopImpersonating(
  request: Request,
  config: ServerConfig,
  options: Pick<ImpersonateOptions, "redirectTo"> = {},
): Promise<Response> {
  const auth = await boundTo(config).of(request);
  return toRedirect(await auth.stopImpersonating(options));
}

/**
 * Updates the session: passes `data` to the `jwt` callback with the trigger
 * `update`, or with database sessions to the `session` callback.
 *
 * @param headers headers of your response; they get the new session cookie
 * @returns the updated session, or `null` without a session
 * @throws {MissingCSRF} when another site posted the form
 * @throws {AuthError} when the callback fails
 *
 * @example
 * ```ts
 * import { updateSession } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const config = { providers: [], secret: "a-secret-of-at-least-32-characters", trustHost: true };
 * const request = new Request("https://app.example/profile", { method: "POST" });
 * const headers = new Headers();
 * assertEquals(await updateSession(request, config, { name: "Ada" }, headers), null);
 * ```
 */
export async function updateSession(
  request: Request,
  config: ServerConfig,
  data: unknown,
  headers: Headers,
): Promise<Session | null> {
  const auth = await boundTo(config).of(request);
  const { body } = await auth.update(data);
  await auth.writeTo(headers, headersSink(headers));
  return body as Session | null;
}

/**
 * Who makes a request, with a session or another credential; see `RequestActions.authenticate`.
 * While the store fails, the refusal has the reason `unavailable` and the status 503.
 *
 * @throws {AuthError} when the config cannot be used
 * @throws {TypeError} when a kind of credential is accepted that the config does not bring
 *
 * @example
 * ```ts
 * import { authenticate } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const config = { providers: [], secret: "a-secret-of-at-least-32-characters", trustHost: true };
 *
 * async function api(request: Request): Promise<Response> {
 *   const who = await authenticate(request, config);
 *   if (!who.ok) return who.response();
 *   return Response.json({ user: who.id });
 * }
 *
 * // No user is signed in.
 * assertEquals((await api(new Request("https://app.example/api"))).status, 401);
 * ```
 */
export async function authenticate<const Kind extends CredentialKind = "session">(
  request: Request,
  config: ServerConfig,
  options?: AuthenticateOptions<Kind>,
): Promise<Principal<Kind> | AuthenticationRefusal> {
  const who = await (await boundTo(config).of(request)).authenticate(options);
  // Only kinds that are accepted get through.
  return who as Principal<Kind> | AuthenticationRefusal;
}
