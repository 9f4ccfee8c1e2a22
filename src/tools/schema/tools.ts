/**
 * The tables of an app as the schema of its tool: the text of a file of Drizzle, Prisma or Kysely.
 *
 * @module
 */

import {
  type AppTables,
  type ColumnKind,
  type ColumnShape,
  createTable,
  type TableRole,
  TABLES,
  type TableShape,
  type Tool,
} from "../../../adapters/schema.ts";
import type { SqlDialect } from "../../base/store_facts.ts";

/** Names of the tables that are printed, by what is in them. */
export type Names = Readonly<Partial<Record<TableRole, string>>>;

/** Prints the tables for a tool. */
export function printFor(tool: Tool, dialect: SqlDialect, names: Names): string {
  const roles = (Object.keys(TABLES) as TableRole[]).filter((role) => names[role] !== undefined);
  const tables = roles.map((role) => ({ role, name: names[role]!, ...TABLES[role] }));
  return PRINTERS[tool](tables, dialect, names).trimEnd();
}

type Printed = TableShape & { readonly role: TableRole; readonly name: string };

const PRINTERS: Readonly<
  Record<Tool, (tables: readonly Printed[], dialect: SqlDialect, names: Names) => string>
> = { drizzle: toDrizzle, prisma: toPrisma, kysely: toKysely };

/** A function of Drizzle that makes a column, and its options. */
const DRIZZLE: Readonly<
  Record<SqlDialect, Readonly<Record<ColumnKind, readonly [make: string, options?: string]>>>
> = {
  postgres: {
    ...{ key: ["text"], bytes: ["text"], text: ["text"], integer: ["integer"] },
    ...{ bigint: ["bigint", '{ mode: "number" }'], boolean: ["boolean"] },
    date: ["timestamp", '{ mode: "date" }'],
  },
  mysql: {
    ...{ key: ["varchar", "{ length: 255 }"], bytes: ["varbinary", "{ length: 1536 }"] },
    ...{ text: ["longtext"], integer: ["int"], boolean: ["boolean"] },
    bigint: ["bigint", '{ mode: "number" }'],
    date: ["timestamp", '{ mode: "date", fsp: 3 }'],
  },
  sqlite: {
    ...{ key: ["text"], bytes: ["text"], text: ["text"], integer: ["integer"] },
    ...{ bigint: ["integer"], boolean: ["integer", '{ mode: "boolean" }'] },
    date: ["integer", '{ mode: "timestamp_ms" }'],
  },
};

/** Module and table function of each dialect of Drizzle. */
const DRIZZLE_CORE: Readonly<Record<SqlDialect, readonly [module: string, table: string]>> = {
  postgres: ["drizzle-orm/pg-core", "pgTable"],
  mysql: ["drizzle-orm/mysql-core", "mysqlTable"],
  sqlite: ["drizzle-orm/sqlite-core", "sqliteTable"],
};

function toDrizzle(tables: readonly Printed[], dialect: SqlDialect): string {
  const [module, makeTable] = DRIZZLE_CORE[dialect];
  const used = new Set([makeTable]);
  const use = (name: string) => (used.add(name), name);
  const list = (members: readonly string[]) => members.map((name) => `t.${name}`).join(", ");
  const texts = tables.map(({ role, name, columns, primaryKey, unique, indexes, isOwned }) => {
    const lines = columns.map(({ name: column, kind, isRequired }) => {
      const [make, options] = DRIZZLE[dialect][kind];
      const refers = isOwned && column === "userId"
        ? '.references(() => usersTable.id, { onDelete: "cascade" })'
        : "";
      const args = [JSON.stringify(column), ...options ? [options] : []].join(", ");
      return `  ${column}: ${use(make)}(${args})${isRequired ? ".notNull()" : ""}${refers},`;
    });
    const nameOf = (members: readonly string[]) =>
      JSON.stringify(`${name}_by_${members.join("_")}`);
    const keys = [
      `  ${use("primaryKey")}({ columns: [${list(primaryKey)}] }),`,
      ...unique.map((key) => `  ${use("uniqueIndex")}(${nameOf(key)}).on(${list(key)}),`),
      ...indexes.map((one) => `  ${use("index")}(${nameOf(one)}).on(${list(one)}),`),
    ];
    return `export const ${role}Table = ${makeTable}(${JSON.stringify(name)}, {\n` +
      `${lines.join("\n")}\n}, (t) => [\n${keys.join("\n")}\n]);\n`;
  });
  const names = [...used].toSorted().join(", ");
  return `import { ${names} } from ${JSON.stringify(module)};\n\n${texts.join("\n")}`;
}

