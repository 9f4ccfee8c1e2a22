/**
 * The page of all organizations of a user, with the form for a new one.
 *
 * @module
 */

import { InvalidCheck } from "../../errors.ts";
import { hasPath } from "../../http/paths.ts";
import { requireCsrf } from "../../session/csrf.ts";
import { accountPageUrl, fieldOf } from "../../request/page.ts";
import { sessionRequiredUrl } from "../../response/render.ts";
import { assertFreshProof } from "../../session/visitor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type { OrganizationFault, OrganizationList } from "../../../pages/organizations/step.ts";
import { createFor, mayCreate } from "./creation.ts";
import { organizationsOf } from "./lists.ts";
import {
  attempt,
  commonProps,
  listUrl,
  organizationUrl,
  type PageVisit,
  show,
  visitIn,
} from "./page_visit.ts";

interface Typed {
  name: string;
  slug: string;
}

/** `GET organizations` and `POST organizations`. */
export const listPage: ActionHandlers = {
  async GET(ctx) {
    const { name = "", slug = "" } = ctx.request.query;
    const visit = await visitIn(ctx);
    if (!visit) return toSignIn(ctx, { name, slug });
    return await show(visit, "list", await propsOf(visit, { name, slug }));
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const typed = { name: fieldOf(ctx, "name"), slug: fieldOf(ctx, "slug") };
    const visit = await visitIn(ctx);
    if (!visit) return toSignIn(ctx, typed);
    const step = fieldOf(ctx, "step");
    if (step === "create") return await create(visit, typed);
    throw new InvalidCheck("Cannot change the organizations: there is no such step");
  },
};

function toSignIn(ctx: Context, { name, slug }: Typed): ResponseInternal {
  const back = listUrl(ctx, { name: name || undefined, slug: slug || undefined });
  return { redirect: sessionRequiredUrl(ctx, back) };
}

async function create(visit: PageVisit, typed: Typed): Promise<ResponseInternal> {
  const { ctx, visitor, scope } = visit;
  const back = listUrl(ctx, { ...typed });
  assertFreshProof(visitor, "create an organization", back);
  const result = await attempt(visit, back, () => createFor(scope, visitor.userId, typed));
  if (result.ok) {
    return { redirect: organizationUrl(ctx, result.organization.slug, { done: "created" }) };
  }
  if ("answer" in result) return result.answer;
  return await show(visit, "list", await propsOf(visit, typed, result.fault), result.status);
}

async function propsOf(
  visit: PageVisit,
  typed: Typed,
  fault?: OrganizationFault,
): Promise<OrganizationList> {
  const { ctx, scope, user, visitor } = visit;
  const view = listUrl(ctx, { name: typed.name || undefined, slug: typed.slug || undefined });
  const [organizations, isOffered] = await Promise.all([
    organizationsOf(scope, visitor.userId),
    visitor.actsForAnother ? false : mayCreate(scope, user),
  ]);
  return {
    ...await commonProps(visit, listUrl(ctx), { view, fault }),
    step: "list",
    organizations: organizations.map(({ name, slug, role, since }) => ({
      ...{ name, slug, role, since },
      url: organizationUrl(ctx, slug),
    })),
    ...isOffered ? { create: typed } : {},
    ...hasPath(ctx.config.enabledPaths, "account") ? { accountUrl: accountPageUrl(ctx) } : {},
  };
}
