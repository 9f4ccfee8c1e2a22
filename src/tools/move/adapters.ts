/**
 * The adapters of Auth.js: where this library speaks to the same database by the same client, the app
 * gets its adapter, and the migration that it needs is printed; each other one stays, with its name and
 * the records that can stand beside it.
 *
 * @module
 */

import type ts from "typescript";
import type { SqlDialect } from "../../base/store_facts.ts";
import { printFor } from "../schema/tools.ts";
import { type Binding, findUses, type ImportPlan, listBindings } from "./imports.ts";
import { findMember, findValue } from "./objects.ts";
import { findOrigin, unwrap } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";

/** An adapter that this library has too. */
interface OwnAdapter {
  /** Its function, which has this name there as well. */
  readonly name: string;
  /** Its module here. */
  readonly module: string;
  readonly guide: string;
  /** The tool whose schema gets the tables, and the commands that migrate. */
  readonly tool?: "drizzle" | "kysely" | "prisma" | undefined;
  readonly migrate: string;
}

/** By the word in the name of the package. */
const ADAPTERS: Readonly<Record<string, OwnAdapter>> = {
  drizzle: {
    ...{ name: "DrizzleAdapter", module: "@x/auth/drizzle", guide: "drizzle.md", tool: "drizzle" },
    migrate: "add this table to your schema, and migrate with `npx drizzle-kit generate` and " +
      "`npx drizzle-kit migrate`",
  },
  kysely: {
    ...{ name: "KyselyAdapter", module: "@x/auth/kysely", guide: "kysely.md", tool: "kysely" },
    migrate: "add this migration, and a unique key on `provider` and `providerAccountId` of " +
      "`Account`",
  },
  pg: {
    ...{ name: "PostgresAdapter", module: "@x/auth/adapters/postgres" },
    guide: "storage.md#moving-from-authpg-adapter",
    migrate: "print the migration with `npx @x/auth schema`, and run it",
  },
  prisma: {
    ...{ name: "PrismaAdapter", module: "@x/auth/prisma", guide: "prisma.md", tool: "prisma" },
    migrate: "add this model to your schema, and migrate with `npx prisma migrate dev` and " +
      "`npx prisma generate`",
  },
};

/** Stores of records over the client that an adapter has. */
const RECORDS: Readonly<Record<string, readonly [name: string, module: string]>> = {
  dynamodb: ["DynamoDBRecords", "@x/auth/records/dynamodb"],
  pg: ["PostgresRecords", "@x/auth/records/postgres"],
  "upstash-redis": ["RedisRecords", "@x/auth/records/redis"],
};

/** Drivers of Drizzle that the adapter speaks to, by the end of their module. */
const DRIVERS: Readonly<Record<string, SqlDialect>> = {
  ...{ "node-postgres": "postgres", "postgres-js": "postgres", "neon-serverless": "postgres" },
  ...{ pglite: "postgres", "vercel-postgres": "postgres", mysql2: "mysql" },
  ...{ "better-sqlite3": "sqlite", "bun-sqlite": "sqlite", libsql: "sqlite", d1: "sqlite" },
};

const DIALECTS: Readonly<Record<string, SqlDialect>> = {
  ...{ mysql: "mysql", postgresql: "postgres", sqlite: "sqlite" },
  ...{ MysqlDialect: "mysql", PostgresDialect: "postgres", SqliteDialect: "sqlite" },
};

/** The oldest release of Prisma on which the adapter is tested. */
const OLDEST_PRISMA = 7;

/** The word in the name of an adapter's package, of next-auth 4 too. */
export function kindOfAdapter(specifier: string): string | undefined {
  return /^@(?:next-)?auth\/([a-z-]+?)(?:-legacy)?-adapter$/.exec(specifier)?.[1];
}

/**
 * Moves the adapter that a name is, or says why it stays.
 *
 * @returns `true` when the name comes from this library
 */
