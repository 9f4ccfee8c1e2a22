/**
 * The middleware of next-auth 4. What it protected is protected afterwards, in the same way: where
 * the command cannot tell, it stops.
 *
 * @module
 */

import type ts from "typescript";
import { agrees, type MiddlewareMove, moveCallbacks, SESSION, stop } from "./authorized.ts";
import { type Binding, findUses, listBindings, readStyle } from "./imports.ts";
import { addMember, findMember, findValue, objectIn, readIndent } from "./objects.ts";
import type { Home } from "./home.ts";
import {
  functionAround,
  isAsConfigured,
  makeAsync,
  MIDDLEWARE,
  type Options,
  SECRET,
  unwrap,
} from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";
import type { TypeScript } from "./typescript.ts";

/** The module of the middleware. */
const MODULE = "next-auth/middleware";

/** Types of the module, and what stands in their place. */
const TYPES: Readonly<Record<string, string>> = { NextRequestWithAuth: "NextAuthRequest" };

/** Moves the middleware of a file; a second file with options of its own stops the command. */
export function moveMiddleware(
  draft: Draft,
  source: Source,
  home: Home,
  options: Options,
): void {
  const { ts } = draft;
  const move = { draft, source, home, options, imports: draft.importsOf(source) };
  for (const statement of source.tree.statements.filter(ts.isExportDeclaration)) {
    const { moduleSpecifier, exportClause } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) continue;
    if (moduleSpecifier.text !== MODULE) continue;
    moveExport(move, statement, exportClause);
  }
  for (const binding of listBindings(source, ts)) {
    if (binding.specifier !== MODULE) continue;
    const type = TYPES[binding.imported];
    if (type !== undefined) moveType(move, binding, type);
    else if (binding.imported === "withAuth" || binding.imported === "default") {
      moveUses(move, binding);
    } else stop(move, binding.node, `\`${binding.imported}\` of the middleware has no equal here`);
  }
  for (const literal of findAll(source.tree, ts.isStringLiteralLike)) {
    const { parent } = literal;
    if (
      literal.text !== MODULE || ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)
    ) {
      continue;
    }
    stop(move, literal, "the middleware is taken in another form than `import` or `export`");
  }
  stopAtTokens(move);
}

/** Stops where a file reads `nextauth` of a request, which has none after the move. */
function stopAtTokens(move: MiddlewareMove): void {
  const { draft: { ts }, source } = move;
  const names = findAll(
    source.tree,
    (node): node is ts.Identifier | ts.StringLiteralLike =>
      (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === "nextauth",
  );
  for (const name of names) {
    if (source.isReplaced(name) || isOfRoute(ts, name)) continue;
    stop(
      move,
      name,
      "`nextauth` of a request is read here: the command cannot write this use anew",
    );
  }
}

/** `true` for the part of the path in `[...nextauth]`: `req.query.nextauth`, `params.nextauth`. */
function isOfRoute(ts: TypeScript, name: ts.Node): boolean {
  for (let at = name.parent; at && !ts.isBlock(at); at = at.parent) {
    const owner = ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at)
      ? at.expression
      : ts.isVariableDeclaration(at)
      ? at.initializer
      : ts.isBindingElement(at) || ts.isParameter(at)
      ? (at as ts.BindingElement).propertyName
      : ts.isPropertyAssignment(at) || ts.isPropertySignature(at)
      ? at.name
      : undefined;
    if (owner && /(^|\W)(query|params)\)?$/.test(owner.getText())) return true;
    if (ts.isStatement(at)) return false;
  }
  return false;
}

