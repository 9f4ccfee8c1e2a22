/**
 * What a server makes of the session cookie of Better Auth. A test for a cookie that nothing has
 * proven becomes a read of the session, or the command stops.
 *
 * @module
 */

import type ts from "typescript";
import {
  authNames,
  findSpecifier,
  GUIDE,
  IN_ONE_COMMAND,
  isBetterAuth,
  type ServerMove,
  stop,
} from "./better_auth_parts.ts";
import { followResult } from "./better_auth_result.ts";
import { findUses, hasName, listBindings } from "./imports.ts";
import { isMiddlewareFile, runInNode } from "./middleware.ts";
import { functionAround, isAsync, makeAsync } from "./options.ts";
import { findAll } from "./source.ts";

/** `getSessionCookie` and `getCookieCache`: a cookie that is there proves nothing. */
export function moveCookies(move: ServerMove): void {
  lookAtTexts(move);
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
      const fault = !isRequest || (options && imported === "getCookieCache") || !isMiddleware(move)
        ? `\`${imported}\` only looks at a cookie, which everybody can send: read the session of the request there`
        : imported === "getSessionCookie" && !isTested(move, call as ts.CallExpression)
        ? "the text of the cookie is used: only a test for it can be moved"
        : !isAsync(ts, outer!) && !isEntry(move, outer!)
        ? `a read of the session takes a promise, and callers of this function test its result: write \`${imported}\` into the middleware itself`
        : undefined;
      if (fault !== undefined || !request) {
        stop(move, use, fault ?? "", IN_ONE_COMMAND);
        continue;
      }
      const isAwaited = ts.isAwaitExpression(call.parent);
      const isInverted = ts.isPrefixUnaryExpression(call.parent);
      const [known] = authNames(move);
      const name = known ?? (hasName(source, ts, "auth") ? "sessionAuth" : "auth");
      const text = `${isAwaited ? "" : "await "}${name}.getSession(${source.textOf(request)})`;
      source.replaceNode(call, isInverted ? `(${text})` : text);
      if (known === undefined) {
        imports.add(
          findSpecifier(draft, source, home),
          move.auth === name ? name : `${move.auth} as ${name}`,
        );
      }
      makeAsync(draft, source, outer!);
      if (imported === "getCookieCache") followResult(move, call as ts.CallExpression);
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

/**
 * Names of the old cookie and of the old endpoint, whose answer would pass for a session afterwards.
 * Any module can be part of a middleware, so only those of tests are listed.
 */
function lookAtTexts(move: ServerMove): void {
  const { draft, source } = move;
  const { ts } = draft;
  const kind = /(^|\/)(tests?|e2e|__tests__)\/|\.(test|spec)\.\w+$/.test(source.path)
    ? "left"
    : "stop";
  const isText = (node: ts.Node): node is ts.LiteralLikeNode & ts.Node =>
    ts.isStringLiteralLike(node) || ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node);
  for (const literal of findAll(source.tree, isText)) {
    const text = /better-auth[.-]session_/.test(literal.text)
      ? "the name of the old cookie, which everybody can send: read the session of the request there"
      : /(?<![\w-])get-session(?![\w-])/.test(literal.text)
      ? `the endpoint is gone, and its answer is no session: write \`${move.auth}.api.getSession({ headers: request.headers })\` first`
      : undefined;
    if (text !== undefined) draft.note(kind, source, literal, text, IN_ONE_COMMAND);
  }
}

/** `true` for the one middleware of Next.js; elsewhere, a file of that name is called by the app. */
function isMiddleware({ draft, source, wrapper }: ServerMove): boolean {
  const found = [...draft.app.paths].filter((path) => isMiddlewareFile({ path }));
  return wrapper.kind === "next" && found.length === 1 && found[0] === source.path;
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

/** Reads of the store need Node, which is not where middleware of Next.js 15 runs by default. */
function needNode(move: ServerMove): void {
  const { draft, source } = move;
  if (runInNode(draft, source, "the middleware runs in Node, where it reads the store")) return;
  const text =
    "this release of Next.js runs middleware in the edge runtime, where the store cannot be read: update to 15.5 or newer";
  stop(move, 0, text, "frameworks/next.md");
}
