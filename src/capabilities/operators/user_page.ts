/**
 * The page of one user: what is kept about the user, and the questions before changes. Each change is
 * that of the app's own functions, with the operator in its entries of the audit log.
 *
 * @module
 */

import { makeUserExport } from "../../accounts/export.ts";
import { removeUser } from "../../accounts/remove_user.ts";
import type { StoreCaller, WithStore } from "../../accounts/manage.ts";
import { revokeAll, revokeOne } from "../../accounts/sessions.ts";
import { MERGE_METHODS } from "../../accounts/merge.ts";
import { resumeUser, suspendUser } from "../../accounts/suspension.ts";
import { isShutByMerge } from "../../session/user_status.ts";
import { readUserFacts, type UserFacts } from "../../accounts/user_facts.ts";
import { describeDevice } from "../../base/device.ts";
import { cleanName } from "../../base/names.ts";
import { AccessDenied, InvalidCheck } from "../../errors.ts";
import { loadPart } from "../../hooks/topics.ts";
import { hasPath } from "../../http/paths.ts";
import { readField } from "../../request/page.ts";
import { JSON_HEADERS, NO_STORE } from "../../response/respond.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type {
  OperatorChange,
  OperatorFault,
  OperatorFaultReason,
  OperatorUser,
  ShownOperatorEntry,
  ShownOperatorItem,
} from "../../../pages/operators/step.ts";
import type { Operator } from "./require_operator.ts";
import { listEntries } from "./log_entries.ts";
import {
  findGivesBackTo,
  findUnfinished,
  postMerge,
  postMergeCancel,
  showMerge,
  showMergeCancel,
} from "./merge_page.ts";
import {
  commonProps,
  formIn,
  listUrl,
  logUrl,
  makeCaller,
  nameAccounts,
  operatorIn,
  show,
  userUrl,
} from "./page_context.ts";

/** Most characters of a reason. */
const MAX_NOTE = 200;

/** Entries of the log that the page shows. */
const FEW = 10;

/** What a change needs. */
interface ChangeInput {
  /** The config, without the request: emails are not about the operator's browser. */
  readonly caller: StoreCaller;
  /** Id of the user. */
  readonly userId: string;
  /** Id of the session that the form names; empty for none. */
  readonly session: string;
}

/** A change. */
interface Change {
  /** `true` for one that needs a reason. */
  readonly hasNote?: true;
  /** Makes it; returns the reason for which it was not made, or an answer in place of the page. */
  run(input: ChangeInput): Promise<OperatorFaultReason | ResponseInternal | void>;
}

/** The changes, by the step of the form, which is the name of the action too. */
const CHANGES: Readonly<Record<OperatorChange, Change>> = {
  "suspend": {
    hasNote: true,
    run: ({ caller, userId }) => suspendUser(caller, userId),
  },
  "resume": {
    async run({ caller, userId }) {
      // It would open an account of which a part has moved.
      if (await isShutByMerge(caller.config.records!, userId)) return "merge-inactive";
      await resumeUser(caller, userId);
    },
  },
  "sign-out": {
    async run({ caller, userId }) {
      await revokeAll(caller, userId);
    },
  },
  "end-session": {
    async run({ caller, userId, session }) {
      if (session === "" || !await revokeOne(caller, userId, session)) return "gone";
    },
  },
  "reset-factors": {
    hasNote: true,
    async run({ caller, userId }) {
      const { config } = caller;
      const { factors } = config;
      const part = await loadPart(config, "factors");
      if (!part || !factors) return "gone";
      await part.reset({ ...caller, config: { ...config, factors } }, userId, false);
    },
  },
  "export": {
    async run({ caller, userId }) {
      const body = await makeUserExport(caller, userId);
      if (!body) return "no-user";
      return {
        headers: {
          ...JSON_HEADERS,
          ...NO_STORE,
          "Content-Disposition": 'attachment; filename="account.json"',
        },
        body,
      };
    },
  },
  "delete": {
    async run({ caller, userId }) {
      try {
        await removeUser(caller, userId);
      } catch (error) {
        const { obstacles } = error instanceof AccessDenied
          ? (error.cause ?? {}) as { obstacles?: unknown }
          : {};
        if (obstacles === undefined) throw error;
        return "only-owner";
      }
    },
  },
};

