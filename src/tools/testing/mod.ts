/**
 * Test kit for apps: sessions without the steps of a sign-in, the app's emails, its providers
 * replaced by a server that can misbehave, and a browser that stores cookies as RFC 6265bis says.
 *
 * @example
 * ```ts
 * import { Auth, type AuthConfig, customFetch } from "@x/auth";
 * import { createBrowser, createIdp } from "@x/auth/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const idp = await createIdp({ user: { sub: "1", name: "Ada" } });
 * const config: AuthConfig = {
 *   providers: [{
 *     id: "test",
 *     name: "Test",
 *     type: "oidc",
 *     issuer: idp.issuer,
 *     clientId: idp.clientId,
 *     clientSecret: idp.clientSecret,
 *     [customFetch]: idp.fetch,
 *   }],
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * const browser = createBrowser("https://app.example", {
 *   "https://app.example": async (request) => {
 *     const { pathname } = new URL(request.url);
 *     if (pathname.startsWith("/auth/")) return await Auth(request, config);
 *     return new Response("Hello");
 *   },
 *   [idp.issuer]: idp.handler,
 * });
 * await browser.signIn("test");
 * assertEquals((await browser.session())?.user?.name, "Ada");
 * ```
 *
 * @module
 */

export * from "./authenticator.ts";
export * from "./bearer.ts";
export * from "./browser.ts";
export type { CookieSituation } from "./cookie_store.ts";
export * from "./fake_provider.ts";
export * from "./idp.ts";
export type { IdpFapiOptions } from "./idp_fapi.ts";
export type { Signature, SigningAlgorithm } from "./idp_keys.ts";
export type { LogoutSubject, StatementOptions } from "./idp_statements.ts";
export * from "./inbox.ts";
export * from "./key.ts";
export type { TestMembership } from "./membership.ts";
export * from "./oauth1_server.ts";
export {
  type AutomationCookie,
  signInAs,
  type SignInAsOptions,
  type TestSession,
} from "./sign_in_as.ts";
export * from "./token.ts";
export * from "./totp.ts";