/** `export { default } from "next-auth/middleware"`. */
function moveExport(
  move: MiddlewareMove,
  statement: ts.ExportDeclaration,
  clause: ts.NamedExportBindings | undefined,
): void {
  const { draft, source, home } = move;
  const { ts } = draft;
  const names = clause && ts.isNamedExports(clause) ? clause.elements : [];
  const isKnown = names.length === 1 &&
    /^(default|withAuth)$/.test((names[0]!.propertyName ?? names[0]!.name).text);
  if (!isKnown) return stop(move, statement, "the command does not know this form of middleware");
  if (!isMiddlewareFile(source)) {
    return stop(move, statement, "the middleware is exported by a module of the app");
  }
  if (!agrees(move, "authorized", statement, SESSION)) return;
  const auth = home.exportName("auth");
  const exported = names[0]!.name.text;
  const { quote, end } = readStyle(source, ts);
  const specifier = home.specifierFor(source);
  const text = auth === exported ? auth : `${auth} as ${exported}`;
  source.replaceNode(statement, `export { ${text} } from ${quote}${specifier}${quote}${end}`);
  draft.note(
    "change",
    source,
    statement,
    "the middleware requires a session, as before",
    MIDDLEWARE,
  );
  needNode(move);
}

/** `true` for the file that Next.js calls in front of its pages. */
export function isMiddlewareFile({ path }: { readonly path: string }): boolean {
  return /^(src\/)?(middleware|proxy)\.[cm]?[jt]sx?$/.test(path);
}

function moveType(
  { draft, source, imports }: MiddlewareMove,
  binding: Binding,
  type: string,
): void {
  imports.move(binding, "@x/auth/next", type);
  draft.note("change", source, binding.node, `\`${binding.imported}\` → \`${type}\``, MIDDLEWARE);
}

/** Calls of `withAuth`, and the function itself as the middleware. */
function moveUses(move: MiddlewareMove, binding: Binding): void {
  const { draft, source, imports } = move;
  const { ts } = draft;
  for (const use of findUses(source, ts, binding.local)) {
    const { parent } = use;
    if (ts.isCallExpression(parent) && parent.expression === use) moveCall(move, parent);
    else if (ts.isExportAssignment(parent) || ts.isExportSpecifier(parent)) {
      if (!isMiddlewareFile(source)) {
        stop(move, use, "the middleware is exported by a module of the app");
        continue;
      }
      if (!agrees(move, "authorized", use, SESSION)) continue;
      const name = move.home.nameIn(source, imports, "auth");
      if (ts.isExportAssignment(parent)) source.replaceNode(use, name);
      else source.replaceNode(parent, `${name} as ${parent.name.text}`);
      draft.note("change", source, use, "the middleware requires a session, as before", MIDDLEWARE);
      needNode(move);
    } else stop(move, use, "the command does not know this use of `withAuth`");
  }
  imports.drop(binding);
}

/** `withAuth(handler?, options?)`. */
function moveCall(move: MiddlewareMove, call: ts.CallExpression): void {
  const { draft, source, home, imports } = move;
  const { ts } = draft;
  const args = [...call.arguments];
  const [first, second] = args.map((one) => unwrap(ts, one));
  const isHandler = (node: ts.Node | undefined) =>
    node !== undefined && (ts.isFunctionExpression(node) || ts.isArrowFunction(node));
  if (
    args.length === 0 || args.length > 2 || (first && !isHandler(first) && !isObject(ts, first))
  ) {
    return stop(move, call, "the command does not know this call of `withAuth`");
  }
  const options = isObject(ts, first) ? first : second;
  if (options && !isObject(ts, options)) {
    return stop(move, call, "the options of `withAuth` are made at run time");
  }
  const handler = isHandler(first) ? first as ts.ArrowFunction | ts.FunctionExpression : undefined;
  const given = options && isObject(ts, options) ? options : undefined;
  if (given && !moveOptions(move, given)) return;
  const decides = given && findMember(ts, given, "callbacks");
  if (!decides && !agrees(move, "authorized", call, SESSION)) return;
  const name = home.nameIn(source, imports, "auth");
  const start = call.getStart(source.tree);
  if (handler) {
    const unknown = moveHandler(move, handler);
    if (unknown) return stop(move, unknown, "the command does not know this use of `nextauth`");
    source.replace(start, handler.getStart(source.tree), `${name}(`);
    source.replace(handler.end, call.end, ")");
    outdent(move, call, handler);
  } else source.replaceNode(call, name);
  draft.note(
    "change",
    source,
    call,
    handler
      ? "`withAuth(handler)` → `auth(handler)`; the handler runs with a session, as before"
      : "`withAuth` → `auth`, which requires a session, as before",
    MIDDLEWARE,
  );
  needNode(move);
}

