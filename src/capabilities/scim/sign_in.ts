/**
 * What the end of a sign-in, of a user, and of a suspension mean for directories.
 *
 * @module
 */

import { ownerOf } from "../../records/owner.ts";
import type { Json } from "../../types/records.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { Moments, Questions } from "../../types/topics.ts";
import { provenAddress } from "../organizations/address.ts";
import { memberships } from "../organizations/kinds.ts";
import { makeOrganizationsCall } from "../organizations/settings.ts";
import { ownerOfOrg, persons, suspensions, users } from "./kinds.ts";
import { bind, isActive } from "./membership.ts";
import { findByName } from "./names.ts";

/** See the topic `session.begun`: a user whose address waited is the person of the directory. */
export async function bindUser({ ctx, user: { id } }: Moments["session.begun"]): Promise<void> {
  const call = makeOrganizationsCall(ctx.config, ctx.request);
  const { records, config: { store } } = call;
  const user = id === undefined ? null : await store.getUser(id);
  const address = user && await provenAddress(call, user);
  if (!user || !address) return;
  const userId = ownerOf(user.id);
  for await (const { data: { org } } of memberships.listAll(records, userId)) {
    if (await persons.get(records, { org, userId })) continue;
    const person = await findByName({ call, org }, { of: "address", value: address });
    const found = person === undefined ? null : await users.get(records, person);
    const isIt = found?.data.org === org && found.data.userId === null && isActive(found.data);
    if (isIt) await bind({ call, org }, found, userId);
  }
}

/** See the topic `user.deleting`: the directory keeps its person, who is no user any more. */
export async function forgetUser(
  { caller: { config }, userId: id, isRequest, isOpen }: Moments["user.deleting"],
): Promise<void> {
  if (isRequest || isOpen) return;
  const records = config.records!;
  const userId = ownerOf(id);
  for await (const { data: { org, id } } of persons.listAll(records, userId)) {
    await users.update(
      records,
      id,
      (known) =>
        known?.data.userId === userId
          ? { userId: ownerOfOrg(org), expires: null, data: { ...known.data, userId: null } }
          : undefined,
    );
  }
}

/** See the topic `user.merge`: the directory of an organization decides what becomes of its people. */
export async function refuseMerge(
  { config: { records }, from: { id } }: Questions["user.merge"]["asked"],
): Promise<Questions["user.merge"]["answer"]> {
  const [person] = await persons.list(records!, ownerOf(id), { limit: 1 });
  if (!person) return {};
  const message = `the directory of the organization ${person.data.org} keeps ${id}; ` +
    "remove the person there first";
  return { refusal: { reason: "directory", message } };
}

/** See the topic `access.ended`: what the app suspends, no directory resumes. */
export async function forgetSuspension(
  { config, userId }: Moments["access.ended"],
): Promise<void> {
  const records = config.records!;
  const known = await suspensions.get(records, ownerOf(userId));
  if (known?.data.isDone) await suspensions.removeSame(records, ownerOf(userId), known);
}

/** What directories say about a user, for a copy of the user's data. */
export async function listOfUser(
  { records }: Pick<ResolvedConfig, "records">,
  userId: string,
): Promise<readonly { readonly data: Json }[]> {
  const found: { data: Json }[] = [];
  for await (const { data: { org, id, at } } of persons.listAll(records!, userId)) {
    const person = (await users.get(records!, id))?.data;
    if (person?.userId !== userId) continue;
    found.push({ data: { organization: org, id, at, values: person.values } as Json });
  }
  return found;
}
