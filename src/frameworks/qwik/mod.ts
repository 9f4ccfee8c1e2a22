/**
 * Authentication for Qwik City, in `src/routes/plugin@auth.ts`:
 *
 * ```ts ignore
 * import { serverAuth$ } from "@x/auth/qwik";
 * import GitHub from "@x/auth/providers/github";
 *
 * export const { onRequest, useSession, useSignIn, useSignOut } = serverAuth$(() => ({
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
 * What {@linkcode serverAuth$} returns, for `plugin@auth.ts` to export.
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
  /** The session, or `null`; a failure is logged and means no session. It is read once per request. */
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

/** Calls of {@linkcode serverAuth$} become calls of this function in a build. */
export function serverAuthQrl(config: QRL<QwikAuthConfigFunction>): QwikAuthResult {
  return bindConfig(config, false);
}

/** Calls of {@linkcode QwikAuth$} become calls of this function in a build. */
export function QwikAuthQrl(config: QRL<QwikAuthConfigFunction>): QwikAuthResult {
  return bindConfig(config, true);
}

function bindConfig(config: QRL<QwikAuthConfigFunction>, isPublished: boolean): QwikAuthResult {
  // In the browser nothing of this is called, and a build leaves all of it out.
  // Events of Qwik City have what `QwikEvent` asks for, and more that configs may use.
  const auth = isServer
    ? createQwikAuth(config as never, { isDevelopment: isDev, isPublished })
    : undefined;
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
 * The function stays on the server: Qwik's optimizer leaves every function that
 * is passed to an export named `server…$` out of the files for browsers. The
 * rest of the module that calls this does not stay there, so write the config
 * inside of the function, or in another module that the function refers to.
 *
 * @param config called for every request
 */
export const serverAuth$: QwikAuthBinder = /* @__PURE__ */ implicit$FirstArg(
  serverAuthQrl,
) as QwikAuthBinder; // sessions are what the callback returns, and ids those of the config

/**
 * The same function under the name that Auth.js has for it. Under this name
 * Qwik's optimizer writes the config into a file for browsers, `authorize` and
 * every literal included; a warning at the start says so.
 *
 * @deprecated Use {@linkcode serverAuth$}, which keeps the config on the server:
 * `import { serverAuth$ as QwikAuth$ } from "@x/auth/qwik"`.
 * @param config called for every request
 */
export const QwikAuth$: QwikAuthBinder = /* @__PURE__ */ implicit$FirstArg(
  QwikAuthQrl,
) as QwikAuthBinder;

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
