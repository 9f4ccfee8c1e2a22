/**
 * What a server makes of the session cookie of Better Auth. A test for a cookie that nothing has
 * proven becomes a read of the session, or the command stops.
 *
 * @module
 */

import type ts from "typescript";
import { CODE } from "./app.ts";
import {
  authNames,
  findSpecifier,
  GUIDE,
  IN_ONE_COMMAND,
  isBetterAuth,
  readName,
  type ServerMove,
  stop,
} from "./better_auth_parts.ts";
import { followResult } from "./better_auth_result.ts";
import { findUses, hasName, listBindings } from "./imports.ts";
import { isMiddlewareFile, runInNode } from "./middleware.ts";
import { findValue } from "./objects.ts";
import { functionAround, isAsync, makeAsync, unwrap } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, Source } from "./source.ts";

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

/** Files of tests, which protect nothing. */
const TESTS = /(^|\/)(tests?|e2e|__tests__)\/|\.(test|spec)\.\w+$/;

const OLD_COOKIE =
  "the name of the old cookie, which everybody can send: read the session of the request there";

/** Stops at each name that the config gives to the cookie, and where it cannot be read. */
export function lookAtOwnNames(
  draft: Draft,
  home: Source,
  config: ts.ObjectLiteralExpression,
): void {
  const { ts, app } = draft;
  /** Object of a member; what is made elsewhere stops the command. */
  const objectOf = (value: ts.Expression | undefined) => {
    const object = value && unwrap(ts, value);
    if (!object) return undefined;
    const isWritten = ts.isObjectLiteralExpression(object) &&
      object.properties.every((one) => {
        const name = readName(ts, one);
        return name !== undefined && findValue(ts, object, name) !== undefined;
      });
    if (isWritten) return object;
    const text =
      "a part of `advanced` is made elsewhere, which can name the cookie: write it here first";
    stop({ draft, source: home }, object, text);
  };
  const find = (object: ts.ObjectLiteralExpression | undefined, name: string) =>
    object && findValue(ts, object, name);
  const cookies = objectOf(find(objectOf(find(config, "advanced")), "cookies"));
  const names = ["session_token", "session_data"].flatMap((key) => {
    const name = find(objectOf(find(cookies, key)), "name");
    if (!name) return [];
    if (ts.isStringLiteralLike(name)) return name.text || [];
    stop(
      { draft, source: home },
      name,
      "the name of the cookie is made elsewhere: write it here first",
    );
    return [];
  });
  if (names.length === 0) return;
  for (const path of app.paths) {
    if (!CODE.test(path)) continue;
    const text = app.files.get(path) ?? draft.read(path) ?? "";
    if (!names.some((name) => text.includes(name))) continue;
    const source = path === home.path ? home : new Source(path, text, ts);
    for (const literal of findTexts(ts, source)) {
      const isOfConfig = source === home && config.pos <= literal.pos && literal.end <= config.end;
      if (isOfConfig || !names.some((name) => hasWord(literal.text, name))) continue;
      draft.note(TESTS.test(path) ? "left" : "stop", source, literal, OLD_COOKIE, IN_ONE_COMMAND);
    }
  }
}

/** `true` for a text with a name that is no part of a longer one; `__Secure-` can stand before it. */
function hasWord(text: string, name: string): boolean {
  const parts = text.split(name);
  return parts.some((after, index) =>
    index > 0 && !/^[\w-]/.test(after) && !/\w$/.test(parts[index - 1]!)
  );
}

/** Texts of a file, and the parts of those with expressions. */
function findTexts(ts: Draft["ts"], { tree }: Source): (ts.LiteralLikeNode & ts.Node)[] {
  return findAll(
    tree,
    (node): node is ts.LiteralLikeNode & ts.Node =>
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node),
  );
}

/**
 * Names of the old cookie and of the old endpoint, whose answer would pass for a session afterwards.
 * Any module can be part of a middleware, so only those of tests are listed.
 */
function lookAtTexts(move: ServerMove): void {
  const { draft, source } = move;
  const kind = TESTS.test(source.path) ? "left" : "stop";
  for (const literal of findTexts(draft.ts, source)) {
    // The config is written anew, without the texts of its options.
    if (source === move.home && source.isReplaced(literal)) continue;
    const text = /better-auth[.-]session_|[.-]session_(token|data)(?!\w)/.test(literal.text)
      ? OLD_COOKIE
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
