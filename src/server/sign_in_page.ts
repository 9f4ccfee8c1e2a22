/**
 * The facts of the sign-in page, for pages of an app.
 *
 * @module
 */

import type { ServerConfig } from "../types/inference.ts";
import type { SignInPage } from "../types/sign_in_page.ts";
import { headersSink } from "./cookies.ts";
import { boundTo } from "./sign_in.ts";

/**
 * The facts of the built-in sign-in page, for a page of your own (`pages.signIn`): the ways to
 * sign in with their URLs and fields, the CSRF token, the URL to go to afterwards, what failed
 * before, and the way used last. Each method works from a plain HTML form; passkeys need a
 * script.
 *
 * Methods with the same `identifier` can share one form. Its link button needs
 * `formnovalidate`, so that no password is demanded.
 *
 * @param request the request for the page: its query has `error`, `code` and `callbackUrl`
 * @param config the same object every time, since resolved configs are cached per object
 * @param headers headers of your response; they get the cookie of the CSRF token
 * @throws {AuthError} when the config or the `Host` header cannot be used
 * @throws {InvalidCallbackUrl} when the query names a target that is not a URL
 *
 * @example
 * ```ts
 * import GitHub from "@x/auth/providers/github";
 * import { getSignInOptions } from "@x/auth/server";
 * import { assertEquals, assertMatch } from "@std/assert";
 *
 * const config = {
 *   providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
 *   pages: { signIn: "/login" },
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 *
 * async function login(request: Request): Promise<Response> {
 *   const headers = new Headers({ "content-type": "text/html" });
 *   const page = await getSignInOptions(request, config, headers);
 *   const forms = page.providers.map(({ name, action, fields }) => `
 *     <form method="POST" action="${action}">
 *       <input type="hidden" name="csrfToken" value="${page.csrfToken}">
 *       <input type="hidden" name="callbackUrl" value="${encodeURI(page.callbackUrl)}">
 *       ${Object.keys(fields).map((field) => `<input name="${field}">`).join("")}
 *       <button>Sign in with ${name}</button>
 *     </form>`);
 *   const failed = page.error ? "<p role=alert>Please try again.</p>" : "";
 *   return new Response(failed + forms.join(""), { headers });
 * }
 *
 * const response = await login(new Request("https://app.example/login?error=AccessDenied"));
 * assertMatch(await response.text(), /role=alert.*action="https:.*signin.github"/s);
 * assertEquals(response.headers.getSetCookie().length, 1);
 * ```
 */
export async function getSignInOptions(
  request: Request,
  config: ServerConfig,
  headers: Headers,
): Promise<SignInPage> {
  const auth = await boundTo(config).of(request);
  const { body } = await auth.signInOptions();
  await auth.writeTo(headers, headersSink(headers));
  return body;
}
