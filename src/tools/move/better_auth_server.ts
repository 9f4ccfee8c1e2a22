/**
 * What a server does with Better Auth: reads of the session, routes and hooks.
 *
 * @module
 */

import type ts from "typescript";
import { findCopied } from "./better_auth_copies.ts";
import { moveCookies } from "./better_auth_cookies.ts";
import {
  type Advice,
  authNames,
  GUIDE,
  listCall,
  nameFromHome,
  type ServerMove,
  stop,
} from "./better_auth_parts.ts";
import { providerId } from "./better_auth_providers.ts";
import { moveHandlers } from "./better_auth_routes.ts";
import { followResult } from "./better_auth_result.ts";
import { findUses, listBindings } from "./imports.ts";
import { findOther, findValue, objectIn } from "./objects.ts";
import { findOrigin, functionAround, unwrap } from "./options.ts";
import { findAll } from "./source.ts";

/** Calls of `auth.api` that are listed, with what takes their place. */
const LISTED: Advice = [
  [
    /^(signIn|signUp|verify|sendVerification|requestPassword|forgetPassword|resetPassword)/,
    "people sign in on the pages, or with `createFlow` on your own",
    "own-pages/react.md",
  ],
  [/^(listSessions|revoke)/, "write `auth.sessions`", "sessions.md"],
  [
    /^(getFullOrganization|listOrganizations|createOrganization|setActive|hasPermission|.*(Organization|Member|Invitation|Team))/,
    "write `auth.organizations`, with the organization in the path of the page",
    "organizations.md",
  ],
  [/ApiKey/, "write `auth.keys` and `authenticate`", "api-keys.md"],
  [/TwoFactor|Totp|BackupCode/i, "write `auth.factors`", "second-factor.md"],
  [/Passkey/, "write `auth.passkeys`", "passkeys.md"],
  [/(User|ban|impersonate)/, "write `auth.users`", "roles.md"],
];

/** Moves a file of the server. */
export function moveServer(move: ServerMove): void {
  const { draft, source } = move;
  const { ts } = draft;
  const names = authNames(move);
  for (const name of names) {
    for (const use of findUses(source, ts, name)) moveUse(move, use, name);
  }
  stopAtWholes(move);
  moveHandlers(move, names);
  moveCookies(move);
  for (const name of names) stopAtOthers(move, name);
}

/** Stops at each use of the result of the config that no rule has replaced or named. */
function stopAtOthers(move: ServerMove, name: string): void {
  const { draft, source } = move;
  const { ts } = draft;
  for (const use of findUses(source, ts, name)) {
    const { parent } = use;
    const isName = ts.isVariableDeclaration(parent) && parent.name === use ||
      ts.isExportSpecifier(parent) || ts.isExportAssignment(parent);
    const isType = ts.isTypeQueryNode(parent) || ts.isQualifiedName(parent);
    if (isName || isType || source.isReplaced(use)) continue;
    // Calls of `api` have a sentence each.
    const isCall = ts.isPropertyAccessExpression(parent) && parent.name.text === "api" &&
      ts.isPropertyAccessExpression(parent.parent) && parent.parent.expression === parent;
    const isNoted = draft.notes.some(({ kind, path, line }) =>
      kind === "stop" && path === source.path && line === source.lineOf(use)
    );
    if (isCall || isNoted) continue;
    stop(move, use, `the command does not know this use of \`${name}\``);
  }
}

/** Stops where a file has the module of the config as a whole, whose calls have no name of it. */
function stopAtWholes(move: ServerMove): void {
  const { draft, source, home, auth } = move;
  const { ts } = draft;
  const isHome = (specifier: string) => findOrigin(draft, source, specifier, auth)?.source === home;
  const text =
    "the module of the config is read as a whole: import what `betterAuth` returned by its name";
  for (const { imported, specifier, node } of listBindings(source, ts)) {
    if (imported === "*" && isHome(specifier)) stop(move, node, text);
  }
  for (const call of findAll(source.tree, ts.isCallExpression)) {
    const [given] = call.arguments;
    const isLoad = call.expression.kind === ts.SyntaxKind.ImportKeyword ||
      call.expression.getText(source.tree) === "require";
    if (isLoad && given && ts.isStringLiteralLike(given) && isHome(given.text)) {
      stop(move, call, text);
    }
  }
}

