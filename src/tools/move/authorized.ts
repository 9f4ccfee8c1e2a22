/**
 * `authorized` of the middleware of next-auth 4, which moves into the callbacks of the config, with
 * the token that it had.
 *
 * @module
 */

import type ts from "typescript";
import { type ImportPlan, readStyle } from "./imports.ts";
import { addMember, findMember, objectIn } from "./objects.ts";
import type { Home } from "./home.ts";
import { findFunction, MIDDLEWARE, type Options, type WrittenFunction } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";
import type { TypeScript } from "./typescript.ts";

/** Names that every module has. */
const GLOBALS =
  /^(undefined|Boolean|String|Number|Array|Object|RegExp|Date|URL|Set|Map|JSON|Math|console|process|NaN|Infinity)$/;

/** Parts that the rules of middleware share. */
export interface MiddlewareMove {
  /** The plan. */
  readonly draft: Draft;
  /** File of the middleware. */
  readonly source: Source;
  /** Module with `auth`. */
  readonly home: Home;
  /** The options of the app. */
  readonly options: Options;
  /** Imports of the file. */
  readonly imports: ImportPlan;
}

/** Stops the command, since a page might not be protected afterwards. */
export function stop({ draft, source }: MiddlewareMove, node: ts.Node, text: string): void {
  draft.note("stop", source, node, `${text}: a page that was protected might not be`, MIDDLEWARE);
}

/**
 * `true` for the first middleware, or one that says the same as the first: the config has one answer
 * for all of them. Another one stops the command.
 */
export function agrees(
  move: MiddlewareMove,
  option: "authorized" | "pages",
  node: ts.Node,
  text: string,
): boolean {
  const { draft: { middleware, ts }, options } = move;
  const callbacks = objectIn(ts, options.object, "callbacks");
  if (option === "authorized" && callbacks && findMember(ts, callbacks, option)) {
    // It did nothing in next-auth 4, and would decide here.
    stop(move, node, "the options have an `authorized` of their own");
    return false;
  }
  if ((middleware.get(option) ?? text) !== text) {
    stop(move, node, `\`${option}\` differs from that of another middleware`);
    return false;
  }
  middleware.set(option, text);
  return true;
}

/** What a middleware says that has no `authorized`. */
export const SESSION = "";

/** Moves `authorized`; `false` when it cannot. */
export function moveCallbacks(
  move: MiddlewareMove,
  member: ts.ObjectLiteralElementLike,
  given: ts.ObjectLiteralExpression,
): boolean {
  const { draft, options } = move;
  const { ts } = draft;
  const callbacks = objectIn(ts, given, "callbacks");
  const authorized = callbacks && findMember(ts, callbacks, "authorized");
  if (!callbacks || callbacks.properties.length !== 1 || !authorized) {
    stop(move, member, "`callbacks` of `withAuth` are not `authorized` alone");
    return false;
  }
  const decider = findFunction(ts, authorized);
  if (!decider) {
    stop(move, authorized, "`authorized` is not a function that is written here");
    return false;
  }
  if (isSession(ts, decider, move.source)) return agrees(move, "authorized", authorized, SESSION);
  const free = freeNames(ts, decider);
  if (free.length > 0 && options.source !== move.source) {
    stop(move, authorized, `\`authorized\` uses \`${free[0]}\` of its module`);
    return false;
  }
  return addAuthorized(move, decider);
}

/**
 * `({ token }) => !!token`, which is what the middleware requires anyway. The token has to be that of
 * the request: `({ token: { admin: token } }) => !!token` demands more.
 */
function isSession(ts: TypeScript, decider: WrittenFunction, source: Source): boolean {
  const { body, parameters: [parameter] } = decider;
  if (!body || !parameter) return false;
  const [only] = ts.isBlock(body) ? body.statements : [body];
  const isOnly = !ts.isBlock(body) || body.statements.length === 1;
  const value = only && ts.isReturnStatement(only) ? only.expression : only;
  const text = value?.getText(source.tree).replaceAll(/\s/g, "") ?? "";
  const { name } = parameter;
  if (!isOnly || parameter.initializer || parameter.dotDotDotToken) return false;
  if (ts.isIdentifier(name)) return text === `!!${name.text}.token`;
  const isToken = ts.isObjectBindingPattern(name) &&
    name.elements.every((one) =>
      !one.propertyName && !one.initializer && !one.dotDotDotToken &&
      /^(token|req)$/.test(one.name.getText(source.tree))
    );
  return isToken && /^(!!token|Boolean\(token\)|token!==?null)$/.test(text);
}

/** Names that a function has from its module. */
function freeNames(ts: TypeScript, decider: WrittenFunction): string[] {
  const declared = new Set<string>();
  const used = new Set<string>();
  for (const node of findAll(decider, ts.isIdentifier)) {
    const { parent } = node;
    const isDeclared = (ts.isParameter(parent) || ts.isBindingElement(parent) ||
      ts.isVariableDeclaration(parent)) && parent.name === node;
    if (isDeclared) declared.add(node.text);
    else if (isValue(ts, node)) used.add(node.text);
  }
  return [...used].filter((name) => !declared.has(name) && !GLOBALS.test(name));
}

