/**
 * The session of Better Auth after the move, on servers and in browsers: it has fewer members, so a
 * guard on one of the others would be false for everybody.
 *
 * @module
 */

import type ts from "typescript";
import { isHandedOn } from "./better_auth_holders.ts";
import { GUIDE, IN_ONE_COMMAND, isBetterAuth, type ServerMove, stop } from "./better_auth_parts.ts";
import { findRead } from "./better_auth_reads.ts";
import { findUses, listBindings } from "./imports.ts";
import { functionAround } from "./options.ts";
import { findAll } from "./source.ts";

/** Members that the result has after the move, by what holds them. */
const REMAINING = { session: ["user"], user: ["id", "name", "email", "image"] } as const;

type Holder = keyof typeof REMAINING;

/** Stops at each read of the result of a call that would find nothing after the move. */
export function followResult(move: ServerMove, call: ts.CallExpression): void {
  follow(move, call, "session", new Set());
}

/** The same for a name that gets the session. */
export function followNames(move: ServerMove, name: ts.BindingName): void {
  bind(move, name, "session", new Set());
}

function follow(move: ServerMove, node: ts.Node, holder: Holder, seen: Set<ts.Node>): void {
  const { ts } = move.draft;
  if (seen.has(node)) return;
  seen.add(node);
  const { parent } = node;
  const isSame = ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent) ||
    ts.isNonNullExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent);
  if (isSame) return follow(move, parent, holder, seen);
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node) {
    return readMember(move, parent, parent.name.text, holder, seen);
  }
  if (ts.isElementAccessExpression(parent) && parent.expression === node) {
    const { argumentExpression: name } = parent;
    const text = ts.isStringLiteralLike(name) ? name.text : undefined;
    return readMember(move, parent, text, holder, seen);
  }
  if (ts.isVariableDeclaration(parent) && parent.initializer === node) {
    return bind(move, parent.name, holder, seen);
  }
  if (isTest(move, node, parent)) return;
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    const { BarBarToken, QuestionQuestionToken, AmpersandAmpersandToken } = ts.SyntaxKind;
    if ([BarBarToken, QuestionQuestionToken, AmpersandAmpersandToken].includes(kind as number)) {
      return follow(move, parent, holder, seen);
    }
  }
  if (ts.isConditionalExpression(parent)) return follow(move, parent, holder, seen);
  leave(move, node);
}

/** `true` where it only counts whether there is a result. */
function isTest({ draft: { ts } }: ServerMove, node: ts.Node, parent: ts.Node): boolean {
  if (ts.isPrefixUnaryExpression(parent) || ts.isExpressionStatement(parent)) return true;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  if (ts.isArrayLiteralExpression(parent) && ts.isCallExpression(parent.parent)) {
    // What an effect of React depends on is compared alone.
    const { expression, arguments: args } = parent.parent;
    return args.at(-1) === parent &&
      /^(React\.)?use\w*(Effect|Memo|Callback)$/.test(expression.getText());
  }
  if (!ts.isBinaryExpression(parent)) return false;
  const operator = parent.operatorToken.getText();
  if (/^[!=]==?$/.test(operator)) return true;
  return operator === "&&" && parent.left === node;
}

function readMember(
  move: ServerMove,
  read: ts.Node,
  name: string | undefined,
  holder: Holder,
  seen: Set<ts.Node>,
): void {
  if (name === "user" && holder === "session") return follow(move, read, "user", seen);
  if (name === "session" && holder === "session" && isHandedOn(move.draft.ts, read)) {
    // The row of a session is no more. Who gets it gets the session, and reads none of its columns.
    const { expression } = read as ts.PropertyAccessExpression;
    move.source.replaceNode(read, move.source.textOf(expression));
    move.draft.note("change", move.source, read, "the row of the session → the session", GUIDE);
    return leave(move, read);
  }
  if (!remains(holder, name)) stopAtMember(move, read, holder, name);
}

function remains(holder: Holder, name: string | undefined): boolean {
  return (REMAINING[holder] as readonly (string | undefined)[]).includes(name);
}

/** A variable, or its members taken apart. */
function bind(move: ServerMove, name: ts.BindingName, holder: Holder, seen: Set<ts.Node>): void {
  const { draft: { ts }, source } = move;
  if (ts.isIdentifier(name)) {
    const scope = functionAround(ts, name) ?? source.tree;
    for (const use of findUses(source, ts, name.text)) {
      const isIn = scope.pos <= use.pos && use.end <= scope.end;
      if (isIn && use !== name) follow(move, use, holder, seen);
    }
    return;
  }
  for (const element of name.elements) {
    if (!ts.isBindingElement(element)) continue;
    const key = element.propertyName ?? element.name;
    const text = ts.isIdentifier(key) || ts.isStringLiteral(key) ? key.text : undefined;
    if (element.dotDotDotToken) leave(move, element);
    else if (text === "user" && holder === "session") bind(move, element.name, "user", seen);
    else if (!remains(holder, text)) stopAtMember(move, element, holder, text);
  }
}

function stopAtMember(move: ServerMove, at: ts.Node, holder: Holder, name = "…"): void {
  const text =
    `the session has no \`${name}\` of the ${holder} after the move, so a guard on it would let ` +
    "everybody through: read it from your database, or write `auth.users` or `auth.sessions`";
  stop(move, at, text);
}

/** The result goes where the command does not follow it. */
function leave(move: ServerMove, at: ts.Node): void {
  const other = findReceiver(move, at);
  if (other !== undefined) {
    const text =
      `the session is passed to \`${other}\`, which the command does not read, and a guard there on ` +
      "a member that it has no more would let everybody through: pass the members one by one";
    return stop(move, at, text);
  }
  const place = findRead(move);
  if (place === undefined) return;
  const text =
    `the session is passed on, and ${place}, which it has no more after the move: read the ` +
    "members where the session is read";
  stop(move, at, text);
}

