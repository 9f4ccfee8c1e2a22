/**
 * The page on which users see and change what is kept about them.
 *
 * | Request | Answer |
 * |---|---|
 * | `GET` | all rows; `?step=` shows one thing to change |
 * | `GET ?step=keep` | asks a user whose sign-in waits, since the account will be deleted |
 * | `POST step=keep` | keeps the account, and begins the session |
 * | `POST step=leave` | ends the sign-in that waits |
 * | `POST step=export` | a file |
 * | `POST step=delete` | deletes the account, or asks for that, and says so |
 * | any other `POST` | makes the change, and the rows |
 *
 * Without a session, every other request leads to the sign-in page and back. `session/visitor.ts`
 * decides about each change: without a fresh proof, the user proves again who it is, and comes
 * back to the one thing, with what was typed. The rules of each change are in `accounts/`, for
 * this page and for the functions of apps.
 *
 * @module
 */

import { loadPart } from "../../hooks/topics.ts";
import type {
  AccountDeleted,
  AccountLeaving,
  AccountOne,
  AccountProps,
  AccountStep,
  AccountView,
  Obstacle,
} from "../../../pages/account/step.ts";
import { makeUserExport } from "../../accounts/export.ts";
import { removeUser } from "../../accounts/remove_user.ts";
import { prepareDeletion, removeKey, unlink } from "../../accounts/manage.ts";
import { renameKey } from "../../accounts/stored_passkeys.ts";
import { renameUser } from "../../accounts/profile.ts";
import { revokeAll, revokeOne } from "../../accounts/sessions.ts";
import { AccessDenied, InvalidCheck } from "../../errors.ts";
import { proofUrl } from "../../core/step_up/step_up.ts";
import { toNormalForm } from "../../base/address.ts";
import { cleanName } from "../../base/names.ts";
import { lazy } from "../../base/lazy.ts";
import { nowDate, secondsFromNow } from "../../base/time.ts";
import { csrfToken, requireCsrf, requireWaiting, waitingCsrfToken } from "../../session/csrf.ts";
import { readField } from "../../request/page.ts";
import { namedTarget, rememberedTarget } from "../../request/callback_url.ts";
import { renderPart, sessionRequired, signInUrl } from "../../response/render.ts";
import { JSON_HEADERS, NO_STORE } from "../../response/respond.ts";
import { reseal } from "../../session/jwt.ts";
import type { WaitingSignIn } from "../../session/pending_sign_in.ts";
import { findIdentity } from "../../session/strategies.ts";
import { type AccountChange, assertMayChange } from "../../session/visitor.ts";
import type { Removal } from "../../types/account.ts";
import type { ActionHandlers, Context, CookieKey, ResponseInternal } from "../../types/internal.ts";
import {
  type AccountVisitor,
  confirmationOf,
  findAccount,
  findAccountVisitor,
  findKey,
  isLastWay,
  pageUrl,
  readList,
} from "./rows.ts";

/** Loaded only where deletions wait. */
const deletions = lazy(() => import("./deletion.ts"));
const held = lazy(() => import("./held_sign_in.ts"));

/** Step of the page that asks a user whose sign-in waits. */
const KEEP = "keep";

const page = lazy(async () => (await import("../../../pages/account/mod.ts")).accountPart);

/** A change that a form asks for. */
interface Change {
  /** The change. */
  change: AccountChange;
  /** View that the user comes back to after a fresh proof. Default: all rows. */
  view?: AccountView;
  /** Makes the change. */
  run(visitor: AccountVisitor): Promise<ResponseInternal>;
}

const CHANGES: Readonly<Record<AccountStep, Change>> = {
  "delete": { change: "delete", view: "delete", run: deleteUser },
  "export": { change: "export", view: "export", run: exportUser },
  "name": { change: "rename", view: "name", run: rename },
  "passkey-remove": { change: "remove-passkey", view: "passkey", run: removePasskey },
  "passkey-rename": {
    change: "rename-passkey",
    view: "passkey",
    run: renamePasskey,
  },
  "password-remove": { change: "remove-password", view: "password", run: removePassword },
  "session-end": { change: "end-sessions", run: endSession },
  "sessions-end": { change: "end-sessions", view: "sessions", run: endSessions },
  "unlink": { change: "unlink-account", view: "account", run: unlinkAccount },
};

