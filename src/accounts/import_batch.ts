/**
 * The import of rows that nothing is known of, many at a time: each user with its accounts, its password
 * and its mark, in one call of the store. What such a call does not write is left to the other way, one
 * row after the other, which finds out why.
 *
 * @module
 */

import { withoutUndefined } from "../base/objects.ts";
import { nowSeconds } from "../base/time.ts";
import { recordsOf } from "../config/needs.ts";
import { hasForms } from "../hooks/adapter.ts";
import { audit } from "../hooks/audit.ts";
import { loadPart } from "../hooks/topics.ts";
import { writesFor } from "../symbols.ts";
import type { AdapterUser, NewUserAnswer, NewUserRows } from "../types/adapter.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import { markOfWhole, userOfWhole } from "./import_mark.ts";
import type { RowPlan } from "./import_row.ts";
import { reservationKeys, reservationsOf } from "./reserved_address.ts";

/** What became of a row: its user, whom this call or an earlier run has made. */
export interface BatchResult {
  readonly outcome: "created" | "known";
  readonly userId: string;
}

/** `createUsers` of an adapter of this library. */
interface Replacing {
  readonly [writesFor]?: Readonly<Record<string, unknown>>;
}

/**
 * Returns `true` when the store writes users with their accounts and records. Records elsewhere could
 * be written without the user, or the other way round; and what an app does in a method of its own must
 * be done for each user.
 */
export function takesMany({ store, userConfig, records }: ResolvedConfig): boolean {
  const adapter = userConfig.adapter as Readonly<Record<string, unknown>> | undefined;
  const replaced = (adapter?.createUsers as Replacing | undefined)?.[writesFor] ?? {};
  return records !== undefined && store !== undefined && store.has("createUsers") &&
    store.has("listAccounts") && recordsOf(userConfig) === userConfig.adapter?.records &&
    Object.entries(replaced).every(([name, method]) => adapter?.[name] === method);
}

/** Returns `false` for a row that needs steps of its own. */
export function fitsMany({ address, isSuspended }: RowPlan): boolean {
  return !isSuspended && !hasForms(address);
}

/**
 * Writes rows.
 *
 * @returns for each row what became of it; `undefined` where nothing was written
 */
export async function importMany(
  config: ResolvedConfig,
  plans: readonly RowPlan[],
): Promise<(BatchResult | undefined)[]> {
  if (plans.length === 0) return [];
  // A database that answers at once would let nothing else run.
  await new Promise((resolve) => setTimeout(resolve, 0));
  const rows = await Promise.all(plans.map((plan) => makeRows(config, plan)));
  const answers = await config.store!.createUsers!(rows);
  const results: (BatchResult | undefined)[] = [];
  for (const [index, { user: { id: userId }, accounts }] of rows.entries()) {
    // An adapter of an app may answer less: the row is then asked for by itself.
    const answer = (answers as readonly NewUserAnswer[] | undefined)?.[index];
    if (answer === true) {
      await tell(config, userId, accounts, plans[index]!);
      results.push({ outcome: "created", userId });
    } else {
      const known = answer && userOfWhole(answer);
      results.push(known ? { outcome: "known", userId: known } : undefined);
    }
  }
  return results;
}

async function makeRows(config: ResolvedConfig, plan: RowPlan): Promise<NewUserRows> {
  const { key, address: email, name, image, accounts, hash } = plan;
  const id = crypto.randomUUID();
  const verifiedAt = plan.verifiedAt === "now" ? nowSeconds() : plan.verifiedAt;
  const emailVerified = verifiedAt === null ? null : new Date(verifiedAt * 1000);
  const records = [await markOfWhole(key, id, verifiedAt)];
  if (hash !== undefined) {
    const part = await loadPart(config, "passwordImports");
    if (part) records.push(await part.makeHashEntry(id, hash));
  }
  return {
    // Adapters take a user without an address, although the type has one.
    user: withoutUndefined({ id, email, emailVerified, name, image }) as AdapterUser,
    accounts: accounts.map((account) => ({ ...account, userId: id })),
    records,
    unless: email !== undefined && reservationsOf(config) ? await reservationKeys(email) : [],
  };
}

async function tell(
  config: ResolvedConfig,
  userId: string,
  accounts: NewUserRows["accounts"],
  { hash }: RowPlan,
): Promise<void> {
  await audit({ config }, { name: "user.created", userId });
  for (const { provider } of accounts) {
    await audit({ config }, { name: "account.linked", userId, provider });
  }
  if (hash === undefined) return;
  const part = await loadPart(config, "passwordImports");
  await part?.tellHash(config, userId);
}
