/**
 * The wrapper for SvelteKit, with the functions of SvelteKit as a parameter.
 *
 * @module
 */

import type {
  AnyLazyConfig,
  AuthConfig,
  Awaitable,
  ConfigNames,
  Cookie,
  CredentialKind,
  GuardOptions,
  JWT,
  Principal,
  ProviderId,
  Session,
  TypedBy,
} from "@x/auth/types";
import {
  assertHandler,
  bind,
  type CookieSink,
  createRequestActions,
  enter,
  type Environment,
  forOne,
  isActionPath,
  replacingSink,
  type RequestActions,
  type RequestAuth,
} from "@x/auth/wrapper";

/** Functions and settings of SvelteKit that are used. */
export interface KitRuntime {
  /** Environment variables; not read before an action or a request with cookies. */
  env: Environment;
  /** Returns the base path of the actions. */
  basePath(event: KitEvent): string;
  /** Redirects by throwing, which ends the current function. */
  redirect(status: 303, location: string): never;
  /** `true` when the development server runs the app. */
  isDevelopment: boolean;
  /** `true` while pages are made before the app runs. */
  isBuilding: boolean;
}

/** Members of SvelteKit's `RequestEvent` that are used. */
export interface KitEvent {
  /** The request. */
  request: Request;
  /** Public URL of the request. */
  url: URL;
  /** Cookies of the response. */
  cookies: { set(name: string, value: string, options: CookieOptions): unknown };
  /** Values that the app keeps for the request. */
  locals: object;
}

/** Attributes of a cookie; SvelteKit's default for missing flags is `true`. */
export type CookieOptions = Omit<Cookie["options"], "path"> & {
  /** Path of the cookie. */
  path: string;
};

/**
 * Members that the wrapper adds to `event.locals`.
 *
 * @typeParam S Return type of the `session` callback.
 */
export interface AuthLocals<S = Session> {
  /**
   * The session, or `null`; a failure of your callbacks is logged and means no session, and
   * `AdapterError` is thrown when the store fails. It is read once per request. On a connection that stays open (server-sent events), call
   * `getSession(new Request(event.request), config)` of `@x/auth/server` to read it
   * again.
   */
  auth(): Promise<S | null>;
  /** @deprecated Use `auth`. */
  getSession(): Promise<S | null>;
}

/** The config of an app. */
export type SvelteKitAuthConfig = Omit<AuthConfig, "raw">;

/**
 * Result of `SvelteKitAuth`.
 *
 * @typeParam Id Provider ids.
 * @typeParam S Return type of the `session` callback.
 * @typeParam Names Names that guards take.
 */
export interface SvelteKitAuthResult<
  Id extends string = ProviderId,
  S = Session,
  Names extends ConfigNames = ConfigNames,
> extends
  Pick<
    RequestActions<[event: KitEvent], Id, S, never, [], Names>,
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
  /** Hook for `hooks.server.ts`: handles the actions and adds `event.locals.auth`. */
  handle<Event extends KitEvent>(input: {
    /** The event of the request. */
    event: Event;
    /** Handles requests that are not actions. */
    resolve: (event: Event) => Awaitable<Response>;
  }): Promise<Response>;
  /** The same as `event.locals.auth()`, with the type of your session. */
  auth(event: KitEvent): Promise<S | null>;
  /**
   * A form action that starts a sign-in and redirects. Fields: `providerId`,
   * `redirectTo`, `authorizationParams-<name>`, and the provider's own fields.
   * A failure, such as `CredentialsSignin`, is thrown.
   */
  signIn(event: KitEvent): Promise<void>;
  /** A form action that ends the session and redirects. Fields: `redirectTo`, `federated`. */
  signOut(event: KitEvent): Promise<void>;
  /**
   * Makes a handler of `+server.ts` that runs for authenticated requests alone. Others get the
   * answer of the refusal: 401 or 403 with JSON, or for a browser that asks for a page the redirect
   * to the sign-in page. The response renews a session that is due for renewal.
   *
   * ```ts ignore
   * // src/routes/api/me/+server.ts
   * export const GET = protect((_event, who) => Response.json({ id: who.id }));
   * ```
   *
   * @param handler gets the event and the principal
   * @param options see {@linkcode AuthenticateOptions}. Default: the session of a browser
   * @throws {AuthError} at a request, when the config cannot be used
   */
  protect<const Kind extends CredentialKind = "session", Event extends KitEvent = KitEvent>(
    handler: (
      event: Event,
      who: Principal<Kind, Names["scope"], S, Names["membership"]>,
    ) => Awaitable<Response>,
    options?: GuardOptions<[event: Event], Kind, Names["scope"], Names["resource"]>,
  ): (event: Event) => Promise<Response>;
}

