/**
 * What cannot be moved with the same protection, or at all, is said with its file and line, and nothing
 * is written.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { main } from "../../src/tools/move/command.ts";
import { Draft } from "../../src/tools/move/plan.ts";
import { makeResolver } from "../../src/tools/move/resolver.ts";
import { writeChanges } from "../../src/tools/move/write.ts";
import { inApp, type MoveApp, planOf, writeFiles } from "./_apps.ts";

const MANIFEST = JSON.stringify({
  dependencies: { next: "^15.5.0", "next-auth": "^4.24.11" },
});

const HONO = '{ "dependencies": { "@hono/auth-js": "^1.0.0", "hono": "^4.0.0" } }';

const OPTIONS = `import type { NextAuthOptions } from "next-auth";
import GitHub from "next-auth/providers/github";

export const authOptions: NextAuthOptions = {
  providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
};
`;

const ROUTE = `import NextAuth from "next-auth";
import { authOptions } from "../../../../lib/auth";

const handler = NextAuth(authOptions);
export { handler as GET, handler as POST };
`;

const base = (own: MoveApp["files"]): MoveApp["files"] => ({
  "package.json": MANIFEST,
  "lib/auth.ts": OPTIONS,
  "app/api/auth/[...nextauth]/route.ts": ROUTE,
  ...own,
});

/** An app of Better Auth with Next.js. */
const better = (config: string, own: MoveApp["files"] = {}): MoveApp["files"] => ({
  "package.json": JSON.stringify({
    dependencies: { next: "^15.5.0", "better-auth": "^1.7.25" },
  }),
  "lib/auth.ts": `import { betterAuth } from "better-auth";
import { captcha, customPlugin, customSession, organization } from "better-auth/plugins";
import { Pool } from "pg";
const pool = new Pool();
export const auth = betterAuth({
  database: pool,
${config}
});
`,
  ...own,
});

/** An app of Better Auth with a server of Hono or Express. */
const server = (framework: string, text: string): MoveApp["files"] => ({
  ...better(""),
  "package.json": JSON.stringify({
    dependencies: { [framework]: "^4.0.0", "better-auth": "^1.7.25" },
  }),
  "server.ts": `import { auth } from "./lib/auth";\n${text}\n`,
});

/** A middleware that looks at the cookie. */
const cookies = (text: string, head = "getSessionCookie") =>
  better("", { "middleware.ts": `import { ${head} } from "better-auth/cookies";\n${text}\n` });

const hono = (text: string): MoveApp["files"] => ({
  "package.json": HONO,
  "app.ts": `import { getAuthUser } from "@hono/auth-js";\n${text}\n`,
});

/** A page of Better Auth that is protected in browsers alone. */
const client = (text: string) =>
  better("", {
    "app/page.tsx": `"use client";
import { createAuthClient } from "better-auth/react";
const client = createAuthClient();
export default async function Page() {
${text}
}
`,
    "lib/may.js": "export const may = ({ user }) => !user.banned;\n",
  });

const middleware = (text: string) =>
  base({ "middleware.ts": `import { withAuth } from "next-auth/middleware";\n${text}\n` });

