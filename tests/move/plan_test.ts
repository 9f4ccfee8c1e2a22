/**
 * The plan of each app of the matrix: its sentences and its diff are those of `expected/`, which
 * `deno run -A tests/tools/moves.ts` writes.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { makePlan } from "../../src/tools/move/make_plan.ts";
import { toText } from "../../src/tools/move/print.ts";
import { FIGURES_GUIDE, linesLeft, medianOf, withFigures } from "./_figures.ts";
import { inApp, moveApps, planOf, recordOf, recordPath, writeFiles } from "./_apps.ts";

for (const app of moveApps) {
  Deno.test(`move: ${app.name}: the plan and the diff are the expected ones`, async () => {
    assertEquals(await recordOf(app), await Deno.readTextFile(recordPath(app)));
  });

  Deno.test(`move: ${app.name}: a second run changes nothing`, async () => {
    await inApp(app, async (folder) => {
      const { plan } = await planOf(folder);
      const [stop] = plan.notes.filter(({ kind }) => kind === "stop");
      assertEquals(stop, undefined);
      for (const { path, after } of plan.changes) await writeFiles(folder, { [path]: after });
      const again = await makePlan(folder, () => {});
      assertEquals(typeof again === "string" ? [] : again.plan.changes, []);
    });
  });
}

Deno.test("move: the matrix has at least 24 apps, each with a record, and no other record is there", async () => {
  assert(moveApps.length >= 24, `${moveApps.length} apps`);
  const names: string[] = [];
  for await (const { name } of Deno.readDir(new URL("expected/", import.meta.url))) {
    names.push(name);
  }
  const own = moveApps.map((app) => recordPath(app).pathname.split("/").at(-1)!);
  assertEquals(names.toSorted(), own.toSorted());
});

Deno.test("move: a person gets no line to write in half of the apps of Auth.js, and at most 5 of next-auth 4 and 11 of Better Auth; the guide says how many", async () => {
  const figures = await linesLeft();
  const most = (library: keyof typeof figures) => figures[library].at(-1)!.left;
  assertEquals(medianOf(figures["auth-js"]), 0, JSON.stringify(figures));
  assert(most("next-auth-4") <= 5, JSON.stringify(figures));
  assert(most("better-auth") <= 11, JSON.stringify(figures));
  const guide = await Deno.readTextFile(FIGURES_GUIDE);
  assertEquals(guide, withFigures(guide, figures));
});

Deno.test("move: of 3,000 files, those that use the library are parsed", async () => {
  const [app] = moveApps;
  const files: Record<string, string> = {};
  for (let i = 0; i < 3000; i++) files[`lib/part_${i}.ts`] = `export const part = ${i};\n`;
  await inApp({ files: { ...app!.files, ...files } }, async (folder) => {
    const told: number[] = [];
    const planned = await makePlan(folder, (done) => told.push(done));
    assert(typeof planned !== "string");
    const { plan } = planned;
    assert(plan.app.searched > 3000);
    assertEquals(plan.app.files.size, 4);
    assert(plan.parsed <= 5, `${plan.parsed} files were parsed`);
    assertEquals(told, [0, 500, 1000, 1500, 2000, 2500, 3000]);
  });
});

/** All orders of names. */
function ordersOf(names: readonly string[]): string[][] {
  if (names.length === 0) return [[]];
  return names.flatMap((name) =>
    ordersOf(names.filter((one) => one !== name)).map((rest) => [name, ...rest])
  );
}

