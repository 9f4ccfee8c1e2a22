/**
 * The question whether a client gets access. The page is made for a record with the request, and what
 * the user approves is that record: changed parameters have no place to enter.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { lazy } from "../../base/lazy.ts";
import { AccessDenied, InvalidCheck } from "../../errors.ts";
import { isLoopback, shownTarget, sourceOf } from "../../http/redirect_uri.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import type { FoundRecord } from "../../records/kind.ts";
import { csrfToken } from "../../session/csrf.ts";
import { readField } from "../../request/page.ts";
import { renderPart } from "../../response/render.ts";
import type { Visitor } from "../../session/visitor.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type { OAuthQuestion } from "../../../pages/oauth_server/step.ts";
import { nowMs } from "../../base/time.ts";
import { AUTHORIZE } from "./authorization_request.ts";
import { requests, type StoredRequest } from "./kinds.ts";
import type { Wanted } from "./give_code.ts";
import type { OAuthCall } from "./settings.ts";
import { findMaker, shownAccess, shownName } from "./shown.ts";
import { type ConsentDecision, listChoices, showChoices } from "./consent_decision.ts";

const page = lazy(() => import("../../../pages/oauth_server/mod.ts"));

/** Seconds for which the user can answer. */
const MAX_AGE = 600;

/** The request that the user is asked about. */
export interface Asked extends Omit<Wanted, "organization"> {
  /** The user. */
  readonly visitor: Visitor;
  /** Seconds since 1970: an earlier proof does not count. */
  readonly notBefore: number | null;
  /** What was decided. */
  readonly decision: ConsentDecision;
  /** URL that leads back here, after a sign-in with another account. */
  readonly returnTo: string;
}

/** Shows the question. */
export async function showQuestion(
  ctx: Context,
  call: OAuthCall,
  { visitor, client, request, pushed, notBefore, decision, returnTo }: Asked,
): Promise<ResponseInternal> {
  const { user, userId } = visitor;
  const { choices, organization } = decision;
  const { redirectUri, targets } = request;
  const now = nowMs();
  const id = randomBase64url(32);
  const data: StoredRequest = { ...request, createdAt: now, pushed, notBefore };
  const expires = new Date(now + MAX_AGE * 1000);
  await requests.add(call.config.records, id, { userId, expires, data });
  const target = shownTarget(redirectUri);
  const props: OAuthQuestion = {
    step: "ask",
    csrfToken: await csrfToken(ctx),
    formAction: actionUrl(ctx, AUTHORIZE),
    request: id,
    client: shownName(client.name, target),
    target,
    targetSource: sourceOf(redirectUri),
    isStranger: client.isUntrusted,
    ...await findMaker(call, client),
    // A stranger's would be a claim, and its picture would tell it who looks.
    links: client.isUntrusted ? {} : client.links,
    isLoopback: isLoopback(redirectUri),
    access: shownAccess(call.settings, targets),
    organizations: showChoices(ctx, choices),
    organization: organization ?? undefined,
    account: user.email || user.name || userId,
    signOutAction: withQuery(actionUrl(ctx, "signout"), { callbackUrl: returnTo }),
  };
  const load = async () => (await page()).questionPart;
  const { locales } = request;
  // Those of a pushed request are not in its URL.
  const asked = locales === undefined
    ? ctx.request
    : { ...ctx.request, query: { ...ctx.request.query, ui_locales: locales } };
  return await renderPart("oauth", load, props, asked, ctx.config);
}

/** A question that was read. */
export type Question = FoundRecord<StoredRequest>;

/**
 * Reads the question that a form answers.
 *
 * @throws {InvalidCheck} when it was answered, or has expired
 */
export async function readQuestion(ctx: Context, { config }: OAuthCall): Promise<Question> {
  const found = await requests.get(config.records, idIn(ctx));
  if (!found) throw isOver();
  return found;
}

/**
 * Uses the question up: of any number of answers, one counts.
 *
 * @throws {InvalidCheck} when another one was faster, when another user was asked, and for a pushed
 * request, about which no page was shown: it has no owner
 */
export async function takeQuestion(
  ctx: Context,
  { config }: OAuthCall,
  { owner }: Question,
  { userId }: Visitor,
): Promise<void> {
  if (owner !== userId || !await requests.take(config.records, idIn(ctx))) throw isOver();
}

function idIn(ctx: Context): string {
  const id = readField(ctx, "request");
  if (!/^[\w-]{43}$/.test(id)) throw isOver();
  return id;
}

function isOver(): InvalidCheck {
  return new InvalidCheck(
    "Cannot give an app access: the question was answered, has expired, or was for another user",
  );
}

/**
 * The organization that the user has chosen; `null` where there is no choice.
 *
 * @throws {AccessDenied} for one that the user could not choose
 */
export async function chosenOrganization(
  ctx: Context,
  call: OAuthCall,
  visitor: Visitor,
): Promise<string | null> {
  const choices = await listChoices(call, visitor);
  if (choices.length === 0) return null;
  const chosen = readField(ctx, "organization");
  if (choices.some(({ id }) => id === chosen)) return chosen;
  throw new AccessDenied("Cannot give an app access: the organization is not one of the user");
}
