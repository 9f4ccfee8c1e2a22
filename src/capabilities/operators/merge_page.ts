/**
 * The pages on which an operator merges two users: the form, and the question with what the merge does.
 *
 * @module
 */

import { mergeUsers } from "../../accounts/merge.ts";
import type { UserMerge } from "../../accounts/merge_plan.ts";
import { listUnfinished } from "../../accounts/open_merges.ts";
import type { StoreCaller } from "../../accounts/manage.ts";
import { findNamedUser } from "../../accounts/user_list.ts";
import { displayName } from "../../base/names.ts";
import { shownAddress } from "../../base/shown_address.ts";
import { AccessDenied } from "../../errors.ts";
import { findProvider } from "../../hooks/providers.ts";
import { withLabel } from "../../mail/notify_user.ts";
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
} from "../../../pages/operators/step.ts";
import type { Operator } from "./require_operator.ts";
import { commonProps, makeCaller, operatorIn, show, userUrl } from "./page_context.ts";

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
    const { refusal } = error instanceof AccessDenied
      ? (error.cause ?? {}) as { refusal?: UserMergeRefusal }
      : {};
    if (refusal === undefined) throw error;
    return await showForm(ctx, operator, typed, { reason: REASONS[refusal] }, 409);
  }
}

/** The user into whom a merge that is not finished merges a user; `undefined` without one. */
export async function findUnfinished(
  { config }: Context,
  userId: string,
): Promise<MergedInto | undefined> {
  const merge = (await listUnfinished(config as StoreCaller["config"])).find(({ from }) =>
    from === ownerOf(userId)
  );
  if (!merge) return undefined;
  const into = await config.store!.getUser(merge.into);
  return into ? toMergedInto(into) : { id: merge.into, name: merge.into, isUnconfirmed: false };
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
  const accounts = await Promise.all(moves.accounts.map(
    async ({ provider, providerAccountId, label }): Promise<ShownOperatorItem> => ({
      name: withLabel((await findProvider(ctx.config, provider))?.name ?? provider, label),
      text: providerAccountId,
    }),
  ));
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