/** `GET account` and `POST account`. */
export const account: ActionHandlers = {
  async GET(ctx) {
    const { step, id, provider } = ctx.request.query;
    // The query and not the cookies says what the page is about.
    if (step === KEEP && ctx.config.account?.deletion) return await showHeld(ctx);
    const visitor = await findAccountVisitor(ctx);
    if (!visitor) return toSignIn(ctx);
    const one = visitor.actsForAnother ? undefined : await readOne(visitor, { step, id, provider });
    return await show(ctx, one ?? await readList(visitor));
  },

  async POST(ctx) {
    const step = readField(ctx, "step");
    if (step === "keep") return await keep(ctx, await requireWaiting(ctx, heldIn));
    if (step === "leave") return await leave(ctx, await requireWaiting(ctx, heldIn));
    await requireCsrf(ctx);
    const visitor = await findAccountVisitor(ctx);
    if (!visitor) return toSignIn(ctx);
    if (!Object.hasOwn(CHANGES, step)) {
      throw new InvalidCheck("Cannot change the account: there is no such step");
    }
    const { change, view, run } = CHANGES[step as AccountStep];
    const target = view && makeTarget(visitor, view);
    assertMayChange(visitor, change, pageUrl(ctx, { ...target }));
    return await run(visitor);
  },
};

/** The sign-in page, which leads back to the same view. */
function toSignIn(ctx: Context): ResponseInternal {
  const { step, id, provider } = ctx.request.query;
  return sessionRequired(ctx, pageUrl(ctx, { step, id, provider }));
}

/** The sign-in of this browser that waits since the account will be deleted. */
async function heldIn(ctx: Context): Promise<WaitingSignIn | undefined> {
  return ctx.config.account?.deletion && await (await held()).heldSignIn(ctx);
}

/** Asks the user whose sign-in waits. */
async function showHeld(ctx: Context): Promise<ResponseInternal> {
  const waiting = await heldIn(ctx);
  const { pendingDeletion } = await deletions();
  const dueAt = waiting && await pendingDeletion(ctx.config, waiting.userId);
  // A page of the history, or a deletion that was cancelled elsewhere.
  if (!dueAt) return { redirect: signInUrl(ctx, rememberedTarget(ctx)) };
  const { email, name } = waiting.user;
  const view: AccountProps = {
    step: "pending",
    account: email || name || waiting.userId,
    dueAt,
    formAction: pageUrl(ctx),
    fields: { step: KEEP },
  };
  return await show(ctx, view, await waitingCsrfToken(ctx, waiting));
}

type Waiting = WaitingSignIn | undefined;

async function keep(ctx: Context, waiting: Waiting): Promise<ResponseInternal> {
  if (!waiting) return { redirect: signInUrl(ctx, rememberedTarget(ctx)) };
  return { redirect: await (await held()).keepAccount(ctx, waiting) };
}

async function leave(ctx: Context, waiting: Waiting): Promise<ResponseInternal> {
  if (waiting) await (await held()).leaveHeld(ctx, waiting);
  return { redirect: signInUrl(ctx) };
}

function done({ ctx }: AccountVisitor, what?: string): ResponseInternal {
  return { redirect: pageUrl(ctx, { done: what }) };
}

/** A view, and the ids of what it shows. */
interface Target {
  step: string | undefined;
  id: string | undefined;
  provider: string | undefined;
}

/** The view of what the form names. */
function makeTarget(visitor: AccountVisitor, step: AccountView): Target {
  const [id, provider] = [readField(visitor.ctx, "id"), readField(visitor.ctx, "provider")];
  return { step, id: id || undefined, provider: provider || undefined };
}