/** Apps that stop the command, with the place and words of the sentence. */
const STOPS: readonly (readonly [
  name: string,
  files: MoveApp["files"],
  place: string,
  words: string,
])[] = [
  [
    "a middleware whose options are made at run time",
    middleware("export default withAuth(makeOptions());"),
    "middleware.ts:2",
    "does not know this call",
  ],
  [
    "a handler that is defined elsewhere",
    middleware("const handler = () => {};\nexport default withAuth(handler);"),
    "middleware.ts:3",
    "does not know this call",
  ],
  [
    "an option of the middleware that the config does not have",
    middleware("export default withAuth({ cookies: { sessionToken: { name: 'sid' } } });"),
    "middleware.ts:2",
    "`cookies` of `withAuth` cannot be moved",
  ],
  [
    "a secret of the middleware alone",
    middleware('export default withAuth({ secret: "another" });'),
    "middleware.ts:2",
    "`secret` of `withAuth` cannot be moved",
  ],
  [
    "`authorized` that uses a value of its module",
    middleware(
      "const admins = ['ada'];\nexport default withAuth({\n  callbacks: { authorized: ({ token }) => admins.includes(token?.name ?? '') },\n});",
    ),
    "middleware.ts:4",
    "`authorized` uses `admins` of its module",
  ],
  [
    "`authorized` that is imported",
    middleware(
      "import { may } from './may';\nexport default withAuth({ callbacks: { authorized: may } });",
    ),
    "middleware.ts:3",
    "not a function that is written here",
  ],
  [
    "`withAuth` as a function of a request",
    middleware("export function middleware(req) { return withAuth(req); }"),
    "middleware.ts:2",
    "does not know this call",
  ],
  [
    "`withAuth` that is passed on",
    middleware("export default chain([withAuth]);"),
    "middleware.ts:2",
    "does not know this use",
  ],
  [
    "pages of the middleware that differ",
    {
      ...middleware('export default withAuth({ pages: { signIn: "/other" } });'),
      "lib/auth.ts": OPTIONS.replace("providers:", 'pages: { signIn: "/login" },\n  providers:'),
    },
    "middleware.ts:2",
    "differ",
  ],
  [
    "all that the middleware exports",
    base({ "middleware.ts": 'export * from "next-auth/middleware";\n' }),
    "middleware.ts:1",
    "does not know this form",
  ],
  [
    "a middleware that a module of the app passes on",
    base({ "lib/protect.ts": 'export { default } from "next-auth/middleware";\n' }),
    "lib/protect.ts:1",
    "exported by a module of the app",
  ],
  [
    "a token that is read in a function within the handler",
    middleware(
      "export default withAuth((req) => {\n  const may = () => req.nextauth.token?.role;\n  may();\n});",
    ),
    "middleware.ts:3",
    "does not know this use of `nextauth`",
  ],
  ...([
    ["read of another object", "({ url }) => {\n  if (other(url).nextauth.token) return;\n}"],
    ["as a whole", "(req) => {\n  check(req.nextauth);\n}"],
  ] as const).map(([name, text]): typeof STOPS[number] => [
    `\`nextauth\` ${name}`,
    middleware(`export default withAuth(${text});`),
    "middleware.ts:3",
    "does not know this use of `nextauth`",
  ]),
  ...([
    ["callbacks: { jwt: (token) => token }", "are not `authorized` alone"],
    ["callbacks: { authorized: () => true, jwt: may }", "are not `authorized` alone"],
    ["callbacks: makeCallbacks()", "are not `authorized` alone"],
    ["callbacks: { authorized: ({ token: { role } }) => role }", "taken apart in an unknown way"],
    ["callbacks: { authorized: ({ token = {} }) => token.role }", "taken apart in an unknown way"],
    ["callbacks: { authorized: ({ ...token }) => token.role }", "taken apart in an unknown way"],
    ["callbacks: { authorized: ({ cookies }) => !!cookies }", "taken apart in an unknown way"],
    ["pages: makePages()", "`pages` of `withAuth` is made at run time"],
  ] as const).map(([text, words]): typeof STOPS[number] => [
    `\`${text}\` of a middleware`,
    middleware(`export default withAuth({ ${text} });`),
    "middleware.ts:2",
    words,
  ]),
  ...([
    ["after another one", "({ token }) => !!token?.admin", "({ token }) => !!token?.staff", 3],
    ["after a session", "({ token }) => !!token", "() => true", 3],
    ["before a session", "() => true", "(all) => !!all.token", 3],
    ["of a nested name", "({ token }) => !!token", "(all) => !!other.token", 3],
  ] as const).map(([name, first, second, line]): typeof STOPS[number] => [
    `\`authorized\` of a second middleware ${name}`,
    middleware(
      `export const one = withAuth({ callbacks: { authorized: ${first} } });\n` +
        `export const two = withAuth({ callbacks: { authorized: ${second} } });`,
    ),
    `middleware.ts:${line}`,
    name === "of a nested name"
      ? "`authorized` uses `other` of its module"
      : "`authorized` differs from that of another middleware",
  ]),
  ...["withAuth()", "withAuth({})", "withAuth((req) => {})", "withAuth({ pages: {} })", ""].map((
    other,
  ): typeof STOPS[number] => [
    `\`authorized\` of one middleware beside \`${other || "export default"}\``,
    middleware(
      `export const one = withAuth({ callbacks: { authorized: () => true } });\n` +
        (other ? `export const two = ${other};` : "export default withAuth;"),
    ),
    "middleware.ts:3",
    other === "withAuth()" ? "this call of" : "differs from that of another middleware",
  ]),
  [
    "the middleware of the package beside one with `authorized`",
    base({
      "lib/a.ts":
        'import { withAuth } from "next-auth/middleware";\nexport default withAuth({ callbacks: { authorized: () => true } });\n',
      "middleware.ts": 'export { default } from "next-auth/middleware";\n',
    }),
    "middleware.ts:1",
    "differs from that of another middleware",
  ],
  [
    "pages of a second middleware that differ",
    middleware(
      'export const one = withAuth({ pages: { signIn: "/a" } });\nexport const two = withAuth({ pages: { signIn: "/b" } });',
    ),
    "middleware.ts:3",
    "`pages` differs from that of another middleware",
  ],
  [
    "the member of a token under the name `token`",
    middleware(
      "export default withAuth({ callbacks: { authorized: ({ token: { admin: token } }) => !!token } });",
    ),
    "middleware.ts:2",
    "taken apart in an unknown way",
  ],
  [
    "a name that is no token",
    middleware("export default withAuth({ callbacks: { authorized: () => !!token } });"),
    "middleware.ts:2",
    "`authorized` uses `token` of its module",
  ],
  ...([
    ["make()", "{ callbacks: { authorized: (all) => !!all } }", "have other `callbacks`"],
    ["{ authorized: () => true }", "{ callbacks: { authorized: (all) => !!all } }", "of their own"],
    [
      "{ authorized: () => true }",
      "{ callbacks: { authorized: ({ token }) => !!token } }",
      "of their own",
    ],
    ["{ authorized: () => true }", "{}", "of their own"],
  ] as const).map(([callbacks, given, words]): typeof STOPS[number] => [
    `\`callbacks: ${callbacks}\` of the options, with \`withAuth(${given})\``,
    {
      ...middleware(`export default withAuth(${given});`),
      "lib/auth.ts": OPTIONS.replace("providers:", `callbacks: ${callbacks},\n  providers:`),
    },
    "middleware.ts:2",
    words,
  ]),
  [
    "options of a middleware in a variable",
    middleware("export default withAuth(function (req) {}, options);"),
    "middleware.ts:2",
    "the options of `withAuth` are made at run time",
  ],
  [
    "a function of the middleware that is not known",
    base({ "middleware.ts": 'import { chain } from "next-auth/middleware";\nchain();\n' }),
    "middleware.ts:1",
    "`chain` of the middleware has no equal here",
  ],
  [
    "a middleware that a module of the app exports by a name",
    base({
      "lib/guard.ts":
        'import { withAuth } from "next-auth/middleware";\nexport { withAuth as guard };\n',
    }),
    "lib/guard.ts:2",
    "exported by a module of the app",
  ],
  [
    "options that get another value",
    base({
      "lib/auth.ts": OPTIONS.replace("const authOptions", "let authOptions") +
        "if (process.env.STAGE) authOptions = makeOptions();\n",
    }),
    "app/api/auth/[...nextauth]/route.ts:4",
    "made at run time",
  ],
  [
    "a function of Hono that is not known",
    {
      "package.json": HONO,
      "app.ts": 'import { setEnvDefaults } from "@hono/auth-js";\nsetEnvDefaults();\n',
    },
    "app.ts:1",
    "`setEnvDefaults` has no equal here",
  ],
  ...([
    ["passed on", 'show(c.get("authUser"));'],
    ["tested", 'const auth = c.get("authUser"); if (auth.token?.banned) throw 0;'],
    ["taken apart", 'const { session, token } = c.get("authUser"); if (token?.banned) throw 0;'],
    ["with a rest", 'const { session, ...rest } = c.get("authUser"); may(rest);'],
    [
      "of a name",
      'const { session: { user }, user: { banned } } = c.get("authUser"); may(banned);',
    ],
  ] as const).map(([name, text]): typeof STOPS[number] => [
    `the user of a request of Hono ${name}`,
    hono(`app.get("/", (c) => {\n  ${text}\n});`),
    "app.ts:3",
    "use its `session` alone",
  ]),
  ...[
    "if (c.var.authUser.user?.banned) throw 0;",
    'if (c.var["authUser"].user?.banned) throw 0;',
    "const { authUser } = c.var; may(authUser);",
    "const { authUser: one } = c.var; may(one);",
    "const { var: { authUser } } = c; may(authUser);",
    "let authUser; ({ authUser } = c.var);",
    "let one; [{ authUser: one }] = [c.var];",
    'const KEY = "authUser"; may(c.get(KEY));',
    'const KEYS = { user: "authUser" }; may(c.get(KEYS.user));',
    'may(c.get("authUser" as Key));',
    "may(c.get(`authUser`));",
  ].map((text): typeof STOPS[number] => [
    `\`${text}\` in a file without an import of the package`,
    {
      ...hono(""),
      "may.ts":
        `import type { Context } from "hono";\nexport const check = (c: Context) => {\n${text}\n};\n`,
    },
    "may.ts:3",
    "use its `session` alone",
  ]),
  [
    "a handler of Hono without a path",
    {
      "package.json": HONO,
      "app.ts": 'import { authHandler } from "@hono/auth-js";\napp.use(authHandler());\n',
    },
    "app.ts:2",
    "is not mounted at a path",
  ],
  ...([
    ["socialProviders: makeProviders()", "the providers are made elsewhere"],
    ["socialProviders: { github: makeGitHub() }", "the options of the provider are made elsewhere"],
    ["emailAndPassword: makeOptions()", "the options of passwords are made elsewhere"],
    ["emailAndPassword: { enabled: isOn }", "`enabled` is decided at run time"],
    ["session: makeSession()", "the options of sessions are made elsewhere"],
    ["session: { ...shared }", "`…` of `session` is not moved"],
    ["session: { disableSessionRefresh: true }", "`disableSessionRefresh` of `session`"],
    ["plugins: makePlugins()", "the plugins are made elsewhere"],
  ] as const).map(([text, words]): typeof STOPS[number] => [
    `\`${text}\` of Better Auth`,
    better(`  ${text},`),
    "lib/auth.ts:7",
    words,
  ]),
  ...([
    ["without a database", "export const auth = betterAuth({});", 2, "has no `database`"],
    [
      "with a database that is not known",
      "export const auth = betterAuth({\n  database: mongodbAdapter(db),\n});",
      3,
      "does not know this database",
    ],
    [
      "as a default export",
      "export default betterAuth({ database: new Pool() });",
      2,
      "write the config as an object",
    ],
    [
      "twice",
      "export const auth = betterAuth({});\nexport const other = betterAuth({});",
      3,
      "there are two configs",
    ],
  ] as const).map(([name, text, line, words]): typeof STOPS[number] => [
    `Better Auth ${name}`,
    better("", { "lib/auth.ts": `import { betterAuth } from "better-auth";\n${text}\n` }),
    `lib/auth.ts:${line}`,
    words,
  ]),
  [
    "a raw token",
    base({
      "pages/api/raw.ts":
        'import { getToken } from "next-auth/jwt";\nexport default async (req, res) =>\n  res.send(await getToken({ req, raw: true }));\n',
    }),
    "pages/api/raw.ts:3",
    "more than the request",
  ],
  [
    "options that are made at run time",
    base({ "lib/auth.ts": 'export const authOptions = makeOptions("next-auth");\n' }),
    "app/api/auth/[...nextauth]/route.ts:4",
    "made at run time",
  ],
  [
    "a read with other options",
    base({
      "app/page.tsx":
        'import { getServerSession } from "next-auth";\nexport default async () => (await getServerSession({ providers: [] }))?.user;\n',
    }),
    "app/page.tsx:2",
    "gets other options than `NextAuth`",
  ],
  [
    "options for each request",
    {
      "package.json": MANIFEST,
      "pages/api/auth/[...nextauth].ts":
        'import NextAuth from "next-auth";\nexport default (req, res) =>\n  NextAuth(req, res, { providers: [], pages: { signIn: req.url } });\n',
    },
    "pages/api/auth/[...nextauth].ts:3",
    "for each request",
  ],
  [
    "a session cookie that is made at run time",
    base({
      "lib/auth.ts": OPTIONS.replace("providers:", "cookies: makeCookies(),\n  providers:"),
    }),
    "lib/auth.ts:5",
    "cannot be told its name",
  ],
  [
    "a tenant with a user flow",
    base({
      "lib/auth.ts": OPTIONS.replace(
        'clientSecret: "secret" }',
        'clientSecret: "secret",\n    tenantId: "acme", primaryUserFlow: "signin" }',
      ),
    }),
    "lib/auth.ts:6",
    "users of all tenants can sign in",
  ],
  [
    "a route that answers itself, with middleware",
    base({
      "lib/auth.ts": undefined,
      "app/api/auth/[...nextauth]/route.ts":
        'import NextAuth from "next-auth";\nconst handler = NextAuth({ providers: [] });\nexport async function POST(req) {\n  return handler(req);\n}\nexport { handler as GET };\n',
      "middleware.ts": 'export { default } from "next-auth/middleware";\n',
    }),
    "app/api/auth/[...nextauth]/route.ts:2",
    "does more than to export its handlers",
  ],
  [
    "two configs",
    base({
      "app/api/admin/auth/[...nextauth]/route.ts":
        'import NextAuth from "next-auth";\nexport const GET = NextAuth({ providers: [] });\n',
    }),
    "app/api/auth/[...nextauth]/route.ts:4",
    "two configs",
  ],
  [
    "a file that cannot be parsed",
    base({
      "app/page.tsx": 'import { useSession } from "next-auth/react";\nexport default () => <p>;\n',
    }),
    "app/page.tsx:2",
    "cannot be parsed",
  ],
  [
    "an old Next.js",
    base({ "package.json": MANIFEST.replace("^15.5.0", "13.5.6") }),
    "package.json:1",
    "next is 13.5.6: update it to 14.2.25",
  ],
  [
    "an old TypeScript",
    base({ "package.json": MANIFEST.replace('"next":', '"typescript":"4.9.5","next":') }),
    "package.json:1",
    "typescript is 4.9.5: update it to 5.7.0",
  ],
  [
    "a config of Hono that another file makes",
    {
      "package.json": HONO,
      "app.ts": `import { authHandler, initAuthConfig } from "@hono/auth-js";
import { getConfig } from "./config";
app.use("*", initAuthConfig(getConfig));
app.use("/api/auth/*", authHandler());
`,
    },
    "app.ts:3",
    "not an object that a function of the app returns",
  ],
  [
    "a middleware of Hono in front of some routes",
    {
      "package.json": HONO,
      "app.ts": `import { authHandler, initAuthConfig } from "@hono/auth-js";
app.use("/api/*", initAuthConfig(() => ({ providers: [] })));
app.use("/api/auth/*", authHandler());
`,
    },
    "app.ts:2",
    "not in front of every route",
  ],
  [
    "a middleware of Hono that is passed on",
    {
      "package.json": HONO,
      "app.ts": 'import { verifyAuth } from "@hono/auth-js";\nexport default [verifyAuth];\n',
    },
    "app.ts:2",
    "does not know this use of `verifyAuth`",
  ],
  [
    "hooks of Better Auth",
    better("  hooks: { before: check },"),
    "lib/auth.ts:7",
    "`hooks` can decide who may do what",
  ],
  [
    "hooks of its database",
    better("  databaseHooks: {},"),
    "lib/auth.ts:7",
    "`databaseHooks` can decide",
  ],
  [
    "an option of a later version",
    better("  onlyEmployees: true,"),
    "lib/auth.ts:7",
    "`onlyEmployees` can decide",
  ],
  [
    "options that are spread",
    better("  ...shared,"),
    "lib/auth.ts:7",
    "made elsewhere",
  ],
  [
    "a plugin against robots",
    better("  plugins: [captcha({})],"),
    "lib/auth.ts:7",
    "does not know the plugin `captcha`",
  ],
  [
    "a plugin of the app",
    better("  plugins: [ownPlugin()],"),
    "lib/auth.ts:7",
    "does not know this plugin",
  ],
  [
    "a domain of Google",
    better('  socialProviders: { google: { clientId: "a", hd: "acme.example" } },'),
    "lib/auth.ts:7",
    "`hd` of `google` can decide who may sign in",
  ],
  [
    "a rule for who creates organizations",
    better("  plugins: [organization({ allowUserToCreateOrganization: mayCreate })],"),
    "lib/auth.ts:7",
    "decided by a function",
  ],
  [
    "a method for who creates organizations",
    better(
      "  plugins: [organization({ async allowUserToCreateOrganization(user) { return user.isBoss; } })],",
    ),
    "lib/auth.ts:7",
    "decided by a function",
  ],
  [
    "options of passwords that are spread",
    better("  emailAndPassword: { enabled: true, ...base },"),
    "lib/auth.ts:7",
    "a part of `emailAndPassword` is made elsewhere",
  ],
  [
    "a rule for who may be deleted",
    better("  user: { deleteUser: { enabled: true, beforeDelete: mayGo } },"),
    "lib/auth.ts:7",
    "`user.deleteUser.beforeDelete` can decide",
  ],
  [
    "accounts that are not linked",
    better("  account: { accountLinking: { enabled: false } },"),
    "lib/auth.ts:7",
    "`account.accountLinking.enabled` can decide",
  ],
  [
    "accounts that only their owner links",
    better("  account: { accountLinking: { enabled: true, disableImplicitLinking: true } },"),
    "lib/auth.ts:7",
    "`account.accountLinking.disableImplicitLinking` can decide",
  ],
  [
    "options of accounts that are made elsewhere",
    better("  account: makeAccount(),"),
    "lib/auth.ts:7",
    "`account` is made elsewhere",
  ],
  [
    "options of users that are spread",
    better("  user: { ...shared },"),
    "lib/auth.ts:7",
    "`user.…` can decide",
  ],
  [
    "a session of the app's own making",
    better("  plugins: [customSession(async (session) => session)],"),
    "lib/auth.ts:7",
    "does not know this plugin",
  ],
  [
    "a limit of members",
    better("  plugins: [organization({ membershipLimit: 5 })],"),
    "lib/auth.ts:7",
    "`membershipLimit` of `organization` can decide",
  ],
  [
    "a secret in the config of Better Auth",
    better('  secret: "in the code",'),
    "lib/auth.ts:7",
    "put the secret into a variable",
  ],
  [
    "a cookie whose text is used",
    cookies(
      "export function middleware(request) {\n  const text = getSessionCookie(request);\n  if (known(text)) return;\n}",
    ),
    "middleware.ts:3",
    "the text of the cookie is used",
  ],
  ...([
    ["in a value", "const text = on && getSessionCookie(request);\n  if (known(text)) return;"],
    ["in a comparison", "if (getSessionCookie(request) !== last) return leave();"],
  ] as const).map(([name, text]): typeof STOPS[number] => [
    `a cookie whose text is used ${name}`,
    cookies(`export function middleware(request) {\n  ${text}\n}`),
    "middleware.ts:3",
    "the text of the cookie is used",
  ]),
  [
    "a test for the cookie in a function that others call",
    cookies(
      "function isIn(request) {\n  return !!getSessionCookie(request);\n}\nexport function middleware(request) {\n  if (!isIn(request)) return leave();\n}",
    ),
    "middleware.ts:3",
    "callers of this function test its result",
  ],
  [
    "a test for the cookie in an arrow function that others call",
    cookies(
      "export const isIn = (request) => !!getSessionCookie(request);\nexport default (request) => isIn(request) ? next() : leave();",
    ),
    "middleware.ts:2",
    "callers of this function test its result",
  ],
  ...["function isIn(request)", "const isIn = function (request)"].map((
    text,
  ): typeof STOPS[number] => [
    `\`export ${text}\` with a test for the cookie, which another file can call`,
    cookies(`export ${text} {\n  return !!getSessionCookie(request);\n}`),
    "middleware.ts:3",
    "callers of this function test its result",
  ]),
  [
    "a middleware that the file calls as well",
    cookies(
      "const guard = (request) => !getSessionCookie(request) ? leave() : undefined;\nexport { guard as middleware };\nexport const other = (request) => guard(request) ?? next();",
    ),
    "middleware.ts:2",
    "callers of this function test its result",
  ],
  [
    "a test for the cookie in a middleware beside another one",
    {
      ...cookies("export default (request) => getSessionCookie(request) ? next() : leave();"),
      "proxy.ts": 'import isIn from "./middleware";\nexport const proxy = (r) => !isIn(r);\n',
    },
    "middleware.ts:2",
    "which everybody can send",
  ],
  [
    "a test for the cookie in a module of Hono that is named middleware",
    {
      ...server("hono", 'app.on(["POST"], "/api/auth/*", (c) => auth.handler(c.req.raw));'),
      "src/middleware.ts":
        'import { getSessionCookie } from "better-auth/cookies";\nexport default (request) => !!getSessionCookie(request);\n',
    },
    "src/middleware.ts:2",
    "which everybody can send",
  ],
  [
    "a route of Express with a limit in it",
    server(
      "express",
      'import { toNodeHandler } from "better-auth/node";\napp.all("/api/auth/*splat", limiter, toNodeHandler(auth));',
    ),
    "server.ts:3",
    "does not know this route",
  ],
  [
    "a route of Express in front of everything",
    server(
      "express",
      'import { toNodeHandler } from "better-auth/node";\napp.all("/*splat", toNodeHandler(auth));',
    ),
    "server.ts:3",
    "does not know this route",
  ],
  [
    "a middleware of Hono that guards the other routes",
    server(
      "hono",
      'app.use("/*", async (c, next) => {\n  if (c.req.path.startsWith("/api/auth")) return auth.handler(c.req.raw);\n  const session = await auth.api.getSession({ headers: c.req.raw.headers });\n  if (!session) return c.text("", 403);\n  await next();\n});',
    ),
    "server.ts:3",
    "does not know this route",
  ],
  [
    "a route of Hono that looks at the request first",
    server(
      "hono",
      'app.on(["POST"], "/api/auth/*", (c) => {\n  check(c);\n  return auth.handler(c.req.raw);\n});',
    ),
    "server.ts:4",
    "does not know this route",
  ],
  [
    "a route of Hono with a guard in it",
    server("hono", 'app.all("/api/auth/*", guard, (c) => auth.handler(c.req.raw));'),
    "server.ts:2",
    "does not know this route",
  ],
  [
    "a route of Hono that changes the request",
    server("hono", 'app.all("/api/auth/*", (c) => auth.handler(clean(c.req.raw)));'),
    "server.ts:2",
    "does not know this route",
  ],
  [
    "a cookie of other headers",
    cookies(
      "export function middleware(request) {\n  if (getSessionCookie(request.headers)) return;\n}",
    ),
    "middleware.ts:3",
    "which everybody can send",
  ],
  [
    "a test for the cookie in a module of the one middleware",
    {
      ...better("", {
        "middleware.ts": 'export { isIn as middleware } from "./lib/guard";\n',
        "lib/guard.ts":
          'import { getSessionCookie } from "better-auth/cookies";\nexport async function isIn(request) {\n  if (!getSessionCookie(request)) return leave();\n}\n',
      }),
    },
    "lib/guard.ts:3",
    "which everybody can send",
  ],
  [
    "a cookie of another request",
    cookies(
      "export function middleware(request) {\n  if (!getSessionCookie(other)) return leave();\n}",
    ),
    "middleware.ts:3",
    "which everybody can send",
  ],
  [
    "a cached session with options",
    cookies(
      "export async function middleware(request) {\n  if (!(await getCookieCache(request, { secret }))) return leave();\n}",
      "getCookieCache",
    ),
    "middleware.ts:3",
    "which everybody can send",
  ],
  [
    "a member of a cached session",
    cookies(
      "export async function middleware(request) {\n  const cached = await getCookieCache(request);\n  if (!cached || cached.user.banned) return leave();\n}",
      "getCookieCache",
    ),
    "middleware.ts:4",
    "no `banned` of the user",
  ],
  [
    "a test for the cookie that is passed on",
    cookies("export default protect(getSessionCookie);"),
    "middleware.ts:2",
    "which everybody can send",
  ],
  [
    "a test for the name of the cookie",
    better("", {
      "middleware.ts":
        'export const middleware = (request) => request.cookies.has("better-auth.session_token");\n',
    }),
    "middleware.ts:1",
    "the name of the old cookie",
  ],
  [
    "a test for the name of the cookie in a module of a middleware",
    better("", {
      "lib/guard.ts":
        "export const isIn = (request) => request.cookies.has(`${prefix}better-auth.session_token`);\n",
    }),
    "lib/guard.ts:1",
    "the name of the old cookie",
  ],
  ...([
    ["of the app", 'import { headers } from "./headers";\nexport const read ='],
    ["of another name", 'import { cookies as headers } from "next/headers";\nexport const read ='],
    ["of a parameter", 'import { headers } from "next/headers";\nexport const read = (headers) =>'],
  ] as const).map(([name, head]): typeof STOPS[number] => [
    `a session by the function \`headers\` ${name}`,
    better("", {
      "app/read.ts": `import { auth } from "../lib/auth";\n${head} async () =>\n` +
        "  await auth.api.getSession({ headers: await headers() });\n",
    }),
    "app/read.ts:4",
    "does not know where these headers are from",
  ]),
  [
    "a middleware that asks the old endpoint",
    better("", {
      "middleware.ts":
        'export async function middleware(request) {\n  const url = new URL("/api/auth/get-session", request.url);\n  const session = await (await fetch(url, { headers: request.headers })).json();\n  if (!session) return leave();\n}\n',
    }),
    "middleware.ts:2",
    "its answer is no session",
  ],
  [
    "a hook that asks the old endpoint at an origin",
    better("", {
      "src/hooks.server.ts":
        "export const handle = async ({ event, resolve }) => {\n  const answer = await fetch(`${origin}/api/auth/get-session?fresh=${now}`);\n  return (await answer.json()) ? resolve(event) : leave();\n};\n",
    }),
    "src/hooks.server.ts:2",
    "its answer is no session",
  ],
  [
    "a client that asks with the headers of a request",
    better("", {
      "lib/client.ts":
        'import { createAuthClient } from "better-auth/client";\nexport const client = createAuthClient();\n',
      "middleware.ts":
        'import { client } from "./lib/client";\nexport async function middleware(request) {\n  const { data } = await client.getSession({ fetchOptions: { headers: request.headers } });\n  if (!data) return leave();\n}\n',
    }),
    "middleware.ts:3",
    "asks an endpoint that is gone",
  ],
  [
    "a client in a middleware",
    better("", {
      "middleware.ts":
        'import { createAuthClient } from "better-auth/client";\nconst client = createAuthClient();\nexport async function middleware() {\n  const { data } = await client.getSession();\n  if (!data) return leave();\n}\n',
    }),
    "middleware.ts:4",
    "asks an endpoint that is gone",
  ],
  [
    "text that could not be parsed afterwards",
    better("", {
      "app/page.tsx":
        'import { createAuthClient } from "better-auth/react";\nconst client = createAuthClient();\nexport default function Page() {\n  const { isPending } = client.useSession();\n  return list.map((isPending) => <p>{isPending}</p>);\n}\n',
    }),
    "app/page.tsx",
    "the command cannot write this file",
  ],
  [
    "a middleware of Better Auth in the edge runtime",
    {
      ...cookies(
        "export function middleware(request) {\n  if (!getSessionCookie(request)) leave();\n}",
      ),
      "package.json": '{ "dependencies": { "next": "^15.2.0", "better-auth": "^1.7.25" } }',
    },
    "middleware.ts:1",
    "edge runtime",
  ],
  [
    "a read with another result",
    better("", {
      "lib/me.ts":
        'import { auth } from "./auth";\nexport const me = (r) => auth.api.getSession({ headers: r.headers, asResponse: true });\n',
    }),
    "lib/me.ts:2",
    "`getSession` has another result",
  ],
  [
    "the module of the config as a whole",
    better("", {
      "lib/me.ts":
        'import * as own from "./auth";\nexport const me = (r) => own.auth.api.getSession({ headers: r.headers });\n',
    }),
    "lib/me.ts:1",
    "read as a whole",
  ],
  [
    "the module of the config that is loaded late, through another one",
    better("", {
      "lib/index.ts": 'export * from "./auth";\n',
      "lib/me.js":
        'exports.me = (r) => require("./index").auth.api.getSession({ headers: r.headers });\n',
    }),
    "lib/me.js:1",
    "read as a whole",
  ],
  [
    "headers of an object that is no request",
    server(
      "hono",
      "const read = (opts: { headers: Headers }) => auth.api.getSession({ headers: opts.headers });",
    ),
    "server.ts:2",
    "does not know where these headers are from",
  ],
  [
    "headers that are no request's",
    better("", {
      "lib/me.ts":
        'import { auth } from "./auth";\nexport const me = (h) => auth.api.getSession({ headers: h });\n',
    }),
    "lib/me.ts:2",
    "does not know where these headers are from",
  ],
  ...([
    ["another secret", "secret: process.env.OTHER_SECRET"],
    ["another cookie", 'cookieName: "partner"'],
    ["a secret that is no constant", "secret: readSecret()"],
    ["a secret of a name that the module does not make", "secret"],
  ] as const).map(([name, option]): typeof STOPS[number] => [
    `\`getToken\` with ${name}`,
    base({
      "lib/partner.ts":
        `import { getToken } from "next-auth/jwt";\nexport const partner = (req, secret) => getToken({ req, ${option} });\n`,
    }),
    "lib/partner.ts:2",
    "another secret or cookie",
  ]),
  ...([
    "const { nextauth } = req;",
    "const { nextauth: { token } = {} } = req;",
    'const { token } = req["nextauth"];',
    "const token = roleOf(req).nextauth?.token;",
  ].map((text): typeof STOPS[number] => [
    `\`${text}\` of a middleware`,
    middleware(`export default withAuth(function middleware(req) {\n  ${text}\n});`),
    "middleware.ts:3",
    "nextauth",
  ])),
  [
    "a helper without the package that reads `nextauth`",
    base({ "lib/guard.ts": "export const roleOf = (request) => request.nextauth?.token?.role;\n" }),
    "lib/guard.ts:1",
    "`nextauth` of a request is read here",
  ],
  ...([
    ["require", 'const { withAuth } = require("next-auth/middleware");'],
    ["import()", 'const made = import("next-auth/middleware");'],
    ["import =", 'import made = require("next-auth/middleware");'],
  ] as const).map(([name, text]): typeof STOPS[number] => [
    `the middleware by \`${name}\``,
    base({ "middleware.ts": `${text}\n` }),
    "middleware.ts:1",
    "another form",
  ]),
  ...([
    [
      "a name for `getSession`",
      'import { getSession } from "next-auth/react";\nconst read = getSession;',
    ],
    [
      "a name for `getServerSession`",
      'import { getServerSession } from "next-auth";\nexport const read = { getServerSession };',
    ],
  ] as const).map(([name, text]): typeof STOPS[number] => [
    name,
    base({ "lib/read.ts": `${text}\n` }),
    "lib/read.ts:2",
    "does not know this use of",
  ]),
  ...([
    ["passed on", 'export { getServerSession } from "next-auth";'],
    ["passed on with all others", 'export * from "next-auth/react";'],
    [
      "of a namespace",
      'import * as all from "next-auth/jwt"; export const read = (req) => all.getToken({ req });',
    ],
    ["of `require`", 'const { getSession: read } = require("next-auth/react");'],
    [
      "of `import()`",
      'export const read = async () => (await import("next-auth"))["getServerSession"]();',
    ],
  ] as const).map(([name, text]): typeof STOPS[number] => [
    `a read of the session ${name}`,
    base({ "lib/read.ts": `${text}\n` }),
    "lib/read.ts:1",
    "in another form than",
  ]),
  ...([
    ["a member of the user", "if (data.user.banned) throw 0;", "no `banned` of the user"],
    ["a member by a text", 'if (data?.user["role"] !== "admin") throw 0;', "no `role`"],
    ["a member by a variable", "if (data.user[key]) throw 0;", "no `…` of the user"],
    ["the row of the session", "if (data.session?.impersonatedBy) throw 0;", "no `session`"],
    [
      "a member of a user with a name",
      "const me = data.user ?? {}; if (me.suspended) throw 0;",
      "no `suspended`",
    ],
    ["members taken apart afterwards", "const { user: { role } } = data;", "no `role`"],
    [
      "the rest of the members",
      "const { user, ...rest } = data; if (rest.banned) throw 0;",
      "passed on",
    ],
    ["a result that is passed to a call", "if (isBanned(data)) throw 0;", "passed on"],
    ["a result that is returned", "return data;", "passed on"],
    ["a result that is spread", "return { ...data };", "passed on"],
    ["a user that is put into an object", "store.user = data.user;", "passed on"],
  ] as const).map(([name, text, words]): typeof STOPS[number] => [
    `${name} of Better Auth`,
    better("  user: { additionalFields: { suspended: { type: 'boolean' } } },", {
      "lib/guard.js":
        'export const isSuspended = ({ user }) => user.suspended || user["banned"];\n',
      "lib/me.js":
        `import { auth } from "./auth";\nexport const me = async (request, key) => {\n  const data = await auth.api.getSession({ headers: request.headers });\n  ${text}\n};\n`,
    }),
    "lib/me.js:4",
    words,
  ]),
  ...([
    ["a shorthand", "const additionalFields = {};", "additionalFields"],
    ["a spread", "const more = {};", "additionalFields: { ...more }"],
    ["a name made at run time", "const key = 'a';", "additionalFields: { [key]: {} }"],
    ["a variable", "const more = {};", "additionalFields: more"],
  ] as const).flatMap(([name, head, fields]) =>
    ["user", "session"].map((holder): typeof STOPS[number] => {
      const files = better(`  ${holder}: { ${fields} },`);
      const text = files["lib/auth.ts"]!.replace("const pool", `${head}\nconst pool`);
      return [
        `fields of the ${holder} by ${name}`,
        { ...files, "lib/auth.ts": text },
        "lib/auth.ts:8",
        `names of \`${holder}.additionalFields\` are made elsewhere`,
      ];
    })
  ),
  ...([
    ["lib/may.js", 'export const may = ({ user }) => !user["is-out"];\n'],
    ["lib/may.js", "export const may = ({ user }) => !user.isOut$;\n"],
    ["app/May.vue", "<template><p v-if=\"user['is-out']\"></p></template>\n"],
    ["app/May.vue", '<template><p v-if="user.isOut$"></p></template>\n'],
  ] as const).map(([path, text]): typeof STOPS[number] => [
    `a field with a quoted name in ${path}, ${text.trim()}`,
    better('  user: { "additionalFields": { "is-out": {}, isOut$: {} } as const },', {
      "lib/me.js":
        'import { auth } from "./auth";\nexport const me = (request) => auth.api.getSession({ headers: request.headers });\n',
      [path]: text,
    }),
    "lib/me.js:2",
    `the session is passed on, and ${path} reads`,
  ]),
  ...([
    ["a name", 'import { may } from "@acme/guards";', "may(data)"],
    ["an object", 'import { may } from "@acme/guards";', "log(may({ at: { user: data.user } }))"],
    ["a namespace", 'import * as guards from "@acme/guards";', "guards.may(data.user)"],
    ["a maker", 'import { make } from "@acme/guards";\nconst guard = make();', "guard.may(data)"],
    ["`require`", 'const { may } = require("@acme/guards");', "may(data)"],
    ["`import()`", "", '(await import("@acme/guards")).may(data)'],
    ["a class", 'import Guard from "@acme/guards";', "new Guard(data)"],
    ["an assignment", 'import { store } from "@acme/guards";', "store.user = data.user"],
    ["a component", 'import { May } from "@acme/guards";', "show(<May user={data.user} />)"],
    ["a child", 'import { May } from "@acme/guards";', "show(<May>{data}</May>)"],
    ["a folder outside", 'import { may } from "../../guards/mod.js";', "may(data)"],
  ] as const).map(([name, head, text]): typeof STOPS[number] => [
    `a session that another package gets, by ${name}`,
    better("", {
      "lib/me.jsx":
        `import { auth } from "./auth";\n${head}\nexport const me = async (request) => {\nconst data = await auth.api.getSession({ headers: request.headers });\n${text};\n};\n`,
    }),
    `lib/me.jsx:${head.split("\n").length + 4}`,
    "which the command does not read",
  ]),
  ...([
    ["made at run time", "cookies: { session_token: { name: makeName() } }", "name of the cookie"],
    ["of a spread", "...more", "part of `advanced`"],
    ["of another spread", "cookies: { ...more }", "part of `advanced`"],
    ["of a variable", "cookies", "part of `advanced`"],
    ["of an object elsewhere", "cookies: { session_token: options }", "part of `advanced`"],
  ] as const).map(([name, text, words]): typeof STOPS[number] => [
    `a name of the cookie ${name}`,
    better(`  advanced: { ${text} },`),
    "lib/auth.ts:7",
    words,
  ]),
  ...([
    ['cookiePrefix: "shop"', '"shop.session_token"'],
    ["cookiePrefix: PREFIX", "`__Secure-${PREFIX}.session_data`"],
    ['cookies: { session_token: { name: "sid" } }', '"sid"'],
    ['cookies: { "session_token": { name: `sid` } }', '"__Secure-sid"'],
    ['cookies: { session_data: { name: "a$:b" } }', '"a$:b="'],
  ] as const).map(([option, name]): typeof STOPS[number] => [
    `a test for the cookie ${name} by \`${option}\``,
    better(`  advanced: { ${option} },`, {
      "middleware.ts": `export const middleware = (request) => request.cookies.has(${name});\n`,
    }),
    "middleware.ts:1",
    "the name of the old cookie",
  ]),
  ...[
    "`${base}get-session`",
    'new URL("get-session", base)',
    'betterFetch("get-session")',
    "`${base}/get-session?${query}`",
  ].map((text): typeof STOPS[number] => [
    `a module that asks the old endpoint by ${text}`,
    better("", { "lib/ask.ts": `export const ask = (base, query) => ask(${text});\n` }),
    "lib/ask.ts:1",
    "its answer is no session",
  ]),
  ...[
    "mapProfileToUser(profile) { if (!profile.hd) throw 0; return { hd: profile.hd }; }",
    "mapProfileToUser: (profile) => ({ email: checked(profile.email) })",
    "mapProfileToUser: (profile) => ({ ...checked(profile) })",
    "mapProfileToUser: (profile = checked()) => ({ name: profile.name })",
    "mapProfileToUser: (profile) => ({ name: profile.name.replace(/a/, refuse) })",
    "mapProfileToUser: (profile) => ({ name: new Checked(profile) })",
    "mapProfileToUser: (profile) => ({ name: checked`${profile}` })",
    "mapProfileToUser: (profile) => (check(profile), { name: 1 })",
    "mapProfileToUser: checked",
    "mapProfileToUser",
    "get mapProfileToUser() { return checked; }",
    "mapProfileToUser: makeMapping()",
    "scope: () => checked()",
    "prompt() { throw 0; }",
  ].map((text): typeof STOPS[number] => [
    `a provider with \`${text}\``,
    better(`  socialProviders: { google: { clientId: "a", ${text} } },`),
    "lib/auth.ts:7",
    "of `google` can decide who may sign in",
  ]),
  ...([
    ["taken apart", "const { api } = auth;"],
    ["by a text", 'export const may = (given) => auth["api"].userHasPermission(given);'],
    ["passed to a function", "guard(auth);"],
    ["with another name", "export const other = auth;"],
  ] as const).map(([name, text]): typeof STOPS[number] => [
    `what \`betterAuth\` returned ${name}`,
    better("", { "lib/me.js": `import { auth } from "./auth";\n${text}\n` }),
    "lib/me.js:2",
    "does not know this use of `auth`",
  ]),
  ...["fastify", "@builder.io/qwik-city"].map((framework): typeof STOPS[number] => [
    `Better Auth in a framework that is not known, ${framework}`,
    {
      ...better(""),
      "package.json": `{ "dependencies": { "better-auth": "^1.7.25", "${framework}": "*" } }`,
    },
    "lib/auth.ts:5",
    "knows Next.js, SvelteKit, SolidStart, Hono and Express",
  ]),
  ...([
    ["a role", "if (data.user.role !== 'admin') router.push('/');", "no `role` of the user"],
    ["a member that denies", "if (data?.user.banned) return <Denied />;", "no `banned`"],
    ["the row of the session", "if (data?.session.token) return null;", "no `session`"],
    ["a member taken apart", "const { role } = data?.user ?? {};", "no `role`"],
    ["a session that is passed on", "if (!may(data)) router.push('/');", "passed on"],
  ] as const).map(([name, text, words]): typeof STOPS[number] => [
    `\`useSession\` of Better Auth: ${name}`,
    client(`  const { data, isPending } = client.useSession();\n  ${text}`),
    "app/page.tsx:6",
    words,
  ]),
  [
    "`getSession` of a browser: a member of the user",
    client("  const { data } = await client.getSession();\n  if (data?.user.banned) leave();"),
    "app/page.tsx:6",
    "no `banned` of the user",
  ],
  ...([
    ["taken apart", "const { data, error } = client.useSession();", 5],
    [
      "of a name",
      "const found = client.useSession();\n  if (!found.data && !found.error) go();",
      6,
    ],
    [
      "of a call",
      "const found = client.useSession();\n  if (!found().data && !found().error) go();",
      6,
    ],
    ["in a promise", "client.getSession().then(({ data, error }) => data || error || go());", 5],
    [
      "in a promise by a name",
      "client.getSession().then((found) => found.data || found.error || go());",
      5,
    ],
    ["of a variable", "const found = await client.getSession();\n  if (!found?.error) go();", 6],
  ] as const).map(([name, text, line]): typeof STOPS[number] => [
    `\`error\` of a read that stays, ${name}`,
    client(`  ${text}`),
    `app/page.tsx:${line}`,
    "always has an `error`",
  ]),
  [
    "a read that stays, in an app with a page for all other paths",
    {
      ...better(""),
      "package.json": '{ "dependencies": { "@sveltejs/kit": "*", "better-auth": "^1.7.25" } }',
      "src/client.ts":
        'import { createAuthClient } from "better-auth/svelte";\nexport const client = createAuthClient();\nexport const session = client.useSession();\n',
      "src/routes/[...path]/+page.svelte": "<p>Nothing is here</p>\n",
    },
    "src/client.ts:3",
    "would answer for it",
  ],
  [
    "`error` of a read that stays, in a component",
    {
      ...better(""),
      "package.json": '{ "dependencies": { "@sveltejs/kit": "*", "better-auth": "^1.7.25" } }',
      "src/client.ts":
        'import { createAuthClient } from "better-auth/svelte";\nexport const client = createAuthClient();\n',
      "src/routes/+page.svelte":
        '<script>\n  import { client } from "../client";\n  const session = client.useSession();\n</script>\n{#if $session.data || $session.error}<p>Secret</p>{/if}\n',
    },
    "src/routes/+page.svelte:5",
    "always has an `error`",
  ],
  [
    "Better Auth without a config",
    {
      "package.json": '{ "dependencies": { "better-auth": "^1.7.25" } }',
      "client.ts": 'import { createAuthClient } from "better-auth/client";\n',
    },
    "client.ts:1",
    "no call of `betterAuth` was found",
  ],
];

