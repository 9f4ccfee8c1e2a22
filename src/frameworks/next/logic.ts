/**
 * The wrapper for Next.js as a function of the few things it needs from Next.
 *
 * @module
 */

import type {
  AuthConfig,
  Awaitable,
  CallbacksOptions,
  Cookie,
  DefaultSession,
  DefinedConfig,
  JWT,
  Provider,
  Session,
  TypedAuthConfig,
} from "@x/auth";
import {
  type ActionResult,
  type AuthorizationParams,
  bind,
  type BindOptions,
  type CookieSink,
  type Environment,
  headersSink,
  isAuthAction,
  NO_HOST,
  type RequestAuth,
  serializeCookie,
  toBasePath,
  toOrigin,
} from "@x/auth/wrapper";

/** What is used of Next. */
export interface NextRuntime<Req extends Request> {
  /** The environment. */
  env: Environment;
  /** Headers of the current request, outside of handlers. */
  headers(): Promise<Headers>;
  /** Sets a cookie with the current answer. */
  setCookie(cookie: Cookie): Promise<void>;
  /** Ends the current function with a redirect. */
  redirect(url: string): Promise<never>;
  /** The answer of middleware that lets a request pass. */
  next(): Response;
  /** The same request under another URL. */
  withUrl(request: Req, url: string): Req;
}

/** What the `authorized` callback receives. */
export interface AuthorizedParams<Req, S = Session> {
  /** The request. */
  request: Req;
  /** The session, or `null`. */
  auth: S | null;
}

/** The callback that protects pages. */
export interface AuthorizedCallback<Req, S = Session> {
  /**
   * Decides in middleware whether a request may pass: `false` leads to the
   * sign-in page, a `Response` is the answer.
   */
  authorized?(params: AuthorizedParams<Req, S>): Awaitable<boolean | Response | undefined | void>;
}

/** A config, with the callback that protects pages. */
export type ConfigFor<Req> = Omit<AuthConfig, "raw" | "callbacks"> & {
  /** The app's decisions. */
  callbacks?: (NonNullable<AuthConfig["callbacks"]> & AuthorizedCallback<Req>) | undefined;
};

/** {@linkcode ConfigFor} whose provider ids and shapes are inferred. */
export type TypedConfigFor<Req, Providers extends readonly Provider[], S, T, Seen = S> =
  & TypedAuthConfig<Providers, S, T>
  & {
    /** The app's decisions, in the order `jwt`, `session`, `authorized`: each knows what the one above returns. */
    callbacks?: AuthorizedCallback<Req, Seen>;
  };

/**
 * {@linkcode TypedConfigFor}, what `defineAuth` returned, or a function that
 * returns one of them for a request, or for `undefined` in server components
 * and actions.
 */
export type ConfigInputFor<
  Req,
  Providers extends readonly Provider[],
  Id extends string,
  S,
  T,
  Lazy,
> =
  | TypedConfigFor<Req, Providers, S, T>
  | DefinedConfig<Id, S, T>
  | ((
    request: Req | undefined,
  ) => (Lazy & LazyConfigFor<Req, T>) | PromiseLike<LazyConfigFor<Req, T>>)
  | ((request: Req | undefined) => Lazy & LazyConfigFor<Req, T>);

/** What a function may return for a request: configs with any providers and sessions. */
export type LazyConfigFor<Req, T> =
  | TypedConfigFor<Req, readonly Provider[], DefaultSession, T, Session>
  | DefinedConfig<string, unknown, unknown>;

/** A request that says who sent it. */
export type Authenticated<Req, S = Session> = Req & {
  /** The session, or `null`. */
  auth: S | null;
};

/** Request of an API route or of `getServerSideProps`. */
export interface NodeRequest {
  /** Headers by lower-case name. */
  headers: Record<string, string | string[] | undefined>;
}

/** Response of an API route or of `getServerSideProps`. */
export interface NodeResponse {
  /** Adds a value to a header. */
  appendHeader(name: string, value: string): unknown;
}

/** What `getServerSideProps` receives. */
export interface NodeContext {
  /** The request. */
  req: NodeRequest;
  /** The response. */
  res: NodeResponse;
}

/** A handler, as middleware or as a route. */
// deno-lint-ignore no-explicit-any -- the second argument is the framework's
export type Handler<Req> = (request: Req, context: any) => unknown;

/** Options of a server-side sign-in; further members are fields of the provider's form. */
export interface SignInOptions {
  /** Where to go afterwards. Default: the `Referer`, else the origin. */
  redirectTo?: string;
  /** Whether to end with a redirect. Default `true`. */
  redirect?: boolean;
  /** Fields that the provider asks for. */
  [field: string]: unknown;
}

