/**
 * The wrapper for Qwik City, with the settings of the framework as a parameter.
 *
 * @module
 */

import { AuthError } from "@x/auth";
import type { AnyConfig, AuthConfig, Awaitable, Cookie, Session } from "@x/auth/types";
import {
  type ActionResult,
  bind,
  type CookieSink,
  describeFailure,
  type Environment,
  isActionPath,
  type RequestAuth,
  setPeer,
} from "@x/auth/wrapper";
import { type CookieStore, setCookie, setCookieText } from "./cookies.ts";
import { checkSignIn, checkSignOut, type FieldErrors } from "./input.ts";

/** Settings of Qwik City that are used. */
export interface QwikRuntime {
  /** `true` when the development server runs the app; any host is then trusted. */
  isDevelopment: boolean;
  /** `true` when Qwik's optimizer writes the config into a file for browsers. */
  isPublished?: boolean;
}

/** Environment variables of the platform. */
export interface EnvGetter {
  /** Returns a variable, or `undefined`. */
  get(name: string): string | undefined;
}

/** Members of Qwik City's request event that are used. */
export interface QwikEvent {
  /** The request as it arrived, for a page or for its data. */
  readonly request: Request;
  /** URL of the page, also in requests for its data. */
  readonly url: URL;
  /** Base path of the app, with a slash at its end. */
  readonly basePathname: string;
  /** Environment variables. */
  readonly env: EnvGetter;
  /** Client of the connection. */
  readonly clientConn?: {
    /** IP address. */
    readonly ip?: string;
  };
  /** Values that the handlers of one request share. */
  readonly sharedMap: Map<string, unknown>;
  /** Headers of the response. */
  readonly headers: Headers;
  /** Cookies of the response. */
  readonly cookie: CookieStore;
  /** Makes the value to throw for a redirect. */
  redirect(status: 303, url: string): Error;
  /** Sends a response, and makes the value to throw to stop the handlers. */
  send(response: Response): Error;
}

/** A request event in an action. */
export interface QwikActionEvent extends QwikEvent {
  /** Makes the value that an action returns to report a failure. */
  fail<Data extends object>(status: number, data: Data): Data & { failed: true };
}

/** The config of an app. */
export type QwikAuthConfig = Omit<AuthConfig, "raw">;

/** Failure of an action. */
export interface Refusal {
  /** Error messages of single fields. */
  fieldErrors: FieldErrors;
  /** Other errors by name, for example `CredentialsSignin`. */
  formErrors: string[];
  /** Name of the error; absent when fields are invalid. */
  error?: string;
  /** `code` of a `CredentialsSignin`. */
  code?: string;
}

/** Result of an action; nothing when it redirects. */
export type Answer = void | (Refusal & { failed: true });

/** The functions behind the result of `serverAuth$`. */
export interface BoundQwikAuth {
  /** Handles the actions; for other requests, reads the session into `sharedMap`. */
  onRequest(event: QwikEvent): Promise<void>;
  /** Returns the session that `onRequest` has read, or `null`. */
  session(event: QwikEvent): Session | null;
  /** Starts a sign-in. */
  signIn(input: unknown, event: QwikActionEvent): Promise<Answer>;
  /** Ends the session. */
  signOut(input: unknown, event: QwikActionEvent): Promise<Answer>;
  /** Updates the session. */
  updateSession(event: QwikEvent, data: unknown): Promise<Session | null>;
}

/** Key of the session in `sharedMap`, for handlers of the app. */
const SESSION = "session";
/** Suffix of the paths that Qwik City loads a page's data from and posts its actions to. */
const DATA = "/q-data.json";

const PUBLISHED = "[auth][warn][qwik-config-published] The files for browsers contain the config " +
  "that is passed to QwikAuth$, `authorize` included. Import serverAuth$ instead: " +
  '`import { serverAuth$ as QwikAuth$ } from "@x/auth/qwik"`.';

