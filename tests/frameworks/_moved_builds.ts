/**
 * The apps of other libraries that the command `move` moves, and that are built and visited then.
 *
 * @module
 */

import { movedAuthCalls } from "./_moved_auth_calls.ts";
import { movedAuthJs } from "./_moved_auth_js.ts";
import { movedBetterAuth } from "./_moved_better_auth.ts";
import { movedBetterAuthNext } from "./_moved_better_auth_next.ts";
import { movedMonorepos } from "./_moved_monorepos.ts";
import { movedNextAuth4 } from "./_moved_next_auth_4.ts";
import { movedNextAuth5 } from "./_moved_next_auth_5.ts";
import type { MovedBuild } from "./_moved_rows.ts";
import { movedServers } from "./_moved_servers.ts";
import { movedTokens } from "./_moved_tokens.ts";

/** The apps. */
export const movedBuilds: readonly MovedBuild[] = [
  ...movedAuthJs,
  ...movedServers,
  ...movedNextAuth5,
  ...movedAuthCalls,
  ...movedNextAuth4,
  ...movedTokens,
  ...movedMonorepos,
  ...movedBetterAuth,
  ...movedBetterAuthNext,
];
