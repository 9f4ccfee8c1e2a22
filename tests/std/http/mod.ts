/**
 * Stand-in for `jsr:@std/http` where that registry cannot be reached.
 *
 * @module
 */

export * from "./negotiation.ts";
