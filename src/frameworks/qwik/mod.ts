/**
 * Authentication for Qwik City, in `src/routes/plugin@auth.ts`:
 *
 * ```ts ignore
 * import { QwikAuth$ } from "@x/auth/qwik";
 * import GitHub from "@x/auth/providers/github";
 *
 * export const { onRequest, useSession, useSignIn, useSignOut } = QwikAuth$(() => ({
 *   providers: [GitHub],
 * }));
 * ```
 *
 * Components call `useSession()`, `useSignIn()` and `useSignOut()`; handlers
 * find the session under `event.sharedMap.get("session")`.
 *
 * @module
 */

import { implicit$FirstArg, inlinedQrl, type QRL } from "@builder.io/qwik";
import { isDev, isServer } from "@builder.io/qwik/build";
import {
  type Action,
  globalActionQrl,
  type Loader,
  type RequestEventCommon,
  routeLoaderQrl,
} from "@builder.io/qwik-city";
import {
  type AuthConfig,
  type Awaitable,
  type ConfigFunction,
  type JWT,
  type ProviderId,
  type ProviderIdOf,
  type Session,
  type SessionOf,
  setEnvDefaults as setDefaults,
  type TypedBy,
} from "@x/auth";
import {
  type BoundQwikAuth,
  createQwikAuth,
  type EnvGetter,
  type QwikAuthConfig,
} from "./logic.ts";
import type { FieldErrors, SignInInput, SignOutInput } from "./input.ts";

export { AuthError, CredentialsSignin, customFetch } from "@x/auth";
export type * from "@x/auth/types";
export type { EnvGetter, QwikAuthConfig } from "./logic.ts";
export type { FieldErrors, SignInInput, SignOutInput } from "./input.ts";

/** A session, and what its answer sets. */
export type GetSessionResult = Promise<{
  /** The session, or `null`. */
  data: Session | null;
  /** Value of `Set-Cookie`. */
  cookie: string | null;
}>;

/** What a form gets back: nothing, or why it was refused. */
export type QwikAuthAnswer<Field extends string> =
  | {
    /** Absent: the browser is on its way to another page. */
    failed?: undefined;
    /** Absent. */
    fieldErrors?: undefined;
    /** Absent. */
    formErrors?: undefined;
    /** Absent. */
    error?: undefined;
    /** Absent. */
    code?: undefined;
  }
  | {
    /** The form was refused. */
    failed: true;
    /** Which fields are unusable, and why. */
    fieldErrors: FieldErrors<Field>;
    /** What else is wrong: names of errors, for example `CredentialsSignin`. */
    formErrors: string[];
    /** Name of the error, when the service refused. */
    error?: string;
    /** `code` of a `CredentialsSignin`. Default `credentials`. */
    code?: string;
  };

/**
 * What {@linkcode QwikAuth$} returns, for `plugin@auth.ts` to export.
 *
 * @typeParam Id Ids of the providers.
 * @typeParam S What the `session` callback returns.
 */
export interface QwikAuthResult<Id extends string = ProviderId, S = Session>
  extends TypedBy<Id, S> {
  /**
   * Answers the actions under `/auth` of the app, and puts the session of every
   * other request under `session` into `event.sharedMap`.
   */
  onRequest: (event: RequestEventCommon) => Promise<void>;
  /** Who is there, or `null`; a failure is logged and means nobody. */
  useSession: Loader<S | null>;
  /**
   * Starts a sign-in, or finishes one with credentials, and leaves the page. A
   * refusal has `failed`, and `error` says which: `CredentialsSignin` (401) with
   * its `code`, `AccessDenied` (403), `MissingCSRF` (403) when another site sent
   * the form, `Configuration` (500) for what is nobody's business.
   */
  useSignIn: Action<QwikAuthAnswer<keyof SignInInput>, SignInInput<Id>, false>;
  /** Ends the session and leaves the page. */
  useSignOut: Action<QwikAuthAnswer<keyof SignOutInput>, SignOutInput, false>;
  /**
   * For actions of the app: hands `data` to your `jwt` callback, or to the
   * `session` callback of database sessions. The answer carries the new cookie.
   *
   * @throws {AuthError} when another site sent the form
   */
  updateSession: (event: RequestEventCommon, data: unknown) => Promise<S | null>;
}

/** A function that makes the config for a request. */
export type QwikAuthConfigFunction = (event: RequestEventCommon) => Awaitable<QwikAuthConfig>;

/**
 * Binds a config. The session is what its `session` callback returns; write `jwt`
 * above `session`, since types are inferred in that order.
 *
 * @param config called for every request; returns a config, or what `defineAuth` returned
 */
export type QwikAuthBinder = <T extends JWT = JWT, const Lazy = unknown>(
  config: ConfigFunction<RequestEventCommon, T, Lazy>,
) => QwikAuthResult<ProviderIdOf<Awaited<Lazy>>, SessionOf<Awaited<Lazy>>>;

/** What calls of {@linkcode QwikAuth$} become in a build. */
export function QwikAuthQrl(config: QRL<QwikAuthConfigFunction>): QwikAuthResult {
  // In the browser nothing of this is called, and a build leaves all of it out.
  // Events of Qwik City have what `QwikEvent` asks for, and more that configs may use.
  const auth = isServer ? createQwikAuth(config as never, { isDevelopment: isDev }) : undefined;
  // Actions check what they are given themselves, so their inputs are unknown here.
  const bind = <Name extends keyof BoundQwikAuth>(name: Name): QRL<BoundQwikAuth[Name]> =>
    inlinedQrl(auth?.[name] as BoundQwikAuth[Name], `QwikAuth_${name}`);
  return {
    onRequest: async (event) => await auth?.onRequest(event),
    updateSession: async (event, data) => await auth?.updateSession(event, data) ?? null,
    useSession: routeLoaderQrl(bind("session"), { id: "auth-session" }),
    useSignIn: globalActionQrl(bind("signIn") as never, { id: "auth-sign-in" }),
    useSignOut: globalActionQrl(bind("signOut") as never, { id: "auth-sign-out" }),
  };
}

/**
 * Binds a config to Qwik City. The service is under `/auth` of the app.
 *
 * What the config leaves open comes from the environment (`AUTH_SECRET`,
 * `AUTH_GITHUB_ID`, …).
 *
 * Qwik's optimizer makes a file of every function it is given, for the browser
 * too. Begin the function with `if (!isServer) throw new Error()`, where
 * `isServer` is from `@builder.io/qwik/build`, and that file is empty.
 *
 * @param config called for every request
 */
export const QwikAuth$: QwikAuthBinder = /* @__PURE__ */ implicit$FirstArg(
  QwikAuthQrl,
) as QwikAuthBinder; // sessions are what the callback returns, and ids those of the config

/**
 * Fills what a config leaves open from the environment, for apps that call
 * `Auth` themselves. Writes into the config; the base path is `/auth`.
 */
export function setEnvDefaults(env: EnvGetter, config: AuthConfig): void {
  config.basePath = "/auth";
  const variables = new Proxy({}, {
    get: (_, name) => typeof name === "string" ? env.get(name) : undefined,
  });
  setDefaults(variables, config, true);
}
