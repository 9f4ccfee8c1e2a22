/**
 * The session in client components of Next.js.
 *
 * ```tsx ignore
 * import { SessionProvider, useSession } from "@x/auth/next/react";
 * ```
 *
 * @module
 */

"use client";

import {
  type Context,
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import {
  type AuthClient,
  createAuthClient,
  createSessionStore,
  type DefaultSession,
  type Session,
  type SessionStoreOptions,
  tellTabs,
} from "@x/auth/client";

import { __NEXTAUTH, type NextAuthClientConfig } from "./client_config.ts";

export { __NEXTAUTH, type NextAuthClientConfig };
export type {
  AuthClient,
  ClientSafeProvider,
  Session,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutOptions as SignOutParams,
  SignOutResponse,
} from "@x/auth/client";

const client: AuthClient = createAuthClient({
  basePath: () => __NEXTAUTH.baseUrl + __NEXTAUTH.basePath,
  onError: (error) => console.error("[auth]", error),
});

/** Sends `data` to the `jwt` callback; without `data`, reads the session again. */
export type UpdateSession<S = Session> = (data?: unknown) => Promise<S | null>;

/**
 * Result of {@linkcode useSession}; with `required` it is never `unauthenticated`.
 *
 * @typeParam S Type of the session.
 */
export type SessionContextValue<Required extends boolean = false, S = Session> =
  & {
    /**
     * `true` while the service cannot be asked: `data` is what was read last, and the session is read
     * again by itself. Absent otherwise.
     */
    isStale?: boolean;
  }
  & (
    | { update: UpdateSession<S>; data: S; status: "authenticated" }
    | (Required extends true ? { update: UpdateSession<S>; data: null; status: "loading" }
      : { update: UpdateSession<S>; data: null; status: "unauthenticated" | "loading" })
  );

/** Options of {@linkcode useSession}. */
export interface UseSessionOptions<Required extends boolean> {
  /** `true` redirects to the sign-in page when there is no session. */
  required: Required;
  /** Called instead of the redirect to the sign-in page. */
  onUnauthenticated?: (() => void) | undefined;
}

/** Options of {@linkcode getSession}. */
export interface GetSessionParams {
  /** `true` makes the other tabs read the session again too. Default `true`. */
  broadcast?: boolean | undefined;
  /** @deprecated Has no effect. */
  event?: string | undefined;
  /** @deprecated Has no effect. */
  triggerEvent?: boolean | undefined;
}

/** Props of {@linkcode SessionProvider}. */
export interface SessionProviderProps extends SessionStoreOptions {
  /** Components that use the session. */
  children?: ReactNode | undefined;
  /** Base path of the auth endpoints. Default `/api/auth`. */
  basePath?: string | undefined;
  /** Origin of the auth endpoints. Default: the page's own origin. */
  baseUrl?: string | undefined;
}

/** Context with the session of a {@linkcode SessionProvider}. */
export const SessionContext: Context<SessionContextValue | undefined> = createContext<
  SessionContextValue | undefined
>(undefined);

/** Provides the session to the components inside it, and keeps it up to date. */
export function SessionProvider(props: SessionProviderProps): ReactElement {
  const { children, session, basePath, baseUrl } = props;
  const { refetchInterval, refetchOnWindowFocus, refetchWhenOffline } = props;
  if (basePath) __NEXTAUTH.basePath = basePath;
  if (baseUrl) __NEXTAUTH.baseUrl = baseUrl;
  const schedule = useMemo(
    () => ({ refetchInterval, refetchOnWindowFocus, refetchWhenOffline }),
    [refetchInterval, refetchOnWindowFocus, refetchWhenOffline],
  );
  const [store] = useState(() => createSessionStore(client, { session, ...schedule }));
  useEffect(() => store.configure(schedule), [store, schedule]);
  useEffect(() => {
    __NEXTAUTH._getSession = () => store.refresh();
    const stop = store.start();
    return () => {
      __NEXTAUTH._getSession = () => {};
      stop();
    };
  }, [store]);
  const state = useSyncExternalStore(store.subscribe, store.get, store.get);
  const value = useMemo(() => ({ ...state, update: store.update }), [state, store]);
  return createElement(
    SessionContext.Provider,
    // During a reload `data` is the previous session, which the public type excludes.
    { value: value as SessionContextValue },
    children,
  );
}

/**
 * The session of this tab. Without a session, `onUnauthenticated` is called, or
 * the browser is redirected to the sign-in page.
 *
 * @typeParam S Type of the session: `SessionOf<typeof auth>`.
 * @throws {TypeError} outside of a {@linkcode SessionProvider}
 */
export function useSession<S extends DefaultSession = Session>(
  options: UseSessionOptions<true>,
): SessionContextValue<true, S>;
/**
 * The session of this tab.
 *
 * @typeParam S Type of the session: `SessionOf<typeof auth>`.
 * @throws {TypeError} outside of a {@linkcode SessionProvider}
 */
export function useSession<S extends DefaultSession = Session>(
  options?: UseSessionOptions<false>,
): SessionContextValue<false, S>;
/**
 * The session of this tab, with `required` from a variable.
 *
 * @throws {TypeError} outside of a {@linkcode SessionProvider}
 */
export function useSession<Required extends boolean>(
  options?: UseSessionOptions<Required>,
): SessionContextValue<Required>;
export function useSession(options?: UseSessionOptions<boolean>): SessionContextValue<boolean> {
  const value = useContext(SessionContext);
  if (!value) {
    throw new TypeError(
      "Cannot use `useSession` here: render the component inside <SessionProvider>",
    );
  }
  const { required, onUnauthenticated } = options ?? {};
  const isMissing = Boolean(required) && value.status === "unauthenticated" && !value.isStale;
  useEffect(() => {
    if (!isMissing) return;
    if (onUnauthenticated) return onUnauthenticated();
    const query = new URLSearchParams({ error: "SessionRequired", callbackUrl: location.href });
    location.href = `${__NEXTAUTH.baseUrl}${__NEXTAUTH.basePath}/signin?${query}`;
  }, [isMissing, onUnauthenticated]);
  return isMissing ? { ...value, data: null, status: "loading" } : value;
}

/**
 * Reads the session of this browser, and tells the other tabs unless `broadcast` is `false`.
 *
 * @throws {TypeError} for the request of a server, whose session `auth` reads
 * @throws {UnavailableError} when the service cannot be asked
 */
export async function getSession(params?: GetSessionParams): Promise<Session | null> {
  if (params && "req" in params) {
    throw new TypeError(
      "Cannot read the session of a request here: write `auth({ req })`, with the `auth` that " +
        "`NextAuth` returns",
    );
  }
  const session = await client.getSession();
  if (params?.broadcast ?? true) tellTabs("getSession");
  return session;
}

/** Reads the CSRF token of this browser. */
export const getCsrfToken: AuthClient["getCsrfToken"] = client.getCsrfToken;

/** Reads the configured providers by id; `null` when the request fails. */
export const getProviders: AuthClient["getProviders"] = client.getProviders;

/** Reads the session again after an act that succeeded without leaving the page. */
function thenRefresh<Act extends AuthClient["signIn" | "signOut"]>(act: Act): Act {
  // The casts hold, since parameters and answer are passed on.
  const run = act as (...args: unknown[]) => Promise<{ ok?: boolean } | void>;
  return (async (...args: unknown[]) => {
    const answer = await run(...args);
    if (answer && answer.ok !== false) {
      // The act succeeded, and the state says that it could not be read again.
      await Promise.resolve(__NEXTAUTH._getSession()).catch(() => {});
    }
    return answer;
  }) as Act;
}

/** Starts a sign-in, or posts credentials. See {@linkcode AuthClient}. */
export const signIn: AuthClient["signIn"] = thenRefresh(client.signIn);

/** Ends the session, and notifies the other tabs. See {@linkcode AuthClient}. */
export const signOut: AuthClient["signOut"] = thenRefresh(client.signOut);
