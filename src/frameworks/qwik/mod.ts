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
 * read the session with `event.sharedMap.get("session")`.
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
import { setEnvDefaults as setDefaults } from "@x/auth";
import type {
  AuthConfig,
  Awaitable,
  ConfigFunction,
  ConfigNames,
  CredentialKind,
  GuardOptions,
  JWT,
  NamesIn,
  ProviderId,
  ProviderIdOf,
  Session,
  SessionOf,
  TypedBy,
} from "@x/auth/types";
import { type RequestActions, toEnvironment } from "@x/auth/wrapper";
import {
  type BoundQwikAuth,
  createQwikAuth,
  type EnvGetter,
  type QwikAuthConfig,
} from "./logic.ts";
import type { QwikAuthFailure, SignInInput, SignOutInput } from "./input.ts";

export { AuthError, CredentialsSignin, customFetch } from "@x/auth";
export type * from "@x/auth/types";
export type { AuthenticationReason, AuthenticationRefusal } from "@x/auth/wrapper";
export type { EnvGetter, QwikAuthConfig } from "./logic.ts";
export type { FieldErrors, QwikAuthFailure, SignInInput, SignOutInput } from "./input.ts";

/** A session, and the cookie of its response. */
export type GetSessionResult = Promise<{
  /** The session, or `null`. */
  data: Session | null;
  /** Value of `Set-Cookie`. */
  cookie: string | null;
}>;

/** Result of a form action: nothing after a redirect, or its failure. */
export type QwikAuthAnswer<Field extends string> =
  | Partial<Record<keyof QwikAuthFailure, undefined>>
  | QwikAuthFailure<Field>;

/**
 * Result of {@linkcode serverAuth$}, to export from `plugin@auth.ts`.
 *
 * @typeParam Id Provider ids.
 * @typeParam S Return type of the `session` callback.
 * @typeParam Names Names that guards take.
 */
export interface QwikAuthResult<
  Id extends string = ProviderId,
  S = Session,
  Names extends ConfigNames = ConfigNames,
> extends
  Pick<
    RequestActions<[event: RequestEventCommon], Id, S, void, [], Names>,
    | "impersonate"
    | "stopImpersonating"
    | "updateSession"
    | "getProof"
    | "getAccessToken"
    | "requireProof"
    | "getSignInOptions"
    | "authenticate"
  >,
  TypedBy<Id, S, JWT, Names> {
  /**
   * Handles the actions under `/auth` of the app. For other requests, it sets
   * `session` in `event.sharedMap`.
   */
  onRequest: (event: RequestEventCommon) => Promise<void>;
  /**
   * Makes an `onRequest`, `onGet` or `onPost` of a route that lets authenticated requests alone
   * pass, with the principal in `event.sharedMap.get("principal")`; see {@linkcode Principal}.
   * Others get the answer of the refusal: 401 or 403 with JSON, or for a browser that asks for a
   * page the redirect to the sign-in page. For a principal with its type, call `authenticate`.
   *
   * ```ts ignore
   * // src/routes/api/me/index.ts
   * export const onRequest = protect();
   * export const onGet: RequestHandler = ({ json, sharedMap }) => {
   *   json(200, { id: sharedMap.get("principal").id });
   * };
   * ```
   *
   * @param options see {@linkcode AuthenticateOptions}. Default: the session of a browser
   * @throws {AuthError} at a request, when the config cannot be used
   */
  protect: (
    options?: GuardOptions<
      [event: RequestEventCommon],
      CredentialKind,
      Names["scope"],
      Names["resource"]
    >,
  ) => (event: RequestEventCommon) => Promise<void>;
  /**
   * The session, or `null`, read once per request; a failure of your callbacks is logged and means no
   * session. While the store fails, requests get 503.
   */
  useSession: Loader<S | null>;
  /**
   * Starts a sign-in, or completes one for a credentials provider, and redirects.
   * A failure has `failed: true` and an `error`: `CredentialsSignin` (401) with
   * its `code`, `AccessDenied` (403), `MissingCSRF` (403) when another site sent
   * the form, `Configuration` (500) for errors whose details stay in the log.
   */
  useSignIn: Action<QwikAuthAnswer<keyof SignInInput>, SignInInput<Id>, false>;
  /** Ends the session and redirects. */
  useSignOut: Action<QwikAuthAnswer<keyof SignOutInput>, SignOutInput, false>;
}

