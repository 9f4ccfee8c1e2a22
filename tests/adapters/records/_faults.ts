/**
 * Databases whose n-th call fails, before or after its effect.
 *
 * @module
 */

import type { KvAtomic, KvStore } from "../../../adapters/deno_kv.ts";
import type { PostgresClient } from "../../../adapters/records/postgres.ts";
import type { SqliteDatabase, SqliteStatement } from "../../../adapters/sqlite.ts";

type Moment = "before" | "after";

/** A counter of calls, one of which fails. */
export class Faults {
  #left = 0;
  #moment: Moment = "before";

  readonly failAt = (call: number, moment: Moment): void => {
    this.#left = call;
    this.#moment = moment;
  };

  /** Makes one call, or fails. */
  run<T>(call: () => T): T {
    const fails = --this.#left === 0;
    if (fails && this.#moment === "before") throw new Error("The database failed");
    if (!fails) return call();
    const result = call();
    if (result instanceof Promise) {
      return result.then(() => Promise.reject(new Error("The database failed"))) as T;
    }
    throw new Error("The database failed");
  }
}

/** The store, with faults at reads and commits. */
export function faultyKv(kv: Deno.Kv, faults: Faults): KvStore {
  const wrap = (atomic: Deno.AtomicOperation): KvAtomic => {
    const wrapped: KvAtomic = {
      check: (...checks) => (atomic.check(...checks), wrapped),
      set: (key, value, options) => (atomic.set(key, value, options), wrapped),
      delete: (key) => (atomic.delete(key), wrapped),
      // deno-lint-ignore require-await -- so that a failure is a rejection
      commit: async () => faults.run(() => atomic.commit()),
    };
    return wrapped;
  };
  return new Proxy(kv, {
    get(target, name) {
      if (name === "atomic") return () => wrap(target.atomic());
      const member = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => faults.run(() => member.apply(target, args));
    },
  }) as unknown as KvStore;
}

/** The database, with faults at every statement. */
export function faultySqlite(database: SqliteDatabase, faults: Faults): SqliteDatabase {
  const wrap = (statement: SqliteStatement): SqliteStatement => ({
    get: (...values) => faults.run(() => statement.get(...values)),
    all: (...values) => faults.run(() => statement.all(...values)),
    run: (...values) => faults.run(() => statement.run(...values)),
  });
  return {
    exec: (sql) => faults.run(() => database.exec(sql)),
    prepare: (sql) => wrap(database.prepare(sql)),
    close: () => database.close(),
    get isTransaction() {
      return database.isTransaction ?? database.inTransaction ?? false;
    },
  };
}

/** The client, with faults at every query. */
export function faultyClient(client: PostgresClient, faults: Faults): PostgresClient {
  return {
    // deno-lint-ignore require-await -- so that a failure is a rejection
    query: async (text, params) =>
      faults.run(async () => {
        const { rows } = await client.query(text, params);
        return { rows };
      }),
  };
}
