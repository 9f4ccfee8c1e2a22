/**
 * The actions that people visit or begin a sign-in with: one module, loaded by the first of them.
 *
 * @module
 */

export { error } from "./error.ts";
export { signin } from "./signin.ts";
export { signup } from "./signup.ts";
export { signout } from "./signout.ts";
export { verifyRequest } from "./verify_request.ts";
export { webauthnOptions } from "./webauthn_options.ts";
