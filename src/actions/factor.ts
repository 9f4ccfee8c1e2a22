/**
 * The second factor of a sign-in: the only action that reads a sign-in that waits.
 *
 * | Request | Answer |
 * |---|---|
 * | `GET`, factors enrolled | the page of one of them; `?factor=` chooses another |
 * | `GET`, none enrolled, one required | the factors that can be enrolled |
 * | `POST step=send` | sends a code |
 * | `POST step=enrol` | the secret or the ceremony of a new enrolment |
 * | `POST step=confirm` | enrols, and begins the session |
 * | `POST` | checks the answer, and begins the session |
 *
 * @module
 */

import type { FactorProps, FactorView } from "../../pages/factor/props.ts";
import { AccessDenied, InvalidCheck, ReplayedAnswer } from "../errors.ts";
import { endAttempt, type OpenAttempt, openAttempt, recordsOf } from "../factors/attempt.ts";
import { contextOf, type Enrolled, enrolledOf } from "../factors/context.ts";
import { enrolFirst, openEnrolling, sealEnrolling } from "../factors/enrolling.ts";
import { removeEnrolment } from "../factors/enrolments.ts";
import { type Choice, choiceOf } from "../factors/gate.ts";
import { addsFactor, joined } from "../factors/kinds.ts";
import { guarded, prove } from "../factors/prove.ts";
import { audit } from "../hooks/audit.ts";
import { actionUrl, withQuery } from "../http/url.ts";
import { lazy } from "../lazy.ts";
import { csrfToken, requireCsrf } from "../request/csrf.ts";
import { kindUrl, renderPart } from "../response/render.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { User } from "../types/entities.ts";
import type { Enrolling, Factor, ResolvedFactors } from "../types/factor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../types/internal.ts";
import type { AuthenticationMethod } from "../types/proof.ts";
import { beginSession } from "./ending.ts";

const page = lazy(async () => (await import("../../pages/factor/mod.ts")).factorPart);

/** A sign-in that waits, and the factors that its user can prove. */
interface Waiting {
  ctx: Context;
  attempt: OpenAttempt;
  enrolled: Enrolled;
  choice: Choice;
}

/** `GET factor` and `POST factor`. */
export const factor: ActionHandlers = {
  async GET(ctx) {
    const waiting = await waitingIn(ctx);
    // A page of the history, or a link: there is nothing to prove here.
    if (!waiting) return { redirect: kindUrl("signIn", ctx.request, ctx.config) };
    const { factor: id, error, sent } = ctx.request.query;
    const { provable } = waiting.choice;
    if (provable.length === 0) return await showChoice(waiting);
    const chosen = provable.find((one) => one.id === id) ?? provable[0]!;
    const isWrong = error !== undefined;
    // After a wrong code, another try of the same one.
    return await showProof(waiting, chosen, { isWrong, isSent: isWrong || sent === "1" });
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const waiting = await waitingIn(ctx);
    if (!waiting) {
      throw new InvalidCheck(
        "Cannot prove a second factor: no sign-in of this browser waits for it",
      );
    }
    const { step } = ctx.request.body ?? {};
    if (step === "enrol") return await beginEnrolment(waiting);
    if (step === "confirm") return await confirmEnrolment(waiting);
    const chosen = pick(waiting.choice.provable, ctx);
    if (step === "send") return await send(waiting, chosen);
    return await finish(waiting, chosen);
  },
};

async function waitingIn(ctx: Context): Promise<Waiting | undefined> {
  const attempt = await openAttempt(ctx);
  if (!attempt) return undefined;
  const { user, proof, id } = attempt;
  const enrolled = await enrolledOf(ctx.config, user);
  const choice = await choiceOf(ctx, factorsOf(ctx), enrolled, proof.methods, id);
  return { ctx, attempt, enrolled, choice };
}

/** The path exists only with factors. */
function factorsOf({ config }: Context): ResolvedFactors {
  return config.factors!;
}

function pick(factors: readonly Factor[], { request }: Context): Factor {
  const chosen = factors.find(({ id }) => id === request.body?.factor);
  if (chosen) return chosen;
  throw new InvalidCheck("Cannot prove a second factor: the user cannot use this one here");
}

/** A field of the form; empty when it is absent or no text. */
function fieldIn({ request }: Context, name: "answer" | "state"): string {
  const value = request.body?.[name];
  return typeof value === "string" ? value : "";
}

async function send(
  { ctx, attempt, enrolled }: Waiting,
  chosen: Factor,
): Promise<ResponseInternal> {
  if (!chosen.send) throw new InvalidCheck("Cannot send a code: this factor sends none");
  await chosen.send(contextOf(ctx, enrolled, chosen, attempt.id));
  await audit(ctx, { name: "mail.sent", userId: attempt.userId, factor: chosen.id });
  return { redirect: pageOf(ctx, { factor: chosen.id, sent: "1" }) };
}

async function finish(waiting: Waiting, chosen: Factor): Promise<ResponseInternal> {
  const { ctx, attempt, enrolled } = waiting;
  const methods = await prove(ctx, enrolled, chosen, attempt.id, fieldIn(ctx, "answer"));
  // A factor can return other methods than its own.
  if (methods && addsFactor(attempt.proof.methods, methods)) return await end(waiting, methods);
  await refuse(waiting, chosen);
  return { redirect: pageOf(ctx, { factor: chosen.id, error: "InvalidCode" }) };
}

