/**
 * In a workspace, packages are installed in the folder above: what is asked of them is asked there.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { checkTypes } from "../../src/tools/move/afterwards.ts";
import { readApp } from "../../src/tools/move/app.ts";
import { inApp, planOf } from "./_apps.ts";

const OPTIONS = `import type { NextAuthOptions } from "next-auth";
import GitHub from "next-auth/providers/github";

export const authOptions: NextAuthOptions = {
  providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
};
`;

const workspace = (own: Record<string, string>) => ({
  "package.json": '{ "private": true, "workspaces": ["apps/*"] }',
  "apps/web/package.json": JSON.stringify({
    dependencies: { next: "^15.0.0", "next-auth": "^4.0.0" },
  }),
  "apps/web/tsconfig.json": "{}",
  "apps/web/lib/auth.ts": OPTIONS,
  "apps/web/pages/api/auth/[...nextauth].ts": `import NextAuth from "next-auth";
import { authOptions } from "../../../lib/auth";

export default NextAuth(authOptions);
`,
  ...own,
});

/** A compiler that prints, and ends with a code. */
const compiler = (printed: string, code: number) => ({
  "node_modules/typescript/package.json": '{ "name": "typescript", "version": "5.9.0" }',
  "node_modules/typescript/bin/tsc": `console.log(${JSON.stringify(printed)});
process.exit(${code});
`,
});

async function checked(own: Record<string, string>) {
  return await inApp({ files: workspace(own) }, async (folder) => {
    const app = await readApp(`${folder}/apps/web`, () => {});
    if (typeof app === "string") throw new Error(app);
    return await checkTypes(app);
  });
}

Deno.test("move: in a workspace, the compiler of the folder above checks the types", async () => {
  assertEquals(await checked(compiler("", 0)), []);
  const line = "lib/auth.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.";
  assertEquals(await checked(compiler(line, 2)), [{
    kind: "left",
    path: "lib/auth.ts",
    line: 3,
    text: "the compiler: Type 'string' is not assignable to type 'number'.",
  }]);
  assertEquals(await checked({}), undefined);
});

Deno.test("move: in a workspace, versions are those of the folder above", async () => {
  const planned = async (version: string) => {
    const installed = {
      "node_modules/next-auth/package.json": '{ "version": "4.24.13" }',
      "node_modules/next/package.json": JSON.stringify({ version }),
    };
    return await inApp({ files: workspace(installed) }, async (folder) => {
      const { plan } = await planOf(`${folder}/apps/web`);
      assertEquals(plan.app.found.map((one) => one.version), ["4.24.13"]);
      return plan.notes.filter(({ kind }) => kind === "stop").map(({ text }) => text);
    });
  };
  assertEquals(await planned("15.5.4"), []);
  const [text = ""] = await planned("13.0.0");
  assertStringIncludes(text, "next is 13.0.0: update it to");
});

const CALLBACK = `  callbacks: {
    session({ session, token }) {
      if (session.user) session.user.id = token.sub;
      if (token.sub) session.user.id = token.sub;
      session.user.email = token.sub;
      session.user.id = profile.sub;
      return session;
    },
    jwt({ token, account }) {
      account.user.id = token.sub;
      return token;
    },
  },
};
`;

Deno.test("move: the id that the session callback takes from the token is a text", async () => {
  const moved = async (path: string) => {
    const files: Record<string, string> = workspace({});
    const callback = files["apps/web/lib/auth.ts"]!.replace("};\n", CALLBACK);
    delete files["apps/web/lib/auth.ts"];
    files[path] = path.endsWith(".js")
      ? callback.replace(/^.*type.*\n/, "").replace(": NextAuthOptions", "")
      : callback;
    return await inApp({ files }, async (folder) => {
      const { plan } = await planOf(`${folder}/apps/web`);
      const text = plan.changes.find((one) => `apps/web/${one.path}` === path)!.after;
      return text.split("\n").filter((line) => /(token|profile)\.sub/.test(line)).map((line) =>
        line.trim()
      );
    });
  };
  const [first, ...others] = await moved("apps/web/lib/auth.ts");
  assertEquals(first, "if (session.user) session.user.id = token.sub!;");
  assertEquals(others, [
    "if (token.sub) session.user.id = token.sub;",
    "session.user.email = token.sub;",
    "session.user.id = profile.sub;",
    "account.user.id = token.sub;",
  ]);
  const [inJavaScript] = await moved("apps/web/lib/auth.js");
  assertEquals(inJavaScript, "if (session.user) session.user.id = token.sub;");
});

/** A workspace whose package has moved, if it depends on this library, and an app that uses it. */
const shared = (dependencies: Record<string, string>, page: string) => ({
  "packages/auth/package.json": JSON.stringify({ name: "@acme/auth", dependencies }),
  "apps/web/package.json": JSON.stringify({
    dependencies: { "@acme/auth": "*", next: "^16.0.0", "next-auth": "^4.24.11" },
  }),
  "apps/web/app/api/auth/[...nextauth]/route.ts": `import { authOptions } from "@acme/auth";
import NextAuth from "next-auth";

const handler = NextAuth(authOptions);
export { handler as GET, handler as POST };
`,
  "apps/web/app/page.tsx": page,
});

