/**
 * Asks the user to check the email.
 *
 * @module
 */

import type { PendingEmail } from "../../flows/email/request.ts";
import { actionUrl } from "../../http/url.ts";
import { csrfToken } from "../../session/csrf.ts";
import { ownPage, renderBuiltIn } from "../../response/render.ts";
import { signedIn } from "../../session/visitor.ts";
import type { ActionHandlers, Context } from "../../types/internal.ts";

/**
 * `GET verify-request` → page, with a form when this browser waits for a code. Once the link was
 * opened in another tab, the page leads on, so a tab that waits need only be loaded again.
 */
export const verifyRequest: ActionHandlers = {
  async GET(ctx) {
    const { config, request } = ctx;
    const own = ownPage("verifyRequest", request.query, request, config);
    if (own) return own;
    const { error, provider } = request.query;
    const pending = await findPending(ctx);
    if (!pending) {
      const { callbackUrl } = ctx;
      if (await signedIn(ctx)) return { redirect: callbackUrl };
      return await renderBuiltIn("verify-request", { error, callbackUrl }, request, config);
    }
    const { attempt, triesLeft, callbackUrl, ...facts } = pending;
    const props = {
      csrfToken: await csrfToken(ctx),
      ...(triesLeft > 0
        ? { formAction: actionUrl(ctx, "callback", provider), fields: { attempt } }
        : {}),
      resendAction: actionUrl(ctx, "signin", provider),
      ...(config.pages.signIn ? {} : { signinAction: actionUrl(ctx, "signin") }),
      ...facts,
      triesLeft,
      callbackUrl,
      error,
    };
    return await renderBuiltIn("verify-request", props, request, config, waitingScript);
  },
};

const waitingScript = async () => (await import("../../../pages/waiting_script.ts")).waitingScript;

async function findPending(ctx: Context): Promise<PendingEmail | undefined> {
  const provider = ctx.config.providers.get(ctx.request.query.provider ?? "");
  if (provider?.type !== "email") return;
  const { pendingEmail } = await import("../../flows/email/request.ts");
  return await pendingEmail(ctx, provider);
}
