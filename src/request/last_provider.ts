/**
 * The provider that was used last in a browser. It is no proof of anything: the sign-in page
 * marks a provider with it, if it is one of the page.
 *
 * @module
 */

import type { Context } from "../types/internal.ts";

/** Seconds for which a browser remembers the provider: one year. */
const MAX_AGE = 365 * 24 * 60 * 60;

/** Sets the cookie, when the app has asked for it. */
export function rememberProvider({ config, cookies }: Context, id: string): void {
  if (config.remembersProvider) cookies.set("lastProvider", id, { maxAge: MAX_AGE });
}

/** Id of the provider; `undefined` for one that the app does not have. */
export function lastProvider({ config, cookies }: Context): string | undefined {
  const id = config.remembersProvider ? cookies.get("lastProvider") : undefined;
  return id !== undefined && config.providers.has(id) ? id : undefined;
}
