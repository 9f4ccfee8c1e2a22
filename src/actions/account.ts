/**
 * The page on which users see and change what is kept about them.
 *
 * | Request | Answer |
 * |---|---|
 * | `GET` | all rows; `?step=` shows one thing to change |
 * | `POST step=name`, `passkey-rename`, `session-end`, `sessions-end` | changes it, and the rows |
 * | `POST step=passkey-remove`, `unlink`, `password-remove` | the same, with a fresh proof |
 * | `POST step=export` | a file, with a fresh proof |
 * | `POST step=delete` | deletes the account, with a fresh proof, and says so |
 *
 * Without a session, every request leads to the sign-in page and back. Without a fresh proof,
 * the user proves again who it is, and comes back to the one thing. The rules of each change
 * are in `accounts/`, for this page and for the functions of apps.
 *
 * @module
 */

import type {
  AccountOne,
  AccountProps,
  AccountStep,
  AccountView,
} from "../../pages/account/props.ts";
import { exportOf } from "../accounts/export.ts";
import { remove, removeKey, unlink } from "../accounts/manage.ts";
import { renameKey } from "../accounts/passkeys.ts";
import { renameUser } from "../accounts/profile.ts";
import { revokeAll, revokeOne } from "../accounts/sessions.ts";
import { passwordsOf } from "../config/engine.ts";
import { AccessDenied, InvalidCheck } from "../errors.ts";
import { proofUrl } from "../factors/step_up.ts";
import { cleanName } from "../hooks/names.ts";
import { lazy } from "../lazy.ts";
import { csrfToken, requireCsrf } from "../request/csrf.ts";
import { fieldOf } from "../request/page.ts";
import { renderPart, signInUrl } from "../response/render.ts";
import { JSON_HEADERS, NO_STORE } from "../response/respond.ts";
import { reseal } from "../session/jwt.ts";
import { sessionOf } from "../session/mod.ts";
import type { ActionHandlers, Context, CookieKey, ResponseInternal } from "../types/internal.ts";
import {
  accountOf,
  confirmationOf,
  isFresh,
  isLastWay,
  keyOf,
  listOf,
  pageUrl,
  type Visit,
  visitOf,
} from "./account_rows.ts";

const page = lazy(async () => (await import("../../pages/account/mod.ts")).accountPart);

/** A change that a form asks for. */
interface Change {
  /** View that the user comes back to after a fresh proof; absent when none is needed. */
  view?: AccountView;
  /** Makes the change. */
  run(visit: Visit): Promise<ResponseInternal>;
}

const CHANGES: Readonly<Record<AccountStep, Change>> = {
  "delete": { view: "delete", run: deleteUser },
  "export": { view: "export", run: exportUser },
  "name": { run: rename },
  "passkey-remove": { view: "passkey", run: removePasskey },
  "passkey-rename": { run: renamePasskey },
  "password-remove": { view: "password", run: removePassword },
  "session-end": { run: endSession },
  "sessions-end": { run: endSessions },
  "unlink": { view: "account", run: unlinkAccount },
};

/** `GET account` and `POST account`. */
export const account: ActionHandlers = {
  async GET(ctx) {
    const visit = await visitOf(ctx);
    if (!visit) return toSignIn(ctx);
    const { step, id, provider } = ctx.request.query;
    const one = visit.isReadOnly ? undefined : await oneOf(visit, { step, id, provider });
    return await show(ctx, one ?? await listOf(visit));
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const visit = await visitOf(ctx);
    if (!visit) return toSignIn(ctx);
    if (visit.isReadOnly) {
      throw new AccessDenied("Cannot change the account: another person acts for the user");
    }
    const step = fieldOf(visit.ctx, "step");
    if (!Object.hasOwn(CHANGES, step)) {
      throw new InvalidCheck("Cannot change the account: there is no such step");
    }
    const { view, run } = CHANGES[step as AccountStep];
    if (view === undefined || isFresh(visit)) return await run(visit);
    const one = await oneOf(visit, targetOf(visit, view));
    return one?.proofUrl === undefined ? done(visit) : { redirect: one.proofUrl };
  },
};

/** The sign-in page, which leads back to the same view. */
function toSignIn(ctx: Context): ResponseInternal {
  const { step, id, provider } = ctx.request.query;
  return { redirect: signInUrl(ctx, pageUrl(ctx, { step, id, provider })) };
}

function done({ ctx }: Visit, what?: string): ResponseInternal {
  return { redirect: pageUrl(ctx, { done: what }) };
}

/** A view, and the ids of what it shows. */
interface Target {
  step: string | undefined;
  id: string | undefined;
  provider: string | undefined;
}

/** The view of what the form names. */
function targetOf(visit: Visit, step: AccountView): Target {
  return { step, id: fieldOf(visit.ctx, "id"), provider: fieldOf(visit.ctx, "provider") };
}

