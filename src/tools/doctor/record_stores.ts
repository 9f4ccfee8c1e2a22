/**
 * The store of records that fits the adapter of Auth.js which an app has, by the packages in its
 * manifest: an adapter itself does not say what it is.
 *
 * @module
 */

import { RECORD_MODULES } from "../../hooks/adapter.ts";
import type { Finding } from "./finding.ts";

/** Adapter → the function, with its arguments, and its module. */
export const RECORD_STORES: Readonly<Record<string, readonly [make: string, module: string]>> = {
  "@auth/pg-adapter": ["PostgresRecords(pool)", "postgres"],
  "@auth/neon-adapter": ["PostgresRecords(pool)", "postgres"],
  "@auth/upstash-redis-adapter": ["RedisRecords(client)", "redis"],
  "@auth/d1-adapter": ["D1Records(env.DB)", "d1"],
  "@auth/dynamodb-adapter": ["DynamoDBRecords(client, { table })", "dynamodb"],
};

/** Findings that ask for records, with the ones that fit the only adapter that the app can have. */
export function withRecordStores(
  findings: readonly Finding[],
  packages: readonly string[],
): readonly Finding[] {
  const adapters = [...new Set(packages.filter((name) => /^@auth\/.+-adapter$/.test(name)))];
  const [adapter] = adapters;
  if (adapter === undefined || adapters.length > 1 || !Object.hasOwn(RECORD_STORES, adapter)) {
    return findings;
  }
  const [make, module] = RECORD_STORES[adapter]!;
  const asked = `\`records\`, from ${RECORD_MODULES}`;
  const store = `\`records: ${make}\`, from @x/auth/records/${module}, beside ${adapter}`;
  return findings.map((one) =>
    one.cure.includes(asked) ? { ...one, cure: one.cure.replace(asked, () => store) } : one
  );
}
