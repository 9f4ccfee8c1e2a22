/**
 * Authentication for web apps: mount {@linkcode Auth} under a path and get
 * sign-in and sessions.
 *
 * On `Deno.serve`, start with `DenoAuth` of `@x/auth/deno`, which reads the
 * environment too. Every other framework has a subpath of its own. Functions
 * for your server, such as `defineAuth`, are in `@x/auth/server`, and functions
 * for the browser in `@x/auth/client`. Types that few apps name are in
 * `@x/auth/types`, and all errors in `@x/auth/errors`.
 *
 * @example
 * ```ts
 * import { Auth, type AuthConfig } from "@x/auth";
 * import GitHub from "@x/auth/providers/github";
 *
 * const config: AuthConfig = {
 *   providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
 *   secret: "a-random-secret-of-32-characters-or-more",
 *   trustHost: true,
 * };
 * const response = await Auth(new Request("http://localhost:8000/auth/session"), config);
 * console.log(response.status); // 200
 * ```
 *
 * @module
 */

export { DenoKvAdapter, type DenoKvAdapterOptions } from "./adapters/deno_kv.ts";
export { Auth } from "./src/core/auth.ts";
export { createActionURL } from "./src/config/host.ts";
export { type Environment, setEnvDefaults } from "./src/config/env.ts";
export { AuthError, CredentialsSignin, type ErrorCause, type ErrorType } from "./src/errors.ts";
export { isAuthAction } from "./src/http/paths.ts";
export { decode, encode, getToken, type GetTokenParams } from "./src/jwt.ts";
export { customFetch, raw, skipCSRFCheck } from "./src/symbols.ts";
export type { Adapter, AdapterUser } from "./src/types/adapter.ts";
export type { AuthConfig, CallbacksOptions } from "./src/types/config.ts";
export type {
  Account,
  Awaitable,
  DefaultSession,
  JWT,
  Profile,
  Session,
  TokenSet,
  User,
} from "./src/types/entities.ts";
export type { AuthAction, Cookie, ResponseInternal } from "./src/types/internal.ts";
export type {
  CredentialsConfig,
  EmailConfig,
  OAuth2Config,
  OAuthConfig,
  OIDCConfig,
  Provider,
} from "./src/types/provider.ts";
export type { EmailProvider, OAuthProvider, OIDCProvider } from "./src/types/provider_function.ts";
export type { WebAuthnConfig } from "./src/types/webauthn.ts";
