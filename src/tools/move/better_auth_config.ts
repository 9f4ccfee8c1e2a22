/**
 * The config of Better Auth as one of this library. An option that decides who may do something is
 * moved with the same strictness or a greater one, or stops the command.
 *
 * @module
 */

import type ts from "typescript";
import type { ImportPlan } from "./imports.ts";
import { listBindings } from "./imports.ts";
import { type ConfigMove, GUIDE, importedAs, readName, stop } from "./better_auth_parts.ts";
import { addEmail, moveSender } from "./better_auth_mail.ts";
import { movePlugins } from "./better_auth_plugins.ts";
import { moveSocial } from "./better_auth_providers.ts";
import { findMember, findValue, readIndent } from "./objects.ts";
import { unwrap } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";

/** Options that have no equal and decide about nothing; they are listed. */
const LISTED: Readonly<Record<string, readonly [text: string, guide: string]>> = {
  trustedOrigins: ["origins are those of the app alone: other ones are refused", "proxy.md"],
  rateLimit: ["limits are on by default: set `limits` where yours differ", "rate-limits.md"],
  user: [
    "columns and changes of users have options of their own",
    `${GUIDE}#what-happens-to-your-users`,
  ],
  account: ["accounts are linked by proven addresses or by their owner", "account.md"],
  verification: ["one-time values have an expiry of their own", "storage.md"],
  advanced: ["cookies, ids and addresses of clients have options of their own", "configuration.md"],
  logger: ["pass `logger` with `error`, `warn` and `debug`", "observability.md"],
  onAPIError: ["errors have pages and codes of their own", "errors.md"],
  secondaryStorage: ["sessions are cookies that records can end", "sessions.md"],
  experimental: ["it has no equal", GUIDE],
  telemetry: ["there is none", GUIDE],
  appName: ["set `theme: { name }`", "pages.md"],
  emailVerification: ["addresses are always proven, by an email provider", "email.md"],
};

/** Roles of Better Auth, as the guide has them. */
const ACCESS = `const access = defineAccess({
  permissions: {},
  roles: { admin: { member: "all", organization: ["update"] }, member: {} },
  grants: { admin: ["member"] },
});
`;

/** The new config, as the text of an object, and what stands in front of it; what stops is noted. */
export function writeConfig(
  draft: Draft,
  source: Source,
  imports: ImportPlan,
  object: ts.ObjectLiteralExpression,
): { text: string; head: readonly string[] } {
  const move: ConfigMove = {
    draft,
    source,
    imports,
    providers: [],
    members: new Map(),
    needs: new Set(),
    password: [],
    senders: new Map(),
    head: [],
  };
  const { ts } = draft;
  for (const property of object.properties) {
    const name = readName(ts, property);
    const value = name === undefined ? undefined : findValue(ts, object, name);
    if (name === undefined || !value) {
      stop(move, property, "the config has a part that is made elsewhere: write it here first");
      continue;
    }
    moveOption(move, name, value, property);
  }
  finish(move);
  if (!findMember(ts, object, "database")) {
    stop(move, object, "the config has no `database` whose users could be moved");
  }
  const indent = readIndent(source, object.getStart(source.tree));
  const inner = `${indent}  `;
  const lines = [...move.members.values()].map((text) =>
    `${inner}${text.replaceAll("\n", `\n${inner}`)},`
  );
  if (move.needs.has("access")) move.head.push(ACCESS);
  const tabs = object.properties.some((one) =>
    readIndent(source, one.getStart(source.tree)).startsWith("\t")
  );
  if (tabs) {
    for (const [index, line] of lines.entries()) {
      lines[index] = line.replaceAll(/^[ \t]+/gm, (blank) => blank.replaceAll("  ", "\t"));
    }
  }
  return { text: `{\n${lines.join("\n")}\n${indent}}`, head: move.head };
}

