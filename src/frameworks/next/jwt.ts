/**
 * The module `@x/auth/jwt` under the path that Next.js apps of Auth.js import.
 *
 * @module
 */

export * from "@x/auth/jwt";
