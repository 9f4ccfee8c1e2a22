/**
 * The one ending of every sign-in: proof → decision → member → second factor →
 * session → event → redirect.
 *
 * @module
 */

import type { AgainProps } from "../../../pages/post/mod.ts";
import { findUser } from "../../accounts/create.ts";
import { beginSession } from "../../accounts/begin_session.ts";
import { resolveAccount } from "../../accounts/link.ts";
import { withOwnAddress } from "../../accounts/unproven_address.ts";
import {
  AuthError,
  CallbackRouteError,
  InvalidCheck,
  InvalidProvider,
  OAuthAccountNotLinked,
} from "../../errors.ts";
import { mayStepUp } from "../step_up/cookie.ts";
import { loadFlow } from "../../flows/mod.ts";
import { admit, defaultCallbacks } from "../../hooks/callbacks.ts";
import { askFirst, loadPart } from "../../hooks/topics.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { lazy } from "../../base/lazy.ts";
import { withoutUndefined } from "../../base/objects.ts";
import { nowSeconds } from "../../base/time.ts";
import { COOKIES_STEP, lacksCookies, requireBrowserToken } from "../../request/csrf.ts";
import { ownPage, pageUrl, renderBuiltIn, renderPart } from "../../response/render.ts";
import { csrfToken } from "../../session/csrf.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type { Confirmation, Identity, ResolvedUser } from "../../types/identity.ts";
import type { Proof } from "../../types/proof.ts";

const again = lazy(() => import("../../../pages/post/mod.ts"));
const stepUps = lazy(() => import("../step_up/step_up.ts"));
const attempts = lazy(() => import("../../flows/oauth/attempt.ts"));
const visits = lazy(() => import("../../session/second_visit.ts"));
const refusedLinks = lazy(() => import("../refused_link.ts"));

/** `GET`, `HEAD` and `POST callback/<provider>` */
export async function finish(ctx: Context): Promise<ResponseInternal> {
  const { provider, request } = ctx;
  if (!provider) throw new InvalidProvider("Name a provider in the path: callback/<provider>");
  const flow = await loadFlow(provider);
  if (!flow.finishMethods.includes(request.method)) {
    throw new InvalidProvider(`The callback of "${provider.id}" does not take ${request.method}`);
  }
  // The proof says who signs in, and not the session.
  const isForm = flow.finishNeedsCsrf && request.method === "POST";
  if (isForm) await requireBrowserToken(ctx);
  try {
    const finished = await flow.finish(ctx);
    if ("redirect" in finished) return finished;
    if ("fields" in finished) return await ask(ctx, finished);
    const ended = await completeSignIn(ctx, finished);
    return isForm && lacksCookies(ctx) ? pastCookies(ctx, ended) : ended;
  } catch (error) {
    if (error instanceof InvalidCheck && await leadsOn(ctx, error)) {
      return { redirect: ctx.callbackUrl };
    }
    if (error instanceof AuthError) throw error;
    throw new CallbackRouteError(error as Error, { cause: { provider: provider.id } });
  }
}

/** Leads past the page that says so where the browser keeps no cookies, and goes on where it does. */
function pastCookies(ctx: Context, { redirect, ...ended }: ResponseInternal): ResponseInternal {
  if (redirect === undefined) return ended;
  const step = { step: COOKIES_STEP, callbackUrl: redirect };
  return { ...ended, redirect: withQuery(actionUrl(ctx, "signin"), step) };
}

/** Returns `true` when the first visit of the callback has signed this browser in. */
async function leadsOn(ctx: Context, error: InvalidCheck): Promise<boolean> {
  if (!(await attempts()).isMissingAttempt(error)) return false;
  return await (await visits()).isSecondVisit(ctx, ctx.provider!.id);
}

/** The ending of a sign-in whose proof a flow, or a capability, has verified. */
export async function completeSignIn(ctx: Context, proven: Identity): Promise<ResponseInternal> {
  const identity = await withOwnAddress(ctx, proven);
  const { account, profile, credentials } = identity;
  // The user of a passkey is known from its ceremony.
  const owner = account.type === "webauthn" ? undefined : await findUser(ctx, identity);
  const user = owner ?? identity.user;
  const elsewhere = await admit(ctx, withoutUndefined({ user, account, profile, credentials }));
  if (elsewhere) return elsewhere;

  // A callback of the app may have changed what is stored.
  const isCurrent = ctx.config.callbacks.signIn === defaultCallbacks.signIn;
  return await complete(ctx, identity, isCurrent ? owner : undefined);
}

