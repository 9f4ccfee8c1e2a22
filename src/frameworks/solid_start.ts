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

import { isActionPath, toBasePath } from "../http/url.ts";
import { setPeer } from "../request/peer.ts";
import {
  type ActionResult,
  type AuthorizationParams,
  type SignInOptions,
  type SignOutOptions,
  toRedirect,
} from "../server/act.ts";
import { createBinder, type PendingAnswer, toWritten } from "../server/bind.ts";
import { headersSink } from "../server/cookies.ts";
import type { RequestAuth } from "../server/request_auth.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Session } from "../types/entities.ts";
import type { DefinedConfig, ProviderIdOf, SessionOf } from "../types/inference.ts";

export { customFetch } from "../symbols.ts";
export { AuthError, CredentialsSignin } from "../errors.ts";
export type * from "../types/mod.ts";
export type { AuthorizationParams, SignInOptions, SignOutOptions } from "../server/act.ts";

/** A config, and where its routes are. */
export type SolidAuthConfig = AuthConfig & {
  /** Path of the folder with the route; also the default of `basePath`. Default `/api/auth`. */
  prefix?: string | undefined;
};

/** A config, or what `defineAuth` returned. */
export type SolidAuthInput = SolidAuthConfig | DefinedConfig<string, unknown, unknown>;

/** What {@linkcode getSession} answers. */
export type GetSessionResult<S = Session> = Promise<S | null>;

/** What is used of SolidStart's events. */
export interface SolidEvent {
  /** The request. */
  readonly request: Request;
  /** Address the request came from. */
  readonly clientAddress?: string;
  /** What the answer will carry. */
  readonly response?: {
    /** Its headers. */
    readonly headers: Headers;
  };
}

/** A route of SolidStart; `undefined` leaves the request to the app. */
export type SolidAuthHandler = (event: SolidEvent) => Promise<Response | undefined>;

/** What {@linkcode SolidAuth} returns. */
export interface SolidAuthResult {
  /** For the route's export of this name. */
  GET: SolidAuthHandler;
  /** For the route's export of this name. */
  POST: SolidAuthHandler;
}

const PREFIX = "/api/auth";

/**
 * The handlers of `src/routes/api/auth/[...solidauth].ts`. They leave paths
 * outside `prefix` and unknown actions to the app.
 *
 * What the config leaves open comes from the environment (`AUTH_SECRET`,
 * `AUTH_GITHUB_ID`, …). The host header is trusted with `AUTH_URL`,
 * `AUTH_TRUST_HOST` or `trustHost`, and on loopback origins.
 */
export function SolidAuth(config: SolidAuthInput): SolidAuthResult {
  const written: SolidAuthConfig = toWritten(config);
  const basePath = toBasePath(written.prefix ?? written.basePath ?? PREFIX);
  const handle: SolidAuthHandler = async (event) => {
    if (!isActionPath(new URL(event.request.url).pathname, basePath)) return;
    setPeer(event.request, event.clientAddress);
    const auth = await authOf(event, config);
    if (auth.isAction) return await auth.handle();
  };
  return { GET: handle, POST: handle };
}

/**
 * The session of a request, or `null`. Never throws: a failure is logged and
 * means no session.
 *
 * It is read once per request object. For a connection that stays open
 * (server-sent events, WebSocket), ask again with `new Request(event.request)`.
 *
 * It has the shape that the config's `session` callback returns. Pass what
 * `defineAuth` returned, or write `const config = { … } satisfies
 * SolidAuthConfig`: a variable of the type `SolidAuthConfig` tells nothing but
 * `Session`.
 *
 * @param from an event, or only its request; given the event, a session that
 * was due for it is extended with the app's answer
 * @param config the object that {@linkcode SolidAuth} got
 */
export async function getSession<Config extends SolidAuthInput>(
  from: Request | SolidEvent,
  config: Config,
): GetSessionResult<SessionOf<Config>> {
  const event = toEvent(from);
  const { request } = event;
  const session = await boundTo(config).session(request, event, request, answerOf(event));
  // What the callback returned.
  return session as SessionOf<Config> | null;
}

/**
 * Starts a sign-in and returns the redirect; without a provider, to the sign-in
 * page. With credentials it finishes the sign-in. For server functions, which
 * return or throw it. Given the event, its own answer carries the cookies; given
 * the request alone, the redirect does.
 *
 * @throws {CredentialsSignin} when `authorize` refuses
 * @throws {AuthError} what else `authorize` failed with, and a form of another site
 */
export async function signIn<Config extends SolidAuthInput>(
  from: Request | SolidEvent,
  config: Config,
  provider?: ProviderIdOf<Config>,
  options?: SignInOptions,
  authorizationParams?: AuthorizationParams,
): Promise<Response> {
  return toRedirect(
    await act(from, config, (auth) => auth.signIn(provider, options, authorizationParams)),
  );
}

/**
 * Ends the session and returns the redirect. For server functions, which return
 * or throw it. Given the event, its own answer carries the cookies; given the
 * request alone, the redirect does.
 *
 * @throws {AuthError} when another site posted the form
 */
export async function signOut(
  from: Request | SolidEvent,
  config: SolidAuthInput,
  options?: SignOutOptions,
): Promise<Response> {
  return toRedirect(await act(from, config, (auth) => auth.signOut(options)));
}

/**
 * Updates the session: hands `data` to your `jwt` callback, or to the `session`
 * callback of database sessions. The event's answer carries the new cookie.
 *
 * @throws {AuthError} when another site posted the form
 */
export async function updateSession<Config extends SolidAuthInput>(
  event: SolidEvent,
  config: Config,
  data: unknown,
): GetSessionResult<SessionOf<Config>> {
  const { body } = await act(event, config, (auth) => auth.update(data));
  return body as SessionOf<Config> | null;
}

/** Acts; cookies are left over for the redirect only where the event has no answer to carry them. */
async function act(
  from: Request | SolidEvent,
  config: SolidAuthInput,
  run: (auth: RequestAuth) => Promise<ActionResult>,
): Promise<ActionResult> {
  const event = toEvent(from);
  const auth = await authOf(event, config);
  const result = await run(auth);
  const pending = answerOf(event);
  if (!pending) return result;
  await auth.writeTo(pending.answer, pending.sink);
  return { ...result, cookies: [] };
}

/** The event's own answer, which SolidStart merges with whatever is returned. */
function answerOf({ request, response }: SolidEvent): PendingAnswer | undefined {
  return response && { answer: request, sink: headersSink(response.headers) };
}

/** Functions may be called with the event first, and with its request alone later. */
const events = new WeakMap<Request, SolidEvent>();

function toEvent(from: Request | SolidEvent): SolidEvent {
  if (from instanceof Request) return events.get(from) ?? { request: from };
  events.set(from.request, from);
  return from;
}

const authOf = (event: SolidEvent, config: SolidAuthInput): Promise<RequestAuth> =>
  boundTo(config).of(event.request, event);

// Base path and prefix are one path unless the app sets both.
const boundTo = createBinder<SolidAuthConfig, SolidEvent>(({ basePath, prefix }) => ({
  basePath: () => basePath ?? prefix ?? PREFIX,
}));