function moveOption(move: ConfigMove, name: string, value: ts.Expression, at: ts.Node): void {
  const { draft, source, members } = move;
  const text = source.textOf(value);
  switch (name) {
    case "database":
      return moveDatabase(move, value);
    case "secret":
      if (isVariable(move, text)) return;
      return stop(move, at, "put the secret into a variable: here it is read from `AUTH_SECRET`");
    case "baseURL":
      return;
    case "basePath":
      members.set("basePath", `basePath: ${text}`);
      return;
    case "socialProviders":
      return moveSocial(move, value);
    case "emailAndPassword":
      return movePassword(move, value);
    case "plugins":
      return movePlugins(move, value);
    case "session":
      return moveSession(move, value);
    case "user":
    case "account":
    case "emailVerification":
      lookAtMembers(move, name, value);
      break;
  }
  const listed = Object.hasOwn(LISTED, name) ? LISTED[name] : undefined;
  if (listed) draft.note("left", source, at, `\`${name}\`: ${listed[0]}`, listed[1]);
  else {
    stop(
      move,
      at,
      `\`${name}\` can decide who may do what: write it as \`callbacks\` or \`signUp\` after taking it out`,
    );
  }
}

/** `true` for a variable of the environment, as the process or a module with all of them has it. */
function isVariable({ draft: { ts }, source }: ConfigMove, text: string): boolean {
  const [, root] = /^(\w{1,40}(?:\.env)?)\.[A-Z][A-Z0-9_]{0,80}!?(?: as string)?$/.exec(text) ?? [];
  return root === "process.env" ||
    listBindings(source, ts).some(({ local, specifier }) =>
      local === root && /(^|[/$])env(\/|\.|$)/.test(specifier)
    );
}

/** Members of options that decide about nothing here; every other one stops the command. */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  user: /^(modelName|fields|additionalFields|changeEmail|deleteUser)$/,
  "user.deleteUser": /^(enabled|sendDeleteAccountVerification|afterDelete|deleteTokenExpiresIn)$/,
  account:
    /^(modelName|fields|additionalFields|updateAccountOnSignIn|encryptOAuthTokens|storeStateStrategy|storeAccountCookie|accountLinking)$/,
  "account.accountLinking":
    /^(enabled|trustedProviders|allowDifferentEmails|allowUnlinkingAll|updateUserInfoOnLink)$/,
  emailVerification:
    /^(sendVerificationEmail|sendOnSignUp|sendOnSignIn|autoSignInAfterVerification|expiresIn|onEmailVerification|afterEmailVerification)$/,
};

/** Stops at members that can decide, such as `deleteUser.beforeDelete`. */
function lookAtMembers(move: ConfigMove, path: string, given: ts.Expression): void {
  const { ts } = move.draft;
  const options = unwrap(ts, given);
  if (!ts.isObjectLiteralExpression(options)) {
    return stop(move, given, `\`${path}\` is made elsewhere: write it here first`);
  }
  for (const member of options.properties) {
    const name = readName(ts, member) ?? "…";
    const value = findValue(ts, options, name);
    const own = `${path}.${name}`;
    const isOff = own === "account.accountLinking.enabled" &&
      value?.kind !== ts.SyntaxKind.TrueKeyword;
    if (isOff || !HARMLESS[path]!.test(name)) {
      stop(
        move,
        member,
        `\`${own}\` can decide who may do what: take it out, and write it by hand afterwards`,
      );
    } else if (own === "emailVerification.sendVerificationEmail") moveSender(move, member);
    else if (Object.hasOwn(HARMLESS, own)) lookAtMembers(move, own, value ?? given);
    else if (own === "user.additionalFields") lookAtFields(move, own, member, value);
  }
}

/** Stops where the names of fields are not written out, since guards on them are searched by name. */
function lookAtFields(
  move: ConfigMove,
  path: string,
  member: ts.ObjectLiteralElementLike,
  value: ts.Expression | undefined,
): void {
  const { ts } = move.draft;
  const fields = value && unwrap(ts, value);
  const isWritten = fields && ts.isObjectLiteralExpression(fields) &&
    fields.properties.every((one) => readName(ts, one));
  if (isWritten) return;
  stop(move, member, `names of \`${path}\` are made elsewhere: write them here first`);
}

