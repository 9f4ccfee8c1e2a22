/**
 * Readers of exported files, for `users.import`: each makes one row of one user, a few at a time, so
 * that no file is in memory as a whole.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";
import type { UserRow } from "../../types/user_import.ts";
import { readCsvRows } from "./csv.ts";
import type { ExportFile } from "./export_file.ts";
import { readJsonObjects } from "./json_rows.ts";
import { mapRow, type ReadRows, toFlag } from "./row_values.ts";

export type { ExportFile } from "./export_file.ts";
export { type Auth0Options, readAuth0 } from "./read_auth0.ts";
export { readClerk } from "./read_clerk.ts";
export { type FirebaseHash, type FirebaseOptions, readFirebase } from "./read_firebase.ts";
export { readSupabase } from "./read_supabase.ts";
export type { ReadRows } from "./row_values.ts";
export type { UnreadableUserRow, UserRow } from "../../types/user_import.ts";

/**
 * Options of {@linkcode readCsv} and {@linkcode readJsonLines}.
 *
 * @since 0.3.0
 */
export interface ReadOptions {
  /** Columns, or members, that are left out. Default: none; any other unknown one is refused. */
  readonly ignore?: readonly string[] | undefined;
}

/** Columns of CSV, without `_` and in small letters, with their members. */
const COLUMNS: Readonly<Record<string, keyof UserRow>> = {
  createdat: "createdAt",
  email: "email",
  emailverified: "emailVerified",
  id: "id",
  image: "image",
  name: "name",
  passwordhash: "password",
  secondfactor: "secondFactor",
  suspended: "suspended",
};

const FLAGS: readonly string[] = ["emailVerified", "secondFactor", "suspended"];

/** Begin of a column of accounts, before the id of the provider. */
const ACCOUNT = "account:";

/**
 * Reads CSV whose first line names the columns: `id`, `email`, `emailVerified`, `name`, `image`,
 * `createdAt`, `passwordHash`, `suspended`, `secondFactor`, and `account:<provider>` with the id of the
 * user there, in any order. Truth values are `true`, `false`, `t`, `f`, `yes`, `no`, `1` and `0`; an
 * empty field is none.
 *
 * Apps on npm install `csv-parse`.
 *
 * @throws {AuthError} for a column that is not known, two for one member, and text that is no CSV
 *
 * @since 0.3.0
 *
 * @example
 * ```ts
 * import { readCsv } from "@x/auth/users/readers";
 * import { assertEquals } from "@std/assert";
 *
 * const rows = readCsv("id,email,emailVerified\n1,ada@example.com,yes\n");
 * const { value } = await rows.next();
 * assertEquals(value, { line: 2, id: "1", email: "ada@example.com", emailVerified: true });
 * ```
 */
export async function* readCsv(
  file: ExportFile,
  { ignore = [] }: ReadOptions = {},
): ReadRows {
  let isFirst = true;
  for await (const row of readCsvRows(file)) {
    if ("unreadable" in row) {
      yield row;
      continue;
    }
    if (isFirst) checkColumns(Object.keys(row.value), ignore);
    isFirst = false;
    yield { ...toMembers(row.value as Record<string, string>, ignore), line: row.line };
  }
}

function checkColumns(names: readonly string[], ignored: readonly string[]): void {
  const unknown = names.find((name) =>
    !ignored.includes(name) && memberOf(name) === undefined && !name.startsWith(ACCOUNT)
  );
  if (unknown !== undefined) {
    throw new AuthError(
      `Cannot read the file: there is no column ${JSON.stringify(unknown.slice(0, 64))} in an ` +
        "import; name it as one that there is, or ignore it",
    );
  }
  const members = names.filter((name) => !ignored.includes(name)).flatMap((name) =>
    memberOf(name) ?? []
  );
  const twice = members.find((member, index) => members.indexOf(member) !== index);
  if (twice === undefined) return;
  throw new AuthError(
    `Cannot read the file: two columns are \`${twice}\`, which could differ; ignore one of them`,
  );
}

function memberOf(column: string): keyof UserRow | undefined {
  const name = column.replaceAll("_", "").toLowerCase();
  return Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined;
}

function toMembers(record: Record<string, string>, ignored: readonly string[]): UserRow {
  const members: Record<string, unknown> = {};
  const accounts: { provider: string; providerAccountId: string }[] = [];
  for (const [column, text] of Object.entries(record)) {
    if (text === "" || ignored.includes(column)) continue;
    const member = memberOf(column);
    if (member === "password") members.password = { hash: text };
    else if (member) members[member] = FLAGS.includes(member) ? toFlag(text) : text;
    else accounts.push({ provider: column.slice(ACCOUNT.length), providerAccountId: text });
  }
  if (accounts.length > 0) members.accounts = accounts;
  return members as UserRow;
}

/**
 * Reads lines of JSON, each of which is a {@linkcode UserRow}.
 *
 * @throws {AuthError} for a file that is not UTF-8
 *
 * @since 0.3.0
 *
 * @example
 * ```ts
 * import { readJsonLines } from "@x/auth/users/readers";
 * import { assertEquals } from "@std/assert";
 *
 * const rows = readJsonLines('{"email":"ada@example.com"}\n{"email":\n');
 * assertEquals((await rows.next()).value, { line: 1, email: "ada@example.com" });
 * assertEquals((await rows.next()).value, { line: 2, unreadable: "It is no JSON" });
 * ```
 */
export async function* readJsonLines(
  file: ExportFile,
  { ignore = [] }: ReadOptions = {},
): ReadRows {
  for await (const row of readJsonObjects(file)) {
    yield mapRow(row, (value) => {
      const kept = Object.entries(value).filter(([name]) => !ignore.includes(name));
      return Object.fromEntries(kept) as UserRow;
    });
  }
}
