/**
 * Asks the user to check the email.
 *
 * @module
 */

import type { PendingCode } from "../../flows/email/code.ts";
import { actionUrl } from "../../http/url.ts";
import { csrfToken } from "../../request/csrf.ts";
import { ownPage, renderBuiltIn } from "../../response/render.ts";
import type { ActionHandlers, Context } from "../../types/internal.ts";

/** `GET verify-request` → page, with a form when this browser waits for a code. */
export const verifyRequest: ActionHandlers = {
  async GET(ctx) {
    const { config, request } = ctx;
    const own = ownPage("verifyRequest", request.query, request, config);
    if (own) return own;
    const pending = await findPending(ctx);
    const { error } = request.query;
    if (!pending) return await renderBuiltIn("verify-request", { error }, request, config);
    const { attempt, email, triesLeft, callbackUrl } = pending;
    const props = {
      csrfToken: await csrfToken(ctx),
      formAction: actionUrl(ctx, "callback", request.query.provider),
      fields: { attempt },
      email,
      triesLeft,
      callbackUrl,
      error,
    };
    return await renderBuiltIn("verify-request", props, request, config);
  },
};

async function findPending(ctx: Context): Promise<PendingCode | undefined> {
  const provider = ctx.config.providers.get(ctx.request.query.provider ?? "");
  if (provider?.type !== "email" || !provider.code) return;
  const { pendingCode } = await import("../../flows/email/mod.ts");
  return await pendingCode(ctx, provider);
}
