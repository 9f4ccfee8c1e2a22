/**
 * A session of Better Auth that is passed on: reads of columns that it has no more stop the command, and
 * names of the same spelling that belong to something else do not.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Note } from "../../src/tools/move/plan.ts";
import { inApp, planOf } from "./_apps.ts";

const APP: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({
    dependencies: { next: "^15.5.0", "better-auth": "^1.7.25", "drizzle-orm": "^0.45.0" },
  }),
  "lib/env.ts": "export const env = { SECRET: process.env.SECRET };\n",
  "lib/auth.ts": `import { betterAuth } from "better-auth";
import { Pool } from "pg";
import { env } from "./env";
export const auth = betterAuth({ database: new Pool(), secret: env.SECRET });
`,
  "lib/context.ts": `import { auth } from "./auth";
export const createContext = async (opts: { headers: Headers }) => ({
  session: await auth.api.getSession({ headers: opts.headers }),
});
`,
};

/** What stops the move of an app. */
async function stopsOf(files: Readonly<Record<string, string>>): Promise<Note[]> {
  return await inApp({ files: { ...APP, ...files } }, async (folder) => {
    const { plan } = await planOf(folder);
    return plan.notes.filter(({ kind }) => kind === "stop");
  });
}

const TABLES = `import { pgTable, pgTableCreator, relations, text } from "drizzle-orm/pg-core";
const createTable = pgTableCreator((name) => \`app_\${name}\`);
export const user = pgTable("user", { id: text(), role: text() });
export const session = createTable("session", { userId: text().references(() => user.role) });
export const sessionRelations = relations(session, ({ one }) => ({
  user: one(user, { fields: [session.userId], references: [user.id] }),
}));
`;

Deno.test("move: tables of Drizzle, columns of its queries and what holds a session are no reads of it", async () => {
  const files = {
    "lib/schema.ts": TABLES,
    "lib/routers.ts": `export const guard = ({ ctx, next }) => {
  if (!ctx.session?.user) throw new Error("out");
  return next({ ctx: { session: { ...ctx.session, user: ctx.session.user } } });
};
export const inner = (opts) => ({ session: opts.session });
export const isOut = (ctx) => !ctx.session;
export const latest = (ctx) =>
  ctx.db.query.posts.findFirst({ orderBy: (posts, { desc }) => [desc(posts.createdAt)] });
`,
  };
  assertEquals(await stopsOf(files), []);
});

Deno.test("move: a read of a column by whoever gets the session stops the command", async () => {
  const texts: Record<string, string> = {
    "a function beside the tables": `${TABLES}export const may = (user) => !user.role;\n`,
    "a function that is called like a table":
      `${TABLES}export const may = make((user) => !user.role);\n`,
    "a row that is passed": "export const may = (data) => check(data.session);\n",
    "a row that is there": "export const may = (data) => data.session ? deny() : true;\n",
    "a row that is there, by two marks": "export const isIn = (data) => !!data.session;\n",
    "a column of a row": "export const may = (data) => !data.session.impersonatedBy;\n",
    "a row in a variable":
      "export const may = (data) => { const { session } = data; return session; };\n",
    "a column of something else in a query":
      "export const all = (me, db) => db.findMany({ where: (posts) => me.role === posts.id });\n",
    "a column outside of a query": "export const all = make({ where: (me) => me.role });\n",
  };
  for (const [name, text] of Object.entries(texts)) {
    const [stop] = await stopsOf({ "lib/other.ts": text });
    assertEquals(stop?.path, "lib/context.ts", name);
    assertStringIncludes(stop!.text, "lib/other.ts reads", name);
  }
});

const GIVEN = `import { auth } from "./auth";
export const handle = async ({ event }) => {
  const found = await auth.api.getSession({ headers: event.request.headers });
  if (found) event.locals.session = found.session;
};
`;

Deno.test("move: who gets the row of a session gets the session, where nothing reads its columns", async () => {
  await inApp({ files: { ...APP, "lib/handle.ts": GIVEN } }, async (folder) => {
    const { plan } = await planOf(folder);
    assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
    const change = plan.changes.find(({ path }) => path === "lib/handle.ts");
    assertStringIncludes(change!.after, "event.locals.session = found;");
  });
  const [stop] = await stopsOf({
    "lib/handle.ts": GIVEN,
    "lib/page.ts": "export const may = ({ locals }) => locals.session?.impersonatedBy === null;\n",
  });
  assertStringIncludes(stop!.text, "lib/page.ts reads");
});

/** A read of the session in the pages router, whose headers a loop makes. */
const copied = (loop: string, before = "") =>
  `import { auth } from "./auth";
export const read = async ({ req }) => {
  const headers = new Headers();
  ${before}
  for (const [key, value] of Object.entries(req.headers)) ${loop}
  if (!await auth.api.getSession({ headers })) throw new Error("out");
};
`;

Deno.test("move: headers that a loop copies from the request of Node are those of the request", async () => {
  const files = { ...APP, "lib/read.ts": copied("{ headers.append(key, String(value)); }") };
  await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
    const change = plan.changes.find(({ path }) => path === "lib/read.ts");
    assertStringIncludes(change!.after, "if (!await getSession({ req }))");
  });
  const others = [
    copied('{ headers.append("cookie", value); }'),
    copied("{ headers.append(key, value); }", 'headers.set("cookie", other);'),
    copied("{ fill(headers, key, value); }"),
    copied("{ headers.append(key, value); }").replace("new Headers()", "new Headers(other)"),
    copied("{ headers.append(key, value); }").replace("req.headers)", "other)"),
  ];
  for (const text of others) {
    const [stop] = await stopsOf({ "lib/read.ts": text });
    assertStringIncludes(stop?.text ?? text, "does not know where these headers are from");
  }
});

Deno.test("move: a secret is a variable, in a module of variables too, and nothing else", async () => {
  const others = ["settings.SECRET", "env.secret", '"written out"', "process.env[name]"];
  for (const text of others) {
    const config = APP["lib/auth.ts"]!.replace("env.SECRET", text);
    const settings = 'import { settings } from "./settings";\n';
    const [stop] = await stopsOf({ "lib/auth.ts": settings + config });
    assertStringIncludes(stop?.text ?? text, "put the secret into a variable");
  }
  for (const module of ["$env/dynamic/private", "~/env", "../env.js", "@acme/env/server"]) {
    const config = APP["lib/auth.ts"]!.replace("./env", module);
    assertEquals(await stopsOf({ "lib/auth.ts": config }), [], module);
  }
});
