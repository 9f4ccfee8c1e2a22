/**
 * MySQL or MariaDB behind a tool of an app.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";
import { type AppDatabase, rolesOf, toFound } from "./_app_database.ts";
import type { FoundColumn } from "./_app_tables.ts";
import type { Client } from "./_mysql_client.ts";
import { mysqlDialect } from "./_mysql_dialect.ts";
import { inspectServer, type Server } from "./_mysql_schema.ts";
import type { Row } from "./_rows.ts";
import { TEXT_IDS } from "./_sql.ts";
import type { TableRole } from "./_tables.ts";

const EPOCH = "TIMESTAMP'1970-01-01 00:00:00'";

/** Makes the engine for the statements of a client. */
export function mysqlDatabase(client: Client): AppDatabase {
  let server: Server | undefined;
  return {
    engine: "mysql",
    title: "MySQL",

    async inspect() {
      server = await inspectServer(client);
    },

    async find(wanted) {
      const roles = rolesOf(wanted);
      const tables = roles.map(() => "(?, ?)").join(", ");
      const { rows: [row] } = await client.run("SELECT DATABASE() AS name");
      const schemaOf = (schema: string | null) => schema ?? String(row?.name);
      const names = roles.flatMap(([, name, schema]) => [schemaOf(schema), name]);
      const roleOf = (row: Row) =>
        roles.find(([, name, schema]) =>
          same(row.table_of, name) && same(row.schema_of, schemaOf(schema))
        )?.[0] as TableRole;
      const { rows: columns } = await client.run(
        `SELECT c.TABLE_SCHEMA AS schema_of, c.TABLE_NAME AS table_of, c.COLUMN_NAME AS name,
           c.COLUMN_TYPE AS type, c.IS_NULLABLE AS nullable, c.COLUMN_DEFAULT AS default_of,
           c.EXTRA AS extra_of, c.COLLATION_NAME AS collation_of, t.ENGINE AS engine
         FROM information_schema.COLUMNS AS c JOIN information_schema.TABLES AS t
           ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME
         WHERE (c.TABLE_SCHEMA, c.TABLE_NAME) IN (${tables})`,
        names,
      );
      const { rows: indexes } = await client.run(
        `SELECT TABLE_SCHEMA AS schema_of, TABLE_NAME AS table_of, INDEX_NAME AS index_of,
           COLUMN_NAME AS name, NON_UNIQUE AS repeats, SUB_PART AS part
         FROM information_schema.STATISTICS WHERE (TABLE_SCHEMA, TABLE_NAME) IN (${tables})
         ORDER BY INDEX_NAME, SEQ_IN_INDEX`,
        names,
      );
      for (const { engine, table_of } of columns) {
        if (engine !== "InnoDB") {
          throw new AdapterError(
            `Cannot use MySQL: \`${table_of}\` is a table of ${engine}, which has no transactions; ` +
              `run ALTER TABLE \`${table_of}\` ENGINE=InnoDB`,
          );
        }
      }
      return toFound(
        columns.map((row) => ({
          role: roleOf(row),
          name: String(row.name),
          type: textOf(row.type).toLowerCase(),
          isRequired: row.nullable === "NO",
          hasDefault: row.default_of !== null || /auto_increment/i.test(String(row.extra_of)),
          isGenerated: /generated/i.test(String(row.extra_of)) &&
            !/default_generated/i.test(String(row.extra_of)),
          isLoose: row.collation_of !== null,
        })),
        indexes.map((row) => ({
          role: roleOf(row),
          key: row.index_of,
          name: row.name,
          is_unique: Number(row.repeats) === 0 && row.part === null ? 1 : 0,
        })),
      );
    },

    isWithoutZone: ({ type }) => /^(datetime|timestamp)/.test(type),
    kindOf({ type }) {
      if (/^(tinyint\(1\)|bool|bit\(1\))/.test(type)) return "boolean";
      if (/int/.test(type)) return "integer";
      if (/^(datetime|timestamp)/.test(type)) return "date";
      if (/^(float|double)/.test(type)) return "number";
      if (type === "json") return "json";
      return /char|text|enum|binary/.test(type) ? "text" : "other";
    },

    makeForm({ type, isLoose }, kind, times) {
      const same = (text: string) => text;
      if (kind === "date") {
        if (/int/.test(type)) {
          const unit = times === "seconds" ? 1000 : 1;
          return {
            toSql: (placeholder) => `(${placeholder} DIV ${unit})`,
            fromSql: (place) => `(${place} * ${unit})`,
          };
        }
        // Tools keep what a clock in UTC shows, whatever the zone of the connection is.
        return {
          toSql: (placeholder) => `TIMESTAMPADD(MICROSECOND, ${placeholder} * 1000, ${EPOCH})`,
          fromSql: (place) => `(TIMESTAMPDIFF(MICROSECOND, ${EPOCH}, ${place}) DIV 1000)`,
        };
      }
      if (kind !== "text" && kind !== "user" || !/char|text|binary/.test(type)) {
        return { toSql: same, fromSql: same };
      }
      const asText = (place: string) => `CONVERT(${place} USING utf8mb4)`;
      return {
        toSql: same,
        fromSql: asText,
        // The index finds what is alike, and the bytes decide.
        ...isLoose && {
          isEqual: (place: string, placeholder: string) =>
            `(${place} = ${placeholder} AND CAST(${asText(place)} AS BINARY) = ${placeholder})`,
        },
      };
    },

    idsIn({ type }: FoundColumn) {
      if (/char|text|binary/.test(type)) return TEXT_IDS;
      throw new AdapterError(`Cannot use ids of users with the type "${type}": use varchar(255)`);
    },

    dialect: (found, ids) => ({
      ...mysqlDialect(client, () => Promise.resolve(server!)),
      ids: () => ids,
      inOrder: (text) => `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`,
      searched: [],
      // A tool cannot make the column with the hash of the owner.
      ...!found.get("records")?.columns.has("owner_hash") && {
        isOwnedBy: (placeholder: string) => `owner = ${placeholder}`,
      },
    }),
    query: async (text, params) => (await client.run(text, params)).rows,
    execute: (statement) => client.run(statement.replaceAll('"', "`")),
  };
}

/** Servers may write the names of tables in small letters. */
function same(found: unknown, wanted: string): boolean {
  return textOf(found).toLowerCase() === wanted.toLowerCase();
}

/** Some drivers return text of the catalog as bytes. */
function textOf(value: unknown): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value);
}
