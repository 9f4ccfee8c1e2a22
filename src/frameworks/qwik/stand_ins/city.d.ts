/**
 * The part of `@builder.io/qwik-city` that is used here. The npm package refers
 * to the app's own copy instead.
 *
 * @module
 */

import type { QRL } from "@builder.io/qwik";

/** A request and its response. */
export interface RequestEventCommon {
  /** The request. */
  readonly request: Request;
  /** URL of the page. */
  readonly url: URL;
  /** Base path of the app, with a slash at its end. */
  readonly basePathname: string;
  /** Headers of the response. */
  readonly headers: Headers;
  /** Environment variables. */
  readonly env: { get(name: string): string | undefined };
  /** Client of the connection. */
  readonly clientConn: { readonly ip?: string };
  /** Values that the handlers of one request share. */
  // deno-lint-ignore no-explicit-any -- type of the framework
  readonly sharedMap: Map<string, any>;
  /** Cookies of the response. */
  readonly cookie: { set(name: string, value: string, options?: object): void };
  /** Makes the value to throw for a redirect. */
  redirect(status: 303, url: string): Error;
  /** Sends a response, and makes the value to throw to stop the handlers. */
  send(response: Response): Error;
}

/** A function that a component calls to use an action. */
export interface Action<Result, Input, Optional extends boolean> {
  (): {
    value: Result | undefined;
    submit(form: Input | FormData): Promise<{ status?: number; value: Result }>;
    actionPath: string;
    optional?: Optional;
  };
}

/** A function that a component calls to read a loader's value. */
export interface Loader<Value> {
  (): { readonly value: Value };
}

/** Makes an action that every page can use. */
export function globalActionQrl<Result, Input>(
  qrl: QRL<(input: Input, event: RequestEventCommon) => Promise<Result>>,
  options: { id: string },
): Action<Result, Input, false>;

/** Makes a loader for the routes that export it. */
export function routeLoaderQrl<Value>(
  qrl: QRL<(event: RequestEventCommon) => Value>,
  options: { id: string },
): Loader<Value>;