const PAGE = `import { authOptions } from "@acme/auth";
import { getServerSession } from "next-auth";

export default async function Page() {
  return <p>{(await getServerSession(authOptions))?.user?.name}</p>;
}
`;

/** The plan of the app, whose package is linked or installed. */
async function planShared(files: Record<string, string>, isLinked = true) {
  return await inApp({ files }, async (folder) => {
    await Deno.mkdir(`${folder}/node_modules/@acme`, { recursive: true });
    const place = `${folder}/node_modules/@acme/auth`;
    if (isLinked) await Deno.symlink(`${folder}/packages/auth`, place);
    else await Deno.rename(`${folder}/packages/auth`, place);
    const { plan } = await planOf(`${folder}/apps/web`);
    return {
      stops: plan.notes.filter(({ kind }) => kind === "stop").map(({ path, line }) =>
        `${path}:${line}`
      ),
      left: plan.notes.filter(({ kind }) => kind === "left").map(({ path, line }) =>
        `${path}:${line}`
      ),
      texts: Object.fromEntries(plan.changes.map(({ path, after }) => [path, after])),
    };
  });
}

const MOVED = { "@x/auth": "^0.2.0" };

Deno.test("move: in a workspace, an app whose options are in a moved package follows", async () => {
  const files = shared(MOVED, PAGE);
  const { stops, texts } = await planShared(files);
  assertEquals(stops, []);
  for (const path of ["app/page.tsx", "app/api/auth/[...nextauth]/route.ts"]) {
    const before = files[`apps/web/${path}` as keyof typeof files];
    assertEquals(texts[path], before.replace('"next-auth"', '"@x/auth/next"'));
  }
  const { dependencies } = JSON.parse(texts["package.json"]!);
  assertEquals(Object.keys(dependencies).toSorted(), ["@acme/auth", "@x/auth", "next"]);
});

Deno.test("move: an app whose options are in a package that has not moved, or is installed, stops", async () => {
  const route = "app/api/auth/[...nextauth]/route.ts:4";
  const old = { "next-auth": "^4.24.11" };
  const others: Record<string, string>[] = [old, { ...MOVED, ...old }, {}];
  for (const dependencies of others) {
    assertEquals((await planShared(shared(dependencies, PAGE))).stops, [route]);
  }
  assertEquals((await planShared(shared(MOVED, PAGE), false)).stops, [route]);
});

Deno.test("move: an app whose options are in a moved package stops at what knows them by itself", async () => {
  const reads = [
    'import { getToken } from "next-auth/jwt";\nexport const read = getToken;\n',
    'import { withAuth } from "next-auth/middleware";\nexport default withAuth({});\n',
    'export { default } from "next-auth/middleware";\n',
    'import { getSession } from "next-auth/react";\nexport const read = (req) => getSession({ req });\n',
    'import { getServerSession } from "next-auth";\nexport const read = () => getServerSession();\n',
    'import { getServerSession } from "next-auth";\nexport const readers = [getServerSession];\n',
    'import { getServerSession } from "next-auth";\nexport { getServerSession };\n',
    'import { getSession } from "next-auth/react";\nconst read = getSession;\nexport const of = (req) => read({ req });\n',
    'import * as all from "next-auth";\nexport const read = all.getServerSession;\n',
  ];
  for (const text of reads) {
    const files = { ...shared(MOVED, PAGE), "apps/web/middleware.ts": text };
    const { stops } = await planShared(files);
    assertEquals(stops.map((place) => place.split(":")[0]), ["middleware.ts"], text);
  }
});

Deno.test("move: an app with options in a moved package, and a second config of its own, stops", async () => {
  const files = {
    ...shared(MOVED, PAGE),
    "apps/web/lib/admin.ts": "export const adminOptions = { providers: [] };\n",
    "apps/web/pages/api/admin/[...nextauth].ts": `import NextAuth from "next-auth";
import { adminOptions } from "../../../lib/admin";
export default NextAuth(adminOptions);
`,
  };
  const { stops } = await planShared(files);
  assertEquals(stops.includes("pages/api/admin/[...nextauth].ts:3"), true, stops.join());
});

Deno.test("move: an app with options in a moved package is told where it reads the old cookie", async () => {
  const guard = (name: string) => ({
    ...shared(MOVED, PAGE),
    "apps/web/middleware.ts":
      `export const middleware = (req) => {\n  if (!req.cookies.get("${name}")) throw 1;\n};\n`,
  });
  const old = await planShared(guard("__Secure-next-auth.session-token"));
  assertEquals([old.stops, old.left], [[], ["middleware.ts:2"]]);
  assertEquals((await planShared(guard("next-auth.theme"))).left, []);
});