export function moveAdapter(
  draft: Draft,
  source: Source,
  binding: Binding,
  imports: ImportPlan,
): boolean {
  const { ts } = draft;
  const { specifier, imported, local, node, declaration } = binding;
  const kind = kindOfAdapter(specifier)!;
  const own = Object.hasOwn(ADAPTERS, kind) ? ADAPTERS[kind] : undefined;
  const calls = findUses(source, ts, local).map(({ parent }) => parent).filter(ts.isCallExpression);
  if (!own) {
    say(draft, source, declaration, kind, calls, `\`${specifier}\` stays, with its tables`);
    return false;
  }
  const found = findFault(draft, source, binding, own, kind, calls);
  if ("fault" in found) {
    say(draft, source, declaration, kind, calls, `\`${specifier}\` stays: ${found.fault}`);
    return false;
  }
  imports.move(binding, own.module, own.name);
  if (imported === "default" || imported === own.name) draft.movedPackages.add(specifier);
  draft.note("change", source, node, `\`${specifier}\` → \`${own.module}\`, on the same tables`);
  const users = kind === "drizzle" ? findUsersTable(draft, source, calls) : undefined;
  const printed = own.tool && printFor(own.tool, found.dialect, { records: "auth_records" });
  draft.note(
    "left",
    source,
    node,
    `the adapter needs ${
      own.tool ? "the table `auth_records`" : "unique keys and the table `auth_records`"
    } before you deploy: ${own.migrate}${kind === "drizzle" ? ofDrizzle(draft, users) : ""}`,
    own.guide,
    printed && users ? withoutImported(draft, users.source, printed) : printed,
  );
  return true;
}

/** What else the tables of Drizzle need: the key of addresses, and a place in the filter of its tool. */
function ofDrizzle(draft: Draft, users: UsersTable | undefined): string {
  const key = users === undefined
    ? ". The users need a unique key on `email` if they have none"
    : users.isUnique
    ? ""
    : `. \`${users.name}\` has no unique key on \`email\`, without which the adapter is refused: look ` +
      "for addresses that are there twice, and write `.unique()` at the column first";
  const config = [...draft.app.paths].find((path) => /^drizzle\.config\.[cm]?[jt]s$/.test(path));
  const isFiltered = config !== undefined && draft.read(config)?.includes("tablesFilter");
  return isFiltered ? `${key}. Add \`auth_records\` to \`tablesFilter\` of \`${config}\`` : key;
}

/** Code for a module, without the names that the module imports already. */
function withoutImported({ ts }: Draft, source: Source, code: string): string {
  const [, names, specifier] =
    /^import \{ ([\w, ]{1,200}) \} from ["]([\w/-]{1,40})["];/.exec(code) ??
      [];
  if (names === undefined) return code;
  const known = listBindings(source, ts).filter((one) =>
    one.specifier === specifier && one.imported === one.local
  ).map(({ local }) => local);
  const rest = names.split(", ").filter((name) => !known.includes(name)).join(", ");
  return code.replace(names, () => rest);
}

/** The table of the users. */
interface UsersTable {
  readonly name: string;
  /** File that makes it. */
  readonly source: Source;
  /** `true` when it has a unique key on the address. */
  readonly isUnique: boolean;
}