/** The view of one thing; `undefined` when the user has none such. */
async function readOne(
  visitor: AccountVisitor,
  { step, id, provider }: Target,
  { isNameInvalid = false, isDifferent = false }: {
    isNameInvalid?: boolean;
    isDifferent?: boolean;
  } = {},
): Promise<AccountOne & AccountProps | undefined> {
  const view = step as AccountView | undefined;
  const { ctx, isFresh, requirement } = visitor;
  const common = async (step: AccountStep, ids: { id?: string; provider?: string } = {}) => {
    const here = pageUrl(ctx, { step: view, ...ids });
    return {
      step: "one" as const,
      formAction: pageUrl(ctx),
      fields: { step, ...ids },
      proofUrl: isFresh ? undefined : await proofUrl(ctx, requirement, here),
    };
  };
  switch (view) {
    case "name": {
      const name = visitor.user.name ?? "";
      const invalid = isNameInvalid ? { typed: readField(ctx, "name") } : {};
      const shared = await common("name");
      // A new user who is asked for a name goes on to the target of the sign-up.
      const fields: Record<string, string> = { ...shared.fields };
      if (namedTarget(ctx.request) !== undefined) fields.callbackUrl = ctx.callbackUrl;
      return { ...shared, view, name, ...invalid, isNameInvalid, fields };
    }
    case "passkey": {
      const key = await findKey(visitor, id);
      if (!key) return undefined;
      const isLast = await isLastWay(visitor, view);
      const shared = await common("passkey-remove", { id: key.id });
      return { ...shared, view, key, now: nowDate(), isLast, isNameInvalid };
    }
    case "account": {
      const account = await findAccount(visitor, provider, id);
      if (!account) return undefined;
      const shared = await common("unlink", { provider: account.provider, id: account.id });
      return { ...shared, view, account, isLast: await isLastWay(visitor, view) };
    }
    case "password":
      if (!ctx.config.passwords) return undefined;
      return { ...await common("password-remove"), view, isLast: await isLastWay(visitor, view) };
    case "export":
      return { ...await common("export"), view };
    case "sessions":
      return { ...await common("sessions-end"), view };
    case "delete":
      return {
        ...await common("delete"),
        view,
        expected: confirmationOf(visitor.user),
        isDifferent,
        obstacles: await listObstacles(visitor),
        dueAt: dueOf(ctx),
      };
  }
}

/** Time of a deletion that is asked for now; `undefined` when it takes place at once. */
function dueOf({ config: { account } }: Context): Date | undefined {
  if (!account?.deletion) return undefined;
  return secondsFromNow(account.deletion.graceDays * 24 * 60 * 60);
}

async function rename(visitor: AccountVisitor): Promise<ResponseInternal> {
  const { ctx, caller, user } = visitor;
  const typed = readField(ctx, "name");
  if (cleanName(typed) === undefined) {
    return await show(
      ctx,
      (await readOne(visitor, makeTarget(visitor, "name"), { isNameInvalid: true }))!,
    );
  }
  const { name } = await renameUser(caller, user.id, typed);
  if (ctx.config.session.strategy === "jwt") await reseal(ctx, { name });
  return namedTarget(ctx.request) === undefined
    ? done(visitor, "name")
    : { redirect: ctx.callbackUrl };
}

async function renamePasskey(visitor: AccountVisitor): Promise<ResponseInternal> {
  const { ctx, caller, user } = visitor;
  const [id, name] = [readField(visitor.ctx, "id"), readField(visitor.ctx, "name")];
  if (!await findKey(visitor, id)) return done(visitor);
  if (cleanName(name) !== undefined) {
    await renameKey(caller, user.id, id, name);
    return done(visitor, "passkey-renamed");
  }
  const one = await readOne(visitor, makeTarget(visitor, "passkey"), { isNameInvalid: true });
  return one ? await show(ctx, one) : done(visitor);
}

async function removePasskey(visitor: AccountVisitor): Promise<ResponseInternal> {
  const { caller, user } = visitor;
  const id = readField(visitor.ctx, "id");
  if (!(await findKey(visitor, id))?.isRemovable) return done(visitor);
  const isRemoved = await removeKey(caller, user.id, id, await keepingOwn(visitor));
  return isRemoved ? done(visitor, "passkey-removed") : await showLast(visitor, "passkey");
}

async function unlinkAccount(visitor: AccountVisitor): Promise<ResponseInternal> {
  const { caller, user } = visitor;
  const found = await findAccount(
    visitor,
    readField(visitor.ctx, "provider"),
    readField(visitor.ctx, "id"),
  );
  if (!found) return done(visitor);
  const { provider, id: providerAccountId } = found;
  const account = { provider, providerAccountId };
  const isUnlinked = await unlink(caller, user.id, account, await keepingOwn(visitor));
  return isUnlinked ? done(visitor, "unlinked") : await showLast(visitor, "account");
}

