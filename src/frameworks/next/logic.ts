/**
 * The wrapper for Next.js, with the functions of Next as a parameter.
 *
 * @module
 */

import type {
  AnyGuardOptions,
  AuthConfig,
  AuthenticateOptions,
  AuthTypes,
  Awaitable,
  CallbacksOptions,
  Cookie,
  CredentialKind,
  DefaultSession,
  DefinedConfig,
  JWT,
  Principal,
  Provider,
  RequireProofOptions,
  Session,
  TypedAuthConfig,
} from "@x/auth/types";
import {
  type AccessTokenOptions,
  type ActionResult,
  answerProtected,
  answerWhileAway,
  assertHandler,
  type AuthenticationRefusal,
  type AuthorizationParams,
  bind,
  bindNode,
  type BindOptions,
  type Bound,
  createRequestActions,
  type Environment,
  headersSink,
  type ImpersonateOptions,
  NO_HOST,
  type NodeHead,
  type NodeResponse,
  type NodeServerRequest,
  type RequestAuth,
  type SignInOptions as Fields,
  type SignOutOptions as Target,
  toBasePath,
  toOrigin,
  withQuery,
} from "@x/auth/wrapper";

export type { NodeResponse, NodeServerRequest };

/** Functions of Next that are used. */
export interface NextRuntime<Req extends Request> {
  /** Environment variables. */
  env: Environment;
  /** Returns the headers of the current request, for code without a request object. */
  headers(): Promise<Headers>;
  /** Sets a cookie of the current response. */
  setCookie(cookie: Cookie): Promise<void>;
  /** Redirects by throwing, which ends the current function. */
  redirect(url: string): Promise<never>;
  /** Answers 404 by throwing, which ends the current function. */
  notFound(): Promise<never>;
  /** Returns the response by which middleware lets a request pass. */
  next(): Response;
  /** Returns the request with another URL. */
  withUrl(request: Req, url: string): Req;
}

/** Parameters of the `authorized` callback. */
export interface AuthorizedParams<Req, S = Session> {
  /** The request. */
  request: Req;
  /** The session, or `null`. */
  auth: S | null;
}

/** The callback that protects pages. */
export interface AuthorizedCallback<Req, S = Session> {
  /**
   * Decides in middleware whether a request may pass: `false` redirects to the
   * sign-in page, and a `Response` is sent as it is.
   */
  authorized?(params: AuthorizedParams<Req, S>): Awaitable<boolean | Response | undefined | void>;
}

/** A config with the callback that protects pages. */
export type ConfigFor<Req> = Omit<AuthConfig, "raw" | "callbacks"> & {
  /** Callbacks of the app. */
  callbacks?: (NonNullable<AuthConfig["callbacks"]> & AuthorizedCallback<Req>) | undefined;
};

/** {@linkcode ConfigFor} with inferred provider ids and types. */
export type TypedConfigFor<
  Req,
  Providers extends readonly Provider[],
  S,
  T,
  Seen = S,
  Organizations = unknown,
  Keys = unknown,
  OAuth = unknown,
> =
  & TypedAuthConfig<Providers, S, T, AuthConfig["capabilities"], Organizations, Keys, OAuth>
  & {
    /**
     * Callbacks of the app. Write them in the order `jwt`, `session`, `authorized`,
     * since each one's types depend on the return type of the one before.
     */
    callbacks?: AuthorizedCallback<Req, Seen> | undefined;
  };

/**
 * {@linkcode TypedConfigFor}, the result of `defineAuth`, or a function that
 * returns one of them for a request. The request is `undefined` in server
 * components and actions.
 */
export type ConfigInputFor<
  Req,
  Providers extends readonly Provider[],
  Id extends string,
  S,
  T,
  Lazy,
  Organizations = unknown,
  Keys = unknown,
  OAuth = unknown,
