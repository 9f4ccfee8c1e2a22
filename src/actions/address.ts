/**
 * The page on which users change their e-mail address, or prove it later.
 *
 * | Request | Answer |
 * |---|---|
 * | `GET` | the form for a new address, or the one for the code that the session waits for |
 * | `POST step=request` | sends a code, and the form for it |
 * | `POST step=confirm` | changes or proves the address |
 * | `POST step=cancel` | forgets the code, and the form for a new address |
 * | `GET ?undo=` | a page with one button: scanners fetch links of mails |
 * | `POST step=undo` | undoes a change, also without a session and in another browser |
 *
 * All but the last two lead users who are not signed in to the sign-in page and back. A code
 * is sent only with a fresh proof.
 *
 * @module
 */

import type { AddressError, AddressProps, AddressView } from "../../pages/address/props.ts";
import {
  cancelChange,
  confirmChange,
  pendingChange,
  requestChange,
  type Visit,
  visitOf,
} from "../accounts/address.ts";
import { undoable, undoChange, type WithAddresses } from "../accounts/address_undo.ts";
import { UNDO_MAX_AGE } from "../config/defaults.ts";
import { InvalidCheck } from "../errors.ts";
import { requireProof } from "../factors/step_up.ts";
import { actionUrl, withQuery } from "../http/url.ts";
import { lazy } from "../lazy.ts";
import { csrfToken, requireCsrf } from "../request/csrf.ts";
import { kindUrl, renderPart } from "../response/render.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../types/internal.ts";

const page = lazy(async () => (await import("../../pages/address/mod.ts")).addressPart);

/** `GET address` and `POST address`. */
export const address: ActionHandlers = {
  async GET(ctx) {
    const { undo, done } = ctx.request.query;
    if (done === "undone") return await show(ctx, { step: "undone", signInUrl: signInUrl(ctx) });
    if (undo !== undefined) return await askToUndo(ctx, undo);
    const visit = await visitOf(ctx);
    if (!visit) return { redirect: signInUrl(ctx, pageOf(ctx)) };
    if (done === "changed") return await show(ctx, { step: "done", email: visit.user.email });
    const waiting = await pendingChange(visit);
    if (waiting) {
      const { to, from } = waiting;
      return await show(ctx, { step: "code", email: to, isNew: to !== from });
    }
    const { email, emailVerified } = visit.user;
    const isProven = Boolean(email && emailVerified);
    return await show(ctx, {
      step: "request",
      email: email || undefined,
      isProven,
      proofUrl: visit.isFresh ? undefined : await proofUrl(visit),
    });
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const step = field(ctx, "step");
    if (step === "undo") return await undo(ctx);
    const visit = await visitOf(ctx);
    if (!visit) return { redirect: signInUrl(ctx, pageOf(ctx)) };
    switch (step) {
      case "request":
        return await request(visit);
      case "confirm":
        return await confirm(visit);
      case "cancel":
        await cancelChange(visit);
        return { redirect: pageOf(ctx) };
      default:
        throw new InvalidCheck("Cannot change an address: there is no such step");
    }
  },
};

async function request(visit: Visit): Promise<ResponseInternal> {
  const { ctx, isFresh } = visit;
  if (!isFresh) return { redirect: await proofUrl(visit) };
  const error = await requestChange(visit, field(ctx, "email"), actionUrl(ctx, "address"));
  return { redirect: pageOf(ctx, error ? { error } : {}) };
}

async function confirm(visit: Visit): Promise<ResponseInternal> {
  const { ctx } = visit;
  const error = await confirmChange(visit, field(ctx, "code"));
  return { redirect: pageOf(ctx, error ? { error } : { done: "changed" }) };
}

async function askToUndo(ctx: Context, token: string): Promise<ResponseInternal> {
  const change = await undoable(configOf(ctx), token);
  return await show(
    ctx,
    change ? { step: "undo", email: change.from, token } : { step: "lost", lifetime: UNDO_MAX_AGE },
  );
}

async function undo(ctx: Context): Promise<ResponseInternal> {
  const token = field(ctx, "token");
  const fault = await undoChange({ config: configOf(ctx), request: ctx.request }, token);
  if (fault === null) return { redirect: withQuery(actionUrl(ctx, "address"), { done: "undone" }) };
  return { redirect: withQuery(actionUrl(ctx, "address"), { undo: token, error: fault }) };
}

/** The config check demands what changes of addresses need. */
function configOf({ config }: Context): WithAddresses {
  return config as WithAddresses;
}

function field({ request }: Context, name: string): string {
  const value = request.body?.[name];
  return typeof value === "string" ? value : "";
}

/** URL at which the user proves again who it is, and which leads back here. */
async function proofUrl({ ctx, requirement }: Visit): Promise<string> {
  return await requireProof(ctx, requirement, pageOf(ctx)) ?? signInUrl(ctx, pageOf(ctx));
}

function signInUrl(ctx: Context, callbackUrl?: string): string {
  return withQuery(kindUrl("signIn", ctx.request, ctx.config), { callbackUrl });
}

/** URL of the page. */
function pageOf(ctx: Context, query: { error?: AddressError; done?: "changed" } = {}): string {
  return withQuery(actionUrl(ctx, "address"), { ...query, callbackUrl: targetOf(ctx) });
}

/** The URL that the user goes to afterwards; never the page itself. */
function targetOf(ctx: Context): string {
  const { callbackUrl, request: { origin } } = ctx;
  return callbackUrl.startsWith(actionUrl(ctx, "address")) ? origin : callbackUrl;
}

async function show(ctx: Context, view: AddressView): Promise<ResponseInternal> {
  const props: AddressProps = {
    ...view,
    error: ctx.request.query.error,
    csrfToken: await csrfToken(ctx),
    formAction: actionUrl(ctx, "address"),
    callbackUrl: targetOf(ctx),
  };
  return await renderPart("address", page, props, ctx.request, ctx.config);
}
