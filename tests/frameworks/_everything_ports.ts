/**
 * Apps that show nothing without a session, on wrappers that call their framework through an
 * interface: Next, SvelteKit and Qwik City, with the part of each framework that carries requests.
 *
 * @module
 */

import type { AuthConfig, Cookie, Session } from "../../mod.ts";
import { createNextAuth } from "../../src/frameworks/next/logic.ts";
import { createQwikAuth, type QwikActionEvent } from "../../src/frameworks/qwik/logic.ts";
import {
  type AuthLocals,
  createSvelteKitAuth,
  type KitEvent,
} from "../../src/frameworks/sveltekit/logic.ts";
import { serializeCookie } from "../../src/http/cookie.ts";

/** An app, and how it is reached. */
export interface App {
  handle(request: Request): Response | Promise<Response>;
  close?(): Promise<void>;
}

/** Path and query of a page, to come back to. */
export const targetOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** A page that says whose session it is. */
export const shown = (email: unknown) => new Response(`Hello ${email}`);

/** Where the guard of an app sends a browser without a session. */
const signInFor = (url: string) => `/auth/signin?callbackUrl=${encodeURIComponent(targetOf(url))}`;

/** Value that frameworks throw to end a request. */
class Ended extends Error {
  constructor(readonly response: Response) {
    super("The request has ended");
  }
}

const redirectTo = (location: string, status = 303) =>
  new Response(null, { status, headers: { location } });

/** A response with the cookies that the framework has collected. */
function withCookies(response: Response, cookies: Map<string, string>): Response {
  const all = new Response(response.body, response);
  for (const line of cookies.values()) all.headers.append("set-cookie", line);
  return all;
}

const PASSES = "x-passes";

/** `export { auth as proxy }` in front of every path, with `callbacks.authorized`. */
function startNext(config: AuthConfig): App {
  let headers = new Headers();
  let jar = new Map<string, string>();
  const { auth, handlers } = createNextAuth<Request>({
    ...config,
    callbacks: { ...config.callbacks, authorized: ({ auth }) => auth !== null },
  }, {
    env: {},
    headers: () => Promise.resolve(headers),
    setCookie: (cookie) => Promise.resolve(void jar.set(cookie.name, serializeCookie(cookie))),
    redirect: (location) => Promise.reject(new Ended(redirectTo(location))),
    next: () => new Response(null, { headers: { [PASSES]: "1" } }),
    notFound: () => Promise.reject(new Error("unused")),
    withUrl: (request, url) => new Request(url, request),
  });
  const proxy = auth as unknown as (request: Request, event: unknown) => Promise<Response>;
  return {
    async handle(request) {
      headers = new Headers(request.headers);
      headers.set("host", new URL(request.url).host);
      jar = new Map();
      // Next gives the proxy a request of its own.
      const seen = await proxy(new Request(request.clone(), { headers }), {});
      if (!seen.headers.has(PASSES)) return seen;
      const kept = new Map(seen.headers.getSetCookie().map((line) => [line, line]));
      const { pathname } = new URL(request.url);
      const method = request.method as "GET" | "POST";
      if (pathname.startsWith("/auth/")) return withCookies(await handlers[method](request), kept);
      const session = await auth() as Session;
      return withCookies(shown(session.user?.email), new Map([...kept, ...jar]));
    },
  };
}

/** `sequence(handle, guard)` in `hooks.server.ts`. */
function startSvelteKit(config: AuthConfig): App {
  const { handle } = createSvelteKitAuth(config, {
    env: {},
    basePath: () => "/auth",
    redirect(status, location) {
      throw new Ended(redirectTo(location, status));
    },
    isBuilding: false,
    isDevelopment: false,
  });
  return {
    async handle(request) {
      const jar = new Map<string, string>();
      const event = {
        request,
        url: new URL(request.url),
        cookies: {
          set: (name, value, options) =>
            void jar.set(name, serializeCookie({ name, value, options } as Cookie)),
        },
        locals: {} as AuthLocals,
      } satisfies KitEvent;
      const response = await handle({
        event,
        async resolve({ locals }) {
          const session = await locals.auth();
          return session ? shown(session.user?.email) : redirectTo(signInFor(request.url));
        },
      });
      return withCookies(response, jar);
    },
  };
}

/** `onRequest` of `plugin@auth.ts`, and a guard in the plugin after it. */
function startQwik(config: AuthConfig): App {
  const { onRequest, session } = createQwikAuth(() => config, { isDevelopment: false });
  return {
    async handle(request) {
      const jar = new Map<string, string>();
      const event: QwikActionEvent = {
        request,
        url: new URL(request.url),
        basePathname: "/",
        headers: new Headers(),
        sharedMap: new Map(),
        env: { get: () => undefined },
        clientConn: {},
        cookie: {
          set: (name, value, options = {}) =>
            void jar.set(
              name,
              serializeCookie({ name, value: "", options }).replace("=", () => `=${value}`),
            ),
        },
        redirect: (status, location) => new Ended(redirectTo(location, status)),
        send: (response) => new Ended(response),
        fail: (_status, data) => ({ ...data, failed: true }),
      };
      try {
        await onRequest(event);
        const current = session(event);
        if (!current) throw event.redirect(303, signInFor(request.url));
        return withCookies(shown(current.user?.email), jar);
      } catch (thrown) {
        if (!(thrown instanceof Ended)) throw thrown;
        return withCookies(thrown.response, jar);
      }
    },
  };
}

/** The apps, by their framework. */
export const PORTS: Record<string, (config: AuthConfig) => App> = {
  Next: startNext,
  SvelteKit: startSvelteKit,
  "Qwik City": startQwik,
};
