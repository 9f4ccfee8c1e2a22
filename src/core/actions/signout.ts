/**
 * Ends the session, and with `signOut` in the config the one at its provider.
 *
 * @module
 */

import { askFirst, loadPart } from "../../hooks/topics.ts";
import { AuthError, UnknownAction } from "../../errors.ts";
import { actionUrl } from "../../http/url.ts";
import { csrfToken, requireCsrf } from "../../session/csrf.ts";
import { ownPage, renderBuiltIn } from "../../response/render.ts";
import { signedIn } from "../../session/visitor.ts";
import { sessionOf } from "../../session/strategies.ts";
import type { ActionHandlers, Context } from "../../types/internal.ts";

/** `GET signout` → confirmation page; `POST signout` → signed out. */
export const signout: ActionHandlers = {
  async GET(ctx) {
    const { config, request, callbackUrl } = ctx;
    const own = ownPage("signOut", {}, request, config);
    if (own) return own;
    if (ctx.cookies.get("sessionToken") === undefined) {
      return await renderBuiltIn("signout", { callbackUrl }, request, config);
    }
    // A session that cannot be read has a cookie to be rid of.
    const { email, name } = (await signedIn(ctx))?.user ?? {};
    const props = {
      csrfToken: await csrfToken(ctx),
      callbackUrl,
      formAction: actionUrl(ctx, "signout"),
      user: email ?? name ?? undefined,
    };
    return await renderBuiltIn("signout", props, request, config);
  },
  async POST(ctx) {
    if (ctx.provider) throw new UnknownAction('The action "signout" takes no provider here');
    await requireCsrf(ctx, true);
    const leave = await prepareLeave(ctx);
    await sessionOf(ctx).end(ctx);
    return { redirect: await leave?.() ?? ctx.callbackUrl };
  },
};

/** Prepares the sign-out at the provider, when the config or the request asks for it. */
async function prepareLeave(
  ctx: Context,
): Promise<(() => Promise<string | undefined>) | undefined> {
  const { config: { signOut, logger }, request: { body } } = ctx;
  const asked = body?.federated;
  if (String(asked) !== "false") {
    const leave = await askFirst(ctx.config, "session.leaving", { ctx });
    if (leave) return leave;
  }
  const federated = asked === undefined ? signOut?.federated === true : String(asked) === "true";
  const revokeTokens = signOut?.revokeTokens === true;
  if (!federated && !revokeTokens) return undefined;
  try {
    const parts = await loadPart(ctx.config, "signOut");
    if (parts) return await parts.prepare(ctx, { federated, revokeTokens });
    throw new AuthError("Cannot sign out at the provider: set `signOut: ProviderSignOut()`", {
      cause: { option: "signOut" },
    });
  } catch (error) {
    // Here the session ends in any case.
    logger.error(error as Error);
    return undefined;
  }
}
