/**
 * The plugins of Better Auth as capabilities and providers of this library. One that is not known
 * stops the command, since it can decide who may do what.
 *
 * @module
 */

import type ts from "typescript";
import { type ConfigMove, GUIDE, importedAs, readName, stop } from "./better_auth_parts.ts";
import { moveSender } from "./better_auth_mail.ts";
import { findMember, findValue, objectIn } from "./objects.ts";
import { unwrap } from "./options.ts";
import type { Draft } from "./plan.ts";

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
};

/** Moves the list of plugins. */
export function movePlugins(move: ConfigMove, given: ts.Expression): void {
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
  const rest = (known: Pick<RegExp, "test">, stops: RegExp, guide: string) => {
    for (const member of options?.properties ?? []) {
      const own = readName(ts, member) ?? "…";
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
        ...objectIn(ts, options ?? makeEmpty(ts), "otpOptions") ? ["MailCode"] : [],
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
      providers.push(writePasskey(textOf));
      rest(
        {
          test: (member) =>
            member === "schema" || PARTY.some(([from]) => from === member && textOf(from)),
        },
        /^registration$/,
        "passkeys.md",
      );
      draft.note("left", source, at, "install `@simplewebauthn/server` 14", "passkeys.md");
      return changed("`Passkey`");
    case "organization": {
      needs.add("access");
      for (const one of ["defineAccess", "Organizations"]) {
        imports.add("@x/auth/organizations", one);
      }
      const creates = options && findMember(ts, options, "allowUserToCreateOrganization");
      if (creates && !/^(true|false)$/.test(textOf("allowUserToCreateOrganization") ?? "")) {
        stop(
          move,
          creates,
          "who may create an organization is decided by a function: write it as `create` after taking it out",
        );
      }
      const create = isOff("allowUserToCreateOrganization") ? ', create: "nobody"' : "";
      members.set("organizations", `organizations: Organizations({ access${create} })`);
      if (value("ac") || value("roles")) {
        const text =
          "write your roles and permissions into `access`: until then others than owners may do less";
        draft.note("left", source, at, text, "organizations.md");
      }
      rest(
        /^(allowUserToCreateOrganization|ac|roles|creatorRole|schema)$/,
        /hooks|membershipLimit|organizationLimit|organizationCreation|requireEmailVerification|disableOrganizationDeletion/i,
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
    case "emailOTP": {
      needs.add("email");
      const moved = (options?.properties ?? []).filter((member) => moveSender(move, member))
        .map((member) => readName(ts, member));
      if (name === "emailOTP") needs.add("code");
      if (options && findMember(ts, options, "disableSignUp") && !isOff("disableSignUp")) {
        needs.add("invited");
      }
      const known =
        /^(disableSignUp|expiresIn|otpLength|sendVerificationOnSignUp|storeOTP|storeToken|allowedAttempts)$/;
      rest({ test: (own) => moved.includes(own) || known.test(own) }, /^$/, "email.md");
      return changed(
        name === "emailOTP" ? "the email provider, with `code`" : "the email provider",
      );
    }
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

/** Options of passkeys that say whose they are. */
const PARTY = [["rpID", "id"], ["rpName", "name"], ["origin", "origin"]] as const;

/** The provider of passkeys, which keeps the domain: passkeys of another one are refused. */
function writePasskey(textOf: (member: string) => string | undefined): string {
  const parts = PARTY.flatMap(([from, to]) => {
    const text = textOf(from);
    return text === undefined || text === "null" ? [] : [`${to}: ${text}`];
  });
  return parts.length > 0 ? `Passkey({ relayingParty: { ${parts.join(", ")} } })` : "Passkey";
}

function makeEmpty(ts: Draft["ts"]): ts.ObjectLiteralExpression {
  return ts.factory.createObjectLiteralExpression();
}
