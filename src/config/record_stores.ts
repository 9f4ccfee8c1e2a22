/**
 * The store of records that fits the adapter which an app has: the check at start and the doctor say
 * the same.
 *
 * @module
 */

import { RECORD_MODULES } from "../hooks/adapter.ts";

/** What an app with an adapter of Auth.js writes to have records. */
interface RecordStoreOf {
  /** The function with its arguments. */
  readonly make: string;
  /** Its module, after `@x/auth/`. */
  readonly module: string;
  /** `true`: it replaces the adapter, on the same tables. */
  readonly replaces?: true;
  /** Words by which the method `getUser` tells whose it is; builds keep them. */
  readonly words?: RegExp;
}

/** Adapters of Auth.js. What some of them are, no method tells. */
export const RECORD_STORES: Readonly<Record<string, RecordStoreOf>> = {
  "@auth/prisma-adapter": {
    ...{ make: "PrismaAdapter(prisma)", module: "prisma", replaces: true },
    words: /\.user\.findUnique\(/,
  },
  "@auth/drizzle-adapter": {
    ...{ make: "DrizzleAdapter(db)", module: "drizzle", replaces: true },
    words: /\.select\(\)\s{0,20}\.from\(/,
  },
  "@auth/kysely-adapter": {
    ...{ make: "KyselyAdapter(db)", module: "kysely", replaces: true },
    words: /\.selectFrom\("User"\)/,
  },
  "@auth/pg-adapter": {
    ...{ make: "PostgresRecords(pool)", module: "records/postgres" },
    words: /select \* from users where id = \$1/i,
  },
  "@auth/neon-adapter": { make: "PostgresRecords(pool)", module: "records/postgres" },
  "@auth/upstash-redis-adapter": { make: "RedisRecords(client)", module: "records/redis" },
  "@auth/d1-adapter": { make: "D1Records(env.DB)", module: "records/d1" },
  "@auth/dynamodb-adapter": {
    make: "DynamoDBRecords(client, { table })",
    module: "records/dynamodb",
  },
};

/** What an app does to have records, when nothing says which adapter it has. */
export const RECORDS_CURE: string =
  `set \`records\`, from ${RECORD_MODULES}, or use an adapter of this library`;

/** The same for an app with this adapter of Auth.js; `undefined` for others. */
export function recordsCureFor(name: string): string | undefined {
  if (!Object.hasOwn(RECORD_STORES, name)) return undefined;
  const { make, module, replaces } = RECORD_STORES[name]!;
  return replaces
    ? `use \`${make}\`, from @x/auth/${module}, in place of ${name}`
    : `set \`records: ${make}\`, from @x/auth/${module}, beside ${name}, or use an adapter of this ` +
      "library";
}

/** What an app with this adapter does to have records. */
export function recordsCureOf(adapter: { readonly getUser?: unknown } | undefined): string {
  const text = String(adapter?.getUser).slice(0, 2000);
  const found = Object.entries(RECORD_STORES).find(([, { words }]) => words?.test(text));
  return found && recordsCureFor(found[0]) || RECORDS_CURE;
}
