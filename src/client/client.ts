/**
 * The requests of a browser to its service.
 *
 * @module
 */

import { isRecord } from "../base/objects.ts";
import type { Session } from "../types/entities.ts";
import type { ProviderId } from "../types/provider_id.ts";
import { leaveFor } from "./leave.ts";
import { announce } from "./tabs.ts";

/** Options of {@linkcode createAuthClient}. */
export interface AuthClientOptions {
  /** Path the service is mounted under; a function is called for each request. Default `/auth`. */
  basePath?: string | (() => string) | undefined;
  /**
   * `true` sends a CSRF token with each POST. Default `true`; `false` saves a
   * request where the framework compares origins instead, as SvelteKit does.
   */
  csrf?: boolean | undefined;
  /** Called with the error when a read fails. Default: ignored; browsers log failed requests. */
  onError?: ((error: unknown) => void) | undefined;
}

/** A provider as the `providers` action lists it. */
export interface ClientSafeProvider {
  /** Provider id. */
  id: string;
  /** Name to show to people. */
  name: string;
  /** Provider type, for example `oidc` or `credentials`. */
  type: string;
  /** URL that starts a sign-in. */
  signinUrl: string;
  /** URL that receives the provider's answer. */
  callbackUrl: string;
}

/** Options of a sign-in; further members are fields of the provider's form. */
export interface SignInOptions<Redirect extends boolean = boolean> {
  /** URL to go to afterwards. Default: this page. */
  redirectTo?: string | undefined;
  /** @deprecated Use `redirectTo`. */
  callbackUrl?: string | undefined;
  /** `false` returns the result instead of leaving the page. Default `true`. */
  redirect?: Redirect | undefined;
  /** Fields of the provider's form. */
  [field: string]: unknown;
}

/** Query parameters for the provider's authorization URL. */
export type SignInAuthorizationParams =
  | string
  | string[][]
  | Record<string, string>
  | URLSearchParams;

/** Result of a sign-in with `redirect: false`. */
export interface SignInResponse {
  /** Error type; `undefined` when the sign-in did not fail. */
  error: string | undefined;
  /** Code of the error that `authorize` threw. */
  code: string | undefined;
  /** HTTP status of the answer. */
  status: number;
  /** `true` for a 2xx status; a refused sign-in is answered with one too, so check `error`. */
  ok: boolean;
  /** URL to go to next, or `null` after a failure. */
  url: string | null;
}

/** Options of a sign-out. */
export interface SignOutOptions<Redirect extends boolean = boolean> {
  /** URL to go to afterwards. Default: this page. */
  redirectTo?: string | undefined;
  /** @deprecated Use `redirectTo`. */
  callbackUrl?: string | undefined;
  /**
   * `true` also ends the session at the provider; needs `signOut` in the config. Default:
   * `signOut.federated` of the config.
   */
  federated?: boolean | undefined;
  /** `false` returns the result instead of leaving the page. Default `true`. */
  redirect?: Redirect | undefined;
}

/** Result of a sign-out with `redirect: false`. */
export interface SignOutResponse {
  /** URL to go to next. */
  url: string;
}

/**
 * The service could not be asked: there was no answer, or one that tells nothing. It is unknown then
 * whether a user is signed in. `cause` is the original error.
 *
 * @example
 * ```ts
 * import { getSession, UnavailableError } from "@x/auth/client";
 *
 * async function greet(): Promise<string> {
 *   try {
 *     const session = await getSession();
 *     return session ? `Hello ${session.user?.name}` : "Please sign in";
 *   } catch (error) {
 *     if (error instanceof UnavailableError) return "One moment, please";
 *     throw error;
 *   }
 * }
 * console.log(typeof greet);
 * ```
 */
export class UnavailableError extends Error {
  /** Name of the class. */
  override name = "UnavailableError";
  /** Status of the answer; `undefined` when there was none. */
  readonly status?: number;
  /** Seconds after which another try can succeed, as the service says. */
  readonly retryAfter?: number;

