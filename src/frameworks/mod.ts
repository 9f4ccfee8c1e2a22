/**
 * Building blocks for framework wrappers: one object per request that reads its
 * session, signs its user in and out, and collects the cookies of the response.
 *
 * @example
 * ```ts
 * import { bind } from "@x/auth/wrapper";
 * import { assertEquals } from "@std/assert";
 *
 * const env = { AUTH_SECRET: "a-random-secret-of-32-characters-or-more", AUTH_TRUST_HOST: "true" };
 * const bound = bind({ providers: [] }, { env });
 *
 * async function serve(request: Request): Promise<Response> {
 *   const auth = await bound.of(request, undefined);
 *   if (auth.isAction) return await auth.handle();
 *   const session = await auth.session();
 *   const page = new Response(`Hello ${session?.user?.name ?? "stranger"}`);
 *   return await auth.finish(page); // adds the cookies that the response must carry
 * }
 *
 * const page = await serve(new Request("https://app.example/"));
 * assertEquals(await page.text(), "Hello stranger");
 * const session = await serve(new Request("https://app.example/auth/session"));
 * assertEquals(await session.json(), null);
 * ```
 *
 * @module
 */

export * from "../server/request_actions.ts";
export * from "../server/bind.ts";
export * from "../server/cookies.ts";
export * from "../server/create_request_actions.ts";
export * from "../server/personal.ts";
export * from "../server/protect.ts";
export { assertHandler, assertOptions } from "./app.ts";
export { processEnvironment, toEnvironment } from "../server/environment.ts";
export * from "../server/request_auth.ts";
export type { Environment } from "../config/env.ts";
export type { AuthenticationReason, AuthenticationRefusal } from "../credentials/refusal.ts";
export { serializeCookie } from "../http/cookie.ts";
export { type ActionPath, isActionPath, isAuthAction } from "../http/paths.ts";
export type { MemberAnswer } from "../types/credential.ts";
export type { EnabledPaths, TypedForm } from "../types/request.ts";
export { NO_HOST, toBasePath, toOrigin, withQuery } from "../http/url.ts";
export { bindNode, type NodeBinding, type NodeCall } from "./node_calls.ts";
export {
  type NodeHead,
  type NodeRequest,
  type NodeRequestFacts,
  type NodeResponse,
  type NodeServerRequest,
  type NodeSocket,
  toHeaders,
} from "./node_http.ts";
export { setClientAddress } from "../http/client_address.ts";
export { describeFailure } from "../response/failure.ts";
export type { SerializedAnswer } from "../response/respond.ts";
export { customFetch, defined, raw, skipCSRFCheck } from "../symbols.ts";
export type * from "../types/mod.ts";
