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

import { setPeer } from "../request/peer.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Session } from "../types/entities.ts";
import type { ProviderId } from "../types/provider.ts";
import type { ActFields, AuthorizationParams } from "./acting.ts";
import { onceFor } from "./memory.ts";
import { createShell, isActionPath, type Shell, type SignOutFields } from "./shell.ts";

export { customFetch } from "../symbols.ts";
export { AuthError, CredentialsSignin } from "../errors.ts";
export type { Account, DefaultSession, Profile, Session, User } from "../types/entities.ts";
export type { ActFields, AuthorizationParams } from "./acting.ts";
export type { SignOutFields } from "./shell.ts";

/** A config, and where its routes are. */
export type SolidAuthConfig = AuthConfig & {
  /** Path of the folder with the route; also the default of `basePath`. Default `/api/auth`. */
  prefix?: string | undefined;
};

/** What {@linkcode getSession} answers. */
export type GetSessionResult = Promise<Session | null>;

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
export function SolidAuth(config: SolidAuthConfig): SolidAuthResult {
  const shell = shellOf(config);
  const basePath = config.prefix ?? config.basePath ?? PREFIX;
  const handle: SolidAuthHandler = async (event) => {
    if (!isActionPath(new URL(event.request.url).pathname, basePath)) return;
    setPeer(event.request, event.clientAddress);
    return await shell.answer(event.request, event);
  };
  return { GET: handle, POST: handle };
}

/**
 * The session of a request, or `null`. Never fails: an unreadable session is
 * logged and means that nobody is signed in.
 *
 * @param from an event, or only its request; given the event, a session that
 * was due for it is extended with the app's answer
 * @param config the object that {@linkcode SolidAuth} got
 */
export async function getSession(
  from: Request | SolidEvent,
  config: SolidAuthConfig,
): GetSessionResult {
  const event = toEvent(from);
  const shell = shellOf(config);
  const session = await shell.read(event.request, event);
  const told = toldBy(shell);
  const cookies = await shell.cookies(event.request);
  if (!told.has(event)) {
    told.set(event, cookies);
    for (const cookie of cookies) event.response?.headers.append("set-cookie", cookie);
  }
  return session;
}

/**
 * Starts a sign-in and returns the redirect; without a provider, to the sign-in
 * page. With credentials it finishes the sign-in. For server functions, which
 * return or throw it.
 *
 * @throws {CredentialsSignin} when `authorize` refuses
 * @throws {AuthError} what else went wrong; among them a form of another site
 */
export async function signIn(
  from: Request | SolidEvent,
  config: SolidAuthConfig,
  provider?: ProviderId,
  options: ActFields = {},
  authorizationParams?: AuthorizationParams,
): Promise<Response> {
  const event = toEvent(from);
  const shell = shellOf(config);
  const how = [provider, options, authorizationParams] as const;
  const response = await shell.signIn(event.request, event, ...how);
  takeBack(shell, event);
  return response;
}

/**
 * Ends the session and returns the redirect. For server functions, which return
 * or throw it.
 *
 * @throws {AuthError} when another site posted the form
 */
export async function signOut(
  from: Request | SolidEvent,
  config: SolidAuthConfig,
  options: SignOutFields = {},
): Promise<Response> {
  const event = toEvent(from);
  const shell = shellOf(config);
  const response = await shell.signOut(event.request, event, options);
  takeBack(shell, event);
  return response;
}

/** Cookies that events got for sessions that were read. */
const toldBy = (shell: Shell<SolidEvent>): WeakMap<SolidEvent, readonly string[]> =>
  onceFor(shell, "told", () => new WeakMap());

/** A renewal of the old session must not stand beside the cookies of the new one, or its end. */
function takeBack(shell: Shell<SolidEvent>, event: SolidEvent): void {
  const mine = toldBy(shell).get(event) ?? [];
  if (!event.response || mine.length === 0) return;
  const { headers } = event.response;
  const others = headers.getSetCookie().filter((cookie) => !mine.includes(cookie));
  headers.delete("set-cookie");
  for (const cookie of others) headers.append("set-cookie", cookie);
}

const toEvent = (from: Request | SolidEvent): SolidEvent =>
  from instanceof Request ? { request: from } : from;

function shellOf(config: SolidAuthConfig): Shell<SolidEvent> {
  return onceFor(config, "solid-start", () => {
    const { prefix, ...written } = config;
    // Base path and prefix are one thing unless somebody says otherwise.
    return createShell(written, { basePath: ({ basePath }) => basePath ?? prefix ?? PREFIX });
  });
}
