/**
 * The session of one request, and the cookies that its response must carry.
 *
 * @module
 */

import type { Environment } from "../config/env.ts";
import { configFor, type PublicUrl } from "../config/host.ts";
import { requireMember } from "../config/needs.ts";
import { dispatch } from "../core/dispatch.ts";
import { type AdapterError, UnknownAction } from "../errors.ts";
import { auditRefusal } from "../hooks/audit.ts";
import { defaultCallbacks } from "../hooks/callbacks.ts";
import { rateLimitedLog, warnOnce } from "../hooks/logger.ts";
import { findProvider } from "../hooks/providers.ts";
import { loadPart } from "../hooks/topics.ts";
import { assertSameOrigin, isSameOrigin } from "../http/origin.ts";
import { isActionPath, toActionPath } from "../http/paths.ts";
import { splitUrl } from "../http/url.ts";
import { checkDemand, checkDemands, type Rules } from "../base/demands.ts";
import { lazy } from "../base/lazy.ts";
import { createContext } from "../request/context.ts";
import { parseRequest } from "../request/parse.ts";
import { copyClientAddress } from "../http/client_address.ts";
import { isStoreFailure } from "../hooks/adapter.ts";
import { signInUrl } from "../response/render.ts";
import { serialize, type SerializedAnswer, toResponse } from "../response/respond.ts";
import { findIdentity, isUnknown, readSession, sessionOf } from "../session/strategies.ts";
import type { Requirement } from "../session/requirement.ts";
import { notedSession, type SessionFacts } from "../session/opened_session.ts";
import type { AuthConfig } from "../types/config.ts";
import type { JWT, Session } from "../types/entities.ts";
import type { Context, Cookie, RequestInternal, ResolvedConfig } from "../types/internal.ts";
import type { MemberAnswer } from "../types/credential.ts";
import type { SessionIdentity } from "../types/identity.ts";
import type { WarningCode } from "../types/options.ts";
import type { AuthenticationRefusal } from "../credentials/refusal.ts";
import type { AuthenticateOptions, Principal } from "../types/principal.ts";
import type { Proof, RequireProofOptions } from "../types/proof.ts";
import type { SignInPage } from "../types/sign_in_page.ts";
import type { AccessTokenOptions } from "../types/tokens.ts";
import type {
  AccessTokenResult,
  ActionResult,
  AuthorizationParams,
  ImpersonateOptions,
  SignInOptions,
  SignOutOptions,
} from "./request_actions.ts";
import { type HandleOptions, ownUrl, toFields } from "./call.ts";
import {
  type CookieSink,
  replaceCookies,
  toCookieHeader,
  withCookies,
  withoutOthers,
} from "./cookies.ts";
import type { SessionExplanation } from "./explanation.ts";
import { readAccessToken } from "./read_provider_access_token.ts";

export type { HandleOptions };

const failures = lazy(() => import("../response/failure.ts"));
const stepUps = lazy(() => import("../core/step_up/step_up.ts"));
const authentication = lazy(() => import("./authenticate.ts"));

/** Conditions that an app can set for a proof. */
const PROOF_RULES: Rules<keyof Requirement | "redirectTo"> = {
  maxAge: "seconds",
  methods: "texts",
  acrValues: "texts",
  allowSilentSignIn: "flag",
  notBefore: "seconds",
  redirectTo: "free",
};

/** A read of the session. */
const READ = { action: "session", method: "GET", query: {} } as const;

/**
 * The session of a request, the sign-ins and sign-outs that the app made during
 * it, and the cookies that its response must carry. There is one object per
 * request, so the session is read once, and a renewal never undoes a sign-in or a
 * sign-out.
 */
export class RequestAuth {
  /** Public origin; empty when the host is not trusted. */
  readonly origin: string;
  /** `true` when {@linkcode handle} must handle the request: for an action, or an invalid host. */
  readonly isAction: boolean;
  /** `true` when the `Host` header is valid; otherwise {@linkcode handle} returns 400. */
  readonly hasHost: boolean;
  /** The config as the app wrote it. */
  readonly written: AuthConfig;