/** The view of one thing; `undefined` when the user has none such. */
async function oneOf(
  visit: Visit,
  { step, id, provider }: Target,
  { isNameInvalid = false, isDifferent = false }: {
    isNameInvalid?: boolean;
    isDifferent?: boolean;
  } = {},
): Promise<AccountOne & AccountProps | undefined> {
  const view = step as AccountView | undefined;
  const { ctx, requirement } = visit;
  const common = async ({ id, provider }: { id?: string; provider?: string } = {}) => ({
    step: "one" as const,
    url: pageUrl(ctx),
    proofUrl: isFresh(visit)
      ? undefined
      : await proofUrl(ctx, requirement, pageUrl(ctx, { step: view, id, provider })),
  });
  switch (view) {
    case "passkey": {
      const key = await keyOf(visit, id);
      if (!key) return undefined;
      const isLast = await isLastWay(visit, view);
      return { ...await common({ id: key.id }), view, key, isLast, isNameInvalid };
    }
    case "account": {
      const account = await accountOf(visit, provider, id);
      if (!account) return undefined;
      return { ...await common(account), view, account, isLast: await isLastWay(visit, view) };
    }
    case "password":
      if (!ctx.config.passwords) return undefined;
      return { ...await common(), view, isLast: await isLastWay(visit, view) };
    case "export":
      return { ...await common(), view };
    case "delete":
      return { ...await common(), view, expected: confirmationOf(visit.user), isDifferent };
  }
}

async function rename(visit: Visit): Promise<ResponseInternal> {
  const { ctx, caller, user } = visit;
  const typed = fieldOf(visit.ctx, "name");
  if (cleanName(typed) === undefined) {
    return await show(ctx, { ...await listOf(visit), name: typed, isNameInvalid: true });
  }
  const { name } = await renameUser(caller, user.id, typed);
  if (ctx.config.session.strategy === "jwt") await reseal(ctx, { name });
  return done(visit, "name");
}

async function renamePasskey(visit: Visit): Promise<ResponseInternal> {
  const { ctx, caller, user } = visit;
  const [id, name] = [fieldOf(visit.ctx, "id"), fieldOf(visit.ctx, "name")];
  if (!await keyOf(visit, id)) return done(visit);
  if (cleanName(name) !== undefined) {
    await renameKey(caller, user.id, id, name);
    return done(visit, "passkey-renamed");
  }
  const one = await oneOf(visit, targetOf(visit, "passkey"), { isNameInvalid: true });
  return one ? await show(ctx, one) : done(visit);
}

async function removePasskey(visit: Visit): Promise<ResponseInternal> {
  const { caller, user } = visit;
  const id = fieldOf(visit.ctx, "id");
  if (!await keyOf(visit, id)) return done(visit);
  const isRemoved = await removeKey(caller, user.id, id, false);
  return isRemoved ? done(visit, "passkey-removed") : await showLast(visit, "passkey");
}

async function unlinkAccount(visit: Visit): Promise<ResponseInternal> {
  const { caller, user } = visit;
  const found = await accountOf(visit, fieldOf(visit.ctx, "provider"), fieldOf(visit.ctx, "id"));
  if (!found) return done(visit);
  const { provider, id: providerAccountId } = found;
  const isUnlinked = await unlink(caller, user.id, { provider, providerAccountId }, false);
  return isUnlinked ? done(visit, "unlinked") : await showLast(visit, "account");
}

async function removePassword(visit: Visit): Promise<ResponseInternal> {
  const { caller, user } = visit;
  if (!caller.config.passwords) return done(visit);
  const { removePassword } = await passwordsOf(caller.config).changes();
  const isRemoved = await removePassword(caller, user, false);
  return isRemoved ? done(visit, "password-removed") : await showLast(visit, "password");
}

/** The view, which says that the last way to sign in stays. */
async function showLast(visit: Visit, step: AccountView): Promise<ResponseInternal> {
  const one = await oneOf(visit, targetOf(visit, step));
  return one ? await show(visit.ctx, { ...one, isLast: true }) : done(visit);
}

async function endSession(visit: Visit): Promise<ResponseInternal> {
  const { caller, user } = visit;
  const hasEnded = await revokeOne(caller, user.id, fieldOf(visit.ctx, "id"));
  return done(visit, hasEnded ? "session-ended" : undefined);
}

async function endSessions(visit: Visit): Promise<ResponseInternal> {
  const { ctx, caller, user } = visit;
  const current = await sessionOf(ctx).identify(ctx);
  await revokeAll(caller, user.id, current?.id);
  return done(visit, "sessions-ended");
}

async function exportUser({ caller, user }: Visit): Promise<ResponseInternal> {
  return {
    headers: {
      ...JSON_HEADERS,
      ...NO_STORE,
      "Content-Disposition": 'attachment; filename="account.json"',
    },
    body: await exportOf(caller, user.id),
  };
}

async function deleteUser(visit: Visit): Promise<ResponseInternal> {
  const { ctx, caller, user } = visit;
  if (toComparable(fieldOf(visit.ctx, "confirm")) !== toComparable(confirmationOf(user))) {
    return await show(ctx, (await oneOf(visit, targetOf(visit, "delete"), { isDifferent: true }))!);
  }
  await remove(caller, user.id);
  const answer = await show(ctx, { step: "deleted", url: pageUrl(ctx) });
  deleteCookies(ctx);
  return answer;
}

function toComparable(text: string): string {
  return text.normalize("NFC").trim().toLowerCase();
}

/** Deletes every cookie of the library that the browser has. */
function deleteCookies({ cookies, config }: Context): void {
  for (const key of Object.keys(config.cookies.plain) as CookieKey[]) {
    cookies.delete(key);
    for (const suffix of cookies.suffixes(key)) cookies.delete(key, suffix);
  }
}

async function show(ctx: Context, view: AccountProps): Promise<ResponseInternal> {
  const props = { ...view, csrfToken: await csrfToken(ctx) };
  return await renderPart("account", page, props, ctx.request, ctx.config);
}