/** A type of Prisma, and its native type where that is not the usual one. */
const PRISMA: Readonly<Record<ColumnKind, readonly [type: string, native?: string]>> = {
  key: ["String", "@db.VarChar(255)"],
  bytes: ["Bytes", "@db.VarBinary(1536)"],
  text: ["String", "@db.LongText"],
  integer: ["Int"],
  bigint: ["BigInt"],
  date: ["DateTime", "@db.DateTime(3)"],
  boolean: ["Boolean"],
};

function toPrisma(tables: readonly Printed[], dialect: SqlDialect, names: Names): string {
  const modelOf = (role: TableRole) => role === "records" ? "AuthRecord" : names[role]!;
  const owned = tables.filter(({ isOwned }) => isOwned);
  const texts = tables.map((table) => {
    const { role, name, columns, primaryKey, unique, indexes, isOwned } = table;
    const isSingle = primaryKey.length === 1;
    const lines = columns.map(({ name: column, kind, isRequired }) => {
      const [type, native] = PRISMA[kind];
      // The ids of records are bytes in MySQL alone.
      const own = dialect === "mysql" ? type : kind === "bytes" ? "String" : type;
      const words = [
        column,
        `${own}${isRequired ? "" : "?"}`,
        ...isSingle && primaryKey.includes(column) ? ["@id"] : [],
        ...unique.some((key) => String(key) === column) ? ["@unique"] : [],
        ...dialect === "mysql" && native ? [native] : [],
      ];
      return `  ${words.join(" ")}`;
    });
    const model = modelOf(role);
    const list = (members: readonly string[]) => `[${members.join(", ")}]`;
    return [
      `model ${model} {`,
      ...lines,
      ...role === "users" ? owned.map((one) => `  ${one.role} ${modelOf(one.role)}[]`) : isOwned
        ? [
          `  user ${modelOf("users")} ` +
          "@relation(fields: [userId], references: [id], onDelete: Cascade)",
        ]
        : [],
      "",
      ...isSingle ? [] : [`  @@id(${list(primaryKey)})`],
      ...indexes.map((one) => `  @@index(${list(one)})`),
      ...model === name ? [] : [`  @@map(${JSON.stringify(name)})`],
      "}",
    ].join("\n");
  });
  return `${texts.join("\n\n")}\n`;
}

/** Types of columns as Kysely reads them; those of times are the driver's. */
const KYSELY: Readonly<Record<ColumnKind, string>> = {
  ...{ key: "string", text: "string", integer: "number", boolean: "boolean" },
  ...{ bytes: "string", bigint: "number | string", date: "Date" },
};

function toKysely(tables: readonly Printed[], dialect: SqlDialect, names: Names): string {
  const type = ({ kind, isRequired }: ColumnShape) => {
    const own = dialect === "sqlite" && kind === "date"
      ? "string"
      : dialect === "sqlite" && kind === "boolean"
      ? "number"
      : dialect === "mysql" && kind === "bytes"
      ? "Uint8Array"
      : KYSELY[kind];
    return isRequired ? own : `${own} | null`;
  };
  const types = tables.map(({ name, columns }) =>
    `  ${JSON.stringify(name)}: {\n${
      columns.map((column) => `    ${column.name}: ${type(column)};`).join("\n")
    }\n  };`
  );
  const wanted = Object.fromEntries(
    Object.entries(names).map(([role, name]) => [role, { name }]),
  ) as unknown as AppTables;
  const statements = tables.flatMap(({ role }) => createTable("kysely", dialect, wanted, role))
    .map((text) => dialect === "mysql" ? text.replaceAll('"', "`") : text);
  const quoted = statements.map((text) => `  \`${text.replaceAll("`", "\\`")}\`,`);
  const list = tables.map(({ name }) => JSON.stringify(name)).toReversed().join(", ");
  // Written out, it would look like an import of this file.
  const module = JSON.stringify("kysely");
  return `import { type Kysely, sql } from ${module};

/** The tables, for \`Kysely<AuthTables>\`. */
export interface AuthTables {
${types.join("\n")}
}

const STATEMENTS = [
${quoted.join("\n")}
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of [${list}]) {
    await db.schema.dropTable(table).ifExists().execute();
  }
}
`;
}