  readonly #request: Request;
  readonly #url: PublicUrl | undefined;
  readonly #config: ResolvedConfig;
  readonly #reading: ResolvedConfig;
  readonly #env: Environment;
  /** The page that it is for, where the framework knows better than its URL. */
  #page: (() => string | undefined) | undefined;
  #cookieHeader: string;
  #session: Promise<Session | null> | undefined;
  /** Facts about it. */
  #facts: SessionFacts | undefined;
  /** Cookies of a renewed session. */
  #renewal: Cookie[] = [];
  /** Cookies of the app's sign-ins, sign-outs and updates, by name. */
  readonly #acted = new Map<string, Cookie>();
  /** `true` once {@linkcode handle} has made a response, which has its own cookies. */
  #isAnswered = false;
  /** The last call of {@linkcode accessToken}: each needs the cookie that the one before has set. */
  #tokens: Promise<unknown> = Promise.resolve();
  /** Cookies that were written to each response; made at the first one. */
  #written: WeakMap<object, readonly Cookie[]> | undefined;

  /** @internal Made by {@linkcode bind}. */
  constructor(
    request: Request,
    url: PublicUrl | undefined,
    config: ResolvedConfig,
    reading: ResolvedConfig,
    written: AuthConfig,
    env: Environment,
  ) {
    const { origin = "", pathname = "", isTrusted = false } = url ?? {};
    // No response, redirect or email may contain an untrusted host.
    this.origin = isTrusted ? origin : "";
    this.written = written;
    this.#env = env;
    this.isAction = !url || isActionPath(pathname, config.basePath, config.enabledPaths);
    this.#request = request;
    this.#url = url;
    this.hasHost = url !== undefined;
    this.#config = configFor(config, origin, isTrusted);
    this.#reading = reading === config ? this.#config : configFor(reading, origin, isTrusted);
    this.#cookieHeader = request.headers.get("cookie") ?? "";
  }

  /** `true` for a browser that asks whether a page of another origin may send a request. */
  get isPreflight(): boolean {
    const { method, headers } = this.#request;
    return method === "OPTIONS" && headers.has("access-control-request-method");
  }

  /** Base path of the actions; empty for the root. */
  get basePath(): string {
    return this.#config.basePath;
  }

  /**
   * The completed config.
   *
   * @internal
   */
  get resolved(): ResolvedConfig {
    return this.#config;
  }

