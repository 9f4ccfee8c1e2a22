/**
 * The options of next-auth 4: where they are, and from which module the app then has `auth`.
 *
 * @module
 */

import type ts from "typescript";
import { findCalls, hasName, listBindings, readStyle } from "./imports.ts";
import { findMember, findValue, objectIn } from "./objects.ts";
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

/** Section about middleware. */
export const MIDDLEWARE = "from-next-auth-4.md#middleware";
/** Section about calls. */
export const CALLS = "from-next-auth-4.md#change-the-calls";

/**
 * The calls of `NextAuth` in the app.
 *
 * @param isElsewhere `true` for options of another package that need no change
 */
export function findOptions(
  draft: Draft,
  isElsewhere: (source: Source, options: ts.Expression) => boolean,
): Options[] {
  const { ts } = draft;
  const found: Options[] = [];
  for (const caller of draft.using) {
    const makers = listBindings(caller, ts).filter(({ specifier, imported }) =>
      /^next-auth(\/next)?$/.test(specifier) && imported === "default"
    ).map(({ local }) => local);
    for (const call of findCalls(caller, ts, makers)) {
      const { arguments: args } = call;
      const [options] = args;
      const resolved = args.length === 1 ? resolveOptions(draft, caller, options!) : undefined;
      if (resolved) found.push({ caller, call, ...resolved });
      else if (args.length === 1 && isElsewhere(caller, options!)) continue;
      else if (args.length === 3) found.push(...readAdvanced(draft, caller, call));
      else {
        const text =
          "the options of `NextAuth` are made at run time or in another package, so the command " +
          "cannot add `legacy` to them: let them be an object in a variable";
        draft.note("stop", caller, call, text, CALLS);
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
    const text = "`NextAuth(req, res, options)` makes its options for each request: write " +
      "`NextAuth((req) => options)` in a module of its own";
    draft.note("stop", caller, call, text, CALLS);
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

/** A function that stands in an object. */
export type WrittenFunction = ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration;

/** The function that a member of an object is; `undefined` where it stands elsewhere. */
export function findFunction(
  ts: TypeScript,
  member: ts.ObjectLiteralElementLike,
): WrittenFunction | undefined {
  if (ts.isMethodDeclaration(member)) return member;
  if (!ts.isPropertyAssignment(member)) return undefined;
  const value = unwrap(ts, member.initializer);
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? value : undefined;
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
      if (!ts.isObjectLiteralExpression(object) || isAssigned(ts, source, name)) return undefined;
      const exported = isExported(ts, statement) ? name : exportedName(source, ts, name);
      return { source, object, name, exported };
    }
  }
}

/** `true` for a name that gets another value, which the command does not see. */
function isAssigned(ts: TypeScript, { tree }: Source, name: string): boolean {
  return findAll(tree, ts.isBinaryExpression).some(({ left, operatorToken }) =>
    operatorToken.getText(tree).endsWith("=") && findAll(left, ts.isIdentifier).some((one) =>
      one.text === name && !ts.isPropertyAccessExpression(one.parent) &&
      !ts.isElementAccessExpression(one.parent)
    ) && !/^[!=<>]=/.test(operatorToken.getText(tree))
  );
}

function listDeclarations(ts: TypeScript, { declarationList }: ts.VariableStatement) {
  return declarationList.declarations.filter((one) => ts.isIdentifier(one.name)) as (
    & ts.VariableDeclaration
    & { name: ts.Identifier }
  )[];
}

/** The object that another module exports, which can have it from a third one. */
function resolveImport(
  draft: Draft,
  source: Source,
  local: string,
  depth = 0,
): Resolved | undefined {
  const { ts } = draft;
  const binding = listBindings(source, ts).find((one) => one.local === local);
  const origin = binding && findOrigin(draft, source, binding.specifier, binding.imported);
  if (!origin) return undefined;
  const { source: home } = origin;
  const name = origin.name === "default" ? defaultName(home, ts) : origin.name;
  if (name === undefined) return undefined;
  const own = resolveVariable(draft, home, name);
  if (own || origin.name !== "default" || depth > MAX_DEPTH) return own;
  return resolveImport(draft, home, name, depth + 1);
}

/** Most modules that pass a name on. */
const MAX_DEPTH = 8;

/** The module of the app that makes what another one imports, and its name there. */
export function findOrigin(
  draft: Draft,
  from: Source,
  specifier: string,
  name: string,
  depth = 0,
): { readonly source: Source; readonly name: string } | undefined {
  const { ts } = draft;
  const path = draft.resolver.find(from.path, specifier);
  const source = path === undefined ? undefined : draft.source(path);
  if (!source || source.fault || depth > MAX_DEPTH) return undefined;
  const stars: string[] = [];
  for (const statement of source.tree.statements.filter(ts.isExportDeclaration)) {
    const { moduleSpecifier, exportClause } = statement;
    const inner = moduleSpecifier && ts.isStringLiteral(moduleSpecifier)
      ? moduleSpecifier.text
      : undefined;
    if (!exportClause && inner !== undefined) stars.push(inner);
    if (!exportClause || !ts.isNamedExports(exportClause)) continue;
    const named = exportClause.elements.find((one) => one.name.text === name);
    if (!named) continue;
    const own = (named.propertyName ?? named.name).text;
    if (inner !== undefined) return findOrigin(draft, source, inner, own, depth + 1);
    const binding = listBindings(source, ts).find(({ local }) => local === own);
    return binding
      ? findOrigin(draft, source, binding.specifier, binding.imported, depth + 1)
      : { source, name: own };
  }
  for (const star of stars) {
    const found = findOrigin(draft, source, star, name, depth + 1);
    // A module has the names that it declares, and passes on the others.
    if (found && hasName(found.source, ts, found.name)) return found;
  }
  return { source, name };
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

/** A member of the options, by its path, and what stands for it where they have none. */
interface Configured {
  readonly path: readonly [string, ...string[]];
  readonly usual: RegExp;
}

/** The secret, which the library reads anyway. */
export const SECRET: Configured = {
  path: ["secret"],
  usual: /^process\.env\.(NEXT)?AUTH_SECRET$/,
};

/** The name of the session cookie. */
export const COOKIE: Configured = {
  path: ["cookies", "sessionToken", "name"],
  usual: /^"(__Secure-)?next-auth\.session-token"$/,
};

/** `true` for the value that the options have, or for the usual one where they have none. */
export function isAsConfigured(
  draft: Draft,
  { source: home, object }: Options,
  source: Source,
  given: ts.Expression | undefined,
  { path, usual }: Configured,
): boolean {
  const { ts } = draft;
  const value = readValue(draft, source, given);
  if (value === undefined) return false;
  if (findMember(ts, object, path[0])) {
    const owner = objectIn(ts, object, ...path.slice(0, -1));
    return owner !== undefined &&
      readValue(draft, home, findValue(ts, owner, path.at(-1)!)) === value;
  }
  return !object.properties.some(ts.isSpreadAssignment) && usual.test(value);
}

/** `true` for an async function. */
export function isAsync({ SyntaxKind }: TypeScript, outer: ts.FunctionLike): boolean {
  const { modifiers } = outer as ts.FunctionLikeDeclaration;
  return modifiers?.some(({ kind }) => kind === SyntaxKind.AsyncKeyword) === true;
}

/** Lets a function await. */
export function makeAsync({ ts }: Draft, source: Source, outer: ts.FunctionLike): void {
  if (isAsync(ts, outer)) return;
  // A modifier such as `export` stands before it.
  const keyword = ts.isFunctionDeclaration(outer)
    ? outer.getChildren(source.tree).find(({ kind }) => kind === ts.SyntaxKind.FunctionKeyword)
    : outer;
  source.insertOnce((keyword ?? outer).getStart(source.tree), "async ");
  if (outer.type && !/^Promise</.test(source.textOf(outer.type))) {
    source.replaceNode(outer.type, `Promise<${source.textOf(outer.type)}>`);
  }
}