> =
  | TypedConfigFor<Req, Providers, S, T, S, Organizations, Keys, OAuth>
  | DefinedConfig<{
    readonly id: Id;
    readonly session: S;
    readonly token: T;
    readonly capabilities: unknown;
    readonly organizations: Organizations;
    readonly keys: Keys;
    readonly oauthServer: OAuth;
  }>
  | ((
    request: Req | undefined,
  ) => (Lazy & LazyConfigFor<Req, T>) | PromiseLike<LazyConfigFor<Req, T>>)
  | ((request: Req | undefined) => Lazy & LazyConfigFor<Req, T>);

/** Return type of a config function: a config with any providers and sessions. */
export type LazyConfigFor<Req, T> =
  | TypedConfigFor<Req, readonly Provider[], DefaultSession, T, Session>
  | DefinedConfig<AuthTypes>;

/** A request with its session. */
export type Authenticated<Req, S = Session> = Req & {
  /** The session, or `null`. */
  auth: S | null;
};

/** Request of an API route or of `getServerSideProps`. */
export type NodeRequest = NodeHead;

/** Context of `getServerSideProps`, and what has the same members. */
export interface NodeContext {
  /** The request. */
  req: NodeRequest;
  /** The response, which renews a session that is due. Default: the next request renews it. */
  res?: NodeResponse | undefined;
}

/** A handler that is used as middleware or as a route. */
// deno-lint-ignore no-explicit-any -- the second argument is the framework's
export type Handler<Req> = (request: Req, context: any) => unknown;

/** Options of a server-side sign-in; other members are fields of the provider's form. */
export interface SignInOptions extends Fields {
  /** `false` returns the result instead of redirecting. Default `true`. */
  redirect?: boolean;
}

/** Options of a server-side sign-out. */
export interface SignOutOptions extends Target {
  /** `false` returns the result instead of redirecting. Default `true`. */
  redirect?: boolean;
}

