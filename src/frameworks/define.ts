/**
 * All server functions as one object, typed by the app's config.
 *
 * @module
 */

import { withNames } from "../base/lazy.ts";
import type * as addresses from "../capabilities/address/functions.ts";
import type * as factors from "../capabilities/factors/functions.ts";
import type { AuditFunctions } from "../capabilities/audit_log/typed.ts";
import type { ConnectionFunctions, DomainFunctions } from "../capabilities/connections/typed.ts";
import type { KeyFunctions } from "../capabilities/keys/typed.ts";
import type { OAuthFunctions } from "../capabilities/oauth_server/typed.ts";
import type { OperatorFunctions } from "../capabilities/operators/typed.ts";
import type { OrganizationsCode } from "../capabilities/organizations/settings.ts";
import type { OrganizationFunctions } from "../capabilities/organizations/typed.ts";
import type { WebhookFunctions } from "../capabilities/webhooks/typed.ts";
import { codeOf } from "../config/capability.ts";
import type * as passkeys from "../capabilities/passkeys/functions.ts";
import type * as passwords from "../capabilities/passwords/functions.ts";
import { offerClientAddress, setClientAddress } from "../http/client_address.ts";
import type * as accounts from "../server/accounts.ts";
import type { RequestActions } from "../server/request_actions.ts";
import { explain, type SessionExplanation } from "../server/explain.ts";
import { bindGroup, broughtGroup } from "../server/group.ts";
import { announceConfig } from "../server/observe.ts";
import { answerProtected } from "../server/protect.ts";
import type * as sessions from "../server/sessions.ts";
import {
  authenticate,
  boundTo,
  getAccessToken,
  getProof,
  getSession,
  getToken,
  impersonate,
  requireProof,
  signIn,
  signOut,
  stopImpersonating,
  updateSession,
} from "../server/sign_in.ts";
import { getSignInOptions } from "../server/sign_in_page.ts";
import type * as users from "../server/users.ts";
import { defined } from "../symbols.ts";
import { assertHandler } from "./app.ts";
import type { Capability, CapabilityFunctions, Functions } from "../types/capability.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Awaitable, DefaultSession, JWT, Session } from "../types/entities.ts";
import type {
  AuthTypes,
  DefinedConfig,
  GeneralTypes,
  InferredSession,
  NamesOf,
  OfferedId,
  ProviderIdIn,
  TypedAuthConfig,
} from "../types/inference.ts";
import type { CredentialKind, GuardOptions, Principal } from "../types/principal.ts";
import type { Provider } from "../types/provider.ts";

/**
 * Result of {@linkcode defineAuth}: the functions of `@x/auth/server` without
 * their config parameter; `signIn`, `signOut`, `updateSession`, `getProof`,
 * `getAccessToken`, `requireProof` and `getSignInOptions` are described in {@linkcode RequestActions}.
 * They do not use `this`, so they can be destructured.
 * Wrappers accept the whole object in place of a config: `DenoAuth(auth)`.
 *
 * @typeParam Types Types of the app, by name. Default: those of an app of which nothing is known.
 */