const PREFIX = "authorizationParams-";

/** Binds a config to a runtime. */
export function createSvelteKitAuth(
  config: AnyLazyConfig<KitEvent>,
  runtime: KitRuntime,
): SvelteKitAuthResult {
  let known: string | undefined;
  const basePath = (event: KitEvent): string => known ??= runtime.basePath(event);
  const bound = bind<KitEvent>(config, {
    env: runtime.env,
    basePath: (_written, _env, event) => basePath(event),
    isDevelopment: () => runtime.isDevelopment,
    returnUrl: pageOf,
    skipsAnonymous: true,
  });
  const of = (event: KitEvent): Promise<RequestAuth> => bound.of(event.request, event);

  const auth = (event: KitEvent): Promise<Session | null> =>
    bound.session(event.request, event, event.request, {
      answer: event.request,
      sink: makeSink(event, true),
    });

  const carry = (auth: RequestAuth, event: KitEvent) =>
    auth.writeTo(event.request, makeSink(event, true));

  const acts = createRequestActions(
    of,
    ({ redirect }) => runtime.redirect(303, redirect),
    (auth, event) => auth.writeTo(event.request, makeSink(event)),
    carry,
  );

  return {
    async handle({ event, resolve }) {
      const locals: AuthLocals = { auth: () => auth(event), getSession: () => auth(event) };
      Object.assign(event.locals, locals);
      // The config reads the environment, which prerendering must not do.
      if (runtime.isBuilding || !isActionPath(event.url.pathname, basePath(event))) {
        return await resolve(event);
      }
      const bound = await of(event);
      if (!bound.isAction) return await resolve(event);
      // SvelteKit compares origins, so own posts need no CSRF token. If the app has disabled that
      // check, posts from other origins still need a token.
      return await bound.handle({ acceptsOwnPosts: true });
    },

    auth,

    async signIn(event) {
      const { providerId, ...fields } = await readForm(event);
      const params: Record<string, string> = {};
      for (const name of Object.keys(fields).filter((name) => name.startsWith(PREFIX))) {
        params[name.slice(PREFIX.length)] = String(fields[name]);
        delete fields[name];
      }
      const provider = providerId === undefined ? undefined : String(providerId);
      await acts.signIn(event, provider, fields, params);
    },

    async signOut(event) {
      const { redirectTo, federated } = await readForm(event);
      const choice = federated === undefined ? {} : { federated: federated === "true" };
      await acts.signOut(event, { redirectTo, ...choice });
    },

    impersonate: acts.impersonate,
    stopImpersonating: acts.stopImpersonating,
    updateSession: acts.updateSession,
    getProof: acts.getProof,
    getAccessToken: acts.getAccessToken,
    requireProof: acts.requireProof,
    getSignInOptions: acts.getSignInOptions,
    authenticate: acts.authenticate,

    protect(handler, options) {
      assertHandler(handler, "protect(handler, options)");
      const wanted = bound.checkGuard(options);
      return async (event) => {
        const auth = await of(event);
        const { who, answer } = await enter(auth, wanted, [event]);
        await carry(auth, event);
        return answer ?? forOne(await handler(event, who), wanted);
      };
    },
  };
}

/**
 * Path of the page. The URL of a request for its data is another one; that of a form names an
 * action (`?/name`), which the next form without a name would post to.
 */
function pageOf({ url }: KitEvent): string {
  const page = new URL(url);
  for (const name of [...page.searchParams.keys()]) {
    if (name.startsWith("/")) page.searchParams.delete(name);
  }
  return page.pathname + page.search;
}

/** Fields of the form. */
async function readForm({ request }: KitEvent): Promise<
  & { redirectTo?: string }
  & Record<string, unknown>
> {
  const fields: Record<string, unknown> = Object.fromEntries(await request.formData());
  const { redirectTo, ...rest } = fields;
  // An empty `redirectTo` means none, so that the default is the form's page.
  return redirectTo ? { ...rest, redirectTo: String(redirectTo) } : rest;
}

/**
 * @param mayBeLate `true` ignores cookies after the response was sent; the next
 * request renews the session
 */
function makeSink({ cookies }: KitEvent, mayBeLate = false): CookieSink {
  return replacingSink(({ name, value, options }) => {
    const { httpOnly = false, secure = false, path = "/", ...rest } = options;
    try {
      cookies.set(name, value, { ...rest, httpOnly, secure, path });
    } catch (error) {
      // SvelteKit throws for cookies that are set after the response.
      if (!mayBeLate) throw error;
    }
  });
}
