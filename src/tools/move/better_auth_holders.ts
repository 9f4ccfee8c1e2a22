/**
 * Reads of `session` after which no guard is lost where a session of Better Auth has no row any more. Such a
 * read is then `undefined`: what it decides closes, and no query gets it.
 *
 * @module
 */

import type ts from "typescript";
import { functionAround, unwrap } from "./options.ts";
import type { TypeScript } from "./typescript.ts";
import { findAll } from "./source.ts";

/** `true` for a read such as `ctx.session.user` of what holds the session, or one that closes without it. */
export function holdsSession(ts: TypeScript, access: ts.PropertyAccessExpression): boolean {
  const { parent } = access;
  if (access.name.text !== "session") return false;
  // The row of a session has no user.
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text === "user";
  if (ts.isPrefixUnaryExpression(parent)) {
    return parent.operator === ts.SyntaxKind.ExclamationToken && closes(ts, parent);
  }
  if (ts.isPropertyAssignment(parent)) {
    return parent.name.getText() === "session" && isContext(ts, parent.parent);
  }
  if (ts.isSpreadAssignment(parent)) return hasSameUser(ts, parent.parent, access);
  return isTarget(ts, access) || isHandedOn(ts, access);
}

/** `true` for `event.locals.session = …`, which is no read. */
function isTarget(ts: TypeScript, access: ts.PropertyAccessExpression): boolean {
  const { parent } = access;
  return ts.isBinaryExpression(parent) && parent.left === access &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isExpressionStatement(parent.parent);
}

/** `true` for `locals.session = data.session`, which gives it to what holds a session. */
export function isHandedOn(ts: TypeScript, read: ts.Node): boolean {
  const { parent } = read;
  return ts.isBinaryExpression(parent) && parent.right === read &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isPropertyAccessExpression(parent.left) && parent.left.name.text === "session" &&
    /(^|\.)(locals|ctx|context|req|request|state)$/.test(parent.left.expression.getText()) &&
    ts.isExpressionStatement(parent.parent);
}

/** `true` for the condition of an `if`, or one of its alternatives, whose branch lets nobody through. */
function closes(ts: TypeScript, test: ts.Node): boolean {
  let at = test;
  while (
    ts.isParenthesizedExpression(at.parent) ||
    (ts.isBinaryExpression(at.parent) &&
      at.parent.operatorToken.kind === ts.SyntaxKind.BarBarToken)
  ) at = at.parent;
  const { parent } = at;
  return ts.isIfStatement(parent) && parent.expression === at &&
    !isCaught(ts, parent) && refuses(ts, parent.thenStatement);
}

/** `true` where a `catch` of the same function might go on. */
function isCaught(ts: TypeScript, node: ts.Node): boolean {
  const outer = functionAround(ts, node);
  for (let at = node; at.parent && at.parent !== outer; at = at.parent) {
    const { parent } = at;
    if (ts.isTryStatement(parent) && parent.tryBlock === at) return true;
  }
  return false;
}

/** `true` for a branch that ends with an error, a redirect or a refusal. */
function refuses(ts: TypeScript, branch: ts.Statement): boolean {
  const statements = ts.isBlock(branch) ? branch.statements : [branch];
  const last = statements.at(-1);
  if (!last) return false;
  if (ts.isThrowStatement(last)) return true;
  if (ts.isExpressionStatement(last)) {
    // `redirect()` of Next.js and SvelteKit throws; `response.redirect()` goes on.
    return ts.isCallExpression(last.expression) && ts.isIdentifier(last.expression.expression) &&
      THROWS.test(last.expression.expression.text);
  }
  if (!ts.isReturnStatement(last)) return false;
  const before = statements.at(-2);
  const answer = last.expression ??
    (before && ts.isExpressionStatement(before) ? before.expression : undefined);
  return answer !== undefined && isRefusal(ts, answer);
}

/** Functions that throw the answer. */
const THROWS = /^(redirect|permanentRedirect|notFound|unauthorized|forbidden)$/;

/** `true` for an answer with 401, 403 or a redirect, and nothing that goes on. */
function isRefusal(ts: TypeScript, answer: ts.Expression): boolean {
  const value = unwrap(ts, answer);
  if (ts.isAwaitExpression(value)) return isRefusal(ts, value.expression);
  if (ts.isObjectLiteralExpression(value)) {
    return value.properties.some(({ name }) => /^(redirect|notFound)$/.test(name?.getText() ?? ""));
  }
  if (!ts.isCallExpression(value) && !ts.isNewExpression(value)) return false;
  const callee = value.expression;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  if (name === "next") return false;
  return THROWS.test(name) ||
    findAll(value, ts.isNumericLiteral).some((one) =>
      /^40[13]$/.test(one.text) &&
      (ts.isCallExpression(one.parent) ||
        (ts.isPropertyAssignment(one.parent) && /^status(Code)?$/.test(one.parent.name.getText())))
    );
}

/** `true` for the context that `next({ ctx: … })` gets, or that a function named after it returns. */
function isContext(ts: TypeScript, object: ts.ObjectLiteralExpression): boolean {
  let at: ts.Node = object;
  while (ts.isParenthesizedExpression(at.parent) || ts.isAsExpression(at.parent)) at = at.parent;
  const { parent } = at;
  if (ts.isPropertyAssignment(parent)) {
    const call = parent.parent.parent;
    return parent.name.getText() === "ctx" && ts.isCallExpression(call) &&
      call.arguments[0] === parent.parent && /(^|\.)next$/.test(call.expression.getText());
  }
  const maker = ts.isReturnStatement(parent) ? functionAround(ts, parent) : parent;
  if (!maker || !ts.isFunctionLike(maker)) return false;
  const named = maker.name ??
    (ts.isVariableDeclaration(maker.parent) ? maker.parent.name : undefined);
  return /context$/i.test(named?.getText() ?? "");
}

/** `true` for `{ ...ctx.session, user: ctx.session.user }`, which has a user, and so is no row. */
function hasSameUser(
  ts: TypeScript,
  object: ts.ObjectLiteralExpression,
  access: ts.PropertyAccessExpression,
): boolean {
  return object.properties.some((one) => {
    if (!ts.isPropertyAssignment(one) || one.name.getText() !== "user") return false;
    const value = unwrap(ts, one.initializer);
    return ts.isPropertyAccessExpression(value) && value.name.text === "user" &&
      value.expression.getText() === access.getText();
  });
}
