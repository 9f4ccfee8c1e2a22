/**
 * Shows the page for new accounts.
 *
 * @module
 */

import { signedInAs } from "../signed_in_as.ts";
import { passkeyScript } from "../../config/capability.ts";
import { withQuery } from "../../http/url.ts";
import { pageProviders } from "../../request/sign_in_page.ts";
import { ownPage, renderBuiltIn } from "../../response/render.ts";
import { csrfToken, visitorIn } from "../../session/csrf.ts";
import type { ActionHandlers } from "../../types/internal.ts";

/** `GET signup` → page, whose forms begin a sign-in, which makes the account. */
export const signup: ActionHandlers = {
  async GET(ctx) {
    const { config, request, callbackUrl } = ctx;
    const { error, code, step } = request.query;
    const own = ownPage("signUp", request.query, request, config);
    if (own) return own;
    const typed = error === undefined && step === undefined
      ? undefined
      : await (await import("../typed_fields.ts")).typedBefore(ctx);
    const token = await csrfToken(ctx);
    const providers = pageProviders(ctx).map((one) =>
      one.optionsUrl === undefined
        ? one
        : { ...one, optionsUrl: withQuery(one.optionsUrl, { visitor: visitorIn(token) }) }
    );
    const mail = request.wantsJson ? providers.find(({ type }) => type === "email") : undefined;
    const props = {
      csrfToken: token,
      callbackUrl,
      providers,
      ...(mail ? { formAction: mail.signinUrl, fields: { purpose: "sign-up" } } : {}),
      isSignUp: true,
      ...(typed ? { typed: { provider: typed.provider, fields: typed.fields } } : {}),
      error,
      code,
      email: typed?.fields.email ?? request.query.email,
      user: await signedInAs(ctx),
    };
    return await renderBuiltIn("signup", props, request, config, () => passkeyScript(config));
  },
};
