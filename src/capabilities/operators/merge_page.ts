/**
 * The pages on which an operator merges two users: the form, and the question with what the merge does.
 *
 * @module
 */

import { mergeUsers } from "../../accounts/merge.ts";
import type { UserMerge } from "../../accounts/merge_plan.ts";
import { listUnfinished, type UnfinishedMerge } from "../../accounts/open_merges.ts";
import type { StoreCaller } from "../../accounts/manage.ts";
import { findNamedUser } from "../../accounts/user_list.ts";
import { displayName } from "../../base/names.ts";
import { shownAddress } from "../../base/shown_address.ts";
import { AccessDenied } from "../../errors.ts";
import { ownerOf } from "../../records/owner.ts";
import { readField } from "../../request/page.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type { UserOrganization } from "../../types/user_facts.ts";
import type { UserMergeRefusal } from "../../types/user_merge.ts";
import type {
  MergedInto,
  OperatorFault,
  OperatorFaultReason,
  ShownOperatorItem,
  ShownUnfinishedMerge,
} from "../../../pages/operators/step.ts";
import type { Operator } from "./require_operator.ts";
import {
  commonProps,
  makeCaller,
  nameAccounts,
  operatorIn,
  show,
  userUrl,
} from "./page_context.ts";

/** Most characters that are read of an address or an id. */
const MAX_TYPED = 255;

const REASONS: Readonly<Record<UserMergeRefusal, OperatorFaultReason>> = {
  "being-deleted": "merge-inactive",
  "connection": "merge-organization",
  "directory": "merge-organization",
  "no-user": "no-user",
  "operator": "merge-operator",
  "organization": "merge-organization",
  "other-merge": "merge-inactive",
  "removed-member": "merge-organization",
  "same-account": "merge-same",
  "second-factor": "merge-factor",
  "suspended": "merge-inactive",
};

const CANCEL = "merge-cancel";

function refusalIn(error: unknown): UserMergeRefusal | undefined {
  if (!(error instanceof AccessDenied)) return undefined;
  return ((error.cause ?? {}) as { refusal?: UserMergeRefusal }).refusal;
}

/** Shows the form. */
export async function showMerge(ctx: Context, id: string): Promise<ResponseInternal> {
  const operator = await operatorIn(ctx, "merge", formUrl(ctx, id), [id]);
  return "answer" in operator ? operator.answer : await showForm(ctx, operator, "");
}

/** Shows what the merge does; with the step `"merge-into"`, carries it out. */
export async function postMerge(
  ctx: Context,
  id: string,
  step: "merge" | "merge-into",
): Promise<ResponseInternal> {
  const operator = await operatorIn(ctx, "merge", formUrl(ctx, id), [id]);
  if ("answer" in operator) return operator.answer;
  const typed = readField(ctx, "into").trim().slice(0, MAX_TYPED);
  const into = typed === "" ? null : await findNamedUser(ctx.config.store!, typed);
  if (!into) return await showForm(ctx, operator, typed, { reason: "no-user" }, 400);
  // The operator may be allowed to change one of them alone.
  const ids = [id, ownerOf(into.id)];
  const both = await operatorIn(ctx, "merge-into", formUrl(ctx, id), ids);
  if ("answer" in both) return both.answer;
  const caller = makeCaller(ctx, both);
  const [from] = both.users;
  try {
    const dryRun = step === "merge";
    const merge = await mergeUsers(caller, ownerOf(from!.id), ids[1]!, { dryRun });
    if (!dryRun) return { redirect: userUrl(ctx, ids[1]!, { done: "merge-into" }) };
    return await showQuestion(ctx, both, into, merge);
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === undefined) throw error;
    return await showForm(ctx, operator, typed, { reason: REASONS[refusal] }, 409);
  }
}

/** Asks before the merge of a user is given up. */
export async function showMergeCancel(ctx: Context, id: string): Promise<ResponseInternal> {
  const operator = await operatorIn(ctx, "merge", userUrl(ctx, id, { step: CANCEL }), [id]);
  if ("answer" in operator) return operator.answer;
  const merge = await findMerge(ctx, id);
  if (merge?.from !== ownerOf(id)) return { redirect: userUrl(ctx, id) };
  return await showCancelQuestion(ctx, operator, merge);
}

/** Gives up the merge of a user that the form names. */
export async function postMergeCancel(ctx: Context, id: string): Promise<ResponseInternal> {
  const back = userUrl(ctx, id, { step: CANCEL });
  const operator = await operatorIn(ctx, "merge", back, [id]);
  if ("answer" in operator) return operator.answer;
  const merge = await findMerge(ctx, id);
  // Another tab may have finished it, or begun another one.
  if (merge?.from !== ownerOf(id) || merge.into !== readField(ctx, "into")) {
    const props = { step: "refused", reason: "gone", backUrl: userUrl(ctx, id) } as const;
    return await show(ctx, props, 409);
  }
  if (await ctx.config.store!.getUser(merge.into)) {
    const both = await operatorIn(ctx, CANCEL, back, [id, merge.into]);
    if ("answer" in both) return both.answer;
  }
  try {
    await mergeUsers(makeCaller(ctx, operator), merge.from, merge.into, { cancel: true });
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === undefined) throw error;
    return await showCancelQuestion(ctx, operator, merge, { reason: REASONS[refusal] }, 409);
  }
  return { redirect: userUrl(ctx, id, { done: CANCEL }) };
}

