/**
 * Functions of the app for operators.
 *
 * @module
 */

import { requireConfig } from "../../server/environment.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { tellDue } from "./acting_notice.ts";

/** See `OperatorFunctions.notifyDue`. */
export async function notifyDue(config: ServerConfig): Promise<number> {
  return await tellDue({ config: requireConfig(config) });
}