/** Binds a config to a runtime. */
export function createNextAuth<Req extends Request>(
  config:
    | LazyConfigFor<Req, JWT>
    | ((request: Req | undefined) => Awaitable<LazyConfigFor<Req, JWT>>),
  runtime: NextRuntime<Req>,
) {
  const options: BindOptions<Req | undefined> = {
    env: runtime.env,
    basePath(written, env) {
      const url = env.AUTH_URL ?? env.NEXTAUTH_URL;
      const path = url && URL.canParse(url) ? toBasePath(new URL(url).pathname) : "";
      return written.basePath || path || "/api/auth";
    },
    // Next always sets `NODE_ENV`, unlike most runtimes.
    isDevelopment: ({ NODE_ENV }) => NODE_ENV === "development",
    // These sessions stay on the server, so they can hold all claims of the token.
    readingCallbacks: withWholeSession,
  };
  const bound = bind<Req | undefined>(config, options);

  // Lazy configs of API routes get Node's request, although the parameter has the type `Req`.
  const node = bindNode<Partial<NodeServerRequest> & NodeHead>(
    bound as Bound<unknown>,
    ({ url, socket }) => ({ path: url, isSecure: socket?.encrypted === true }),
  );

  const of = (request: Req): Promise<RequestAuth> =>
    bound.of(asSeenOutside(request.headers, request), request, request);

  const current = async (): Promise<RequestAuth> => {
    const headers = await runtime.headers();
    // Next returns the same headers object throughout a request.
    return await bound.of(asSeenOutside(new Headers(headers)), undefined, headers);
  };

  /** Shares its object with `signOut()` and the like, so that the response gets their cookies. */
  const shared = async (request: Req): Promise<RequestAuth> => {
    const seen = asSeenOutside(request.headers, request);
    // API routes of the edge runtime cannot read the headers.
    const key = await runtime.headers().catch(() => request);
    return await bound.of(seen, request, key);
  };

  /** The request as browsers see it, where the app says its public URL. */
  const withPublicUrl = (request: Req, { origin }: RequestAuth): Req => {
    const fixed = runtime.env.AUTH_URL ?? runtime.env.NEXTAUTH_URL;
    const { href, pathname, search } = new URL(request.url);
    const url = origin + pathname + search;
    return fixed && url !== href ? runtime.withUrl(request, url) : request;
  };

  const guard = async (
    request: Req,
    context: unknown,
    handler?: Handler<Authenticated<Req>>,
  ): Promise<Response> => {
    // Without a config access cannot be decided, so an error of a lazy config is thrown.
    const auth = await shared(request);
    if (!auth.hasHost) return await auth.handle();
    const { authorized } = (auth.written as ConfigFor<Req>).callbacks ?? {};
    const isMiddleware = !isRouteContext(context);
    const needsSession = isMiddleware && auth.written.legacy?.requiresSession === true;
    const { pathname, search } = new URL(request.url);
    if (needsSession && (isFileOfNext(request) || isOurs(pathname, auth))) return runtime.next();
    let session = null as Session | null;
    const away = await answerWhileAway(() => auth, async () => {
      session = await auth.session();
    });
    // Who visits is unknown, so only what needs no session can be shown.
    if (away) return isFileOfNext(request) || isOurs(pathname, auth) ? runtime.next() : away;
    const seen = withPublicUrl(request, auth);
    const decision = await authorized?.({ request: seen, auth: session }) ??
      (needsSession ? session !== null : !authorized);
    if (isMiddleware && !needsSession) warnOfOpen(auth, authorized, handler, decision);
    let response: Response;
    if (isFromWeb<Response>(decision)) {
      response = leadsToItself(decision, pathname, auth) ? runtime.next() : decision;
    } else if (handler && (decision || !needsSession)) {
      const augmented = Object.assign(seen, { auth: session });
      response = (await handler(augmented, context) as Response | undefined) ?? runtime.next();
    } else if (decision || isOurs(pathname, auth)) {
      response = runtime.next();
    } else {
      const target = auth.signInUrl(auth.origin + pathname + search);
      response = URL.canParse(target)
        ? Response.redirect(target, 307)
        : new Response("There is a problem with the server configuration.", { status: 500 });
    }
    return await auth.finish(response);
  };

  const acts = createRequestActions<void, ActionResult>(
    current,
    (result) => result,
    async (_auth, _, { cookies }) => {
      for (const cookie of cookies) await runtime.setCookie(cookie);
    },
  );

  const leave = async (redirect: boolean, result: ActionResult): Promise<ActionResult> =>
    redirect ? await runtime.redirect(result.redirect) : result;

  const handle = async (request: Req): Promise<Response> =>
    await (await of(request)).handle({ request });

  /** The handler of either router, since apps of next-auth 4 export the result itself. */
  const handler = async (
    ...[request, response]: [Req] | [NodeServerRequest, NodeResponse]
  ): Promise<Response | void> => {
    if (isFromWeb<Req>(request)) return await handle(request);
    const [req, res] = [request as NodeServerRequest, response as NodeResponse];
    await node.answer(await node.of(req), req, res);
  };

  const session = ({ req, res }: NodeContext | WebContext<Req>): Promise<Session | null> => {
    if (!isFromWeb<Req>(req)) return node.session({ req, res: res as NodeResponse | undefined });
    const pending = res && { answer: res, sink: headersSink((res as Response).headers) };
    return bound.session(asSeenOutside(req.headers, req), req, req, pending);
  };

  const readAuth = (
    first?: Req | NodeRequest | { req: Req | NodeRequest },
  ): Promise<RequestAuth> => {
    if (first === undefined) return current();
    const request = toContext(first).req as Req | NodeRequest;
    return isFromWeb<Req>(request) ? shared(request) : node.of(request);
  };

  return Object.assign(handler, {
    handlers: { GET: handle, POST: handle },

    auth(...[first, second]: unknown[]): Promise<unknown> | Handler<Req> {
      if (first === undefined) {
        // Errors of `headers` must reach Next, which uses them to stop static rendering.
        return runtime.headers().then((headers) =>
          bound.session(asSeenOutside(new Headers(headers)), undefined, headers)
        );
      }
      if (typeof first === "function") {
        const handler = first as Handler<Authenticated<Req>>;
        return (request: Req, context: unknown) => guard(request, context, handler);
      }
      if (isFromWeb<Req>(first)) return guard(first, second);
      return session(toContext(first, second));
    },

    getToken: async (first?: Req | NodeRequest | { req: Req | NodeRequest }) =>
      await (await readAuth(first)).token(),

    async signIn(
      provider?: string,
      options: FormData | SignInOptions = {},
      authorizationParams?: AuthorizationParams,
    ): Promise<string> {
      const { redirect = true, ...fields } = toFields(options);
      const result = await acts.signIn(undefined, provider, fields, authorizationParams);
      return redirect ? await runtime.redirect(result.redirect) : result.redirect;
    },

    signOut: async ({ redirect = true, ...options }: SignOutOptions = {}) =>
      await leave(redirect, await acts.signOut(undefined, options)),

    impersonate: async (userId: string, { redirect = true, ...options }: Impersonation) =>
      await leave(redirect, await acts.impersonate(undefined, userId, options)),

    stopImpersonating: async ({ redirect = true, ...options }: Partial<Impersonation> = {}) =>
      await leave(redirect, await acts.stopImpersonating(undefined, options)),

    unstable_update: (data: unknown) => acts.updateSession(undefined, data),

    getProof: () => acts.getProof(),

    getAccessToken: (options?: AccessTokenOptions) => acts.getAccessToken(undefined, options),
    requireProof: (options: RequireProofOptions) => acts.requireProof(undefined, options),

    getSignInOptions: () => acts.getSignInOptions(),

    // No cookies are set, which server components cannot do: the next request renews the session.
    async authenticate<Kind extends CredentialKind>(
      options?: AuthenticateOptions<Kind> & WayBack,
    ): Promise<Principal<Kind> | AuthenticationRefusal> {
      const { wanted, redirectTo } = apart(options);
      const auth = await current();
      if (redirectTo !== undefined) auth.comesBackTo(() => redirectTo);
      const who = await auth.authenticate(wanted, mayBePost(await runtime.headers()));
      // Only kinds that are accepted get through.
      return who as Principal<Kind> | AuthenticationRefusal;
    },

    async readMembership(
      organization: string,
      { redirectTo }: Required<WayBack>,
    ): Promise<unknown> {
      const auth = await current();
      auth.comesBackTo(() => redirectTo);
      const found = await auth.readMembership(organization);
      if (found.ok) return found.membership;
      if (found.location !== undefined) return await runtime.redirect(found.location);
      // An organization that does not exist answers like one of others.
      if (found.reason === "not-member") return await runtime.notFound();
      const page = auth.written.pages?.error ?? `${auth.origin}${auth.basePath}/error`;
      return await runtime.redirect(withQuery(page, { error: "AccessDenied" }));
    },

    protect: <Kind extends CredentialKind>(
      handler: (request: Req, who: Principal<Kind>, context: unknown) => Awaitable<Response>,
      options?: AnyGuardOptions<Kind>,
    ) => {
      assertHandler(handler, "protect(handler, options)");
      const wanted = bound.checkGuard(options);
      return async (request: Req, context: unknown): Promise<Response> => {
        const auth = await shared(request);
        const run = (who: Principal<Kind>) => handler(withPublicUrl(request, auth), who, context);
        return await answerProtected(auth, wanted, [context, request], run);
      };
    },
  });
}

