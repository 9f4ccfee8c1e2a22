/**
 * The token module under the name that apps of Next.js know.
 *
 * @module
 */

export * from "@x/auth/jwt";
