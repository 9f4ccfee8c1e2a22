/**
 * Asks people to look into their mail.
 *
 * @module
 */

import { ownPage, renderBuiltIn } from "../response/render.ts";
import type { ActionHandlers } from "../types/internal.ts";

/** `GET verify-request` → page. */
export const verifyRequest: ActionHandlers = {
  async GET({ config, request }) {
    return ownPage("verifyRequest", request.query, request, config) ??
      await renderBuiltIn("verify-request", {}, request, config);
  },
};
