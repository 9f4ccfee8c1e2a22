/**
 * Requests for tests without a browser or a network.
 *
 * @module
 */

import { Auth, type AuthConfig } from "../../mod.ts";

/** Logger that prints nothing. */
export const quiet = { error() {}, warn() {}, debug() {} };

/** `Cookie` header of a browser that received this response. */
export function cookiesOf(response: Response): string {
  return response.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
}

/** A CSRF token as a form, and its cookie. */
export async function csrfOf(
  config: AuthConfig,
  origin = "https://app.example",
): Promise<{ form: URLSearchParams; cookie: string }> {
  const response = await Auth(new Request(`${origin}/auth/csrf`), config);
  return { cookie: cookiesOf(response), form: new URLSearchParams(await response.json()) };
}
