/**
 * Wrappers that call their framework through an interface, with simulations of
 * Next, SvelteKit and Qwik City.
 *
 * @module
 */

import type { AuthConfig, Cookie } from "../../mod.ts";
import { createNextAuth } from "../../src/frameworks/next/logic.ts";
import { createQwikAuth, type QwikActionEvent } from "../../src/frameworks/qwik/logic.ts";
import {
  type AuthLocals,
  createSvelteKitAuth,
  type KitEvent,
} from "../../src/frameworks/sveltekit/logic.ts";
import { serializeCookie } from "../../src/http/cookie.ts";
import {
  type Answer,
  answerOf,
  type App,
  type Call,
  makeCalls,
  type Redirect,
  Refused,
  type Wrapper,
} from "./_table.ts";

const HOST = "localhost:3000";
const ORIGIN = `http://${HOST}`;

/** Value that frameworks throw to redirect. */
class Redirected extends Error {
  constructor(readonly redirect: Redirect) {
    super(redirect.location);
  }
}

async function caught(run: () => Promise<unknown>): Promise<Redirect> {
  try {
    await run();
  } catch (thrown) {
    if (thrown instanceof Redirected) return thrown.redirect;
    throw thrown;
  }
  throw new Error("It did not redirect");
}

const nameOf = (line: string) => line.slice(0, line.indexOf("="));

function startNext(config: AuthConfig): App {
  let headers = new Headers();
  let jar = new Map<string, string>();
  const next = createNextAuth<Request>(config, {
    env: {},
    // One object per request, which is not the request's own headers.
    headers: () => Promise.resolve(headers),
    setCookie: (cookie) => Promise.resolve(void jar.set(cookie.name, serializeCookie(cookie))),
    redirect: (location) => Promise.reject(new Redirected({ location })),
    next: () => new Response(),
    notFound: () => Promise.reject(new Error("unused")),
    withUrl: (request, url) => new Request(url, request),
  });
  const {
    auth,
    handlers,
    signIn,
    signOut,
    unstable_update,
    getProof,
    getAccessToken,
    requireProof,
    impersonate,
    stopImpersonating,
  } = next;
  return {
    origin: ORIGIN,
    basePath: "/api/auth",
    async visit({ method, action, headers: sent, body, calls }) {
      headers = new Headers({ host: HOST, ...sent });
      jar = new Map();
      const path = action === undefined ? "/page" : `/api/auth${action}`;
      // URLs of Next contain the machine's host name.
      const request = new Request(`http://0.0.0.0:3000${path}`, { method, headers, body });
      if (!calls) return await answerOf(await handlers[method](request));
      let made: Omit<Answer, "setCookies"> = { reads: [] };
      const route = auth(async () => {
        made = await makeCalls(calls, {
          read: () => auth() as Promise<null>,
          signIn: (provider, fields) => caught(() => signIn(provider, fields)),
          signOut: () => caught(() => signOut({ redirectTo: "/home" })),
          impersonate: (...how) => caught(() => impersonate(...how)),
          stopImpersonating: (options) => caught(() => stopImpersonating(options)),
          update: unstable_update,
          proof: getProof,
          token: getAccessToken,
          require: requireProof,
          request: () => request,
        });
        return new Response("page", { headers: { "set-cookie": "app=1" } });
      }) as (request: Request, context: unknown) => Promise<Response>;
      const response = await route(request, {});
      if (response.status !== 200) return await answerOf(response);
      // Cookies of the response override those of `cookies()`.
      const own = response.headers.getSetCookie();
      const names = own.map(nameOf);
      const others = [...jar].filter(([name]) => !names.includes(name)).map(([, line]) => line);
      return { ...made, setCookies: [...own, ...others] };
    },
  };
}

const formOf = (calls: readonly Call[]): URLSearchParams => {
  const form = new URLSearchParams();
  for (const call of calls) {
    if (call.call === "signOut") form.set("redirectTo", "/home");
    if (call.call !== "signIn") continue;
    if (call.provider !== undefined) form.set("providerId", call.provider);
    for (const [name, value] of Object.entries(call.fields ?? {})) form.set(name, value);
  }
  return form;
};

