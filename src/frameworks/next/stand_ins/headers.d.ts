/**
 * The part of `next/headers` that is used here. The npm package refers to the
 * app's own copy instead.
 *
 * @module
 */

/** Headers of the current request. */
export function headers(): Promise<Headers>;

/** Cookies of the current request and its response. */
export function cookies(): Promise<{
  set(name: string, value: string, options: object): unknown;
}>;