for (const [name, files, place, words] of STOPS) {
  Deno.test(`move: ${name} stops it at ${place}, and nothing is written`, async () => {
    await inApp({ files }, async (folder) => {
      const lines: string[] = [];
      const code = await main([folder, "--write", "--force", "--no-install", "--no-check"], {
        print: (text) => lines.push(...text.split("\n")),
        tell: () => {},
      });
      const stops = lines.slice(lines.findIndex((line) => line.startsWith("Stops")));
      const found = stops.find((line) => line.includes(`${place}: `) && line.includes(words));
      assert(found, `${place} and "${words}" in:\n${lines.join("\n")}`);
      assertEquals(code, 1);
      for (const [path, text] of Object.entries(files)) {
        if (text === undefined) continue;
        assertEquals(await Deno.readTextFile(`${folder}/${path}`), text);
      }
    });
  });
}

Deno.test("move: `authorized` waits for a promise, once for two middlewares that say the same", async () => {
  const guard = (name: string, text: string) =>
    `export const ${name} = withAuth({ callbacks: { authorized: ${text} } });\n`;
  for (
    const [text, expected] of [
      [
        "({ req }) => req.json().then((body) => body.may)",
        "await (req.json().then((body) => body.may))",
      ],
      ["async ({ token }) => token.check()", "await (token.check())"],
      [
        "({ token }) => token.role === 1 ? token.check() : false",
        "Boolean(await (token.role === 1 ?",
      ],
      [
        "({ token }) => token?.role === 1 && token.sub !== 2",
        "return token?.role === 1 && token.sub !== 2",
      ],
    ] as const
  ) {
    const files = middleware(guard("one", text) + guard("two", text));
    await inApp({ files }, async (folder) => {
      const { plan } = await planOf(folder);
      assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
      const { after } = plan.changes.find(({ path }) => path === "lib/auth.ts")!;
      assertStringIncludes(after, expected);
      assertEquals(after.split("authorized(").length, 2, after);
    });
  }
});

