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
  /** `true` for a redirect to the sign-in page, since the page needs a session. Default `false`. */
  needsSession?: true | undefined;
  /** Cookies to set. */
  cookies?: Cookie[];
}

/** Methods that any action may take. */
export type RequestMethod = "GET" | "HEAD" | "POST";

/** Methods that endpoints for programs may take. */
export type CallMethod = RequestMethod | "PUT" | "PATCH" | "DELETE";

/** Parts of the paths of enabled endpoints, by the first part; a path at the root by the whole. */
export type EnabledPaths = ReadonlyMap<string, readonly (readonly string[])[]>;

/** A form as it was sent, without secrets. */
export interface TypedForm {
  /** Path that it was sent to. */
  readonly path: string;
  /** Names and values, in their order. */
  readonly pairs: readonly (readonly [name: string, value: string])[];
  /** Called once a page shows it. */
  readonly onShown?: () => void;
}

/** A parsed request. */
export interface RequestInternal {
  /** Public scheme, host and port; empty when the host is not trusted. */
  readonly origin: string;
  /** Action named by the path. */
  readonly action: AuthAction | (string & Record<never, never>);
  /** Provider named by the path. */
  readonly providerId?: string;
  /** Path of the endpoint, as its capability wrote it; absent for the nine actions. */
  readonly path?: string;
  /** Parts of the path that the endpoint names. */
  readonly params?: Readonly<Record<string, string>>;
  /** Method. */
  readonly method: RequestMethod;
  /** Query, last value wins, without a prototype. */
  readonly query: Readonly<Record<string, string>>;
  /** Fields of the body, without a prototype. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The same fields in their order, with those that are repeated; absent without a form. */
  readonly form?: URLSearchParams | undefined;
  /** The file of the form, for an endpoint that takes one; absent without one. */
  readonly file?: Uint8Array | undefined;
  /** `Cookie` header. */
  readonly cookieHeader: string;
  /** The original request; its body has been read. */
  readonly request: Request;
  /** `true` when the client asked for JSON instead of redirects. */
  readonly returnRedirect: boolean;
  /** `true` when it asked for JSON instead of pages too: an app that draws them itself. */
  readonly wantsJson?: boolean;
  /** What a step in JSON brings along: all texts of its page, or its elements. Default: its data alone */
  readonly stepExtra?: "texts" | "parts";
  /** What was typed into a form before the session ended, for the page that has the form. */
  readonly typedForm?: TypedForm;
  /** `true` for a call of the app or of a program: no browser sent a form with its cookies. */
  readonly skipsCsrf?: boolean;
  /** `true` when the caller has counted it for its address. */
  readonly isCounted?: boolean;
  /** `true` when a framework has checked that a page of this site sent it, so that no token is needed. */
  readonly isOwnPost?: boolean;
}

/** Members of a request that the audit log has. */
export interface AuditedRequest
  extends Pick<RequestInternal, "action" | "providerId" | "path" | "request"> {
  /** Method. */
  readonly method: string;
}

/** A request as the handler of an endpoint for programs sees it: no cookies, each parameter once. */
export interface CallRequest extends
  Omit<
    RequestInternal,
    "cookieHeader" | "skipsCsrf" | "isOwnPost" | "isCounted" | "method" | "query" | "body" | "form"
  > {
  /** Method. */
  readonly method: CallMethod;
  /** Parameters of the query, without a prototype. */
  readonly query: Readonly<Record<string, string>>;
  /** Members of the body, without a prototype; absent without one. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** All values of the parameters that may be repeated, in their order. */
  readonly repeated: Readonly<Record<string, readonly string[]>>;
  /** Body of one of the content types that the endpoint reads itself. */
  readonly text?: string;
  /** Content type of the body, without parameters. */
  readonly contentType?: string;
  /** `Authorization` header; `null` without one. */
  readonly authorization: string | null;
  /** The original request without its cookies; its body has been read. */
  readonly request: Request;
}