Deno.test("move: packages go and this one comes, in whatever order a manifest has them", async () => {
  const ranges: Record<string, string> = {
    "@auth/core": "^0.41.0",
    "@auth/pg-adapter": "^1.11.0",
    "next": "^16.0.0",
    "next-auth": "5.0.0-beta.30",
    "zod": "^4.0.0",
  };
  const files = {
    "auth.ts": `import PostgresAdapter from "@auth/pg-adapter";
import type { Session } from "@auth/core/types";
import NextAuth from "next-auth";
export const { auth } = NextAuth({ adapter: PostgresAdapter(pool), providers: [] });
`,
  };
  for (
    const names of ["zod", "next"].flatMap((out) => {
      return ordersOf(Object.keys(ranges).filter((name) => name !== out));
    })
  ) {
    for (const indent of [2, "\t", undefined]) {
      const dependencies = Object.fromEntries(names.map((name) => [name, ranges[name]!]));
      const text = JSON.stringify({ dependencies, name: "app" }, null, indent);
      await inApp({ files: { ...files, "package.json": text } }, async (folder) => {
        const { plan } = await planOf(folder);
        assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
        const { after } = plan.changes.find(({ path }) => path === "package.json")!;
        const { dependencies } = JSON.parse(after);
        const kept = names.find((name) => name === "zod" || name === "next")!;
        assertEquals(Object.keys(dependencies).sort(), ["@x/auth", kept], after);
        assert(!/\n\s*\n|,\s*\}|[ \t]\n/.test(after), after);
      });
    }
  }
});

/** Configs of Better Auth, with what is in the new one and what is not. */
const CONFIGS: readonly (readonly [name: string, config: string, has: string, hasNot: string])[] = [
  [
    "emails of an app without passwords make no provider that everybody can sign up with",
    "emailAndPassword: { enabled: false }, emailVerification: { sendOnSignUp: true },",
    "providers: []",
    "Nodemailer",
  ],
  [
    "sessions whose end is not written last 7 days",
    "session: { updateAge: 60, cookieCache: { enabled: true } },",
    "maxAge: 60 * 60 * 24 * 7, updateAge: 60",
    "expiresIn",
  ],
  [
    "a method that turns sign-ups off turns them off",
    "plugins: [magicLink({ get disableSignUp() { return true; } })],",
    'signUp: "invited"',
    "magicLink",
  ],
];

for (const [name, config, has, hasNot] of CONFIGS) {
  Deno.test(`move: Better Auth: ${name}`, async () => {
    const files = {
      "package.json": '{ "dependencies": { "next": "^15.5.0", "better-auth": "^1.7.25" } }',
      "lib/auth.ts": `import { betterAuth } from "better-auth";
import { magicLink } from "better-auth/plugins";
import { Pool } from "pg";
const pool = new Pool();
export const auth = betterAuth({ database: pool, ${config} });
`,
    };
    await inApp({ files }, async (folder) => {
      const { plan } = await planOf(folder);
      assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
      const text = plan.changes.find(({ path }) => path === "lib/auth.ts")!.after;
      assert(text.includes(has) && !text.includes(hasNot), text);
    });
  });
}

Deno.test("move: Better Auth: names of a page stay apart, and its text can be parsed", async () => {
  const files = {
    "package.json": '{ "dependencies": { "next": "^15.5.0", "better-auth": "^1.7.25" } }',
    "lib/auth.ts": `import { betterAuth } from "better-auth";
import { passkey } from "better-auth/plugins/passkey";
import { Pool } from "pg";
const pool = new Pool();
export const auth = betterAuth({ database: pool, plugins: [passkey({ rpID: "acme.example" })] });
`,
    "app/page.tsx": `import { createAuthClient } from "better-auth/react";
const client = createAuthClient();
export default function Page({ status }) {
  const { data, isPending } = client.useSession();
  const state = { isPending, data };
  if (isPending) return <Spinner isPending={isPending} of={state} status={status} />;
  return <button onClick={() => client.signIn.social({ provider: "github", errorCallbackURL: "/oh" })} />;
}
`,
    "middleware.ts": `import { getSessionCookie } from "better-auth/cookies";
import { auth as ba } from "./lib/auth";
export const middleware = (request) => getSessionCookie(request) ? next() : leave();
export type Result = typeof ba;
`,
  };
  await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
    const textOf = (path: string) => plan.changes.find((one) => one.path === path)!.after;
    for (
      const [path, text] of [
        ["app/page.tsx", "const { data, status: sessionStatus } = useSession();"],
        ["app/page.tsx", 'const state = { isPending: sessionStatus === "loading", data };'],
        ["app/page.tsx", '<Spinner isPending={(sessionStatus === "loading")} of={state} status='],
        ["middleware.ts", "async (request) => await ba.getSession(request) ?"],
        ["lib/auth.ts", 'Passkey({ relayingParty: { id: "acme.example" } })'],
      ] as const
    ) {
      assert(textOf(path).includes(text), textOf(path));
    }
    const isListed = plan.notes.some(({ kind, text }) =>
      kind === "left" && text.includes("`errorCallbackURL`")
    );
    assert(isListed);
  });
});

