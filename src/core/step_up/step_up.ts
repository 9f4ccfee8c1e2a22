/**
 * Step-up: the user of a session proves again who it is, by a second factor or by the
 * provider that began the session. The session keeps its id and its data.
 *
 * A page of the app redirects to `signin?stepUp=…`, because only an answer of ours can set a
 * cookie in every framework. The value is sealed, so that no link of another site begins a
 * step-up. The action chooses the way, and notes in a cookie of this browser which user
 * proves what; `core/actions/callback.ts` and `capabilities/factors/action.ts` end it. Neither the link nor
 * the cookie proves anything: both can be copied without harm.
 *
 * @module
 */

import { findProvider } from "../../hooks/providers.ts";
import { loadPart } from "../../hooks/topics.ts";
import { findUser, notLinked } from "../../accounts/create.ts";
import { ATTEMPT_MAX_AGE } from "../../config/defaults.ts";
import { requireSessions } from "../../config/needs.ts";
import {
  AccessDenied,
  AuthError,
  InvalidAnswer,
  InvalidCheck,
  type ProofRequired,
} from "../../errors.ts";
import { open, seal } from "../../session/sealed_cookie.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { openText, sealText } from "../../session/sealed_text.ts";
import { carryTarget, loadsPage } from "../../request/callback_url.ts";
import { withoutUndefined } from "../../base/objects.ts";
import type { Seal } from "../../base/seals.ts";
import { nowSeconds } from "../../base/time.ts";
import { signInUrl } from "../../response/render.ts";
import { JSON_HEADERS, NO_STORE } from "../../response/respond.ts";
import { findIdentity, sessionOf } from "../../session/strategies.ts";
import { addProviderSession } from "../../session/record.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { SignedIn } from "../../types/factor_task.ts";
import type { Context, ResolvedConfig, ResponseInternal } from "../../types/internal.ts";
import type { Identity, Redirect } from "../../types/identity.ts";
import type { Proof, RequireProofOptions } from "../../types/proof.ts";
import type { ProvenMember } from "../../types/identity.ts";
import { listProviders, proofAnew } from "./providers.ts";
import { METHODS_OF } from "../../session/method_kinds.ts";
import { joinProofs, missingProof, type Requirement } from "../../session/requirement.ts";
import { assertOwnProof, signedIn, userIdOf } from "../../session/visitor.ts";
import { STEP_UP, STEP_UP_SUFFIX } from "./cookie.ts";

/** Purpose of the seal of the link. */
const LINK = { salt: "authjs.step-up-link", maxAge: ATTEMPT_MAX_AGE } as const satisfies Seal;

/** Content of the link. */
interface Link extends Requirement {
  /** Id of the user whose session it is. */
  userId: string;
}

/** A step-up that has begun. */
export interface StepUp extends Link {
  /** Ids of the providers whose proof counts. */
  providers: readonly string[];
  /** URL that the browser goes to afterwards. */
  callbackUrl: string;
}

/**
 * Refuses sessions that can hold no proof.
 *
 * @throws {AuthError} for database sessions without records
 */
export function checkSessions(config: ResolvedConfig): void {
  // Token sessions keep it in the token.
  if (config.session.strategy === "database") requireSessions(config, "`requireProof`");
}

/**
 * Compares the proof of the session with a requirement.
 *
 * @param callbackUrl path or URL to return to
 * @returns the URL to send the user to; `null` when the proof is good enough, and
 * `undefined` without a live session
 */
export async function requireProof(
  ctx: Context,
  { redirectTo: _, ...requirement }: RequireProofOptions,
  callbackUrl: string,
): Promise<string | null | undefined> {
  checkSessions(ctx.config);
  const session = await sessionOf(ctx).open(ctx);
  if (!session) return undefined;
  if (missingProof(await session.proof(), requirement) === undefined) return null;
  const current = await signedIn(ctx);
  if (!current) return undefined;
  const link: Link = { ...requirement, userId: current.userId };
  const stepUp = await sealText(ctx.config.jwt.secret, LINK, link);
  return withQuery(actionUrl(ctx, "signin"), { stepUp, callbackUrl });
}

/** URL at which the user proves again who it is, or the sign-in page; both lead back. */
export async function proofUrl(
  ctx: Context,
  requirement: Requirement,
  callbackUrl: string,
): Promise<string> {
  return await requireProof(ctx, requirement, callbackUrl) ?? signInUrl(ctx, callbackUrl);
}

/** Answers a request for a change that needs a proof: with the way to it, and back. */
export async function leadToProof(
  ctx: Context,
  { message, requirement, back }: ProofRequired,
): Promise<ResponseInternal> {
  const url = await proofUrl(ctx, requirement, askingPage(ctx, back));
  if (ctx.request.action !== "webauthn-options") return { redirect: url };
  const body = { error: message, code: "proof_required", proofUrl: url };
  return { status: 400, headers: { ...JSON_HEADERS, ...NO_STORE }, body };
}

