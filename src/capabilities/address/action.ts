/**
 * The page on which users change their email address, or prove it later.
 *
 * | Request | Answer |
 * |---|---|
 * | `GET` | the form for a new address, or the one for the code that the session waits for |
 * | `POST step=request` | sends a code, and the form for it |
 * | `POST step=confirm` | changes or proves the address |
 * | `POST step=cancel` | forgets the code, and the form for a new address |
 * | `POST step=keep` | stops the undo of a change that waits |
 * | `GET ?undo=` | a page with one button: scanners fetch links of emails |
 * | `POST step=undo` | undoes a change, also without a session and in another browser; or lets it wait |
 *
 * All but the last two lead users who are not signed in to the sign-in page and back.
 * `session/visitor.ts` decides about each change.
 *
 * @module
 */

import type { AddressProps, AddressView, Contested } from "../../../pages/address/step.ts";
import {
  type AddressVisitor,
  cancelChange,
  confirmChange,
  findAddressVisitor,
  keepAddress,
  mayLeave,
  pendingChange,
  requestChange,
} from "./address.ts";
import { findPending } from "./address_change.ts";
import { undoable, undoChange, waitingUndo, type WithAddresses } from "./address_undo.ts";
import { hasProvenEvidence } from "../../accounts/unproven_address.ts";
import { UNDO_MAX_AGE } from "../../config/defaults.ts";
import { InvalidCheck } from "../../errors.ts";
import { proofUrl } from "../../core/step_up/step_up.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { timeInWords } from "../../base/in_words.ts";
import { makeWording } from "../../mail/wording.ts";
import { lazy } from "../../base/lazy.ts";
import { nowMs } from "../../base/time.ts";
import { csrfToken, requireCsrf } from "../../session/csrf.ts";
import { accountPageUrl, afterwards, pageUrl, readField } from "../../request/page.ts";
import { renderPart, sessionRequired, signInUrl } from "../../response/render.ts";
import { assertIsUser, hasTwoFactors, signedIn, twoFactors } from "../../session/visitor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";

const page = lazy(async () => (await import("../../../pages/address/mod.ts")).addressPart);

/** `GET address` and `POST address`. */
export const address: ActionHandlers = {
  async GET(ctx) {
    const { undo, done } = ctx.request.query;
    if (done === "undone") return await show(ctx, { step: "undone", signInUrl: signInUrl(ctx) });
    if (undo !== undefined) return await askToUndo(ctx, undo);
    const visitor = await findAddressVisitor(ctx);
    if (!visitor) return sessionRequired(ctx, pageUrl(ctx, "address"));
    assertIsUser(visitor);
    const { email } = visitor.user;
    if (done === "changed") return await show(ctx, { step: "done", email });
    if (done === "kept") return await show(ctx, { step: "kept", email });
    const waiting = await pendingChange(visitor);
    if (waiting) {
      const { to, from } = waiting;
      return await show(ctx, { step: "code", email: to, isNew: to !== from });
    }
    const isProven = await hasProvenEvidence(visitor.ctx, visitor.ctx.config.store, visitor.user);
    return await show(ctx, {
      step: "request",
      email: email || undefined,
      isProven,
      typed: email ? undefined : await findPending(visitor.ctx.config, visitor.user.id),
      mayLeave: mayLeave(visitor),
      contested: await findContested(visitor),
      proofUrl: visitor.isFresh ? undefined : await proofUrl(
        ctx,
        visitor.requirement,
        pageUrl(ctx, "address"),
      ),
    });
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const step = readField(ctx, "step");
    if (step === "undo") return await undo(ctx);
    const visitor = await findAddressVisitor(ctx);
    if (!visitor) return sessionRequired(ctx, pageUrl(ctx, "address"));
    switch (step) {
      case "request":
        return await request(visitor);
      case "confirm":
        return await confirm(visitor);
      case "cancel":
        await cancelChange(visitor);
        return { redirect: pageUrl(ctx, "address") };
      case "keep": {
        const isDone = await keepAddress(visitor, pageUrl(ctx, "address"));
        return { redirect: pageUrl(ctx, "address", isDone ? { done: "kept" } : {}) };
      }
      default:
        throw new InvalidCheck("Cannot change an address: there is no such step");
    }
  },
};