Deno.test("move: Better Auth: a middleware that has another `auth` reads the session by a name of its own", async () => {
  const files = {
    "package.json": '{ "dependencies": { "next": "^16.0.0", "better-auth": "^1.7.25" } }',
    "lib/auth.ts": `import { betterAuth } from "better-auth";
import { Pool } from "pg";
export const auth = betterAuth({ database: new Pool() });
`,
    "src/proxy.ts": `import { getSessionCookie } from "better-auth/cookies";
const auth = "x-auth";
export default (request) => getSessionCookie(request) ? next(auth) : leave();
`,
  };
  await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
    const text = plan.changes.find(({ path }) => path === "src/proxy.ts")!.after;
    assert(text.includes('import { auth as sessionAuth } from "../lib/auth"'), text);
    assert(text.includes("async (request) => await sessionAuth.getSession(request) ?"), text);
  });
});

/** Adapters: what a file has of one, and the module that it then comes from, or why it stays. */
const ADAPTERS: readonly (readonly [
  name: string,
  dependencies: Record<string, string>,
  files: Record<string, string>,
  has: string,
  words: string,
])[] = [
  [
    "Drizzle with a driver in another module",
    { "@auth/drizzle-adapter": "^1.11.0" },
    {
      "auth.ts": `import { DrizzleAdapter } from "@auth/drizzle-adapter";
import NextAuth from "next-auth";
import { db } from "./db";
export const { auth } = NextAuth({ adapter: DrizzleAdapter(db), providers: [] });
`,
      "db.ts": `import { drizzle } from "drizzle-orm/libsql/web";
export const db = drizzle({ connection: { url: "file:app.db" } });
`,
    },
    'import { DrizzleAdapter } from "@x/auth/drizzle";',
    'export const recordsTable = sqliteTable("auth_records"',
  ],
  [
    "Drizzle with a driver over HTTP",
    { "@auth/drizzle-adapter": "^1.11.0" },
    {
      "auth.ts": `import { DrizzleAdapter } from "@auth/drizzle-adapter";
import NextAuth from "next-auth";
import { drizzle } from "drizzle-orm/neon-http";
export const { auth } = NextAuth({ adapter: DrizzleAdapter(drizzle("")), providers: [] });
`,
    },
    'import { DrizzleAdapter } from "@auth/drizzle-adapter";',
    "`@auth/drizzle-adapter` stays: `@x/auth/drizzle` does not know its driver",
  ],
  [
    "Drizzle with a function of tables",
    { "@auth/drizzle-adapter": "^0.7.0" },
    {
      "auth.ts": `import { DrizzleAdapter } from "@auth/drizzle-adapter";
import NextAuth from "next-auth";
import { drizzle } from "drizzle-orm/mysql2";
export const { auth } = NextAuth({ adapter: DrizzleAdapter(drizzle(pool), createTable), providers: [] });
`,
    },
    'import { DrizzleAdapter } from "@auth/drizzle-adapter";',
    "stays: its tables are made elsewhere",
  ],
  [
    "Drizzle whose passkeys have a table that is not passed",
    { "@auth/drizzle-adapter": "^1.11.0" },
    {
      "auth.ts": `import { DrizzleAdapter } from "@auth/drizzle-adapter";
import NextAuth from "next-auth";
import Passkey from "next-auth/providers/passkey";
import { drizzle } from "drizzle-orm/d1";
export const { auth } = NextAuth({ adapter: DrizzleAdapter(drizzle(DB)), providers: [Passkey] });
`,
    },
    'import { DrizzleAdapter } from "@auth/drizzle-adapter";',
    "stays: its passkeys are in a table",
  ],
  [
    "Prisma 7",
    { "@auth/prisma-adapter": "^2.11.0", "@prisma/client": "^7.0.0" },
    {
      "auth.ts": `import { PrismaAdapter } from "@auth/prisma-adapter";
import NextAuth from "next-auth";
import { prisma } from "./prisma";
export const { auth } = NextAuth({ adapter: PrismaAdapter(prisma), providers: [] });
`,
      "prisma/schema.prisma": `generator client {
  provider = "prisma-client"
}
datasource db {
  provider = "mysql"
}
`,
    },
    'import { PrismaAdapter } from "@x/auth/prisma";',
    "kind Bytes @db.VarBinary(1536)",
  ],
  [
    "Prisma with a database that has no dialect",
    { "@auth/prisma-adapter": "^2.11.0", "@prisma/client": "^7.0.0" },
    {
      "auth.ts": `import { PrismaAdapter } from "@auth/prisma-adapter";
import NextAuth from "next-auth";
import { prisma } from "./prisma";
export const { auth } = NextAuth({ adapter: PrismaAdapter(prisma), providers: [] });
`,
      "prisma/schema.prisma": 'datasource db {\n  provider = "mongodb"\n}\n',
    },
    'import { PrismaAdapter } from "@auth/prisma-adapter";',
    "stays: `@x/auth/prisma` needs Prisma 7 with PostgreSQL, MySQL or SQLite",
  ],
  [
    "Kysely",
    { "@auth/kysely-adapter": "^1.11.0" },
    {
      "auth.ts": `import { KyselyAdapter as Store } from "@auth/kysely-adapter";
import NextAuth from "next-auth";
import { Kysely, PostgresDialect } from "kysely";
const db = new Kysely({ dialect: new PostgresDialect({ pool }) });
export const { auth } = NextAuth({ adapter: Store(db), providers: [] });
`,
    },
    'import { KyselyAdapter as Store } from "@x/auth/kysely";',
    'CREATE TABLE IF NOT EXISTS "auth_records"',
  ],
  [
    "Kysely whose class is used",
    { "@auth/kysely-adapter": "^1.11.0" },
    {
      "auth.ts": `import { KyselyAdapter, KyselyAuth } from "@auth/kysely-adapter";
import NextAuth from "next-auth";
import { PostgresDialect } from "kysely";
const db = new KyselyAuth({ dialect: new PostgresDialect({ pool }) });
export const { auth } = NextAuth({ adapter: KyselyAdapter(db), providers: [] });
`,
    },
    'import { KyselyAdapter, KyselyAuth } from "@auth/kysely-adapter";',
    "stays: the command knows calls of the adapter alone",
  ],
  [
    "pg",
    { "@auth/pg-adapter": "^1.11.0" },
    {
      "auth.ts": `import PostgresAdapter from "@auth/pg-adapter";
import NextAuth from "next-auth";
export const { auth } = NextAuth({ adapter: PostgresAdapter(pool), providers: [] });
`,
    },
    'import { PostgresAdapter } from "@x/auth/adapters/postgres";',
    "print the migration with `npx @x/auth schema`",
  ],
  [
    "MongoDB",
    { "@auth/mongodb-adapter": "^3.11.0" },
    {
      "auth.ts": `import { MongoDBAdapter } from "@auth/mongodb-adapter";
import NextAuth from "next-auth";
export const { auth } = NextAuth({ adapter: MongoDBAdapter(client), providers: [] });
`,
    },
    'import { MongoDBAdapter } from "@auth/mongodb-adapter";',
    "`@auth/mongodb-adapter` stays, with its tables. For passwords",
  ],
  [
    "Upstash",
    { "@auth/upstash-redis-adapter": "^2.11.0" },
    {
      "auth.ts": `import { UpstashRedisAdapter } from "@auth/upstash-redis-adapter";
import NextAuth from "next-auth";
export const { auth } = NextAuth({ adapter: UpstashRedisAdapter(redis), providers: [] });
`,
    },
    'import { UpstashRedisAdapter } from "@auth/upstash-redis-adapter";',
    "`records: RedisRecords(redis)` of `@x/auth/records/redis`",
  ],
];

