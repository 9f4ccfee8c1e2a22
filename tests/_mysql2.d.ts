/**
 * The part of `mysql2/promise` that the tests use. Its own types are those that apps compile with
 * (`outside/app/adapters.ts`); with the types of other clients, they change what a global is.
 *
 * @module
 */

/** Rows by column name, or lists of columns with `rowsAsArray`. */
// deno-lint-ignore no-explicit-any -- columns have no types here
export type Rows = any[];

export interface Options {
  sql: string;
  values?: unknown[];
  rowsAsArray?: boolean;
}

export interface Connection {
  execute(options: Options): Promise<[Rows, unknown]>;
  query(sql: string | Options, values?: unknown[]): Promise<[Rows, unknown]>;
  beginTransaction(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  release(): void;
  destroy(): void;
}

export interface Pool extends Pick<Connection, "execute" | "query"> {
  /** The pool of callbacks. */
  readonly pool: {
    on(event: "connection", listener: (connection: { query(sql: string): void }) => void): void;
  };
  getConnection(): Promise<Connection>;
  escape(value: unknown): string;
  end(): Promise<void>;
}

export interface PoolOptions {
  timezone?: string;
  uri?: string;
  connectionLimit?: number;
  charset?: string;
  multipleStatements?: boolean;
  rowsAsArray?: boolean;
  nestTables?: string;
  namedPlaceholders?: boolean;
  supportBigNumbers?: boolean;
  bigNumberStrings?: boolean;
  dateStrings?: boolean;
  decimalNumbers?: boolean;
  flags?: string[];
}

export function createPool(options: PoolOptions): Pool;
