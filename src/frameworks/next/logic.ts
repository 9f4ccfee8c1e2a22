/**
 * The wrapper for Next.js as a function of the few things it needs from Next.
 *
 * @module
 */

import { Auth, type AuthConfig, type Awaitable, type Cookie, type Session } from "@x/auth";
import {
  type Acted,
  assertOwnPost,
  type AuthorizationParams,
  createPreparer,
  endSession,
  type Environment,
  isAuthAction,
  keepFromCaches,
  type Prepared,
  type PreparerOptions,
  readPrepared,
  startSignIn,
  toBasePath,
  toPublicRequest,
  updateSession,
  withQuery,
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
export interface AuthorizedParams<Req> {
  /** The request. */
  request: Req;
  /** The session, or `null`. */
  auth: Session | null;
}

/** A config, with the callback that protects pages. */
export type ConfigFor<Req> = Omit<AuthConfig, "raw" | "callbacks"> & {
  /** The app's decisions. */
  callbacks?:
    | (NonNullable<AuthConfig["callbacks"]> & {
      /**
       * Decides in middleware whether a request may pass: `false` leads to the
       * sign-in page, a `Response` is the answer.
       */
      authorized?(params: AuthorizedParams<Req>): Awaitable<boolean | Response | undefined | void>;
    })
    | undefined;
};

/** A request that says who sent it. */
export type Authenticated<Req> = Req & {
  /** The session, or `null`. */
  auth: Session | null;
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
  signOut(options?: SignOutOptions): Promise<Acted>;
  unstable_update(data: unknown): Promise<Session | null>;
}

const options: PreparerOptions = {
  basePath(written, env) {
    const url = env.AUTH_URL ?? env.NEXTAUTH_URL;
    const path = url && URL.canParse(url) ? toBasePath(new URL(url).pathname) : "";
    return written.basePath || path || "/api/auth";
  },
  // Next sets it, unlike most runtimes.
  isDevelopment: ({ NODE_ENV }) => NODE_ENV === "development",
};

/** Binds a config to a runtime. */
export function createNextAuth<Req extends Request>(
  config: ConfigFor<Req> | ((request: Req | undefined) => Awaitable<ConfigFor<Req>>),
  runtime: NextRuntime<Req>,
): NextFunctions<Req> {
  const written = async (request: Req | undefined): Promise<AuthConfig> =>
    typeof config === "function" ? await config(request) : config;
  const prepare = createPreparer(written, runtime.env, options);
  const shaped = new WeakMap<AuthConfig, AuthConfig>();
  /** For reading on the server, where nothing has to be hidden from. */
  const prepareReading = createPreparer(
    async (request: Req | undefined) => {
      const own = await written(request);
      const known = shaped.get(own) ?? withWholeSession(own);
      shaped.set(own, known);
      return known;
    },
    runtime.env,
    options,
  );

  const handle = async (request: Req): Promise<Response> => {
    const { config, origin } = await prepare(asSeenOutside(request.headers, request.url), request);
    return await Auth(toPublicRequest(request, origin), config);
  };

  const current = async (): Promise<Request> => asSeenOutside(new Headers(await runtime.headers()));

  const read = async (subject: Request, request: Req | undefined) =>
    await readPrepared(() => prepareReading(subject, request), subject);

  const guard = async (
    request: Req,
    context: unknown,
    handler?: Handler<Authenticated<Req>>,
  ): Promise<Response> => {
    // Without a config nothing can be asked who may pass, so this one throws.
    const subject = asSeenOutside(request.headers, request.url);
    const prepared = await prepareReading(subject, request);
    const { session, setCookies } = await readPrepared(() => Promise.resolve(prepared), subject);
    const fixed = runtime.env.AUTH_URL ?? runtime.env.NEXTAUTH_URL;
    const { href, pathname, search } = new URL(request.url);
    const url = prepared.origin + pathname + search;
    const seen = fixed && url !== href ? runtime.withUrl(request, url) : request;
    const { authorized } = (prepared.config as ConfigFor<Req>).callbacks ?? {};
    const decision = authorized ? await authorized({ request: seen, auth: session }) : true;
    let response: Response;
    if (isResponse(decision)) {
      response = leadsToItself(decision, pathname, prepared) ? runtime.next() : decision;
    } else if (handler) {
      const augmented = Object.assign(seen, { auth: session });
      response = (await handler(augmented, context) as Response | undefined) ?? runtime.next();
    } else if (decision || isOurs(pathname, prepared)) {
      response = runtime.next();
    } else {
      response = Response.redirect(signInUrl(prepared, url), 307);
    }
    return withCookies(response, setCookies);
  };

  const act = async (
    how: (request: Request, prepared: Prepared) => Promise<Acted>,
  ): Promise<Acted> => {
    const request = await current();
    const prepared = await prepare(request, undefined);
    // Server actions compare origins themselves; route handlers that call us get the same.
    assertOwnPost(request, prepared.origin);
    const acted = await how(request, prepared);
    for (const cookie of acted.cookies) await runtime.setCookie(cookie);
    return acted;
  };

  return {
    handlers: { GET: handle, POST: handle },

    auth(...[first, second]) {
      if (first === undefined) {
        // Next must hear what `headers` throws while it renders ahead of time.
        return current().then((request) => read(request, undefined)).then(sessionOf);
      }
      if (typeof first === "function") {
        const handler = first as Handler<Authenticated<Req>>;
        return (request: Req, context: unknown) => guard(request, context, handler);
      }
      if (isWebRequest<Req>(first)) return guard(first, second);
      const { req, res } = "req" in (first as object)
        ? first as NodeContext
        : { req: first as NodeRequest, res: second as NodeResponse };
      // Apps that read the request in a lazy config know which kind they get.
      const subject = req as unknown as Req;
      return read(asSeenOutside(toHeaders(req)), subject).then(({ session, setCookies }) => {
        for (const cookie of setCookies) appendCookie(res, cookie);
        return session;
      });
    },

    async signIn(provider, options = {}, authorizationParams) {
      const { redirect = true, ...fields } = toFields(options);
      const acted = await act((request, prepared) =>
        startSignIn(request, prepared, provider, fields, authorizationParams)
      );
      return redirect ? await runtime.redirect(acted.redirect) : acted.redirect;
    },

    async signOut({ redirect = true, redirectTo } = {}) {
      const acted = await act((request, prepared) => endSession(request, prepared, { redirectTo }));
      return redirect ? await runtime.redirect(acted.redirect) : acted;
    },

    async unstable_update(data) {
      const { body } = await act((request, prepared) => updateSession(request, prepared, data));
      return body as Session | null;
    },
  };
}

const sessionOf = ({ session }: { session: Session | null }): Session | null => session;

/** A config whose sessions hold the whole token or user, as code on the server may see them. */
function withWholeSession(config: AuthConfig): AuthConfig {
  const own = config.callbacks?.session;
  return {
    ...config,
    callbacks: {
      ...config.callbacks,
      async session(params) {
        const { expires } = params.session as { expires: unknown };
        const session = await own?.(params) ?? {
          ...params.session,
          expires: expires instanceof Date ? expires.toISOString() : String(expires),
        };
        // Tokens have the members of a user where no user is stored.
        return { user: params.user ?? params.token as Session["user"], ...session };
      },
    },
  };
}

/** A request under the address in its `Host` header; Next's own URLs name the machine instead. */
function asSeenOutside(headers: Headers, url = "http://localhost"): Request {
  const { protocol, host, pathname, search } = new URL(url);
  const scheme = headers.get("x-forwarded-proto")?.split(",")[0]?.trim() ?? protocol.slice(0, -1);
  const seen = `${scheme}://${headers.get("host") ?? host}`;
  const isWeb = scheme === "http" || scheme === "https";
  const base = isWeb && URL.canParse(seen) ? new URL(seen).origin : `${protocol}//${host}`;
  return new Request(base + pathname + search, { headers });
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
function isOurs(pathname: string, { config }: Prepared): boolean {
  const base = toBasePath(config.basePath ?? "");
  // Who comes to the page for new users has signed in.
  const { newUser: _, ...pages } = config.pages ?? {};
  const isPage = Object.values(pages).includes(pathname);
  if (isPage || !pathname.startsWith(`${base}/`)) return isPage;
  const [action = "", provider, ...rest] = pathname.slice(base.length).split("/").filter(Boolean);
  // Routes of the app may be below an action, which takes a provider at most.
  const isWhole = provider === undefined || /^(signin|callback|webauthn-options)$/.test(action);
  return isAuthAction(action) && isWhole && rest.length === 0;
}

/** A redirect from a page of the sign-in to itself would never end. */
function leadsToItself(response: Response, pathname: string, prepared: Prepared): boolean {
  const location = response.headers.get("location");
  if (!location || !URL.canParse(location, prepared.origin)) return false;
  return new URL(location, prepared.origin).pathname === pathname && isOurs(pathname, prepared);
}

function signInUrl({ config, origin }: Prepared, callbackUrl: string): string {
  const page = config.pages?.signIn ?? `${toBasePath(config.basePath ?? "")}/signin`;
  return new URL(withQuery(page, { callbackUrl }), origin).href;
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

function withCookies(response: Response, setCookies: string[]): Response {
  if (setCookies.length === 0) return response;
  const copy = new Response(response.body, response);
  keepFromCaches(copy.headers);
  for (const cookie of setCookies) copy.headers.append("set-cookie", cookie);
  return copy;
}

/** API routes on the edge have a `Response` to write to. */
function appendCookie(response: NodeResponse | Response, cookie: string): void {
  if ("headers" in response) response.headers.append("set-cookie", cookie);
  else response.appendHeader("set-cookie", cookie);
}