for (const [name, dependencies, files, has, words] of ADAPTERS) {
  Deno.test(`move: the adapter of ${name}`, async () => {
    const manifest = {
      dependencies: { ...dependencies, next: "^16.0.0", "next-auth": "5.0.0-beta.30" },
    };
    const all = { ...files, "package.json": JSON.stringify(manifest, null, 2) };
    await inApp({ files: all }, async (folder) => {
      const planned = await planOf(folder);
      const textOf = (path: string) => planned.plan.changes.find((one) => one.path === path)!.after;
      assert(textOf("auth.ts").includes(has), textOf("auth.ts"));
      const text = toText(planned, { isWritten: false, remarks: [], found: [] });
      assertStringIncludes(text, words);
      // The package goes with the last import of it.
      const [adapter] = Object.keys(dependencies);
      const isLeft = Object.hasOwn(JSON.parse(textOf("package.json")).dependencies, adapter!);
      assertEquals(isLeft, has.includes(adapter!));
    });
  });
}

Deno.test("move: a client that is too old for the moved adapter gets the range that it needs", async () => {
  const rangeFor = async (range: string, db: string) => {
    const files = {
      "package.json": JSON.stringify({
        dependencies: {
          "@auth/drizzle-adapter": "^1.7.2",
          "@libsql/client": range,
          "next": "^15.2.3",
          "next-auth": "5.0.0-beta.25",
        },
      }),
      "auth.ts": `import { DrizzleAdapter } from "@auth/drizzle-adapter";
import NextAuth from "next-auth";
import { drizzle } from "drizzle-orm/${db}";
export const { auth } = NextAuth({ adapter: DrizzleAdapter(drizzle("")), providers: [] });
`,
    };
    return await inApp({ files }, async (folder) => {
      const { plan } = await planOf(folder);
      const { after } = plan.changes.find(({ path }) => path === "package.json")!;
      return JSON.parse(after).dependencies["@libsql/client"];
    });
  };
  for (
    const [range, expected] of [
      ["^0.14.0", "^0.15.11"],
      ["0.15.1", "^0.15.11"],
      ["^0.15.2", "^0.15.2"],
      ["^0.17.0", "^0.17.0"],
      ["latest", "latest"],
    ] as const
  ) assertEquals(await rangeFor(range, "libsql"), expected);
  // The adapter of Auth.js stays, and so does its client.
  assertEquals(await rangeFor("^0.14.0", "neon-http"), "^0.14.0");
});

