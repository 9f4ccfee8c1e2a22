/**
 * The page of all organizations of a user, with the form for a new one.
 *
 * @module
 */

import { InvalidCheck } from "../../errors.ts";
import { hasPath } from "../../http/paths.ts";
import { requireCsrf } from "../../session/csrf.ts";
import { accountPageUrl, readField } from "../../request/page.ts";
import { sessionRequiredUrl } from "../../response/render.ts";
import { assertFreshProof } from "../../session/visitor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type { OrganizationFault, OrganizationList } from "../../../pages/organizations/step.ts";
import { createFor, mayCreate } from "./creation.ts";
import { listUserOrganizations } from "./lists.ts";
import {
  attempt,
  commonProps,
  findPageContext,
  listUrl,
  type OrganizationPageContext,
  organizationUrl,
  show,
} from "./page_context.ts";

interface Typed {
  name: string;
  slug: string;
}

/** `GET organizations` and `POST organizations`. */
export const listPage: ActionHandlers = {
  async GET(ctx) {
    const { name = "", slug = "" } = ctx.request.query;
    const context = await findPageContext(ctx);
    if (!context) return toSignIn(ctx, { name, slug });
    return await show(context, "list", await makeProps(context, { name, slug }));
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const typed = { name: readField(ctx, "name"), slug: readField(ctx, "slug") };
    const context = await findPageContext(ctx);
    if (!context) return toSignIn(ctx, typed);
    const step = readField(ctx, "step");
    if (step === "create") return await create(context, typed);
    throw new InvalidCheck("Cannot change the organizations: there is no such step");
  },
};

function toSignIn(ctx: Context, { name, slug }: Typed): ResponseInternal {
  const back = listUrl(ctx, { name: name || undefined, slug: slug || undefined });
  return { redirect: sessionRequiredUrl(ctx, back) };
}

async function create(context: OrganizationPageContext, typed: Typed): Promise<ResponseInternal> {
  const { ctx, visitor, call } = context;
  const back = listUrl(ctx, { ...typed });
  assertFreshProof(visitor, "create an organization", back);
  const result = await attempt(context, back, () => createFor(call, visitor.userId, typed));
  if (result.ok) {
    return { redirect: organizationUrl(ctx, result.organization.slug, { done: "created" }) };
  }
  if ("answer" in result) return result.answer;
  return await show(context, "list", await makeProps(context, typed, result.fault), result.status);
}

async function makeProps(
  context: OrganizationPageContext,
  typed: Typed,
  fault?: OrganizationFault,
): Promise<OrganizationList> {
  const { ctx, call, user, visitor } = context;
  const view = listUrl(ctx, { name: typed.name || undefined, slug: typed.slug || undefined });
  const [organizations, isOffered] = await Promise.all([
    listUserOrganizations(call, visitor.userId),
    visitor.actsForAnother ? false : mayCreate(call, user),
  ]);
  return {
    ...await commonProps(context, listUrl(ctx), { view, fault }),
    step: "list",
    organizations: organizations.map(({ name, slug, role, since }) => ({
      ...{ name, slug, role, since },
      url: organizationUrl(ctx, slug),
    })),
    ...isOffered ? { create: typed } : {},
    ...hasPath(ctx.config.enabledPaths, "account") ? { accountUrl: accountPageUrl(ctx) } : {},
  };
}
