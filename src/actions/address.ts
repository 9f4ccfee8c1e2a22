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
 * All but the last two lead users who are not signed in to the sign-in page and back.
 * `session/visitor.ts` decides about each change.
 *
 * @module
 */

import type { AddressProps, AddressView } from "../../pages/address/props.ts";
import {
  type AddressVisitor,
  addressVisitorOf,
  cancelChange,
  confirmChange,
  pendingChange,
  requestChange,
} from "../accounts/address.ts";
import { undoable, undoChange, type WithAddresses } from "../accounts/address_undo.ts";
import { UNDO_MAX_AGE } from "../config/defaults.ts";
import { InvalidCheck } from "../errors.ts";
import { proofUrl } from "../factors/step_up.ts";
import { actionUrl, withQuery } from "../http/url.ts";
import { lazy } from "../lazy.ts";
import { csrfToken, requireCsrf } from "../request/csrf.ts";
import { afterwards, fieldOf, pageUrl } from "../request/page.ts";
import { renderPart, signInUrl } from "../response/render.ts";
import { assertIsUser } from "../session/visitor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../types/internal.ts";

const page = lazy(async () => (await import("../../pages/address/mod.ts")).addressPart);

/** `GET address` and `POST address`. */
export const address: ActionHandlers = {
  async GET(ctx) {
    const { undo, done } = ctx.request.query;
    if (done === "undone") return await show(ctx, { step: "undone", signInUrl: signInUrl(ctx) });
    if (undo !== undefined) return await askToUndo(ctx, undo);
    const visitor = await addressVisitorOf(ctx);
    if (!visitor) return { redirect: signInUrl(ctx, pageUrl(ctx, "address")) };
    assertIsUser(visitor);
    if (done === "changed") return await show(ctx, { step: "done", email: visitor.user.email });
    const waiting = await pendingChange(visitor);
    if (waiting) {
      const { to, from } = waiting;
      return await show(ctx, { step: "code", email: to, isNew: to !== from });
    }
    const { email, emailVerified } = visitor.user;
    const isProven = Boolean(email && emailVerified);
    return await show(ctx, {
      step: "request",
      email: email || undefined,
      isProven,
      typed: ctx.request.query.email,
      proofUrl: visitor.isFresh ? undefined : await proofUrl(
        ctx,
        visitor.requirement,
        pageUrl(ctx, "address", { email: ctx.request.query.email }),
      ),
    });
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const step = fieldOf(ctx, "step");
    if (step === "undo") return await undo(ctx);
    const visitor = await addressVisitorOf(ctx);
    if (!visitor) return { redirect: signInUrl(ctx, pageUrl(ctx, "address")) };
    switch (step) {
      case "request":
        return await request(visitor);
      case "confirm":
        return await confirm(visitor);
      case "cancel":
        await cancelChange(visitor);
        return { redirect: pageUrl(ctx, "address") };
      default:
        throw new InvalidCheck("Cannot change an address: there is no such step");
    }
  },
};

async function request(visitor: AddressVisitor): Promise<ResponseInternal> {
  const { ctx } = visitor;
  const email = fieldOf(ctx, "email");
  const back = pageUrl(ctx, "address", { email });
  const error = await requestChange(visitor, email, actionUrl(ctx, "address"), back);
  return { redirect: pageUrl(ctx, "address", error ? { error } : {}) };
}

async function confirm(visitor: AddressVisitor): Promise<ResponseInternal> {
  const { ctx } = visitor;
  const error = await confirmChange(visitor, fieldOf(ctx, "code"));
  return { redirect: pageUrl(ctx, "address", error ? { error } : { done: "changed" }) };
}

async function askToUndo(ctx: Context, token: string): Promise<ResponseInternal> {
  const change = await undoable(configOf(ctx), token);
  return await show(
    ctx,
    change ? { step: "undo", email: change.from, token } : { step: "lost", lifetime: UNDO_MAX_AGE },
  );
}

async function undo(ctx: Context): Promise<ResponseInternal> {
  const token = fieldOf(ctx, "token");
  const fault = await undoChange({ config: configOf(ctx), request: ctx.request }, token);
  if (fault === null) return { redirect: withQuery(actionUrl(ctx, "address"), { done: "undone" }) };
  return { redirect: withQuery(actionUrl(ctx, "address"), { undo: token, error: fault }) };
}

/** The config check demands what changes of addresses need. */
function configOf({ config }: Context): WithAddresses {
  return config as WithAddresses;
}

async function show(ctx: Context, view: AddressView): Promise<ResponseInternal> {
  const props: AddressProps = {
    ...view,
    error: ctx.request.query.error,
    csrfToken: await csrfToken(ctx),
    formAction: actionUrl(ctx, "address"),
    callbackUrl: afterwards(ctx, "address"),
  };
  return await renderPart("address", page, props, ctx.request, ctx.config);
}
