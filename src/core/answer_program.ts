/**
 * The answers of endpoints for programs. Only capabilities bring such endpoints, and with them the
 * code that answers.
 *
 * @module
 */

import { lazy } from "../base/lazy.ts";
import type { ExplicitEndpoint } from "../types/internal.ts";

const calls = lazy(() => import("./call.ts"));

/** See `answer` of {@linkcode ExplicitEndpoint}. */
export const answerProgram: ExplicitEndpoint["answer"] = async (...args) =>
  await (await calls()).answerCall(...args);