/** `auth.api.…`, `auth.$Infer.Session`, `auth.handler`. */
function moveUse(move: ServerMove, use: ts.Identifier, name: string): void {
  const { draft, source, imports } = move;
  const { ts } = draft;
  const { parent } = use;
  if (ts.isQualifiedName(parent) && parent.right.text === "$Infer") {
    let type: ts.Node = parent.parent;
    if (!ts.isQualifiedName(type) || type.right.text !== "Session") return;
    while (ts.isQualifiedName(type.parent)) type = type.parent;
    const query = type.parent;
    const rest = source.textOf(type).split(".").slice(3);
    const members = rest.map((one) => `["${one}"]`).join("");
    const text = rest.length > 0
      ? `NonNullable<SessionOf<typeof ${name}>${members}>`
      : `SessionOf<typeof ${name}>`;
    source.replaceNode(query, text);
    imports.add("@x/auth/types", "type SessionOf");
    if (rest[0] === "session") {
      const text = "a session has no row of its own: `user` and `expires` alone";
      draft.note("left", source, query, text, "sessions.md");
    }
    return draft.note("change", source, query, `\`$Infer.Session\` → \`${text}\``, GUIDE);
  }
  if (!ts.isPropertyAccessExpression(parent)) return;
  const { text } = parent.name;
  if (text === "api" && ts.isPropertyAccessExpression(parent.parent)) {
    return moveCall(move, parent.parent, name);
  }
  if (text === "handler" || text === "options" || text === "$context") return;
}

function moveCall(move: ServerMove, access: ts.PropertyAccessExpression, name: string): void {
  const { draft, source } = move;
  const { ts } = draft;
  const call = access.parent;
  const method = access.name.text;
  if (ts.isCallExpression(call) && call.expression === access && moveAction(move, call, method)) {
    return;
  }
  if (method !== "getSession" || !ts.isCallExpression(call) || call.expression !== access) {
    return listCall(move, access, `${name}.api.${method}`, LISTED, method);
  }
  const [argument] = call.arguments;
  const options = argument && unwrap(ts, argument);
  const headers = options && ts.isObjectLiteralExpression(options)
    ? findValue(ts, options, "headers")
    : undefined;
  // Other members, such as `asResponse`, make another result.
  const other = options && ts.isObjectLiteralExpression(options)
    ? findOther(options, /^(headers|query)$/)
    : undefined;
  if (other) {
    return stop(
      move,
      other,
      "with this option, `getSession` has another result: take it out first",
    );
  }
  const text = headers && sessionCall(move, headers, name, call);
  if (text === undefined) {
    const text =
      "the command does not know where these headers are from: pass `request.headers`, or " +
      "`fromNodeHeaders(req.headers)`";
    return stop(move, call, text);
  }
  source.replaceNode(call, text);
  draft.note("change", source, call, `\`${name}.api.getSession\` → \`${text}\``, GUIDE);
  followResult(move, call);
}

/** `signInSocial` and `signOut` in a server action of Next.js; `false` in another form. */
function moveAction(move: ServerMove, call: ts.CallExpression, method: string): boolean {
  const { draft, source, wrapper } = move;
  const { ts } = draft;
  const [argument] = call.arguments;
  const options = argument && unwrap(ts, argument);
  const awaited = call.parent;
  if (
    wrapper.kind !== "next" || !ts.isAwaitExpression(awaited) ||
    !options || !ts.isObjectLiteralExpression(options)
  ) return false;
  let text: string | undefined;
  if (method === "signOut" && !findOther(options, /^headers$/)) {
    if (ts.isExpressionStatement(awaited.parent)) {
      text = `${actionIn(move, "signOut")}({ redirect: false })`;
    }
  } else if (method === "signInSocial" && !findOther(options, /^(body|headers)$/)) {
    const body = objectIn(ts, options, "body");
    const provider = body && findValue(ts, body, "provider");
    if (!body || findOther(body, /^(provider|callbackURL)$/)) return false;
    if (!provider || !ts.isStringLiteralLike(provider) || !isUrlAlone(move, awaited)) return false;
    const target = findValue(ts, body, "callbackURL");
    const cast = /\.[cm]?tsx?$/.test(source.path) ? " as string" : "";
    const to = target ? `redirectTo: ${source.textOf(target)}, ` : "";
    const id = source.textOf(provider).replace(provider.text, providerId(provider.text));
    source.replaceNode(
      awaited,
      `{ url: await ${actionIn(move, "signIn")}(${id}, { ${to}redirect: false })${cast} }`,
    );
    draft.note("change", source, call, "`signInSocial` → `signIn`, of the module", GUIDE);
    return true;
  }
  if (text === undefined) return false;
  source.replaceNode(call, text);
  draft.note("change", source, call, `\`${method}\` → \`${text}\`, of the module`, GUIDE);
  return true;
}