function moveDatabase(move: ConfigMove, given: ts.Expression): void {
  const { draft, source, imports, members } = move;
  const { ts } = draft;
  const value = unwrap(ts, given);
  const set = (module: string, name: string, text: string) => {
    imports.add(module, name);
    members.set("adapter", `adapter: ${name}(${text})`);
    draft.note(
      "change",
      source,
      given,
      `\`database\` → \`${name}\`, beside the tables of Better Auth`,
      GUIDE,
    );
    const which = name === "DrizzleAdapter"
      ? "make new tables, pass them to `DrizzleAdapter`, since the table `user` is the old one,"
      : "make the new tables, which have other names than the old ones,";
    draft.note(
      "left",
      source,
      given,
      `${which} and import the users`,
      `${GUIDE}#move-everybody`,
    );
  };
  if (ts.isCallExpression(value) || ts.isNewExpression(value)) {
    const made = importedAs(move, value.expression);
    const [first] = value.arguments ?? [];
    const argument = first ? source.textOf(first) : "";
    if (made === "prismaAdapter") {
      const models =
        '{\n  models: {\n    users: "AuthUser",\n    accounts: "AuthAccount",\n    sessions: "AuthSession",\n    verificationTokens: "AuthVerificationToken",\n  },\n}';
      return set("@x/auth/prisma", "PrismaAdapter", `${argument}, ${models}`);
    }
    if (made === "drizzleAdapter") {
      return set("@x/auth/drizzle", "DrizzleAdapter", argument);
    }
    const kind = findDatabase(move, value);
    if (kind) return set(kind[0], kind[1], source.textOf(value));
  } else if (ts.isIdentifier(value)) {
    const variable = findAll(source.tree, ts.isVariableDeclaration).find(({ name }) =>
      ts.isIdentifier(name) && name.text === value.text
    );
    const made = variable?.initializer && unwrap(ts, variable.initializer);
    const kind = made && (ts.isNewExpression(made) || ts.isCallExpression(made)) &&
      findDatabase(move, made);
    if (kind) return set(kind[0], kind[1], value.text);
  }
  stop(
    move,
    given,
    "the command does not know this database: write `adapter` by hand after taking it out",
  );
}

/** Adapter for a connection that the config makes. */
function findDatabase(
  { draft: { ts }, source }: ConfigMove,
  { expression }: ts.NewExpression | ts.CallExpression,
): readonly [module: string, name: string] | undefined {
  const [root] = source.textOf(expression).split(".");
  const from = listBindings(source, ts).find(({ local }) => local === root)?.specifier;
  if (from === "pg") return ["@x/auth/adapters/postgres", "PostgresAdapter"];
  if (from === "mysql2/promise") return ["@x/auth/adapters/mysql", "MysqlAdapter"];
  if (from === "better-sqlite3" || from === "node:sqlite") {
    return ["@x/auth/adapters/sqlite", "SqliteAdapter"];
  }
}

function movePassword(move: ConfigMove, given: ts.Expression): void {
  const { draft, source, needs, password } = move;
  const { ts } = draft;
  const options = unwrap(ts, given);
  if (!ts.isObjectLiteralExpression(options)) {
    return stop(move, given, "the options of passwords are made elsewhere: write them here first");
  }
  const enabled = findValue(ts, options, "enabled");
  if (!enabled || enabled.kind === ts.SyntaxKind.FalseKeyword) return;
  if (enabled.kind !== ts.SyntaxKind.TrueKeyword) {
    stop(move, enabled, "`enabled` is decided at run time: write `true` or `false`");
  }
  needs.add("email").add("password");
  for (const member of options.properties) {
    const name = readName(ts, member) ?? "…";
    const value = findValue(ts, options, name);
    if (/^(min|max)PasswordLength$/.test(name) && value) {
      password.push(`${name.slice(0, 3)}Length: ${source.textOf(value)}`);
    } else if (name === "disableSignUp") {
      if (value?.kind !== ts.SyntaxKind.FalseKeyword) needs.add("invited");
    } else if (name === "password") {
      const text = "passwords have a hash of this library: pass `verify` for the old hashes";
      draft.note("left", source, member, text, "passwords.md");
    } else if (moveSender(move, member)) {
      continue;
    } else if (name === "…") {
      stop(move, member, "a part of `emailAndPassword` is made elsewhere: write it here first");
    } else if (
      !/^(enabled|autoSignIn|requireEmailVerification|revokeSessionsOnPasswordReset|resetPasswordTokenExpiresIn)$/
        .test(name)
    ) {
      const text = `\`${name}\`: the email provider sends the emails`;
      draft.note("left", source, member, text, "email.md");
    }
  }
  draft.note(
    "change",
    source,
    given,
    "`emailAndPassword` → `Password`; an address is always proven",
    GUIDE,
  );
}

