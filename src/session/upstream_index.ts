/**
 * The index by which providers find sessions, loaded only where they may end them.
 *
 * @module
 */

import { lazy } from "../lazy.ts";
import type { Awaitable } from "../types/entities.ts";
import type { ResolvedRevocation } from "../types/internal.ts";

const loaded = lazy(() => import("./upstream.ts"));

/** The functions of the index; `undefined` when providers may not end sessions. */
export function indexOf(
  { backChannel }: ResolvedRevocation,
): Awaitable<typeof import("./upstream.ts")> | undefined {
  return backChannel ? loaded() : undefined;
}
