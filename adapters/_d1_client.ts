/**
 * The part of a binding of D1 that the stores use.
 *
 * @module
 */

import { AuthError } from "../src/errors.ts";
import type { Row } from "./_rows.ts";
import { type ClientKind, repeated, saysOf, type SqliteClient } from "./_sqlite_client.ts";

/** A prepared statement. */
export interface D1Statement {
  /** The same statement with values for its placeholders, `?`. */
  bind(...values: (string | number | null)[]): D1Statement;
  /** Runs it. */
  all(): PromiseLike<D1Answer>;
}

/** The answer of D1 to a statement. */
export interface D1Answer {
  /** Rows by the names of their columns. */
  results: object[];
}

/** The part of a D1 binding, or of a session that it begins, which runs statements. */
export interface D1Executor {
  /** Prepares a statement. */
  prepare(sql: string): D1Statement;
  /** Runs statements as one transaction. */
  batch(statements: D1Statement[]): PromiseLike<D1Answer[]>;
}

/** The part of a binding that is used: `env.DB` of a Worker. */
export interface D1Binding extends D1Executor {
  /** Begins a session; the first statement of each call goes to the primary. */
  withSession?(constraint: "first-primary"): D1Executor;
}

const D1: ClientKind = {
  name: "D1",
  // It has not begun what it has no place for.
  isBusy: (error) => /D1 DB is overloaded/.test(saysOf(error)),
  isLost: (error) =>
    /network connection lost|caused object to be reset|reset because its code was updated/i
      .test(saysOf(error)) ||
    /transient issue on remote node|client disconnected/.test(saysOf(error)),
  cureOf: (error) =>
    /D1 DB is overloaded/.test(saysOf(error))
      ? "it has more to do than it can; nothing was written, so repeat the call"
      : undefined,
};

/**
 * Statements of a binding. Each call is a session of its own that begins at the primary, so that no
 * replica answers, whose rows may be old.
 *
 * @throws {AuthError} when it is none
 */
export function clientOf(binding: D1Binding): SqliteClient {
  const { prepare, batch, getBookmark } = (binding ?? {}) as Partial<
    D1Binding & { getBookmark: unknown }
  >;
  if (!prepare || !batch || getBookmark) {
    const what = getBookmark
      ? "a session, in which replicas may answer"
      : typeof binding === "string"
      ? "a text"
      : "no binding";
    throw new AuthError(
      `Cannot use D1: the first argument is ${what}; pass the binding, such as \`env.DB\``,
    );
  }
  const begin = (): D1Executor => binding.withSession?.("first-primary") ?? binding;
  return repeated({
    async run(text, params = []) {
      const { results } = await begin().prepare(text).bind(...params).all();
      return results as Row[];
    },
    async batch(statements) {
      const session = begin();
      const answers = await session.batch(
        statements.map(({ text, params }) => session.prepare(text).bind(...params)),
      );
      return answers.map(({ results }) => results as Row[]);
    },
  }, D1);
}
