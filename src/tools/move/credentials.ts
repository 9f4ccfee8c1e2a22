/**
 * `authorize` of next-auth 4: its fields had the type of texts, though a browser can send anything,
 * and its second parameter was no `Request`.
 *
 * @module
 */

import type ts from "typescript";
import { findMember } from "./objects.ts";
import { CALLS, findFunction, type WrittenFunction } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";
import type { TypeScript } from "./typescript.ts";

/** Edits each `authorize` of a file. */
export function changeAuthorize(draft: Draft, source: Source): void {
  const { ts } = draft;
  for (const object of findAll(source.tree, ts.isObjectLiteralExpression)) {
    const member = findMember(ts, object, "authorize");
    const authorize = member && findFunction(ts, member);
    if (!authorize) continue;
    const [fields, request] = authorize.parameters;
    if (fields && !fields.type && /\.[cm]?tsx?$/.test(source.path)) {
      changeFields(draft, source, authorize, fields.name);
    }
    if (request) changeRequest(draft, source, authorize, request.name);
    const thrown = findAll(authorize, ts.isThrowStatement).find(({ expression }) =>
      ts.isNewExpression(expression) && expression.expression.getText(source.tree) === "Error"
    );
    if (thrown) {
      const text =
        "before you remove `legacy`, throw a subclass of `CredentialsSignin` with a `code`";
      draft.note("later", source, thrown, text, "from-next-auth-4.md#messages-of-refusals");
    }
  }
}

function changeFields(
  draft: Draft,
  source: Source,
  authorize: WrittenFunction,
  name: ts.BindingName,
): void {
  const { ts } = draft;
  if (!ts.isIdentifier(name) || !authorize.body) return;
  for (const use of findAll(authorize.body, ts.isIdentifier)) {
    if (use.text !== name.text) continue;
    const isMemberName = ts.isPropertyAccessExpression(use.parent) && use.parent.name === use;
    if (isMemberName) continue;
    // A `!` after the name was for the fields that might be missing.
    const whole = ts.isNonNullExpression(use.parent) ? use.parent : use;
    const { parent } = whole;
    if (ts.isPropertyAccessExpression(parent) && parent.expression === whole) {
      changeField(draft, source, parent);
    } else if (isTakenApart(ts, parent)) {
      const keys = (parent.name as ts.ObjectBindingPattern).elements.map((one) =>
        `"${(one.propertyName ?? one.name).getText(source.tree)}"`
      );
      source.replaceNode(whole, `${use.text} as Record<${keys.join(" | ")}, string>`);
      draft.note("change", source, whole, "the fields have the types that they had", CALLS);
    }
  }
}

/** `const { email, password } = credentials`. */
function isTakenApart(ts: TypeScript, parent: ts.Node): parent is ts.VariableDeclaration {
  return ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name) &&
    parent.name.elements.every((one) => !one.dotDotDotToken && ts.isIdentifier(one.name));
}

/** A read of a field, as a text where a text is needed. */
function changeField(draft: Draft, source: Source, read: ts.PropertyAccessExpression): void {
  const { ts } = draft;
  let whole: ts.Expression = read;
  while (ts.isNonNullExpression(whole.parent)) whole = whole.parent;
  let value = source.textOf(read);
  // `credentials?.email ?? ""` is a text already, apart from its type.
  while (isAlternative(ts, whole)) {
    whole = whole.parent as ts.BinaryExpression;
    value = source.textOf(whole);
  }
  if (ts.isParenthesizedExpression(whole.parent)) whole = whole.parent;
  if (!needsText(ts, whole)) return;
  const mayMiss = value === source.textOf(read) && value.includes("?.");
  source.replaceNode(whole, `String(${value}${mayMiss ? ' ?? ""' : ""})`);
  const { parent } = whole;
  if (ts.isPropertyAccessExpression(parent) && parent.questionDotToken) {
    source.replace(whole.end, parent.name.getStart(source.tree), ".");
  }
  draft.note("change", source, whole, "the field is a text: `String(…)`", CALLS);
}

function isAlternative(ts: TypeScript, node: ts.Expression): boolean {
  const { parent } = node;
  return ts.isBinaryExpression(parent) && parent.left === node &&
    ts.isStringLiteralLike(parent.right) &&
    [ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken].includes(
      parent.operatorToken.kind,
    );
}

/** `true` where a value of any type does not do: an argument, a member, a method of a text. */
function needsText(ts: TypeScript, node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    const { expression } = parent;
    const takesAnything =
      /^(String|Boolean|console\.\w+|JSON\.stringify)$/.test(expression.getText()) ||
      /\.(safeParse|parse|parseAsync|safeParseAsync|validate)$/.test(expression.getText());
    return parent.arguments?.includes(node) === true && !takesAnything;
  }
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isVariableDeclaration(parent)) return parent.initializer === node && !parent.type;
  return ts.isPropertyAccessExpression(parent) && parent.expression === node;
}

/** Headers of the request, which are members of `Headers` here. */
function changeRequest(
  draft: Draft,
  source: Source,
  authorize: WrittenFunction,
  name: ts.BindingName,
): void {
  const { ts } = draft;
  if (!authorize.body) return;
  if (!ts.isIdentifier(name)) {
    draft.note("left", source, name, "the second parameter of `authorize` is a `Request`", CALLS);
    return;
  }
  for (const use of findAll(authorize.body, ts.isIdentifier)) {
    const { parent } = use;
    if (use.text !== name.text || !ts.isPropertyAccessExpression(parent)) continue;
    if (parent.expression !== use) continue;
    const member = parent.name.text;
    const read = parent.parent;
    if (member === "headers" && isHeaderRead(ts, read, parent)) {
      const key = ts.isElementAccessExpression(read)
        ? source.textOf(read.argumentExpression)
        : `"${read.name.text}"`;
      source.replaceNode(read, `${use.text}.headers.get(${key})`);
      draft.note("change", source, read, "`headers[name]` → `headers.get(name)`", CALLS);
    } else if (member === "headers" || member === "body" || member === "query") {
      const text = `\`${member}\`: the second parameter of \`authorize\` is a \`Request\``;
      draft.note("left", source, parent, text, CALLS);
    }
  }
}

function isHeaderRead(
  ts: TypeScript,
  read: ts.Node,
  headers: ts.Expression,
): read is ts.ElementAccessExpression | ts.PropertyAccessExpression {
  if (ts.isElementAccessExpression(read)) return read.expression === headers;
  return ts.isPropertyAccessExpression(read) && read.expression === headers &&
    read.name.text !== "get";
}
