/**
 * The page of the API keys of an organization and of its services. Each change is a function of
 * apps, which decides; the page asks for a fresh proof before.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { InvalidCheck } from "../../errors.ts";
import { requireCsrf } from "../../session/csrf.ts";
import { readField } from "../../request/page.ts";
import { assertFreshProof } from "../../session/visitor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type { KeyFault } from "../../../pages/keys/step.ts";
import {
  answerRefusal as answerMember,
  forbidden,
  may,
  memberIn,
  organizationUrl,
  slugIn,
} from "../organizations/page_context.ts";
import {
  createForOrganization,
  createService,
  deleteService,
  revokeOfOrganization,
  rotateOfOrganization,
} from "./organization_keys.ts";
import {
  answerRefusal,
  chosen,
  EMPTY,
  makeOnce,
  orFault,
  type Query,
  showMade,
  type Typed,
  typedIn,
} from "./page_parts.ts";
import { type OrganizationKeyPageContext, showList, showView } from "./organization_views.ts";
import { makeKeysCall } from "./settings.ts";

const pages = lazy(() => import("../../../pages/keys/organization.tsx"));

/** A change that a form asks for. */
interface Step {
  /** Words for the change, in logs. */
  readonly words: string;
  /** The view that has the form; the list without one. */
  view?(ids: Ids): Query;
  /** Makes the change. */
  run(context: OrganizationKeyPageContext, ids: Ids, typed: Typed): Promise<ResponseInternal>;
}

/** Ids in a form. */
interface Ids {
  /** Id of a key or of a service. */
  readonly id: string;
  /** Id of the service that a new key is for; empty for none. */
  readonly service: string;
}

const STEPS: Readonly<Record<string, Step>> = {
  create: {
    words: "create a key of the organization",
    view: ({ service }) => service ? { step: "service-key", id: service } : {},
    run: create,
  },
  revoke: {
    words: "revoke a key of the organization",
    view: ({ id }) => ({ step: "revoke", id }),
    async run(context, { id }) {
      const { member: { config, membership } } = context;
      const result = await revokeOfOrganization(config, membership, id);
      return await goOn(context, result, "revoked");
    },
  },
  rotate: {
    words: "rotate a key of the organization",
    view: ({ id }) => ({ step: "rotate", id }),
    async run(context, { id }) {
      const { member: { config, membership } } = context;
      const made = await rotateOfOrganization(config, membership, id);
      return made.ok
        ? await showMade(context, made)
        : await answerRefusal(made, (fault) => showList(context, EMPTY, fault));
    },
  },
  service: {
    words: "create a service",
    view: () => ({ step: "service" }),
    run: addService,
  },
  "service-delete": {
    words: "delete a service",
    view: ({ id }) => ({ step: "service-delete", id }),
    async run(context, { id }) {
      const { member: { config, membership } } = context;
      const result = await deleteService(config, membership, id);
      return await goOn(context, result, "service-deleted");
    },
  },
};

/** `GET organization/{slug}/keys` and `POST organization/{slug}/keys`. */
export const organizationKeysPage: ActionHandlers = {
  async GET(ctx) {
    const { step, id = "" } = ctx.request.query;
    const context = await readPageContext(ctx, { step, id: id || undefined });
    if ("answer" in context) return context.answer;
    return await showView(context, step, id, EMPTY);
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const step = readField(ctx, "step");
    if (!Object.hasOwn(STEPS, step)) {
      throw new InvalidCheck("Cannot change the keys of the organization: there is no such step");
    }
    const { words, view, run } = STEPS[step]!;
    const ids = { id: readField(ctx, "id"), service: readField(ctx, "service") };
    const typed = typedIn(ctx);
    const back = view?.(ids) ?? {};
    const context = await readPageContext(ctx, back);
    if ("answer" in context) return context.answer;
    assertFreshProof(context.visitor, words, context.page.url(back));
    return await run(context, ids, typed);
  },
};

/** The member whom a request comes from; the answer for all who may not read the keys. */
async function readPageContext(
  ctx: Context,
  back: Query,
): Promise<OrganizationKeyPageContext | { answer: ResponseInternal }> {
  const url = (slug: string, query?: Query) => organizationUrl(ctx, slug, query, "/keys");
  const member = await memberIn(ctx, url(slugIn(ctx), back));
  if ("answer" in member) return member;
  const { membership, visitor, call: { settings: { access } } } = member;
  if (!access.can(membership, "key:read")) {
    return { answer: await answerMember(ctx, forbidden(), membership.organization) };
  }
  const { name, slug } = membership.organization;
  const page = {
    name: "organization-keys",
    load: async () => (await pages()).organizationKeysPart as never,
    url: (query?: Query) => url(slug, query),
    props: { organization: { name, url: organizationUrl(ctx, slug) } },
    may: { rotate: may(member, "key:create"), revoke: may(member, "key:revoke") },
  };
  return { ctx, visitor, call: makeKeysCall(ctx.config, ctx.request), page, member };
}

async function create(
  context: OrganizationKeyPageContext,
  { service }: Ids,
  typed: Typed,
): Promise<ResponseInternal> {
  const { member: { config, membership } } = context;
  return await makeOnce(
    context,
    typed,
    (options) =>
      createForOrganization(config, membership, { ...options, ...service ? { service } : {} }),
    (fault) => showView(context, service ? "service-key" : undefined, service, typed, fault),
  );
}

async function addService(
  context: OrganizationKeyPageContext,
  _: Ids,
  typed: Typed,
): Promise<ResponseInternal> {
  const { member: { config, membership }, call } = context;
  const again = (fault: KeyFault) => showView(context, "service", "", typed, fault);
  return await orFault(async () => {
    const options = { name: typed.name, scopes: chosen(call, typed) };
    return await goOn(context, await createService(config, membership, options), "service", again);
  }, again);
}

/** Leads to the list after a change, or says why there is none. */
async function goOn(
  context: OrganizationKeyPageContext,
  result: { readonly ok: true } | Parameters<typeof answerRefusal>[0] & { readonly ok: false },
  done: string,
  again = (fault: KeyFault) => showList(context, EMPTY, fault),
): Promise<ResponseInternal> {
  if (result.ok) return { redirect: context.page.url({ done }) };
  return await answerRefusal(result, again);
}
