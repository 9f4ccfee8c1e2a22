/**
 * @module
 */

import type { ActionHandlers } from "../types/internal.ts";

/** `GET account` and `POST account`. */
export const account: ActionHandlers = {};
