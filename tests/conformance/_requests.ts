/**
 * Requests by hand, for tests that need no network.
 *
 * @module
 */

import { Auth, type AuthConfig } from "../../mod.ts";

/** Says nothing. */
export const quiet = { error() {}, warn() {}, debug() {} };

/** `Cookie` header of a browser that got this answer. */
export function cookiesOf(response: Response): string {
  return response.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
}

/** A CSRF token as a form, and the cookie that goes with it. */
export async function csrfOf(
  config: AuthConfig,
  origin = "https://app.example",
): Promise<{ form: URLSearchParams; cookie: string }> {
  const response = await Auth(new Request(`${origin}/auth/csrf`), config);
  return { cookie: cookiesOf(response), form: new URLSearchParams(await response.json()) };
}
