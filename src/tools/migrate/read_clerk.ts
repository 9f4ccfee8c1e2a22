/**
 * Users of Clerk.
 *
 * @see {@link https://clerk.com/docs/guides/development/migrating/export-from-clerk Export your users}
 * @module
 */

import type { UserRow } from "../../types/user_import.ts";
import { readCsvRows } from "./csv.ts";
import { type ExportFile, peekText } from "./export_file.ts";
import { readJsonRows } from "./json_rows.ts";
import {
  listOf,
  mapRow,
  membersOf,
  type ReadRows,
  requireColumns,
  toAccounts,
  toName,
  toText,
} from "./row_values.ts";

/** Columns of the dashboard's CSV without which a row could say less than it does there. */
const COLUMNS = ["id", "primary_email_address", "verified_email_addresses", "totp_secret"];

/**
 * Reads users of Clerk: the CSV of the dashboard, which has the hashes of passwords, or users as JSON,
 * as the command and the Backend API of Clerk return them, which has suspensions and accounts.
 *
 * The CSV does not say who is banned. Apps on npm install `csv-parse` for it.
 *
 * @throws {AuthError} for a file of another form
 *
 * @since 0.3.0
 *
 * @example
 * ```ts
 * import { readClerk } from "@x/auth/users/readers";
 * import { assertEquals } from "@std/assert";
 *
 * const user = {
 *   id: "user_1",
 *   first_name: "Ada",
 *   primary_email_address_id: "idn_1",
 *   email_addresses: [
 *     { id: "idn_1", email_address: "ada@example.com", verification: { status: "verified" } },
 *   ],
 *   banned: true,
 * };
 * const { value } = await readClerk(JSON.stringify([user])).next();
 * assertEquals(value?.email, "ada@example.com");
 * assertEquals(value?.suspended, true);
 * ```
 */
export async function* readClerk(file: ExportFile): ReadRows {
  const { first, whole } = await peekText(file);
  if (first === "[" || first === "{") {
    for await (const row of readJsonRows(whole)) yield mapRow(row, fromJson);
    return;
  }
  let isFirst = true;
  for await (const row of readCsvRows(whole)) {
    if (isFirst && "value" in row) requireColumns(row.value, COLUMNS, "Clerk");
    isFirst &&= !("value" in row);
    yield mapRow(row, fromCsv);
  }
}

function fromCsv(row: Record<string, unknown>): UserRow {
  const email = toText(row.primary_email_address);
  const verified = String(row.verified_email_addresses).split(/[\s,;|]+/);
  return {
    id: toText(row.id),
    email,
    emailVerified: email !== undefined && verified.includes(email),
    name: toName(row.first_name, row.last_name),
    ...toPassword(row),
    secondFactor: toText(row.totp_secret) !== undefined,
  };
}

function fromJson(row: Record<string, unknown>): UserRow {
  const address = listOf(row.email_addresses).find(({ id }) => id === row.primary_email_address_id);
  const accounts = listOf(row.external_accounts).map(({ provider, provider_user_id }) => ({
    provider: typeof provider === "string" ? provider.replace(/^oauth_/, "") : provider,
    id: provider_user_id,
  }));
  return {
    id: toText(row.id),
    email: address?.email_address as string | undefined,
    emailVerified: membersOf(address?.verification).status === "verified",
    name: toName(row.first_name, row.last_name),
    image: row.has_image === false ? undefined : toText(row.image_url),
    createdAt: row.created_at as number | undefined,
    ...toPassword(row),
    accounts: toAccounts(accounts),
    suspended: row.banned as boolean | undefined,
    secondFactor: row.two_factor_enabled === true || toText(row.totp_secret) !== undefined,
  };
}

function toPassword(
  { password_digest: digest }: Record<string, unknown>,
): Pick<UserRow, "password"> {
  const hash = toText(digest);
  return hash === undefined ? {} : { password: { hash } };
}
