/**
 * Ids of connections, which are those of their providers.
 *
 * @module
 */

import { hashParts } from "../../base/hashed.ts";
import type { OrganizationsCall } from "../organizations/settings.ts";
import { connections } from "./kinds.ts";

/**
 * Ids that the connection of an organization can have, in their order: that of the slug, or one with
 * some characters more, which are always the same. So a page can show the next one before.
 */
export async function* listIds(
  { config: { providers } }: OrganizationsCall,
  org: string,
  slug: string,
) {
  for (let attempt = 0; attempt < 10; attempt++) {
    const hash = await hashParts("id of a connection", [org, String(attempt)]);
    const more = attempt === 0
      ? ""
      : `-${hash.toLowerCase().replace(/[^a-z0-9]/g, "").slice(0, 8)}`;
    const id = `sso-${slug}${more}`;
    if (!providers.has(id)) yield id;
  }
}

/** The id that the connection of an organization will have, unless another one takes it before. */
export async function proposeId(
  call: OrganizationsCall,
  org: string,
  slug: string,
): Promise<string> {
  let id = "";
  for await (id of listIds(call, org, slug)) {
    if (await connections.get(call.records, id) === null) break;
  }
  return id;
}
