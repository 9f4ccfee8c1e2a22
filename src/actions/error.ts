/**
 * Shows a failure, without details that a browser must not see.
 *
 * @module
 */

import { ownPage, renderBuiltIn } from "../response/render.ts";
import type { ActionHandlers } from "../types/internal.ts";

/** `GET error?error=…` → page. */
export const error: ActionHandlers = {
  async GET({ config, request }) {
    const { error, code } = request.query;
    return ownPage("error", { error, code }, request, config) ??
      await renderBuiltIn("error", { error, code }, request, config);
  },
};
