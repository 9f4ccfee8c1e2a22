/**
 * `oauth/authorize`: a client sends the browser of a user here, and gets it back with a code.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1 RFC 6749 §4.1}
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#AuthorizationEndpoint OpenID Connect Core §3.1.2}
 * @module
 */

import { nowSeconds } from "../../base/time.ts";
import { type OAuthError, OAuthRefusal } from "../../credentials/form.ts";
import { ProofRequired, UnknownAction } from "../../errors.ts";
import { hasPath, SIGN_UP } from "../../http/paths.ts";
import { isRegistered } from "../../http/redirect_uri.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { requireCsrf } from "../../session/csrf.ts";
import { readField } from "../../request/page.ts";
import { signInUrl } from "../../response/render.ts";
import { liveVisitor } from "../../session/live_visitor.ts";
import type { Requirement } from "../../session/requirement.ts";
import {
  assertMayChange,
  findVisitor,
  isProofEnough,
  type Visitor,
} from "../../session/visitor.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import { ACR_MFA, acrOf } from "./acr.ts";
import {
  type AuthorizationRequest,
  notBeforeFor,
  ownUrl,
  readAuthorizationRequest,
  type RefusedAuthorizationRequest,
  storedRequestUrl,
} from "./authorization_request.ts";
import { addressIn, isHinted, sentIn } from "./authorization_parameters.ts";
import type { Client } from "./client.ts";
import { findClient } from "./clients.ts";
import { chosenOrganization, readQuestion, showQuestion, takeQuestion } from "./question.ts";
import { toClient } from "./answer_client.ts";
import { giveCode } from "./give_code.ts";
import type { CheckedParameters } from "./kinds.ts";
import { goesAtOnce } from "./leave.ts";
import { atIssuer, pairsIn } from "./at_issuer.ts";
import { takePushed } from "./pushed.ts";
import type { OAuthCall } from "./settings.ts";
import { unknownClient, unknownTarget } from "./unknown_app.ts";
import { type ConsentDecision, decideConsent } from "./consent_decision.ts";

/** Answers to a client whose user must not see a page (OpenID Connect Core §3.1.2.6). */
const SILENT = {
  login_required: "The user is not signed in, or must prove again who it is",
  unmet_authentication_requirements: "The session has no proof with two factors",
  consent_required: "The user has not given this access",
  interaction_required: "The user must choose an organization",
} as const satisfies { readonly [Name in OAuthError]?: string };

/** `GET oauth/authorize` answers a client; `POST` has the answer of the user, or is the same. */
export const authorizePage = atIssuer({
  GET: async (ctx, call) => {
    const pairs = pairsIn(ctx);
    const incoming = await readAuthorizationRequest(call, pairs);
    return "refusal" in incoming
      ? await refuse(ctx, call, incoming, incoming.refusal)
      : await answer(ctx, call, incoming, pairs);
  },

  POST: async (ctx, call) => {
    const step = readField(ctx, "step");
    if (step === "") return await repeatAsGet(ctx, call);
    await requireCsrf(ctx);
    if (step === "deny") return await deny(ctx, call);
    if (step === "allow") return await allow(ctx, call);
    throw new UnknownAction("There is no such step");
  },
});

/**
 * A client may post its request (OpenID Connect Core §3.1.2.1). Cookies of a session do not come with a
 * post of another site, so the browser is sent here again.
 */
async function repeatAsGet(ctx: Context, call: OAuthCall): Promise<ResponseInternal> {
  const pairs = pairsIn(ctx);
  const incoming = await readAuthorizationRequest(call, pairs);
  return "refusal" in incoming
    ? await refuse(ctx, call, incoming, incoming.refusal)
    : { redirect: await ownUrl(ctx, call, incoming, pairs, undefined) };
}

/** Answers the request of a client, or asks its user. */
async function answer(
  ctx: Context,
  call: OAuthCall,
  incoming: AuthorizationRequest,
  pairs: ReturnType<typeof pairsIn>,
): Promise<ResponseInternal> {
  const { client, request, pushed } = incoming;
  const isSilent = request.prompt.includes("none");
  const visitor = await liveVisitor(ctx);
  const refuseFor = async (error: OAuthError, message: string) =>
    await refuse(ctx, call, incoming, new OAuthRefusal(error, message), visitor);
  const silent = async (error: keyof typeof SILENT) => await refuseFor(error, SILENT[error]);
  // The same whether the user is signed in or not: a stranger learns nothing about that.
  if (isSilent && !await goesAtOnce(call, client, request.redirectUri, visitor)) {
    return await silent("login_required");
  }
  if (!visitor) {
    const other = await findVisitor(ctx);
    if (other && !other.stored) {
      return await refuseFor("access_denied", "The user is not in the store");
    }
    if (isSilent) return await silent("login_required");
    const back = await ownUrl(ctx, call, incoming, pairs, incoming.notBefore);
    return { redirect: entryUrl(ctx, request, back, addressIn(sentIn(pairs))) };
  }
  if (visitor.actsForAnother) {
    return await refuseFor("access_denied", "Another person acts for the user");
  }
  // OpenID Connect Core §3.1.2.1.
  if (!await isHinted(request, visitor.userId)) {
    const message = "Another user is signed in than the ID token names";
    return await refuseFor("login_required", message);
  }
  const notBefore = notBeforeFor(incoming, visitor.proof);
  const decision = await decideConsent(call, visitor, client, request);
  if (isSilent) {
    const reason = reasonToAsk(visitor, incoming, notBefore, decision);
    if (reason) return await silent(reason);
  } else {
    const back = async () => await ownUrl(ctx, call, incoming, pairs, notBefore);
    await demandProof(visitor, request, notBefore, back);
    if (decision.needsProof) {
      const returnTo = visitor.isFresh ? undefined : await back();
      assertMayChange(visitor, "allow-app", returnTo);
    }
    if (decision.isAsked) {
      const asked = { visitor, client, request, pushed, notBefore, decision };
      return await showQuestion(ctx, call, { ...asked, returnTo: await back() });
    }
  }
  const { organization } = decision;
  return await giveCode(ctx, call, visitor, { client, request, pushed, organization });
}

