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
 * @module
 */

export type { ProviderType } from "../types/entities.ts";
export type * from "../types/provider.ts";
