/**
 * Authentication for SolidStart.
 *
 * @example
 * ```ts
 * // src/routes/api/auth/[...solidauth].ts
 * import { SolidAuth } from "@x/auth/solid-start";
 * import GitHub from "@x/auth/providers/github";
 *
 * export const config = { providers: [GitHub({ clientId: "…" })] };
 * export const { GET, POST } = SolidAuth(config);
 *
 * // In a server function:
 * // const session = await getSession(getRequestEvent()!, config);
 * ```
 *
 * @module
 */

import { isActionPath } from "../http/paths.ts";
import { toBasePath } from "../http/url.ts";
import { setClientAddress } from "../http/client_address.ts";
import {
  type AuthorizationParams,
  type ImpersonateOptions,
  type SignInOptions,
  type SignOutOptions,
  toRedirect,
} from "../server/request_actions.ts";
import { createBinder } from "../server/bind.ts";
import { toUserConfig } from "../server/environment.ts";
import { headersSink } from "../server/cookies.ts";
import { createRequestActions } from "../server/create_request_actions.ts";
import { forOne } from "../server/personal.ts";
import { enter } from "../server/protect.ts";
import type { RequestAuth } from "../server/request_auth.ts";
import type { AuthenticationRefusal } from "../credentials/refusal.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Awaitable, Session } from "../types/entities.ts";
import type {
  AuthTypes,
  DefinedConfig,
  NamesIn,
  ProviderIdOf,
  SessionOf,
} from "../types/inference.ts";
import type {
  AuthenticateOptions,
  CredentialKind,
  GuardOptions,
  Principal,
} from "../types/principal.ts";
import type { NamedId } from "../types/provider_id.ts";
import type { Proof, RequireProofOptions } from "../types/proof.ts";
import type { SignInPage } from "../types/sign_in_page.ts";
import type { AccessToken, AccessTokenOptions } from "../types/tokens.ts";

import { assertHandler } from "./app.ts";

export * from "./exports.ts";

/** A config, and the path of its route. */
export type SolidAuthConfig = AuthConfig & {
  /** Path of the folder with the route; also the default of `basePath`. Default: `/api/auth`. */
  prefix?: string | undefined;
};

/** A config, or the result of `defineAuth`. */
export type SolidAuthInput = SolidAuthConfig | DefinedConfig<AuthTypes>;

/** Return type of {@linkcode getSession}. */
export type GetSessionResult<S = Session> = Promise<S | null>;

/** Members of SolidStart's events that are used. */
export interface SolidEvent {
  /** The request. */
  readonly request: Request;
  /** IP address of the client. */
  readonly clientAddress?: string;
  /** Settings of the response. */
  readonly response?: {
    /** Headers of the response. */
    readonly headers: Headers;
  };
}

/** A route of SolidStart; `undefined` leaves the request to the app. */
export type SolidAuthHandler = (event: SolidEvent) => Promise<Response | undefined>;

/** Result of {@linkcode SolidAuth}. */
export interface SolidAuthResult {
  /** Handler for the route's export `GET`. */
  GET: SolidAuthHandler;
  /** Handler for the route's export `POST`. */
  POST: SolidAuthHandler;
}

const PREFIX = "/api/auth";

/**
 * Returns the handlers of `src/routes/api/auth/[...solidauth].ts`. They pass paths
 * outside `prefix` and unknown actions on to the app.
 *
 * For settings with defaults see {@linkcode LazyConfigInput}.
 */
export function SolidAuth(config: SolidAuthInput): SolidAuthResult {
  const written: SolidAuthConfig = toUserConfig(config);
  const basePath = toBasePath(written.prefix ?? written.basePath ?? PREFIX);
  const handle: SolidAuthHandler = async (event) => {
    if (!isActionPath(new URL(event.request.url).pathname, basePath)) return;
    const auth = await readAuth(event, config);
    if (auth.isAction) return await auth.handle();
  };
  return { GET: handle, POST: handle };
}

/**
 * The session of a request, or `null`. A failure of your callbacks is logged and means no session.
 *
 * It is read once per request object. On a connection that stays open
 * (server-sent events, WebSocket), call this again with
 * `new Request(event.request)`.
 *
 * Its type is the {@linkcode SessionOf} of the config.
 *
 * @param from an event, or only its request; with the event, the app's response
 * renews a session that is due for renewal
 * @param config the object that was passed to {@linkcode SolidAuth}
 * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
 */
export async function getSession<Config extends SolidAuthInput>(
  from: Request | SolidEvent,
  config: Config,
): GetSessionResult<SessionOf<Config>> {
  const event = toEvent(from);
  const { request, response } = event;
  // SolidStart merges the event's response with the returned one.
  const pending = response && { answer: request, sink: headersSink(response.headers) };
  const session = await boundTo(config).session(request, event, request, pending);
  // The cast adds the callback's return type.
  return session as SessionOf<Config> | null;
}

