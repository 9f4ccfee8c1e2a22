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
  type ClientSafeProvider,
  createAuthClient,
  createSessionStore,
  type DefaultSession,
  type ProviderId,
  type Session,
  type SignInAuthorizationParams,
  type SignInOptions,
  type SignInResponse,
  type SignOutOptions,
  type SignOutResponse,
  tellTabs,
} from "@x/auth/client";

import { __NEXTAUTH, type NextAuthClientConfig } from "./client_config.ts";

export { __NEXTAUTH, type NextAuthClientConfig };
export type {
  ClientSafeProvider,
  Session,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutOptions as SignOutParams,
  SignOutResponse,
};

const client: AuthClient = createAuthClient({
  basePath: () => __NEXTAUTH.baseUrl + __NEXTAUTH.basePath,
  onError: (error) => console.error("[auth]", error),
});

/** Sends `data` to the `jwt` callback, or reads again without any. */
export type UpdateSession<S = Session> = (data?: unknown) => Promise<S | null>;

/**
 * What {@linkcode useSession} returns; with `required`, somebody or still loading.
 *
 * @typeParam S Shape of the session.
 */
export type SessionContextValue<Required extends boolean = false, S = Session> =
  | { update: UpdateSession<S>; data: S; status: "authenticated" }
  | (Required extends true ? { update: UpdateSession<S>; data: null; status: "loading" }
    : { update: UpdateSession<S>; data: null; status: "unauthenticated" | "loading" });

/** Options of {@linkcode useSession}. */
export interface UseSessionOptions<Required extends boolean> {
  /** Whether signed-out people are sent away. */
  required: Required;
  /** Replaces the way to the sign-in page. */
  onUnauthenticated?: (() => void) | undefined;
}

/** Options of {@linkcode getSession}. */
export interface GetSessionParams {
  /** Makes the other tabs read it again too. Default `true`. */
  broadcast?: boolean | undefined;
  /** @deprecated Has no effect. */
  event?: string | undefined;
  /** @deprecated Has no effect. */
  triggerEvent?: boolean | undefined;
}

/** Props of {@linkcode SessionProvider}. */
export interface SessionProviderProps {
  /** What is rendered inside. */
  children?: ReactNode | undefined;
  /** What the server knew; absent means that it is read on start. */
  session?: Session | null | undefined;
  /** Path of the service. Default `/api/auth`. */
  basePath?: string | undefined;
  /** Origin of the service, when it is another one. */
  baseUrl?: string | undefined;
  /** Seconds between reads while somebody is signed in. Default 0: never. */
  refetchInterval?: number | undefined;
  /** Whether to read when the tab becomes visible. Default `true`. */
  refetchOnWindowFocus?: boolean | undefined;
  /** `false` stops the interval while the browser is offline. */
  refetchWhenOffline?: false | undefined;
}

/** The session of the tree below a {@linkcode SessionProvider}. */
export const SessionContext: Context<SessionContextValue | undefined> = createContext<
  SessionContextValue | undefined
>(undefined);

/** Gives everything below it the session, and keeps it fresh. */
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
    // While it loads again, `data` is what was known before.
    { value: value as SessionContextValue },
    children,
  );
}

/**
 * The session of this tab, for signed-in people only: it is there, or loading.
 *
 * @typeParam S Shape of the session: `SessionOf<typeof auth>`.
 * @throws {TypeError} outside of a {@linkcode SessionProvider}
 */
export function useSession<S extends DefaultSession = Session>(
  options: UseSessionOptions<true>,
): SessionContextValue<true, S>;
/**
 * The session of this tab.
 *
 * @typeParam S Shape of the session: `SessionOf<typeof auth>`.
 * @throws {TypeError} outside of a {@linkcode SessionProvider}
 */
export function useSession<S extends DefaultSession = Session>(
  options?: UseSessionOptions<false>,
): SessionContextValue<false, S>;
/**
 * The session of this tab, where a variable says whether it is required.
 *
 * @throws {TypeError} outside of a {@linkcode SessionProvider}
 */
export function useSession<Required extends boolean>(
  options?: UseSessionOptions<Required>,
): SessionContextValue<Required>;
export function useSession(options?: UseSessionOptions<boolean>): SessionContextValue<boolean> {
  const value = useContext(SessionContext);
  if (!value) throw new TypeError("Cannot use the session here: wrap it in <SessionProvider>");
  const { required, onUnauthenticated } = options ?? {};
  const isMissing = Boolean(required) && value.status === "unauthenticated";
  useEffect(() => {
    if (!isMissing) return;
    if (onUnauthenticated) return onUnauthenticated();
    const query = new URLSearchParams({ error: "SessionRequired", callbackUrl: location.href });
    location.href = `${__NEXTAUTH.baseUrl}${__NEXTAUTH.basePath}/signin?${query}`;
  }, [isMissing, onUnauthenticated]);
  return isMissing ? { ...value, data: null, status: "loading" } : value;
}

/** Reads the session, and tells the other tabs unless `broadcast` is `false`. */
export async function getSession(params?: GetSessionParams): Promise<Session | null> {
  const session = await client.getSession();
  if (params?.broadcast ?? true) tellTabs("getSession");
  return session;
}

/** The CSRF token of this browser. */
export function getCsrfToken(): Promise<string> {
  return client.getCsrfToken();
}

/** The ways in by id, or `null` when the service fails. */
export function getProviders(): Promise<Record<string, ClientSafeProvider> | null> {
  return client.getProviders();
}

/** Starts a sign-in, or posts credentials. */
export function signIn(
  provider?: ProviderId,
  options?: SignInOptions<true>,
  authorizationParams?: SignInAuthorizationParams,
): Promise<void>;
/** Answers instead of leaving the page. */
export function signIn(
  provider: ProviderId | undefined,
  options: SignInOptions<false>,
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse | undefined>;
export async function signIn(
  provider?: string,
  options: SignInOptions = {},
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse | undefined | void> {
  if (options.redirect !== false) {
    return await client.signIn(provider, options as SignInOptions<true>, authorizationParams);
  }
  const stay = options as SignInOptions<false>;
  const answer = await client.signIn(provider, stay, authorizationParams);
  if (answer?.ok) await __NEXTAUTH._getSession();
  return answer;
}

/** Ends the session and tells the other tabs. */
export function signOut(options?: SignOutOptions<true>): Promise<void>;
/** Answers instead of leaving the page. */
export function signOut(options: SignOutOptions<false>): Promise<SignOutResponse>;
export async function signOut(options: SignOutOptions = {}): Promise<SignOutResponse | void> {
  if (options.redirect !== false) return await client.signOut(options as SignOutOptions<true>);
  const answer = await client.signOut(options as SignOutOptions<false>);
  await __NEXTAUTH._getSession();
  return answer;
}