async function refuse({ ctx, attempt }: Waiting, { id: factor }: Factor): Promise<void> {
  const { userId, account: { provider } } = attempt;
  await audit(ctx, { name: "signin.refused", reason: "wrong-factor", userId, provider, factor });
}

async function beginEnrolment(waiting: Waiting): Promise<ResponseInternal> {
  const { ctx, attempt, enrolled, choice } = waiting;
  const chosen = pick(choice.enrollable, ctx);
  const enrolling = await chosen.enrol(contextOf(ctx, enrolled, chosen, attempt.id));
  const state = await sealEnrolling(ctx, attempt.id, chosen, enrolling);
  return await showConfirmation(waiting, chosen, { enrolling, state, isWrong: false });
}

async function confirmEnrolment(waiting: Waiting): Promise<ResponseInternal> {
  const { ctx, attempt, enrolled, choice } = waiting;
  const chosen = pick(choice.enrollable, ctx);
  const state = fieldIn(ctx, "state");
  const opened = await openEnrolling(ctx, attempt.id, chosen, state);
  if (!opened) {
    throw new InvalidCheck("Cannot enrol a factor: the form is too old, or of another user");
  }
  const { enrolling } = opened;
  const context = contextOf(ctx, enrolled, chosen, attempt.id);
  const data = await guarded(
    ctx,
    enrolled,
    async () => await chosen.confirm!(context, enrolling.data, fieldIn(ctx, "answer")) ?? null,
  );
  if (data === null) {
    await refuse(waiting, chosen);
    return await showConfirmation(waiting, chosen, { enrolling, state, isWrong: true });
  }
  if (!await enrolFirst(ctx, attempt.userId, { ...opened, factor: chosen, data })) {
    throw new ReplayedAnswer("Cannot enrol a factor: the user has enrolled one meanwhile");
  }
  try {
    return await end(waiting, chosen.methods);
  } catch (error) {
    // The sign-in was ended meanwhile, or its user deleted: what it enrolled must not stay.
    if (error instanceof ReplayedAnswer) {
      await removeEnrolment(recordsOf(ctx.config), attempt.userId, opened.id);
    }
    throw error;
  }
}

/** Begins the session; of parallel calls, one does. */
async function end(
  { ctx, attempt }: Waiting,
  methods: readonly AuthenticationMethod[],
): Promise<ResponseInternal> {
  if (!await endAttempt(ctx, attempt)) {
    throw new ReplayedAnswer("Cannot begin a session: this sign-in has ended");
  }
  const { account, profile, isNewUser, hasUnprovenAddress, upstreamSession, redirect } = attempt;
  const at = Math.floor(Date.now() / 1000);
  const proof = { ...attempt.proof, at, methods: joined(attempt.proof.methods, methods) };
  const user = await currentUser(ctx, attempt);
  const member = { user, account, isNewUser, hasUnprovenAddress, proof, upstreamSession };
  return await beginSession(asCallbackOf(ctx, account.provider), member, profile, redirect);
}

/** The user as stored now, since a parallel call may have deleted or changed it. */
async function currentUser(
  { config }: Context,
  { user, userId, account }: OpenAttempt,
): Promise<User | AdapterUser> {
  const { store, session } = config;
  // With token sessions, a user of `authorize` need not be stored.
  const isOfApp = account.type === "credentials" && session.strategy === "jwt";
  if (!store || isOfApp) return user;
  const stored = await store.getUser(userId);
  if (!stored) throw new AccessDenied("Cannot begin a session: the user was deleted");
  return stored;
}

/** The context of the first proof's provider, whom entries of the audit log name. */
function asCallbackOf(ctx: Context, providerId: string): Context {
  const provider = ctx.config.providers.get(providerId);
  return { ...ctx, request: { ...ctx.request, providerId }, provider };
}

function pageOf(ctx: Context, params: Record<string, string>): string {
  return withQuery(actionUrl(ctx, "factor"), params);
}

async function show({ ctx }: Waiting, view: FactorView): Promise<ResponseInternal> {
  const props: FactorProps = {
    ...view,
    csrfToken: await csrfToken(ctx),
    formAction: actionUrl(ctx, "factor"),
  };
  return await renderPart("factor", page, props, ctx.request, ctx.config);
}

async function showProof(
  waiting: Waiting,
  chosen: Factor,
  { isWrong, isSent }: { isWrong: boolean; isSent: boolean },
): Promise<ResponseInternal> {
  const { ctx, attempt, enrolled, choice } = waiting;
  const context = contextOf(ctx, enrolled, chosen, attempt.id);
  return await show(waiting, {
    step: "prove",
    factor: chosen,
    isWrong,
    isSent,
    target: await chosen.target?.(context),
    options: await chosen.options?.(context),
    others: choice.provable
      .filter((one) => one !== chosen)
      .map((one) => ({ ...one, url: pageOf(ctx, { factor: one.id }) })),
  });
}

async function showChoice(waiting: Waiting): Promise<ResponseInternal> {
  return await show(waiting, { step: "choose", factors: waiting.choice.enrollable });
}

async function showConfirmation(
  waiting: Waiting,
  chosen: Factor,
  { enrolling, state, isWrong }: {
    enrolling: Enrolling;
    state: string;
    isWrong: boolean;
  },
): Promise<ResponseInternal> {
  const { secret, uri, options } = enrolling;
  return await show(waiting, {
    step: "confirm",
    factor: chosen,
    state,
    isWrong,
    secret,
    uri,
    options,
    target: waiting.enrolled.user.email,
  });
}
