/**
 * Sign-in flows: one per kind of provider.
 *
 * @module
 */

import type { Awaitable } from "./entities.ts";
import type { Context, RequestMethod, ResponseInternal } from "./internal.ts";
import type { Confirmation, Identity, Redirect } from "./identity.ts";
import type { ResolvedProvider } from "./resolved_provider.ts";
import type { WebAuthnOptionsResponse } from "./webauthn.ts";

/** Refusal of a ceremony. */
export interface Refusal {
  /** Reason, as a sentence for the developer of the page. */
  error: string;
  /** Reason, as a code for clients. */
  code: string;
}

/**
 * Sign-in flow of one provider type: its functions, each with the parameters
 * `Args`.
 */
interface FlowOf<Args extends unknown[]> {
  /** First half: the response that starts the flow. */
  readonly start?: (...args: Args) => Awaitable<ResponseInternal>;
  /** Options of the browser's ceremony, or a refusal. */
  readonly options?: (...args: Args) => Awaitable<WebAuthnOptionsResponse | Refusal>;
  /** Second half: checks the proof. */
  readonly finish: (...args: Args) => Awaitable<Identity | Redirect | Confirmation>;
  /** Methods the second half accepts. */
  readonly finishMethods: readonly RequestMethod[];
  /** `true` when a POST to the second half needs a CSRF token; other flows bring their own proof. */
  readonly finishNeedsCsrf?: boolean;
}

/**
 * The sign-in of one kind of provider.
 *
 * @typeParam P The kind.
 */
export type Flow<P extends ResolvedProvider> = FlowOf<[ctx: Context, provider: P]>;

/** A flow that is bound to its provider. */
export type BoundFlow = FlowOf<[ctx: Context]>;
