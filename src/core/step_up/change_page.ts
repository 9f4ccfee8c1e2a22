/**
 * Members that every page with changes has: the same answer for each capability.
 *
 * @module
 */

import type { Visitor } from "../../session/visitor.ts";
import type { Context } from "../../types/internal.ts";
import { proofUrl } from "./step_up.ts";

/** Members of such a page. */
export interface ChangePage {
  /** Name of the change that was made just now; absent without one. */
  done: string | undefined;
  /** `true` when another person acts for the user, and may change nothing. */
  isReadOnly: boolean;
  /** URL at which the user proves who it is, when a change needs that; absent otherwise. */
  proofUrl: string | undefined;
}

/**
 * Makes these members.
 *
 * @param view URL of the view, where it makes a change that needs a fresh proof
 */
export async function changePage(
  ctx: Context,
  { isFresh, requirement, actsForAnother }: Visitor,
  view: string | undefined,
): Promise<ChangePage> {
  return {
    done: ctx.request.query.done,
    isReadOnly: actsForAnother,
    proofUrl: view === undefined || isFresh || actsForAnother
      ? undefined
      : await proofUrl(ctx, requirement, view),
  };
}
