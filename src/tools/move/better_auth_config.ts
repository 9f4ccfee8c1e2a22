/**
 * The config of Better Auth as one of this library. An option that decides who may do something is
 * moved with the same strictness or a greater one, or stops the command.
 *
 * @module
 */

import type ts from "typescript";
import type { ImportPlan } from "./imports.ts";
import { listBindings } from "./imports.ts";
import { findMember, findValue, objectIn, readIndent } from "./objects.ts";
import { unwrap } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";

/** The guide of the data, of which the code has a section. */
export const GUIDE = "from-better-auth.md";

/** A config that is being moved. */
interface ConfigMove {
  readonly draft: Draft;
  readonly source: Source;
  readonly imports: ImportPlan;
  readonly providers: string[];
  /** Members of the new config, in their order. */
  readonly members: Map<string, string>;
  /** What the plugins and options need of others. */
  readonly needs: Set<"email" | "code" | "invited" | "breached" | "password" | "access">;
  /** Options of the provider of passwords. */
  readonly password: string[];
}

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

/** Plugins that nothing stands for, since the doors do it. */
const NEEDLESS = [
  "nextCookies",
  "sveltekitCookies",
  "openAPI",
  "lastLoginMethod",
  "tanstackStartCookies",
];

/** Plugins that are listed: without them nothing opens that was closed. */
const LISTED_PLUGINS: Readonly<Record<string, readonly [text: string, guide: string]>> = {
  bearer: ["requests come with API keys or access tokens", "authenticate.md"],
  jwt: ["tokens for services are those of the authorization server", "oauth-server.md"],
  mcp: ["add `oauthServer` with the resource of your MCP server", "mcp.md"],
  oidcProvider: ["add `oauthServer`", "oauth-server.md"],
  oauthProvider: ["add `oauthServer`", "oauth-server.md"],
  deviceAuthorization: ["add `oauthServer`, which has the device flow", "oauth-server.md"],
  genericOAuth: ["write the provider as an object", "openid-connect.md"],
  sso: ["add `connections`", "connections.md"],
  scim: ["add `scim`", "scim.md"],
  username: ["users sign in with their address", `${GUIDE}#what-happens-to-your-users`],
  admin: ["operators call the functions of `auth.users` and `auth.sessions`", "roles.md"],
  anonymous: ["there are no users without a sign-in", GUIDE],
  multiSession: ["a browser has one session", "sessions.md"],
  phoneNumber: ["there are no codes by text message", "second-factor.md"],
  oneTap: ["people sign in with the provider", GUIDE],
  oAuthProxy: ["set `redirectProxyUrl`", "configuration.md"],
  oneTimeToken: ["it has no equal", GUIDE],
  customSession: ["write it as the callback `session`", "sessions.md"],
};

/** Members of a provider that only change what is asked of it. */
const LISTED_OF_PROVIDER =
  /^(scope|disableDefaultScope|prompt|accessType|responseMode|display|redirectURI|mapProfileToUser|overrideUserInfoOnSignIn|configId)$/;

/** Providers with the name of their function; the id is that of Better Auth. */
const SOCIAL: Readonly<Record<string, readonly [name: string, module: string]>> = {
  apple: ["Apple", "apple"],
  atlassian: ["Atlassian", "atlassian"],
  discord: ["Discord", "discord"],
  dropbox: ["Dropbox", "dropbox"],
  facebook: ["Facebook", "facebook"],
  figma: ["Figma", "figma"],
  github: ["GitHub", "github"],
  google: ["Google", "google"],
  huggingface: ["HuggingFace", "huggingface"],
  kakao: ["Kakao", "kakao"],
  line: ["Line", "line"],
  linkedin: ["LinkedIn", "linkedin"],
  microsoft: ["MicrosoftEntraID", "microsoft-entra-id"],
  naver: ["Naver", "naver"],
  notion: ["Notion", "notion"],
  reddit: ["Reddit", "reddit"],
  roblox: ["Roblox", "roblox"],
  salesforce: ["Salesforce", "salesforce"],
  slack: ["Slack", "slack"],
  spotify: ["Spotify", "spotify"],
  tiktok: ["TikTok", "tiktok"],
  twitch: ["Twitch", "twitch"],
  vk: ["Vk", "vk"],
  zoom: ["Zoom", "zoom"],
};

