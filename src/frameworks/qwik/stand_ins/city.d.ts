/**
 * The part of `@builder.io/qwik-city` that is used here. The npm package refers
 * to the app's own copy instead.
 *
 * @module
 */

import type { QRL } from "@builder.io/qwik";

/** A request and its answer. */
export interface RequestEventCommon {
  /** The request. */
  readonly request: Request;
  /** URL of the page. */
  readonly url: URL;
  /** Path of the app. */
  readonly basePathname: string;
  /** Headers of the answer. */
  readonly headers: Headers;
  /** Variables of the environment. */
  readonly env: { get(name: string): string | undefined };
  /** The other end of the connection. */
  readonly clientConn: { readonly ip?: string };
  /** What handlers of one request share. */
  // deno-lint-ignore no-explicit-any -- what the framework says
  readonly sharedMap: Map<string, any>;
  /** Cookies of the answer. */
  readonly cookie: { set(name: string, value: string, options?: object): void };
  /** Makes what is thrown to redirect. */
  redirect(status: 303, url: string): Error;
  /** Answers, and makes what is thrown to stop. */
  send(response: Response): Error;
}

/** What a component calls for a form. */
export interface Action<Result, Input, Optional extends boolean> {
  (): {
    value: Result | undefined;
    submit(form: Input | FormData): Promise<{ status?: number; value: Result }>;
    actionPath: string;
    optional?: Optional;
  };
}

/** What a component calls for something loaded. */
export interface Loader<Value> {
  (): { readonly value: Value };
}

/** Makes an action for every page. */
export function globalActionQrl<Result, Input>(
  qrl: QRL<(input: Input, event: RequestEventCommon) => Promise<Result>>,
  options: { id: string },
): Action<Result, Input, false>;

/** Makes a loader for the pages it is exported for. */
export function routeLoaderQrl<Value>(
  qrl: QRL<(event: RequestEventCommon) => Value>,
  options: { id: string },
): Loader<Value>;
