/**
 * Ends the session.
 *
 * @module
 */

import { csrfToken, requireCsrf } from "../request/csrf.ts";
import { ownPage, renderBuiltIn } from "../response/render.ts";
import { sessionOf } from "../session/mod.ts";
import type { ActionHandlers } from "../types/internal.ts";

/** `GET signout` → confirmation page; `POST signout` → signed out. */
export const signout: ActionHandlers = {
  async GET(ctx) {
    const { config, request, callbackUrl } = ctx;
    const own = ownPage("signOut", {}, request, config);
    if (own) return own;
    const props = {
      csrfToken: await csrfToken(ctx),
      callbackUrl,
      formAction: `${request.origin}${config.basePath}/signout`,
    };
    return await renderBuiltIn("signout", props, request, config);
  },
  async POST(ctx) {
    await requireCsrf(ctx);
    await sessionOf(ctx).end(ctx);
    return { redirect: ctx.callbackUrl };
  },
};