Deno.test("move: a path that ends with `get-session` is looked at, whatever is before it", async () => {
  const texts = ['["api", "auth", "get-session"]', "`${base}get-session?fresh`"];
  const others = ['"forget-session"', '"get-sessions"', '"get-session-id"'];
  const files: Record<string, string> = {};
  for (const [index, text] of [...texts, ...others].entries()) {
    files[`lib/${index}.ts`] = `export const path = ${text};\n`;
  }
  await inApp({ files: better("", files) }, async (folder) => {
    const { plan } = await planOf(folder);
    const found = [...plan.app.files.keys()].filter((path) => /\d/.test(path));
    assertEquals(found, ["lib/0.ts", "lib/1.ts"]);
  });
});

Deno.test("move: what two places of a file need is added once", async () => {
  const runtime = (config: string, version: string): MoveApp["files"] => ({
    ...middleware(
      `export const one = withAuth({});\nexport const two = withAuth((req) => {});\n${config}`,
    ),
    "package.json": MANIFEST.replace("^15.5.0", version),
    "lib/auth.ts": OPTIONS.replace("providers:", "adapter: makeAdapter(),\n  providers:"),
  });
  const twice = `export const show = (c) => {
  const one = c.get("authUser");
  const two = c.get("authUser");
  return [one.session, two.session];
};
`;
  for (
    const [files, path, text] of [
      [runtime("", "^15.5.0"), "middleware.ts", "nodejs"],
      [runtime('export const config = { matcher: "/a" };', "^15.5.0"), "middleware.ts", "nodejs"],
      [runtime("export const config = {};", "^15.5.0"), "middleware.ts", "nodejs"],
      [{ ...hono(""), "show.js": twice }, "show.js", "async "],
    ] as const
  ) {
    await inApp({ files }, async (folder) => {
      const { plan } = await planOf(folder);
      assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
      const after = plan.changes.find((one) => one.path === path)?.after ?? "";
      assertEquals(after.split(text).length, 2, after);
    });
  }
});

