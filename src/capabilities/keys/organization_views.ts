/**
 * The views of the page for the API keys of an organization: the list, the questions, and the forms.
 *
 * @module
 */

import type { ResponseInternal } from "../../types/internal.ts";
import type { KeyFault } from "../../../pages/keys/step.ts";
import type { ShownOrganizationKey, ShownService } from "../../../pages/keys/organization_step.ts";
import { answerRefusal, may, type MemberVisit } from "../organizations/page_visit.ts";
import { Refusal } from "../organizations/refusal.ts";
import { listOfOrganization, listServices } from "./organization_keys.ts";
import {
  ask,
  EMPTY,
  formOf,
  type KeyVisit,
  queryOf,
  show,
  toShown,
  type Typed,
} from "./page_parts.ts";
import type { ApiKey, Service } from "./typed.ts";

/** A member on the page of the keys of the organization. */
export interface Visit extends KeyVisit {
  readonly member: MemberVisit;
}

/** Keys and services of the organization, as far as the role may read them. */
interface Known {
  readonly keys: readonly ApiKey[];
  readonly services?: readonly Service[];
}

/** The view that a query names, or the list. */
export async function showView(
  visit: Visit,
  step: string | undefined,
  id: string,
  typed: Typed,
  fault?: KeyFault,
): Promise<ResponseInternal> {
  if (step === "rotate" || step === "revoke") {
    const known = await read(visit);
    if ("answer" in known) return known.answer;
    return await ask(visit, step, id, known.keys, (fault) => showList(visit, EMPTY, fault));
  }
  if (step === "service" && may(visit.member, "service:create")) {
    const { name, scopes } = typed;
    const create = { name, scopes, offered: offeredTo(visit) };
    const { days: _, ...query } = queryOf(typed);
    return await show(visit, step, { create }, { view: visit.page.url({ step, ...query }), fault });
  }
  if (step === "service-key" || step === "service-delete") {
    return await showService(visit, step, id, typed, fault);
  }
  return await showList(visit, typed, fault);
}

async function showService(
  visit: Visit,
  step: "service-key" | "service-delete",
  id: string,
  typed: Typed,
  fault?: KeyFault,
): Promise<ResponseInternal> {
  const known = await read(visit);
  if ("answer" in known) return known.answer;
  const found = known.services?.find((one) => one.id === id);
  const service = found && toShownService(visit, found);
  const url = service?.urls[step === "service-key" ? "key" : "delete"];
  if (!service || url === undefined) {
    return await showList(visit, EMPTY, fault ?? { reason: service ? "forbidden" : "unknown" });
  }
  if (step === "service-delete") return await show(visit, step, { service }, { view: url, fault });
  const offered = offeredTo(visit).filter((one) =>
    service.scopes === "all" || service.scopes.includes(one)
  );
  const create = formOf(visit.scope, typed, offered);
  const view = visit.page.url({ step, id, ...queryOf(typed) });
  return await show(visit, step, { service, create }, { view, fault });
}

export async function showList(
  visit: Visit,
  typed: Typed,
  fault?: KeyFault,
): Promise<ResponseInternal> {
  const { page, member, scope } = visit;
  const known = await read(visit);
  if ("answer" in known) return known.answer;
  const { keys, services } = known;
  const offered = offeredTo(visit);
  const mayCreate = may(member, "key:create") && mayOffer(visit, offered);
  const mayAdd = may(member, "service:create") && mayOffer(visit, offered);
  return await show(visit, "list", {
    keys: keys.map((key) => withService(visit, key, services)),
    ...services ? { services: services.map((one) => toShownService(visit, one)) } : {},
    ...mayAdd ? { serviceUrl: page.url({ step: "service" }) } : {},
    ...mayCreate ? { create: formOf(scope, typed, offered) } : {},
  }, { view: page.url(queryOf(typed)), fault });
}

/** Reads the keys, and the services; the answer, where the role may not. */
async function read(visit: Visit): Promise<Known | { answer: ResponseInternal }> {
  const { ctx, member: { config, membership, scope: { settings: { access } } } } = visit;
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
function offeredTo({ scope, member }: Visit): readonly string[] {
  const { membership, scope: { settings: { access } } } = member;
  const named: ReadonlySet<string> = new Set(access.permissions);
  return scope.settings.scopes.filter((one) =>
    named.has(one) && access.allows(membership.role, one)
  );
}

/** Returns `false` where there is nothing to choose. */
function mayOffer({ scope: { settings } }: Visit, offered: readonly string[]): boolean {
  return settings.scopes.length === 0 || offered.length > 0;
}

/** A key, with the name of its service. */
function withService(
  visit: Visit,
  key: ApiKey,
  services: readonly Service[] = [],
): ShownOrganizationKey {
  const { kind, id } = key.owner;
  const service = kind === "service"
    ? services.find((one) => one.id === id)?.name ?? id
    : undefined;
  return { ...toShown(visit, key), ...service === undefined ? {} : { service } };
}

function toShownService(
  { page, member }: Visit,
  { id, name, scopes, createdAt }: Service,
): ShownService {
  const urls = {
    key: may(member, "key:create") ? page.url({ step: "service-key", id }) : undefined,
    delete: may(member, "service:delete") ? page.url({ step: "service-delete", id }) : undefined,
  };
  return { id, name, scopes, createdAt, urls };
}
