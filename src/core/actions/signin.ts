/**
 * Shows the sign-in page and its second step, or starts a sign-in.
 *
 * @module
 */

import type { PageProvider } from "../../../pages/props.ts";
import { toNormalForm } from "../../base/address.ts";
import { passkeyScript } from "../../config/capability.ts";
import { warnOnce } from "../../hooks/logger.ts";
import { findProvider } from "../../hooks/providers.ts";
import { askFirst } from "../../hooks/topics.ts";
import { AuthError, UnknownAction } from "../../errors.ts";
import { mayStepUp } from "../step_up/cookie.ts";
import { loadFlow } from "../../flows/mod.ts";
import { hidesHttps } from "../../http/origin.ts";
import { hasPath, SIGN_UP } from "../../http/paths.ts";
import { actionUrl, providerUrls, withQuery } from "../../http/url.ts";
import { lazy } from "../../base/lazy.ts";
import { targetToKeep } from "../../request/callback_url.ts";
import { csrfToken, requireCsrf } from "../../session/csrf.ts";
import { COOKIES_STEP, requireBrowserToken } from "../../request/csrf.ts";
import { lastProvider } from "../../request/last_provider.ts";
import { pageProviders } from "../../request/sign_in_page.ts";
import { loadsHtml } from "../../response/failure.ts";
import { kindUrl, ownPage, renderBuiltIn } from "../../response/render.ts";
import { signedIn } from "../../session/visitor.ts";
import { signedInAs } from "../signed_in_as.ts";
import type { Offer } from "../step_up/step_up.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type { RequestInternal } from "../../types/request.ts";
import type { ResolvedProvider } from "../../types/resolved_provider.ts";

const typedFields = lazy(() => import("../typed_fields.ts"));
const lostSessions = lazy(() => import("../lost_session.ts"));
const stepUps = lazy(() => import("../step_up/step_up.ts"));
const links = lazy(() => import("../../accounts/link.ts"));

/**
 * `GET signin` → page; `POST signin` with an address → its second step, which is the same for
 * every address; `POST signin/<provider>` → redirect to the provider. `GET signin?stepUp=…` begins a step-up: the page offers the providers whose proof counts.
 */
export const signin: ActionHandlers = {
  async GET(ctx) {
    const { request } = ctx;
    if (ctx.provider && loadsHtml(request.request)) {
      // A reload after a post, or a bookmark: the button of the provider posts again.
      const { id } = ctx.provider;
      const own = pageProviders(ctx).filter((one) => one.id === id);
      return await showPage(ctx, own.length > 0 ? own : await named(ctx, [id]));
    }
    if (ctx.provider) {
      // With GET, a link could sign the user in to another user's account.
      throw new UnknownAction("A sign-in starts with POST signin/<provider>, never with GET");
    }
    const { stepUp, error, connect, step } = request.query;
    if (step === COOKIES_STEP && !losesCookies(request)) return { redirect: ctx.callbackUrl };
    const all = pageProviders(ctx);
    if (connect !== undefined) {
      const known = all.filter(({ id }) => id === connect);
      const offer = await offerPage(ctx, known.length > 0 ? known : await named(ctx, [connect]));
      if (offer) return offer;
    }
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
    // A provider can link an account to the user who is signed in. All else signs in anew.
    if (isLinkable(ctx)) await requireCsrf(ctx, true);
    else await requireBrowserToken(ctx);
    const { provider, config, request: { origin, request } } = ctx;
    if (hidesHttps(request, origin)) warnOnce(config.logger, "http-behind-https");
    if (!provider) return await showStep(ctx);
    const flow = await loadFlow(provider);
    // Credentials and passkeys have no first half: their form posts the proof.
    if (!flow.start) return { redirect: actionUrl(ctx, "signin") };
    if (mayLink(ctx)) await (await links()).assertMayBeginLink(ctx);
    const begun = mayStepUp(ctx) ? await (await stepUps()).withLogin(ctx) : ctx;
    if (provider.type === "email") {
      const led = await leadByAddress(ctx, ctx.request.body?.email, provider);
      if (led) return led;
    }
    return await flow.start(provider.type === "email" ? towardsPassword(begun) : begun);
  },
};

/** The page that offers to link an account; `undefined` for a visitor who is not signed in. */
async function offerPage(
  ctx: Context,
  providers: PageProvider[],
): Promise<ResponseInternal | undefined> {
  const { callbackUrl, config, request } = ctx;
  const isKnown = providers.some(({ type }) => type === "oauth" || type === "oidc");
  if (!isKnown || !await signedIn(ctx)) return undefined;
  const [provider] = providers;
  const formAction = provider?.signinUrl;
  const props = { csrfToken: await csrfToken(ctx), callbackUrl, providers, formAction };
  return await renderBuiltIn("connect", props, request, config);
}

