/**
 * The entries of an organization, for its owners.
 *
 * @module
 */

import { withoutUndefined } from "../../base/objects.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { act } from "../organizations/actor.ts";
import type { Membership } from "../organizations/membership.ts";
import type { AuditFunctions, AuditPage, StoredAuditEntry } from "./typed.ts";

/** Reads the membership again, and then the page. */
export async function listOfOrganization(
  config: ServerConfig,
  membership: Membership,
  read: (org: string) => Promise<AuditPage>,
): ReturnType<AuditFunctions["listOfOrganization"]> {
  return await act(config, membership, {
    what: "read the audit log of the organization",
    role: "owner",
    isRead: true,
  }, async ({ org }) => {
    const { entries, ...rest } = await read(org);
    return { ok: true as const, entries: entries.map(toShown), ...rest };
  });
}

/** What owners see: where and with what their members signed in is not the organization's. */
function toShown(entry: StoredAuditEntry): StoredAuditEntry {
  return withoutUndefined({
    ...entry,
    address: null,
    device: null,
    sessionId: undefined,
    proof: undefined,
  }) as unknown as StoredAuditEntry;
}
