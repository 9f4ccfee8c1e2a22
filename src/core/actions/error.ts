/**
 * Shows a failure, without details that a browser must not see.
 *
 * @module
 */

import { toReference } from "../../hooks/logger.ts";
import { rememberedTarget } from "../../request/callback_url.ts";
import { ownPage, renderBuiltIn } from "../../response/render.ts";
import type { ActionHandlers } from "../../types/internal.ts";

/** `GET error?error=…` → page. */
export const error: ActionHandlers = {
  async GET(ctx) {
    const { config, request } = ctx;
    const { error, code } = request.query;
    const facts = { error, code, reference: toReference(request.query.reference) };
    const callbackUrl = rememberedTarget(ctx);
    return ownPage("error", facts, request, config) ??
      await renderBuiltIn("error", { ...facts, callbackUrl }, request, config);
  },
};