type Impersonation = ImpersonateOptions & { redirect?: boolean };

/** Context of `getServerSideProps` in the edge runtime. */
interface WebContext<Req> {
  req: Req;
  res?: Response | undefined;
}

/** `(req, res)` or `({ req, res })` → the latter. */
function toContext(first: unknown, second?: unknown): NodeContext {
  const given = first as object;
  return "req" in given
    ? given as NodeContext
    : { req: given as NodeRequest, res: second as never };
}

/** The page that a user comes back to, which Next does not tell. */
export interface WayBack {
  /** Path or URL of the page: from the sign-in, or from a proof, the user comes back to it. */
  redirectTo?: string;
}

/** Demands on a request, and the way back, apart. */
function apart<Kind extends CredentialKind>(
  options: AuthenticateOptions<Kind> & WayBack | undefined,
): { wanted: AuthenticateOptions<Kind> | undefined; redirectTo?: string } {
  if (typeof options !== "object" || options === null || !("redirectTo" in options)) {
    return { wanted: options };
  }
  const { redirectTo, ...wanted } = options;
  return { wanted, ...redirectTo === undefined ? {} : { redirectTo } };
}

/** Callbacks that return sessions with the whole token or user, for code on the server. */
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
      // With token sessions there is no user row, so the claims are the user.
      return { user: params.user ?? params.token as Session["user"], ...session };
    },
  };
}