/**
 * Starts a sign-in and returns the redirect; without a provider, the redirect to
 * the sign-in page. For a credentials provider it completes the sign-in. Server
 * functions return or throw the redirect. With an event, the event's response
 * carries the cookies; with a request, the redirect carries them.
 *
 * @throws {CredentialsSignin} when `authorize` refuses
 * @throws {AuthError} when `authorize` fails otherwise, or another site posted the form
 */
export async function signIn<Config extends SolidAuthInput>(
  from: Request | SolidEvent,
  config: Config,
  provider?: NamedId<ProviderIdOf<Config>>,
  options?: SignInOptions,
  authorizationParams?: AuthorizationParams,
): Promise<Response> {
  const call = { event: toEvent(from), config };
  return await acts.signIn(call, provider, options, authorizationParams);
}

/**
 * Ends the session and returns the redirect. Server functions return or throw it.
 * With an event, the event's response carries the cookies; with a request, the
 * redirect carries them.
 *
 * @throws {AuthError} when another site posted the form
 */
export async function signOut(
  from: Request | SolidEvent,
  config: SolidAuthInput,
  options?: SignOutOptions,
): Promise<Response> {
  return await acts.signOut({ event: toEvent(from), config }, options);
}

/**
 * Lets the operator of the request act for a user, and returns the redirect; see
 * {@linkcode RequestActions}. With an event, the event's response carries the cookies; with a
 * request, the redirect carries them.
 *
 * @throws {AccessDenied} when the operator may not act for this user
 * @throws {AuthError} without a reason, and when another site posted the form
 * @since 0.3.0
 */
export async function impersonate(
  from: Request | SolidEvent,
  config: SolidAuthInput,
  userId: string,
  options: ImpersonateOptions,
): Promise<Response> {
  return await acts.impersonate({ event: toEvent(from), config }, userId, options);
}

/**
 * Ends what {@linkcode impersonate} has begun, and returns the redirect, as it does.
 *
 * @throws {AccessDenied} when this browser does not have the operator's own session
 * @throws {AuthError} when another site posted the form
 * @since 0.3.0
 */
export async function stopImpersonating(
  from: Request | SolidEvent,
  config: SolidAuthInput,
  options?: Pick<ImpersonateOptions, "redirectTo">,
): Promise<Response> {
  return await acts.stopImpersonating({ event: toEvent(from), config }, options);
}

/**
 * Updates the session: passes `data` to your `jwt` callback, or with database
 * sessions to your `session` callback. The event's response carries the new
 * cookie.
 *
 * @throws {AuthError} when another site posted the form
 */
export async function updateSession<Config extends SolidAuthInput>(
  event: SolidEvent,
  config: Config,
  data: unknown,
): GetSessionResult<SessionOf<Config>> {
  const call = { event: toEvent(event), config };
  return await acts.updateSession(call, data) as SessionOf<Config> | null;
}

/**
 * The proof of the session: when, by which methods and with which provider its user
 * signed in; see {@linkcode Proof}. `null` without a live session.
 *
 * @param config the object that was passed to {@linkcode SolidAuth}
 * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
 */
export async function getProof(
  from: Request | SolidEvent,
  config: SolidAuthInput,
): Promise<Proof | null> {
  return await acts.getProof({ event: toEvent(from), config });
}

/**
 * A valid access token of the user's account at a provider; see {@linkcode RequestActions}.
 *
 * @param config the object that was passed to {@linkcode SolidAuth}
 * @throws {TokenRefreshError} when the token has expired, and there is no new one
 */
export async function getAccessToken(
  from: Request | SolidEvent,
  config: SolidAuthInput,
  options?: AccessTokenOptions,
): Promise<AccessToken | null> {
  return await acts.getAccessToken({ event: toEvent(from), config }, options);
}

/**
 * Compares the proof of the session with what you require, as `requireProof` of
 * `@x/auth/server` does.
 *
 * Server functions pass `redirectTo`, since they have a URL of their own.
 *
 * @param config the object that was passed to {@linkcode SolidAuth}
 * @returns `null` when the proof is good enough, else the absolute URL to redirect to
 * @throws {AuthError} for database sessions without `session.revocation`
 */
export async function requireProof(
  from: Request | SolidEvent,
  config: SolidAuthInput,
  options?: RequireProofOptions,
): Promise<string | null> {
  return await acts.requireProof({ event: toEvent(from), config }, options);
}

/**
 * The facts of the sign-in page, for a page of the app; see {@linkcode SignInPage}. The
 * event's response carries the cookie of the CSRF token.
 *
 * @param config the object that was passed to {@linkcode SolidAuth}
 * @throws {AuthError} when the config, the `Host` header or the query cannot be used
 */