/** The page that asked for a change, without its message about an earlier one. */
function askingPage(
  { callbackUrl, config, request: { origin, request } }: Context,
  back = fromSite(request.headers.get("referer"), origin) ?? callbackUrl,
): string {
  const url = new URL(back, origin || undefined);
  if (url.origin === origin && url.pathname.startsWith(`${config.basePath}/`)) {
    url.searchParams.delete("done");
  }
  return url.href;
}

function fromSite(referer: string | null, origin: string): string | undefined {
  return referer?.startsWith(`${origin}/`) ? referer : undefined;
}

/** The providers by which the user can prove again. */
export interface Offer {
  /** Ids of the providers. */
  providers: readonly string[];
  /** URL that the browser goes to afterwards. */
  callbackUrl: string;
  /** Address of the user, who need not type it. */
  email: string | undefined;
}

/**
 * Begins the step-up of a link. One that has expired leads to the page that it was made for,
 * which makes a new one.
 *
 * @returns a redirect, or the providers to offer; `undefined` without a session
 * @throws {InvalidCheck} when the link is of another user
 * @throws {AccessDenied} when the user has no way to give the proof, and can add none
 */
export async function beginStepUp(
  ctx: Context,
  token: string,
): Promise<Redirect | Offer | undefined> {
  const current = await signedIn(ctx);
  if (!current) return undefined;
  // The user would get codes that nobody but the user can know.
  assertOwnProof(current.proof, "ask for a new proof");
  const { callbackUrl } = ctx;
  const link = await openLink(ctx.config, token);
  if (link === "expired") return { redirect: callbackUrl };
  if (link?.userId !== current.userId) {
    throw new InvalidCheck("Cannot ask for a new proof: the link is of another user, or changed");
  }
  // The user went back in the history.
  if (missingProof(current.proof, link) === undefined) return { redirect: callbackUrl };
  const { factors } = ctx.config;
  const parts = await loadPart(ctx.config, "factors");
  const hasFactor = await parts?.canProveFactor(ctx, current, link);
  // A user who has a second factor proves that one, also where a password would do.
  if (hasFactor) {
    await sealStepUp(ctx, current, link, [], callbackUrl);
    const query = { for: "session", callbackUrl: carryTarget(ctx) };
    return { redirect: withQuery(actionUrl(ctx, "factor"), query) };
  }
  const providers = await listProviders(ctx, current, link);
  if (providers.length > 0) return await sealStepUp(ctx, current, link, providers, callbackUrl);
  const offer = await firstOffer(ctx, current, link, token);
  if (offer) return offer;
  if (factors && await parts!.canAddFactor(ctx, factors, current, link)) {
    return { redirect: withQuery(actionUrl(ctx, "factors"), { callbackUrl }) };
  }
  throw noWay(ctx, current, link);
}

/** The offer of the step-up that this browser began, after a failed try; `undefined` without one. */
export async function resumeStepUp(ctx: Context): Promise<Offer | undefined> {
  const { stepUp, current } = await openStepUp(ctx) ?? {};
  if (!stepUp || stepUp.providers.length === 0) return undefined;
  return makeOffer(ctx.callbackUrl, stepUp.providers, current!);
}

function makeOffer(
  callbackUrl: string,
  providers: readonly string[],
  { user }: SignedIn,
): Offer {
  return { providers, callbackUrl, email: user.email || undefined };
}

/** Notes in the browser what its user proves. */
async function sealStepUp(
  ctx: Context,
  current: SignedIn,
  { maxAge, methods, acrValues, allowSilentSignIn, notBefore }: Requirement,
  providers: readonly string[],
  callbackUrl: string,
): Promise<Offer> {
  const requirement = { maxAge, methods, acrValues, allowSilentSignIn, notBefore };
  const { userId } = current;
  // An image that is led here too must not decide where the user goes.
  if (!loadsPage(ctx.request)) return makeOffer(callbackUrl, providers, current);
  const stepUp: StepUp = { ...withoutUndefined(requirement), userId, providers, callbackUrl };
  await seal(ctx, STEP_UP, STEP_UP_SUFFIX, stepUp);
  return makeOffer(callbackUrl, providers, current);
}

/**
 * The first of two proofs, for a session of which neither is known: as at a sign-in, the second
 * factor follows when the link is opened again.
 */
async function firstOffer(
  ctx: Context,
  current: SignedIn,
  link: Link,
  token: string,
): Promise<Offer | undefined> {
  const { config, callbackUrl } = ctx;
  const factors = await loadPart(config, "factors");
  if (!factors || !link.methods || current.proof.methods.length > 0) return undefined;
  const first: Requirement = { ...link, methods: undefined };
  const providers: string[] = [];
  for (const id of await listProviders(ctx, current, first)) {
    const at = nowSeconds();
    const { type } = (await findProvider(config, id))!;
    const methods = [...METHODS_OF[type]];
    const proven = { ...current, proof: { at, methods, provider: id } };
    if (await factors.canProveFactor(ctx, proven, link)) providers.push(id);
  }
  if (providers.length === 0) return undefined;
  const next = withQuery(actionUrl(ctx, "signin"), { stepUp: token, callbackUrl });
  return await sealStepUp(ctx, current, first, providers, next);
}

