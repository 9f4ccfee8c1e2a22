/**
 * The part of `@builder.io/qwik-city` that is used here. The npm package refers
 * to the app's own copy instead.
 *
 * @module
 */

import type { QRL } from "@builder.io/qwik";

/** A request and its answer. */
export interface RequestEventCommon {
  readonly request: Request;
  readonly url: URL;
  readonly basePathname: string;
  readonly headers: Headers;
  readonly env: { get(name: string): string | undefined };
  readonly clientConn: { readonly ip?: string };
  // deno-lint-ignore no-explicit-any -- what the framework says
  readonly sharedMap: Map<string, any>;
  readonly cookie: {
    set(name: string, value: string, options?: object): void;
  };
  redirect(status: 302, url: string): Error;
  send(response: Response): Error;
}

/** The same in an action. */
export interface RequestEventAction extends RequestEventCommon {
  fail<Data extends object>(status: number, data: Data): Data & { failed: true };
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

export function globalActionQrl<Result, Input>(
  qrl: QRL<(input: Input, event: RequestEventAction) => Promise<Result>>,
  options: { id: string },
): Action<Result, Input, false>;

export function routeLoaderQrl<Value>(
  qrl: QRL<(event: RequestEventCommon) => Value>,
  options: { id: string },
): Loader<Value>;
