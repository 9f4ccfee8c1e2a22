/**
 * Stand-in for `jsr:@std/http/negotiation`: the same code from an npm package.
 *
 * @module
 */

// @ts-types="./negotiation.d.ts"
export * from "deno-std/http/negotiation.js";
