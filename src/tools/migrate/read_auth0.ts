/**
 * Users of Auth0.
 *
 * @see {@link https://auth0.com/docs/manage-users/user-migration/bulk-user-exports Bulk user exports} and {@link https://auth0.com/docs/manage-users/user-migration/bulk-user-import-schema the schema of imports}
 * @module
 */

import { AuthError } from "../../errors.ts";
import type { UserRow } from "../../types/user_import.ts";
import type { ExportFile } from "./export_file.ts";
import { readJsonRows } from "./json_rows.ts";
import {
  listOf,
  mapRow,
  membersOf,
  type ReadRows,
  toAccounts,
  toName,
  toProvider,
  toText,
} from "./row_values.ts";

/**
 * Options of {@linkcode readAuth0}.
 *
 * @since 0.3.0
 */
export interface Auth0Options {
  /**
   * The file with hashes of passwords, which the support of Auth0 makes. All of it is in memory while
   * the users are read, about 200 bytes for each. Default: none.
   */
  readonly passwords?: ExportFile | undefined;
}

/** Ids of providers that have another name here. */
const PROVIDERS: Readonly<Record<string, string>> = { "google-oauth2": "google" };

/** Identities that are no accounts: databases, and codes and links. */
const OWN: readonly unknown[] = ["auth0", "email", "sms"];

/**
 * Reads users of Auth0: lines of JSON of an export, of the file with hashes of passwords, or a list in
 * the form of bulk imports. An export has no hashes; pass the file with them as `passwords`.
 *
 * @throws {AuthError} for a file of another form
 *
 * @since 0.3.0
 *
 * @example
 * ```ts
 * import { readAuth0 } from "@x/auth/users/readers";
 * import { assertEquals } from "@std/assert";
 *
 * const users = '{"user_id":"auth0|5dea","email":"ada@example.com","email_verified":true}';
 * const passwords = '{"_id":{"$oid":"5dea"},"passwordHash":"$2b$10$…"}';
 * const { value } = await readAuth0(users, { passwords }).next();
 * assertEquals(value?.password, { hash: "$2b$10$…" });
 * ```
 */
export async function* readAuth0(
  file: ExportFile,
  { passwords }: Auth0Options = {},
): ReadRows {
  const hashes = new Map<string, string>();
  if (passwords !== undefined) {
    for await (const row of readJsonRows(passwords)) {
      if ("unreadable" in row) {
        throw new AuthError(
          `Cannot read the file with passwords, line ${row.line}: ${row.unreadable}`,
        );
      }
      const [id, hash] = [idOf(row.value), toText(row.value.passwordHash)];
      if (id !== undefined && hash !== undefined) hashes.set(id, hash);
    }
  }
  for await (const row of readJsonRows(file)) yield mapRow(row, (value) => toRow(value, hashes));
}

/** Id of a user; in the file with hashes, it is that of the database. */
function idOf(row: Record<string, unknown>): string | undefined {
  const own = toText(row.alt_id) ?? toText(membersOf(row._id).$oid);
  return toText(row.user_id) ?? (own === undefined ? undefined : `auth0|${own}`);
}

function toRow(row: Record<string, unknown>, hashes: ReadonlyMap<string, string>): UserRow {
  const id = idOf(row);
  const identities = listOf(row.identities);
  const owned = identities.filter(({ provider }) => provider === "auth0")
    .flatMap(({ user_id }) => typeof user_id === "string" ? [`auth0|${user_id}`] : []);
  const known = [id, ...owned].find((one) => one !== undefined && hashes.has(one));
  const hash = toText(row.passwordHash) ?? toText(row.password_hash) ??
    toText(membersOf(membersOf(row.custom_password_hash).hash).value) ??
    (known === undefined ? undefined : hashes.get(known));
  const address = listOf(row.identifiers).find(({ type }) => type === "email");
  const name = toText(row.name) ?? toName(row.given_name, row.family_name);
  const factors = [row.multifactor, row.mfa_factors];
  const accounts = identities.filter(({ provider }) => !OWN.includes(provider))
    .map(({ provider, user_id }) => ({ provider: toProvider(PROVIDERS, provider), id: user_id }));
  // Another identifier can have another address: its proof says nothing about this one.
  const isOwn = row.email !== undefined && row.email !== null;
  return {
    id,
    email: (isOwn ? row.email : address?.value) as string | undefined,
    emailVerified: (isOwn ? row.email_verified : address?.verified) as boolean | undefined,
    // Without a name, Auth0 has the address there.
    name: name === row.email ? undefined : name,
    image: toText(row.picture),
    createdAt: row.created_at as string | undefined,
    password: hash === undefined ? undefined : { hash },
    accounts: toAccounts(accounts),
    suspended: row.blocked as boolean | undefined,
    secondFactor: factors.some((list) => Array.isArray(list) && list.length > 0),
  };
}
