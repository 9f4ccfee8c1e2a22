/**
 * What a server does with Better Auth: reads of the session, routes, hooks, and middleware. A test for
 * a cookie that nothing has proven becomes a read of the session, or the command stops.
 *
 * @module
 */

import type ts from "typescript";
import { GUIDE, isBetterAuth } from "./better_auth_parts.ts";
import { findUses, type ImportPlan, listBindings, readStyle } from "./imports.ts";
import { addMember, findMember, findValue } from "./objects.ts";
import { functionAround, unwrap } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";

/** A file that is being moved. */
export interface ServerMove {
  readonly draft: Draft;
  readonly source: Source;
  /** The module with the config. */
  readonly home: Source;
  /** Name of what `betterAuth` returned. */
  readonly auth: string;
  /** The framework, and the names that the module of the config got from its wrapper. */
  readonly wrapper: {
    readonly kind: "next" | "sveltekit" | "hono" | "express";
    readonly session: string;
    readonly handlers: string;
  };
  readonly imports: ImportPlan;
}

/** Calls of `auth.api` that are listed, with what takes their place. */
const LISTED: readonly (readonly [RegExp, text: string, guide: string])[] = [
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
  moveHandlers(move, names);
  moveCookies(move);
  lookAtTexts(move);
}

/** Names by which a file has the result of the config. */
function authNames({ draft, source, home, auth }: ServerMove): string[] {
  if (source === home) return [auth];
  return listBindings(source, draft.ts).filter(({ imported, specifier }) =>
    (imported === auth || imported === "default") &&
    draft.resolver.find(source.path, specifier) === home.path
  ).map(({ local }) => local);
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
      draft.note(
        "left",
        source,
        query,
        "a session has no row of its own: `user` and `expires` alone",
        "sessions.md",
      );
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
  if (method !== "getSession" || !ts.isCallExpression(call) || call.expression !== access) {
    const [, text, guide] = LISTED.find(([names]) => names.test(method)) ??
      [undefined, "it has no equal that the command writes", GUIDE];
    return draft.note("left", source, access, `\`${name}.api.${method}\`: ${text}`, guide);
  }
  const [argument] = call.arguments;
  const options = argument && unwrap(ts, argument);
  const headers = options && ts.isObjectLiteralExpression(options)
    ? findValue(ts, options, "headers")
    : undefined;
  const text = headers && sessionCall(move, headers, name, call);
  if (text === undefined) {
    return draft.note(
      "stop",
      source,
      call,
      "the command does not know where these headers are from: pass those of the request",
      GUIDE,
    );
  }
  source.replaceNode(call, text);
  draft.note("change", source, call, `\`${name}.api.getSession\` → \`${text}\``, GUIDE);
}

