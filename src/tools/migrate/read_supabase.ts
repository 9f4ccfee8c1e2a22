/**
 * Users of Supabase.
 *
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import { nowMs } from "../../base/time.ts";
import type { UserRow } from "../../types/user_import.ts";
import { readCsvRows } from "./csv.ts";
import type { ExportFile, FileRow } from "./export_file.ts";
import {
  listOfJson,
  mapRow,
  membersOf,
  type ReadRows,
  requireColumns,
  toAccounts,
  toIsoTime,
  toJsonValue,
  toMs,
  toName,
  toText,
} from "./row_values.ts";

/** Columns without which a row could say less than it does there. */
const COLUMNS = [
  ...["id", "email", "encrypted_password", "email_confirmed_at", "banned_until", "deleted_at"],
  "has_factor",
];

/**
 * Reads users of Supabase: CSV of the table `auth.users`, or its rows from a database. Both need the
 * columns `id`, `email`, `encrypted_password`, `email_confirmed_at`, `banned_until`, `deleted_at`, and
 * `has_factor`, a truth value; `raw_user_meta_data`, `created_at` and `identities`, a list of
 * `{ provider, provider_id }` as JSON, can be there. Users who were deleted there are left out.
 *
 * Apps on npm install `csv-parse` for CSV.
 *
 * @throws {AuthError} when a column is missing
 *
 * @since 0.3.0
 *
 * @example
 * ```ts
 * import { readSupabase } from "@x/auth/users/readers";
 * import { assertEquals } from "@std/assert";
 *
 * const user = {
 *   id: "6f1c",
 *   email: "ada@example.com",
 *   encrypted_password: "$2a$10$…",
 *   email_confirmed_at: new Date("2023-01-31"),
 *   banned_until: null,
 *   deleted_at: null,
 *   has_factor: false,
 *   raw_user_meta_data: { full_name: "Ada" },
 * };
 * const { value } = await readSupabase([user]).next();
 * assertEquals(value?.name, "Ada");
 * ```
 */
export async function* readSupabase(
  rows: ExportFile | Iterable<object> | AsyncIterable<object>,
): ReadRows {
  let isFirst = true;
  for await (const row of toFileRows(rows)) {
    if ("value" in row) {
      if (isFirst) requireColumns(row.value, COLUMNS, "Supabase");
      isFirst = false;
      if (toText(row.value.deleted_at) !== undefined || row.value.deleted_at instanceof Date) {
        continue;
      }
    }
    yield mapRow(row, toRow);
  }
}

/** Rows of a database, or those of a file. */
async function* toFileRows(
  rows: ExportFile | Iterable<object> | AsyncIterable<object>,
): AsyncGenerator<FileRow> {
  if (typeof rows === "string") return yield* readCsvRows(rows);
  const parts = (async function* () {
    yield* rows;
  })();
  const first = await parts.next();
  if (first.done) return;
  const whole = (async function* () {
    yield first.value;
    yield* parts;
  })();
  if (typeof first.value === "string" || first.value instanceof Uint8Array) {
    return yield* readCsvRows(whole as AsyncIterable<string | Uint8Array>);
  }
  let line = 0;
  for await (const value of whole) {
    line++;
    yield isRecord(value) ? { line, value } : { line, unreadable: "It is no object" };
  }
}

function toRow(row: Record<string, unknown>): UserRow {
  const meta = membersOf(toJsonValue(row.raw_user_meta_data));
  const accounts = listOfJson(row.identities)
    .filter(({ provider }) => provider !== "email" && provider !== "phone")
    .map(({ provider, provider_id }) => ({ provider, id: provider_id }));
  const hash = toText(row.encrypted_password);
  return {
    id: toText(row.id),
    email: toText(row.email),
    emailVerified: (toIsoTime(row.email_confirmed_at) || null) as string | null,
    name: toName(toText(meta.full_name) ?? meta.name),
    image: toText(meta.avatar_url) ?? toText(meta.picture),
    createdAt: (toIsoTime(row.created_at) || null) as string | null,
    password: hash === undefined ? undefined : { hash },
    accounts: toAccounts(accounts),
    suspended: isLater(row.banned_until),
    secondFactor: isTrue(row.has_factor),
  };
}

/** A time that cannot be read, such as `infinity`, is not over. */
function isLater(until: unknown): boolean {
  if (until === null || until === undefined || until === "") return false;
  return !(toMs(until) <= nowMs());
}

/** What is no clear no is a yes: then the password is left out. */
function isTrue(value: unknown): boolean {
  return !(value === false || value === 0 ||
    (typeof value === "string" && ["false", "f", "0", ""].includes(value)));
}
