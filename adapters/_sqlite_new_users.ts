/**
 * The creation of many users in one transaction of SQLite, on drivers that answer at once.
 *
 * @module
 */

import type {
  AdapterAccount,
  AdapterBatches,
  AdapterUser,
  NewUserAnswer,
  NewUserRows,
} from "../src/types/adapter.ts";
import { nowMs } from "../src/base/time.ts";
import { rejecting } from "./_awaitable.ts";
import type { Dialect } from "./_sql.ts";
import type { Tables } from "./_sql_tables.ts";
import { verbsOf } from "./_sql_verbs.ts";
import { createTransaction, type SqliteDatabase } from "./_sqlite_driver.ts";
import { assertExact } from "./_text.ts";
import { createRecordRows } from "./records/_sql_rows.ts";
import { type FoundRow, isLive, toEntry, toRow } from "./records/_store.ts";

/** Makes the method. */
export function newUsersIn(
  db: SqliteDatabase,
  dialect: Dialect,
  { users, accounts, records }: Tables,
): Required<AdapterBatches> {
  const transaction = createTransaction(db);
  const { find, insert } = verbsOf(dialect);
  const rows = createRecordRows(dialect, records);
  const findAccount = find(accounts, "provider", "providerAccountId");
  // The casts hold: calls of such a driver are over when they return.
  const addUser = insert(users) as (user: AdapterUser) => boolean;
  const addAccount = insert(accounts) as (account: AdapterAccount) => boolean;

  const add = (row: NewUserRows, now: number): NewUserAnswer => {
    for (const { kind, id } of [...row.records, ...row.unless]) {
      const found = rows.get(kind, id) as FoundRow | null;
      if (found && isLive(found, now)) return toEntry(kind, id, found);
    }
    const isTaken = row.accounts.some(({ provider, providerAccountId }) =>
      findAccount(provider, providerAccountId) !== null
    );
    if (isTaken || !addUser(row.user)) return null;
    const areAdded = row.accounts.every(addAccount) &&
      row.records.every((entry) => rows.put(toRow(entry, null), null, now));
    // Nothing else writes meanwhile: of two that are alike in one row, the second one is not added.
    if (!areAdded) throw new TypeError("A row has an account or a record twice");
    return true;
  };

  return rejecting<Required<AdapterBatches>>({
    createUsers(given) {
      for (const { user, accounts } of given) assertExactRow(user, accounts);
      return transaction(() => given.map((row) => add(row, nowMs())));
    },
  });
}

/**
 * Refuses ids that a store would change.
 *
 * @throws {AdapterError}
 */
export function assertExactRow(user: AdapterUser, accounts: readonly AdapterAccount[]): void {
  assertExact(user.id, user.email);
  for (const { provider, providerAccountId } of accounts) assertExact(provider, providerAccountId);
}