/**
 * URL of the page on which a user signs in, or makes an account where the client asks for that.
 *
 * @param email address for the form, as the client knows it. Default: none
 */
function entryUrl(
  ctx: Context,
  { prompt, locales }: CheckedParameters,
  back: string,
  email?: string,
): string {
  const isNew = prompt.includes("create") && hasPath(ctx.config.enabledPaths, SIGN_UP);
  const page = isNew
    ? withQuery(actionUrl(ctx, SIGN_UP), { callbackUrl: back })
    : signInUrl(ctx, back);
  return withQuery(page, { email, ui_locales: locales });
}

/** The reason for which a request that must show no page gets no code; `undefined` for none. */
function reasonToAsk(
  visitor: Visitor,
  { client, request }: AuthorizationRequest,
  notBefore: number | null,
  { isAsked, needsProof }: ConsentDecision,
): keyof typeof SILENT | undefined {
  const { proof, isFresh } = visitor;
  if (notBefore !== null && !isProofEnough(proof, requirementOf(notBefore))) {
    return "login_required";
  }
  if (lacksTwoFactors(visitor, request)) return "unmet_authentication_requirements";
  if (isAsked) return client.isFirstParty ? "interaction_required" : "consent_required";
  return needsProof && !isFresh ? "login_required" : undefined;
}

function lacksTwoFactors({ proof }: Visitor, { acr }: CheckedParameters): boolean {
  return acr.includes(ACR_MFA) && acrOf(proof.methods) !== ACR_MFA;
}

function requirementOf(notBefore: number): Requirement {
  return { notBefore, allowSilentSignIn: true };
}

/**
 * Demands the proof that the client asks for.
 *
 * @param back makes the URL that leads back
 * @throws {ProofRequired} when the session lacks it
 */
async function demandProof(
  visitor: Visitor,
  request: CheckedParameters,
  notBefore: number | null,
  back: () => Promise<string>,
): Promise<void> {
  const isTooOld = notBefore !== null && !isProofEnough(visitor.proof, requirementOf(notBefore));
  const lacksFactor = lacksTwoFactors(visitor, request);
  if (!isTooOld && !lacksFactor) return;
  const age = isTooOld ? Math.max(0, nowSeconds() - notBefore) : undefined;
  const requirement: Requirement = {
    allowSilentSignIn: true,
    ...isTooOld ? { notBefore, maxAge: age } : {},
    ...lacksFactor ? { methods: ["mfa"] } : {},
  };
  throw new ProofRequired("The client asks for a new proof of the user", requirement, await back());
}

/** The user approves what the page showed: the record that it was made for, and nothing of the form. */
async function allow(ctx: Context, call: OAuthCall): Promise<ResponseInternal> {
  const question = await readQuestion(ctx, call);
  const { data } = question;
  const back = async () => await storedRequestUrl(ctx, call, data, data.notBefore);
  const visitor = await liveVisitor(ctx);
  if (!visitor) return { redirect: signInUrl(ctx, await back()) };
  const returnTo = visitor.isFresh ? undefined : await back();
  assertMayChange(visitor, "allow-app", returnTo);
  await demandProof(visitor, data, data.notBefore, back);
  const organization = await chosenOrganization(ctx, call, visitor);
  const client = await requireClient(call, data);
  await takeQuestion(ctx, call, question, visitor);
  return await giveCode(ctx, call, visitor, {
    ...{ client, request: data, pushed: data.pushed, organization },
  });
}

async function deny(ctx: Context, call: OAuthCall): Promise<ResponseInternal> {
  const question = await readQuestion(ctx, call);
  const { data } = question;
  const visitor = await liveVisitor(ctx);
  if (!visitor) return { redirect: signInUrl(ctx) };
  await requireClient(call, data);
  await takeQuestion(ctx, call, question, visitor);
  if (data.pushed !== null) await takePushed(call, data.pushed);
  return await denied(ctx, call, data, "The user has refused");
}

/** The client of a question, which may have been removed or changed meanwhile. */
async function requireClient(
  call: OAuthCall,
  { client: id, redirectUri }: CheckedParameters,
): Promise<Client> {
  const client = await findClient(call, id);
  if (!client) throw unknownClient(id);
  if (isRegistered(redirectUri, client.redirectUris)) return client;
  throw unknownTarget(client, "redirect_uri", redirectUri);
}

/**
 * Refuses a request before a user has answered anything.
 *
 * @param visitor the user who is signed in. Default: it is read
 */
async function refuse(
  ctx: Context,
  call: OAuthCall,
  { client, request }: Pick<RefusedAuthorizationRequest, "client" | "request">,
  refusal: OAuthRefusal,
  visitor?: Visitor | null,
): Promise<ResponseInternal> {
  const user = visitor === undefined && client.isUntrusted ? await liveVisitor(ctx) : visitor;
  const isAtOnce = await goesAtOnce(call, client, request.redirectUri, user);
  return await toClient(ctx, call, request, refusal, isAtOnce);
}

async function denied(
  ctx: Context,
  call: OAuthCall,
  request: CheckedParameters,
  message: string,
): Promise<ResponseInternal> {
  return await toClient(ctx, call, request, new OAuthRefusal("access_denied", message));
}
