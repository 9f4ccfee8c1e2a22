/**
 * Shows a failure, without details that a browser must not see.
 *
 * @module
 */

import { rememberedTarget } from "../../request/callback_url.ts";
import { ownPage, renderBuiltIn } from "../../response/render.ts";
import type { ActionHandlers } from "../../types/internal.ts";

/** Reference of a failure; a page shows no other text of a URL. */
const REFERENCE = /^[0-9A-F]{6}$/;

/** `GET error?error=…` → page. */
export const error: ActionHandlers = {
  async GET(ctx) {
    const { config, request } = ctx;
    const { error, code, reference } = request.query;
    const callbackUrl = rememberedTarget(ctx);
    const shown = reference && REFERENCE.test(reference) ? reference : undefined;
    return ownPage("error", { error, code, reference: shown }, request, config) ??
      await renderBuiltIn(
        "error",
        { error, code, callbackUrl, reference: shown },
        request,
        config,
      );
  },
};