function startSvelteKit(config: AuthConfig): App {
  const kit = createSvelteKitAuth(config, {
    env: {},
    basePath: () => "/auth",
    redirect(status, location) {
      throw new Redirected({ status, location });
    },
    isBuilding: false,
    isDevelopment: false,
  });
  const { handle, signIn, signOut, updateSession, getProof, getAccessToken, requireProof } = kit;
  return {
    origin: ORIGIN,
    basePath: "/auth",
    async visit({ method, action, headers, body, calls }) {
      const { host = HOST, ...sent } = headers;
      const url = new URL(action === undefined ? "/page" : `/auth${action}`, `http://${host}`);
      const posted = method === "POST" && calls ? formOf(calls) : body;
      const jar = new Map<string, string>();
      const event = {
        request: new Request(url, { method, headers: sent, body: posted }),
        url,
        cookies: {
          set: (name, value, options) =>
            void jar.set(name, serializeCookie({ name, value, options } as Cookie)),
        },
        locals: {} as AuthLocals,
      } satisfies KitEvent;
      let made: Omit<Answer, "setCookies"> | undefined;
      const response = await handle({
        event,
        async resolve(event) {
          made = await makeCalls(calls ?? [], {
            read: () => event.locals.auth(),
            signIn: () => caught(() => signIn(event)),
            signOut: () => caught(() => signOut(event)),
            impersonate: (...how) => caught(() => kit.impersonate(event, ...how)),
            stopImpersonating: (options) => caught(() => kit.stopImpersonating(event, options)),
            update: (data) => updateSession(event, data),
            proof: () => getProof(event),
            token: () => getAccessToken(event),
            require: (options) => requireProof(event, options),
            request: () => event.request,
          });
          return new Response("page");
        },
      });
      const answer = await answerOf(response);
      return {
        ...made ?? answer,
        setCookies: [...answer.setCookies, ...jar.values()],
      };
    },
  };
}

function startQwik(config: AuthConfig): App {
  const {
    onRequest,
    session,
    signIn,
    signOut,
    updateSession,
    getProof,
    getAccessToken,
    requireProof,
    impersonate,
    stopImpersonating,
  } = createQwikAuth(
    () => config,
    { isDevelopment: false },
  );
  return {
    origin: ORIGIN,
    basePath: "/auth",
    async visit({ method, action, headers: sent, body, calls = [] }) {
      const { host = HOST, ...rest } = sent;
      const url = new URL(action === undefined ? "/page" : `/auth${action}`, `http://${host}`);
      const jar = new Map<string, string>();
      const headers = new Headers();
      let sentResponse: Response | undefined;
      const event: QwikActionEvent = {
        request: new Request(url, { method, headers: rest, body }),
        url,
        basePathname: "/",
        headers,
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
        redirect: (status, location) => new Redirected({ status, location }),
        send(response) {
          sentResponse = response;
          return new Redirected({ location: "" });
        },
        fail: (_status, data) => ({ ...data, failed: true }),
      };
      const act = async (run: () => ReturnType<typeof signIn>): Promise<Redirect> => {
        const redirect = await caught(async () => {
          const { error, code } = await run() as { error: string; code?: string };
          throw new Refused(code === undefined ? { error } : { error, code });
        });
        return { ...redirect, location: headers.get("location")! };
      };
      try {
        await onRequest(event);
      } catch (thrown) {
        if (!sentResponse) throw thrown;
        return { ...await answerOf(sentResponse), setCookies: [...jar.values()] };
      }
      const left = async (run: () => Promise<void>) => ({
        ...await caught(run),
        location: headers.get("location")!,
      });
      const made = await makeCalls(calls, {
        read: () => Promise.resolve(session(event)),
        signIn: (providerId, { redirectTo, ...options } = {}) =>
          act(() => signIn({ providerId, redirectTo, options }, event)),
        signOut: () => act(() => signOut({ redirectTo: "/home" }, event)),
        impersonate: (...how) => left(() => impersonate(event, ...how)),
        stopImpersonating: (options) => left(() => stopImpersonating(event, options)),
        update: (data) => updateSession(event, data),
        proof: () => getProof(event),
        token: () => getAccessToken(event),
        require: (options) => requireProof(event, options),
        request: () => event.request,
      });
      return { ...made, setCookies: [...jar.values()] };
    },
  };
}

/** Wrappers in the order of the table. */
export const portWrappers: readonly Wrapper[] = [
  { name: "Next", start: startNext, seesHosts: true },
  { name: "SvelteKit", start: startSvelteKit, seesHosts: false },
  { name: "Qwik", start: startQwik, seesHosts: false },
];