Deno.test("move: variables and members of an app of Hono that are named `authUser` stay", async () => {
  const files = {
    ...hono(""),
    "show.ts": `export type Variables = { authUser: string };
export const show = (c: { json(value: unknown): void; get(name: string): unknown }) => {
  const authUser = c.get("authUser");
  return c.json({ authUser: authUser.session });
};
`,
  };
  await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
    const { after } = plan.changes.find(({ path }) => path === "show.ts")!;
    assertStringIncludes(after, "await getSession(c)");
  });
});

Deno.test("move: `getToken` with the secret and the cookie of the options moves, and so does the path of a route", async () => {
  const files = base({
    "lib/partner.ts": `import { getToken } from "next-auth/jwt";
const secret = process.env.NEXTAUTH_SECRET;
const cookieName = "next-auth.session-token";
export const token = (req) => getToken({ req, secret, cookieName });
export const action = (req) => req.query.nextauth?.[0];
export const other = (context: { params: { nextauth: string[] } }) => context.params.nextauth;
`,
  });
  await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
    const { after } = plan.changes.find(({ path }) => path === "lib/partner.ts")!;
    assertStringIncludes(after, "getToken({ req })");
  });
});

Deno.test("move: a result of Better Auth whose other members no file reads is passed on", async () => {
  const files = better("", {
    "lib/me.js":
      'import { auth } from "./auth";\nexport const me = (request) => auth.api.getSession({ headers: request.headers });\n',
    "app/api/auth/[...all]/route.js": `import { toNextJsHandler } from "better-auth/next-js";
import { auth } from "../../../../lib/auth";
const { GET, POST: post, PATCH } = toNextJsHandler(auth);
export { GET, post as POST };
`,
  });
  await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
    const { after } = plan.changes.find(({ path }) => path.endsWith("route.js"))!;
    assertStringIncludes(after, "const { GET, POST: post } = handlers;");
  });
});

