/**
 * The modules of this library with a store that lasts, as messages name them. A test compares the
 * lists with the exports of the package.
 *
 * @module
 */

const ADAPTERS = [
  "d1",
  "deno-kv",
  "libsql",
  "mysql",
  "postgres",
  "sqlite",
];

const RECORDS = [
  "d1",
  "deno-kv",
  "dynamodb",
  "libsql",
  "mysql",
  "postgres",
  "redis",
  "sqlite",
];

/** Modules with an adapter. */
export const ADAPTER_MODULES: string = `@x/auth/adapters/{${ADAPTERS}}`;

/** Modules with a store of records. */
export const RECORD_MODULES: string = `@x/auth/records/{${RECORDS}}`;
