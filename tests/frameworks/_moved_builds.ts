/**
 * The apps of other libraries that the command `move` moves, and that are built and visited then.
 *
 * @module
 */

import { movedAuthJs } from "./_moved_auth_js.ts";
import { movedBetterAuth } from "./_moved_better_auth.ts";
import { movedNextAuth4 } from "./_moved_next_auth_4.ts";
import { movedNextAuth5 } from "./_moved_next_auth_5.ts";
import type { MovedBuild } from "./_moved_rows.ts";

/** The apps. */
export const movedBuilds: readonly MovedBuild[] = [
  ...movedAuthJs,
  ...movedNextAuth5,
  ...movedNextAuth4,
  ...movedBetterAuth,
];
