/**
 * The wrapper for Qwik City, with the settings of the framework as a parameter.
 *
 * @module
 */

import type { RequestEventCommon as QwikEvent } from "@builder.io/qwik-city";
import { AuthError } from "@x/auth";
import type { AnyConfig, AuthConfig, Awaitable, GuardOptions, Session } from "@x/auth/types";
import {
  answerWhileAway,
  assertOptions,
  bind,
  type CookieSink,
  createRequestActions,
  describeFailure,
  enter,
  headersFor,
  type ImpersonateOptions,
  isActionPath,
  replacingSink,
  type RequestAuth,
  setClientAddress,
  toEnvironment,
} from "@x/auth/wrapper";
import { setCookie, setCookieText } from "./cookies.ts";
import { checkSignIn, checkSignOut, type QwikAuthFailure } from "./input.ts";

export type { QwikEvent };

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

/** A request event in an action. */
export interface QwikActionEvent extends QwikEvent {
  /** Makes the value that an action returns to report a failure. */
  fail<Data extends object>(status: number, data: Data): Data & { failed: true };
}

/** The config of an app. */
export type QwikAuthConfig = Omit<AuthConfig, "raw">;

/** Result of an action; nothing when it redirects. */
export type Answer = void | QwikAuthFailure;

/** The functions behind the result of `serverAuth$`. */
export type BoundQwikAuth = ReturnType<typeof createQwikAuth>;

/** Key of the session in `sharedMap`, for handlers of the app. */
const SESSION = "session";
/** Key of the principal in `sharedMap`. */
const PRINCIPAL = "principal";
/** Suffix of the paths that Qwik City loads a page's data from and posts its actions to. */
const DATA = "/q-data.json";

const PUBLISHED = "[auth][warn][qwik-config-published] The files for browsers contain the config " +
  "that is passed to QwikAuth$, `authorize` included. Import serverAuth$ instead: " +
  '`import { serverAuth$ as QwikAuth$ } from "@x/auth/qwik"`.';

