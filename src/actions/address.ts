/**
 * @module
 */

import type { ActionHandlers } from "../types/internal.ts";

/** `GET address` and `POST address`. */
export const address: ActionHandlers = {};
