/**
 * The modules of this library with a store that lasts, as messages name them. A test compares the
 * lists with the exports of the package.
 *
 * @module
 */

const ADAPTERS = [
  "deno-kv",
  "mysql",
  "postgres",
  "sqlite",
];

const RECORDS = [
  "deno-kv",
  "dynamodb",
  "mysql",
  "postgres",
  "redis",
  "sqlite",
];

/** Modules with an adapter. */
export const ADAPTER_MODULES: string = `@x/auth/adapters/{${ADAPTERS}}`;

/** Modules with a store of records. */
export const RECORD_MODULES: string = `@x/auth/records/{${RECORDS}}`;