/** @param owner the stored user of the account, if that is known */
async function complete(
  ctx: Context,
  identity: Identity,
  owner: AdapterUser | null | undefined,
): Promise<ResponseInternal> {
  const { profile, upstreamSession, recheck } = identity;
  const stepUp = mayStepUp(ctx)
    ? await (await stepUps()).findStepUp(ctx, identity, owner)
    : undefined;
  const member = await resolveUser(ctx, identity, owner);
  const proven = { ...member, proof: proofOf(identity), upstreamSession };
  const redirect = await confirmAddress(ctx, identity, member, await pickTarget(ctx, member));
  if (stepUp) {
    const ended = await (await stepUps()).endStepUp(ctx, stepUp, proven, redirect);
    if (ended) {
      await (await loadPart(ctx.config, "tokens"))?.keep(ctx, proven);
      return ended;
    }
  }
  const { factors } = ctx.config;
  // A sign-in that keeps the user's session begins none.
  if (factors && !member.keepsSession) {
    requireId(identity);
    const { checkSecondFactor } = (await loadPart(ctx.config, "factors"))!;
    const elsewhere = await checkSecondFactor(ctx, factors, { ...proven, profile, redirect });
    if (elsewhere) {
      await recheck?.();
      return elsewhere;
    }
  }
  const begun = await beginSession(ctx, { ...proven, recheck }, profile, redirect);
  return { redirect: begun.redirect };
}

/** Enrolments belong to the id of a user. */
function requireId({ hasRandomId, account }: Identity): void {
  if (!hasRandomId) return;
  throw new AuthError(
    `Cannot use \`factors\`: \`authorize\` of "${account.provider}" returned a user without an ` +
      "id; return the same `id` at each sign-in",
    { cause: { provider: account.provider } },
  );
}

async function resolveUser(
  ctx: Context,
  identity: Identity,
  owner: AdapterUser | null | undefined,
): Promise<ResolvedUser> {
  try {
    return await resolveAccount(ctx, identity, owner);
  } catch (error) {
    if (error instanceof OAuthAccountNotLinked) {
      await (await refusedLinks()).keepRefusedLink(ctx, identity);
    }
    throw error;
  }
}

async function pickTarget(ctx: Context, member: ResolvedUser): Promise<string> {
  const { callbackUrl } = ctx;
  const { newUser } = ctx.config.pages;
  const { isNewUser } = member;
  if (ctx.cookies.get("typedFields") !== undefined) {
    const offer = await (await refusedLinks()).offerLink(ctx, member);
    if (offer) return offer;
  }
  const target = isNewUser && newUser
    ? withQuery(pageUrl(newUser, ctx.request), { callbackUrl })
    : callbackUrl;
  return isNewUser ? askForName(ctx, member, target) : target;
}

/** The page that asks a new user for a name first; that for the first password asks by itself. */
function askForName(ctx: Context, { user }: ResolvedUser, target: string): string {
  const isAsked = ctx.config.signUpName === "ask" && !user.name;
  return isAsked && !target.startsWith(actionUrl(ctx, "password"))
    ? withQuery(actionUrl(ctx, "account"), { step: "name", callbackUrl: target })
    : target;
}

/**
 * Every sign-up that came with an address ends in "confirm your address": the address is not lost,
 * and counts for nothing until then. A failure is logged, since the account is there.
 */
async function confirmAddress(
  ctx: Context,
  { unprovenAddress: address }: Identity,
  { user: { id: userId }, isNewUser }: ResolvedUser,
  redirect: string,
): Promise<string> {
  if (!isNewUser || !userId || address === undefined) return redirect;
  try {
    const asked = { ctx, userId, address, redirect };
    return await askFirst(ctx.config, "address.unproven", asked) ?? redirect;
  } catch (error) {
    ctx.config.logger.error(error as Error);
    return redirect;
  }
}

function proofOf({ methods, account, upstream }: Identity): Proof {
  const at = nowSeconds();
  return { at, methods, provider: account.provider, ...(upstream ? { upstream } : {}) };
}

/** The page with one button that posts a proof again. */
async function ask(
  ctx: Context,
  { fields, email, isAtOnce }: Confirmation,
): Promise<ResponseInternal> {
  const { request, config } = ctx;
  const { id } = ctx.provider!;
  const formAction = actionUrl(ctx, "callback", id);
  if (isAtOnce) {
    const props: AgainProps = { step: "again", url: formAction, fields };
    return await renderPart("again", async () => (await again()).againPart, props, request, config);
  }
  const own = ownPage("confirm", { ...request.query, provider: id }, request, config);
  if (own) return own;
  const props = {
    csrfToken: await csrfToken(ctx),
    formAction,
    fields,
    email,
  };
  return await renderBuiltIn("confirm", props, request, config);
}