/** Modules that read no member of a user. */
const FRAMEWORKS =
  /^(next|react|react-dom|svelte|@sveltejs\/kit|\$app|solid-js|@solidjs\/\w+|hono|@hono\/hono|express|node:\w+)(\/|$)/;

/** Module outside of the app whose function or component gets the result. */
function findReceiver(move: ServerMove, at: ts.Node): string | undefined {
  const { ts } = move.draft;
  for (let node = at; !ts.isStatement(node) && !ts.isFunctionLike(node); node = node.parent) {
    const { parent } = node;
    const getter = ts.isCallExpression(parent) || ts.isNewExpression(parent)
      ? parent.expression
      : ts.isTaggedTemplateExpression(parent)
      ? parent.tag
      : ts.isJsxOpeningLikeElement(parent)
      ? parent.tagName
      : ts.isJsxElement(parent)
      ? parent.openingElement.tagName
      : ts.isBinaryExpression(parent)
      ? parent.left
      : undefined;
    const found = getter && getter !== node && findModule(move, getter, new Set());
    if (found) return found;
  }
}

/** The first module outside of the app that has a part in an expression. */
function findModule(
  move: ServerMove,
  expression: ts.Node,
  seen: Set<ts.Node>,
): string | undefined {
  const { draft: { ts }, source } = move;
  if (seen.has(expression)) return undefined;
  seen.add(expression);
  for (const node of findAll(expression, ts.isStringLiteralLike)) {
    const isLoaded = ts.isCallExpression(node.parent) &&
      /^(require|import)$/.test(node.parent.expression.getText(source.tree));
    if (isLoaded && isOutside(move, node.text)) return node.text;
  }
  for (const { text } of findAll(expression, ts.isIdentifier)) {
    const specifier = listBindings(source, ts).find(({ local }) => local === text)?.specifier;
    if (specifier !== undefined && isOutside(move, specifier)) return specifier;
    for (const { name, initializer } of findAll(source.tree, ts.isVariableDeclaration)) {
      const isFunction = initializer && ts.isFunctionLike(initializer);
      const isNamed = initializer && !isFunction &&
        findAll(name, ts.isIdentifier).some((one) => one.text === text);
      const found = isNamed && findModule(move, initializer, seen);
      if (found) return found;
    }
  }
}

function isOutside({ draft: { app, resolver }, source }: ServerMove, specifier: string): boolean {
  if (FRAMEWORKS.test(specifier) || isBetterAuth(specifier)) return false;
  // The parser does not find components.
  if (/\.(svelte|vue|astro)$/.test(specifier)) return false;
  const path = resolver.find(source.path, specifier);
  return path === undefined || !app.paths.has(path);
}

/** `true` for a route of SvelteKit that answers `/api/auth/get-session` where nothing else does. */
function isRest(path: string): boolean {
  const parts = path.split("/");
  const [file = "", rest = "", ...before] = parts.reverse();
  return /^\+(page|server)\./.test(file) && rest.startsWith("[...") &&
    before.slice(0, -2).every((part) => /^(\(|\[|api$|auth$)/.test(part));
}

/**
 * Stops where `error` of a read that stays is looked at. Its endpoint is gone, so there is always one,
 * and `if (!data && !error)` would let everybody through. Stops too where a page would be its answer.
 */
export function stopAtErrors(move: ServerMove, read: ts.Node): void {
  const { draft: { ts, app }, source, wrapper } = move;
  const rest = [...app.paths].find(isRest);
  if (wrapper.kind === "sveltekit" && rest !== undefined) {
    const text =
      `the endpoint of this read is gone, and \`${rest}\` would answer for it: read the ` +
      "session on the server first, or a page that was protected might not be";
    return stop(move, read, text, IN_ONE_COMMAND);
  }
  const variable = ts.findAncestor(read, ts.isVariableDeclaration);
  const name = variable && ts.isIdentifier(variable.name) ? variable.name.text : undefined;
  const statement = ts.findAncestor(read, ts.isStatement) ?? read;
  const text =
    "the endpoint of this read is gone, so it always has an `error`: take the test for it out, or a " +
    "page that was protected might not be";
  const isNamed = (root: string | undefined) => root !== undefined && root === name;
  const isInside = (node: ts.Node) => statement.pos <= node.pos && node.end <= statement.end;
  for (const node of findAll(source.tree, ts.isIdentifier)) {
    const { parent } = node;
    if (node.text !== "error") continue;
    if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node) {
      if (isInside(node)) stop(move, node, text, IN_ONE_COMMAND);
    } else if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
      if (isInside(node) || isNamed(findRoot(ts, parent))) stop(move, node, text, IN_ONE_COMMAND);
    }
  }
  // The parsed text of a component has spaces in place of what is no script.
  for (
    const { index, 1: root } of source.text.matchAll(/\b(\w{1,80})(?:\(\)|\.value)?\??\.error\b/g)
  ) {
    if (isNamed(root) && source.tree.text.charAt(index) === " ") {
      stop(move, index, text, IN_ONE_COMMAND);
    }
  }
}

/** Name at the beginning of a chain: `session` of `session.value.error` and of `$session.error`. */
function findRoot(ts: ServerMove["draft"]["ts"], access: ts.Expression): string | undefined {
  if (ts.isIdentifier(access)) return access.text.replace(/^\$/, "");
  const isLonger = ts.isPropertyAccessExpression(access) || ts.isCallExpression(access) ||
    ts.isNonNullExpression(access) || ts.isParenthesizedExpression(access);
  return isLonger ? findRoot(ts, access.expression) : undefined;
}
