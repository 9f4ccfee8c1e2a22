/**
 * The options of next-auth 4: where they are, and from which module the app then has `auth`.
 *
 * @module
 */

import type ts from "typescript";
import { listBindings, readStyle } from "./imports.ts";
import { findMember, findValue } from "./objects.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";
import type { TypeScript } from "./typescript.ts";

/** A call of `NextAuth`, with its options. */
export interface Options {
  /** File of the call. */
  readonly caller: Source;
  /** The call. */
  readonly call: ts.CallExpression;
  /** File of the options. */
  readonly source: Source;
  /** The options. */
  readonly object: ts.ObjectLiteralExpression;
  /** Name of the variable that holds them; absent where they stand in the call. */
  readonly name?: string | undefined;
  /** Name under which the module exports them. */
  readonly exported?: string | undefined;
}

/** Most modules that pass a name on. */
const MAX_DEPTH = 8;

/** Section about middleware. */
export const MIDDLEWARE = "from-next-auth-4.md#middleware";
/** Section about calls. */
export const CALLS = "from-next-auth-4.md#change-the-calls";

/** The calls of `NextAuth` in the app. */
export function findOptions(draft: Draft): Options[] {
  const { ts } = draft;
  const found: Options[] = [];
  for (const caller of draft.using) {
    const makers = listBindings(caller, ts).filter(({ specifier, imported }) =>
      /^next-auth(\/next)?$/.test(specifier) && imported === "default"
    ).map(({ local }) => local);
    for (const call of findAll(caller.tree, ts.isCallExpression)) {
      const { expression, arguments: args } = call;
      if (!ts.isIdentifier(expression) || !makers.includes(expression.text)) continue;
      const [options] = args;
      const resolved = args.length === 1 ? resolveOptions(draft, caller, options!) : undefined;
      if (resolved) found.push({ caller, call, ...resolved });
      else if (args.length === 3) found.push(...readAdvanced(draft, caller, call));
      else {
        draft.note(
          "stop",
          caller,
          call,
          "the options of `NextAuth` are made at run time or in another package, so the command " +
            "cannot add `legacy` to them: let them be an object in a variable",
          CALLS,
        );
      }
    }
  }
  return found;
}

/** `NextAuth(req, res, options)` in a function that does nothing else. */
function readAdvanced(draft: Draft, caller: Source, call: ts.CallExpression): Options[] {
  const { ts } = draft;
  const [, , given] = call.arguments;
  const wrapper = functionAround(ts, call);
  const resolved = resolveOptions(draft, caller, given!);
  const statement = wrapper && onlyStatement(ts, wrapper);
  const doesMore = !statement || stripped(ts, statement) !== call;
  if (!resolved || !resolved.name || doesMore) {
    draft.note(
      "stop",
      caller,
      call,
      "`NextAuth(req, res, options)` makes its options for each request: write " +
        "`NextAuth((req) => options)` in a module of its own",
      CALLS,
    );
    return [];
  }
  const text = `NextAuth(${caller.textOf(given!)})`;
  const whole = wrapper.parent && ts.isExportAssignment(wrapper.parent) ? wrapper.parent : wrapper;
  caller.replaceNode(whole, `export default ${text}${readStyle(caller, ts).end}`);
  draft.note("change", caller, call, "`NextAuth(req, res, options)` → `NextAuth(options)`", CALLS);
  return [{ caller, call, ...resolved }];
}

/** The function around a node; `undefined` at the top level. */
export function functionAround(ts: TypeScript, node: ts.Node): ts.FunctionLike | undefined {
  const found = ts.findAncestor(node.parent, ts.isFunctionLike);
  return found as ts.FunctionLike | undefined;
}

function onlyStatement(ts: TypeScript, wrapper: ts.FunctionLike): ts.Node | undefined {
  const { body } = wrapper as ts.FunctionLikeDeclaration;
  if (!body) return undefined;
  if (!ts.isBlock(body)) return body;
  return body.statements.length === 1 ? body.statements[0] : undefined;
}

/** What a `return await` returns. */
function stripped(ts: TypeScript, node: ts.Node): ts.Node | undefined {
  if (ts.isReturnStatement(node) || ts.isAwaitExpression(node)) {
    return node.expression && stripped(ts, node.expression);
  }
  return node;
}

/** An expression without casts and parentheses. */
export function unwrap(ts: TypeScript, node: ts.Expression): ts.Expression {
  const isWrapped = ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ||
    ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node);
  return isWrapped ? unwrap(ts, node.expression) : node;
}

type Resolved = Pick<Options, "source" | "object" | "name" | "exported">;

/** The object that an expression names, in this file or in one that it imports. */
export function resolveOptions(
  draft: Draft,
  source: Source,
  expression: ts.Expression,
): Resolved | undefined {
  const { ts } = draft;
  const value = unwrap(ts, expression);
  if (ts.isObjectLiteralExpression(value)) return { source, object: value };
  if (!ts.isIdentifier(value)) return undefined;
  return resolveVariable(draft, source, value.text) ?? resolveImport(draft, source, value.text);
}