/** A function that returns the config for a request. */
export type QwikAuthConfigFunction = (event: RequestEventCommon) => Awaitable<QwikAuthConfig>;

/**
 * Binds a config; for its types see {@linkcode LazyConfigInput}.
 *
 * @param config called for every request; returns a config, or the result of
 * `defineAuth`
 */
export type QwikAuthBinder = <T extends JWT = JWT, const Lazy = unknown>(
  config: ConfigFunction<RequestEventCommon, T, Lazy>,
) => QwikAuthResult<
  ProviderIdOf<Awaited<Lazy>>,
  SessionOf<Awaited<Lazy>>,
  NamesIn<Awaited<Lazy>>
>;

/** A build replaces calls of {@linkcode serverAuth$} with calls of this function. */
export function serverAuthQrl(config: QRL<QwikAuthConfigFunction>): QwikAuthResult {
  return bindConfig(config, false);
}

/** A build replaces calls of {@linkcode QwikAuth$} with calls of this function. */
export function QwikAuthQrl(config: QRL<QwikAuthConfigFunction>): QwikAuthResult {
  return bindConfig(config, true);
}

function bindConfig(config: QRL<QwikAuthConfigFunction>, isPublished: boolean): QwikAuthResult {
  // The browser calls none of these functions, and a build removes them there.
  const auth = isServer ? createQwikAuth(config, { isDevelopment: isDev, isPublished }) : undefined;
  // The actions check their inputs themselves, so the input types are `unknown` here.
  const bind = <Name extends keyof BoundQwikAuth>(name: Name): QRL<BoundQwikAuth[Name]> =>
    inlinedQrl(auth?.[name] as BoundQwikAuth[Name], `QwikAuth_${name}`);
  return {
    onRequest: async (event) => await auth?.onRequest(event),
    impersonate: async (event, ...how) => await auth!.impersonate(event, ...how),
    stopImpersonating: async (event, options) => await auth!.stopImpersonating(event, options),
    updateSession: async (event, data) => await auth?.updateSession(event, data) ?? null,
    getProof: async (event) => await auth?.getProof(event) ?? null,
    getAccessToken: async (event, options) => await auth?.getAccessToken(event, options) ?? null,
    requireProof: async (event, options) => await auth!.requireProof(event, options),
    getSignInOptions: async (event) => await auth!.getSignInOptions(event),
    authenticate: async (event, options) => await auth!.authenticate(event, options),
    protect(options) {
      const guard = auth?.protect(options);
      return async (event) => await guard!(event);
    },
    useSession: routeLoaderQrl(bind("session"), { id: "auth-session" }),
    useSignIn: globalActionQrl(bind("signIn") as never, { id: "auth-sign-in" }),
    useSignOut: globalActionQrl(bind("signOut") as never, { id: "auth-sign-out" }),
  };
}

/**
 * Binds a config to Qwik City. The auth endpoints are under `/auth` of the app.
 *
 * For settings with defaults see {@linkcode LazyConfigInput}.
 *
 * The function stays on the server: Qwik's optimizer removes every function that
 * is passed to an export named `server…$` from the files for browsers. It keeps
 * the rest of the calling module, so write the config inside the function, or in
 * another module that the function imports.
 *
 * @param config called for every request
 */
export const serverAuth$: QwikAuthBinder = /* @__PURE__ */ implicit$FirstArg(
  serverAuthQrl,
) as QwikAuthBinder; // the cast adds the session type and the provider ids

/**
 * The same function under its Auth.js name. Under this name Qwik's optimizer
 * writes the config into a file for browsers, `authorize` and every literal
 * included. A warning is logged when the app starts.
 *
 * @deprecated Use {@linkcode serverAuth$}, which keeps the config on the server:
 * `import { serverAuth$ as QwikAuth$ } from "@x/auth/qwik"`.
 * @param config called for every request
 */
export const QwikAuth$: QwikAuthBinder = /* @__PURE__ */ implicit$FirstArg(
  QwikAuthQrl,
) as QwikAuthBinder;

/**
 * Fills missing settings of a config from the environment, for apps that call
 * `Auth` themselves. Changes the config, and sets its base path to `/auth`.
 */
export function setEnvDefaults(env: EnvGetter, config: AuthConfig): void {
  config.basePath = "/auth";
  setDefaults(toEnvironment((name) => env.get(name)), config, true);
}
