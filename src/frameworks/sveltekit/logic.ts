/**
 * The wrapper for SvelteKit as a function of the few things it needs from the
 * framework.
 *
 * @module
 */

import { Auth, type AuthConfig, type Awaitable, type Cookie, type Session } from "@x/auth";
import {
  type Acted,
  assertOwnPost,
  createPreparer,
  endSession,
  type Environment,
  isAuthAction,
  isOwnPost,
  type Prepared,
  readPrepared,
  startSignIn,
  toPublicRequest,
} from "@x/auth/wrapper";

/** What is used of SvelteKit. */
export interface KitRuntime {
  /** The environment; not touched before somebody may be signed in. */
  env: Environment;
  /** Path of the app: empty, or `/` and words. */
  base(event: KitEvent): string;
  /** Ends the current function with a redirect. */
  redirect(location: string): never;
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

/** What the wrapper adds to `event.locals`. */
export interface AuthLocals {
  /** Who is there; a failure is logged and means nobody. */
  auth(): Promise<Session | null>;
  /** @deprecated Use `auth`. */
  getSession(): Promise<Session | null>;
}

/** What an app writes. */
export type SvelteKitAuthConfig = Omit<AuthConfig, "raw">;

/** What `SvelteKitAuth` returns. */
export interface SvelteKitAuthResult {
  /** For `hooks.server.ts`: answers the actions and adds `event.locals.auth`. */
  handle<Event extends KitEvent>(input: {
    /** The request. */
    event: Event;
    /** Answers what is not ours. */
    resolve: (event: Event) => Awaitable<Response>;
  }): Promise<Response>;
  /**
   * A form action that starts a sign-in and redirects. Fields: `providerId`,
   * `redirectTo`, `authorizationParams-<name>`, and what the provider asks for.
   * A failure, such as `CredentialsSignin`, is thrown.
   */
  signIn(event: KitEvent): Promise<void>;
  /** A form action that ends the session and redirects. Field: `redirectTo`. */
  signOut(event: KitEvent): Promise<void>;
}

const PREFIX = "authorizationParams-";

/** Binds a config to a runtime. */
export function createSvelteKitAuth(
  config: SvelteKitAuthConfig | ((event: KitEvent) => PromiseLike<SvelteKitAuthConfig>),
  runtime: KitRuntime,
): SvelteKitAuthResult {
  let basePath: string | undefined;
  const prepare = createPreparer(config, runtime.env, {
    basePath: () => basePath!,
    isDevelopment: () => runtime.isDevelopment,
  });
  const prepared = async (event: KitEvent) => {
    basePath ??= `${runtime.base(event)}/auth`;
    return await prepare(event.request, event);
  };

  /** Requests that began or ended a session. */
  const acted = new WeakSet<Request>();
  /** Cookies that reading the session has set. */
  const renewed = new WeakMap<Request, Cookie[]>();

  const auth = async (event: KitEvent): Promise<Session | null> => {
    // Nothing to read, and nothing to read it with while pages are made ahead of time.
    if (!event.request.headers.has("cookie")) return null;
    const { session, cookies } = await readPrepared(() => prepared(event), event.request);
    // A renewal of the old session must not take the place of what an action did.
    if (acted.has(event.request)) return session;
    try {
      setCookies(event, cookies);
      renewed.set(event.request, [...renewed.get(event.request) ?? [], ...cookies]);
    } catch {
      // The answer is on its way already: the session is extended next time.
    }
    return session;
  };

  const act = async (
    event: KitEvent,
    run: (ready: Prepared) => Promise<Acted>,
  ): Promise<never> => {
    const ready = await prepared(event);
    // SvelteKit compares origins first, unless an app has switched that off.
    assertOwnPost(event.request, ready.origin);
    const { cookies, redirect } = await run(ready);
    acted.add(event.request);
    const before = renewed.get(event.request) ?? [];
    setCookies(event, before.filter((cookie) => isReplaced(cookie, cookies)).map(toDeletion));
    setCookies(event, cookies);
    return runtime.redirect(redirect);
  };

  return {
    async handle({ event, resolve }) {
      const locals: AuthLocals = { auth: () => auth(event), getSession: () => auth(event) };
      Object.assign(event.locals, locals);
      basePath ??= `${runtime.base(event)}/auth`;
      if (!isOurs(event.url.pathname, basePath)) return await resolve(event);
      const { config, internalConfig, origin } = await prepared(event);
      // SvelteKit compares origins, so no token is needed; where an app has
      // switched that off, whoever posts from elsewhere needs one.
      const effective = isOwnPost(event.request, origin) ? internalConfig : config;
      return await Auth(toPublicRequest(event.request, origin), effective);
    },

    async signIn(event) {
      const { providerId, ...fields } = await formOf(event);
      const params: Record<string, string> = {};
      for (const name of Object.keys(fields).filter((name) => name.startsWith(PREFIX))) {
        params[name.slice(PREFIX.length)] = String(fields[name]);
        delete fields[name];
      }
      const provider = providerId === undefined ? undefined : String(providerId);
      await act(
        event,
        (ready) => startSignIn(event.request, ready, provider, fields, params),
      );
    },

    async signOut(event) {
      const { redirectTo } = await formOf(event);
      await act(event, (ready) => endSession(event.request, ready, { redirectTo }));
    },
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

function isOurs(pathname: string, basePath: string): boolean {
  if (!pathname.startsWith(`${basePath}/`)) return false;
  return isAuthAction(pathname.slice(basePath.length).split("/").find(Boolean) ?? "");
}

/**
 * Whether others are of the same session. Chunks of a renewed one may have
 * names that the request did not tell, and its end does not know.
 */
function isReplaced({ name }: Cookie, others: readonly Cookie[]): boolean {
  const whole = (name: string) => name.replace(/\.\d+$/, "");
  return others.some((other) => whole(other.name) === whole(name));
}

function toDeletion({ name, options: { expires: _, ...options } }: Cookie): Cookie {
  return { name, value: "", options: { ...options, maxAge: 0 } };
}

function setCookies({ cookies }: KitEvent, all: readonly Cookie[]): void {
  for (const { name, value, options } of all) {
    const { httpOnly = false, secure = false, path = "/", ...rest } = options;
    cookies.set(name, value, { ...rest, httpOnly, secure, path });
  }
}
