/**
 * Stand-in for `jsr:@std/assert` where that registry cannot be reached: the
 * same code from an npm package.
 *
 * @module
 */

// @ts-types="./mod.d.ts"
export * from "deno-std/assert/mod.js";