/** `GET operators/users/{id}` and `POST operators/users/{id}`. */
export const userPage: ActionHandlers = {
  async GET(ctx) {
    const { id = "" } = ctx.request.params ?? {};
    const { step, session } = ctx.request.query;
    if (step === "merge") return await showMerge(ctx, id);
    if (step === "merge-cancel") return await showMergeCancel(ctx, id);
    if (isChange(step)) {
      const operator = await operatorIn(ctx, step, userUrl(ctx, id, { step, session }), [id]);
      if ("answer" in operator) return operator.answer;
      return await showQuestion(ctx, operator, step, { session, note: "" });
    }
    const operator = await operatorIn(ctx, "read-user", userUrl(ctx, id), [id]);
    return "answer" in operator ? operator.answer : await showUser(ctx, operator);
  },

  async POST(ctx) {
    const missing = await formIn(ctx);
    if (missing) return missing;
    const { id = "" } = ctx.request.params ?? {};
    const step = readField(ctx, "step");
    if (step === "merge" || step === "merge-into") {
      return await postMerge(ctx, id, step);
    }
    if (step === "merge-cancel") return await postMergeCancel(ctx, id);
    if (!isChange(step)) {
      const operator = await operatorIn(ctx, "read-user", userUrl(ctx, id), [id]);
      if ("answer" in operator) return operator.answer;
      throw new InvalidCheck("Cannot change the user: there is no such step");
    }
    const [session, typed] = [readField(ctx, "session"), readField(ctx, "note")];
    const { hasNote, run } = CHANGES[step];
    const back = userUrl(ctx, id, { step, session: session || undefined });
    const operator = await operatorIn(ctx, step, back, [id]);
    if ("answer" in operator) return operator.answer;
    const note = hasNote ? cleanName(typed, MAX_NOTE) : undefined;
    const view = { session: session || undefined, note: typed.slice(0, MAX_NOTE) };
    if (hasNote && note === undefined) {
      return await showQuestion(ctx, operator, step, view, { field: "note" }, 400);
    }
    const userId = operator.users[0]!.id;
    const result = await run({ caller: makeCaller(ctx, operator, note), userId, session });
    if (typeof result === "string") {
      return await showQuestion(ctx, operator, step, view, { reason: result }, 409);
    }
    if (result) return result;
    return {
      redirect: step === "delete"
        ? listUrl(ctx, { done: step })
        : userUrl(ctx, userId, { done: step }),
    };
  },
};

async function showQuestion(
  ctx: Context,
  { users: [user] }: Operator,
  step: OperatorChange,
  { session, note }: { session?: string | undefined; note: string },
  fault?: OperatorFault,
  status?: number,
): Promise<ResponseInternal> {
  const backUrl = userUrl(ctx, user!.id);
  const { name, email, id } = user!;
  const givesBackTo = step === "delete" ? await findGivesBackTo(ctx, id) : undefined;
  return await show(ctx, {
    ...{ step, formAction: backUrl, backUrl, name: name || email || id },
    ...step === "end-session" ? { session: session ?? "" } : {},
    ...givesBackTo === undefined ? {} : { givesBackTo },
    ...CHANGES[step].hasNote ? { note: note.slice(0, MAX_NOTE) } : {},
    ...fault ? { fault } : {},
  }, status);
}

