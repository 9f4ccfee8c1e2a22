/**
 * Authentication for `Deno.serve`.
 *
 * @example
 * ```ts
 * import { DenoAuth } from "@x/auth/deno";
 * import GitHub from "@x/auth/providers/github";
 *
 * const { handler, auth } = DenoAuth({ providers: [GitHub({ clientId: "…" })] });
 *
 * const serve = handler(async (request) => {
 *   const session = await auth(request);
 *   return new Response(session ? `Hello ${session.user?.name}` : "Please sign in");
 * });
 * // Deno.serve(serve);
 * console.log(typeof serve); // function
 * ```
 *
 * @module
 */

import { offerClientAddress, setClientAddress } from "../http/client_address.ts";
import { type RequestActions, toRedirect } from "../server/request_actions.ts";
import { bind } from "../server/bind.ts";
import { createRequestActions } from "../server/create_request_actions.ts";
import { answerProtected } from "../server/protect.ts";
import type { Awaitable, DefaultSession, JWT, Session } from "../types/entities.ts";
import { assertApp, assertHandler } from "./app.ts";
import type {
  ConfigNames,
  InferredId,
  InferredNames,
  InferredSession,
  LazyConfigInput,
  TypedBy,
} from "../types/inference.ts";
import type { CredentialKind, GuardOptions, Principal } from "../types/principal.ts";
import type { Provider, ProviderId } from "../types/provider.ts";

export * from "./exports.ts";

/** The app's handler, for requests that are not actions. */
export type DenoApp<Info extends unknown[]> = (
  request: Request,
  ...info: Info
) => Awaitable<Response>;

/**
 * Result of {@linkcode DenoAuth}. `signIn`, `signOut` and `updateSession` are
 * described in {@linkcode RequestActions}; their answers are redirects.
 *
 * @typeParam Id Provider ids.
 * @typeParam S Return type of the `session` callback.
 * @typeParam Names Names that guards take.
 */
export interface DenoAuthResult<
  Id extends string = ProviderId,
  S = Session,
  Names extends ConfigNames = ConfigNames,
> extends
  RequestActions<[request: Request], Id, S, Response, [], Names>,
  TypedBy<Id, S, JWT, Names> {
  /**
   * Returns a handler for `Deno.serve` that handles the actions under `basePath`
   * and passes other requests to `app`. Without `app` they get 404.
   */
  handler<Info extends unknown[]>(
    app?: DenoApp<Info>,
  ): (request: Request, ...info: Info) => Promise<Response>;
  /** For `Deno.serve(handler)`, which does not compile: its errors end with this sentence. */
  handler(request: Request): "`handler` makes a handler: write Deno.serve(handler(app))";
  /**
   * The session of a request, or `null`. A failure of your callbacks is logged and means no session.
   * Inside `handler`, the app's response renews a session that
   * is due for renewal, and carries the cookie of an updated session.
   *
   * It is read once per request object. On a connection that stays open
   * (server-sent events, WebSocket), call this again with `new Request(request)`.
   *
   * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
   */
  auth(request: Request): Promise<S | null>;
  /**
   * Makes a handler for `Deno.serve`, or for a route of it, that runs for authenticated requests
   * alone. Others get the answer of the refusal: 401 or 403 with JSON, or for a browser that asks
   * for a page the redirect to the sign-in page. The response renews a session that is due for
   * renewal. For what the handler is told, see {@linkcode Principal}.
   *
   * @param app gets the request, the principal, and what else the server passes on
   * @param options see {@linkcode AuthenticateOptions}. Default: the session of a browser
   * @throws {AuthError} at a request, when the config cannot be used
   * @throws {TypeError} at a request, when a kind is accepted that the config does not bring
   *
   * @example
   * ```ts
   * import { DenoAuth } from "@x/auth/deno";
   * import { assertEquals } from "@std/assert";
   *
   * const secret = "a-secret-of-at-least-32-characters";
   * const { handler, protect } = DenoAuth({ providers: [], secret, trustHost: true });
   * const me = protect((_request, who) => Response.json({ id: who.id }));
   * const serve = handler((request) => me(request)); // Deno.serve(serve)
   *
   * const response = await serve(new Request("https://app.example/api/me"));
   * assertEquals(response.status, 401); // no user is signed in
   * ```
   */
  protect<const Kind extends CredentialKind = "session", Info extends unknown[] = []>(
    app: (
      request: Request,
      who: Principal<Kind, Names["scope"], S, Names["membership"]>,
      ...info: Info
    ) => Awaitable<Response>,
    options?: GuardOptions<
      [request: Request, ...info: Info],
      Kind,
      Names["scope"],
      Names["resource"]
    >,
  ): (request: Request, ...info: Info) => Promise<Response>;
}

/**
 * Binds a config to `Deno.serve`.
 *
 * @param config a config, the result of `defineAuth`, or a function of the
 * request; for defaults and types see {@linkcode LazyConfigInput}
 */
export function DenoAuth<
  const Providers extends readonly Provider[],
  T extends JWT = JWT,
  S extends DefaultSession = Session,
  Id extends string = never,
  const Lazy = unknown,
  Organizations = unknown,
  Keys = unknown,
  OAuth = unknown,
>(
  config: LazyConfigInput<Request, Providers, Id, S, T, Lazy, Organizations, Keys, OAuth>,
): DenoAuthResult<
  InferredId<Providers, Id, Lazy>,
  InferredSession<S, Lazy>,
  InferredNames<Organizations, Keys, OAuth, Lazy>
> {
  const bound = bind(config);
  const result: DenoAuthResult = {
    handler: ((app?: DenoApp<unknown[]>) => {
      assertApp(app, "Deno.serve(handler(app))");
      return async (request: Request, ...info: unknown[]) => {
        setClientAddress(request, info[0]);
        const auth = await bound.of(request, request);
        if (auth.isAction) return await auth.handle();
        const response = await app?.(request, ...info) ??
          new Response("Not found", { status: 404 });
        return await auth.finish(response);
      };
    }) as DenoAuthResult["handler"],
    auth: (request) => bound.session(request, request),
    protect(app, options) {
      assertHandler(app, "protect(handler, options)");
      const wanted = bound.checkGuard(options);
      return async (request, ...info) => {
        offerClientAddress(request, info[0]);
        const auth = await bound.of(request, request);
        const context = [request, ...info];
        return await answerProtected(auth, wanted, context, (who) => app(request, who, ...info));
      };
    },
    ...createRequestActions((request: Request) => bound.of(request, request), toRedirect),
  };
  // The cast adds the callback's session type and the config's provider ids.
  return result as DenoAuthResult<
    InferredId<Providers, Id, Lazy>,
    InferredSession<S, Lazy>,
    InferredNames<Organizations, Keys, OAuth, Lazy>
  >;
}
