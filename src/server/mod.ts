/**
 * What an app calls on its server.
 *
 * @module
 */

export * from "./accounts.ts";
export * from "./sessions.ts";