/** The table that the adapter gets for the users; `undefined` when it is not found. */
function findUsersTable(
  draft: Draft,
  source: Source,
  calls: readonly ts.CallExpression[],
): UsersTable | undefined {
  const { ts } = draft;
  const options = calls[0]?.arguments[1];
  const object = options && unwrap(ts, options);
  const table = object && ts.isObjectLiteralExpression(object) &&
    findValue(ts, object, "usersTable");
  if (!table || !ts.isIdentifier(table)) return undefined;
  const binding = listBindings(source, ts).find(({ local }) => local === table.text);
  const origin = binding
    ? findOrigin(draft, source, binding.specifier, binding.imported)
    : { source, name: table.text };
  const made = origin &&
    findAll(origin.source.tree, ts.isVariableDeclaration).find(({ name }) =>
      ts.isIdentifier(name) && name.text === origin.name
    )?.initializer;
  const email = made &&
    findAll(made, ts.isPropertyAssignment).find((one) =>
      one.name.getText(origin.source.tree).replaceAll(/["']/g, "") === "email"
    );
  if (!email) return undefined;
  const isUnique = /\.unique\(/.test(origin.source.textOf(email)) ||
    UNIQUE_EMAIL.test(origin.source.textOf(made));
  return { name: table.text, source: origin.source, isUnique };
}

/** A key of its own on the column, as in `uniqueIndex("user_email").on(table.email)`. */
const UNIQUE_EMAIL = /\bunique(?:Index)?\([^()]{0,100}\)\s{0,20}\.on\(\w{1,40}\.email\)/;

type Found = { readonly fault: string } | { readonly dialect: SqlDialect };

/** The dialect of the database, or why the adapter cannot be changed. */
function findFault(
  draft: Draft,
  source: Source,
  { specifier, imported, local }: Binding,
  { name }: OwnAdapter,
  kind: string,
  calls: readonly ts.CallExpression[],
): Found {
  const { ts } = draft;
  const others = listBindings(source, ts).filter((one) =>
    one.specifier === specifier && one.local !== local
  );
  const isAlone = others.length === 0 && (imported === name || imported === "default") &&
    findUses(source, ts, local).every(({ parent }) =>
      ts.isCallExpression(parent) && parent.expression.getText(source.tree) === local
    );
  if (!isAlone || calls.length === 0) {
    return { fault: "the command knows calls of the adapter alone" };
  }
  const isWritten = calls.every(({ arguments: [, options] }) =>
    !options || ts.isObjectLiteralExpression(unwrap(ts, options))
  );
  if (!isWritten) return { fault: "its tables are made elsewhere" };
  const keepsPasskeys = [...draft.app.files.values()].some((text) =>
    /\/providers\/(passkey|webauthn)["']/.test(text)
  );
  const hasTable = calls.every(({ arguments: [, options] }) =>
    options && ts.isObjectLiteralExpression(options) &&
    findMember(ts, options, "authenticatorsTable") !== undefined
  );
  if (keepsPasskeys && kind !== "prisma" && !hasTable) {
    return { fault: "its passkeys are in a table that the new one must be told of" };
  }
  const dialect = findDialect(draft, source, kind, calls);
  return dialect ? { dialect } : { fault: UNKNOWN[kind]! };
}

const UNKNOWN: Readonly<Record<string, string>> = {
  drizzle: "`@x/auth/drizzle` does not know its driver",
  kysely: "the command does not find its dialect",
  prisma: "`@x/auth/prisma` needs Prisma 7 with PostgreSQL, MySQL or SQLite",
};

function findDialect(
  draft: Draft,
  source: Source,
  kind: string,
  calls: readonly ts.CallExpression[],
): SqlDialect | undefined {
  switch (kind) {
    case "pg":
      return "postgres";
    case "prisma": {
      const range = draft.app.packages.get("@prisma/client") ?? draft.app.packages.get("prisma");
      const [major] = /\d+/.exec(range ?? "") ?? [];
      if (Number(major ?? 0) < OLDEST_PRISMA) return undefined;
      const texts = [...draft.app.paths].filter((path) => path.endsWith(".prisma"))
        .map((path) => draft.read(path) ?? "");
      return texts.map((text) => {
        const [, block = ""] = text.split(/\bdatasource\b/, 2);
        const [, provider] = /\bprovider\s*=\s*"(\w{1,20})"/.exec(block.split("}", 1)[0]!) ?? [];
        return DIALECTS[provider ?? ""];
      }).find((one) => one !== undefined);
    }
    default: {
      const [words, table] = kind === "drizzle"
        ? [/["']drizzle-orm\/([\w-]{1,40})(?:\/[\w-]{1,40})?["']/g, DRIVERS]
        : [/\b(\w{1,20}Dialect)\b/g, DIALECTS];
      const known = new Set(
        readTexts(draft, source, calls).flatMap((text) =>
          [...text.matchAll(words)].flatMap(([, word]) => {
            const dialect = Object.hasOwn(table, word!) ? table[word!] : undefined;
            return dialect ? [dialect] : [];
          })
        ),
      );
      const [dialect, other] = known;
      return other ? undefined : dialect;
    }
  }
}

/** Texts of the file and of the module that the client is imported from, with what that passes on. */
function readTexts(draft: Draft, source: Source, calls: readonly ts.CallExpression[]): string[] {
  const { ts } = draft;
  const roots = new Set(
    calls.map(({ arguments: [client] }) => client?.getText(source.tree).split(/[.(]/, 1)[0]),
  );
  const texts = [source.text];
  for (const { local, specifier } of listBindings(source, ts)) {
    if (!roots.has(local)) continue;
    const path = draft.resolver.find(source.path, specifier);
    const text = path === undefined ? undefined : draft.read(path);
    if (text === undefined) continue;
    texts.push(text);
    for (const [, more] of text.matchAll(/\bfrom\s*["']([@~#$.][^"'\n]{0,300})["']/g)) {
      const inner = draft.resolver.find(path!, more!);
      const own = inner === undefined ? undefined : draft.read(inner);
      if (own !== undefined) texts.push(own);
    }
  }
  return texts;
}

/** Says that an adapter stays, and which records can stand beside it. */
function say(
  draft: Draft,
  source: Source,
  at: ts.Node,
  kind: string,
  calls: readonly ts.CallExpression[],
  text: string,
): void {
  const records = Object.hasOwn(RECORDS, kind) ? RECORDS[kind] : undefined;
  const client = calls[0]?.arguments[0]?.getText(source.tree);
  draft.note(
    "later",
    source,
    at,
    records && client !== undefined
      ? `${text}. \`records: ${records[0]}(${client})\` of \`${
        records[1]
      }\` beside it keeps what ` +
        "passwords, second factors and limits over all machines need"
      : `${text}. For passwords, second factors, and limits over all machines, it needs \`records\` ` +
        "of another store beside it",
    "storage.md#records",
  );
}
