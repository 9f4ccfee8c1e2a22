/**
 * The part of `miniflare` that the tests use. Its own types change what a global is.
 *
 * @module
 */

interface Statement {
  bind(...values: unknown[]): Statement;
  all(): Promise<{ results: Record<string, unknown>[] }>;
}

interface Session {
  prepare(sql: string): Statement;
  batch(statements: Statement[]): Promise<{ results: Record<string, unknown>[] }[]>;
}

export interface Options {
  modules: true;
  script: string;
  compatibilityDate: string;
  d1Databases: Record<string, string>;
  d1Persist?: string;
  port?: number;
  host?: string;
}

export class Miniflare {
  constructor(options: Options);
  readonly ready: Promise<URL>;
  getD1Database(
    name: string,
  ): Promise<Session & { withSession(constraint: string): Session }>;
  dispose(): Promise<void>;
}
