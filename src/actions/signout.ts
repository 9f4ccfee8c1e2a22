/**
 * Ends the session.
 *
 * @module
 */

import { UnknownAction } from "../errors.ts";
import { actionUrl } from "../http/url.ts";
import { csrfToken, requireCsrf } from "../request/csrf.ts";
import { ownPage, renderBuiltIn } from "../response/render.ts";
import { sessionOf } from "../session/mod.ts";
import type { ActionHandlers, Context } from "../types/internal.ts";

/** `GET signout` → confirmation page; `POST signout` → signed out. */
export const signout: ActionHandlers = {
  async GET(ctx) {
    requireNoProvider(ctx);
    const { config, request, callbackUrl } = ctx;
    const own = ownPage("signOut", {}, request, config);
    if (own) return own;
    const props = {
      csrfToken: await csrfToken(ctx),
      callbackUrl,
      formAction: actionUrl(ctx, "signout"),
    };
    return await renderBuiltIn("signout", props, request, config);
  },
  async POST(ctx) {
    requireNoProvider(ctx);
    await requireCsrf(ctx);
    await sessionOf(ctx).end(ctx);
    return { redirect: ctx.callbackUrl };
  },
};

/** The path of a provider is for its own messages, see `back_channel.ts`. */
function requireNoProvider({ provider }: Context): void {
  if (provider) throw new UnknownAction('The action "signout" takes no provider here');
}
