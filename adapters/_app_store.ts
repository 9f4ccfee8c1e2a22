/**
 * An adapter with its records over the connection of an app's own tool. The first call looks at the
 * database, and makes the statements for the tables that it finds.
 *
 * @module
 */

import { AdapterError, AuthError } from "../src/errors.ts";
import { leftOut } from "../src/symbols.ts";
import type { Adapter, AdapterExtras, AdapterTraits } from "../src/types/adapter.ts";
import type { AppDatabase } from "./_app_database.ts";
import { withoutValues } from "./_app_errors.ts";
import { createTable, missingTables, rolesIn } from "./_app_schema.ts";
import { type AppTables, describeTables, faultsIn, quotedName } from "./_app_tables.ts";
import { once } from "./_retry.ts";
import { describeStore } from "./_store_facts.ts";
import { createSqlAdapter } from "./_sql_adapter.ts";
import type { Tool } from "./_tables.ts";
import { createRecordRows } from "./records/_sql_rows.ts";
import { createRecordStore, type RecordRows } from "./records/_store.ts";

/** The adapter of a door. It also has the methods for passkeys when the app has a table of them. */
export interface AppAdapter
  extends
    Required<Omit<Adapter, `${string}Authenticator${string}`>>,
    Required<Omit<AdapterExtras, `${string}Authenticator${string}`>>,
    Required<AdapterTraits>,
    Pick<
      Adapter & AdapterExtras,
      Extract<keyof (Adapter & AdapterExtras), `${string}Authenticator${string}`>
    > {
  /**
   * Creates the tables and unique keys that are missing, for development and tests; several
   * processes may do so at the same time. Tables that are there keep their columns.
   */
  setup(): Promise<void>;
}

/** Settings from which the adapter of a tool, such as Kysely, makes its store. */
export interface AppStoreOptions {
  readonly tool: Tool;
  /** Name of the tool in errors. */
  readonly title: string;
  readonly tables: AppTables;
  /** `true`: the first call makes the tables that are missing. */
  readonly makes: boolean;
  /** Asks whether the tool writes times without a zone by the clock of the process. Default: no. */
  isLocal?(this: void): Promise<boolean>;
}

const METHODS = [
  ...["createUser", "getUser", "getUserByEmail", "getUserByAccount", "updateUser"],
  ...["deleteUser", "linkAccount", "unlinkAccount", "getAccount", "createSession"],
  ...["getSessionAndUser", "updateSession", "deleteSession", "createVerificationToken"],
  ...["useVerificationToken", "createUserWithAccount", "extendSession", "listAccounts"],
  ...[
    "listUsers",
    "listSessions",
    "deleteSessions",
    "getVerificationToken",
    "deleteVerificationTokens",
    "generatesUserIds",
  ],
];

const AUTHENTICATOR_METHODS: readonly string[] = [
  ...["createAuthenticator", "getAuthenticator", "listAuthenticatorsByUserId"],
  ...["updateAuthenticatorCounter", "renameAuthenticator", "deleteAuthenticator"],
];

const ROW_METHODS: readonly (keyof RecordRows)[] = ["get", "put", "take", "list", "deleteOwner"];

/** Opens the store; nothing is asked of the tool before the first call. */
export function openAppStore(
  database: AppDatabase,
  { tool, title, tables: wanted, makes, isLocal }: AppStoreOptions,
): AppAdapter {
  for (const table of Object.values(wanted)) if (table) quotedName(table);
  let report: ((what: string) => void) | undefined;

  const make = async () => {
    const found = await database.find(wanted);
    const statements = missingTables(tool, database.engine, wanted, found);
    for (const statement of statements) {
      try {
        await database.execute(statement);
      } catch (error) {
        // Another process may have made it meanwhile.
        if (!isMade(error)) throw error;
      }
    }
  };

  const inQuotes = (statements: readonly string[]) =>
    statements.map((text) => database.engine === "mysql" ? text.replaceAll('"', "`") : text);

  const look = async () => {
    const found = await database.find(wanted);
    return { found, faults: faultsIn(wanted, found) };
  };

  const open = once(async () => {
    await database.inspect();
    let { found, faults } = await look();
    if (faults.length > 0 && makes) {
      await make();
      ({ found, faults } = await look());
    }
    if (faults.length > 0) {
      throw new AdapterError(
        `Cannot use ${title}: ${
          faults.join(", and ")
        }; add what \`npx @x/auth schema --${tool}\` ` +
          "prints by a migration, or call `setup()` of the adapter",
      );
    }
    const tables = describeTables(wanted, found, database, {
      isLocal: await isLocal?.(),
      tell: (what) => report?.(what),
    });
    const users = found.get("users")!;
    const id = users.columns.get(tables.users.at("id").slice(1, -1))!;
    const dialect = database.dialect(found, database.idsIn(id));
    return {
      adapter: createSqlAdapter(dialect, tables),
      rows: createRecordRows(dialect, tables.records),
    };
  });

  const delegate = (names: readonly string[], find: () => Promise<object>) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        async (...args: unknown[]) => {
          try {
            const methods = await find() as Record<string, (...args: unknown[]) => unknown>;
            return await methods[name]!(...args);
          } catch (error) {
            const said = database.explain?.(error) ?? error;
            throw said instanceof AuthError ? said : withoutValues(said);
          }
        },
      ]),
    );
  const rows = delegate(ROW_METHODS, async () => (await open()).rows);
  const names = wanted.authenticators ? [...METHODS, ...AUTHENTICATOR_METHODS] : METHODS;
  return {
    // The names are those of the members.
    ...delegate(names, async () => (await open()).adapter) as unknown as AppAdapter,
    // It converts what it is given before it waits, so that the caller may change it then.
    records: createRecordStore(rows as unknown as RecordRows),
    async setup() {
      await database.inspect();
      await make();
    },
    ...describeStore(database.title, {
      dialect: database.engine,
      set: "all",
      own: {
        tool,
        names: Object.fromEntries(rolesIn(wanted).map((role) => [role, wanted[role]!.name])),
        create: () =>
          rolesIn(wanted).flatMap((role) =>
            inQuotes(createTable(tool, database.engine, wanted, role))
          ),
        missing: async () =>
          inQuotes(missingTables(tool, database.engine, wanted, await database.find(wanted))),
      },
      query: database.query,
    }),
    [leftOut]: (listener: (what: string) => void) => void (report = listener),
  } as AppAdapter;
}

/** Returns `true` for an error of a table or an index that is there already. */
function isMade(error: unknown): boolean {
  const { message } = error as Error;
  return /already exists|duplicate key (?:name|value)/i.test(message);
}
