/**
 * The 17 cases of organizations: a sentence each, and a scenario that shows whether it holds. A
 * scenario knows no library; each begins with what must work, so that nothing holds because
 * nothing works.
 *
 * @module
 */

import { ACCESS_CASES } from "./_organization_access_cases.ts";
import { INVITATION_CASES } from "./_organization_invitation_cases.ts";
import { OWNER_CASES } from "./_organization_owner_cases.ts";
import type { Case } from "./_organization_scenes.ts";

/** Every case. */
export const CASES: readonly Case[] = [...INVITATION_CASES, ...OWNER_CASES, ...ACCESS_CASES];
