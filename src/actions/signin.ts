/**
 * Shows the sign-in page, or starts a sign-in.
 *
 * @module
 */

import { AuthError, UnknownAction } from "../errors.ts";
import { flowOf } from "../flows/mod.ts";
import { actionUrl, providerUrls } from "../http/url.ts";
import { csrfToken, requireCsrf } from "../request/csrf.ts";
import { perPlace } from "../request/per_place.ts";
import { ownPage, renderBuiltIn } from "../response/render.ts";
import type { ActionHandlers, Context } from "../types/internal.ts";
import type { CredentialsConfig, OAuthConfig } from "../types/provider.ts";

/** `GET signin` → page; `POST signin/<provider>` → redirect to the provider. */
export const signin: ActionHandlers = {
  async GET(ctx) {
    const { config, request, callbackUrl } = ctx;
    if (ctx.provider) {
      // With GET, a link could sign the user in to another user's account.
      throw new UnknownAction("A sign-in starts with POST signin/<provider>, never with GET");
    }
    const { error, code, email } = request.query;
    const own = ownPage("signIn", { callbackUrl, error, code }, request, config);
    if (own) return own;
    const providers = pageProviders(ctx);
    if (providers.length === 0 && config.written.providers.length > 0) {
      throw new AuthError("Cannot show a way to sign in: none of the `providers` can be used");
    }
    const props = {
      csrfToken: await csrfToken(ctx),
      callbackUrl,
      error,
      code,
      email,
      providers,
    };
    return await renderBuiltIn("signin", props, request, config);
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const { provider } = ctx;
    const flow = provider && await flowOf(provider);
    // Credentials and passkeys have no first half: their form posts the proof.
    if (!flow?.start) return { redirect: actionUrl(ctx, "signin") };
    return await flow.start(ctx);
  },
};

const pageProviders = perPlace((ctx: Context) => {
  const { config } = ctx;
  // A button of a provider that lacks what it needs would lead to an error.
  const usable = [...config.providers.values()].filter(({ id }) => !config.unusable.has(id));
  return usable.map((provider) => ({
    id: provider.id,
    name: provider.name,
    type: provider.type,
    ...providerUrls(ctx, provider.id),
    style: (provider as OAuthConfig<unknown>).style,
    credentials: (provider as CredentialsConfig).credentials,
    ...(provider.type === "webauthn"
      ? {
        optionsUrl: actionUrl(ctx, "webauthn-options", provider.id),
        formFields: provider.formFields,
        autofill: provider.enableConditionalUI,
      }
      : {}),
  }));
});
