/**
 * Promises of the store, tried with records and tokens of no user, which are removed again.
 *
 * @module
 */

import { RUN_SCHEMA } from "../../base/store_facts.ts";
import { msFromNow, nowMs } from "../../base/time.ts";
import { isLoopback } from "../../http/url.ts";
import { forgetful, storeAdvice } from "../../symbols.ts";
import type { ResolvedConfig, Store } from "../../types/internal.ts";
import type { RecordEntry, RecordStore } from "../../types/records.ts";
import { cureIn, type Finding, finding, messageOf } from "./finding.ts";
import type { Subject } from "./subject.ts";

/** Returns the stores that lose everything at a restart, where people from elsewhere use the app. */
export function checkDurability({ completed, origin }: Subject): Finding[] {
  if (isLoopback(origin)) return [];
  const { adapter, records } = completed;
  const stores = { adapter, records };
  return Object.entries(stores).filter(([, store]) => forgetful in Object(store)).map(([option]) =>
    finding(
      "store-forgetful",
      `\`${option}\` keeps its data in memory, but the app is at ${origin}: at each restart it is ` +
        "lost, and several processes do not share it",
      "Use a store that lasts, such as `SqliteAdapter(path)`, `DenoKvAdapter(kv)` or " +
        "`PostgresAdapter(pool)`.",
    )
  );
}

/** Returns what stores say of the settings of their servers; a store that fails is found by its use. */
export async function checkSettings({ completed }: Subject): Promise<Finding[]> {
  const { adapter, records } = completed;
  const asked = [adapter, records].map(async (store) => {
    const { [storeAdvice]: ask } = Object(store) as {
      [storeAdvice]?: () => Promise<readonly { fault: string; cure: string }[]>;
    };
    return await ask?.().catch(() => []) ?? [];
  });
  return (await Promise.all(asked)).flat()
    .map(({ fault, cure }) => finding("store-setting", fault, cure));
}

/** Returns what each process counts by itself, where the app has no store of records to share. */
export function checkCounts({ resolved, origin }: Subject): Finding[] {
  if (isLoopback(origin) || resolved.records) return [];
  const { limits } = resolved;
  const types = new Set([...resolved.providers.values()].map(({ type }) => type));
  const counts = [
    ...limits?.perAccount && (types.has("credentials") || types.has("email"))
      ? [`an account admits n × ${limits.perAccount} wrong passwords or codes an hour`]
      : [],
    ...limits?.perRecipient && types.has("email")
      ? [`an address gets n × ${limits.perRecipient} emails an hour`]
      : [],
    ...types.has("webauthn") ? ["one answer of a passkey is accepted n times"] : [],
  ];
  if (counts.length === 0) return [];
  return [finding(
    "counts-per-process",
    `There is no store of records, so each process counts alone: on n machines, ${inWords(counts)}`,
    "Set `records`, such as `PostgresRecords(pool)`, which all machines share; one process needs " +
      "none.",
  )];
}

function inWords(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** Kind of the records that are written and removed. */
const KIND = "doctor";

/** Returns the broken promises of the adapter and of the store of records. */
export async function checkStore(
  { store, records, providers }: ResolvedConfig,
): Promise<Finding[]> {
  const id = `doctor-${crypto.randomUUID()}`;
  const hasEmail = [...providers.values()].some(({ type }) => type === "email");
  return [
    ...store ? await attempt("The adapter", () => checkAdapter(store, id, hasEmail)) : [],
    ...records ? await attempt("The store of records", () => checkRecords(records, id)) : [],
  ];
}

async function attempt(subject: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    const { cause } = error as { cause?: { method?: string } };
    const method = cause?.method ? ` in \`${cause.method}\`` : "";
    return [finding(
      "store-failed",
      `${subject} failed${method}: ${messageOf(error)}`,
      cureIn(
        messageOf(error),
        "Check that the database runs, and that its URL and password are right; where a table is " +
          `missing or of an earlier release, ${RUN_SCHEMA}`,
      ),
    )];
  }
}

async function checkAdapter(store: Store, id: string, hasEmail: boolean): Promise<Finding[]> {
  const identifier = `${id}@doctor.invalid`;
  if (store.has("getUserByEmail")) await store.getUserByEmail(identifier);
  // The check of the config names methods that are missing.
  const canTry = store.has("createVerificationToken") && store.has("useVerificationToken");
  if (!hasEmail || !canTry) return [];
  const expires = msFromNow(60_000);
  await store.createVerificationToken({ identifier, token: id, expires });
  const first = await store.useVerificationToken({ identifier, token: id });
  const second = await store.useVerificationToken({ identifier, token: id });
  if (first && !second) return [];
  return [finding(
    "token-used-twice",
    first
      ? "`useVerificationToken` of the adapter returned one token twice: a link by email works again " +
        "and again"
      : "`useVerificationToken` of the adapter did not return the token that was just created, so " +
        "no link by email works",
    "Correct the adapter: `useVerificationToken` returns a stored token and removes it in one step.",
  )];
}

async function checkRecords(records: RecordStore, id: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const expires = msFromNow(600_000);
  const entry: RecordEntry = { kind: KIND, id, owner: id, version: 1, expires, data: { n: 1 } };
  const broken = (fault: Parameters<typeof finding>[0], message: string, cure: string) =>
    void findings.push(finding(fault, message, cure));
  try {
    const isWritten = await records.put(entry, null);
    const found = await records.get(KIND, id);
    const listed = await records.list(id, KIND);
    if (!isWritten || found?.version !== 1 || listed.length !== 1) {
      broken(
        "record-wrong",
        "The store of records does not return the record that was just written with `put`",
        "Correct `put`, `get` and `list` of the store; `testRecords` of @x/auth/testing/records " +
          "shows the fault.",
      );
    }
    if (await records.put({ ...entry, version: 2 }, null)) {
      broken(
        "record-overwritten",
        "`put` of the store of records replaced a record that it was told to create only",
        "Correct `put`: with `expected: null`, it writes only where there is no record.",
      );
    }
    if (await records.put({ ...entry, version: 3 }, 99)) {
      broken(
        "record-stale",
        "`put` of the store of records replaced a record of another version than the expected one, " +
          "so parallel changes lose each other (compare-and-set)",
        "Correct `put`: it compares the version and writes in one atomic step.",
      );
    }
    const taken = await records.take(KIND, id);
    if (!taken || await records.take(KIND, id)) {
      broken(
        "record-taken-twice",
        "`take` of the store of records returned one record twice: what can be used once can be used " +
          "again",
        "Correct `take`: it reads and removes in one atomic step.",
      );
    }
    const past = { ...entry, id: `${id}-past`, expires: new Date(nowMs() - 1000) };
    await records.put(past, null);
    if (await records.get(KIND, past.id)) {
      broken(
        "record-expired",
        "`get` of the store of records returned a record that has expired",
        "Correct `get`: a record whose `expires` has passed counts as absent.",
      );
    }
  } finally {
    await records.deleteOwner(id);
  }
  return findings;
}