function isValue(ts: TypeScript, node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) {
    return parent.initializer === node;
  }
  return !ts.isMethodDeclaration(parent) && !ts.isFunctionExpression(parent);
}

/** Writes `authorized` into the callbacks of the config, with the token that it had. */
function addAuthorized(move: MiddlewareMove, decider: WrittenFunction): boolean {
  const { draft, source, options, home } = move;
  const { ts } = draft;
  const own = findMember(ts, options.object, "callbacks");
  const callbacks = objectIn(ts, options.object, "callbacks");
  if (own && !callbacks) {
    stop(move, decider, "the options have other `callbacks`");
    return false;
  }
  const [parameter] = decider.parameters;
  const names = parameter && readNames(ts, parameter.name);
  if (parameter && !names) {
    stop(move, decider, "the parameter of `authorized` is taken apart in an unknown way");
    return false;
  }
  const getToken = home.nameIn(options.source, draft.importsOf(options.source), "getToken");
  const isTyped = /\.[cm]?tsx?$/.test(options.source.path);
  const { end } = readStyle(options.source, ts);
  const text = writeAuthorized(ts, source, decider, { names, getToken, isTyped, end });
  const isAdded = draft.middleware.has("authorized");
  if (!agrees(move, "authorized", decider, text)) return false;
  if (isAdded) return true;
  if (callbacks) addMember(options.source, callbacks, text);
  else {addMember(
      options.source,
      options.object,
      `callbacks: {\n  ${text.replaceAll("\n", "\n  ")},\n}`,
    );}
  draft.note(
    "change",
    options.source,
    callbacks ?? options.object,
    "`authorized` of the middleware moves into the callbacks, with the token that it had",
    MIDDLEWARE,
  );
  return true;
}

/** Names of the request and the token in the parameter; `whole` for one that is not taken apart. */
interface Names {
  readonly req?: string;
  readonly token?: string;
  readonly whole?: string;
}

function readNames(ts: TypeScript, name: ts.BindingName): Names | undefined {
  if (ts.isIdentifier(name)) return { whole: name.text };
  if (!ts.isObjectBindingPattern(name)) return undefined;
  const names: Record<string, string> = {};
  for (const element of name.elements) {
    const key = (element.propertyName ?? element.name).getText();
    if (!ts.isIdentifier(element.name) || element.initializer || element.dotDotDotToken) {
      return undefined;
    }
    if (key !== "req" && key !== "token") return undefined;
    names[key] = element.name.text;
  }
  return names;
}

function writeAuthorized(
  ts: TypeScript,
  source: Source,
  { body }: WrittenFunction,
  { names = {}, getToken, isTyped, end }: {
    names: Names | undefined;
    getToken: string;
    isTyped: boolean;
    end: string;
  },
): string {
  const { req, token, whole } = names;
  const head = `async authorized({ request })${isTyped ? ": Promise<boolean>" : ""} {`;
  const read = `await ${getToken}(request)`;
  const lines: string[] = [];
  // The log warns of a parameter that is named as it was in next-auth 4.
  if (req !== undefined && req !== "request") lines.push(`const ${req} = request${end}`);
  if (token !== undefined) lines.push(`const ${token} = ${read}${end}`);
  if (whole !== undefined) lines.push(`const ${whole} = { req: request, token: ${read} }${end}`);
  if (body && ts.isBlock(body)) {
    const inside = source.text.slice(body.getStart(source.tree) + 1, body.end - 1);
    lines.push(...dedent(inside));
  } else if (body) {
    const value = source.textOf(body);
    // A promise is a yes for `Boolean`, whatever it becomes.
    lines.push(`return ${isBoolean(ts, body) ? value : `Boolean(await (${value}))`}${end}`);
  }
  return [head, ...lines.map((line) => line === "" ? "" : `  ${line}`), "}"].join("\n");
}

/** `true` for an expression that is a boolean by its form. */
function isBoolean(ts: TypeScript, node: ts.Node): boolean {
  const { SyntaxKind } = ts;
  if (ts.isParenthesizedExpression(node)) return isBoolean(ts, node.expression);
  if (ts.isPrefixUnaryExpression(node)) return node.operator === SyntaxKind.ExclamationToken;
  if (ts.isCallExpression(node)) return node.expression.getText() === "Boolean";
  if (!ts.isBinaryExpression(node)) {
    return node.kind === SyntaxKind.TrueKeyword || node.kind === SyntaxKind.FalseKeyword;
  }
  const operator = node.operatorToken.getText();
  return /^([!=]==?|[<>]=?|in|instanceof)$/.test(operator) ||
    /^(&&|\|\|)$/.test(operator) && isBoolean(ts, node.left) && isBoolean(ts, node.right);
}

/** The lines of a block without their common indentation. */
function dedent(text: string): string[] {
  const lines = text.replaceAll("\r\n", "\n").replace(/^\s*\n/, "").trimEnd().split("\n");
  const depths = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const depth = Math.min(...depths);
  return lines.map((line) => line.slice(Math.min(depth, line.search(/\S|$/))));
}