/** The read of the session whose headers are those of a request; `undefined` when it is unknown which. */
function sessionCall(
  move: ServerMove,
  headers: ts.Expression,
  name: string,
  at: ts.Node,
): string | undefined {
  const { draft, source, home, wrapper, imports } = move;
  const text = source.textOf(headers).replace(/^\(([\s\S]*)\)$/, "$1");
  // `await headers()` of Next, or its promise in a variable.
  const isOfNext = /^(await )?headers\(\)$/.test(text) || isNextHeaders(move, text, at);
  if (isOfNext && wrapper.kind === "next") {
    if (source !== home) imports.add(findSpecifier(draft, source, home), wrapper.session);
    return `${wrapper.session}()`;
  }
  const [, request] = /^([\w.]+)\.headers$/.exec(text) ?? [];
  const [, raw] = /^fromNodeHeaders\(([\w.]+)\.headers\)$/.exec(text) ?? [];
  if (raw !== undefined && wrapper.kind === "express") {
    imports.add("@x/auth/express", "getSession");
    return `getSession(${raw}, ${name})`;
  }
  return request === undefined || raw !== undefined ? undefined : `${name}.getSession(${request})`;
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

/** Specifier of the module of the config, as the file writes it. */
export function findSpecifier(draft: Draft, source: Source, home: Source): string {
  const known = listBindings(source, draft.ts).find(({ specifier }) =>
    draft.resolver.find(source.path, specifier) === home.path
  );
  return known?.specifier ?? draft.resolver.name(source.path, home.path);
}

/** `toNextJsHandler`, `toNodeHandler`, `svelteKitHandler`, and `auth.handler` of Hono. */
function moveHandlers(move: ServerMove, names: readonly string[]): void {
  const { draft, source, home, wrapper, imports } = move;
  const { ts } = draft;
  const localOf = (name: string) =>
    listBindings(source, ts).find(({ imported, specifier }) =>
      imported === name && isBetterAuth(specifier)
    )?.local;
  const local = {
    next: localOf("toNextJsHandler"),
    node: localOf("toNodeHandler"),
    kit: localOf("svelteKitHandler"),
  };
  for (const call of findAll(source.tree, ts.isCallExpression)) {
    const callee = ts.isIdentifier(call.expression) ? call.expression.text : undefined;
    if (callee !== undefined && callee === local.next) {
      const { parent } = call;
      const pattern = ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)
        ? parent.name
        : undefined;
      imports.add(findSpecifier(draft, source, home), wrapper.handlers);
      source.replaceNode(call, wrapper.handlers);
      const kept = pattern?.elements.filter(({ name }) =>
        /^(GET|POST)$/.test(name.getText(source.tree))
      );
      if (pattern && kept && kept.length < pattern.elements.length) {
        source.replaceNode(pattern, `{ ${kept.map((one) => source.textOf(one)).join(", ")} }`);
      }
      draft.note("change", source, call, `\`toNextJsHandler\` → \`${wrapper.handlers}\``, GUIDE);
    } else if (callee !== undefined && callee === local.kit) {
      const [argument] = call.arguments;
      if (!argument || !ts.isObjectLiteralExpression(argument)) continue;
      const parts = ["event", "resolve"].map((one) => findMember(ts, argument, one)).filter((one) =>
        one !== undefined
      );
      imports.add(findSpecifier(draft, source, home), wrapper.handlers);
      source.replaceNode(
        call,
        `${wrapper.handlers}({ ${parts.map((one) => source.textOf(one)).join(", ")} })`,
      );
      draft.note("change", source, call, `\`svelteKitHandler\` → \`${wrapper.handlers}\``, GUIDE);
    } else if (callee !== undefined && callee === local.node) moveRoute(move, call, call, names);
    else if (isHandlerCall(move, call, names)) {
      moveRoute(move, functionAround(ts, call) ?? call, call, names);
    }
  }
}

/** `auth.handler(…)`. */
function isHandlerCall(
  { draft: { ts } }: ServerMove,
  { expression }: ts.CallExpression,
  names: readonly string[],
) {
  return ts.isPropertyAccessExpression(expression) && expression.name.text === "handler" &&
    ts.isIdentifier(expression.expression) && names.includes(expression.expression.text);
}

