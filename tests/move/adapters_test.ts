/**
 * What the plan says about the tables of an adapter.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { inApp, planOf } from "./_apps.ts";

/** The sentence about the adapter of Drizzle, in an app whose table has these lines. */
async function sentenceFor(...args: Parameters<typeof noteFor>): Promise<string> {
  return (await noteFor(...args)).text;
}

/** What the plan leaves to a person, with the code that it prints. */
async function noteFor(email: string, rest = "", own: Record<string, string> = {}) {
  const files = {
    "package.json": JSON.stringify({
      dependencies: {
        ...{ next: "^15.5.0", "next-auth": "5.0.0-beta.30", "drizzle-orm": "^0.45.0" },
        "@auth/drizzle-adapter": "^1.10.0",
      },
    }),
    "auth.ts": `import { DrizzleAdapter } from "@auth/drizzle-adapter";
import NextAuth from "next-auth";
import { db } from "./db";
import { users } from "./schema";
export const { auth } = NextAuth({
  adapter: DrizzleAdapter(db, { usersTable: users }),
  providers: [],
});
`,
    "db.ts":
      'import { drizzle } from "drizzle-orm/libsql";\nexport const db = drizzle("file:a.db");\n',
    "schema.ts": `import { sqliteTable, uniqueIndex } from "drizzle-orm/sqlite-core";
export const users = sqliteTable("user", (d) => ({
  id: d.text().primaryKey(),
  ${email}
  name: d.text().unique(),
})${rest});
`,
    ...own,
  };
  return await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    const [note, other] = plan.notes.filter(({ kind }) => kind === "left");
    assertEquals(other, undefined);
    return note!;
  });
}

Deno.test("move: a table of Drizzle without a key on the address is named", async () => {
  const words = "`users` has no unique key on `email`";
  assertStringIncludes(await sentenceFor("email: d.text().notNull(),"), words);
  const others = ', (t) => [uniqueIndex("by_name").on(t.name)]';
  assertStringIncludes(await sentenceFor("email: d.text(),", others), words);
  const keys: [string, string?][] = [
    ["email: d.text().notNull().unique(),"],
    ['email: d.text().unique("by_email"),'],
    ["email: d.text(),", ', (t) => [uniqueIndex("by_email").on(t.email)]'],
  ];
  for (const [email, rest] of keys) {
    const text = await sentenceFor(email, rest);
    assert(!text.includes("unique"), text);
  }
  // A table that is not found is not said to have a key.
  const elsewhere = await sentenceFor("", "", { "schema.ts": 'export * from "@acme/schema";\n' });
  assertStringIncludes(elsewhere, "need a unique key on `email` if they have none");
});

Deno.test("move: the filter of the tool of Drizzle gets the table of records", async () => {
  const config = (text: string) => ({ "drizzle.config.ts": `export default { ${text} };\n` });
  const email = "email: d.text().unique(),";
  const filtered = await sentenceFor(email, "", config('tablesFilter: ["app_*"]'));
  assertStringIncludes(filtered, "Add `auth_records` to `tablesFilter` of `drizzle.config.ts`");
  assert(!(await sentenceFor(email, "", config(""))).includes("tablesFilter"));
});

Deno.test("move: the printed table imports what its module does not have yet", async () => {
  const { code } = await noteFor("email: d.text().unique(),");
  assertStringIncludes(
    code!,
    'import { index, integer, primaryKey, text } from "drizzle-orm/sqlite-core";',
  );
  const renamed = await noteFor("email: d.text(),", "", {
    "schema.ts": `import { index as key, sqliteTable, text } from "drizzle-orm/sqlite-core";
export const users = sqliteTable("user", { email: text() });
`,
  });
  assertStringIncludes(renamed.code!, "import { index, integer, primaryKey } from");
});
