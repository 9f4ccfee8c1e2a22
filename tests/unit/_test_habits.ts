/**
 * What tests must not do, as functions over the text of a file, so that tests can show that each
 * rule fails.
 *
 * @module
 */

import ts from "typescript";

/** Classes of so many faults, mistyped members among them, that they say nothing without words. */
const WIDE = /^(?:Error|TypeError|RangeError|SyntaxError|ReferenceError|EvalError|URIError)$/;

/** May replace the console: the function for tests, and a process that prints a protocol. */
const CONSOLE_HOMES = /^tests\/(?:_console|bench\/worker)\.ts$/;

/**
 * May read how long something took: the runners of tests, what measures and prints, and a test that
 * compares ranks of measurements taken in turns.
 */
const STOPWATCH_HOMES =
  /^tests\/(?:frameworks\/)?(?:run|quick)\.ts$|^tests\/(?:bench|tools)\/|^tests\/flows\/password_timing_test\.ts$/;

/** One message per fault in a file below `tests/`. */
export function findTestFaults(path: string, text: string): string[] {
  if (!/\bassert(?:Rejects|Throws)\(|\bconsole\b.*=|\(console,|performance\.now/.test(text)) {
    return [];
  }
  const faults: string[] = [];
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  visit(source);
  return faults;

  function visit(node: ts.Node): void {
    const fault = findWideAssertion(node) ??
      (CONSOLE_HOMES.test(path) ? undefined : findConsole(node)) ??
      (STOPWATCH_HOMES.test(path) ? undefined : findStopwatch(node));
    if (fault) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      faults.push(`${path}:${line + 1} ${fault}`);
    }
    ts.forEachChild(node, visit);
  }
}

function findConsole(node: ts.Node): string | undefined {
  const target =
    ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken
      ? /^console[.[]/.test(node.left.getText())
      : ts.isCallExpression(node) && /^Object\.assign\(\s*console,/.test(node.getText());
  if (target) return "replaces the console: captureConsole() puts it back when a test fails";
}

function findStopwatch(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node) && node.getText() === "performance.now()") {
    return "measures time, which other work of the machine adds to: assertLinear() takes CPU time";
  }
}

function findWideAssertion(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node)) return;
  const { expression, arguments: [, refusal, words] } = node;
  if (!ts.isIdentifier(expression) || !/^assert(?:Rejects|Throws)$/.test(expression.text)) return;
  if (!refusal || ts.isStringLiteralLike(refusal)) {
    return "names no class of error, so that any fault passes";
  }
  if (WIDE.test(refusal.getText()) && (!words || words.getText() === "undefined")) {
    return `names ${refusal.getText()} without words of its message, so that most faults pass`;
  }
}
