/**
 * Rows of records in Redis. A row and its place in the list of its owner change in one script.
 *
 * @module
 */

import { nowMs } from "../../src/base/time.ts";
import { AdapterError } from "../../src/errors.ts";
import { type RedisClient, scriptsOf } from "../_redis_client.ts";
import { ABOUT, DELETE_OWNER, GET, LIST, PUT, TAKE } from "./_redis_scripts.ts";
import type { FoundRow, RecordRow, RecordRows } from "./_store.ts";

/** What a setting of the server loses, and how to mend it. */
export interface Advice {
  readonly fault: string;
  readonly cure: string;
}

/** Asks the server for settings that lose writes; a service that does not say them has none. */
export async function readAdvice(client: RedisClient, prefix: string): Promise<Advice[]> {
  const { value } = await scriptsOf(client)(ABOUT, [`{${prefix}}:`], []);
  const [disk, replicas] = (Array.isArray(value) ? value : []).map(String);
  return [
    ...disk?.includes("aof_enabled:0")
      ? [{
        fault:
          "Redis writes no log of changes (`appendonly`), so a crash undoes the last minutes: " +
          "a code that was used and a session that was ended count again",
        cure: "Set `appendonly yes` on the server.",
      }]
      : [],
    ...replicas && /connected_slaves:[1-9]/.test(replicas) &&
        !replicas.includes("min_slaves_good_slaves")
      ? [{
        fault: "Redis has replicas, and takes writes when it has lost them: a failover to one of " +
          "them undoes these",
        cure: "Set `min-replicas-to-write 1` on the server.",
      }]
      : [],
  ];
}

/** Makes the operations under a prefix. */
export function createRecordRows(client: RedisClient, prefix: string): RecordRows {
  const run = scriptsOf(client);
  const base = `{${prefix}}:`;
  let isFirst = true;
  const call = async (script: string, key: string, now: number, args: (string | number)[]) => {
    const values = [isFirst ? 1 : 0, now, ...args].map(String);
    const answer = await run(script, [base, base + key], values);
    isFirst = false;
    return answer;
  };
  const keyOf = (entry: string) => `record:${entry}`;
  const makeEntryKey = (kind: string, id: string) => `${kind}:${id}`;
  const newCall = () => crypto.randomUUID();

  return {
    async get(kind, id) {
      const entry = makeEntryKey(kind, id);
      const { value } = await call(GET, keyOf(entry), nowMs(), [entry]);
      return value === "-" ? null : toRow(value);
    },

    async put({ kind, id, owner, version, expires, data }, expected, now) {
      const entry = makeEntryKey(kind, id);
      // Redis refuses a time that has passed.
      const left = expires === null ? "" : Math.max(expires - now, 1);
      const { value, isRepeated } = await call(PUT, keyOf(entry), now, [
        ...[entry, owner ?? "", expected ?? "", newCall(), version, expires ?? "", left, data],
      ]);
      if (value !== 0 && value !== 1) throw unreadable();
      // An earlier try may have written it, and another call replaced it since.
      if (value === 0 && isRepeated) {
        throw new AdapterError(
          "The connection to Redis was lost during a write, and whether it took place is unknown",
        );
      }
      return value === 1;
    },

    async take(kind, id) {
      const entry = makeEntryKey(kind, id);
      const { value } = await call(TAKE, keyOf(entry), nowMs(), [entry, newCall()]);
      return value === "-" ? null : toRow(value);
    },

    async list(owner, kind, { after, limit }, now) {
      const rows: RecordRow[] = [];
      let from = after;
      while (true) {
        const { value } = await call(LIST, `owner:${owner}`, now, [
          ...[owner, kind, from, limit - rows.length],
        ]);
        const [next, ...found] = Array.isArray(value) ? value : [];
        if (typeof next !== "string") throw unreadable();
        for (let at = 0; at < found.length; at += 2) {
          rows.push({ kind, id: String(found[at]).slice(1), ...toRow(found[at + 1]) });
        }
        if (next === "") return rows;
        from = next.slice(`(${kind}:`.length);
      }
    },

    async deleteOwner(owner, kind, except, now) {
      let count = 0;
      let from = "";
      do {
        const { value } = await call(DELETE_OWNER, `owner:${owner}`, now, [
          ...[owner, kind ?? "", except ?? "", from],
        ]);
        const [removed, next] = Array.isArray(value) ? value : [];
        if (!Number.isInteger(removed) || typeof next !== "string") throw unreadable();
        count += removed;
        from = next;
      } while (from !== "");
      return count;
    },
  };
}

/** A row from the text in which scripts write it. */
function toRow(value: unknown): FoundRow {
  const text = typeof value === "string" ? value : "";
  const [head, version, expires] = /^(\d+):(-?\d*):[\w-]+:/.exec(text) ?? [""];
  const end = text.indexOf("\0", head.length);
  if (version === undefined || end === -1) throw unreadable();
  return {
    owner: text.slice(head.length, end) || null,
    version: Number(version),
    expires: expires === "" ? null : Number(expires),
    data: text.slice(end + 1),
  };
}

/** An answer that no script gives, as of a client that changes texts or was interrupted. */
function unreadable(): AdapterError {
  return new AdapterError("Redis failed: the client returned another answer than the script gives");
}
