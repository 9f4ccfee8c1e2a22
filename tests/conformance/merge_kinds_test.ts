/**
 * What becomes of each kind of record when two users are merged. A kind that the sources define and this
 * table does not know fails.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { CONTRACT } from "../../src/hooks/adapter.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import type { RecordEntry, RecordStore } from "../../src/types/records.ts";
import { KINDS_OF_TOOLS, kindsOfSources } from "../_record_kinds.ts";
import { createMergeApp, enrollTotp, enterBoth } from "../flows/_merge.ts";

/** Kinds by their fate; a reason where it is not plain. */
const FATES = {
  /** They are the other user's afterwards. */
  moves: ["account", "connection.identity", "operators.impersonation", "org.membership"],
  /** They end when the user is shut, before anything moves. */
  ends: [
    ...["anchor", "native", "native.code", "native.spent", "oauth.client-grant", "oauth.grant"],
    ...["oauth.refresh", "pending", "session", "session.upstream", "trusted"],
  ],
  /** They go with the user who is deleted. */
  deletion: [
    ...["access", "account.profile", "address.change", "address.held", "address.undo"],
    ...["audit.actor", "audit.user", "device.new", "factor", "factor.attempt", "factor.reset"],
    ...["key", "key.ended", "key.maker", "oauth.client-session", "oauth.code", "oauth.device"],
    ...["oauth.request", "oauth.used", "passkey.key", "passkey.name"],
    ...["password", "password.kept", "password.rehash", "quota", "scim.person"],
    ...["scim.suspension", "tokens", "user.deletion"],
  ],
  /** They are of an organization, of the app, or of nobody. */
  others: [
    ...["audit.chain", "audit.entry", "audit.organization", "connection", "connection.assertion"],
    ...["connection.claim", "connection.domain", "connection.link", "connection.test", "creating"],
    ...["limit", "lock", "native.nonce", "oauth.client", "oauth.document", "oauth.key"],
    ...["oauth.user-code", "operators.notice", "org", "org.expected", "org.invitation"],
    ...[
      "org.logo",
      "org.member",
      "org.pending",
      "org.slug",
      "outbox",
      "outbox.undelivered",
      "scim.group",
    ],
    ...["scim.name", "scim.size", "scim.user", "service", "session.adopted", "upstream.ended"],
    ...["upstream.session", "used", "user.import", "user.merge"],
    // Who was removed from an organization stays removed.
    ...["connection.removed", "org.removal"],
  ],
} as const satisfies Record<string, readonly string[]>;

Deno.test("users.merge: every kind of record has one fate", async () => {
  const listed: string[] = Object.values(FATES).flat();
  const defined = [...await kindsOfSources()].filter((kind) => !KINDS_OF_TOOLS.includes(kind));
  assertEquals(listed.toSorted(), defined.toSorted());
});

/** Remembers every entry that is written. */
function remembering(records: RecordStore): { store: RecordStore; written: RecordEntry[] } {
  const written: RecordEntry[] = [];
  const store: RecordStore = {
    ...records,
    put: async (entry, replaces) => {
      written.push(entry);
      return await records.put(entry, replaces);
    },
  };
  return { store, written };
}

Deno.test("users.merge: nothing stays of the user who ends, and nothing else than listed moves", async () => {
  const memory = MemoryAdapter();
  // One that lists no accounts, so that those are records too.
  const adapter = Object.fromEntries(CONTRACT.map((name) => [name, memory[name]]));
  const { store: records, written } = remembering(MemoryRecords());
  const app = createMergeApp({ adapter: adapter as AuthConfig["adapter"], records });
  await enterBoth(app);
  await enrollTotp(app, "old");
  await enrollTotp(app, "ada");
  await app.auth.passwords.set("old", "a password that nobody guesses");
  await app.auth.keys.createFor("old", { name: "Backup", scopes: ["read"] });
  const before = new Set(written.filter(({ owner }) => owner === "old").map(({ kind }) => kind));
  for (const kind of ["account", "factor", "key", "org.membership", "password", "session"]) {
    assert(before.has(kind), kind);
  }
  const count = written.length;
  await app.auth.users.merge("old", "ada");
  for (const { kind, id } of written) {
    assert((await records.get(kind, id))?.owner !== "old", `${kind} is of nobody`);
  }
  const moved = written.slice(count).filter(({ owner }) => owner === "ada");
  const expected: readonly string[] = FATES.moves;
  for (const { kind } of moved) assert(expected.includes(kind), `${kind} moves`);
  assertEquals(new Set(moved.map(({ kind }) => kind)), new Set(["account", "org.membership"]));
});
