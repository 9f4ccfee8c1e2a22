/**
 * The guards of the authorization server: the code of each, and what stands there without it.
 * `tests/tools/guards.ts oauth-server` runs the test of each on a copy of the sources without it.
 *
 * @module
 */

import type { Guard } from "./_guard.ts";
import { CLIENT_GUARDS } from "./_guards_clients.ts";
import { GRANT_GUARDS } from "./_guards_grants.ts";
import { REQUEST_GUARDS } from "./_guards_requests.ts";
import { TOKEN_GUARDS } from "./_guards_tokens.ts";

/** All guards. */
export const GUARDS: readonly Guard[] = [
  ...REQUEST_GUARDS,
  ...CLIENT_GUARDS,
  ...TOKEN_GUARDS,
  ...GRANT_GUARDS,
];