Deno.test("move: names of cookies in the config, and longer words, stop nothing", async () => {
  const files = better(
    '  advanced: { cookiePrefix: "shop", cookies: { session_token: { name: "sid" } } },',
    { "lib/words.js": 'export const words = ["side", "a-sid-b", "outsid"];\n' },
  );
  await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
  });
});

Deno.test("move: a session that is passed on is searched for in the other packages of the workspace", async () => {
  const app = better("", {
    "lib/me.js":
      'import { json } from "hono";\nimport { auth } from "./auth";\nexport const me = async (request) => json(await auth.api.getSession({ headers: request.headers }));\n',
  });
  const marks: [path: string, text: string][] = [
    ["package.json", '{ "workspaces": ["apps/*", "packages/*"] }'],
    ["deno.json", '{ "workspace": ["apps/web", "packages/guards"] }'],
    ["pnpm-workspace.yaml", "packages: [apps/*, packages/*]\n"],
  ];
  for (const [path, text] of marks) {
    const files = {
      [path]: text,
      "packages/guards/src/may.ts": "export const may = (user) => !user.banned;\n",
      "packages/guards/node_modules/a/may.ts": "export const may = (user) => !user.role;\n",
    };
    await inApp({ files }, async (above) => {
      await Deno.mkdir(`${above}/apps/web`, { recursive: true });
      await writeFiles(`${above}/apps/web`, app);
      const stops = async () =>
        (await planOf(`${above}/apps/web`)).plan.notes.filter(({ kind }) => kind === "stop");
      const [stop] = await stops();
      assertEquals([stop?.path, stop?.line], ["lib/me.js", 3]);
      assertStringIncludes(stop!.text, "../../packages/guards/src/may.ts reads `banned`");
      await Deno.remove(`${above}/packages/guards/src/may.ts`);
      assertEquals(await stops(), []);
    });
  }
});