/** An app of Better Auth with a server in a framework and calls in the browser. */
function withClient(framework: string, calls: string, config = ""): Record<string, string> {
  return {
    "package.json": JSON.stringify({
      dependencies: {
        [framework]: "*",
        "better-auth": "^1.7.25",
        "@better-auth/passkey": "^1.7.25",
      },
    }),
    "src/lib/auth.ts": `import { betterAuth } from "better-auth";
import { passkey } from "@better-auth/passkey";
import { emailOTP, magicLink } from "better-auth/plugins";
import { Pool } from "pg";
export const auth = betterAuth({
  database: new Pool(),${config}
  plugins: [passkey(), magicLink({ sendMagicLink }), emailOTP({ sendVerificationOTP })],
});
`,
    "src/lib/client.ts": `import { createAuthClient } from "better-auth/client";
export const client = createAuthClient();
`,
    "src/lib/page.ts": `import { client } from "./client";
export async function act(email: string, password: string) {
${calls}
}
`,
  };
}

/** Calls of the client in each framework, with what is written, or what is listed. */
const CALLS: readonly (readonly [framework: string, call: string, text: string | null])[] = [
  ["next", "await client.signIn.passkey();", 'signInByPasskey("passkey", { redirect: false });'],
  [
    "hono",
    "await client.passkey.addPasskey({});",
    'signInByPasskey("passkey", { action: "register", basePath: "/api/auth", redirect: false });',
  ],
  [
    "@sveltejs/kit",
    "await client.passkey.addPasskey();",
    'signInByPasskey("passkey", { action: "register", redirect: false });',
  ],
  [
    "next",
    'await client.signIn.magicLink({ email, callbackURL: "/in" });',
    'signIn("nodemailer", { email, redirectTo: "/in", redirect: false });',
  ],
  [
    "@solidjs/start",
    'await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });',
    'signIn("nodemailer", { email });',
  ],
  ["express", "await client.signOut();", "  await signOut();"],
  // What is read of a result has another form, and so have options.
  ["next", "const { error } = await client.signIn.passkey();", null],
  ["next", 'await client.passkey.addPasskey({ name: "Phone" });', null],
  ["next", 'await client.signIn.magicLink({ email, name: "Ada" });', null],
  ["next", "await client.signIn.magicLink({ ...options });", null],
  [
    "next",
    'await client.emailOtp.sendVerificationOtp({ email, type: "forget-password" });',
    null,
  ],
  ["next", 'await client.signIn.emailOtp({ email, otp: "123456" });', null],
  ["next", "await client.twoFactor.enable({ password });", null],
  ["next", 'await client.organization.create({ name: "Tea", slug: "tea" });', null],
  ["next", 'await client.apiKey.create({ name: "CI" });', null],
];

