/**
 * The regular expressions of a file, and how their time grows with the text that they read.
 *
 * @module
 */

import recheck from "recheck";
import ts from "typescript";

/** An expression in a source file. */
export interface Expression {
  /** As it is written: a literal, or the call that makes it. */
  readonly text: string;
  /** Path and line. */
  readonly where: string;
  /** `true` for one that is made from text when the program runs. */
  readonly isMade: boolean;
}

/** Methods that make an expression of a string. */
const MAKERS = /\.(match|matchAll|search)$/;

/** Milliseconds for one proof, which takes a few seconds at most. */
const PROOF_MS = 120_000;

/** Finds the expressions of a file. */
export function findExpressions(path: string, text: string): Expression[] {
  const found: Expression[] = [];
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  visit(source);
  return found;

  function visit(node: ts.Node): void {
    const isMade = makesExpression(node);
    if (isMade || ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ text: node.getText(), where: `${path}:${line + 1}`, isMade });
    }
    ts.forEachChild(node, visit);
  }
}

function makesExpression(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false;
  const callee = node.expression.getText();
  const [first] = node.arguments ?? [];
  return /^(globalThis\.)?RegExp$/.test(callee) ||
    MAKERS.test(callee) && first !== undefined &&
      (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first));
}

/** Answer of the checker, as far as it is read. */
interface Verdict {
  readonly status: "safe" | "vulnerable" | "unknown";
  readonly complexity?: { readonly type: string; readonly summary: string };
  readonly attack?: { readonly pattern: string };
  readonly error?: { readonly kind: string };
}

/**
 * Proves that an expression takes time in proportion to the text, whatever the text is.
 *
 * @param literal expression with its slashes and flags
 * @returns why that is not proven; `undefined` when it is
 */
export function faultOf(literal: string): string | undefined {
  const end = literal.lastIndexOf("/");
  const verdict: Verdict = recheck.checkSync(literal.slice(1, end), literal.slice(end + 1), {
    timeout: PROOF_MS,
  });
  const { status, complexity, attack, error } = verdict;
  if (status === "safe" && /^(safe|linear)$/.test(complexity?.type ?? "")) return undefined;
  return `${complexity?.summary ?? error?.kind ?? status} ${attack?.pattern ?? ""}`.trim();
}