/** Options of a server-side sign-out. */
export interface SignOutOptions {
  /** Where to go afterwards. Default: the `Referer`, else the origin. */
  redirectTo?: string;
  /** Whether to end with a redirect. Default `true`. */
  redirect?: boolean;
}

/** What the wrapper returns. */
export interface NextFunctions<Req extends Request> {
  handlers: Record<"GET" | "POST", (request: Req) => Promise<Response>>;
  auth(...args: unknown[]): Promise<unknown> | Handler<Req>;
  signIn(
    provider?: string,
    options?: FormData | SignInOptions,
    authorizationParams?: AuthorizationParams,
  ): Promise<string>;
  signOut(options?: SignOutOptions): Promise<ActionResult>;
  unstable_update(data: unknown): Promise<Session | null>;
}

/** Binds a config to a runtime. */
export function createNextAuth<Req extends Request>(
  config:
    | LazyConfigFor<Req, JWT>
    | ((request: Req | undefined) => Awaitable<LazyConfigFor<Req, JWT>>),
  runtime: NextRuntime<Req>,
): NextFunctions<Req> {
  const options: BindOptions<Req | undefined> = {
    env: runtime.env,
    basePath(written, env) {
      const url = env.AUTH_URL ?? env.NEXTAUTH_URL;
      const path = url && URL.canParse(url) ? toBasePath(new URL(url).pathname) : "";
      return written.basePath || path || "/api/auth";
    },
    // Next sets it, unlike most runtimes.
    isDevelopment: ({ NODE_ENV }) => NODE_ENV === "development",
    // On the server nothing has to be hidden from the app.
    readingCallbacks: withWholeSession,
  };
  const bound = bind<Req | undefined>(config, options);

  const of = (request: Req): Promise<RequestAuth> =>
    bound.of(asSeenOutside(request.headers, request), request, request);

  const current = async (): Promise<RequestAuth> => {
    const headers = await runtime.headers();
    // Next has one such object per request.
    return await bound.of(asSeenOutside(new Headers(headers)), undefined, headers);
  };

  /** What the handler does by `signOut()` and the like counts for the answer of the request. */
  const shared = async (request: Req): Promise<RequestAuth> => {
    const seen = asSeenOutside(request.headers, request);
    // API routes on the edge have none.
    const key = await runtime.headers().catch(() => request);
    return await bound.of(seen, request, key);
  };

  const guard = async (
    request: Req,
    context: unknown,
    handler?: Handler<Authenticated<Req>>,
  ): Promise<Response> => {
    // Without a config nothing says who may pass, so this one throws.
    const auth = await shared(request);
    if (!auth.hasHost) return await auth.handle();
    const session = await auth.session();
    const fixed = runtime.env.AUTH_URL ?? runtime.env.NEXTAUTH_URL;
    const { href, pathname, search } = new URL(request.url);
    const url = auth.origin + pathname + search;
    const seen = fixed && url !== href ? runtime.withUrl(request, url) : request;
    const { authorized } = (auth.written as ConfigFor<Req>).callbacks ?? {};
    const decision = authorized ? await authorized({ request: seen, auth: session }) : true;
    let response: Response;
    if (isResponse(decision)) {
      response = leadsToItself(decision, pathname, auth) ? runtime.next() : decision;
    } else if (handler) {
      const augmented = Object.assign(seen, { auth: session });
      response = (await handler(augmented, context) as Response | undefined) ?? runtime.next();
    } else if (decision || isOurs(pathname, auth)) {
      response = runtime.next();
    } else {
      const target = auth.signInUrl(url);
      response = URL.canParse(target)
        ? Response.redirect(target, 307)
        : new Response("There is a problem with the server configuration.", { status: 500 });
    }
    return await auth.finish(response);
  };

  const act = async (
    how: (auth: RequestAuth) => Promise<ActionResult>,
  ): Promise<ActionResult> => {
    const result = await how(await current());
    for (const cookie of result.cookies) await runtime.setCookie(cookie);
    return result;
  };

  const handle = async (request: Req): Promise<Response> =>
    await (await of(request)).handle({ request });

  return {
    handlers: { GET: handle, POST: handle },

    auth(...[first, second]) {
      if (first === undefined) {
        // Next must hear what `headers` throws while it renders ahead of time.
        return runtime.headers().then((headers) =>
          bound.session(asSeenOutside(new Headers(headers)), undefined, headers)
        );
      }
      if (typeof first === "function") {
        const handler = first as Handler<Authenticated<Req>>;
        return (request: Req, context: unknown) => guard(request, context, handler);
      }
      if (isWebRequest<Req>(first)) return guard(first, second);
      const { req, res } = "req" in (first as object)
        ? first as NodeContext
        : { req: first as NodeRequest, res: second as NodeResponse };
      return readInto(req, res);
    },

    async signIn(provider, options = {}, authorizationParams) {
      const { redirect = true, ...fields } = toFields(options);
      const result = await act((auth) => auth.signIn(provider, fields, authorizationParams));
      return redirect ? await runtime.redirect(result.redirect) : result.redirect;
    },

    async signOut({ redirect = true, redirectTo } = {}) {
      const result = await act((auth) => auth.signOut({ redirectTo }));
      return redirect ? await runtime.redirect(result.redirect) : result;
    },

    async unstable_update(data) {
      return (await act((auth) => auth.update(data))).body as Session | null;
    },
  };

  async function readInto(req: NodeRequest, res: NodeResponse): Promise<Session | null> {
    // Apps that read the request in a lazy config know which kind they get.
    const subject = req as unknown as Req;
    const pending = { answer: res, sink: nodeSink(res) };
    return await bound.session(asSeenOutside(toHeaders(req)), subject, req, pending);
  }
}

