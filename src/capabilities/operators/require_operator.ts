/**
 * The question before everything that an operator reads or changes: who asks, and may they? Each page
 * and each function of operators asks here. All of it is read from the store for this request.
 *
 * Reading needs a permission. A change needs it too, and a fresh proof with a second factor; and it is
 * refused for the operator's own account, and for that of an operator who has a permission which the
 * one who acts lacks: else a small role could take a larger one over.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";
import { storeFailure } from "../../hooks/adapter.ts";
import { audit } from "../../hooks/audit.ts";
import { rateLimitedLog } from "../../hooks/logger.ts";
import { loadPart } from "../../hooks/topics.ts";
import { isUserId, ownerOf } from "../../records/owner.ts";
import { liveVisitor } from "../../session/live_visitor.ts";
import { assertTwoFactors, findVisitor, type Visitor } from "../../session/visitor.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { Context } from "../../types/internal.ts";
import type { Questions } from "../../types/topics.ts";
import { type ActionNeed, ACTIONS, type OperatorAction, PERMISSIONS } from "./actions.ts";
import { settingsIn } from "./settings.ts";

/** An operator, for this request. */
export interface Operator {
  /** Distinguishes it from a refusal. */
  readonly ok: true;
  /** The session, which no other person acts with. */
  readonly visitor: Visitor;
  /** The stored users that the action is about, in the order of their ids. */
  readonly users: readonly AdapterUser[];
  /** Returns `true` when the operator has the permission of an action. */
  may(action: OperatorAction): boolean;
  /** The reason for which the operator cannot change a user; `undefined` for one who can. */
  findObstacle(user: AdapterUser): Promise<"beyond-own" | "own-account" | undefined>;
}

/**
 * A refusal:
 *
 * - `"signed-out"`: there is no live session;
 * - `"no-operator"`: the visitor has none of the permissions, or another person acts for the user; who
 *   gets it must not learn that there is such a path;
 * - `"forbidden"`: an operator lacks the permission of the action;
 * - `"no-user"`: there is no such user;
 * - `"own-account"`: the change is about the operator;
 * - `"beyond-own"`: the change is about an operator who has permissions that this one lacks.
 */
export interface OperatorRefusal {
  /** Distinguishes it from an operator. */
  readonly ok: false;
  /** Reason. */
  readonly reason:
    | "signed-out"
    | "no-operator"
    | "forbidden"
    | "no-user"
    | "own-account"
    | "beyond-own";
  /** URL at which a member meets the policy of the organization of operators. */
  readonly location?: string | undefined;
}

/** What an action is about. */
export interface OperatorTask {
  /** Ids of the users, as many as the action names. Default: none. */
  readonly userIds?: readonly string[];
  /** URL to which the operator comes back from a proof. Default: the page that asked. */
  readonly back?: string;
}

/**
 * Decides whether the visitor of a request may do something as an operator.
 *
 * @throws {ProofRequired} when a change lacks a fresh proof with a second factor; browsers are led to
 *   it, or to the page that sets a second factor up, and back
 * @throws {TypeError} when the task names another number of users than the action is about
 */
export async function requireOperator(
  ctx: Context,
  action: OperatorAction,
  task: OperatorTask = {},
): Promise<Operator | OperatorRefusal> {
  const operator = await decide(ctx, action, task);
  const { isChange, words }: ActionNeed = ACTIONS[action];
  if (operator.ok && isChange) assertTwoFactors(operator.visitor, words, task.back);
  return operator;
}

/** Decides everything but whether the proof is fresh. */
async function decide(
  ctx: Context,
  action: OperatorAction,
  { userIds = [], back }: OperatorTask,
): Promise<Operator | OperatorRefusal> {
  const need: ActionNeed = ACTIONS[action];
  if (userIds.length !== need.users) {
    throw new TypeError(`Cannot ${need.words}: it is about ${need.users} users`);
  }
  const visitor = await liveVisitor(ctx);
  if (!visitor) {
    // A user who is in no store is signed in, and no operator.
    return { ok: false, reason: await findVisitor(ctx) ? "no-operator" : "signed-out" };
  }
  const no = async (reason: OperatorRefusal["reason"], location?: string) => {
    if (need.isChange) await auditRefused(ctx, visitor);
    return { ok: false, reason, location } as const;
  };
  // An operator who acts for a user has what that user has, and nobody acts for an operator.
  if (visitor.actsForAnother) return await no("no-operator");
  const held = await readVisitorPermissions(ctx, visitor, back);
  if ("location" in held) return await no("no-operator", held.location);
  if (!PERMISSIONS.some((permission) => held.has(permission))) return await no("no-operator");
  if (!held.has(need.permission)) return await no("forbidden");
  const findObstacle: Operator["findObstacle"] = async (user) => {
    if (ownerOf(user.id) === visitor.userId) return "own-account";
    const theirs = await readUserPermissions(ctx, user);
    return [...theirs].some((permission) => !held.has(permission)) ? "beyond-own" : undefined;
  };
  const users = await findUsers(ctx, userIds);
  if (!users) return await no("no-user");
  if (need.isChange) {
    for (const user of users) {
      const obstacle = await findObstacle(user);
      if (obstacle) return await no(obstacle);
    }
  }
  return {
    ...{ ok: true, visitor, users, findObstacle },
    may: (action) => held.has(ACTIONS[action].permission),
  };
}

