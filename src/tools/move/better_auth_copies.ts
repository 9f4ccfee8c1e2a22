/**
 * Headers that a loop copies from a request of Node, and the request that they are from. A loop that leaves
 * out or changes one is a guard of the app, and is not taken for a copy.
 *
 * @module
 */

import type ts from "typescript";
import { findUses } from "./imports.ts";
import { functionAround, unwrap } from "./options.ts";
import { findAll, type Source } from "./source.ts";
import type { TypeScript } from "./typescript.ts";

/** Names of the loop: its headers, and the two of an entry. */
interface Loop {
  readonly headers: string;
  readonly key: string;
  readonly value: string;
}

/**
 * The request of Node whose headers a loop in front of the call copies into `new Headers()`, each by its own
 * name.
 */
export function findCopied(
  ts: TypeScript,
  source: Source,
  name: string,
  at: ts.Node,
): string | undefined {
  const outer = functionAround(ts, at);
  if (!/^\w+$/.test(name) || !outer) return undefined;
  const made = findAll(outer, ts.isVariableDeclaration).find((one) =>
    ts.isIdentifier(one.name) && one.name.text === name
  );
  if (made?.initializer?.getText(source.tree) !== "new Headers()") return undefined;
  const uses = findUses(source, ts, name).filter((use) =>
    outer.pos < use.pos && use.end < outer.end && use !== made.name &&
    !(at.pos < use.pos && use.end < at.end)
  );
  const loops = new Set(uses.map((use) => ts.findAncestor(use, ts.isForOfStatement)));
  const [loop, other] = loops;
  if (!loop || other || !ts.isVariableDeclarationList(loop.initializer)) return undefined;
  // A loop under a condition does not always copy.
  if (loop.parent !== made.parent.parent.parent || at.pos < loop.end) return undefined;
  const [, request] = /^Object\.entries\((\w+)\.headers\)$/.exec(source.textOf(loop.expression)) ??
    [];
  const pattern = loop.initializer.declarations[0]?.name;
  if (!pattern || !ts.isArrayBindingPattern(pattern)) return undefined;
  const [key, value] = pattern.elements.map((one) => one.getText(source.tree));
  if (!key || !value) return undefined;
  return copies(ts, { headers: name, key, value }, loop.statement) ? request : undefined;
}

/** `true` for a statement that copies, and does nothing else. */
function copies(ts: TypeScript, loop: Loop, statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) {
    const { statements } = statement;
    return statements.length > 0 && statements.every((one) => copies(ts, loop, one));
  }
  if (ts.isIfStatement(statement)) {
    const { expression, thenStatement, elseStatement } = statement;
    return isTest(ts, loop, expression) && copies(ts, loop, thenStatement) &&
      (!elseStatement || copies(ts, loop, elseStatement));
  }
  if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) {
    return false;
  }
  const { expression, arguments: [key, value, other] } = statement.expression;
  return ts.isPropertyAccessExpression(expression) &&
    expression.expression.getText() === loop.headers &&
    /^(append|set)$/.test(expression.name.text) && key?.getText() === loop.key &&
    value !== undefined && !other && isValue(ts, loop, value);
}

/** `true` for the value, one of its elements, or the value as a text. */
function isValue(ts: TypeScript, loop: Loop, given: ts.Expression): boolean {
  const value = unwrap(ts, given);
  if (ts.isIdentifier(value)) return value.text === loop.value;
  if (ts.isElementAccessExpression(value)) return isValue(ts, loop, value.expression);
  if (ts.isConditionalExpression(value)) {
    return isTest(ts, loop, value.condition) && isValue(ts, loop, value.whenTrue) &&
      isValue(ts, loop, value.whenFalse);
  }
  if (!ts.isCallExpression(value)) return false;
  const { expression: callee, arguments: [first] } = value;
  if (ts.isPropertyAccessExpression(callee)) {
    return /^(join|toString)$/.test(callee.name.text) && isValue(ts, loop, callee.expression);
  }
  return callee.getText() === "String" && first !== undefined && isValue(ts, loop, first);
}

/** `true` for a condition about the type of the value, or whether there is one. */
function isTest(ts: TypeScript, loop: Loop, condition: ts.Expression): boolean {
  const test = unwrap(ts, condition);
  if (ts.isIdentifier(test)) return test.text === loop.value;
  if (ts.isCallExpression(test)) {
    return test.expression.getText() === "Array.isArray" &&
      test.arguments[0]?.getText() === loop.value;
  }
  if (!ts.isBinaryExpression(test)) return false;
  const [left, operator, right] = [test.left, test.operatorToken, test.right].map((one) =>
    one.getText()
  );
  if (operator === "&&" || operator === "||") {
    return isTest(ts, loop, test.left) && isTest(ts, loop, test.right);
  }
  if (left === `typeof ${loop.value}`) {
    return /^===?$/.test(operator!) && /^(["'])string\1$/.test(right!);
  }
  return left === loop.value && /^!==?$/.test(operator!) && /^(undefined|null)$/.test(right!);
}