async function showCancelQuestion(
  ctx: Context,
  { users: [from] }: Operator,
  merge: UnfinishedMerge,
  fault?: OperatorFault,
  status?: number,
): Promise<ResponseInternal> {
  const backUrl = userUrl(ctx, from!.id);
  return await show(ctx, {
    ...{ step: CANCEL, formAction: backUrl, backUrl, name: nameOf(from!) },
    into: await readMerged(ctx, merge.into),
    ...fault ? { fault } : {},
  }, status);
}

/** The merge of a user that is not finished, for the page of that user; `undefined` without one. */
export async function findUnfinished(
  ctx: Context,
  userId: string,
  mayMerge: boolean,
): Promise<ShownUnfinishedMerge | undefined> {
  const merge = await findMerge(ctx, userId);
  if (!merge) return undefined;
  const { stopped } = merge;
  const [from, into, moved] = await Promise.all([
    readMerged(ctx, merge.from),
    readMerged(ctx, merge.into),
    nameAccounts(ctx, merge.moved),
  ]);
  const isFrom = merge.from === ownerOf(userId);
  const isDecided = !merge.canCancel;
  const canContinue = isFrom && mayMerge;
  return {
    ...{ from, into, moved, isDecided, canContinue },
    ...stopped === undefined ? {} : { stopped: stopped === "failed" ? stopped : REASONS[stopped] },
    ...isFrom ? {} : { fromUrl: userUrl(ctx, merge.from) },
    ...canContinue && !isDecided ? { cancelUrl: userUrl(ctx, userId, { step: CANCEL }) } : {},
  };
}

/** Name of the user to whom accounts go back when one of the two is deleted; `undefined` without a merge. */
export async function findGivesBackTo(ctx: Context, userId: string): Promise<string | undefined> {
  const merge = await findMerge(ctx, userId);
  return merge?.canCancel ? (await readMerged(ctx, merge.from)).name : undefined;
}

async function findMerge(
  { config }: Context,
  userId: string,
): Promise<UnfinishedMerge | undefined> {
  const id = ownerOf(userId);
  return (await listUnfinished(config as StoreCaller["config"]))
    .find(({ from, into }) => from === id || into === id);
}

async function readMerged({ config }: Context, id: string): Promise<MergedInto> {
  const user = await config.store!.getUser(id);
  return user ? toMergedInto(user) : { id, name: id, isUnconfirmed: false };
}

const isUnconfirmed = ({ email, emailVerified }: AdapterUser) => Boolean(email) && !emailVerified;

function toMergedInto(user: AdapterUser): MergedInto {
  return { id: ownerOf(user.id), name: nameOf(user), isUnconfirmed: isUnconfirmed(user) };
}

/** URL to which the operator comes back from a proof. */
function formUrl(ctx: Context, id: string): string {
  return userUrl(ctx, id, { step: "merge" });
}

async function showForm(
  ctx: Context,
  { users: [from] }: Operator,
  into: string,
  fault?: OperatorFault,
  status?: number,
): Promise<ResponseInternal> {
  const backUrl = userUrl(ctx, from!.id);
  return await show(ctx, {
    ...{ step: "merge", formAction: backUrl, backUrl, name: nameOf(from!), typed: { into } },
    ...fault ? { fault } : {},
  }, status);
}

async function showQuestion(
  ctx: Context,
  operator: Operator,
  into: AdapterUser,
  { moves, ends }: UserMerge,
): Promise<ResponseInternal> {
  const [from] = operator.users;
  const backUrl = userUrl(ctx, from!.id);
  const accounts = await nameAccounts(ctx, moves.accounts);
  return await show(ctx, {
    ...commonProps(ctx, operator, backUrl),
    ...{ step: "merge-into", backUrl, name: nameOf(from!), done: undefined },
    ...{ isUnconfirmed: isUnconfirmed(from!), into: toMergedInto(into) },
    moves: { accounts, organizations: toItems(moves.organizations) },
    ends: { ...ends, organizations: toItems(ends.organizations) },
  });
}

const toItems = (organizations: readonly UserOrganization[] | undefined) =>
  organizations?.map(({ name, role, since }): ShownOperatorItem => ({
    name,
    text: role,
    at: since,
  }));

/** The name, and the address: two accounts of one person often have the same name. */
function nameOf({ name, email, id }: AdapterUser): string {
  const address = email ? shownAddress(email) : ownerOf(id);
  const shown = displayName(name);
  return shown === undefined || shown === address ? address : `${shown} (${address})`;
}