/** The registration of a route: `app.all("/api/auth/*", …)` of Express, `app.on([…], "/api/auth/*", …)` of Hono. */
function moveRoute(
  move: ServerMove,
  handler: ts.Node,
  at: ts.Node,
  names: readonly string[],
): void {
  const { draft, source, wrapper, imports } = move;
  const { ts } = draft;
  const call = handler.parent;
  // A function or a middleware more in the registration would be lost with it.
  const isRoute = call && ts.isCallExpression(call) &&
    ts.isPropertyAccessExpression(call.expression) &&
    isOnlyHandler(move, handler, at, names) && ts.isExpressionStatement(call.parent) &&
    isOnlyArgument(move, call, handler);
  const maker = wrapper.kind === "express"
    ? "ExpressAuth"
    : wrapper.kind === "hono"
    ? "HonoAuth"
    : undefined;
  const found = isRoute ? call.arguments.at(-2) : undefined;
  const path = found && ts.isStringLiteralLike(found) ? found : undefined;
  const mount = path?.text.replace(/\/(\*+\w*|\{\*\w+\})$/, "") ?? "";
  const [name] = names;
  if (!isRoute || !maker || !path || !/^\/./.test(mount) || name === undefined) {
    return draft.note(
      "stop",
      source,
      at,
      "the command does not know this route: only one of a path and the handler of Better Auth, without other functions, can be replaced by the wrapper of the framework",
      "frameworks/README.md",
    );
  }
  const app = source.textOf((call.expression as ts.PropertyAccessExpression).expression);
  imports.add(`@x/auth/${wrapper.kind}`, maker);
  const quote = source.textOf(path).charAt(0);
  const text = wrapper.kind === "express"
    ? `${app}.use(${quote}${mount}${quote}, ${maker}(${name}))`
    : `${app}.use(${maker}(${name}))`;
  source.replaceNode(call, text);
  draft.note("change", source, call, `the route → \`${text}\``, GUIDE);
}

/** `true` for `(path, handler)`, and for `([methods], path, handler)` of `on`. */
function isOnlyArgument(
  { draft: { ts } }: ServerMove,
  { expression, arguments: args }: ts.CallExpression,
  handler: ts.Node,
): boolean {
  const method = (expression as ts.PropertyAccessExpression).name.text;
  if (args.at(-1) !== handler) return false;
  if (method === "on") return args.length === 3 && ts.isArrayLiteralExpression(args[0]!);
  return args.length === 2 && /^(all|use|get|post)$/.test(method);
}

/** `true` for `toNodeHandler(auth)`, and for a function that only returns `auth.handler(c.req.raw)`. */
function isOnlyHandler(
  { draft: { ts }, source }: ServerMove,
  handler: ts.Node,
  at: ts.Node,
  names: readonly string[],
): boolean {
  const { arguments: args } = at as ts.CallExpression;
  const text = args.length === 1 ? source.textOf(args[0]!) : "";
  if (handler === at) return names.some((name) => text === name || text === `${name}.handler`);
  if (!ts.isArrowFunction(handler) && !ts.isFunctionExpression(handler)) return false;
  const [context] = handler.parameters;
  if (!context || !ts.isIdentifier(context.name)) return false;
  if (text !== `${context.name.text}.req.raw`) return false;
  let body: ts.Node | undefined = handler.body;
  if (ts.isBlock(handler.body)) {
    const { statements: [statement, other] } = handler.body;
    if (other || !statement || !ts.isReturnStatement(statement)) return false;
    body = statement.expression;
  }
  while (body && (ts.isAwaitExpression(body) || ts.isParenthesizedExpression(body))) {
    body = body.expression;
  }
  return body === at;
}

