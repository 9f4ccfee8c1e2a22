/**
 * Shows the sign-in page, or starts a sign-in.
 *
 * @module
 */

import { AuthError, UnknownAction } from "../errors.ts";
import { flowOf } from "../flows/mod.ts";
import { csrfToken, requireCsrf } from "../request/csrf.ts";
import { ownPage, renderBuiltIn } from "../response/render.ts";
import type { ActionHandlers, Context, ResolvedProvider } from "../types/internal.ts";
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
    const { provider, request, config } = ctx;
    const flow = provider && await flowOf(provider);
    // Credentials and passkeys have no first half: their form posts the proof.
    if (!flow?.start) return { redirect: `${request.origin}${config.basePath}/signin` };
    return await flow.start(ctx as Context<ResolvedProvider>);
  },
};

function pageProviders({ config, request }: Context) {
  const base = request.origin + config.basePath;
  // A button of a provider that lacks what it needs would lead to an error.
  const usable = [...config.providers.values()].filter(({ id }) => !config.unusable.has(id));
  return usable.map((provider) => ({
    id: provider.id,
    name: provider.name,
    type: provider.type,
    signinUrl: `${base}/signin/${provider.id}`,
    callbackUrl: `${base}/callback/${provider.id}`,
    style: (provider as OAuthConfig<unknown>).style,
    credentials: (provider as CredentialsConfig).credentials,
    ...(provider.type === "webauthn"
      ? {
        optionsUrl: `${base}/webauthn-options/${provider.id}`,
        formFields: provider.formFields,
        autofill: provider.enableConditionalUI,
      }
      : {}),
  }));
}