  /**
   * Makes the error.
   *
   * @param message what could not be read
   * @param status status of the answer; `undefined` when there was none
   * @param retryAfter seconds after which another try can succeed, as the service says
   * @param cause the original error
   */
  constructor(message: string, status?: number, retryAfter?: number, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The functions for one service. */
export interface AuthClient {
  /**
   * Starts a sign-in, or posts credentials and then notifies the other tabs.
   * Without a provider, or with one the service does not have, the browser goes to
   * the sign-in page.
   *
   * @throws {TypeError} for a passkey provider; use `signIn` of `@x/auth/client/webauthn`
   */
  signIn(
    provider?: ProviderId,
    options?: SignInOptions<true>,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<void>;
  /** Returns the result instead of leaving the page. */
  signIn(
    provider: ProviderId | undefined,
    options: SignInOptions<false>,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse | undefined>;
  /** Ends the session and notifies the other tabs. */
  signOut(options?: SignOutOptions<true>): Promise<void>;
  /** Returns the result instead of leaving the page. */
  signOut(options: SignOutOptions<false>): Promise<SignOutResponse>;
  /**
   * The session, or `null`.
   *
   * @throws {UnavailableError} when the service cannot be asked
   */
  getSession(): Promise<Session | null>;
  /**
   * Sends `data` to the `jwt` callback and returns the new session; `null` without a session, and
   * when the service refuses.
   *
   * @throws {UnavailableError} when the service cannot be asked
   */
  updateSession(data: unknown): Promise<Session | null>;
  /** The providers by id, or `null` when the service fails. */
  getProviders(): Promise<Record<string, ClientSafeProvider> | null>;
  /** The CSRF token of this browser; empty when the service has none. */
  getCsrfToken(): Promise<string>;
}

/** @throws {TypeError} on a server, which has no page that could be left */
function assertBrowser(name: string): void {
  if ("location" in globalThis && globalThis.location) return;
  throw new TypeError(
    `Cannot call \`${name}\` of @x/auth/client on a server: call \`${name}\` of the wrapper or of ` +
      "@x/auth/server there, or this one in the browser",
  );
}

/** Makes the functions for one service. */
export function createAuthClient(options: AuthClientOptions = {}): AuthClient {
  const { basePath = "/auth", csrf = true, onError } = options;
  const base = (): string => typeof basePath === "function" ? basePath() : basePath;

  const ask = async (action: string, body?: unknown): Promise<unknown> => {
    const what = `Cannot read ${base()}/${action}`;
    try {
      const response = await fetch(`${base()}/${action}`, {
        headers: { "content-type": "application/json" },
        ...body === undefined ? {} : { method: "POST", body: JSON.stringify(body) },
      });
      if (!response.ok) {
        const { status, headers } = response;
        const seconds = Number(headers.get("retry-after")) || undefined;
        throw new UnavailableError(`${what}: it answered ${status}`, status, seconds);
      }
      return await response.json();
    } catch (error) {
      onError?.(error);
      if (error instanceof UnavailableError) throw error;
      throw new UnavailableError(`${what}: ${messageOf(error)}`, undefined, undefined, error);
    }
  };
  /** Reads what an app can do without: `null` when the service cannot be asked. */
  const read = (action: string): Promise<unknown> => ask(action).catch(() => null);
  const post = async (path: string, fields: Record<string, unknown>): Promise<Response> => {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) body.set(name, String(value));
    }
    if (csrf) body.set("csrfToken", await getCsrfToken());
    return await fetch(base() + path, {
      method: "POST",
      // Makes the service answer with the URL as JSON, since scripts cannot see redirects.
      headers: { "x-auth-return-redirect": "1" },
      body,
    });
  };

  async function getCsrfToken(): Promise<string> {
    const answer = await read("csrf") as { csrfToken?: unknown } | null;
    return typeof answer?.csrfToken === "string" ? answer.csrfToken : "";
  }

  async function getProviders(): Promise<Record<string, ClientSafeProvider> | null> {
    return toRecord(await read("providers")) as Record<string, ClientSafeProvider> | null;
  }

  async function signIn(
    provider?: string,
    { callbackUrl, redirectTo, redirect = true, ...fields }: SignInOptions = {},
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse | undefined> {
    assertBrowser("signIn");
    const target = redirectTo ?? callbackUrl ?? location.href;
    const providers = await getProviders();
    if (!providers) return void leaveFor(`${base()}/error`);
    const known = provider !== undefined && Object.hasOwn(providers, provider)
      ? providers[provider]
      : undefined;
    if (!known) {
      return void leaveFor(`${base()}/signin?${new URLSearchParams({ callbackUrl: target })}`);
    }
    if (known.type === "webauthn") {
      throw new TypeError(
        `Cannot sign in with "${provider}": use signIn() of @x/auth/client/webauthn for passkeys`,
      );
    }
    const action = known.type === "credentials" ? "callback" : "signin";
    const query = new URLSearchParams(authorizationParams).toString();
    const path = `/${action}/${provider}${query && `?${query}`}`;
    const response = await post(path, { ...fields, callbackUrl: target });
    const url = await readUrl(response);
    const params = url === undefined ? undefined : new URL(url, location.href).searchParams;
    // An answer without a URL means that the service refused or failed.
    const error = params ? params.get("error") ?? undefined : "Configuration";
    // With other providers the sign-in has only begun.
    if (known.type === "credentials" && error === undefined) announce("getSession", redirect);
    if (redirect) return void leaveFor(url ?? `${base()}/error`);
    return {
      error,
      code: params?.get("code") ?? undefined,
      status: response.status,
      ok: response.ok,
      url: error === undefined ? url ?? null : null,
    };
  }

  async function signOut(
    { callbackUrl, redirectTo, federated, redirect = true }: SignOutOptions = {},
  ): Promise<SignOutResponse | undefined> {
    assertBrowser("signOut");
    const target = redirectTo ?? callbackUrl ?? location.href;
    const choice = federated === undefined ? {} : { federated: String(federated) };
    const response = await post("/signout", { callbackUrl: target, ...choice });
    // The service checks targets; without its answer, only those of this origin are safe.
    const url = await readUrl(response) ?? toOwn(target);
    announce("signout", redirect);
    if (!redirect) return { url };
    leaveFor(url);
  }

  return {
    signIn: signIn as AuthClient["signIn"],
    signOut: signOut as AuthClient["signOut"],
    getSession: async () => toRecord(await ask("session")) as Session | null,
    async updateSession(data) {
      const token = csrf ? { csrfToken: await getCsrfToken() } : {};
      try {
        return toRecord(await ask("session", { ...token, data })) as Session | null;
      } catch (error) {
        const { status = 0 } = error as UnavailableError;
        if (status >= 400 && status < 500) return null;
        throw error;
      }
    },
    getProviders,
    getCsrfToken,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An object with members, or `null` for any other value. */
function toRecord(value: unknown): object | null {
  return isRecord(value) && Object.keys(value).length > 0 ? value : null;
}

/** URL in the answer that the browser is to go to. */
async function readUrl(response: Response): Promise<string | undefined> {
  try {
    const { url } = await response.json();
    return typeof url === "string" ? url : undefined;
  } catch {
    return undefined;
  }
}

/** The target when it is on this origin, else the origin's root. */
function toOwn(target: string): string {
  const { origin } = new URL(location.href);
  const isOwn = URL.canParse(target, location.href) &&
    new URL(target, location.href).origin === origin;
  return isOwn ? target : `${origin}/`;
}

const client: AuthClient = createAuthClient();

/** The function of {@linkcode AuthClient} for a service under `/auth`. */
export const signIn: AuthClient["signIn"] = client.signIn;
/** The function of {@linkcode AuthClient} for a service under `/auth`. */
export const signOut: AuthClient["signOut"] = client.signOut;
/** The function of {@linkcode AuthClient} for a service under `/auth`. */
export const getSession: AuthClient["getSession"] = client.getSession;
/** The function of {@linkcode AuthClient} for a service under `/auth`. */
export const updateSession: AuthClient["updateSession"] = client.updateSession;
/** The function of {@linkcode AuthClient} for a service under `/auth`. */
export const getProviders: AuthClient["getProviders"] = client.getProviders;
/** The function of {@linkcode AuthClient} for a service under `/auth`. */
export const getCsrfToken: AuthClient["getCsrfToken"] = client.getCsrfToken;