/**
 * A request with the host of its `Host` header; Next's own URLs have the server's
 * host name. Next does not pass the method to server actions, whose origins it
 * compares itself.
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

/**
 * Returns `true` for headers that a post can have, since Next says no method: those of a body, and
 * `Origin`, which browsers send with every post.
 */
function mayBePost(headers: Headers): boolean {
  const names = ["origin", "content-length", "content-type", "transfer-encoding"];
  return names.some((name) => headers.has(name));
}

/** Checks members, since `instanceof` fails for classes of other realms. */
function isFromWeb<Message extends Request | Response>(value: unknown): value is Message {
  return typeof (value as Message | null | undefined)?.headers?.get === "function";
}

/** `true` for the second argument of a route handler; middleware gets an event. */
function isRouteContext(context: unknown): boolean {
  return typeof context === "object" && context !== null && "params" in context;
}

/** `true` for files that every page needs, the sign-in page among them; not for data of pages. */
function isFileOfNext(request: Request & { nextUrl?: { pathname: string } }): boolean {
  // `nextUrl` has no base path and no locale.
  const { pathname } = request.nextUrl ?? new URL(request.url);
  return pathname === "/favicon.ico" || /^\/_next\/(?!data\/)/.test(pathname);
}

/** Warns once when middleware protects nothing, which is easily meant otherwise. */
function warnOfOpen(
  auth: RequestAuth,
  authorized: unknown,
  handler: unknown,
  decision: unknown,
): void {
  if (!authorized && !handler) {
    auth.warn(
      "open-middleware",
      "`callbacks.authorized` is not set. Let it return `auth !== null` to require a session, or " +
        "`true` if all pages are public.",
    );
  } else if (handler && decision === false) {
    auth.warn(
      "open-middleware",
      "the handler of `auth(handler)` runs although `authorized` returned false. Let `authorized` " +
        "return a `Response`, or read `request.auth` in the handler.",
    );
  }
}

/** `true` for paths of actions and their pages, which must work without a session. */
function isOurs(pathname: string, auth: RequestAuth): boolean {
  // The page for new users is shown after the sign-in, so it can be protected.
  const { newUser: _, ...pages } = auth.written.pages ?? {};
  const isPage = Object.values(pages).includes(pathname);
  // Paths below an action that it does not take are routes of the app.
  return isPage || auth.takes(pathname);
}

/** `true` for a redirect from a sign-in page to itself, which would be an endless loop. */
function leadsToItself(response: Response, pathname: string, auth: RequestAuth): boolean {
  const location = response.headers.get("location");
  if (!location || !URL.canParse(location, auth.origin)) return false;
  return new URL(location, auth.origin).pathname === pathname && isOurs(pathname, auth);
}

/** Fields of a form or an object, without those that React adds to forms. */
function toFields(options: FormData | SignInOptions): SignInOptions {
  if (!(options instanceof FormData)) return options;
  const fields: SignInOptions = {};
  for (const [name, value] of options) {
    if (!name.startsWith("$ACTION_")) fields[name] = value;
  }
  if (fields.redirect !== undefined) fields.redirect = String(fields.redirect) !== "false";
  return fields;
}