/** The handler stood on a line of its own; now it begins on that of the call. */
function outdent({ draft: { ts }, source }: MiddlewareMove, call: ts.Node, handler: ts.Node): void {
  const start = handler.getStart(source.tree);
  const depth = readIndent(source, start).length -
    readIndent(source, call.getStart(source.tree)).length;
  if (depth <= 0 || source.lineOf(start) === source.lineOf(call)) return;
  const texts = findAll(
    handler,
    (node): node is ts.Node =>
      ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node),
  );
  for (const { index } of source.text.slice(start, handler.end).matchAll(/\n(?=[ \t])/g)) {
    const at = start + index + 1;
    const isInText = texts.some((one) => one.getStart(source.tree) < at && at < one.end);
    const blank = /^[ \t]*/.exec(source.text.slice(at))![0].length;
    if (!isInText) source.replace(at, at + Math.min(depth, blank), "");
  }
}

function isObject(ts: TypeScript, node: ts.Node | undefined): node is ts.ObjectLiteralExpression {
  return node !== undefined && ts.isObjectLiteralExpression(node);
}

/** Moves the options of `withAuth` into the config; `false` when it cannot. */
function moveOptions(move: MiddlewareMove, given: ts.ObjectLiteralExpression): boolean {
  const { draft, source, options } = move;
  const { ts } = draft;
  for (const member of given.properties) {
    const name = member.name && ts.isIdentifier(member.name) ? member.name.text : "";
    if (name === "pages") {
      if (!movePages(move, member, given)) return false;
    } else if (name === "callbacks") {
      if (!moveCallbacks(move, member, given)) return false;
    } else if (
      name !== "secret" ||
      !isAsConfigured(draft, options, source, findValue(ts, given, "secret"), SECRET)
    ) {
      stop(move, member, `the option \`${name || "…"}\` of \`withAuth\` cannot be moved`);
      return false;
    }
  }
  return true;
}