async function removePassword(visitor: AccountVisitor): Promise<ResponseInternal> {
  const { caller, user } = visitor;
  const passwords = await loadPart(caller.config, "passwordChanges");
  if (!passwords) return done(visitor);
  const isRemoved = await passwords.removePassword(caller, user, await keepingOwn(visitor));
  return isRemoved ? done(visitor, "password-removed") : await showLast(visitor, "password");
}

/** The session that removes a sign-in method has a fresh proof, so it stays although it began with it. */
async function keepingOwn({ ctx }: AccountVisitor): Promise<Removal> {
  return { keepSession: (await findIdentity(ctx))?.id };
}

/** The view, which says that the last way to sign in stays. */
async function showLast(visitor: AccountVisitor, step: AccountView): Promise<ResponseInternal> {
  const one = await readOne(visitor, makeTarget(visitor, step));
  return one ? await show(visitor.ctx, { ...one, isLast: true }) : done(visitor);
}

async function endSession(visitor: AccountVisitor): Promise<ResponseInternal> {
  const { caller, user } = visitor;
  const hasEnded = await revokeOne(caller, user.id, readField(visitor.ctx, "id"));
  return done(visitor, hasEnded ? "session-ended" : undefined);
}

async function endSessions(visitor: AccountVisitor): Promise<ResponseInternal> {
  const { ctx, caller, user } = visitor;
  const current = await findIdentity(ctx);
  await revokeAll(caller, user.id, current?.id);
  return done(visitor, "sessions-ended");
}

async function exportUser({ caller, user }: AccountVisitor): Promise<ResponseInternal> {
  return {
    headers: {
      ...JSON_HEADERS,
      ...NO_STORE,
      "Content-Disposition": 'attachment; filename="account.json"',
    },
    body: await makeUserExport(caller, user.id),
  };
}

/** The obstacles to the deletion of the account; `undefined` without one that the user can settle. */
async function listObstacles(
  { caller, user }: AccountVisitor,
): Promise<readonly Obstacle[] | undefined> {
  try {
    await prepareDeletion(caller, user.id, { isRequest: true });
  } catch (error) {
    return obstaclesIn(error);
  }
}

/** The obstacles that an error names. Any other failure is thrown on. */
function obstaclesIn(error: unknown): readonly Obstacle[] {
  const { obstacles } = error instanceof AccessDenied
    ? (error.cause ?? {}) as { obstacles?: readonly Obstacle[] }
    : {};
  if (!obstacles) throw error;
  return obstacles;
}

async function deleteUser(visitor: AccountVisitor): Promise<ResponseInternal> {
  const { ctx, user } = visitor;
  // Also where the deletion waits: the user must not learn of it days later.
  if (await listObstacles(visitor)) {
    const view = (await readOne(visitor, makeTarget(visitor, "delete")))!;
    return { ...await show(ctx, view), status: 409 };
  }
  if (toComparable(readField(ctx, "confirm")) !== toComparable(confirmationOf(user))) {
    return await show(
      ctx,
      (await readOne(visitor, makeTarget(visitor, "delete"), { isDifferent: true }))!,
    );
  }
  const answer = await show(ctx, { ...await deleteOrAsk(visitor), formAction: pageUrl(ctx) });
  deleteCookies(ctx);
  return answer;
}

async function deleteOrAsk(
  { ctx, caller, user }: AccountVisitor,
): Promise<AccountDeleted | AccountLeaving> {
  if (!ctx.config.account?.deletion) {
    await removeUser(caller, user.id);
    return { step: "deleted" };
  }
  const dueAt = await (await deletions()).requestDeletion(caller, user);
  return { step: "leaving", dueAt, backUrl: signInUrl(ctx) };
}

function toComparable(text: string): string {
  // An address is shown as people read it, and can be typed so.
  return toNormalForm(text.normalize("NFC").trim().toLowerCase());
}

/** Deletes every cookie of the library that the browser has. */
function deleteCookies({ cookies, config }: Context): void {
  for (const key of Object.keys(config.cookies.plain) as CookieKey[]) {
    cookies.delete(key);
    for (const suffix of cookies.suffixes(key)) cookies.delete(key, suffix);
  }
}

async function show(
  ctx: Context,
  view: AccountProps,
  token?: string,
): Promise<ResponseInternal> {
  const props = { ...view, csrfToken: token ?? await csrfToken(ctx) };
  return await renderPart("account", page, props, ctx.request, ctx.config);
}