Deno.test("move: `$lib` of SvelteKit is `src/lib` before the app was built", async () => {
  const files = {
    "package.json": '{ "dependencies": { "@sveltejs/kit": "^2.0.0", "better-auth": "^1.7.25" } }',
    "tsconfig.json": '{ "extends": "./.svelte-kit/tsconfig.json" }',
    "src/lib/auth.ts": better("")["lib/auth.ts"],
    "src/routes/+page.server.ts": `import { auth } from "$lib/auth";
export const load = async ({ request }) => {
  const found = await auth.api.getSession({ headers: request.headers });
  if (!found) throw new Error("out");
};
`,
  };
  await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    const { after } = plan.changes.find(({ path }) => path.includes("+page"))!;
    assertStringIncludes(after, "await auth.getSession(request)");
  });
});

/** An app of `base` with options, whose provider has other ones. */
const withOptions = (options: string, provider = ""): MoveApp["files"] =>
  base({
    "lib/auth.ts": OPTIONS.replace("providers:", `${options}providers:`)
      .replace('"secret" }', `"secret", ${provider} }`),
  });

/** What the command leaves to a person, with the place and words of the sentence. */
const LEFT: readonly (readonly [files: MoveApp["files"], place: string, words: string])[] = [
  [
    better('  socialProviders: { gitea: { clientId: "a" } },'),
    "lib/auth.ts:7",
    "`gitea` is no provider here",
  ],
  [
    better('  socialProviders: { github: { clientId: "a", scope: ["repo"] } },'),
    "lib/auth.ts:7",
    "`scope` of `github`",
  ],
  ...[
    'mapProfileToUser: (profile) => ({ first: profile.name.split(" ")[0], id: String(profile.id) })',
    "async mapProfileToUser({ name }) { return { ...name, name: name?.trim() ?? DEFAULT } as User; }",
  ].map((text): typeof LEFT[number] => [
    better(`  socialProviders: { github: { clientId: "a", ${text} } },`),
    "lib/auth.ts:7",
    "`mapProfileToUser` of `github`",
  ]),
  [
    better("  emailAndPassword: { enabled: true, password: { hash, verify } },"),
    "lib/auth.ts:7",
    "passwords have a hash of this library",
  ],
  [better("  session: { freshAge: 60 },"), "lib/auth.ts:7", "`freshAge` of `session` has another"],
  [
    better("  plugins: [organization({ ac, roles: { admin } })],"),
    "lib/auth.ts:7",
    "write your roles and permissions into `access`",
  ],
  [
    {
      ...better(""),
      "lib/auth.ts": `import { betterAuth } from "better-auth";
import { username } from "better-auth/plugins";
import { Pool } from "pg";
export const auth = betterAuth({ database: new Pool(), plugins: [username()] });
`,
    },
    "lib/auth.ts:4",
    "`username`: users sign in with their address",
  ],
  [
    better("", {
      "lib/fail.ts": 'import { APIError } from "better-auth/api";\nthrow new APIError("GONE");\n',
    }),
    "lib/fail.ts:2",
    "`APIError` of `better-auth/api` is not moved",
  ],
  [
    better("", {
      "lib/types.ts":
        'import { auth } from "./auth";\nexport type Row = typeof auth.$Infer.Session.session;\n',
    }),
    "lib/types.ts:2",
    "a session has no row of its own",
  ],
  [
    {
      ...client("  const { data } = client.useSession();\n  return data?.user.name;"),
      "app/layout.tsx": "export default (props) => <body>{props.children}</body>;\n",
    },
    "app/layout.tsx:1",
    "put `<SessionProvider>`",
  ],
  [
    client("  const { data } = client.useSession();\n  return data?.user.name;"),
    "app/page.tsx:1",
    "put `<SessionProvider>`",
  ],
  [client("  const found = client.useSession();"), "app/page.tsx:5", "closed to everybody"],
  [
    withOptions("", "async authorize(fields, { headers }) {}"),
    "lib/auth.ts:5",
    "is a `Request`",
  ],
  [
    withOptions("", "async authorize(fields, request) { return request.body; }"),
    "lib/auth.ts:5",
    "`body`: the second parameter",
  ],
  [withOptions("jwt: { encode },\n  "), "lib/auth.ts:5", "`jwt.encode` of your own"],
  [withOptions("", "httpOptions: {}"), "lib/auth.ts:5", "`httpOptions`: set a `fetch`"],
  [withOptions("", "idToken: true"), "lib/auth.ts:5", '`idToken`: set `type: "oidc"`'],
  [
    base({
      "app/page.tsx":
        'import { getSession } from "next-auth/react";\nexport default async () => await getSession();\n',
    }),
    "app/page.tsx:2",
    "is no session on a server",
  ],
  [
    base({ "lib/names.ts": 'export const name = "next-auth/react";\n' }),
    "lib/names.ts:1",
    "the name `next-auth/react` stands here",
  ],
  [
    base({
      "middleware.ts":
        'export const middleware = (request) => request.cookies.has("next-auth.session-token");\n',
    }),
    "middleware.ts:1",
    "the session has a cookie of another name",
  ],
  [
    base({
      "socket.js":
        'import { decode } from "next-auth/jwt";\nexport const read = (token) => decode({ token, secret });\n',
    }),
    "socket.js:2",
    "`decode` needs the `salt` of the token",
  ],
  [
    base({
      "lib/bundle.js": 'import { getServerSession } from "next-auth";\ngetServerSession();\n'
        .padEnd(1_000_001),
    }),
    "lib/bundle.js:undefined",
    "too long for the command to read",
  ],
  [
    {
      "package.json": '{ "dependencies": { "next-auth": "5.0.0-beta.30" } }',
      "auth.ts": `import NextAuth from "next-auth";
import Twitter from "next-auth/providers/twitter";
export const { auth } = NextAuth({ providers: [Twitter(options)] });
`,
    },
    "auth.ts:3",
    'add `version: "2.0"`',
  ],
  [hono('app.get("/", async (c) => await getAuthUser(c));'), "app.ts:2", "`getAuthUser` has no"],
];