export interface DefinedAuth<Types extends AuthTypes = GeneralTypes>
  extends
    DefinedConfig<Types>,
    RequestActions<
      [request: Request],
      Types["id"],
      Types["session"],
      Response,
      [headers: Headers],
      NamesOf<Types["organizations"], Types["keys"], Types["oauthServer"]>
    > {
  // First: from a mapped type on, the compiler compares two of these objects member by member, so
  // that code for any app accepts the object of one app.
  /** Functions of the app's own `capabilities`, by their ids. */
  readonly capabilities: CapabilityFunctions<Types["capabilities"]>;
  /**
   * Handles the actions under `basePath`. Route every request under that path to
   * it; any other path is a client error.
   *
   * @param info second argument of a `Deno.serve` handler, with the client's address
   */
  handler(request: Request, info?: unknown): Promise<Response>;
  /**
   * The session of a request, or `null`. A failure of your callbacks is logged and means no session.
   * It is read once per request object; on a connection that
   * stays open (server-sent events, WebSocket), call this again with
   * `new Request(request)`.
   *
   * @param headers headers of your response; they get the cookie of a renewed session
   * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
   */
  getSession(request: Request, headers?: Headers): Promise<Types["session"] | null>;
  /**
   * The claims of a request's session token, or `null`; always `null` with
   * database sessions. A token from an older version of the app lacks the claims
   * that its `jwt` callback did not return.
   */
  getToken(request: Request): Promise<Types["token"] | null>;
  /**
   * Makes a handler that runs for authenticated requests alone. Others get the answer of the refusal.
   * The response renews a session that is due for renewal.
   *
   * @param handler gets the request, the principal, and what else the server passes on
   * @param options see {@linkcode AuthenticateOptions}. Default: the session of a browser
   */
  protect<const Kind extends CredentialKind = "session", Rest extends unknown[] = []>(
    handler: (
      request: Request,
      who: Principal<
        Kind,
        NamesOf<Types["organizations"], Types["keys"], Types["oauthServer"]>["scope"],
        Types["session"],
        NamesOf<Types["organizations"], Types["keys"], Types["oauthServer"]>["membership"]
      >,
      ...rest: Rest
    ) => Awaitable<Response>,
    options?: GuardOptions<
      [request: Request, ...rest: Rest],
      Kind,
      NamesOf<Types["organizations"], Types["keys"], Types["oauthServer"]>["scope"],
      NamesOf<Types["organizations"], Types["keys"], Types["oauthServer"]>["resource"]
    >,
  ): (request: Request, ...rest: Rest) => Promise<Response>;
  /** Explains why a request has a session, or none; for development only. */
  explain(request: Request): Promise<SessionExplanation>;
  /** Users as a whole: rename, suspend and resume, export, delete. */
  readonly users: Functions<typeof users>;
  /** A user's sessions: identify that of a request, list, revoke. */
  readonly sessions: Functions<typeof sessions>;
  /** A user's linked accounts: list, unlink. */
  readonly accounts: Functions<typeof accounts>;
  /** Changes of a user's email address. */
  readonly addresses: Functions<typeof addresses>;
  /** A user's password: set, change, verify, remove, import. Needs `Password()`. */
  readonly passwords: Functions<typeof passwords>;
  /** A user's passkeys: list, rename, remove. */
  readonly passkeys: Functions<typeof passkeys>;
  /** A user's second factors: list, add, rename, remove, reset. Needs `factors`. */
  readonly factors: Functions<typeof factors>;
  /** Organizations: memberships, members, roles, invitations. Needs `organizations`. */
  readonly organizations: OrganizationsOf<Types["organizations"]>;
  /** Identity providers of organizations: create, list, update, remove, test. Needs `connections`. */
  readonly connections: ConnectionFunctions;
  /** Domains of organizations: add, check, list, remove. Needs `connections`. */
  readonly domains: DomainFunctions;
  /** The stored audit log: list, export, verify. Needs `audit`. */
  readonly audit: AuditFunctions;
  /** Operators who act for users: tell users by email what is due. Needs `operators`. */
  readonly operators: OperatorFunctions;
  /** Webhooks: deliver, list what did not arrive, retry. Needs `webhooks`. */
  readonly webhooks: WebhookFunctions;
  /** API keys: create, list, rotate, revoke; services. Needs `keys`. */
  readonly keys: KeysOf<Types["keys"]>;
  /** Access of other apps: list, revoke; clients, signing keys, tokens. Needs `oauthServer`. */
  readonly oauthServer: OAuthOf<Types["oauthServer"]>;
}

/** The functions for organizations; the general ones where the config does not say which. */
export type OrganizationsOf<F> = unknown extends F ? OrganizationFunctions : F;

/** The functions for API keys; the general ones where the config does not say which. */
export type KeysOf<F> = unknown extends F ? KeyFunctions : F;

/** The functions for access of other apps; the general ones where the config does not say which. */
export type OAuthOf<F> = unknown extends F ? OAuthFunctions : F;

/**
 * Binds the functions of `@x/auth/server` to one config and types them by it:
 * sessions have the return type of your `session` callback, tokens that of your
 * `jwt` callback, and `signIn` accepts the ids of your providers. Members that
 * apps add to the interfaces `Session`, `User` and `JWT` are included.
 *
 * Pass the config as a literal; otherwise ids and types are the general ones of
 * `AuthConfig`. Write `jwt` above `session`: types are inferred in that order.
 *
 * For settings with defaults see {@linkcode LazyConfigInput}.
 *
 * @example
 * ```ts
 * import { defineAuth } from "@x/auth/server";
 * import GitHub from "@x/auth/providers/github";
 * import { assertEquals } from "@std/assert";
 *
 * const auth = defineAuth({
 *   providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 *   callbacks: {
 *     jwt: ({ token, profile }) => ({ ...token, login: String(profile?.login ?? token.login) }),
 *     session: ({ session, token }) => ({ ...session, login: token.login }),
 *   },
 * });
 * const request = new Request("https://app.example/");
 * const session = await auth.getSession(request);
 * const login: string | undefined = session?.login; // known to the compiler
 * const response = await auth.signIn(request, "github"); // editors offer the ids
 * assertEquals([login, response.status], [undefined, 303]);
 * ```
 */