async function showUser(ctx: Context, operator: Operator): Promise<ResponseInternal> {
  const user = operator.users[0]!;
  const facts = await readUserFacts({ config: ctx.config as WithStore }, user.id);
  // Deleted since it was found.
  if (!facts) {
    const props = { step: "refused", reason: "no-user", backUrl: listUrl(ctx) } as const;
    return await show(ctx, props, 404);
  }
  // One whom a merge ends is suspended.
  const isSuspended = facts.user.suspendedAt !== null;
  const obstacle = await operator.findObstacle(user);
  const [unfinished, isShut, accounts, entries] = await Promise.all([
    findUnfinished(ctx, user.id, obstacle === undefined && operator.may("merge")),
    isSuspended && isShutByMerge(ctx.config.records!, user.id),
    nameAccounts(ctx, facts.accounts),
    operator.may("read-log")
      ? listEntries(ctx, operator, { userId: user.id, limit: FEW })
      : undefined,
  ]);
  const canEnd = obstacle === undefined && operator.may("end-session");
  const { organizations, keys, grants } = facts;
  const item = (name: string, text?: string, at?: Date | null): ShownOperatorItem => ({
    ...{ name, at },
    ...text === undefined ? {} : { text },
  });
  const props: OperatorUser = {
    ...commonProps(ctx, operator, userUrl(ctx, user.id)),
    step: "user",
    user: facts.user,
    backUrl: listUrl(ctx),
    passwordSetAt: facts.passwordSetAt,
    sessions: facts.sessions.map(({ id, device, lastSeenAt, address }) => ({
      ...{ id, lastSeenAt, address },
      ...describeDevice(device),
      ...canEnd ? { endUrl: userUrl(ctx, user.id, { step: "end-session", session: id }) } : {},
    })),
    passkeys: facts.passkeys.map(({ name, authenticator, createdAt }) =>
      item(name ?? authenticator ?? "Passkey", undefined, createdAt)
    ),
    factors: facts.factors.map(({ name, label, factor, createdAt }) => ({
      ...item(name ?? label ?? factor, undefined, createdAt),
      ...(name ?? label ?? null) === null ? { isId: true } : {},
    })),
    accounts,
    organizations: organizations?.map(({ name, role, since }) => item(name, role, since)),
    keys: keys?.map(({ name, hint, createdAt }) => item(name, hint, createdAt)),
    grants: grants?.map(({ name, client, createdAt }) => item(name, client, createdAt)),
    // All of them are about this user.
    ...entries
      ? { entries: entries.shown.map(withoutUser), entriesUrl: logUrl(ctx, { user: user.id }) }
      : {},
    urls: obstacle === undefined
      ? listChanges(ctx, operator, facts, { isShut, isDecided: unfinished?.isDecided === true })
      : {},
    ...unfinished ? { unfinished } : {},
    ...obstacle === undefined ? {} : { obstacle },
  };
  return await show(ctx, props);
}

function withoutUser(
  { userId: _id, userUrl: _url, ...entry }: ShownOperatorEntry,
): ShownOperatorEntry {
  return entry;
}

/** URLs of what the operator can change. */
function listChanges(
  ctx: Context,
  { may }: Operator,
  { user, sessions, factors }: UserFacts,
  { isShut, isDecided }: { readonly isShut: boolean; readonly isDecided: boolean },
): OperatorUser["urls"] {
  const { enabledPaths, factors: hasFactors } = ctx.config;
  const isSuspended = user.suspendedAt !== null;
  const canMerge = MERGE_METHODS.every((name) => ctx.config.store!.has(name));
  const wanted = [
    ...isShut ? [] : isSuspended ? ["resume"] as const : ["suspend"] as const,
    ...sessions.length > 0 ? ["sign-out"] as const : [],
    ...hasFactors && factors.length > 0 ? ["reset-factors"] as const : [],
    ...["export"] as const,
    ...canMerge && !isSuspended ? ["merge"] as const : [],
    // To continue the merge is the deletion.
    ...isDecided ? [] : ["delete"] as const,
  ];
  const urls = wanted.flatMap((step) =>
    may(step) ? [[step, userUrl(ctx, user.id, { step })] as const] : []
  );
  const canAct = !isSuspended && may("act-for") &&
    hasPath(enabledPaths, "operators/users/{id}/act");
  const act = canAct ? [["act", `${userUrl(ctx, user.id)}/act`] as const] : [];
  return Object.fromEntries([...act, ...urls]);
}

/** Returns `true` for the name of a change. */
function isChange(step: string | undefined): step is OperatorChange {
  return step !== undefined && Object.hasOwn(CHANGES, step);
}
