/**
 * The views of the page for the API keys of an organization: the list, the questions, and the forms.
 *
 * @module
 */

import type { ResponseInternal } from "../../types/internal.ts";
import type { KeyFault } from "../../../pages/keys/step.ts";
import type { ShownOrganizationKey, ShownService } from "../../../pages/keys/organization_step.ts";
import { answerRefusal, may, type MemberPageContext } from "../organizations/page_context.ts";
import { Refusal } from "../organizations/refusal.ts";
import { makeShell } from "../organizations/page_frame.ts";
import { listOfOrganization, listServices } from "./organization_keys.ts";
import {
  ask,
  EMPTY,
  type KeyPageContext,
  makeForm,
  show,
  toShown,
  type Typed,
} from "./page_parts.ts";
import { organizationScopesIn } from "./settings.ts";
import type { ApiKey, Service } from "./typed.ts";

/** A member on the page of the keys of the organization. */
export interface OrganizationKeyPageContext extends KeyPageContext {
  readonly member: MemberPageContext;
}

/** Keys and services of the organization, as far as the role may read them. */
interface Known {
  readonly keys: readonly ApiKey[];
  readonly services?: readonly Service[];
}

/** The view that a query names, or the list. */
export async function showView(
  context: OrganizationKeyPageContext,
  step: string | undefined,
  id: string,
  typed: Typed,
  fault?: KeyFault,
): Promise<ResponseInternal> {
  if (step === "rotate" || step === "revoke") {
    const known = await read(context);
    if ("answer" in known) return known.answer;
    return await ask(context, step, id, known.keys, (fault) => showList(context, EMPTY, fault));
  }
  if (step === "service" && may(context.member, "service:create")) {
    const { name, scopes } = typed;
    const create = { name, scopes, offered: offeredTo(context) };
    return await show(context, step, { create }, {
      view: context.page.url({ step }),
      fault,
    });
  }
  if (step === "service-key" || step === "service-delete") {
    return await showService(context, step, id, typed, fault);
  }
  return await showList(context, typed, fault);
}

async function showService(
  context: OrganizationKeyPageContext,
  step: "service-key" | "service-delete",
  id: string,
  typed: Typed,
  fault?: KeyFault,
): Promise<ResponseInternal> {
  const known = await read(context);
  if ("answer" in known) return known.answer;
  const found = known.services?.find((one) => one.id === id);
  const service = found && toShownService(context, found);
  const url = service?.urls[step === "service-key" ? "key" : "delete"];
  if (!service || url === undefined) {
    return await showList(context, EMPTY, fault ?? { reason: service ? "forbidden" : "unknown" });
  }
  if (step === "service-delete") {
    return await show(context, step, { service }, { view: url, fault });
  }
  const offered = offeredTo(context).filter((one) =>
    service.scopes === "all" || service.scopes.includes(one)
  );
  const create = makeForm(context.call, typed, offered);
  const view = context.page.url({ step, id });
  return await show(context, step, { service, create }, { view, fault });
}

export async function showList(
  context: OrganizationKeyPageContext,
  typed: Typed,
  fault?: KeyFault,
): Promise<ResponseInternal> {
  const { page, member, call } = context;
  const known = await read(context);
  if ("answer" in known) return known.answer;
  const { keys, services } = known;
  const offered = offeredToKeys(context);
  const mayCreate = may(member, "key:create") && mayOffer(context, offered);
  const mayAdd = may(member, "service:create") && mayOffer(context, offeredTo(context));
  return await show(context, "list", {
    keys: keys.map((key) => withService(context, key, services)),
    ...services ? { services: services.map((one) => toShownService(context, one)) } : {},
    ...mayAdd ? { serviceUrl: page.url({ step: "service" }) } : {},
    ...mayCreate ? { create: makeForm(call, typed, offered) } : {},
    shell: await makeShell(member),
  }, { view: page.url(), fault });
}

/** Reads the keys, and the services; the answer, where the role may not. */
async function read(
  context: OrganizationKeyPageContext,
): Promise<Known | { answer: ResponseInternal }> {
  const { ctx, member: { config, membership, call: { settings: { access } } } } = context;
  const [keys, services] = await Promise.all([
    listOfOrganization(config, membership),
    access.can(membership, "service:read") ? listServices(config, membership) : undefined,
  ]);
  for (const found of [keys, services]) {
    if (found instanceof Refusal) return { answer: await answerRefusal(ctx, found) };
  }
  return {
    keys: keys.ok ? keys.keys : [],
    ...services?.ok ? { services: services.services } : {},
  };
}

/** The scopes that a member can give: those of the own role. */
function offeredTo({ call, member }: OrganizationKeyPageContext): readonly string[] {
  const { membership, call: { settings: { access } } } = member;
  const named: ReadonlySet<string> = new Set(access.permissions);
  return call.settings.scopes.filter((one) =>
    named.has(one) && access.allows(membership.role, one)
  );
}

/** The same for a key of the organization itself, with what capabilities bring for owners. */
function offeredToKeys(context: OrganizationKeyPageContext): readonly string[] {
  const { call, member } = context;
  const brought = member.membership.role === "owner" ? organizationScopesIn(call.config) : [];
  return [...new Set([...offeredTo(context), ...brought])];
}

/** Returns `false` where there is nothing to choose. */
function mayOffer(
  { call: { settings } }: OrganizationKeyPageContext,
  offered: readonly string[],
): boolean {
  return settings.scopes.length === 0 || offered.length > 0;
}

/** A key, with the name of its service. */
function withService(
  context: OrganizationKeyPageContext,
  key: ApiKey,
  services: readonly Service[] = [],
): ShownOrganizationKey {
  const { kind, id } = key.owner;
  const service = kind === "service"
    ? services.find((one) => one.id === id)?.name ?? id
    : undefined;
  return { ...toShown(context, key), ...service === undefined ? {} : { service } };
}

function toShownService(
  { page, member }: OrganizationKeyPageContext,
  { id, name, scopes, createdAt }: Service,
): ShownService {
  const urls = {
    key: may(member, "key:create") ? page.url({ step: "service-key", id }) : undefined,
    delete: may(member, "service:delete") ? page.url({ step: "service-delete", id }) : undefined,
  };
  return { id, name, scopes, createdAt, urls };
}
