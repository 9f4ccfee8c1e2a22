/**
 * The page on which operators find users, with the form for a new one.
 *
 * @module
 */

import { createStoredUser } from "../../accounts/create_user.ts";
import { listUsers, type UserListPage, type UserState } from "../../accounts/user_list.ts";
import type { WithStore } from "../../accounts/manage.ts";
import { InvalidCheck } from "../../errors.ts";
import { nowDate } from "../../base/time.ts";
import { readField } from "../../request/page.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type { OperatorFault } from "../../../pages/operators/step.ts";
import type { Operator } from "./require_operator.ts";
import {
  commonProps,
  fieldIn,
  formIn,
  listUrl,
  makeCaller,
  operatorIn,
  PAGE_SIZE,
  show,
  userUrl,
} from "./page_context.ts";

/** `GET operators` and `POST operators`. */
export const listPage: ActionHandlers = {
  async GET(ctx) {
    const { step, query, state, organization, after } = ctx.request.query;
    if (step === "create") {
      const operator = await operatorIn(ctx, "create", listUrl(ctx, { step }));
      if ("answer" in operator) return operator.answer;
      return await showForm(ctx, { email: "", name: "", isConfirmed: false });
    }
    const back = listUrl(ctx, { query, state, organization, after });
    const operator = await operatorIn(ctx, "list-users", back);
    return "answer" in operator ? operator.answer : await showList(ctx, operator);
  },

  async POST(ctx) {
    const missing = await formIn(ctx);
    if (missing) return missing;
    if (readField(ctx, "step") !== "create") {
      const operator = await operatorIn(ctx, "list-users", listUrl(ctx));
      if ("answer" in operator) return operator.answer;
      throw new InvalidCheck("Cannot change users: there is no such step");
    }
    const operator = await operatorIn(ctx, "create", listUrl(ctx, { step: "create" }));
    if ("answer" in operator) return operator.answer;
    const [email, name] = [readField(ctx, "email"), readField(ctx, "name")];
    const isConfirmed = readField(ctx, "confirmed") !== "";
    try {
      const made = await createStoredUser(makeCaller(ctx, operator), {
        email,
        name: name.trim() === "" ? undefined : name,
        emailVerified: isConfirmed ? nowDate() : null,
      });
      return { redirect: userUrl(ctx, made.id, { done: "created" }) };
    } catch (error) {
      const field = fieldIn(error);
      if (field === undefined) throw error;
      return await showForm(ctx, { email, name, isConfirmed }, { field }, 400);
    }
  },
};

async function showForm(
  ctx: Context,
  typed: { email: string; name: string; isConfirmed: boolean },
  fault?: OperatorFault,
  status?: number,
): Promise<ResponseInternal> {
  const formAction = listUrl(ctx);
  const props = { step: "create", formAction, backUrl: formAction, typed } as const;
  return await show(ctx, { ...props, ...fault ? { fault } : {} }, status);
}

async function showList(ctx: Context, operator: Operator): Promise<ResponseInternal> {
  const { config } = ctx;
  const { query = "", state = "", organization = "", after } = ctx.request.query;
  const typed = { query, state, organization };
  const filters = {
    ...query === "" ? {} : { query },
    ...state === "" ? {} : { state: state as UserState },
    ...organization === "" ? {} : { organization },
  };
  let found: UserListPage = { users: [], search: "index" };
  let fault: OperatorFault | undefined;
  try {
    // The check of the config demands a store.
    found = await listUsers(config as WithStore, { ...filters, after, limit: PAGE_SIZE });
  } catch (error) {
    const field = fieldIn(error);
    if (field === undefined) throw error;
    fault = { field };
  }
  const { users, next, search } = found;
  const props = {
    ...commonProps(ctx, operator, listUrl(ctx), fault),
    ...{ step: "list", typed, search } as const,
    users: users.map((user) => ({ ...user, url: userUrl(ctx, user.id) })),
    hasOrganizations: config.userConfig.organizations !== undefined,
    ...next === undefined ? {} : { nextUrl: listUrl(ctx, { ...filters, after: next }) },
    ...after === undefined ? {} : { firstUrl: listUrl(ctx, filters) },
    ...operator.may("create") ? { createUrl: listUrl(ctx, { step: "create" }) } : {},
  };
  return await show(ctx, props, fault && 400);
}
