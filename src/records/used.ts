/**
 * Marks of values that count once, over all processes that share the store.
 *
 * @module
 */

import { defineKind } from "./kind.ts";

/** By a text that names the value and opens nothing; no user owns it. */
export const usedMarks = defineKind<string, null>("used", (name) => name);