for (const [framework, call, text] of CALLS) {
  Deno.test(`move: Better Auth: \`${call}\` in ${framework}: ${text ? "moved" : "listed"}`, async () => {
    await inApp({ files: withClient(framework, `  ${call}`) }, async (folder) => {
      const { plan } = await planOf(folder);
      assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
      const page = plan.changes.find(({ path }) => path === "src/lib/page.ts")?.after;
      const listed = plan.notes.filter(({ kind, path, line }) =>
        kind === "left" && path === "src/lib/page.ts" && line === 3
      );
      assertEquals(listed.length, text ? 0 : 1);
      if (text) assertStringIncludes(page ?? "", text);
      else assertEquals(page, undefined);
    });
  });
}

Deno.test("move: Better Auth: an action of a server whose result has another use is listed", async () => {
  const files = {
    ...withClient("next", ""),
    "src/act.js": `import { auth } from "./lib/auth";
export const act = async () => {
  const result = await auth.api.signInSocial({ body: { provider: "github" } });
  return result;
};
export const url = async () => {
  const { url } = await auth.api.signInSocial({ body: { provider: "github" } });
  return url;
};
export const out = async () => await auth.api.signOut({ headers: await headers() });
`,
  };
  await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    const { after } = plan.changes.find(({ path }) => path === "src/act.js")!;
    assertStringIncludes(
      after,
      'const { url } = { url: await signIn("github", { redirect: false }) };',
    );
    const left = plan.notes.filter(({ kind, path }) => kind === "left" && path === "src/act.js");
    assertEquals(left.map(({ line }) => line), [3, 10]);
  });
});

Deno.test("move: Better Auth: the client that another module passes on is moved or listed", async () => {
  const files = {
    ...withClient("next", ""),
    "src/lib/index.ts": `export * from "./client";\n`,
    "src/app/out.tsx": `"use client";
import { client } from "../lib";
export const Out = () => <button onClick={() => client.signOut()} />;
export const Off = () => <button onClick={() => client.twoFactor.disable({ password })} />;
`,
  };
  await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    const { after } = plan.changes.find(({ path }) => path === "src/app/out.tsx")!;
    assertStringIncludes(after, "onClick={() => signOut()}");
    const listed = plan.notes.find(({ text }) => text.startsWith("`twoFactor.disable`"));
    assertEquals([listed?.kind, listed?.path, listed?.line], ["left", "src/app/out.tsx", 4]);
  });
});

