/**
 * Endpoints that capabilities bring. An endpoint reads cookies, or what a caller sends to prove
 * itself, and never both.
 *
 * @module
 */

import type { Awaitable } from "./entities.ts";
import type {
  ActionHandlers,
  RequestInternal,
  RequestMethod,
  ResolvedConfig,
  ResponseInternal,
} from "./internal.ts";

/** Members that both kinds have. */
interface CommonEndpoint {
  /** Path below the base path; `/*` at its end stands for the id of a provider. */
  readonly path: string;
  /** Methods that it takes. */
  readonly methods: readonly RequestMethod[];
}

/** An endpoint for browsers: cookies, CSRF token, pages. */
export interface AmbientEndpoint extends CommonEndpoint {
  /** It reads cookies. */
  readonly kind: "ambient";
  /** `true` when a post counts as a try of the client's address. Default `false`. */
  readonly isCounted?: boolean;
  /** Loads the handlers, at the first request. */
  readonly load: () => Awaitable<ActionHandlers>;
}

/** What the handler of an explicit endpoint sees of a request: no cookies. */
export type CallRequest = Omit<RequestInternal, "cookieHeader" | "skipsCsrf">;

/** A handler that sees no cookies and sets none. */
export type CallHandler = (
  request: CallRequest,
  config: ResolvedConfig,
) => Awaitable<ResponseInternal>;

/** An endpoint for programs, which prove themselves by what they send. */
export interface ExplicitEndpoint extends CommonEndpoint {
  /** It reads no cookies. */
  readonly kind: "explicit";
  /** Loads the handlers, at the first request. */
  readonly load: () => Awaitable<Partial<Record<RequestMethod, CallHandler>>>;
}

/** An endpoint of a capability. */
export type Endpoint = AmbientEndpoint | ExplicitEndpoint;