function moveSession(move: ConfigMove, given: ts.Expression): void {
  const { draft, source, members } = move;
  const { ts } = draft;
  const options = unwrap(ts, given);
  if (!ts.isObjectLiteralExpression(options)) {
    return stop(move, given, "the options of sessions are made elsewhere: write them here first");
  }
  const times = ([["expiresIn", "maxAge"], ["updateAge", "updateAge"]] as const).flatMap(
    ([from, to]) => {
      const value = findValue(ts, options, from);
      return value ? [`${to}: ${source.textOf(value)}`] : [];
    },
  );
  // Better Auth ends sessions after 7 days, this library after 30.
  if (!findMember(ts, options, "expiresIn")) times.unshift(WEEK);
  members.set("session", sessionText(times));
  for (const member of options.properties) {
    const name = readName(ts, member) ?? "…";
    if (/^(expiresIn|updateAge|cookieCache|modelName|fields|storeSessionInDatabase)$/.test(name)) {
      continue;
    }
    if (/^(…|disableSessionRefresh)$/.test(name)) {
      stop(move, member, `\`${name}\` of \`session\` is not moved: take it out first`);
    } else {
      if (name === "additionalFields") {
        lookAtFields(move, "session.additionalFields", member, findValue(ts, options, name));
      }
      draft.note(
        "left",
        source,
        member,
        `\`${name}\` of \`session\` has another form`,
        "sessions.md",
      );
    }
  }
}

/** Base path of Better Auth, unless the app has another one. */
export const BASE_PATH = "/api/auth";

/** The default of Better Auth. */
const WEEK = "maxAge: 60 * 60 * 24 * 7";

function sessionText(times: readonly string[]): string {
  return `session: { ${['strategy: "jwt"', ...times, "revocation: {}"].join(", ")} }`;
}

/** Members that follow from others, in the order of a config. */
function finish(move: ConfigMove): void {
  const { draft, source, imports, members, needs, password, providers } = move;
  if (needs.has("email") || needs.has("password")) addEmail(move);
  if (needs.has("password")) {
    if (needs.has("breached")) password.push("refuseBreached: true");
    imports.add("@x/auth/providers/password", "default as Password");
    providers.unshift(password.length > 0 ? `Password({ ${password.join(", ")} })` : "Password()");
  }
  const kept = new Map(members);
  members.clear();
  const list = providers.map((text) => `  ${text.replaceAll("\n", "\n  ")},`).join("\n");
  members.set("providers", providers.length > 0 ? `providers: [\n${list}\n]` : "providers: []");
  for (const [name, text] of kept) members.set(name, text);
  if (needs.has("invited")) {
    members.set("signUp", 'signUp: "invited"');
    draft.note(
      "left",
      source,
      0,
      'nobody may sign up by any provider, since one of them had that turned off (`signUp: "invited"`): allow whom you mean',
      "sign-up.md",
    );
  }
  if (!members.has("session")) members.set("session", sessionText([WEEK]));
  if (draft.app.framework === "SvelteKit") {
    // The wrapper answers below the base of the app alone.
    members.delete("basePath");
    if (providers.some((text) => !/^(Password|Passkey|Nodemailer|Resend)\b/.test(text))) {
      const text =
        "register the redirect URIs of your providers with `/auth/callback/` in place of " +
        "`/api/auth/callback/`: in SvelteKit, the base path is `/auth`";
      draft.note("left", source, 0, text, "frameworks/sveltekit.md");
    }
  } else if (!members.has("basePath")) {
    // Redirect URIs are registered at the providers under this path.
    members.set("basePath", `basePath: "${BASE_PATH}"`);
  }
  imports.add("@x/auth/legacy/better-auth", "betterAuth");
  members.set("legacy", "legacy: betterAuth()");
  draft.note(
    "left",
    source,
    0,
    "set `AUTH_SECRET` to a new secret, and `AUTH_URL` to the URL of the app with the base path; " +
      "`BETTER_AUTH_SECRET` stays for the import",
    "configuration.md",
  );
  const isTyped = /\.[cm]?tsx?$/.test(source.path);
  members.set(
    "callbacks",
    "callbacks: {\n  session({ session, token }) {\n" +
      (isTyped
        ? '    session.user = { ...session.user, id: token.sub ?? "" };\n'
        : "    session.user = { ...session.user, id: token.sub };\n") +
      "    return session;\n  },\n}",
  );
  draft.note(
    "later",
    source,
    0,
    "remove `legacy` when the sessions of Better Auth have ended, by default after 7 days",
    `${GUIDE}#what-happens-to-your-users`,
  );
}