/** Id of a provider here. */
export function providerId(id: string): string {
  return SOCIAL[id]?.[1] ?? id;
}

/** The new config, as the text of an object, and whether it needs roles; what stops is noted. */
export function writeConfig(
  draft: Draft,
  source: Source,
  imports: ImportPlan,
  object: ts.ObjectLiteralExpression,
): { text: string; hasAccess: boolean } {
  const move: ConfigMove = {
    draft,
    source,
    imports,
    providers: [],
    members: new Map(),
    needs: new Set(),
    password: [],
  };
  const { ts } = draft;
  for (const property of object.properties) {
    const name = nameOf(ts, property);
    const value = name === undefined ? undefined : findValue(ts, object, name);
    if (name === undefined || !value) {
      stop(move, property, "the config has a part that is made elsewhere: write it here first");
      continue;
    }
    moveOption(move, name, value, property);
  }
  finish(move);
  if (!findMember(ts, object, "database")) {
    stop(move, object, "the config has no `database`, so its users are nowhere to be moved from");
  }
  const indent = readIndent(source, object.getStart(source.tree));
  const inner = `${indent}  `;
  const lines = [...move.members.values()].map((text) =>
    `${inner}${text.replaceAll("\n", `\n${inner}`)},`
  );
  const hasAccess = move.needs.has("access");
  const tabs = object.properties.some((one) =>
    readIndent(source, one.getStart(source.tree)).startsWith("\t")
  );
  if (tabs) {
    for (const [index, line] of lines.entries()) {
      lines[index] = line.replaceAll(/^[ \t]+/gm, (blank) => blank.replaceAll("  ", "\t"));
    }
  }
  return { text: `{\n${lines.join("\n")}\n${indent}}`, hasAccess };
}