for (const [files, place, words] of LEFT) {
  Deno.test(`move: a person gets a line at ${place}: ${words}`, async () => {
    await inApp({ files }, async (folder) => {
      const { plan } = await planOf(folder);
      const lines = plan.notes.filter(({ kind }) => kind === "left").map(({ path, line, text }) =>
        `${path}:${line} ${text}`
      );
      assert(
        lines.some((line) => line.startsWith(`${place} `) && line.includes(words)),
        lines.join("\n"),
      );
    });
  });
}

Deno.test("move: a link to a file of another folder stops it, and one to a file of the folder is no second file", async () => {
  const { "lib/auth.ts": options, ...others } = base({});
  await inApp({ files: { "shared/auth.ts": options, "other/a.ts": options } }, async (above) => {
    const folder = `${above}/app`;
    await writeFiles(folder, { ...others, "own/auth.ts": options });
    await Deno.mkdir(`${folder}/lib`);
    await Deno.symlink("../own/auth.ts", `${folder}/lib/auth.ts`);
    const { plan } = await planOf(folder);
    assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
    assertEquals(plan.changes.map(({ path }) => path).filter((path) => path.endsWith("/auth.ts")), [
      "own/auth.ts",
    ]);
    await Deno.symlink("../../shared/auth.ts", `${folder}/lib/shared.ts`);
    const stops = (await planOf(folder)).plan.notes.filter(({ kind }) => kind === "stop");
    assertEquals(stops.map(({ path }) => path), ["lib/shared.ts"]);
    await Deno.symlink("../shared", `${folder}/linked`);
    for (
      const change of [
        { path: "lib/shared.ts", before: options, after: "mine" },
        { path: "linked/new/auth.ts", after: "mine" },
      ]
    ) {
      await assertRejects(() => writeChanges(folder, [change]), Error, "a file of another folder");
    }
    assertEquals([...Deno.readDirSync(`${above}/shared`)].map(({ name }) => name), ["auth.ts"]);
    assertEquals(await Deno.readTextFile(`${above}/shared/auth.ts`), options);
  });
});

Deno.test("move: two rules that change the same words stop it", async () => {
  await inApp({ files: base({}) }, async (folder) => {
    const { plan: { app }, parser: { ts } } = await planOf(folder);
    const draft = new Draft(app, ts, makeResolver(folder, ts), () => undefined);
    const source = draft.source("lib/auth.ts")!;
    source.replace(0, 9, "a");
    source.replace(8, 12, "b");
    const { changes, notes: [stop] } = draft.finish([]);
    assertEquals(changes, []);
    assertEquals([stop?.kind, stop?.path], ["stop", "lib/auth.ts"]);
    assertStringIncludes(stop!.text, "two edits of lib/auth.ts overlap");
  });
});

/** Folders in which there is nothing to move, with the sentence and the exit code. */
const REFUSALS:
  readonly (readonly [name: string, files: MoveApp["files"], words: string, code: number])[] = [
    ["a folder without a manifest", {}, "There is no package.json", 1],
    ["a manifest that cannot be read", { "package.json": "{" }, "Cannot read package.json", 1],
    [
      "no library",
      { "package.json": '{ "dependencies": {} }' },
      "There is no library to move from",
      1,
    ],
    [
      "a library in a package of the workspace",
      {
        "package.json": "{}",
        "apps/web/package.json": '{ "dependencies": { "next-auth": "^4.0.0" } }',
      },
      "run the command in apps/web",
      1,
    ],
    [
      "two libraries",
      { "package.json": '{ "dependencies": { "next-auth": "^4.24.0", "better-auth": "^1.0.0" } }' },
      "several libraries: next-auth ^4.24.0, better-auth ^1.0.0",
      1,
    ],
    ...["next-auth", "@auth/express", "better-auth"].map((
      name,
    ): readonly [string, MoveApp["files"], string, number] => [
      `a package of a workspace that uses ${name} through another one`,
      {
        "package.json": `{ "dependencies": { "${name}": "^${
          name === "next-auth" ? "4.24.0" : "1.0.0"
        }", "hono": "*" } }`,
        "src/app.ts": 'import { auth } from "@acme/auth";\nexport const act = auth.handler;\n',
      },
      `names ${name}: run the command where the config is`,
      1,
    ]),
    [
      "next-auth 3",
      { "package.json": '{ "dependencies": { "next-auth": "^3.0.0" } }' },
      "neither version",
      1,
    ],
    [
      "an app that has moved",
      { "package.json": '{ "dependencies": { "@x/auth": "*" } }' },
      "already",
      0,
    ],
  ];

for (const [name, files, words, expected] of REFUSALS) {
  Deno.test(`move: ${name} is said`, async () => {
    await inApp({ files }, async (folder) => {
      const lines: string[] = [];
      const host = { print: (text: string) => lines.push(text), tell: () => {} };
      assertEquals(await main([folder], host), expected);
      assertStringIncludes(lines.join("\n"), words);
      lines.length = 0;
      assertEquals(await main([folder, "--json"], host), expected);
      assertStringIncludes(JSON.parse(lines.join("\n")).problem, words);
    });
  });
}
