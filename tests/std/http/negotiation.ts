/**
 * Stand-in for `jsr:@std/http/negotiation`: the same code as an npm package
 * carries it.
 *
 * @module
 */

// @ts-types="./negotiation.d.ts"
export * from "deno-std/http/negotiation.js";
