/**
 * For authors of wrappers: what every wrapper shares, so that a new one is a
 * thin shell.
 *
 * @example
 * ```ts
 * import { Auth } from "@x/auth";
 * import { createPreparer, readPrepared, toPublicRequest } from "@x/auth/wrapper";
 * import { assertEquals } from "@std/assert";
 *
 * const env = { AUTH_SECRET: "a-random-secret-of-32-characters-or-more", AUTH_TRUST_HOST: "true" };
 * const prepare = createPreparer({ providers: [] }, env);
 *
 * // In the framework's route for everything under the base path:
 * const request = new Request("https://app.example/auth/session");
 * const { config, origin } = await prepare(request, request);
 * const response = await Auth(toPublicRequest(request, origin), config);
 * assertEquals(await response.json(), null);
 *
 * // In the framework's pages:
 * const { session, setCookies } = await readPrepared(() => prepare(request, request), request);
 * assertEquals(session, null);
 * assertEquals(setCookies, []);
 * ```
 *
 * @module
 */

export * from "./acting.ts";
export * from "./wrapper.ts";
export type { Environment } from "../config/env.ts";
export { serializeCookie } from "../http/cookie.ts";
export { isAuthAction, toBasePath, withQuery } from "../http/url.ts";
export { setPeer } from "../request/peer.ts";
export { describeFailure } from "../response/failure.ts";
export type { SessionAndCookies } from "../server/session.ts";
export { customFetch, raw, skipCSRFCheck } from "../symbols.ts";
export type * from "../types/mod.ts";
