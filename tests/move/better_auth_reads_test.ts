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

/** A guard that runs after the statement. */
const guard = (statement: string) =>
  `export const guard = async (ctx, next, res) => {
  ${statement}
  if (!await hasSecondFactor(ctx.user.id)) throw new Error("out");
};
`;

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
export const createInnerContext = (opts) => ({ session: opts.session });
export const check = (ctx) => {
  if (ctx.isOff || !ctx.session) throw new Error("out");
};
export const page = ({ locals }) => {
  if (!locals.session) return redirect("/login");
};
export const api = (req, res) => {
  if (!req.session) {
    res.status(401).end();
    return;
  }
};
export const answer = (ctx) => {
  if (!ctx.session) return new Response(null, { status: 403 });
};
export const load = (ctx) => {
  if (!ctx.session) return { redirect: { destination: "/login" } };
};
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
    "a function of a type of columns":
      'import { customType } from "drizzle-orm/pg-core";\nexport const may = customType({ run: (user) => user.role });\n',
    "a function in a table that Drizzle does not call":
      'import { pgTable } from "drizzle-orm/pg-core";\nexport const one = pgTable("one", { id: make((user) => user.role) });\n',
    "a function that is a column of a table":
      'import { pgTable } from "drizzle-orm/pg-core";\nexport const one = pgTable("one", { run: (user) => user.role });\n',
    "a function for what makes no table":
      'import { make } from "drizzle-orm";\nexport const may = make("may", (user) => user.role);\n',
    "a missing row that shows a page": guard("if (!ctx.session) return { props: {} };"),
    "a missing row that lets through": guard("if (!ctx.session) return;"),
    "a missing row that goes on": guard("if (!ctx.session) return next();"),
    "a missing row that goes on with a number": guard("if (!ctx.session) return next(401);"),
    "a missing row with an answer": guard("if (!ctx.session) return Response.json([]);"),
    "a missing row with a number of something else": guard(
      "if (!ctx.session) return Response.json({ limit: 401 });",
    ),
    "a missing row with a redirect that goes on": guard(
      'if (!ctx.session) { res.redirect("/login"); }',
    ),
    "a missing row that is caught": guard("try { if (!ctx.session) throw 1; } catch { return; }"),
    "a missing row in a variable": guard("const isGuest = !ctx.session;"),
    "a missing row that something else must confirm": guard(
      "if (!ctx.session && isStrict) throw 1;",
    ),
    "a missing row of an else": guard("if (!ctx.session) {} else throw 1;"),
    "a missing row that is returned": "export const isOut = (ctx) => !ctx.session;\n",
    "a row in a query":
      "export const all = (ctx) => db.cart.findMany({ where: { session: ctx.session } });\n",
    "a row in the context of something else":
      "export const all = (ctx) => find({ ctx: { session: ctx.session } });\n",
    "a row in an object": "export const inner = (opts) => ({ session: opts.session });\n",
    "a copied row": "export const copy = (ctx) => ({ ...ctx.session });\n",
    "a copied row with another user":
      "export const copy = (ctx) => ({ ...ctx.session, user: ctx.user });\n",
    "a row that gets a value and is read": "export const drop = (ctx) => (ctx.session = null);\n",
    "a row under another name": "export const give = (data, ctx) => { ctx.row = data.session; };\n",
    "a row that is given to something else":
      "export const give = (data, row) => { row.session = data.session; };\n",
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

Deno.test("move: a row of a session that gets another value stops the command", async () => {
  const text = GIVEN.replaceAll("found", "ctx").replace(/if .*/, "ctx.session = null;");
  const [stop] = await stopsOf({ "lib/handle.ts": text });
  assertEquals([stop?.path, stop?.line], ["lib/handle.ts", 4]);
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
  const copies = [
    "{ headers.append(key, String(value)); }",
    "headers.set(key, value as string);",
    "{ if (value !== undefined) headers.append(key, value.toString()); }",
    '{ if (typeof value === "string") headers.set(key, value); else if (value) headers.set(key, value[0]!); }',
    '{ if (value) headers.append(key, Array.isArray(value) ? value.join(", ") : value); }',
  ];
  for (const loop of copies) {
    await inApp({ files: { ...APP, "lib/read.ts": copied(loop) } }, async (folder) => {
      const { plan } = await planOf(folder);
      assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), [], loop);
      const change = plan.changes.find(({ path }) => path === "lib/read.ts");
      assertStringIncludes(change!.after, "if (!await getSession({ req }))");
    });
  }
  const others = [
    copied('{ headers.append("cookie", value); }'),
    copied("{ headers.append(key, value); }", 'headers.set("cookie", other);'),
    copied("{ fill(headers, key, value); }"),
    copied("{ headers.append(key, value); }").replace("new Headers()", "new Headers(other)"),
    copied("{ headers.append(key, value); }").replace("req.headers)", "other)"),
    ...[
      '{ if (key === "cookie" && req.headers.origin !== OWN) continue; headers.append(key, value); }',
      '{ if (key !== "cookie") headers.append(key, value); }',
      "{ if (isFromHere(value)) headers.append(key, value); }",
      "{ if (Array.isArray(key)) headers.append(key, value); }",
      '{ if (value !== "x") headers.append(key, value); }',
      '{ headers.append(key, key === "cookie" ? value[1] : value); }',
      "{ headers.append(key, value); other.append(key, value); }",
      '{ if (value === "x") headers.append(key, value); }',
      '{ headers.append(key, key === "cookie" ? strip(value) : value); }',
      "{ headers.append(key, strip(value)); }",
      "{ headers.append(key, value.slice(1)); }",
      "{ headers.append(key, other); }",
      "{ headers.append(key); }",
      "{ headers.delete(key, value); }",
      "{ headers.append(key, value); break; }",
      "{ if (value) {} else headers.append(key, value); }",
      "{ if (value) return; else headers.append(key, value); }",
    ].map((loop) => copied(loop)),
    copied("{ headers.append(key, value); }").replace("for (", "if (isOn) for ("),
    copied("{ headers.append(key, value); }").replace("[key, value]", "[key]"),
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