/** `getSessionCookie` and `getCookieCache`: a cookie that is there proves nothing. */
function moveCookies(move: ServerMove): void {
  const { draft, source, home, imports } = move;
  const { ts } = draft;
  for (const binding of listBindings(source, ts)) {
    const { imported, specifier, local } = binding;
    if (!/^(getSessionCookie|getCookieCache)$/.test(imported) || !isBetterAuth(specifier)) continue;
    for (const use of findUses(source, ts, local)) {
      const call = use.parent;
      const [request, options] = ts.isCallExpression(call) && call.expression === use
        ? call.arguments
        : [];
      const outer = functionAround(ts, use);
      const isRequest = request && ts.isIdentifier(request) &&
        outer?.parameters.some(({ name }) => name.getText(source.tree) === request.text);
      if (!isRequest || (options && imported === "getCookieCache") || !isMiddleware(source)) {
        draft.note(
          "stop",
          source,
          use,
          `\`${imported}\` only looks at a cookie, which everybody can send: read the session of the request there`,
          `${GUIDE}#in-one-command`,
        );
        continue;
      }
      if (imported === "getSessionCookie" && !isTested(move, call as ts.CallExpression)) {
        draft.note(
          "stop",
          source,
          use,
          "the text of the cookie is used: only a test for it can be moved",
          `${GUIDE}#in-one-command`,
        );
        continue;
      }
      if (!isAsync(ts, outer!) && !isEntry(move, outer!)) {
        draft.note(
          "stop",
          source,
          use,
          `a read of the session takes a promise, and callers of this function test its result: write \`${imported}\` into the middleware itself`,
          `${GUIDE}#in-one-command`,
        );
        continue;
      }
      const isAwaited = ts.isAwaitExpression(call.parent);
      const isInverted = ts.isPrefixUnaryExpression(call.parent);
      const text = `${isAwaited ? "" : "await "}auth.getSession(${source.textOf(request)})`;
      source.replaceNode(call, isInverted ? `(${text})` : text);
      const name = authNames(move)[0];
      if (name === undefined) {
        imports.add(
          findSpecifier(draft, source, home),
          move.auth === "auth" ? "auth" : `${move.auth} as auth`,
        );
      }
      makeAsync(move, outer!);
      draft.note(
        "change",
        source,
        call,
        `\`${imported}\` → \`${text}\`, which a forged or old cookie does not pass`,
        GUIDE,
      );
      needNode(move);
    }
    imports.drop(binding);
  }
}

/** Names of the old cookie and of the old endpoint. */
function lookAtTexts(move: ServerMove): void {
  const { draft, source } = move;
  for (const literal of findAll(source.tree, draft.ts.isStringLiteralLike)) {
    if (/better-auth[.-]session_/.test(literal.text)) {
      draft.note(
        isMiddleware(source) ? "stop" : "left",
        source,
        literal,
        "the name of the old cookie, which everybody can send: read the session of the request there",
        `${GUIDE}#in-one-command`,
      );
    } else if (/\/get-session$/.test(literal.text)) {
      draft.note(
        "left",
        source,
        literal,
        `the endpoint is gone: write \`${move.auth}.getSession(request)\``,
        `${GUIDE}#in-one-command`,
      );
    }
  }
}

function isMiddleware({ path }: Source): boolean {
  return /^(src\/)?(middleware|proxy)\.[cm]?[jt]sx?$/.test(path);
}

/** `true` for `if (!call)`, and for a variable of which nothing but tests is made. */
function isTested({ draft: { ts }, source }: ServerMove, call: ts.CallExpression): boolean {
  const isTest = (node: ts.Node): boolean => {
    const { parent } = node;
    if (ts.isPrefixUnaryExpression(parent)) {
      return parent.operator === ts.SyntaxKind.ExclamationToken;
    }
    if (ts.isIfStatement(parent)) return parent.expression === node;
    if (ts.isConditionalExpression(parent)) return parent.condition === node;
    if (ts.isCallExpression(parent)) return parent.expression.getText(source.tree) === "Boolean";
    return ts.isBinaryExpression(parent) &&
      /^(&&|\|\|)$/.test(parent.operatorToken.getText(source.tree)) && isTest(parent);
  };
  const { parent } = call;
  if (!ts.isVariableDeclaration(parent)) return isTest(call);
  if (!ts.isIdentifier(parent.name)) return false;
  const { name } = parent;
  return findUses(source, ts, name.text).every((use) => use === name || isTest(use));
}

function isAsync({ SyntaxKind }: Draft["ts"], outer: ts.FunctionLike): boolean {
  const { modifiers } = outer as ts.FunctionLikeDeclaration;
  return modifiers?.some(({ kind }) => kind === SyntaxKind.AsyncKeyword) === true;
}

