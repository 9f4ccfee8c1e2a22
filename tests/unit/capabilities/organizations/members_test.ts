import { assert, assertEquals } from "@std/assert";
import { MemoryRecords } from "../../../../adapters/records/memory.ts";
import {
  members,
  memberships,
  organizations,
  type OrgData,
} from "../../../../src/capabilities/organizations/kinds.ts";
import { changeOwners, promote } from "../../../../src/capabilities/organizations/members.ts";
import type { RecordStore } from "../../../../src/types/records.ts";

const ORG = "org_0000000000000000000001";
const EVE = { org: ORG, userId: "eve" };

async function createRecords(): Promise<RecordStore> {
  const records = MemoryRecords();
  const data: OrgData = {
    name: "Acme",
    slug: "acme",
    owners: ["ada"],
    policy: {},
    createdAt: new Date().toISOString(),
    isEnding: false,
  };
  await organizations.add(records, ORG, { expires: null, data });
  const member = { since: data.createdAt, by: "ada", isManaged: false, externalId: null };
  await memberships.add(records, EVE, {
    userId: "eve",
    expires: null,
    data: { org: ORG, role: "guest", ...member },
  });
  return records;
}

/** Runs something once the organization has been written. */
function afterOwners(records: RecordStore, run: () => Promise<unknown>): RecordStore {
  let isDone = false;
  return {
    get: (kind, id) => records.get(kind, id),
    async put(entry, expected) {
      const isWritten = await records.put(entry, expected);
      if (isWritten && entry.kind === organizations.name && !isDone) {
        isDone = true;
        await run();
      }
      return isWritten;
    },
    take: (kind, id) => records.take(kind, id),
    list: (owner, kind, page) => records.list(owner, kind, page),
    deleteOwner: (owner, kind, exceptId) => records.deleteOwner(owner, kind, exceptId),
  };
}

Deno.test("promote(): a removed member who is the only owner meanwhile has a membership again", async () => {
  const records = await createRecords();
  const store = afterOwners(records, async () => {
    await memberships.take(records, EVE);
    assertEquals(await changeOwners(records, ORG, () => ["eve"]), undefined);
  });
  assertEquals(await promote(store, ORG, "eve", () => undefined), undefined);
  assertEquals((await organizations.get(records, ORG))?.data.owners, ["eve"]);
  assertEquals((await memberships.get(records, EVE))?.data.role, "owner");
  assert(await members.get(records, EVE), "every list shows the owner");
});

Deno.test("promote(): a removed member is no owner while there is another", async () => {
  const records = await createRecords();
  const store = afterOwners(records, () => memberships.take(records, EVE) as Promise<unknown>);
  assertEquals(await promote(store, ORG, "eve", () => undefined), "not-member");
  assertEquals((await organizations.get(records, ORG))?.data.owners, ["ada"]);
  assertEquals(await memberships.get(records, EVE), null);
});