function moveOption(move: ConfigMove, name: string, value: ts.Expression, at: ts.Node): void {
  const { draft, source, members, needs } = move;
  const text = source.textOf(value);
  switch (name) {
    case "database":
      return moveDatabase(move, value);
    case "secret":
      if (/^process\.env\.\w+!?( as string)?$/.test(text)) return;
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
    case "emailVerification":
      needs.add("email");
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

function stop({ draft, source }: ConfigMove, at: ts.Node, text: string): void {
  draft.note("stop", source, at, text, GUIDE);
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
    const kind = databaseOf(move, value);
    if (kind) return set(kind[0], kind[1], source.textOf(value));
  } else if (ts.isIdentifier(value)) {
    const variable = findAll(source.tree, ts.isVariableDeclaration).find(({ name }) =>
      ts.isIdentifier(name) && name.text === value.text
    );
    const made = variable?.initializer && unwrap(ts, variable.initializer);
    const kind = made && (ts.isNewExpression(made) || ts.isCallExpression(made)) &&
      databaseOf(move, made);
    if (kind) return set(kind[0], kind[1], value.text);
  }
  stop(
    move,
    given,
    "the command does not know this database: write `adapter` by hand after taking it out",
  );
}

/** Adapter for a connection that the config makes. */
function databaseOf(
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

function moveSocial(move: ConfigMove, given: ts.Expression): void {
  const { draft, source, imports, providers } = move;
  const { ts } = draft;
  const list = unwrap(ts, given);
  if (!ts.isObjectLiteralExpression(list)) {
    return stop(move, given, "the providers are made elsewhere: write them here first");
  }
  for (const entry of list.properties) {
    const id = nameOf(ts, entry);
    const found = id === undefined ? undefined : findValue(ts, list, id);
    const options = found && unwrap(ts, found);
    const known = id !== undefined && Object.hasOwn(SOCIAL, id) ? SOCIAL[id] : undefined;
    if (!id || !options || !ts.isObjectLiteralExpression(options)) {
      stop(move, entry, "the options of the provider are made elsewhere: write them here first");
      continue;
    }
    if (!known) {
      draft.note(
        "left",
        source,
        entry,
        `\`${id}\` is no provider here: write it as an object`,
        "openid-connect.md",
      );
      continue;
    }
    const texts: string[] = [];
    for (const member of options.properties) {
      const name = nameOf(ts, member) ?? "…";
      const value = findValue(ts, options, name);
      if (/^client(Id|Secret)$/.test(name) && value) texts.push(`${name}: ${source.textOf(value)}`);
      else if (name === "tenantId" && value && id === "microsoft") {
        texts.push(
          `issuer: \`https://login.microsoftonline.com/\${${source.textOf(value)}}/v2.0\``,
        );
      } else if (/^disable(ImplicitSignUp|SignUp)$/.test(name)) {
        if (value?.kind !== ts.SyntaxKind.FalseKeyword) move.needs.add("invited");
      } else if (LISTED_OF_PROVIDER.test(name)) {
        draft.note(
          "left",
          source,
          member,
          `\`${name}\` of \`${id}\`: write it as \`authorization\` or \`profile\``,
          "openid-connect.md",
        );
      } else {stop(
          move,
          member,
          `\`${name}\` of \`${id}\` can decide who may sign in: write it as \`callbacks.signIn\` after taking it out`,
        );}
    }
    imports.add(`@x/auth/providers/${known[1]}`, `default as ${known[0]}`);
    providers.push(`${known[0]}({ ${texts.join(", ")} })`);
    draft.note("change", source, entry, `\`${id}\` → \`${known[0]}\``, GUIDE);
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
    const name = nameOf(ts, member) ?? "…";
    const value = findValue(ts, options, name);
    if (/^(min|max)PasswordLength$/.test(name) && value) {
      password.push(`${name.slice(0, 3)}Length: ${source.textOf(value)}`);
    } else if (name === "disableSignUp") {
      if (value?.kind !== ts.SyntaxKind.FalseKeyword) needs.add("invited");
    } else if (name === "password") {
      const text = "passwords have a hash of this library: pass `verify` for the old hashes";
      draft.note("left", source, member, text, "passwords.md");
    } else if (
      !/^(enabled|autoSignIn|requireEmailVerification|revokeSessionsOnPasswordReset|resetPasswordTokenExpiresIn)$/
        .test(name)
    ) {
      draft.note(
        "left",
        source,
        member,
        `\`${name}\`: the email provider sends the emails`,
        "email.md",
      );
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

function movePlugins(move: ConfigMove, given: ts.Expression): void {
  const { draft: { ts } } = move;
  const list = unwrap(ts, given);
  if (!ts.isArrayLiteralExpression(list)) {
    return stop(move, given, "the plugins are made elsewhere: write them here first");
  }
  for (const element of list.elements) {
    const plugin = unwrap(ts, element);
    const name = ts.isCallExpression(plugin) ? importedAs(move, plugin.expression) : undefined;
    const [first] = ts.isCallExpression(plugin) ? plugin.arguments : [];
    const options = first && unwrap(ts, first);
    if (
      !name || (options && !ts.isObjectLiteralExpression(options) && name !== "sveltekitCookies")
    ) {
      stop(
        move,
        element,
        "the command does not know this plugin, which can decide who may do what",
      );
      continue;
    }
    movePlugin(
      move,
      name,
      element,
      options && ts.isObjectLiteralExpression(options) ? options : undefined,
    );
  }
}

function movePlugin(
  move: ConfigMove,
  name: string,
  at: ts.Node,
  options: ts.ObjectLiteralExpression | undefined,
): void {
  const { draft, source, imports, members, needs, providers } = move;
  const { ts } = draft;
  const value = (member: string) => options && findValue(ts, options, member);
  const textOf = (member: string) => {
    const found = value(member);
    return found && source.textOf(found);
  };
  /** Lists the members that nothing here stands for. */
  const rest = (known: RegExp, stops: RegExp, guide: string) => {
    for (const member of options?.properties ?? []) {
      const own = nameOf(ts, member) ?? "…";
      if (known.test(own)) continue;
      const isStop = own === "…" || stops.test(own);
      const text = `\`${own}\` of \`${name}\` ${
        isStop ? "can decide who may do what: take it out, and write it by hand" : "is not moved"
      }`;
      draft.note(isStop ? "stop" : "left", source, member, text, guide);
    }
  };
  const isOff = (member: string) => value(member)?.kind === ts.SyntaxKind.FalseKeyword;
  const changed = (to: string) => draft.note("change", source, at, `\`${name}\` → ${to}`, GUIDE);
  if (NEEDLESS.includes(name)) {
    return draft.note("change", source, at, `\`${name}\` is not needed`, GUIDE);
  }
  switch (name) {
    case "twoFactor": {
      const issuer = textOf("issuer");
      const factors = [
        "Totp",
        "RecoveryCodes",
        ...objectIn(ts, options ?? emptyOf(ts), "otpOptions") ? ["MailCode"] : [],
      ];
      for (const one of factors) imports.add("@x/auth/factors", one);
      if (factors.length > 2) needs.add("email");
      const [, ...others] = factors;
      members.set(
        "factors",
        `factors: [Totp(${issuer ? `{ issuer: ${issuer} }` : ""}), ${
          others.map((one) => `${one}()`).join(", ")
        }]`,
      );
      rest(
        /^(issuer|otpOptions|totpOptions|backupCodeOptions|schema|twoFactorTable)$/,
        /^$/,
        "second-factor.md",
      );
      return changed("`factors`, which are asked for after every sign-in");
    }
    case "passkey":
      imports.add("@x/auth/providers/passkey", "default as Passkey");
      providers.push("Passkey");
      rest(/^(rpID|rpName|origin|schema)$/, /^registration$/, "passkeys.md");
      draft.note("left", source, at, "install `@simplewebauthn/server` 14", "passkeys.md");
      return changed("`Passkey`");
    case "organization": {
      needs.add("access");
      for (const one of ["defineAccess", "Organizations"]) {
        imports.add("@x/auth/organizations", one);
      }
      const creates = value("allowUserToCreateOrganization");
      if (creates && !/^(true|false)$/.test(source.textOf(creates))) {
        stop(
          move,
          creates,
          "who may create an organization is decided by a function: write it as `create` after taking it out",
        );
      }
      const create = isOff("allowUserToCreateOrganization") ? ', create: "nobody"' : "";
      members.set("organizations", `organizations: Organizations({ access${create} })`);
      if (value("ac") || value("roles")) {
        draft.note(
          "left",
          source,
          at,
          "write your roles and permissions into `access`: until then others than owners may do less",
          "organizations.md",
        );
      }
      rest(
        /^(allowUserToCreateOrganization|ac|roles|creatorRole|schema)$/,
        /hooks|membershipLimit|organizationLimit|requireEmailVerification|disableOrganizationDeletion/i,
        "organizations.md",
      );
      return changed("`Organizations`");
    }
    case "apiKey": {
      imports.add("@x/auth/keys", "ApiKeys");
      const prefix =
        /^["'`](\w+?)[_-]?["'`]$/.exec(textOf("defaultPrefix") ?? "")?.[1]?.toLowerCase() ?? "key";
      members.set("keys", `keys: ApiKeys({ prefix: "${prefix}", scopes: [], legacy: true })`);
      draft.note(
        "left",
        source,
        at,
        "name the permissions of your keys in `scopes`; clients send keys as `Authorization: Bearer`",
        "api-keys.md",
      );
      rest(
        /^(defaultPrefix|schema|apiKeyHeaders|enableMetadata|startingCharactersConfig)$/,
        /customAPIKeyValidator|permissions|rateLimit/i,
        "api-keys.md",
      );
      return changed("`ApiKeys`");
    }
    case "magicLink":
    case "emailOTP":
      needs.add("email");
      if (name === "emailOTP") needs.add("code");
      if (value("disableSignUp") && !isOff("disableSignUp")) needs.add("invited");
      rest(
        /^(disableSignUp|expiresIn|otpLength|sendVerificationOnSignUp|storeOTP|storeToken|allowedAttempts)$/,
        /^$/,
        "email.md",
      );
      return changed(
        name === "emailOTP" ? "the email provider, with `code`" : "the email provider",
      );
    case "haveIBeenPwned":
      needs.add("breached");
      return changed("`refuseBreached`");
  }
  const listed = Object.hasOwn(LISTED_PLUGINS, name) ? LISTED_PLUGINS[name] : undefined;
  if (listed) draft.note("left", source, at, `\`${name}\`: ${listed[0]}`, listed[1]);
  else {stop(
      move,
      at,
      `the command does not know the plugin \`${name}\`, which can decide who may do what`,
    );}
}

function emptyOf(ts: Draft["ts"]): ts.ObjectLiteralExpression {
  return ts.factory.createObjectLiteralExpression();
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
  members.set("session", sessionText(times));
  for (const member of options.properties) {
    const name = nameOf(ts, member) ?? "…";
    if (/^(expiresIn|updateAge|cookieCache|modelName|fields|storeSessionInDatabase)$/.test(name)) {
      continue;
    }
    if (/^(…|disableSessionRefresh)$/.test(name)) {
      stop(move, member, `\`${name}\` of \`session\` is not moved: take it out first`);
    } else {draft.note(
        "left",
        source,
        member,
        `\`${name}\` of \`session\` has another form`,
        "sessions.md",
      );}
  }
}

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
  if (!members.has("session")) members.set("session", sessionText(["maxAge: 60 * 60 * 24 * 7"]));
  // Redirect URIs are registered at the providers under this path.
  if (!members.has("basePath")) members.set("basePath", 'basePath: "/api/auth"');
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

/** The email provider: the one whose package the app has. */
function addEmail({ draft, source, imports, needs, providers }: ConfigMove): void {
  const code = needs.has("code") ? ", code: true" : "";
  const isResend = draft.app.packages.has("resend");
  if (isResend) {
    imports.add("@x/auth/providers/resend", "default as Resend");
    providers.unshift(
      `Resend({ apiKey: process.env.RESEND_API_KEY, from: process.env.EMAIL_FROM${code} })`,
    );
  } else {
    imports.add("@x/auth/providers/nodemailer", "default as Nodemailer");
    providers.unshift(
      `Nodemailer({ server: process.env.EMAIL_SERVER, from: process.env.EMAIL_FROM${code} })`,
    );
  }
  draft.note(
    "left",
    source,
    0,
    `set \`${isResend ? "RESEND_API_KEY" : "EMAIL_SERVER"}\` and \`EMAIL_FROM\`${
      isResend || draft.app.packages.has("nodemailer") ? "" : ", install `nodemailer`"
    }, or send the emails as before by \`sendVerificationRequest\``,
    "email.md",
  );
}

/** Name of what a file imports under the name of an expression, from a package of Better Auth. */
function importedAs(
  { draft: { ts }, source }: ConfigMove,
  expression: ts.Expression,
): string | undefined {
  if (!ts.isIdentifier(expression)) return undefined;
  return listBindings(source, ts).find(({ local, specifier }) =>
    local === expression.text && isBetterAuth(specifier)
  )?.imported;
}

/** `true` for the name of a module of Better Auth. */
export function isBetterAuth(specifier: string): boolean {
  return /^(better-auth(\/|$)|@better-auth\/)/.test(specifier);
}

function nameOf(ts: Draft["ts"], { name }: ts.ObjectLiteralElementLike): string | undefined {
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}
