/**
 * The wrapper for SvelteKit as a function of the few things it needs from the
 * framework.
 *
 * @module
 */

import type {
  AnyLazyConfig,
  AuthConfig,
  Awaitable,
  Cookie,
  ProviderId,
  Session,
  TypedBy,
} from "@x/auth";
import {
  type ActionResult,
  bind,
  type CookieSink,
  type Environment,
  isActionPath,
  type RequestAuth,
} from "@x/auth/wrapper";

/** What is used of SvelteKit. */
export interface KitRuntime {
  /** The environment; not touched before somebody may be signed in. */
  env: Environment;
  /** Path of the app: empty, or `/` and words. */
  base(event: KitEvent): string;
  /** Ends the current function with a redirect. */
  redirect(status: 303, location: string): never;
  /** Whether the development server runs the app. */
  isDevelopment: boolean;
}

/** What is used of a request event. */
export interface KitEvent {
  /** The request. */
  request: Request;
  /** Its URL, as people see it. */
  url: URL;
  /** Cookies of the answer. */
  cookies: { set(name: string, value: string, options: CookieOptions): unknown };
  /** What the app keeps for the request. */
  locals: object;
}

/** Attributes of a cookie; SvelteKit would take what is missing for `true`. */
export type CookieOptions = Omit<Cookie["options"], "path"> & {
  /** Path. */
  path: string;
};

/**
 * What the wrapper adds to `event.locals`.
 *
 * @typeParam S What the `session` callback returns.
 */
export interface AuthLocals<S = Session> {
  /**
   * The session, or `null`; a failure is logged and means no session. It is read
   * once per request. For a connection that stays open (server-sent events), ask
   * again with `getSession(new Request(event.request), config)` of
   * `@x/auth/server`.
   */
  auth(): Promise<S | null>;
  /** @deprecated Use `auth`. */
  getSession(): Promise<S | null>;
}

/** What an app writes. */
export type SvelteKitAuthConfig = Omit<AuthConfig, "raw">;

/**
 * What `SvelteKitAuth` returns.
 *
 * @typeParam Id Ids of the providers.
 * @typeParam S What the `session` callback returns.
 */
export interface SvelteKitAuthResult<Id extends string = ProviderId, S = Session>
  extends TypedBy<Id, S> {
  /** For `hooks.server.ts`: answers the actions and adds `event.locals.auth`. */
  handle<Event extends KitEvent>(input: {
    /** The request. */
    event: Event;
    /** Answers what is not ours. */
    resolve: (event: Event) => Awaitable<Response>;
  }): Promise<Response>;
  /** The same as `event.locals.auth()`, with the type of your session. */
  auth(event: KitEvent): Promise<S | null>;
  /**
   * A form action that starts a sign-in and redirects. Fields: `providerId`,
   * `redirectTo`, `authorizationParams-<name>`, and what the provider asks for.
   * A failure, such as `CredentialsSignin`, is thrown.
   */
  signIn(event: KitEvent): Promise<void>;
  /** A form action that ends the session and redirects. Field: `redirectTo`. */
  signOut(event: KitEvent): Promise<void>;
  /**
   * Updates the session: hands `data` to your `jwt` callback, or to the
   * `session` callback of database sessions. The answer carries the new cookie.
   *
   * @throws {AuthError} when another site posted the form
   */
  updateSession(event: KitEvent, data: unknown): Promise<S | null>;
}

const PREFIX = "authorizationParams-";

/** Binds a config to a runtime. */
export function createSvelteKitAuth(
  config: AnyLazyConfig<KitEvent>,
  runtime: KitRuntime,
): SvelteKitAuthResult {
  let known: string | undefined;
  const basePath = (event: KitEvent): string => known ??= `${runtime.base(event)}/auth`;
  const bound = bind<KitEvent>(config, {
    env: runtime.env,
    basePath: (_written, _env, event) => basePath(event),
    isDevelopment: () => runtime.isDevelopment,
    skipsAnonymous: true,
  });
  const of = (event: KitEvent): Promise<RequestAuth> =>
    bound.of(event.request, event, event.request);

  const auth = (event: KitEvent): Promise<Session | null> =>
    bound.session(event.request, event, event.request, {
      answer: event.request,
      sink: whileOpen(sinkOf(event)),
    });

  const act = async (
    event: KitEvent,
    run: (auth: RequestAuth) => Promise<ActionResult>,
  ): Promise<ActionResult> => {
    const auth = await of(event);
    const result = await run(auth);
    await auth.writeTo(event.request, sinkOf(event));
    return result;
  };

  return {
    async handle({ event, resolve }) {
      const locals: AuthLocals = { auth: () => auth(event), getSession: () => auth(event) };
      Object.assign(event.locals, locals);
      // Reading a config before it is needed would read the environment while pages are made ahead of time.
      if (!isActionPath(event.url.pathname, basePath(event))) return await resolve(event);
      // SvelteKit compares origins, so no token is needed; where an app has
      // switched that off, a post from elsewhere needs one.
      return await (await of(event)).handle({ acceptsOwnPosts: true });
    },

    auth,

    async signIn(event) {
      const { providerId, ...fields } = await formOf(event);
      const params: Record<string, string> = {};
      for (const name of Object.keys(fields).filter((name) => name.startsWith(PREFIX))) {
        params[name.slice(PREFIX.length)] = String(fields[name]);
        delete fields[name];
      }
      const provider = providerId === undefined ? undefined : String(providerId);
      const { redirect } = await act(event, (auth) => auth.signIn(provider, fields, params));
      runtime.redirect(303, redirect);
    },

    async signOut(event) {
      const { redirectTo } = await formOf(event);
      const { redirect } = await act(event, (auth) => auth.signOut({ redirectTo }));
      runtime.redirect(303, redirect);
    },

    updateSession: async (event, data) =>
      (await act(event, (auth) => auth.update(data))).body as Session | null,
  };
}

/** Fields of the form. */
async function formOf({ request }: KitEvent): Promise<
  & { redirectTo?: string }
  & Record<string, unknown>
> {
  const fields: Record<string, unknown> = Object.fromEntries(await request.formData());
  const { redirectTo, ...rest } = fields;
  // Without it, the form's own page is where people return to.
  return redirectTo ? { ...rest, redirectTo: String(redirectTo) } : rest;
}

/** SvelteKit keeps cookies by name, so one that does not count any more becomes its own deletion. */
function sinkOf({ cookies }: KitEvent): CookieSink {
  const set = ({ name, value, options }: Cookie): void => {
    const { httpOnly = false, secure = false, path = "/", ...rest } = options;
    cookies.set(name, value, { ...rest, httpOnly, secure, path });
  };
  return { add: set, remove: (stale) => stale.map(toDeletion).forEach(set) };
}

/** Once the answer is on its way nothing is set: the session is extended next time. */
function whileOpen({ add, remove }: CookieSink): CookieSink {
  const attempt = (set: () => void): void => {
    try {
      set();
    } catch {
      // SvelteKit refuses cookies after the answer.
    }
  };
  return {
    add: (cookie) => attempt(() => add(cookie)),
    remove: (stale) => attempt(() => remove(stale)),
  };
}

function toDeletion({ name, options: { expires: _, ...options } }: Cookie): Cookie {
  return { name, value: "", options: { ...options, maxAge: 0 } };
}