/** `true` for the function that the framework calls as the middleware, and nothing else does. */
function isEntry({ draft: { ts }, source }: ServerMove, outer: ts.FunctionLike): boolean {
  const isEntryName = (name: string) => /^(middleware|proxy|default)$/.test(name);
  const hasExport = (node: ts.FunctionDeclaration | ts.VariableStatement) =>
    node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  const isDefault = (node: ts.FunctionDeclaration) =>
    node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true;
  const isPlain = ts.isFunctionDeclaration(outer) || ts.isFunctionExpression(outer);
  if (!isPlain && !ts.isArrowFunction(outer)) return false;
  if (isPlain && outer.asteriskToken) return false;
  let name: string | undefined;
  let isExported = false;
  if (ts.isFunctionDeclaration(outer)) {
    if (outer.parent !== source.tree) return false;
    name = outer.name?.text;
    isExported = hasExport(outer) && (isDefault(outer) || isEntryName(name ?? ""));
  } else {
    let { parent } = outer as ts.Node;
    while (ts.isParenthesizedExpression(parent) || ts.isSatisfiesExpression(parent)) {
      parent = parent.parent;
    }
    if (ts.isExportAssignment(parent)) return true;
    const statement = parent.parent?.parent;
    if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) return false;
    if (!ts.isVariableStatement(statement) || statement.parent !== source.tree) return false;
    name = parent.name.text;
    isExported = hasExport(statement) && isEntryName(name);
  }
  if (name === undefined) return isExported;
  for (const use of findUses(source, ts, name)) {
    const { parent } = use;
    const isDeclared = (ts.isFunctionDeclaration(parent) || ts.isVariableDeclaration(parent)) &&
      parent.name === use;
    if (isDeclared) continue;
    const isPassedOn = ts.isExportAssignment(parent) ||
      (ts.isExportSpecifier(parent) && isEntryName(parent.name.text));
    if (!isPassedOn) return false;
    isExported = true;
  }
  return isExported;
}

function makeAsync(
  { draft: { ts }, source }: ServerMove,
  outer: ts.SignatureDeclaration | ts.Node,
): void {
  if (
    !ts.isFunctionDeclaration(outer) && !ts.isArrowFunction(outer) &&
    !ts.isFunctionExpression(outer)
  ) return;
  if (outer.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)) return;
  const keyword = ts.isArrowFunction(outer)
    ? outer
    : outer.getChildren(source.tree).find(({ kind }) => kind === ts.SyntaxKind.FunctionKeyword);
  if (keyword) source.insert(keyword.getStart(source.tree), "async ");
  if (outer.type && !/^Promise</.test(source.textOf(outer.type))) {
    source.replaceNode(outer.type, `Promise<${source.textOf(outer.type)}>`);
  }
}

/** Reads of the store need Node, which is not where middleware of Next.js 15 runs by default. */
function needNode({ draft, source }: ServerMove): void {
  const { ts, app } = draft;
  const [, major = "16", minor = "0"] = /(\d+)(?:\.(\d+))?/.exec(app.packages.get("next") ?? "") ??
    [];
  if (Number(major) >= 16) return;
  if (Number(major) < 15 || Number(minor) < 5) {
    return draft.note(
      "stop",
      source,
      0,
      "this release of Next.js runs middleware in the edge runtime, where the store cannot be read: update to 15.5 or newer",
      "frameworks/next.md",
    );
  }
  const config = findAll(source.tree, ts.isVariableDeclaration).find(({ name }) =>
    name.getText(source.tree) === "config"
  );
  const value = config?.initializer && unwrap(ts, config.initializer);
  if (value && ts.isObjectLiteralExpression(value)) {
    if (!findMember(ts, value, "runtime")) addMember(source, value, 'runtime: "nodejs"');
  } else {
    const { end } = readStyle(source, ts);
    source.insert(
      source.text.trimEnd().length,
      `\n\nexport const config = { runtime: "nodejs" }${end}`,
    );
  }
  draft.note(
    "change",
    source,
    config ?? 0,
    "the middleware runs in Node, where it reads the store",
  );
}
