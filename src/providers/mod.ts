/**
 * Types for authors of providers. A provider is a value: data, and functions
 * only where a site differs from the standard.
 *
 * @example
 * ```ts
 * import type { OAuthConfig, OAuthUserConfig } from "@x/auth/providers";
 *
 * function Acme(options: OAuthUserConfig<{ id: number; login: string }>): OAuthConfig<{ id: number; login: string }> {
 *   return {
 *     id: "acme",
 *     name: "Acme",
 *     type: "oauth",
 *     authorization: "https://acme.example/authorize?scope=user",
 *     token: "https://acme.example/token",
 *     userinfo: "https://acme.example/me",
 *     profile: (me) => ({ id: String(me.id), name: me.login }),
 *     options,
 *   };
 * }
 * console.log(Acme({ clientId: "id" }).name);
 * ```
 *
 * @example A site with OAuth 1.0a
 * ```ts
 * import { OAuth1 } from "@x/auth/oauth1";
 *
 * const archive = OAuth1<{ key: string }>({
 *   id: "archive",
 *   name: "Archive",
 *   requestTokenUrl: "https://archive.example/oauth/request_token",
 *   authorization: "https://archive.example/oauth/authorize",
 *   token: "https://archive.example/oauth/access_token",
 *   userinfo: "https://archive.example/me.json",
 *   profile: (me) => ({ id: me.key }),
 *   clientId: "consumer key",
 *   clientSecret: "consumer secret",
 * });
 * console.log(archive.version);
 * ```
 *
 * @module
 */

export type { ProviderType } from "../types/entities.ts";
export type * from "../types/provider.ts";
export type * from "../types/provider_function.ts";