/** Callbacks whose sessions hold the whole token or user, as code on the server may see them. */
function withWholeSession(callbacks: CallbacksOptions, written: AuthConfig): CallbacksOptions {
  const own = written.callbacks?.session;
  return {
    ...callbacks,
    async session(params) {
      const { expires } = params.session as { expires: unknown };
      const session = await own?.(params) ?? {
        ...params.session,
        expires: expires instanceof Date ? expires.toISOString() : String(expires),
      };
      // Tokens have the members of a user where no user is stored.
      return { user: params.user ?? params.token as Session["user"], ...session };
    },
  };
}

/**
 * A request under the host of its `Host` header; Next's own URLs name the machine
 * instead. Next does not say the method to server actions, which it compares
 * origins for.
 */
function asSeenOutside(
  headers: Headers,
  { url, method }: Pick<Request, "url" | "method"> = { url: "http://localhost", method: "GET" },
): Request {
  const { protocol, host: own, pathname, search } = new URL(url);
  const host = headers.get("host") ?? own;
  const origin = toOrigin(protocol.slice(0, -1), host) ?? NO_HOST;
  return new Request(origin + pathname + search, { method, headers });
}

function toHeaders({ headers }: NodeRequest): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // Pseudo headers of HTTP/2 are no headers.
    if (value === undefined || name.startsWith(":")) continue;
    copy.set(name, Array.isArray(value) ? value.join(name === "cookie" ? "; " : ", ") : value);
  }
  return copy;
}

/** Classes of other realms are no instances of ours. */
function isWebRequest<Req>(value: unknown): value is Req {
  return typeof (value as Request).headers?.get === "function";
}

function isResponse(value: unknown): value is Response {
  const headers = (value as Response | null | undefined)?.headers;
  return typeof headers === "object" && typeof headers.get === "function";
}

/** Whether a path is one of the actions or their pages, which signed-out people need. */
function isOurs(pathname: string, { basePath: base, written }: RequestAuth): boolean {
  // People come to the page for new users after they signed in.
  const { newUser: _, ...pages } = written.pages ?? {};
  const isPage = Object.values(pages).includes(pathname);
  if (isPage || !pathname.startsWith(`${base}/`)) return isPage;
  const [action = "", provider, ...rest] = pathname.slice(base.length).split("/").filter(Boolean);
  // Routes of the app may be below an action, which takes a provider at most.
  const isWhole = provider === undefined || /^(signin|callback|webauthn-options)$/.test(action);
  return isAuthAction(action) && isWhole && rest.length === 0;
}

/** A redirect from a page of the sign-in to itself would never end. */
function leadsToItself(response: Response, pathname: string, auth: RequestAuth): boolean {
  const location = response.headers.get("location");
  if (!location || !URL.canParse(location, auth.origin)) return false;
  return new URL(location, auth.origin).pathname === pathname && isOurs(pathname, auth);
}

/** Fields of a form or an object; React adds some of its own to forms. */
function toFields(options: FormData | SignInOptions): SignInOptions {
  if (!(options instanceof FormData)) return options;
  const fields: SignInOptions = {};
  for (const [name, value] of options) {
    if (!name.startsWith("$ACTION_")) fields[name] = value;
  }
  if (fields.redirect !== undefined) fields.redirect = String(fields.redirect) !== "false";
  return fields;
}

/** API routes on the edge have a `Response` to write to; only renewals are written, never taken back. */
function nodeSink(response: NodeResponse | Response): CookieSink {
  if ("headers" in response) return headersSink(response.headers);
  return {
    add: (cookie) => response.appendHeader("set-cookie", serializeCookie(cookie)),
    remove: () => {},
  };
}