/** A link for a new account or a new password leads to the page for passwords first. */
function towardsPassword(ctx: Context): Context {
  const { config, callbackUrl, request: { body } } = ctx;
  const needsPassword = body?.purpose === "sign-up" || body?.purpose === "password";
  if (!needsPassword || !hasPath(config.enabledPaths, "password")) return ctx;
  const page = actionUrl(ctx, "password");
  return callbackUrl.startsWith(page)
    ? ctx
    : { ...ctx, callbackUrl: withQuery(page, { callbackUrl }) };
}

/** The target of a link that leads to the page for passwords first, without that page. */
function afterPassword(ctx: Context): string {
  const { callbackUrl } = ctx;
  if (!callbackUrl.startsWith(actionUrl(ctx, "password"))) return callbackUrl;
  return new URL(callbackUrl).searchParams.get("callbackUrl") ?? callbackUrl;
}

/**
 * Keeps the address that was typed, and leads to the second step, or to the first one to change the
 * address.
 */
async function showStep(ctx: Context): Promise<ResponseInternal> {
  const { config: { providers, enabledPaths }, request: { body } } = ctx;
  const callbackUrl = body?.step === "address" ? afterPassword(ctx) : ctx.callbackUrl;
  const all = pageProviders(ctx);
  const { pass, owner } = addressForm(all);
  const typed = owner && body?.[owner.identifier ?? "email"];
  const isSignUp = body?.purpose === "sign-up" && hasPath(enabledPaths, SIGN_UP);
  const page = isSignUp ? actionUrl(ctx, SIGN_UP) : kindUrl("signIn", ctx.request, ctx.config);
  if (typeof typed !== "string" || typed.trim() === "") {
    return { redirect: withQuery(page, { callbackUrl: targetToKeep(ctx) }) };
  }
  const led = await leadByAddress(ctx, typed, providers.get(owner!.id)!);
  if (led) return led;
  await (await typedFields()).keepTyped(ctx, providers.get(owner!.id));
  const step = pass && body?.step !== "address" ? "password" : "address";
  return { redirect: withQuery(page, { step, callbackUrl }) };
}

/**
 * Where an address leads that was typed as the first step; `undefined`: to the next step. An address
 * that is typed again within some minutes leads to the next step too, so that nobody depends on where
 * it led before.
 */
async function leadByAddress(
  ctx: Context,
  address: unknown,
  owner: ResolvedProvider,
): Promise<ResponseInternal | undefined> {
  const { config, request: { body } } = ctx;
  if (!config.topics.has("address.typed") || typeof address !== "string") return undefined;
  // A user who proves again, or wants a password, has chosen the way already.
  if (body?.purpose === "password" || mayStepUp(ctx)) return undefined;
  const { keepTyped, typedBefore } = await typedFields();
  const before = await typedBefore(ctx);
  const wasLed = before?.led ?? (before?.refused === undefined ? undefined : before.fields.email);
  if (wasLed !== undefined && formOf(wasLed) === formOf(address)) return undefined;
  const led = await askFirst(config, "address.typed", { ctx, address });
  if (led) await keepTyped(ctx, owner, address);
  return led;
}

/** One form of an address, to compare it with another one. */
const formOf = (address: string) => toNormalForm(address.trim().toLowerCase());

/** The providers of the form that asks for an address: one for passwords, and whose field it is. */
function addressForm(
  all: readonly PageProvider[],
): { pass: PageProvider | undefined; owner: PageProvider | undefined } {
  const pass = all.find(({ type, identifier }) => type === "credentials" && identifier);
  return { pass, owner: pass ?? all.find(({ type }) => type === "email") };
}

/** Target of the form of the step, and its fields besides those that are asked for. */
function makeForm(
  all: readonly PageProvider[],
  signinAction: string,
  address: Readonly<Record<string, string>> | undefined,
): { formAction?: string; fields?: Readonly<Record<string, string>> } {
  const { pass, owner } = addressForm(all);
  if (!owner) return {};
  if (pass && !address) return { formAction: signinAction };
  return {
    formAction: pass ? pass.callbackUrl : owner.signinUrl,
    ...(address ? { fields: address } : {}),
  };
}

/** Returns `true` when the sign-in may be one that links an account to the user of a session. */
function mayLink(ctx: Context): boolean {
  const { config, cookies } = ctx;
  return isLinkable(ctx) && config.protectsAccounts && cookies.get("sessionToken") !== undefined;
}

function isLinkable({ provider }: Context): boolean {
  return provider?.type === "oauth" || provider?.type === "oidc";
}