async function request(visitor: AddressVisitor): Promise<ResponseInternal> {
  const { ctx } = visitor;
  const email = readField(ctx, "email");
  const lost = readField(ctx, "lost") || undefined;
  const error = await requestChange(visitor, email, {
    undoUrl: actionUrl(ctx, "address"),
    isLost: lost !== undefined,
    back: pageUrl(ctx, "address"),
  });
  return { redirect: pageUrl(ctx, "address", error ? { error } : {}) };
}

async function confirm(visitor: AddressVisitor): Promise<ResponseInternal> {
  const { ctx } = visitor;
  const error = await confirmChange(visitor, readField(ctx, "code"));
  return { redirect: pageUrl(ctx, "address", error ? { error } : { done: "changed" }) };
}

/** The undo that waits for the user, with the way to stop it. */
async function findContested(visitor: AddressVisitor): Promise<Contested | undefined> {
  const { ctx, user } = visitor;
  const waiting = await waitingUndo(ctx.config, user.id);
  return waiting && {
    due: dueInWords(ctx, waiting.dueAt),
    proofUrl: hasTwoFactors(visitor)
      ? undefined
      : await proofUrl(ctx, twoFactors(visitor), pageUrl(ctx, "address")),
  };
}

function dueInWords({ config, request }: Context, dueAtMs: number): string {
  return timeInWords(makeWording(config, request).language, new Date(dueAtMs));
}

async function askToUndo(ctx: Context, token: string): Promise<ResponseInternal> {
  const change = await undoable(configOf(ctx), token);
  if (!change) {
    return await show(ctx, {
      step: "lost",
      lifetime: UNDO_MAX_AGE,
      accountUrl: await accountUrl(ctx),
      signInUrl: signInUrl(ctx),
    });
  }
  const { from: email, dueAt } = change;
  return dueAt !== undefined && nowMs() < dueAt
    ? await show(ctx, { step: "waiting", due: dueInWords(ctx, dueAt) })
    : await show(ctx, { step: "undo", email, token });
}

/** URL of the account page, where the user of this browser can open it. */
async function accountUrl(ctx: Context): Promise<string | undefined> {
  return await signedIn(ctx) ? accountPageUrl(ctx) : undefined;
}

async function undo(ctx: Context): Promise<ResponseInternal> {
  const token = readField(ctx, "token");
  const fault = await undoChange({ config: configOf(ctx), request: ctx.request }, token);
  if (fault === null) return { redirect: withQuery(actionUrl(ctx, "address"), { done: "undone" }) };
  // The page of the link says until when it waits.
  const error = fault === "waiting" ? undefined : fault;
  return { redirect: withQuery(actionUrl(ctx, "address"), { undo: token, error }) };
}

/** The config check demands what changes of addresses need. */
function configOf({ config }: Context): WithAddresses {
  return config as WithAddresses;
}

/** Hidden fields of the first form of a step. */
function fieldsOf(view: AddressView): Record<string, string> | undefined {
  if (view.step === "undo") return { step: "undo", token: view.token };
  if (view.step === "request") return { step: "request" };
  return view.step === "code" ? { step: "confirm" } : undefined;
}

async function show(ctx: Context, view: AddressView): Promise<ResponseInternal> {
  const props: AddressProps = {
    ...view,
    fields: fieldsOf(view),
    error: ctx.request.query.error,
    csrfToken: await csrfToken(ctx),
    formAction: actionUrl(ctx, "address"),
    callbackUrl: afterwards(ctx, "address"),
    ...view.step === "request" || view.step === "code" ? { accountUrl: accountPageUrl(ctx) } : {},
  };
  return await renderPart("address", page, props, ctx.request, ctx.config);
}