export async function getSignInOptions(
  event: SolidEvent,
  config: SolidAuthInput,
): Promise<SignInPage> {
  return await acts.getSignInOptions({ event: toEvent(event), config });
}

/**
 * Authenticates a request; see {@linkcode RequestActions}. With the event, the app's response renews a
 * session that is due for renewal.
 *
 * @param config the object that was passed to {@linkcode SolidAuth}
 * @returns the principal, or a refusal: its `response()` is the answer
 * @throws {AuthError} when the config cannot be used
 * @throws {TypeError} when a kind of credential is accepted that the config does not bring
 */
export async function authenticate<
  Config extends SolidAuthInput,
  const Kind extends CredentialKind = "session",
>(
  from: Request | SolidEvent,
  config: Config,
  options?: AuthenticateOptions<Kind, NamesIn<Config>["scope"], NamesIn<Config>["resource"]>,
): Promise<
  | Principal<Kind, NamesIn<Config>["scope"], SessionOf<Config>, NamesIn<Config>["membership"]>
  | AuthenticationRefusal
> {
  // The cast adds the callback's return type.
  return await acts.authenticate({ event: toEvent(from), config }, options) as
    | Principal<Kind, NamesIn<Config>["scope"], SessionOf<Config>, NamesIn<Config>["membership"]>
    | AuthenticationRefusal;
}

/**
 * Makes an API route that runs for authenticated requests alone. Others get the answer of the
 * refusal: 401 or 403 with JSON, or for a browser that asks for a page the redirect to the sign-in
 * page. The response renews a session that is due for renewal.
 *
 * @param config the object that was passed to {@linkcode SolidAuth}
 * @param route gets the event and the principal
 * @param options see {@linkcode AuthenticateOptions}. Default: the session of a browser
 * @throws {AuthError} at a request, when the config cannot be used
 * @throws {TypeError} at a request, when a kind is accepted that the config does not bring
 *
 * @example
 * ```ts
 * import { protect } from "@x/auth/solid-start";
 * import { assertEquals } from "@std/assert";
 *
 * const config = {
 *   providers: [],
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * export const GET = protect(config, (_event, who) => Response.json({ id: who.id }));
 *
 * const response = await GET({ request: new Request("https://app.example/api/me") });
 * assertEquals(response.status, 401); // no user is signed in
 * ```
 */
export function protect<
  Config extends SolidAuthInput,
  const Kind extends CredentialKind = "session",
  Event extends SolidEvent = SolidEvent,
>(
  config: Config,
  route: (
    event: Event,
    who: Principal<
      Kind,
      NamesIn<Config>["scope"],
      SessionOf<Config>,
      NamesIn<Config>["membership"]
    >,
  ) => Awaitable<Response>,
  options?: GuardOptions<
    [event: Event],
    Kind,
    NamesIn<Config>["scope"],
    NamesIn<Config>["resource"]
  >,
): (event: Event) => Promise<Response> {
  assertHandler(route, "protect(config, route, options)");
  const wanted = boundTo(config).checkGuard(options);
  return async (event) => {
    const auth = await readAuth(toEvent(event) as Event, config);
    const { who, answer } = await enter(auth, wanted, [event]);
    // The cast adds the callback's return type.
    const made = answer ?? forOne(await route(event, who as Parameters<typeof route>[1]), wanted);
    if (!event.response) return await auth.finish(made);
    await carry(auth, { event });
    return made;
  };
}

/** SolidStart merges the event's response with the returned one. */
const carry = (
  auth: RequestAuth,
  { event: { request, response } }: { event: SolidEvent },
) => response && auth.writeTo(request, headersSink(response.headers));

const acts = createRequestActions(
  ({ event, config }: { event: SolidEvent; config: SolidAuthInput }) => readAuth(event, config),
  // The cookies are already in the event's response, if there is one.
  (result, { event }) => toRedirect(event.response ? { ...result, cookies: [] } : result),
  carry,
  carry,
);

/** Events by request, for later calls with the request alone. */
const events = new WeakMap<Request, SolidEvent>();

function toEvent(from: Request | SolidEvent): SolidEvent {
  // By its members, since servers replace the global class.
  if (!("request" in from)) return events.get(from) ?? { request: from };
  events.set(from.request, from);
  return from;
}

function readAuth(event: SolidEvent, config: SolidAuthInput): Promise<RequestAuth> {
  setClientAddress(event.request, event.clientAddress);
  return boundTo(config).of(event.request, event);
}

// `prefix` and `basePath` are each other's default.
const boundTo = createBinder<SolidAuthConfig, SolidEvent>(({ basePath, prefix }) => ({
  basePath: () => basePath ?? prefix ?? PREFIX,
}));
