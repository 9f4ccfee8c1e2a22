/**
 * The requests of a browser to its service.
 *
 * @module
 */

import type { Session } from "../types/entities.ts";
import type { ProviderId } from "../types/provider_id.ts";
import { announce } from "./tabs.ts";

/** Where the service is, and how it is protected. */
export interface AuthClientOptions {
  /** Path the service is mounted under; a function is asked for every call. Default `/auth`. */
  basePath?: string | (() => string) | undefined;
  /**
   * Whether posts carry a CSRF token. Default `true`; `false` saves a request
   * where the framework compares origins instead, as SvelteKit does.
   */
  csrf?: boolean | undefined;
  /** Hears why something could not be read. Default: nobody; browsers log failed requests. */
  onError?: ((error: unknown) => void) | undefined;
}

/** A provider as the `providers` action lists it. */
export interface ClientSafeProvider {
  /** Id. */
  id: string;
  /** Name for people. */
  name: string;
  /** Kind, for example `oidc` or `credentials`. */
  type: string;
  /** Where a sign-in starts. */
  signinUrl: string;
  /** Where its answer arrives. */
  callbackUrl: string;
}

/** Options of a sign-in; further members are fields of the provider's form. */
export interface SignInOptions<Redirect extends boolean = boolean> {
  /** Where to go afterwards. Default: this page. */
  redirectTo?: string | undefined;
  /** @deprecated Use `redirectTo`. */
  callbackUrl?: string | undefined;
  /** Whether the browser leaves the page. Default `true`. */
  redirect?: Redirect | undefined;
  /** Fields that the provider asks for. */
  [field: string]: unknown;
}

/** Query members for the provider. */
export type SignInAuthorizationParams =
  | string
  | string[][]
  | Record<string, string>
  | URLSearchParams;

/** What a sign-in without a redirect says. */
export interface SignInResponse {
  /** Name of the failure; look here first. */
  error: string | undefined;
  /** Code of a refused `authorize`. */
  code: string | undefined;
  /** Status of the answer. */
  status: number;
  /** Whether the service answered; a refusal is an answer too. */
  ok: boolean;
  /** Where to go next, or `null` after a failure. */
  url: string | null;
}

/** Options of a sign-out. */
export interface SignOutOptions<Redirect extends boolean = boolean> {
  /** Where to go afterwards. Default: this page. */
  redirectTo?: string | undefined;
  /** @deprecated Use `redirectTo`. */
  callbackUrl?: string | undefined;
  /** Whether the browser leaves the page. Default `true`. */
  redirect?: Redirect | undefined;
}

/** What a sign-out without a redirect says. */
export interface SignOutResponse {
  /** Where to go next. */
  url: string;
}

