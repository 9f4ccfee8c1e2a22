/**
 * Walks every key of a store and lists dangling references.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { createHash } from "node:crypto";

/** Index → how many parts name the owner, and the table of the row it leads to. */
const INDEXES: Record<string, string> = {
  account_by_user: "account",
  session_by_user: "session",
  authenticator_by_user: "authenticator",
};

/** Members of stored records and their index entries. */
interface StoredRecord {
  owner: string | null;
  expires: number | null;
}

interface Dated {
  expires: Date;
}

function isSameTime(one: Date | undefined, other: Date): boolean {
  return one?.valueOf() === other.valueOf();
}

/** Owner as it stands in keys. */
function ownerPart(owner: string | null): string | null {
  if (owner === null || owner.length <= 64) return owner;
  return createHash("sha256").update(owner).digest("hex");
}

/** One message per key without its counterpart; an empty list for a consistent store. */
export async function findDangling(kv: Deno.Kv, prefix: Deno.KvKey = ["auth"]): Promise<string[]> {
  const rows = new Map<string, { key: Deno.KvKey; value: unknown }>();
  for await (const { key, value } of kv.list({ prefix })) {
    const rest = key.slice(prefix.length);
    rows.set(JSON.stringify(rest), { key: rest, value });
  }
  /** Owners that list a record, by its kind and id. */
  const listings = new Map<string, string[]>();
  for (const { key: [table, owner, ...rest] } of rows.values()) {
    if (!/^record_by_(long_)?owner$/.test(String(table))) continue;
    const name = JSON.stringify(rest);
    listings.set(name, [...listings.get(name) ?? [], String(owner)]);
  }
  const has = (...key: unknown[]) => rows.has(JSON.stringify(key));
  const found: string[] = [];
  for (const { key, value } of rows.values()) {
    const [table, ...rest] = key as string[];
    const complain = (why: string) => found.push(`${key.join(" / ")}: ${why}`);
    if (table === "user") {
      const { id, email } = value as { id: string; email?: string };
      const owner = email && rows.get(JSON.stringify(["user_by_email", email]))?.value;
      if (email && owner !== id) complain("its address points to another user");
    } else if (table === "user_by_email") {
      const user = rows.get(JSON.stringify(["user", value]))?.value as
        | { email: string }
        | undefined;
      if (user?.email !== rest[0]) complain("no user has this address");
    } else if (table! in INDEXES) {
      if (!has(INDEXES[table!], ...rest.slice(1))) complain("no such row");
      if (!has("user", rest[0])) complain("no such user");
      const row = rows.get(JSON.stringify([INDEXES[table!], ...rest.slice(1)]))?.value;
      if (value instanceof Date && !isSameTime((row as Partial<Dated>)?.expires, value)) {
        complain("another expiry");
      }
    } else if (table === "account" || table === "session" || table === "authenticator") {
      const { userId } = value as { userId: string };
      if (!has("user", userId)) complain("no such user");
      if (!has(`${table}_by_user`, userId, ...rest)) complain("it is not listed");
    } else if (table === "record") {
      const owner = ownerPart((value as StoredRecord).owner);
      const listed = listings.get(JSON.stringify(rest)) ?? [];
      if (JSON.stringify(listed) !== JSON.stringify(owner === null ? [] : [owner])) {
        complain(`listed by ${listed}`);
      }
    } else if (table === "record_by_owner" || table === "record_by_long_owner") {
      // KV may have removed a record before its entry.
      const { expires } = value as StoredRecord;
      const isLive = expires === null || expires > Date.now();
      if (isLive && !has("record", ...rest.slice(1))) complain("no such record");
    } else if (table === "deleting") {
      complain("an unfinished deletion");
    } else if (!["verification_token", "record_taken"].includes(table!)) {
      complain("an unknown table");
    }
  }
  return found;
}

export async function assertNothingDangles(kv: Deno.Kv, prefix?: Deno.KvKey): Promise<void> {
  assertEquals(await findDangling(kv, prefix), []);
}