/**
 * Decides the same for a change that the operator has begun with a fresh proof: it may continue as long
 * as all else holds.
 *
 * @returns `undefined` when it may not
 */
export async function mayContinue(
  ctx: Context,
  action: OperatorAction,
  task: OperatorTask,
): Promise<Operator | undefined> {
  const operator = await decide(ctx, action, task);
  return operator.ok ? operator : undefined;
}

/** Returns `true` for a user who has a permission of operators now. */
export async function isOperator(
  ctx: Pick<Context, "config">,
  user: AdapterUser,
): Promise<boolean> {
  const held = await readUserPermissions(ctx, user);
  return PERMISSIONS.some((permission) => held.has(permission));
}

/** See the topic `user.merge`: the rights of an operator move to nobody, and neither do their accounts. */
export async function refuseMerge(
  { config, from, into }: Questions["user.merge"]["asked"],
): Promise<Questions["user.merge"]["answer"]> {
  for (const user of [from, into]) {
    if (!await isOperator({ config }, user)) continue;
    const message = `${user.id} is an operator; take the permissions away first`;
    return { refusal: { reason: "operator", message } };
  }
  return {};
}

/** The stored users; `undefined` unless all of them are there. */
async function findUsers(
  { config: { store } }: Context,
  ids: readonly string[],
): Promise<AdapterUser[] | undefined> {
  // Records of organizations and of the app have owners too.
  if (!ids.every((id) => typeof id === "string" && id !== "" && isUserId(id))) return undefined;
  const found = await Promise.all(ids.map((id) => store!.getUser(id)));
  const users = found.filter((user) => user !== null);
  return users.length === ids.length ? users : undefined;
}

/**
 * The permissions of a visitor now: those of the role, or what the function of the app returns.
 *
 * @returns where a member can meet the policy of the organization, or that there is no such place
 */
async function readVisitorPermissions(
  ctx: Context,
  visitor: Visitor,
  back: string | undefined,
): Promise<ReadonlySet<string> | { location: string | undefined }> {
  const settings = settingsIn(ctx.config);
  if (settings?.organization === undefined) return await readUserPermissions(ctx, visitor.stored!);
  const members = await loadPart(ctx.config, "members");
  const answer = await members!.ofVisitor(visitor, settings.organization, back);
  if (!answer.ok) return { location: answer.location };
  return answer.permissions;
}

/** The permissions of a user now, without the demands of the organization on a session. */
async function readUserPermissions(
  ctx: Pick<Context, "config">,
  user: AdapterUser,
): Promise<ReadonlySet<string>> {
  const { config } = ctx;
  const { organization, permissionsOf } = settingsIn(config) ?? {};
  if (organization !== undefined) {
    const members = await loadPart(config, "members");
    return await members!.readPermissions({ config }, ownerOf(user.id), organization);
  }
  if (!permissionsOf) return new Set();
  const found: unknown = await readNames(config, () => permissionsOf(user));
  if (Array.isArray(found) && found.every((one) => typeof one === "string")) return new Set(found);
  throw new AuthError(
    "Cannot read the permissions of a user: `operators.permissionsOf` must return a list of names",
    { cause: { option: "operators.permissionsOf" } },
  );
}

/** What a function of the app returns. Where it throws, nobody knows who is an operator. */
async function readNames({ logger }: Context["config"], read: () => unknown): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    const failure = storeFailure(error, "operators.permissionsOf");
    // Where a page leaves something out for it, nobody else says so.
    rateLimitedLog(logger, failure, failure.message);
    throw failure;
  }
}

async function auditRefused(
  { config, request }: Context,
  { userId }: Visitor,
): Promise<void> {
  await audit({ config, request }, { name: "operator.refused", reason: "access-denied", userId });
}
