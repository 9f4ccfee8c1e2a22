/**
 * Requests and answers, between the parser, the actions and what makes a `Response`.
 *
 * @module
 */

import type { Cookie } from "./cookies.ts";

/** Names of the nine endpoints. */
export type AuthAction =
  | "callback"
  | "csrf"
  | "error"
  | "providers"
  | "session"
  | "signin"
  | "signout"
  | "verify-request"
  | "webauthn-options";

/** Page that a failure leads to. */
export type PageKind = "signIn" | "error";

/** A version such as `v1.2.3`. */
export type SemverString = `v${number}` | `v${number}.${number}` | `v${number}.${number}.${number}`;

/** Return value of `Auth` with `config.raw`. */
// deno-lint-ignore no-explicit-any -- the body of an arbitrary action
export interface ResponseInternal<Body = any> {
  /** Status. Default 200. */
  status?: number;
  /** Headers. */
  headers?: HeadersInit;
  /** Value to serialize by content type. */
  body?: Body;
  /** `Location` of a 302. */
  redirect?: string;
  /** Cookies to set. */
  cookies?: Cookie[];
}

/** Methods that any action may take. */
export type RequestMethod = "GET" | "HEAD" | "POST";

/** A parsed request. */
export interface RequestInternal {
  /** Public scheme, host and port; empty when the host is not trusted. */
  readonly origin: string;
  /** Action named by the path. */
  readonly action: AuthAction | (string & Record<never, never>);
  /** Provider named by the path. */
  readonly providerId?: string;
  /** Method. */
  readonly method: RequestMethod;
  /** Query, last value wins, without a prototype. */
  readonly query: Readonly<Record<string, string>>;
  /** Fields of the body, without a prototype. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** `Cookie` header. */
  readonly cookieHeader: string;
  /** The original request; its body has been read. */
  readonly request: Request;
  /** `true` when the client asked for JSON instead of redirects. */
  readonly returnRedirect: boolean;
  /** `true` when the caller has checked the request's origin, so that no CSRF token is needed. */
  readonly skipsCsrf?: boolean;
}