/** The functions for one service. */
export interface AuthClient {
  /**
   * Starts a sign-in, or posts credentials, and then tells the other tabs. Without a provider, or with one the
   * service does not know, the browser goes to the sign-in page.
   *
   * @throws {TypeError} for a passkey provider, which needs a ceremony
   */
  signIn(
    provider?: ProviderId,
    options?: SignInOptions<true>,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<void>;
  /** Answers instead of leaving the page. */
  signIn(
    provider: ProviderId | undefined,
    options: SignInOptions<false>,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse | undefined>;
  /** Ends the session and tells the other tabs. */
  signOut(options?: SignOutOptions<true>): Promise<void>;
  /** Answers instead of leaving the page. */
  signOut(options: SignOutOptions<false>): Promise<SignOutResponse>;
  /** The session, or `null`; a service that fails means that nobody is signed in. */
  getSession(): Promise<Session | null>;
  /** Sends `data` to the `jwt` callback and returns the new session, or `null`. */
  updateSession(data: unknown): Promise<Session | null>;
  /** The ways in by id, or `null` when the service fails. */
  getProviders(): Promise<Record<string, ClientSafeProvider> | null>;
  /** The CSRF token of this browser; empty when the service has none. */
  getCsrfToken(): Promise<string>;
}

/** Makes the functions for one service. */
export function createAuthClient(options: AuthClientOptions = {}): AuthClient {
  const { basePath = "/auth", csrf = true, onError } = options;
  const base = (): string => typeof basePath === "function" ? basePath() : basePath;

  const read = async (action: string, body?: unknown): Promise<unknown> => {
    try {
      const response = await fetch(`${base()}/${action}`, {
        headers: { "content-type": "application/json" },
        ...body === undefined ? {} : { method: "POST", body: JSON.stringify(body) },
      });
      if (!response.ok) {
        throw new TypeError(`Cannot read ${base()}/${action}: it answered ${response.status}`);
      }
      return await response.json();
    } catch (error) {
      onError?.(error);
      return null;
    }
  };
  const post = async (path: string, fields: Record<string, unknown>): Promise<Response> => {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) body.set(name, String(value));
    }
    if (csrf) body.set("csrfToken", await getCsrfToken());
    return await fetch(base() + path, {
      method: "POST",
      // The service answers where to go, since scripts cannot see redirects.
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
      throw new TypeError(`Cannot sign in with "${provider}" here: passkeys need a ceremony`);
    }
    const action = known.type === "credentials" ? "callback" : "signin";
    const query = new URLSearchParams(authorizationParams).toString();
    const path = `/${action}/${provider}${query && `?${query}`}`;
    const response = await post(path, { ...fields, callbackUrl: target });
    const url = await urlOf(response);
    const params = url === undefined ? undefined : new URL(url, location.href).searchParams;
    // Without a place to go to, the service has refused or failed.
    const error = params ? params.get("error") ?? undefined : "Configuration";
    // With other providers, nobody has signed in yet.
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
    { callbackUrl, redirectTo, redirect = true }: SignOutOptions = {},
  ): Promise<SignOutResponse | undefined> {
    const target = redirectTo ?? callbackUrl ?? location.href;
    const response = await post("/signout", { callbackUrl: target });
    // The service judges targets; without its word, only those of this site are safe.
    const url = await urlOf(response) ?? toOwn(target);
    announce("signout", redirect);
    if (!redirect) return { url };
    leaveFor(url);
  }

  return {
    signIn: signIn as AuthClient["signIn"],
    signOut: signOut as AuthClient["signOut"],
    getSession: async () => toRecord(await read("session")) as Session | null,
    async updateSession(data) {
      const token = csrf ? { csrfToken: await getCsrfToken() } : {};
      return toRecord(await read("session", { ...token, data })) as Session | null;
    },
    getProviders,
    getCsrfToken,
  };
}

/** An object with members, or `null`: garbage is nobody. */
function toRecord(value: unknown): object | null {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord && Object.keys(value).length > 0 ? value : null;
}

/** Where the service wants the browser to go. */
async function urlOf(response: Response): Promise<string | undefined> {
  try {
    const { url } = await response.json();
    return typeof url === "string" ? url : undefined;
  } catch {
    return undefined;
  }
}

/** A target on this site, or its root. */
function toOwn(target: string): string {
  const { origin } = new URL(location.href);
  const isOwn = URL.canParse(target, location.href) &&
    new URL(target, location.href).origin === origin;
  return isOwn ? target : `${origin}/`;
}

function leaveFor(url: string): void {
  const target = new URL(url, location.href);
  // A script in place of an address would run as ours.
  if (target.protocol !== "https:" && target.protocol !== "http:") {
    throw new TypeError(`Cannot go to ${target.protocol} addresses`);
  }
  location.href = target.href;
  // A change of the fragment alone loads nothing.
  if (target.href.includes("#")) location.reload();
}

const client: AuthClient = createAuthClient();

/** See {@linkcode AuthClient}; for a service under `/auth`. */
export const signIn: AuthClient["signIn"] = client.signIn;
/** See {@linkcode AuthClient}; for a service under `/auth`. */
export const signOut: AuthClient["signOut"] = client.signOut;
/** See {@linkcode AuthClient}; for a service under `/auth`. */
export const getSession: AuthClient["getSession"] = client.getSession;
/** See {@linkcode AuthClient}; for a service under `/auth`. */
export const updateSession: AuthClient["updateSession"] = client.updateSession;
/** See {@linkcode AuthClient}; for a service under `/auth`. */
export const getProviders: AuthClient["getProviders"] = client.getProviders;
/** See {@linkcode AuthClient}; for a service under `/auth`. */
export const getCsrfToken: AuthClient["getCsrfToken"] = client.getCsrfToken;
