/**
 * Users and sessions of Better Auth for the rows of the command `move`, and their import.
 *
 * @module
 */

import type { MovedBuild } from "./_moved_rows.ts";

/** What an app has besides passwords. */
interface Plugins {
  /** Imports of the plugins, and the list of them. */
  readonly imports: string;
  readonly plugins: string;
  /** Statements of the old app for its user. */
  readonly made: string;
  /** Tables of the plugins. */
  readonly tables: readonly string[];
  /** Imports of this library, providers, and members of the config. */
  readonly movedImports: string;
  readonly providers: string;
  readonly members: string;
}

const PASSWORDS: Plugins = {
  ...{ imports: "", plugins: "", made: "", tables: [] },
  ...{ movedImports: "", providers: "", members: "" },
};

/** A user of Better Auth with a session, and then what the guide says for the data. */
export const fromBetterAuth = (has = PASSWORDS): Pick<MovedBuild, "before" | "after"> => ({
  before: `import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
${has.imports}
const database = new DatabaseSync("app.db");
const options = {
  database,
  baseURL: "http://localhost:3000",
  secret: process.env.BETTER_AUTH_SECRET,
  emailAndPassword: { enabled: true },
  plugins: [${has.plugins}],
};
await (await getMigrations(options)).runMigrations();
const person = { name: "Ada Lovelace", email: "ada@example.com", password: "correct horse battery" };
const cookieOf = async (auth, body) => {
  const answer = await auth.api.signUpEmail({ body, asResponse: true });
  return answer.headers.getSetCookie()[0].split(";")[0];
};
const mine = await cookieOf(betterAuth(options), person);
${has.made}const other = betterAuth({ ...options, secret: "the-secret-of-another-app-altogether" });
const strange = await cookieOf(other, { ...person, email: "eve@example.com" });
database.exec("DELETE FROM user WHERE email = 'eve@example.com'");
database.exec("UPDATE user SET emailVerified = 1");
writeFileSync("cookies.json", JSON.stringify({ mine, strange }));
`,
  after: {
    files: {
      "import.mjs": `import { DatabaseSync } from "node:sqlite";
import { SqliteAdapter } from "@x/auth/adapters/sqlite";
import { betterAuth, betterAuthRows, importBetterAuth } from "@x/auth/legacy/better-auth";
import Nodemailer from "@x/auth/providers/nodemailer";
import Password from "@x/auth/providers/password";
${has.movedImports}
const database = new DatabaseSync("app.db");
const tables = Object.fromEntries(
  ${JSON.stringify(["user", "account", "session", "verification", ...has.tables])}.map((name) => [
    name,
    database.prepare(\`SELECT * FROM "\${name}"\`).all(),
  ]),
);
const config = {
  providers: [
    Nodemailer({ server: process.env.EMAIL_SERVER, from: process.env.EMAIL_FROM }),
    Password(),
    ${has.providers}
  ],
  adapter: SqliteAdapter(database),
  session: { strategy: "jwt", revocation: {} },
  legacy: betterAuth(),
  secret: process.env.AUTH_SECRET,
  ${has.members}
};
const { problems } = await importBetterAuth(config, betterAuthRows(tables), {
  secret: process.env.BETTER_AUTH_SECRET,
});
// Columns that are not read are counted: none of them opens anything.
const left = problems.filter(({ reason }) => reason !== "column");
if (left.length > 0) throw new Error(JSON.stringify(left));
`,
    },
    run: ["node", "import.mjs"],
  },
});

/** Packages of an app of Better Auth: its database comes with Node 22. */
export const BETTER_AUTH = { "better-auth": "^1.7.25", node: "^26.0.0", nodemailer: "^7.0.7" };