/** Binds a config to a runtime. */
export function createQwikAuth(
  config: (event: QwikEvent) => Awaitable<AnyConfig>,
  { isDevelopment, isPublished = false }: QwikRuntime,
): BoundQwikAuth {
  // The app's logger is part of the config, which is not known before the first request.
  if (isPublished) console.warn(PUBLISHED);
  // The platform passes its variables with every request; they are always the same.
  let variables: EnvGetter | undefined;
  let basePath: string | undefined;
  const bound = bind<QwikEvent>(config, {
    env: toEnvironment(() => variables),
    basePath: (_written, _env, event) => basePath ??= basePathOf(event),
    isDevelopment: () => isDevelopment,
    skipsAnonymous: true,
  });
  const at = (event: QwikEvent): QwikEvent => {
    variables = event.env;
    setPeer(event.request, event.clientConn?.ip);
    return event;
  };
  const of = (event: QwikEvent): Promise<RequestAuth> => bound.of(event.request, at(event));

  /** Reads the session for handlers and loaders. */
  const readInto = async (event: QwikEvent): Promise<void> => {
    const { request, sharedMap } = at(event);
    const pending = { answer: request, sink: sinkOf(event) };
    const session = await bound.session(request, event, request, pending);
    sharedMap.set(SESSION, toPlain(session));
  };

  const act = async (
    event: QwikEvent,
    run: (auth: RequestAuth) => Promise<ActionResult>,
  ): Promise<ActionResult> => {
    const auth = await of(event);
    const result = await run(auth);
    await auth.writeTo(event.request, sinkOf(event));
    // In a request for data, loaders run after the action and need the new session.
    await readInto(event);
    return result;
  };

  const actAndLeave = async (
    event: QwikActionEvent,
    run: (auth: RequestAuth) => Promise<ActionResult>,
  ): Promise<Answer> => {
    try {
      leaveFor(event, (await act(event, run)).redirect);
    } catch (thrown) {
      // A page cannot catch an error of an action, but it can show a returned failure.
      if (!(thrown instanceof AuthError)) throw thrown;
      const { status, error, code } = describeFailure(thrown);
      const refusal: Refusal = { fieldErrors: {}, formErrors: [error], error };
      return event.fail(status, code === undefined ? refusal : { ...refusal, code });
    }
  };

  return {
    async onRequest(event) {
      if (!isActionPath(event.url.pathname, basePathOf(event))) {
        return await readInto(event);
      }
      // Qwik City compares origins only for its pages, so the actions compare them here.
      const response = await (await of(event)).handle({
        acceptsOwnPosts: true,
        request: toPageRequest(event),
      });
      for (const text of response.headers.getSetCookie()) setCookieText(event.cookie, text);
      response.headers.delete("set-cookie");
      throw event.send(response);
    },

    session: ({ sharedMap }) => (sharedMap.get(SESSION) as Session | null | undefined) ?? null,

    async signIn(input, event) {
      const { value, fieldErrors, formErrors } = checkSignIn(input);
      if (!value) return event.fail(400, { fieldErrors, formErrors });
      const { providerId, options: { redirectTo, ...fields } = {}, authorizationParams } = value;
      const target = redirectTo || value.redirectTo;
      return await actAndLeave(event, (auth) =>
        auth.signIn(
          providerId || undefined,
          { ...fields, redirectTo: target || pageOf(event, auth) },
          authorizationParams,
        ));
    },

    async signOut(input, event) {
      const { value, fieldErrors, formErrors } = checkSignOut(input);
      if (!value) return event.fail(400, { fieldErrors, formErrors });
      return await actAndLeave(
        event,
        (auth) => auth.signOut({ redirectTo: value.redirectTo || pageOf(event, auth) }),
      );
    },

    updateSession: async (event, data) =>
      toPlain((await act(event, (auth) => auth.update(data))).body as Session | null),
  };
}

const basePathOf = ({ basePathname }: QwikEvent): string =>
  `${basePathname.replace(/\/$/, "")}/auth`;

const isForData = ({ request }: QwikEvent): boolean => new URL(request.url).pathname.endsWith(DATA);

/** The request for the page. Qwik's client requests its data first, then the page itself. */
function toPageRequest(event: QwikEvent): Request {
  return isForData(event) ? new Request(event.url, event.request) : event.request;
}

/** URL of the page with the form. */
function pageOf({ url }: QwikEvent, { origin }: RequestAuth): string {
  const page = new URL(url.pathname + url.search, origin || url.origin);
  page.searchParams.delete("qaction");
  return page.href;
}

/** Qwik City keeps one cookie per name, so an outdated cookie is replaced by its deletion. */
function sinkOf({ cookie: store }: QwikEvent): CookieSink {
  const toDeletion = ({ name, options: { expires: _, ...options } }: Cookie): Cookie => ({
    name,
    value: "",
    options: { ...options, maxAge: 0 },
  });
  return {
    add: (cookie) => setCookie(store, cookie),
    remove: (stale) => stale.map(toDeletion).forEach((cookie) => setCookie(store, cookie)),
  };
}

/** Redirects. Sets the header itself, since Qwik City shortens `//` inside the URL. */
function leaveFor(event: QwikEvent, location: string): void {
  if (isForData(event)) {
    // Qwik's client follows the `location` header of data to any URL, but no real redirect.
    event.headers.set("location", location);
    return;
  }
  const redirect = event.redirect(303, "/");
  event.headers.set("location", location);
  throw redirect;
}

/** Makes a plain value, since Qwik serializes the session into the page. */
function toPlain(session: Session | null): Session | null {
  try {
    return JSON.parse(JSON.stringify(session));
  } catch {
    return null; // the callback's result cannot be serialized
  }
}

function toEnvironment(variables: () => EnvGetter | undefined): Environment {
  return new Proxy({}, {
    get: (_, name) => typeof name === "string" ? variables()?.get(name) : undefined,
  });
}