/** @param offer what to offer to a user who is signed in. Default: all providers */
async function showPage(
  ctx: Context,
  all: readonly PageProvider[],
  offer?: Offer,
): Promise<ResponseInternal> {
  const { config, request, callbackUrl } = ctx;
  const { query } = request;
  const { step, email = offer?.email } = query;
  const isLost = query.error === undefined && losesCookies(request);
  const { error, code }: Partial<typeof NO_COOKIES> = isLost ? NO_COOKIES : query;
  // A page of the app knows the providers of its config alone.
  const own = all.some(({ id }) => !config.providers.has(id)) ? undefined : ownPage(
    "signIn",
    { callbackUrl, error, code, stepUp: offer?.providers[0] },
    request,
    config,
  );
  if (own) return own;
  if (all.length === 0 && config.userConfig.providers.length > 0) {
    throw new AuthError("Cannot show a way to sign in: none of the `providers` can be used");
  }
  // Without a query the page is the same for all, so that its text can be kept.
  const typed = error === undefined && step === undefined
    ? undefined
    : await (await typedFields()).typedBefore(ctx);
  const isFirst = error === undefined && step === undefined && !offer &&
    ctx.cookies.get("sessionToken") !== undefined;
  const signinAction = actionUrl(ctx, "signin");
  const providers = offer ? forProof(await withNamed(ctx, all, offer), offer) : all;
  const { pass } = addressForm(providers);
  // After a refusal, the step whose form was refused.
  const isTyped = pass !== undefined && typed !== undefined &&
    (step === "password" || (error !== undefined && typed.provider === pass.id));
  const address = offer ? addressOf(offer) : isTyped ? typed.fields : undefined;
  const props = {
    csrfToken: await csrfToken(ctx),
    callbackUrl,
    ...(typed
      ? {
        typed: { provider: typed.provider, fields: typed.fields },
        changeUrl: withQuery(signinAction, { step: "address", callbackUrl }),
      }
      : {}),
    step: pass && address ? "password" as const : undefined,
    ...(request.wantsJson ? makeForm(providers, signinAction, address) : {}),
    error,
    code,
    ...(isFirst ? await (await lostSessions()).explainEnd(ctx) : {}),
    email,
    signinAction,
    signupUrl: hasPath(config.enabledPaths, SIGN_UP) ? actionUrl(ctx, SIGN_UP) : undefined,
    user: offer ? undefined : await signedInAs(ctx),
    lastProvider: config.remembersProvider ? lastProvider(ctx) : undefined,
    providers,
    ...(offer ? { isSignedIn: true } : {}),
  };
  return await renderBuiltIn("signin", props, request, config, () => passkeyScript(config));
}

/** What the page says to a browser that keeps no cookies. */
const NO_COOKIES = { error: "MissingCSRF", code: "NoCookies" };

/** Returns `true` for a browser that was led to a further step, and keeps no cookie on the way. */
function losesCookies({ query: { step }, cookieHeader }: RequestInternal): boolean {
  return (step === "password" || step === COOKIES_STEP) && cookieHeader === "";
}

function addressOf({ email }: Offer): Readonly<Record<string, string>> | undefined {
  return email === undefined ? undefined : { email };
}

/** The providers of the page, and those of the offer that a capability has. */
async function withNamed(
  ctx: Context,
  all: readonly PageProvider[],
  { providers }: Offer,
): Promise<readonly PageProvider[]> {
  const others = providers.filter((one) => !all.some(({ id }) => id === one));
  return others.length === 0 ? all : [...all, ...await named(ctx, others)];
}

/** Providers that a capability has, by their ids. */
async function named(ctx: Context, ids: readonly string[]): Promise<PageProvider[]> {
  const found = await Promise.all(ids.map((id) => findProvider(ctx.config, id)));
  return found.flatMap((provider) => {
    if (!provider || ctx.config.unusable.has(provider.id)) return [];
    const { id, name, type } = provider;
    return [{ id, name, type, ...providerUrls(ctx, id) }];
  });
}

/**
 * The chosen providers, for the address of the user; those that share it with a password that comes
 * first stand below it. A new passkey would prove nothing, so no form makes one.
 */
function forProof(
  all: readonly PageProvider[],
  { providers: ids, email: value }: Offer,
): PageProvider[] {
  const offered = ids.flatMap((id) => all.filter((one) => one.id === id));
  const [first] = offered;
  return offered.map(({ identifier, ...one }) => {
    const { email, ...others } = one.credentials ?? {};
    const isShared = first?.type === "credentials" ||
      (one.id === first?.id && one.type === "email");
    return {
      ...one,
      ...(isShared && value !== undefined && identifier === "email" ? { identifier } : {}),
      ...(one.formFields ? { formFields: {} } : {}),
      ...(email ? { credentials: { email: { ...email, value }, ...others } } : {}),
    };
  });
}