/** Binds a config to a runtime. */
export function createQwikAuth(
  config: (event: QwikEvent) => Awaitable<AnyConfig>,
  { isDevelopment, isPublished = false }: QwikRuntime,
) {
  // The app's logger is part of the config, which is not known before the first request.
  if (isPublished) console.warn(PUBLISHED);
  // The platform passes its variables with every request; they are always the same.
  let variables: EnvGetter | undefined;
  let basePath: string | undefined;
  const bound = bind<QwikEvent>(config, {
    env: toEnvironment((name) => variables?.get(name)),
    basePath: (_written, _env, event) => basePath ??= basePathOf(event),
    isDevelopment: () => isDevelopment,
    returnUrl: pathOf,
    skipsAnonymous: true,
  });
  const at = (event: QwikEvent): QwikEvent => {
    variables = event.env;
    setClientAddress(event.request, event.clientConn?.ip);
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

  const carry = (auth: RequestAuth, event: QwikEvent) => auth.writeTo(event.request, sinkOf(event));

  const acts = createRequestActions(of, ({ redirect }) => redirect, async (auth, event) => {
    await carry(auth, event);
    // In a request for data, loaders run after the action and need the new session.
    await readInto(event);
  }, carry);

  const leaveAfter = async (
    event: QwikActionEvent,
    act: () => Promise<string>,
  ): Promise<Answer> => {
    try {
      leaveFor(event, await act());
    } catch (thrown) {
      // A page cannot catch an error of an action, but it can show a returned failure.
      if (!(thrown instanceof AuthError)) throw thrown;
      const { status, error, code } = describeFailure(thrown);
      const refusal = { fieldErrors: {}, formErrors: [error], error };
      return event.fail(status, code === undefined ? refusal : { ...refusal, code });
    }
  };

  /** URL of the page with the form. */
  const readPage = async (event: QwikEvent): Promise<string> => {
    const { origin } = await of(event);
    return (origin || event.url.origin) + pathOf(event);
  };

  return {
    async onRequest(event: QwikEvent): Promise<void> {
      const mayBeAction = isActionPath(event.url.pathname, basePathOf(event));
      const auth = mayBeAction ? await of(event) : undefined;
      if (!auth?.isAction) {
        const answer = await answerWhileAway(() => of(event), () => readInto(event));
        if (answer) throw event.send(answer);
        return;
      }
      // Qwik City compares origins only for its pages, so the actions compare them here.
      const response = await auth.handle({
        acceptsOwnPosts: true,
        request: toPageRequest(event),
      });
      for (const text of response.headers.getSetCookie()) setCookieText(event.cookie, text);
      response.headers.delete("set-cookie");
      throw event.send(response);
    },

    /** Returns the session that `onRequest` has read. */
    session: ({ sharedMap }: QwikEvent): Session | null => sharedMap.get(SESSION) ?? null,

    async signIn(input: unknown, event: QwikActionEvent): Promise<Answer> {
      const { value, fieldErrors, formErrors } = checkSignIn(input);
      if (!value) return event.fail(400, { fieldErrors, formErrors });
      const { providerId, options: { redirectTo, ...fields } = {}, authorizationParams } = value;
      return await leaveAfter(event, async () => {
        const target = redirectTo || value.redirectTo || await readPage(event);
        const options = { ...fields, redirectTo: target };
        return await acts.signIn(event, providerId || undefined, options, authorizationParams);
      });
    },

    async signOut(input: unknown, event: QwikActionEvent): Promise<Answer> {
      const { value, fieldErrors, formErrors } = checkSignOut(input);
      if (!value) return event.fail(400, { fieldErrors, formErrors });
      return await leaveAfter(
        event,
        async () =>
          acts.signOut(event, {
            redirectTo: value.redirectTo || await readPage(event),
            ...(value.federated === undefined ? {} : { federated: value.federated === "true" }),
          }),
      );
    },

    /** Sets the cookies, and throws the redirect. */
    impersonate: async (
      event: QwikEvent,
      userId: string,
      options: ImpersonateOptions,
    ): Promise<void> => leaveFor(event, await acts.impersonate(event, userId, options)),
    stopImpersonating: async (
      event: QwikEvent,
      options?: Pick<ImpersonateOptions, "redirectTo">,
    ): Promise<void> => leaveFor(event, await acts.stopImpersonating(event, options)),

    updateSession: async (event: QwikEvent, data: unknown) =>
      toPlain(await acts.updateSession(event, data)),

    getProof: acts.getProof,
    getAccessToken: acts.getAccessToken,
    requireProof: acts.requireProof,
    getSignInOptions: acts.getSignInOptions,
    authenticate: acts.authenticate,

    /** Makes a handler that puts the principal into `sharedMap`, or throws the answer to a refused request. */
    protect(options?: GuardOptions<[event: QwikEvent]>): (event: QwikEvent) => Promise<void> {
      assertOptions(options, "export const onRequest = protect(options)");
      const wanted = bound.checkGuard(options);
      return async (event) => {
        const auth = await of(event);
        const { who, answer } = await enter(auth, wanted, [event]);
        await carry(auth, event);
        // Qwik's client asks for the page itself when the answer is no data, and then follows it.
        if (answer) throw event.send(answer);
        for (const [name, value] of headersFor(wanted)) {
          if (!event.headers.has(name)) event.headers.set(name, value);
        }
        event.sharedMap.set(PRINCIPAL, who);
      };
    },
  };
}

const basePathOf = ({ basePathname }: QwikEvent): string =>
  `${basePathname.replace(/\/$/, "")}/auth`;

/** Path and query of the page, without the action of its form. */
function pathOf({ url }: QwikEvent): string {
  const page = new URL(url);
  page.searchParams.delete("qaction");
  return page.pathname + page.search;
}

const isForData = ({ request }: QwikEvent): boolean => new URL(request.url).pathname.endsWith(DATA);

/** The request for the page. Qwik's client requests its data first, then the page itself. */
function toPageRequest(event: QwikEvent): Request {
  return isForData(event) ? new Request(event.url, event.request) : event.request;
}

function sinkOf({ cookie: store }: QwikEvent): CookieSink {
  return replacingSink((cookie) => setCookie(store, cookie));
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
