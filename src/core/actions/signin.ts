/**
 * Shows the sign-in page, or starts a sign-in.
 *
 * @module
 */

import type { PageProvider } from "../../../pages/props.ts";
import { passkeyScript } from "../../config/capability.ts";
import { warnOnce } from "../../config/resolve.ts";
import { AuthError, UnknownAction } from "../../errors.ts";
import { mayStepUp } from "../step_up/cookie.ts";
import { flowOf } from "../../flows/mod.ts";
import { hidesHttps } from "../../http/origin.ts";
import { actionUrl } from "../../http/url.ts";
import { lazy } from "../../base/lazy.ts";
import { csrfToken, requireCsrf } from "../../request/csrf.ts";
import { lastProvider } from "../../request/last_provider.ts";
import { pageProviders } from "../../request/sign_in_page.ts";
import { ownPage, renderBuiltIn } from "../../response/render.ts";
import type { Offer } from "../step_up/step_up.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";

const typedFields = lazy(() => import("../typed_fields.ts"));
const stepUps = lazy(() => import("../step_up/step_up.ts"));
const links = lazy(() => import("../../accounts/link.ts"));

/**
 * `GET signin` → page; `POST signin/<provider>` → redirect to the provider.
 * `GET signin?stepUp=…` begins a step-up: the page offers the providers whose proof counts.
 */
export const signin: ActionHandlers = {
  async GET(ctx) {
    const { request } = ctx;
    if (ctx.provider) {
      // With GET, a link could sign the user in to another user's account.
      throw new UnknownAction("A sign-in starts with POST signin/<provider>, never with GET");
    }
    const { stepUp, error } = request.query;
    const all = pageProviders(ctx);
    if (stepUp === undefined) {
      const hasFailed = error !== undefined && mayStepUp(ctx);
      return await showPage(
        ctx,
        all,
        hasFailed ? await (await stepUps()).resumeStepUp(ctx) : undefined,
      );
    }
    const begun = await (await stepUps()).beginStepUp(ctx, stepUp);
    if (begun && "redirect" in begun) return begun;
    return await showPage(begun ? { ...ctx, callbackUrl: begun.callbackUrl } : ctx, all, begun);
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const { provider, config, request: { origin, request } } = ctx;
    if (hidesHttps(request, origin)) warnOnce(config.logger, "http-behind-https");
    const flow = provider && await flowOf(provider);
    // Credentials and passkeys have no first half: their form posts the proof.
    if (!flow?.start) return { redirect: actionUrl(ctx, "signin") };
    if (mayLink(ctx)) await (await links()).assertMayBeginLink(ctx);
    return await flow.start(mayStepUp(ctx) ? await (await stepUps()).withLogin(ctx) : ctx);
  },
};

/** Returns `true` when the sign-in may be one that links an account to the user of a session. */
function mayLink({ config, cookies, provider }: Context): boolean {
  const isLinkable = provider?.type === "oauth" || provider?.type === "oidc";
  return isLinkable && config.protectsAccounts && cookies.get("sessionToken") !== undefined;
}

/** @param offer what to offer to a user who is signed in. Default: all providers */
async function showPage(
  ctx: Context,
  all: readonly PageProvider[],
  offer?: Offer,
): Promise<ResponseInternal> {
  const { config, request, callbackUrl } = ctx;
  const { error, code, email = offer?.email } = request.query;
  const own = ownPage(
    "signIn",
    { callbackUrl, error, code, stepUp: offer?.providers[0] },
    request,
    config,
  );
  if (own) return own;
  if (all.length === 0 && config.userConfig.providers.length > 0) {
    throw new AuthError("Cannot show a way to sign in: none of the `providers` can be used");
  }
  const failed = error === undefined ? undefined : await (await typedFields()).takeTyped(ctx);
  const props = {
    csrfToken: await csrfToken(ctx),
    callbackUrl,
    ...(failed ? { failed } : {}),
    error,
    code,
    email,
    lastProvider: config.remembersProvider ? lastProvider(ctx) ?? "" : undefined,
    ...(offer ? { providers: forProof(all, offer), isSignedIn: true } : { providers: all }),
  };
  return await renderBuiltIn("signin", props, request, config, () => passkeyScript(config));
}

/**
 * The chosen providers, each with a form of its own, which knows the address of the user. A new
 * passkey would prove nothing, so no form makes one.
 */
function forProof(
  all: readonly PageProvider[],
  { providers: ids, email: value }: Offer,
): PageProvider[] {
  const offered = ids.flatMap((id) => all.filter((one) => one.id === id));
  return offered.map(({ identifier: _, ...one }) => {
    const { email, ...others } = one.credentials ?? {};
    return {
      ...one,
      ...(one.formFields ? { formFields: {} } : {}),
      ...(email ? { credentials: { email: { ...email, value }, ...others } } : {}),
    };
  });
}