function movePages(
  move: MiddlewareMove,
  member: ts.ObjectLiteralElementLike,
  given: ts.ObjectLiteralExpression,
): boolean {
  const { draft, source, options } = move;
  const { ts } = draft;
  const pages = objectIn(ts, given, "pages");
  const own = findMember(ts, options.object, "pages");
  const ownPages = objectIn(ts, options.object, "pages");
  if (!pages || !pages.properties.every(ts.isPropertyAssignment)) {
    stop(move, member, "`pages` of `withAuth` is made at run time");
    return false;
  }
  const missing = pages.properties.filter(ts.isPropertyAssignment).filter((page) => {
    const value = ownPages && findValue(ts, ownPages, page.name.getText(source.tree));
    return !value || !isSameText(ts, value, page.initializer);
  });
  if (missing.length === 0) return true;
  const texts = missing.map((page) => source.textOf(page));
  const isAdded = draft.middleware.has("pages");
  if (!agrees(move, "pages", member, texts.toSorted().join())) return false;
  if (isAdded) return true;
  const clashes = missing.filter((page) =>
    ownPages && findMember(ts, ownPages, page.name.getText(source.tree))
  );
  const isPlain = missing.every(({ initializer }) => ts.isStringLiteralLike(initializer));
  if (clashes.length > 0 || !isPlain || (own && !ownPages)) {
    stop(move, member, "`pages` of `withAuth` and of the options differ");
    return false;
  }
  if (ownPages) { for (const text of texts) addMember(options.source, ownPages, text); }
  else addMember(options.source, options.object, `pages: { ${texts.join(", ")} }`);
  draft.note(
    "change",
    options.source,
    ownPages ?? options.object,
    `\`pages\` gets ${texts.map((text) => `\`${text}\``).join(", ")}, which the middleware had`,
    MIDDLEWARE,
  );
  return true;
}

function isSameText(ts: TypeScript, a: ts.Expression, b: ts.Expression): boolean {
  const both = [a, b].map((one) => ts.isStringLiteralLike(one) ? one.text : one.getText());
  return both[0] === both[1];
}

/** `request.nextauth.token` in a handler becomes its token; returns a use that it cannot write anew. */
function moveHandler(
  move: MiddlewareMove,
  handler: ts.ArrowFunction | ts.FunctionExpression,
): ts.Node | undefined {
  const { draft, source, home, imports } = move;
  const { ts } = draft;
  const [parameter] = handler.parameters;
  const reads = findAll(handler, ts.isPropertyAccessExpression).filter(({ name }) =>
    name.text === "nextauth"
  );
  if (reads.length === 0) return undefined;
  const request = parameter?.name.getText(source.tree) ?? "";
  const call = `await ${home.nameIn(source, imports, "getToken")}(${request})`;
  for (const read of reads) {
    const isOwn = functionAround(ts, read) === handler &&
      unwrap(ts, read.expression).getText(source.tree) === request;
    if (!isOwn) return read;
    const { parent } = read;
    if (ts.isPropertyAccessExpression(parent) && parent.name.text === "token") {
      const isMember = ts.isPropertyAccessExpression(parent.parent) ||
        ts.isElementAccessExpression(parent.parent);
      source.replaceNode(parent, isMember ? `(${call})` : call);
    } else if (isTakenApart(ts, parent)) source.replaceNode(read, `{ token: ${call} }`);
    else return read;
  }
  makeAsync(draft, source, handler);
  return undefined;
}

/** `const { token } = request.nextauth`. */
function isTakenApart(ts: TypeScript, parent: ts.Node): boolean {
  return ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name) &&
    parent.name.elements.every((one) => (one.propertyName ?? one.name).getText() === "token");
}

/** Middleware of Next.js 15 runs in the edge runtime unless it says otherwise. */
function needNode({ draft, source, options }: MiddlewareMove): void {
  const { ts } = draft;
  const { object, source: own } = options;
  const isHeavy = findMember(ts, object, "adapter") !== undefined ||
    /\bbcrypt|argon2|prisma|drizzle|mongoose|node:/.test(own.text);
  if (
    !isHeavy || runInNode(draft, source, "the middleware runs in Node, for the config's packages")
  ) {
    return;
  }
  draft.note(
    "left",
    source,
    0,
    "this release of Next.js runs middleware in the edge runtime, which the adapter or packages of " +
      "the config may not support: split the config as the guide says, or update to Next.js 15.5",
    MIDDLEWARE,
  );
}

/** Lets a middleware run in Node; `false` for a release of Next.js in which it cannot. */
export function runInNode(draft: Draft, source: Source, reason: string): boolean {
  const { ts, app } = draft;
  const [, major = "16", minor = "0"] = /(\d+)(?:\.(\d+))?/.exec(app.packages.get("next") ?? "") ??
    [];
  if (Number(major) >= 16) return true;
  if (Number(major) < 15 || Number(minor) < 5) return false;
  const config = findAll(source.tree, ts.isVariableDeclaration).find(({ name }) =>
    name.getText(source.tree) === "config"
  );
  const value = config?.initializer && unwrap(ts, config.initializer);
  if (value && ts.isObjectLiteralExpression(value)) {
    if (!findMember(ts, value, "runtime")) addMember(source, value, 'runtime: "nodejs"');
  } else {
    const { end } = readStyle(source, ts);
    source.insertOnce(
      source.text.trimEnd().length,
      `\n\nexport const config = { runtime: "nodejs" }${end}`,
    );
  }
  draft.note("change", source, config ?? 0, reason);
  return true;
}