function resolveVariable(draft: Draft, source: Source, name: string): Resolved | undefined {
  const { ts } = draft;
  for (const statement of source.tree.statements.filter(ts.isVariableStatement)) {
    for (const { name: { text }, initializer } of listDeclarations(ts, statement)) {
      if (text !== name || !initializer) continue;
      const object = unwrap(ts, initializer);
      if (!ts.isObjectLiteralExpression(object)) return undefined;
      const exported = isExported(ts, statement) ? name : exportedName(source, ts, name);
      return { source, object, name, exported };
    }
  }
}

function listDeclarations(ts: TypeScript, { declarationList }: ts.VariableStatement) {
  return declarationList.declarations.filter((one) => ts.isIdentifier(one.name)) as (
    & ts.VariableDeclaration
    & { name: ts.Identifier }
  )[];
}

function resolveImport(draft: Draft, source: Source, local: string): Resolved | undefined {
  const binding = listBindings(source, draft.ts).find((one) => one.local === local);
  return binding && resolveExport(draft, source, binding.specifier, binding.imported);
}

/** The object that a module exports under a name, or passes on from another one. */
function resolveExport(
  draft: Draft,
  from: Source,
  specifier: string,
  exported: string,
  depth = 0,
): Resolved | undefined {
  const { ts } = draft;
  const path = draft.resolver.find(from.path, specifier);
  const source = path === undefined ? undefined : draft.source(path);
  if (!source || source.fault || depth > MAX_DEPTH) return undefined;
  const name = exported === "default" ? defaultName(source, ts) : findLocal(source, ts, exported);
  const own = name === undefined
    ? undefined
    : resolveVariable(draft, source, name) ?? resolveImport(draft, source, name);
  if (own) return own;
  for (const statement of source.tree.statements.filter(ts.isExportDeclaration)) {
    const { moduleSpecifier, exportClause } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) continue;
    const named = exportClause && ts.isNamedExports(exportClause)
      ? exportClause.elements.find((one) => one.name.text === exported)
      : undefined;
    if (exportClause && !named) continue;
    const inner = named?.propertyName?.text ?? exported;
    const found = resolveExport(draft, source, moduleSpecifier.text, inner, depth + 1);
    if (found) return found;
  }
}

/** `true` for a statement with `export`. */
export function isExported(ts: TypeScript, statement: ts.VariableStatement): boolean {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

/** The name in `export { name }`, or `default`. */
function exportedName(source: Source, ts: TypeScript, name: string): string | undefined {
  const specifier = findAll(source.tree, ts.isExportSpecifier).find((one) =>
    (one.propertyName ?? one.name).text === name
  );
  return specifier?.name.text ?? (defaultName(source, ts) === name ? "default" : undefined);
}

function findLocal(source: Source, ts: TypeScript, exported: string): string {
  const specifier = findAll(source.tree, ts.isExportSpecifier).find(({ name }) =>
    name.text === exported
  );
  return (specifier?.propertyName ?? specifier?.name)?.text ?? exported;
}

function defaultName(source: Source, ts: TypeScript): string | undefined {
  const assignment = source.tree.statements.find(ts.isExportAssignment);
  const value = assignment && unwrap(ts, assignment.expression);
  return value && ts.isIdentifier(value) ? value.text : undefined;
}

/**
 * What an expression says in any file: a text, a variable of the environment, or a member of what a
 * module exports; `undefined` for everything else.
 */
export function readValue(
  draft: Draft,
  source: Source,
  expression: ts.Expression | undefined,
): string | undefined {
  const { ts } = draft;
  const value = expression && unwrap(ts, expression);
  if (!value) return undefined;
  if (ts.isStringLiteralLike(value)) return JSON.stringify(value.text);
  if (ts.isIdentifier(value)) {
    const lists = findAll(source.tree, ts.isVariableDeclaration).filter(({ name }) =>
      ts.isIdentifier(name) && name.text === value.text
    );
    const [only, other] = lists;
    const isConstant = only && !other && (only.parent.flags & ts.NodeFlags.Const) !== 0 &&
      only.parent.parent.parent === source.tree;
    const { initializer } = only ?? {};
    // A name that stands for another name is not followed.
    if (!isConstant || !initializer || ts.isIdentifier(unwrap(ts, initializer))) return undefined;
    return readValue(draft, source, initializer);
  }
  const text = source.textOf(value);
  if (/^process\.env\.\w+$/.test(text)) return text;
  if (!ts.isPropertyAccessExpression(value) || !ts.isIdentifier(value.expression)) return undefined;
  const root = value.expression.text;
  const binding = listBindings(source, ts).find(({ local }) => local === root);
  if (!binding) return undefined;
  const module = draft.resolver.find(source.path, binding.specifier) ?? binding.specifier;
  return `${module}:${binding.imported}.${value.name.text}`;
}

/** `true` for a secret that the library reads anyway, or that the options have. */
export function isKnownSecret(
  draft: Draft,
  { source: home, object }: Options,
  source: Source,
  secret: ts.Expression | undefined,
): boolean {
  const { ts } = draft;
  const value = readValue(draft, source, secret);
  const member = findMember(ts, object, "secret");
  if (value === undefined) return false;
  if (member) return readValue(draft, home, findValue(ts, object, "secret")) === value;
  return !object.properties.some(ts.isSpreadAssignment) &&
    /^process\.env\.(NEXT)?AUTH_SECRET$/.test(value);
}
