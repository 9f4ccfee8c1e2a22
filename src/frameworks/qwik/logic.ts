/**
 * The wrapper for Qwik City as a function of the few things it needs from the
 * framework.
 *
 * @module
 */

import {
  type AnyConfig,
  type AuthConfig,
  AuthError,
  type Awaitable,
  type Cookie,
  type Session,
} from "@x/auth";
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

/** What is used of Qwik City. */
export interface QwikRuntime {
  /** Whether the development server runs the app, so that any host is trusted. */
  isDevelopment: boolean;
  /** Whether Qwik's optimizer writes the config into a file for browsers too. */
  isPublished?: boolean;
}

/** Variables by name, as the platform hands them out. */
export interface EnvGetter {
  /** A variable, or `undefined`. */
  get(name: string): string | undefined;
}

/** What is used of a request event. */
export interface QwikEvent {
  /** The request as it came, for data or for a page. */
  readonly request: Request;
  /** URL of the page, also when only its data is asked for. */
  readonly url: URL;
  /** Path of the app, with a slash at its end. */
  readonly basePathname: string;
  /** Variables of the environment. */
  readonly env: EnvGetter;
  /** The other end of the connection. */
  readonly clientConn?: {
    /** Address. */
    readonly ip?: string;
  };
  /** What handlers of one request share. */
  readonly sharedMap: Map<string, unknown>;
  /** Headers of the answer. */
  readonly headers: Headers;
  /** Cookies of the answer. */
  readonly cookie: CookieStore;
  /** Makes what is thrown to redirect. */
  redirect(status: 303, url: string): Error;
  /** Answers, and makes what is thrown to stop. */
  send(response: Response): Error;
}

/** The same in an action. */
export interface QwikActionEvent extends QwikEvent {
  /** Makes what an action returns when it refuses. */
  fail<Data extends object>(status: number, data: Data): Data & { failed: true };
}

/** What an app writes. */
export type QwikAuthConfig = Omit<AuthConfig, "raw">;

/** What an action says when it refuses. */
export interface Refusal {
  /** Which fields are unusable, and why. */
  fieldErrors: FieldErrors;
  /** What else is wrong: names of errors, for example `CredentialsSignin`. */
  formErrors: string[];
  /** Name of the error, when the service refused; otherwise the fields are unusable. */
  error?: string;
  /** `code` of a `CredentialsSignin`. */
  code?: string;
}

/** What an action answers; nothing when the person is on the way to another page. */
export type Answer = void | (Refusal & { failed: true });

/** The functions behind what `serverAuth$` returns. */
export interface BoundQwikAuth {
  /** Answers the actions of the service; tells everything else who is there. */
  onRequest(event: QwikEvent): Promise<void>;
  /** Who is there, after `onRequest`. */
  session(event: QwikEvent): Session | null;
  /** Starts a sign-in. */
  signIn(input: unknown, event: QwikActionEvent): Promise<Answer>;
  /** Ends the session. */
  signOut(input: unknown, event: QwikActionEvent): Promise<Answer>;
  /** Updates the session. */
  updateSession(event: QwikEvent, data: unknown): Promise<Session | null>;
}

/** Where handlers of the app find the session. */
const SESSION = "session";
/** Qwik City asks for a page's data, and sends its actions, below the page. */
const DATA = "/q-data.json";

const PUBLISHED = "[auth][warn][qwik-config-published] The files for browsers contain the config " +
  "that is passed to QwikAuth$, `authorize` included. Import serverAuth$ instead: " +
  '`import { serverAuth$ as QwikAuth$ } from "@x/auth/qwik"`.';

/** Binds a config to a runtime. */
export function createQwikAuth(
  config: (event: QwikEvent) => Awaitable<AnyConfig>,
  { isDevelopment, isPublished = false }: QwikRuntime,
): BoundQwikAuth {
  // The config, and with it the app's logger, comes with the first request only.
  if (isPublished) console.warn(PUBLISHED);
  // The platform hands out its variables with a request, the same with each.
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
    // Loaders still run when only data was asked for.
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
      // A page cannot catch what an action throws, but it can show what one returns.
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
      // Qwik City compares origins for its pages only, and the actions are none.
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

/** A client that navigates asks for data, and loads the page when it gets something else. */
function toPageRequest(event: QwikEvent): Request {
  return isForData(event) ? new Request(event.url, event.request) : event.request;
}

/** The page that the form is on. */
function pageOf({ url }: QwikEvent, { origin }: RequestAuth): string {
  const page = new URL(url.pathname + url.search, origin || url.origin);
  page.searchParams.delete("qaction");
  return page.href;
}

/** Qwik City keeps cookies by name, so one that does not count any more becomes its own deletion. */
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

/** Sends the browser on. Qwik City would shorten `//` inside of the URL that it is given. */
function leaveFor(event: QwikEvent, location: string): void {
  if (isForData(event)) {
    // Its client follows what the data says, wherever that is; it cannot follow a real redirect.
    event.headers.set("location", location);
    return;
  }
  const redirect = event.redirect(303, "/");
  event.headers.set("location", location);
  throw redirect;
}

/** Sessions travel to the browser with the page, where only plain values can go. */
function toPlain(session: Session | null): Session | null {
  try {
    return JSON.parse(JSON.stringify(session));
  } catch {
    return null; // a callback made something that is no session
  }
}

function toEnvironment(variables: () => EnvGetter | undefined): Environment {
  return new Proxy({}, {
    get: (_, name) => typeof name === "string" ? variables()?.get(name) : undefined,
  });
}