async function openLink(
  { jwt: { secret } }: ResolvedConfig,
  token: string,
): Promise<Link | "expired" | undefined> {
  try {
    return await openText<Link>(secret, LINK, token) ?? undefined;
  } catch (error) {
    return (error as Error).name === "JWTExpired" ? "expired" : undefined;
  }
}

function noWay(
  { config }: Context,
  { proof: { provider, methods } }: SignedIn,
  requirement: Requirement,
): AuthError {
  const known = config.providers.get(provider ?? "");
  const cause = { provider, methods: methods.join(", "), requirement };
  if (!config.store && known?.type !== "credentials") {
    return new AuthError(
      "Cannot ask for a new proof: without `adapter`, users of providers have no lasting id",
      { cause },
    );
  }
  const message = known?.type === "oauth"
    ? `"${known.id}" (OAuth 2) does not state when the user signed in there`
    : `"${provider}" cannot give it`;
  const denied = new AccessDenied(
    `Cannot ask for a new proof: ${message}, and the user has no second factor that can, and can add ` +
      "none; configure a factor or a provider that gives it",
    { cause },
  );
  // The error page says what would help.
  return Object.assign(denied, { code: "NoProof" });
}

/** The step-up of this browser, if it is one of the user who is signed in. */
export async function openStepUp(
  ctx: Context,
): Promise<{ stepUp: StepUp; current: SignedIn } | undefined> {
  const stepUp = await open<StepUp>(ctx, STEP_UP, STEP_UP_SUFFIX);
  if (!stepUp) return undefined;
  const current = await signedIn(ctx);
  return current?.userId === stepUp.userId ? { stepUp, current } : undefined;
}

/** The context of a sign-in that begins; for a step-up, the provider asks the user again. */
export async function withLogin(ctx: Context): Promise<Context> {
  const { provider, request } = ctx;
  if (provider?.type !== "oidc") return ctx;
  const { stepUp } = await openStepUp(ctx) ?? {};
  if (!stepUp?.providers.includes(provider.id)) return ctx;
  const { maxAge, acrValues } = stepUp;
  const query = {
    ...request.query,
    prompt: "login",
    ...(maxAge === undefined ? {} : { max_age: String(Math.floor(maxAge)) }),
    ...(acrValues ? { acr_values: acrValues.join(" ") } : {}),
  };
  return { ...ctx, request: { ...request, query } };
}

/**
 * The step-up that a sign-in may end.
 *
 * @param owner the stored user of the account, if that is known
 * @throws {OAuthAccountNotLinked} for an account that would be linked: it proves nothing
 */
export async function findStepUp(
  ctx: Context,
  identity: Identity,
  owner: AdapterUser | null | undefined,
): Promise<StepUp | undefined> {
  const { account, authenticator } = identity;
  const { stepUp } = await openStepUp(ctx) ?? {};
  // A new key proves nothing either.
  if (!stepUp?.providers.includes(account.provider) || authenticator) return undefined;
  const isLinkable = account.type === "oauth" || account.type === "oidc";
  if (isLinkable && !(owner ?? await findUser(ctx, identity))) {
    ctx.cookies.delete(STEP_UP.key, STEP_UP_SUFFIX);
    throw notLinked(account, "The account is not one of the user who must prove again");
  }
  return stepUp;
}

/**
 * Ends a step-up by a sign-in of the same user.
 *
 * @returns `undefined` for another user, and when the session has ended
 * @throws {AuthError} when the proof is not good enough
 */
export async function endStepUp(
  ctx: Context,
  stepUp: StepUp,
  { user, proof, upstreamSession }: ProvenMember,
  redirect: string,
): Promise<Redirect | undefined> {
  if (userIdOf(user) !== stepUp.userId) return undefined;
  const session = upstreamSession && await findIdentity(ctx);
  if (session) await addProviderSession(ctx, session, upstreamSession);
  return await moveProof(ctx, proof, stepUp, proofAnew) ? { redirect } : undefined;
}

/**
 * Moves the proof of the session.
 *
 * @param anew the proof of a session that the added proof begins anew, if it may
 * @returns `false` when the session has ended
 * @throws {AuthError} when the proof is not good enough
 */
export async function moveProof(
  ctx: Context,
  added: Proof,
  requirement: Requirement,
  anew?: typeof proofAnew,
): Promise<boolean> {
  const isMoved = await sessionOf(ctx).prove(ctx, (known) => {
    const proof = joinProofs(known, added, requirement);
    const fault = missingProof(proof, requirement);
    if (fault === undefined) return proof;
    const own = anew?.(known, added, requirement);
    if (!own) throw refused(added, fault);
    return own;
  });
  if (isMoved) ctx.cookies.delete(STEP_UP.key, STEP_UP_SUFFIX);
  return isMoved;
}

function refused({ provider, methods }: Proof, fault: string): AuthError {
  const message = `Cannot accept the new proof: ${fault}`;
  const cause = { provider };
  return methods.includes("fed")
    ? new InvalidAnswer(message, { cause })
    : new AccessDenied(message, { cause });
}