export function defineAuth<
  const Providers extends readonly Provider[],
  T extends JWT = JWT,
  S extends DefaultSession = Session,
  Capabilities extends Readonly<Record<string, Capability<string>>> = Record<never, never>,
  Organizations = unknown,
  Keys = unknown,
  OAuth = unknown,
>(
  config: TypedAuthConfig<Providers, S, T, Capabilities, Organizations, Keys, OAuth>,
): DefinedAuth<{
  readonly id: OfferedId<ProviderIdIn<Providers[number]>>;
  readonly session: InferredSession<S>;
  readonly token: T;
  readonly capabilities: Capabilities;
  readonly organizations: Organizations;
  readonly keys: Keys;
  readonly oauthServer: OAuth;
}> {
  // The parameters of typed callbacks depend on their results, which `AuthConfig` cannot express.
  return bind(config as unknown as AuthConfig) as never;
}

function bind(config: AuthConfig): DefinedAuth {
  announceConfig(config);
  return {
    [defined]: true,
    config,
    async handler(request, info) {
      setClientAddress(request, info);
      return await (await boundTo(config).of(request)).handle();
    },
    getSession: (request, headers) => getSession(request, config, headers),
    getToken: (request) => getToken(request, config),
    getProof: (request) => getProof(request, config),
    getAccessToken: (request, ...how) => getAccessToken(request, config, ...how),
    requireProof: (request, options) => requireProof(request, config, options),
    getSignInOptions: (request, headers) => getSignInOptions(request, config, headers),
    signIn: (request, ...how) => signIn(request, config, ...how),
    signOut: (request, options) => signOut(request, config, options),
    impersonate: (request, userId, options) => impersonate(request, config, userId, options),
    stopImpersonating: (request, options) => stopImpersonating(request, config, options),
    updateSession: (request, data, headers) => updateSession(request, config, data, headers),
    authenticate: (request, options) => authenticate(request, config, options) as never,
    protect(handler, options) {
      assertHandler(handler, "protect(handler, options)");
      const wanted = boundTo(config).checkGuard(options);
      return async (request, ...rest) => {
        offerClientAddress(request, rest[0]);
        const auth = await boundTo(config).of(request);
        const run = (who: Principal) => handler(request, who as never, ...rest);
        return await answerProtected(auth, wanted, [request, ...rest], run);
      };
    },
    explain: (request) => explain(request, config),
    users: bindGroup(
      config,
      withNames(
        () => import("../server/users.ts"),
        "cancelDeletion create delete deleteDue export get import isSuspended list " +
          "merge pendingDeletion rename requestDeletion resume suspend unfinishedMerges",
      ),
    ),
    sessions: bindGroup(
      config,
      withNames(
        () => import("../server/sessions.ts"),
        "identify list revoke revokeAll revokeOthers",
      ),
    ),
    accounts: bindGroup(config, withNames(() => import("../server/accounts.ts"), "list unlink")),
    addresses: bindGroup(
      config,
      withNames(
        () => import("../capabilities/address/functions.ts"),
        "beginChange cancelUndo confirmChange pendingChange pendingUndo undoChange",
      ),
    ),
    passwords: broughtGroup(config, "passwords"),
    passkeys: broughtGroup(config, "passkeys"),
    factors: broughtGroup(config, "factors"),
    organizations: broughtGroup<object>(
      config,
      "organizations",
      codeOf<OrganizationsCode>(config.organizations)?.direct,
    ) as OrganizationFunctions,
    connections: broughtGroup<object>(config, "connections") as ConnectionFunctions,
    domains: broughtGroup<object>(config, "domains") as DomainFunctions,
    keys: broughtGroup<object>(config, "keys") as KeyFunctions,
    audit: broughtGroup<object>(config, "audit") as AuditFunctions,
    operators: broughtGroup<object>(config, "operators") as OperatorFunctions,
    webhooks: broughtGroup<object>(config, "webhooks") as WebhookFunctions,
    oauthServer: broughtGroup<object>(config, "oauthServer") as OAuthFunctions,
    capabilities: Object.fromEntries(
      Object.keys(config.capabilities ?? {}).map((
        id,
      ) => [id, broughtGroup(config, `capabilities.${id}`)]),
    ),
  };
}