/** `const result = await …`, of which only `result.url` is read. */
function isUrlAlone(
  { draft: { ts }, source }: ServerMove,
  { parent }: ts.AwaitExpression,
): boolean {
  if (!ts.isVariableDeclaration(parent)) return false;
  const { name } = parent;
  if (ts.isObjectBindingPattern(name)) {
    return name.elements.every((one) =>
      (one.propertyName ?? one.name).getText(source.tree) === "url"
    );
  }
  const outer = functionAround(ts, parent);
  return findUses(source, ts, name.getText(source.tree)).every((use) =>
    use === name || !outer || use.pos < outer.pos || use.end > outer.end ||
    (ts.isPropertyAccessExpression(use.parent) && use.parent.name.text === "url")
  );
}

/** A function that the module of the config passes on for server actions. */
function actionIn(move: ServerMove, name: "signIn" | "signOut"): string {
  move.wrapper.actions.add(name);
  return nameFromHome(move, name);
}

/** The read of the session whose headers are those of a request; `undefined` when it is unknown which. */
function sessionCall(
  move: ServerMove,
  headers: ts.Expression,
  name: string,
  at: ts.Node,
): string | undefined {
  const { source, wrapper, imports } = move;
  const text = source.textOf(headers).replace(/^\(([\s\S]*)\)$/, "$1");
  // `await headers()` of Next, or its promise in a variable.
  const isOfNext = hasNextHeaders(move) &&
    (/^(await )?headers\(\)$/.test(text) || isNextHeaders(move, text, at));
  if (isOfNext && wrapper.kind === "next") {
    return `${nameFromHome(move, wrapper.session)}()`;
  }
  const [, request] = /^([\w.]+)\.headers$/.exec(text) ?? [];
  const raw = /^fromNodeHeaders\(([\w.]+)\.headers\)$/.exec(text)?.[1] ??
    findCopied(move.draft.ts, source, text, at);
  if (raw !== undefined && wrapper.kind === "express") {
    imports.add("@x/auth/express", "getSession");
    return `getSession(${raw}, ${name})`;
  }
  if (raw !== undefined && wrapper.kind === "next") {
    return `${nameFromHome(move, wrapper.session)}({ ${raw === "req" ? raw : `req: ${raw}`} })`;
  }
  if (request === undefined || raw !== undefined) return undefined;
  if (!isOnlyHeaders(move, request, at)) return `${name}.getSession(${request})`;
  // In Next.js, the module reads the headers of the request itself.
  if (wrapper.kind !== "next") return undefined;
  return `${nameFromHome(move, wrapper.session)}()`;
}

/** `(options: { headers: Headers })`, which is no request. */
function isOnlyHeaders({ draft: { ts } }: ServerMove, name: string, at: ts.Node): boolean {
  const outer = functionAround(ts, at);
  const found = outer?.parameters.find((one) =>
    ts.isIdentifier(one.name) && one.name.text === name
  );
  return found?.type !== undefined && ts.isTypeLiteralNode(found.type);
}

/** `true` where `headers` is that of Next.js, and nothing else in the file has its name. */
function hasNextHeaders({ draft: { ts }, source }: ServerMove): boolean {
  const isNext = listBindings(source, ts).some(({ specifier, imported, local }) =>
    local === "headers" && imported === "headers" && /^next\/headers(\.js)?$/.test(specifier)
  );
  return isNext && findUses(source, ts, "headers").every((use) => {
    const { parent } = use;
    const isName = ts.isVariableDeclaration(parent) || ts.isParameter(parent) ||
      ts.isBindingElement(parent) || ts.isFunctionDeclaration(parent);
    return !isName || parent.name !== use;
  });
}

/** `const list = await headers()`, in front of the call. */
function isNextHeaders({ draft: { ts }, source }: ServerMove, name: string, at: ts.Node): boolean {
  if (!/^\w+$/.test(name)) return false;
  const outer = functionAround(ts, at) ?? source.tree;
  const found = findAll(outer, ts.isVariableDeclaration).find((one) =>
    ts.isIdentifier(one.name) && one.name.text === name
  );
  return /^(await )?headers\(\)$/.test(found?.initializer?.getText(source.tree) ?? "");
}
