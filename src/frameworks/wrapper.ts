/**
 * What every wrapper shares with the functions of `@x/auth/server`.
 *
 * @module
 */

export { processEnvironment } from "../server/environment.ts";
export { assertSameOrigin, toInternalPost } from "../server/forms.ts";
export * from "../server/prepare.ts";
