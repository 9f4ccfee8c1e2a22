/**
 * Calls of the store that fail. This is the only place that decides whether an error came from the
 * store: then it is unknown what the store would have answered, which is never "there is none".
 *
 * @module
 */

import { AdapterError } from "../errors.ts";
import type { RecordStore } from "../types/records.ts";

/** Wrapped stores, so that each keeps its identity. */
const wrapped = new WeakMap<RecordStore, RecordStore>();

/** The error of a call that failed; `method` names the call. */
export function storeFailure(error: unknown, method: string): AdapterError {
  const reason = error instanceof Error ? error : messageOf(error);
  return new AdapterError(reason, { cause: { method } });
}

/** Returns `true` for the error of a call that failed, and not for what an app throws itself. */
export function isStoreFailure(error: unknown): error is AdapterError {
  return error instanceof AdapterError && typeof error.cause?.method === "string";
}

/** Wraps a store of records: its errors carry the name of the method. */
export function wrapRecords(records: RecordStore): RecordStore {
  let store = wrapped.get(records);
  if (store) return store;
  const named = async <T>(method: string, call: () => T): Promise<Awaited<T>> => {
    try {
      return await call();
    } catch (error) {
      throw storeFailure(error, `records.${method}`);
    }
  };
  // Looked up at each call, so that an app may replace a method later.
  store = {
    get: (...args) => named("get", () => records.get(...args)),
    put: (...args) => named("put", () => records.put(...args)),
    take: (...args) => named("take", () => records.take(...args)),
    list: (...args) => named("list", () => records.list(...args)),
    deleteOwner: (...args) => named("deleteOwner", () => records.deleteOwner(...args)),
  };
  wrapped.set(records, store);
  // It may be wrapped again, as by a copy of a resolved config.
  wrapped.set(store, store);
  return store;
}

/** Some database clients throw plain objects or strings. */
function messageOf(thrown: unknown): string {
  const { message } = Object(thrown) as { message?: unknown };
  return typeof message === "string" ? message : String(thrown);
}