  /**
   * The same app for a request that stands in place of this one. Its cookies reach no response.
   *
   * @internal
   */
  sibling(request: Request): RequestAuth {
    const { written } = this;
    return new RequestAuth(request, this.#url, this.#config, this.#reading, written, this.#env);
  }

  /** Returns `true` for the path of an action, with as many parts as the action takes. */
  takes(pathname: string): boolean {
    const { basePath, enabledPaths } = this.#config;
    return toActionPath(pathname, basePath, enabledPaths)?.isExact === true;
  }

  /** Handles an action. */
  async handle(options?: HandleOptions): Promise<Response> {
    return toResponse(await this.answer(options));
  }

  /** Handles an action, for servers without `Response` objects. */
  async answer(options: HandleOptions = {}): Promise<SerializedAnswer> {
    const { acceptsOwnPosts = false, basePath, request = this.#request } = options;
    const isOwn = basePath === undefined || basePath === this.#config.basePath;
    const config = isOwn ? this.#config : { ...this.#config, basePath };
    let parsed: RequestInternal;
    try {
      if (!this.hasHost) {
        throw new UnknownAction("The `Host` header of the request is not a valid host");
      }
      parsed = await parseRequest(request, config, this.origin);
    } catch (error) {
      return await (await failures()).refusal(
        error,
        request,
        config,
        this.hasHost ? this.origin : "",
      );
    }
    if (request !== this.#request) copyClientAddress(this.#request, request);
    if (acceptsOwnPosts && isSameOrigin(request, this.origin)) {
      parsed = { ...parsed, isOwnPost: true };
    }
    const { answer } = await dispatch(parsed, config);
    this.#isAnswered = true;
    return serialize(answer, parsed);
  }

  /**
   * The session, or `null`. Read once. A failure of the app's own code is logged and means no session.
   *
   * @throws {AdapterError} when the store fails; the next call reads again
   */
  session(): Promise<Session | null> {
    if (this.#session) return this.#session;
    const reading = this.#read(async (ctx) => {
      const session = await readSession(ctx);
      this.#facts = notedSession(ctx);
      this.#renewal = ctx.cookies.outgoing();
      // The session callback may return an empty object for an anonymous visitor.
      return session && Object.keys(session).length > 0 ? session : null;
    });
    this.#session = reading;
    reading.catch(() => {
      if (this.#session === reading) this.#session = undefined;
    });
    return reading;
  }

  /**
   * Who makes the request: see {@linkcode RequestActions.authenticate}.
   *
   * @param mayChange `true` for a request that may change something although its method is `GET`,
   * for a framework that hides the method. Default `false`
   */
  async authenticate(
    options?: AuthenticateOptions,
    mayChange = false,
  ): Promise<Principal | AuthenticationRefusal> {
    try {
      return await this.judge(options, mayChange);
    } catch (error) {
      if (!isStoreFailure(error)) throw error;
      rateLimitedLog(this.#config.logger, error, error.message);
      return await this.#unavailable(error);
    }
  }

  /**
   * The same for code that answers a failure of the store with {@linkcode answerLater}.
   *
   * @internal
   * @throws {AdapterError} when the store fails
   */
  async judge(
    options?: AuthenticateOptions,
    mayChange = false,
  ): Promise<Principal | AuthenticationRefusal> {
    const { authenticateAt } = await authentication();
    return await authenticateAt(this, this.#request, options, mayChange);
  }

  /**
   * The membership of the user of the request in an organization, or the reason why there is none.
   *
   * @param organization id or slug
   * @throws {TypeError} without a name, and without `organizations` in the config
   */
  async readMembership(organization: string): Promise<MemberAnswer> {
    checkDemand("read the membership", "organization", organization, "text");
    if (this.#config.error) throw this.#config.error;
    const members = await loadPart(this.#config, "members");
    if (members) return await members.ofSession(this, organization);
    throw new TypeError(
      "Cannot read the membership: the config has no `organizations`; add `Organizations({ … })`",
    );
  }

  async #unavailable({ retryAfter }: AdapterError): Promise<AuthenticationRefusal> {
    const { AuthenticationRefusal } = await authentication();
    return new AuthenticationRefusal("unavailable", { retryAfter });
  }

  /**
   * The claims of the session token; `null` without a live token, and with database sessions.
   *
   * @throws {AdapterError} when the store fails
   */
  async token(): Promise<JWT | null> {
    return await this.#read(async (ctx) => (await sessionOf(ctx).open(ctx))?.claims ?? null);
  }

  /**
   * The ids of the session and its user; `null` without a session, and when token
   * sessions have no records.
   *
   * @throws {AdapterError} when the store fails
   */
  async identify(): Promise<SessionIdentity | null> {
    return await this.#read((ctx) => findIdentity(ctx));
  }

  /**
   * Explains why the request has a session, or none.
   *
   * @throws {AuthError} outside development
   */
  async explain(): Promise<SessionExplanation> {
    const { explainSession } = await import("./explanation.ts");
    return await explainSession(this.#internal(READ), this.#reading, this.#env);
  }

  /**
   * The proof of the session; `null` without a live session.
   *
   * @throws {AdapterError} when the store fails
   */
  async proof(): Promise<Proof | null> {
    return await this.#read(async (ctx) => await (await sessionOf(ctx).open(ctx))?.proof() ?? null);
  }

  /**
   * A valid access token of the user's account at a provider, and the cookies that the
   * response must set: those of a session token that holds refreshed tokens.
   *
   * @throws {TokenRefreshError} when the token has expired, and there is no new one
   * @throws {AuthError} when the config has no `tokens`
   */
  async accessToken(options: AccessTokenOptions = {}): Promise<AccessTokenResult> {
    const turn = this.#tokens.catch(() => {}).then(async () => {
      await this.#session?.catch(() => {}); // a renewed session is continued, not replaced
      const cookieHeader = toCookieHeader(this.#cookieHeader, this.#renewal);
      const call = { ...this.#internal(READ), cookieHeader };
      const result = await readAccessToken(call, this.#config, this.hasHost, options);
      if (result.cookies.length > 0) this.#settle(result.cookies);
      return result;
    });
    return await (this.#tokens = turn);
  }

  /**
   * Compares the proof of the session with what the app requires.
   *
   * @returns the absolute URL to redirect to; `null` when the proof is good enough
   * @throws {AdapterError} when the store fails
   * @throws {AuthError} for database sessions without `session.revocation`
   * @throws {TypeError} for a condition without a value, and for one that there is not
   */
  async requireProof(options: RequireProofOptions = {}): Promise<string | null> {
    checkDemands("require a proof", options, PROOF_RULES);
    const { checkSessions, requireProof } = await stepUps();
    checkSessions(this.#config);
    const back = options.redirectTo ?? this.returnUrl;
    const [target] = await this.#read(async (ctx) => [await requireProof(ctx, options, back)]) ??
      [];
    return target === undefined ? this.signInUrl(back) : target;
  }

  /**
   * Runs a read for the user of the request, whose session is read once.
   *
   * @internal
   * @param run gets `null` without a live session
   */
  async readFor<T>(run: (ctx: Context, facts: SessionFacts | null) => Promise<T>): Promise<T> {
    const facts = await this.facts();
    return await run(await createContext(this.#internal(READ), this.#config), facts);
  }

  /**
   * Facts about the session, which is read once; `null` without a live one.
   *
   * @internal
   * @throws {AuthError} when the config cannot be used
   */
  async facts(): Promise<SessionFacts | null> {
    if (this.#config.error) throw this.#config.error;
    const session = await this.session();
    return session && this.#facts ? this.#facts : null;
  }

  async #read<T>(run: (ctx: Context) => T | Promise<T>): Promise<T | null> {
    const { error: configError, logger } = this.#reading;
    if (!this.hasHost) return null;
    try {
      if (configError) rateLimitedLog(logger, configError, configError.message);
      if (configError) return null;
      return await run(await createContext(this.#internal(READ), this.#reading));
    } catch (error) {
      if (isUnknown(this.#reading, error)) throw error;
      logger.error(error as Error);
      return null;
    }
  }

  /**
   * The answer while the store fails: 503 with `Retry-After`, for a browser with a page.
   *
   * @internal
   */
  async answerLater(error: AdapterError): Promise<Response> {
    const { answerLater, loadsHtml } = await failures();
    if (!loadsHtml(this.#request)) {
      rateLimitedLog(this.#config.logger, error, error.message);
      return (await this.#unavailable(error)).response();
    }
    const request = this.#internal({ action: "error", method: "GET", query: {} });
    return toResponse(serialize(await answerLater(error, request, this.#config), request));
  }

  /**
   * Starts a sign-in; for a credentials provider, completes it. Without a
   * provider, or with an unknown one, the result redirects to the sign-in page.
   *
   * A sign-in that cannot start redirects to the error page and is logged.
   *
   * @throws {AuthError} when credentials are refused; the error that `authorize` threw
   * @throws {MissingCSRF} when another site posted the form
   */
  async signIn(
    provider?: string,
    { redirectTo, ...fields }: SignInOptions = {},
    authorizationParams?: AuthorizationParams,
  ): Promise<ActionResult> {
    const callbackUrl = this.#callbackUrl(redirectTo);
    const kind = (await findProvider(this.#config, provider))?.type;
    if (!kind) return { cookies: [], redirect: this.signInUrl(callbackUrl) };
    return await this.#act({
      action: kind === "credentials" ? "callback" : "signin",
      providerId: provider,
      query: Object.fromEntries(new URLSearchParams(authorizationParams)),
      body: toFields({ ...fields, callbackUrl }),
    });
  }

  /**
   * Ends the session.
   *
   * @throws {MissingCSRF} when another site posted the form
   */
  async signOut({ redirectTo, federated }: SignOutOptions = {}): Promise<ActionResult> {
    const body = toFields({ callbackUrl: this.#callbackUrl(redirectTo), federated });
    return await this.#act({ action: "signout", query: {}, body });
  }

  /**
   * Lets the operator of the request act for a user.
   *
   * @throws {AccessDenied} when the operator may not
   * @throws {AuthError} without a reason, and without operators
   * @throws {MissingCSRF} when another site posted the form
   */
  async impersonate(
    userId: string,
    { reason, redirectTo }: ImpersonateOptions,
  ): Promise<ActionResult> {
    return await this.#actAsOperator("operators/users/{id}/act", { id: String(userId) }, {
      // What is no text must not become one.
      reason: typeof reason === "string" ? reason : undefined,
      callbackUrl: redirectTo,
    });
  }

  /**
   * Ends it.
   *
   * @throws {AccessDenied} when this browser does not have the operator's own session
   * @throws {MissingCSRF} when another site posted the form
   */
  async stopImpersonating(
    { redirectTo }: Pick<ImpersonateOptions, "redirectTo"> = {},
  ): Promise<ActionResult> {
    return await this.#actAsOperator("operators/stop", {}, { callbackUrl: redirectTo });
  }

  async #actAsOperator(
    path: string,
    params: Readonly<Record<string, string>>,
    fields: object,
  ): Promise<ActionResult> {
    requireMember(this.#config, "operators");
    return await this.#act({ action: path, path, params, query: {}, body: toFields(fields) });
  }

  /**
   * Passes `data` to the `jwt` callback with the trigger `update`, or with
   * database sessions to the `session` callback.
   *
   * @returns a result whose `body` is the updated session, or `null`
   * @throws {MissingCSRF} when another site posted the form
   */
  async update(data: unknown): Promise<ActionResult> {
    return await this.#act({ action: "session", query: {}, body: { data } });
  }

  /**
   * Runs a change by the user of the request, and records its cookies.
   *
   * @internal
   * @throws {MissingCSRF} when another site posted the form
   */
  async change<T>(action: string, run: (ctx: Context) => Promise<T>): Promise<T> {
    if (this.#config.error) throw this.#config.error;
    await this.#assertOwn({ ...this.#internal(READ), action });
    const ctx = await createContext(this.#internal(READ), this.#config);
    const result = await run(ctx);
    this.#settle(ctx.cookies.outgoing());
    return result;
  }

  /** The facts of the sign-in page, as `body`. @throws {AuthError} when they cannot be read */
  async signInOptions(): Promise<ActionResult & { body: SignInPage }> {
    const call = this.#internal({ action: "signin", method: "GET", query: {} });
    const { readSignInPage } = await import("./read_sign_in_page.ts");
    const page = await readSignInPage(call, this.#config, this.hasHost);
    this.#settle(page.cookies, this.#session);
    return page;
  }

  async #act(
    call: Pick<RequestInternal, "action" | "providerId" | "path" | "params" | "query" | "body">,
  ): Promise<ActionResult> {
    const request = this.#internal({ ...call, method: "POST" });
    if (!this.#config.error) await this.#assertOwn(request);
    const { answer, error } = await dispatch({ ...request, skipsCsrf: true }, this.#config);
    // Refused credentials, limits and failures of the store are thrown, so that the app's form can
    // show them. A failure without an error page is thrown too.
    const isForCaller = call.action === "callback" || call.path !== undefined ||
      answer.redirect === undefined;
    if (error !== undefined && (isForCaller || (await failures()).isTemporary(error))) throw error;
    const { cookies = [], body } = answer;
    this.#settle(cookies);
    return { cookies, redirect: new URL(answer.redirect ?? "/", this.origin).href, body };
  }

  async #assertOwn(request: RequestInternal): Promise<void> {
    try {
      assertSameOrigin(this.#request, this.origin);
    } catch (error) {
      await auditRefusal(this.#config, request, error);
      throw error;
    }
  }

  #internal(
    call: Pick<
      RequestInternal,
      "action" | "method" | "providerId" | "path" | "params" | "query" | "body"
    >,
  ): RequestInternal {
    return {
      ...call,
      origin: this.origin,
      cookieHeader: this.#cookieHeader,
      request: this.#request,
      returnRedirect: false,
    };
  }

  /** Records cookies that the browser will get; the next read of the session uses them. */
  #settle(cookies: readonly Cookie[], session?: Promise<Session | null>): void {
    for (const cookie of cookies) this.#acted.set(cookie.name, cookie);
    this.#cookieHeader = toCookieHeader(this.#cookieHeader, cookies);
    this.#session = session;
    if (!session) this.#facts = undefined;
  }

  /** Path of the request; after a post, the page with the form. */
  get returnUrl(): string {
    return this.#page?.() ?? ownUrl(this.#request);
  }

  /**
   * Sets which page the request is for.
   *
   * @internal
   */
  comesBackTo(page: () => string | undefined): void {
    this.#page = page;
  }

  /** URL of the sign-in page. */
  signInUrl(callbackUrl?: string): string {
    return signInUrl({ request: this, config: this.#config }, callbackUrl);
  }

  /**
   * Warns once per process for each text.
   *
   * @internal
   */
  warn(code: WarningCode, about: string): void {
    warnOnce(this.#config.logger, code, about);
  }

  #callbackUrl(redirectTo: unknown): string {
    const { callbacks, logger } = this.#config;
    const target = typeof redirectTo === "string" ? splitUrl(redirectTo)?.origin : undefined;
    if (target && target !== this.origin && callbacks.redirect === defaultCallbacks.redirect) {
      warnOnce(logger, "redirect-to-other-host", target);
    }
    return String(redirectTo ?? this.#request.headers.get("referer") ?? "/");
  }

  /**
   * Cookies that the app's response must carry: those of sign-ins, sign-outs and
   * updates, and a renewed session unless one of them replaced it.
   */
  async cookies(): Promise<readonly Cookie[]> {
    await this.#session?.catch(() => {});
    if (this.#isAnswered) return [];
    const acted = [...this.#acted.values()];
    return [...acted, ...withoutOthers(this.#renewal, acted)];
  }

  /** The app's response with the cookies that it must carry. */
  async finish(response: Response): Promise<Response> {
    return withCookies(response, await this.cookies());
  }

  /**
   * Updates the cookies of a response that is not sent yet: adds those that it
   * must carry, and removes outdated ones that an earlier call added.
   *
   * @param answer object that identifies the response
   * @param cookies cookies that it must carry. Default: {@linkcode cookies}
   */
  async writeTo(answer: object, sink: CookieSink, cookies?: readonly Cookie[]): Promise<void> {
    const due = cookies ?? await this.cookies();
    replaceCookies(sink, this.#written?.get(answer) ?? [], due);
    if (due.length > 0 || this.#written) (this.#written ??= new WeakMap()).set(answer, due);
  }
}
