import { assert, assertEquals, assertRejects } from "@std/assert";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { AccessDenied, UserSuspended } from "../../../src/errors.ts";
import { refuseWayIn, suspend } from "../../../src/session/user_status.ts";
import { openFork } from "../../../src/session/fork.ts";
import { openRecord, sessions } from "../../../src/session/record.ts";
import type { RecordEntry, RecordStore } from "../../../src/types/records.ts";
import { createTestContext } from "../_context.ts";

const ADA = "ada";
const FIRST = "first-session";
const COPY = "copied-session";
const WAY_IN = "hash-of-a-way-in";

/** A store that does something once the record of the copy is written. */
function storeWith(then: (records: RecordStore) => unknown): RecordStore {
  const records = MemoryRecords();
  return {
    ...records,
    async put(entry: RecordEntry, expected: number | null) {
      const isWritten = await records.put(entry, expected);
      if (entry.id === COPY) await then(records);
      return isWritten;
    },
  };
}

async function fork(then: (records: RecordStore) => unknown = () => {}, userId = ADA) {
  const records = storeWith(then);
  const { ctx } = await createTestContext({
    config: { records, session: { revocation: {} } },
  });
  const wayIn = { hash: WAY_IN, recheck: () => Promise.resolve() };
  await openRecord(ctx, { id: FIRST, userId: ADA }, { wayIn });
  return { records, run: () => openFork(ctx, FIRST, { id: COPY, userId }) };
}

Deno.test("openFork() writes a record with the sign-in method of the first session", async () => {
  const { records, run } = await fork();
  await run();
  const copy = await sessions.get(records, COPY);
  assertEquals([copy?.owner, copy?.data.wayIn], [ADA, WAY_IN]);
});

const ENDINGS: Record<string, (records: RecordStore) => unknown> = {
  "the first session ends": (records) => sessions.take(records, FIRST),
  "its sign-in method is removed": (records) => refuseWayIn(records, ADA, WAY_IN),
  "its user is suspended": (records) => suspend(records, ADA),
};

for (const [name, end] of Object.entries(ENDINGS)) {
  Deno.test(`openFork() leaves nothing when ${name} meanwhile`, async () => {
    const { records, run } = await fork(end);
    const error = await assertRejects(run, AccessDenied);
    assertEquals(error instanceof UserSuspended, name.includes("suspended"));
    assertEquals(await sessions.get(records, COPY), null);
  });
}

Deno.test("openFork() needs a session of the user", async () => {
  const { records, run } = await fork(undefined, "eve");
  await assertRejects(run, AccessDenied, "it was ended meanwhile");
  assertEquals(await sessions.get(records, COPY), null);
  assert(await sessions.get(records, FIRST));
});
