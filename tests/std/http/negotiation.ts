/**
 * Stand-in for `jsr:@std/http/negotiation`: the same code as an npm package
 * carries it.
 *
 * @module
 */

// @ts-types="./negotiation.d.ts"
export * from "npm:deno-std@1.4.0/http/negotiation.js";