Deno.test("move: Better Auth: calls of the browser go to the base path of the server", async () => {
  const calls = '  await client.signOut();\n  await client.signIn.social({ provider: "github" });';
  const own = '\n  basePath: "/login",';
  await inApp({ files: withClient("hono", calls, own) }, async (folder) => {
    const { plan } = await planOf(folder);
    const textOf = (path: string) => plan.changes.find((one) => one.path === path)?.after ?? "";
    assertStringIncludes(
      textOf("src/lib/page.ts"),
      'import { signOut, signIn } from "./auth-browser";',
    );
    assertStringIncludes(textOf("src/lib/auth-browser.ts"), 'basePath: "/login"');
  });
  // The client of Next.js gets its base path elsewhere, so a call would miss the server.
  await inApp({ files: withClient("next", calls, own) }, async (folder) => {
    const { plan } = await planOf(folder);
    assert(plan.changes.every(({ path }) => path !== "src/lib/page.ts"));
    assertEquals(plan.notes.filter(({ path }) => path === "src/lib/page.ts").length, 2);
  });
  await inApp({ files: withClient("@sveltejs/kit", calls) }, async (folder) => {
    const { plan } = await planOf(folder);
    const { after } = plan.changes.find(({ path }) => path === "src/lib/auth.ts")!;
    assert(!after.includes("basePath"), after);
  });
});

Deno.test("move: Better Auth: SolidStart: route, read of the session and sign-out", async () => {
  const files = {
    ...withClient("@solidjs/start", "  await client.signOut();"),
    "src/routes/api/auth/[...all].ts":
      `import { toSolidStartHandler } from "better-auth/solid-start";
import { auth } from "../../../lib/auth";
export const { GET, POST } = toSolidStartHandler(auth);
`,
    "src/routes/api/me.ts": `import type { APIEvent } from "@solidjs/start/server";
import { auth } from "../../lib/auth";
export const GET = async ({ request }: APIEvent) =>
  Response.json(await auth.api.getSession({ headers: request.headers }));
`,
  };
  await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
    const textOf = (path: string) => plan.changes.find((one) => one.path === path)?.after ?? "";
    assertStringIncludes(textOf("src/routes/api/auth/[...all].ts"), "= SolidAuth(auth);");
    assertStringIncludes(textOf("src/routes/api/me.ts"), "await auth.getSession(request)");
    assertStringIncludes(textOf("src/lib/page.ts"), 'from "@x/auth/solid-start/client"');
  });
});

Deno.test("move: Better Auth: what is read of the row of a session stops it", async () => {
  const files = {
    ...withClient("hono", ""),
    "src/me.js": `import { auth } from "./lib/auth";
export async function me(request) {
  const data = await auth.api.getSession({ headers: request.headers });
  if (data?.session.expiresAt) return data.user;
  const { session, user } = await auth.api.getSession({ headers: request.headers });
  return [session, user];
}
`,
  };
  await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    const lines = plan.notes.filter(({ kind, path }) => kind === "stop" && path === "src/me.js");
    assertEquals([...new Set(lines.map(({ line }) => line))], [4, 5, 6]);
  });
});

Deno.test("move: Better Auth: a file that has the names of this library gets others", async () => {
  const files = {
    ...withClient("next", "  const signOut = () => client.signOut();\n  return signOut();"),
    "src/lib/session.ts": `import { headers } from "next/headers";
import { auth } from "./auth";
export const getSession = async () => auth.api.getSession({ headers: await headers() });
`,
  };
  await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    const textOf = (path: string) => plan.changes.find((one) => one.path === path)?.after ?? "";
    assertStringIncludes(
      textOf("src/lib/session.ts"),
      "export const getSession = async () => getSessionOfAuth();",
    );
    assertStringIncludes(textOf("src/lib/page.ts"), "const signOut = () => startSignOut();");
  });
});

Deno.test("move: a manifest with comments and last commas is read, and keeps them", async () => {
  const files = {
    "deno.jsonc": `\uFEFF{
  // The app, at "https://acme.example" /* here */
  "name": "a \\"quoted\\" // name",
  "imports": {
    "@auth/core": "npm:@auth/core@^0.41.0", /* for now */
  },
}
`,
    "main.ts": 'import { Auth } from "@auth/core";\nexport const act = Auth;\n',
  };
  await inApp({ files }, async (folder) => {
    const { plan, library } = await planOf(folder);
    assertEquals([library, plan.app.found[0]?.version], ["auth-js", "^0.41.0"]);
    const { after } = plan.changes.find(({ path }) => path === "deno.jsonc")!;
    assertEquals(
      after,
      files["deno.jsonc"].replace(/"@auth\/core": "[^"]*"/, '"@x/auth": "jsr:@x/auth@^0.2.0"'),
    );
  });
});
