/**
 * Markers that cannot arrive from JSON: each one switches something off or
 * replaces something, so it must be written in code and stand out in review.
 *
 * @module
 */

/**
 * Set as `config.raw` to receive a `ResponseInternal` object from `Auth`
 * instead of a `Response`.
 *
 * @example
 * ```ts
 * import { raw } from "@x/auth";
 *
 * const config = { providers: [], raw };
 * ```
 */
export const raw: unique symbol = Symbol("return-type-raw");

/**
 * Set as `config.skipCSRFCheck` to switch the built-in CSRF protection off.
 * For framework authors only: the caller must then check the origin of every
 * form.
 *
 * @example
 * ```ts
 * import { skipCSRFCheck } from "@x/auth";
 *
 * const config = { providers: [], skipCSRFCheck };
 * ```
 */
export const skipCSRFCheck: unique symbol = Symbol("skip-csrf-check");

/**
 * Key of a provider member that replaces `fetch` for all requests of the
 * library to that provider: discovery, keys, token and userinfo.
 *
 * @example
 * ```ts
 * import { customFetch } from "@x/auth";
 *
 * const provider = {
 *   id: "acme",
 *   name: "Acme",
 *   type: "oidc" as const,
 *   issuer: "https://acme.example",
 *   [customFetch]: (input: string | URL | Request, init?: RequestInit) => fetch(input, init),
 * };
 * ```
 */
export const customFetch: unique symbol = Symbol("custom-fetch");

/**
 * Set on a config by `setEnvDefaults` when the environment is not production.
 * Lets a loopback origin run without a secret.
 *
 * @internal
 */
export const developmentMode: unique symbol = Symbol("development-mode");

/**
 * Set on a config by `setEnvDefaults`: the origin of `AUTH_URL`, which is the site in emails of calls
 * without a request.
 *
 * @internal
 */
export const siteOrigin: unique symbol = Symbol("site-origin");

/**
 * Key of what `defineAuth` returns, by which wrappers tell it from a config. It
 * is in the global registry, since an app can have the library twice: from JSR
 * and from npm.
 */
export const defined: unique symbol = Symbol.for("@x/auth: defined");

/**
 * Key of `globalThis` under which a tool puts a function, which then gets the config of every
 * wrapper and `defineAuth`, and the base path that the wrapper sets. The doctor finds configs
 * by it that a module does not export. It is in the global registry, since an app can have the
 * library twice.
 *
 * @internal
 */
export const configObserver: unique symbol = Symbol.for("@x/auth: config observer");

/**
 * Key of a member of stores whose data is lost at a restart. It is in the global registry, since
 * an app can have the library twice.
 *
 * @internal
 */
export const forgetful: unique symbol = Symbol.for("@x/auth: forgetful");

/**
 * Key of a method of adapters on tables of the app: it takes a function, which the adapter then
 * calls with the name of a member that has no column. It is in the global registry for the same
 * reason.
 *
 * @internal
 */
export const leftOut: unique symbol = Symbol.for("@x/auth: left out");

/**
 * Key of a member of `createUsers` of an adapter: the methods in whose place it writes, and its store of
 * records. An app can have put its own in place of one of them, in a copy of the adapter. It is in the
 * global registry for the same reason.
 *
 * @internal
 */
export const writesFor: unique symbol = Symbol.for("@x/auth: writes for");

/**
 * Key of a method of stores that asks the server what a setting of it would lose or cost, for the
 * doctor: sentences with their cures. It is in the global registry for the same reason.
 *
 * @internal
 */
export const storeAdvice: unique symbol = Symbol.for("@x/auth: store advice");

/**
 * Key of a member of stores that says which database they are, and what their tables are, for the
 * command `schema`. It is in the global registry for the same reason.
 *
 * @internal
 */
export const storeFacts: unique symbol = Symbol.for("@x/auth: store facts");

/**
 * Key of a static member of every error class: the name of the class that its page is about.
 * Classes of apps inherit it. Log lines link to the page, so it is no text that an app writes.
 *
 * @internal
 */
export const errorPage: unique symbol = Symbol("error-page");

/**
 * Key of the code of a capability, in what the app brings with its config: a provider, a factor, or
 * what a function such as `AccountPage` returns.
 *
 * @internal
 */
export const capability: unique symbol = Symbol("capability");
