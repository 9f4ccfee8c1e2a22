/**
 * The options of next-auth 4: where they are, and from which module the app then has `auth`.
 *
 * @module
 */

import type ts from "typescript";
import {
  type Binding,
  hasName,
  type ImportPlan,
  lineFor,
  listBindings,
  readStyle,
} from "./imports.ts";
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

/** Functions that the app has from its own module. */
export type Member = "auth" | "getToken";

/** Names that are taken where the usual ones are in use. */
const OTHER_NAMES: Readonly<Record<Member, string>> = {
  auth: "readSession",
  getToken: "readToken",
};

/** Path of the route of next-auth in either router. */
const ROUTE = /^(src\/)?(app|pages)\/api\/(.*\/)?\[\.\.\.nextauth\](\/route)?\.([cm]?[jt]sx?)$/;

/** Most modules that pass a name on. */
const MAX_DEPTH = 8;

const MIDDLEWARE = "from-next-auth-4.md#middleware";
const CALLS = "from-next-auth-4.md#change-the-calls";

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
function resolveOptions(
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

function isExported(ts: TypeScript, statement: ts.VariableStatement): boolean {
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

/** The module from which the app has `auth` and `getToken`. */
export class Home {
  readonly #draft: Draft;
  readonly #options: Options;
  /** Path of the module. */
  readonly path: string;
  /** How the module comes about. */
  readonly #way: "added" | "moved" | "made";
  readonly #needed = new Set<Member>();
  readonly #names: Readonly<Record<Member, string>>;

  /** @param options the options of the app */
  constructor(draft: Draft, options: Options) {
    this.#draft = draft;
    this.#options = options;
    const { source } = options;
    const [isRoute, below = "", router, , route, ending = "ts"] = ROUTE.exec(source.path) ?? [];
    this.#way = !isRoute ? "added" : router === "app" && route ? "moved" : "made";
    this.path = isRoute ? freePath(draft, below, ending.replace("x", "")) : source.path;
    const free = (member: Member) =>
      this.#way !== "made" && hasName(source, draft.ts, member) &&
        !listBindings(source, draft.ts).some(({ local, specifier }) =>
          local === member && specifier.startsWith("next-auth")
        )
        ? OTHER_NAMES[member]
        : member;
    this.#names = { auth: free("auth"), getToken: free("getToken") };
  }

  /** `true` for an expression that names the options. */
  isOptions(source: Source, node: ts.Expression): boolean {
    const { name, source: own } = this.#options;
    const found = resolveOptions(this.#draft, source, node);
    return found !== undefined && found.source === own && found.name === name;
  }

  /** `true` for a name that a file imports from the module of the options. */
  isFromOptions(source: Source, { specifier }: Binding): boolean {
    return this.#draft.resolver.find(source.path, specifier) === this.#options.source.path;
  }

  /** `true` where the module of the options moves to another path. */
  get isMoved(): boolean {
    return this.#way === "moved";
  }

  /** Name of a function in a file, which imports it where it must. */
  nameIn(source: Source, imports: ImportPlan, member: Member): string {
    this.#needed.add(member);
    const exported = this.#names[member];
    if (source.path === this.path || (this.#way === "moved" && source === this.#options.source)) {
      return exported;
    }
    const { ts } = this.#draft;
    const isTaken = hasName(source, ts, exported) &&
      !listBindings(source, ts).some(({ local, specifier }) =>
        local === exported && /^next-auth\b/.test(specifier)
      );
    const local = isTaken ? OTHER_NAMES[member] : exported;
    const name = local === exported ? local : `${exported} as ${local}`;
    imports.add(this.specifierFor(source), name);
    return local;
  }

  /** Name of a function as the module exports it, for `export … from`. */
  exportName(member: Member): string {
    this.#needed.add(member);
    return this.#names[member];
  }

  /** Specifier of the module in a file: one that the file has already, if any. */
  specifierFor(source: Source): string {
    const own = listBindings(source, this.#draft.ts).find(({ specifier }) =>
      this.#draft.resolver.find(source.path, specifier) === this.path
    );
    return own?.specifier ?? this.#draft.resolver.name(source.path, this.path);
  }

  /** Whether anything needs the module. */
  get isNeeded(): boolean {
    return this.#needed.size > 0;
  }

  /** Plans the module; `false` when it cannot be. Call it before the imports are written. */
  make(importsOf: (source: Source) => ImportPlan): void {
    if (!this.isNeeded) return;
    const { caller, source, name } = this.#options;
    const imports = importsOf(source);
    if (this.#way === "moved") return this.#moveRoute();
    const maker = this.#maker(source, imports);
    const { end } = readStyle(source, this.#draft.ts);
    if (this.#way === "added") {
      const call = `${maker}(${name})${end}`;
      source.insert(source.text.trimEnd().length, `\n\nexport const ${this.#members()} = ${call}`);
      this.#draft.note(
        "change",
        source,
        source.text.trimEnd().length,
        `exports ${this.#list()}`,
        CALLS,
      );
      return;
    }
    const exported = this.#export(caller, imports);
    if (exported === undefined) return;
    const style = readStyle(source, this.#draft.ts);
    const route = this.#draft.resolver.name(this.path, source.path);
    const lines = [
      lineFor(["default as NextAuth"], "@x/auth/next", style),
      lineFor(
        [exported === "default" ? "default as authOptions" : exported],
        route.startsWith("@") || route.startsWith("~") ? route : route,
        style,
      ),
      "",
      `export const ${this.#members()} = NextAuth(${
        exported === "default" ? "authOptions" : exported
      })${style.end}`,
    ];
    this.#draft.created.set(this.path, lines.join("\n") + "\n");
    this.#draft.notes.push({ kind: "change", path: this.path, text: `exports ${this.#list()}` });
  }

  #maker(source: Source, imports: ImportPlan): string {
    const own = listBindings(source, this.#draft.ts).find(({ specifier, imported }) =>
      /^next-auth(\/next)?$/.test(specifier) && imported === "default"
    );
    if (own) return own.local;
    if (this.#way === "added") imports.add("@x/auth/next", "default as NextAuth");
    return "NextAuth";
  }

  /** `{ auth, getToken }`, with other names where they are taken. */
  #members(): string {
    const parts = [...this.#needed].sort().map((member) => {
      const name = this.#names[member];
      return name === member ? member : `${member}: ${name}`;
    });
    return `{ ${parts.join(", ")} }`;
  }

  #list(): string {
    return [...this.#needed].sort().map((member) => `\`${this.#names[member]}\``).join(" and ");
  }

  /** The name under which the options are exported; those of a call become a variable. */
  #export(caller: Source, imports: ImportPlan): string | undefined {
    const { ts } = this.#draft;
    const { call, source, object, name, exported } = this.#options;
    if (exported !== undefined) return exported;
    const { end } = readStyle(source, ts);
    if (name !== undefined) {
      source.insert(source.text.trimEnd().length, `\n\nexport { ${name} }${end}`);
      return name;
    }
    const statement = ts.findAncestor(call, ts.isStatement);
    if (!statement || caller !== source) return undefined;
    const start = statement.getStart(source.tree);
    const isTyped = /\.[cm]?tsx?$/.test(source.path);
    if (isTyped) imports.add("@x/auth/next", "type NextAuthConfig");
    source.replace(
      start,
      object.getStart(source.tree),
      `export const authOptions${isTyped ? ": NextAuthConfig" : ""} = `,
    );
    const before = source.text.slice(start, object.getStart(source.tree));
    source.replace(
      object.end,
      statement.end,
      `${end}\n\n${before}authOptions${source.text.slice(object.end, statement.end)}`,
    );
    return "authOptions";
  }

  /** Moves the code of an app route, which may export handlers alone, into a module. */
  #moveRoute(): void {
    const draft = this.#draft;
    const { ts } = draft;
    const { source, call } = this.#options;
    const statement = ts.findAncestor(call, ts.isStatement);
    const handler = findHandler(ts, statement);
    const exports = handler === undefined ? [] : findExports(ts, source, handler);
    if (!handler || !statement || exports.length === 0) {
      draft.note(
        "stop",
        source,
        call,
        "the route does more than to export its handlers: put the options into a module of their own",
        CALLS,
      );
      return;
    }
    const { quote, end } = readStyle(source, ts);
    source.replace(
      statement.getStart(source.tree),
      call.getStart(source.tree),
      `export const { handlers, ${this.#members().slice(2)} = `,
    );
    const kept: string[] = [];
    for (const one of exports) source.removeStatement(one);
    for (const one of source.tree.statements) {
      if (!isSegmentConfig(ts, one)) continue;
      kept.push(source.textOf(one));
      source.removeStatement(one);
    }
    for (const { moduleSpecifier } of source.tree.statements.filter(ts.isImportDeclaration)) {
      if (!ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith(".")) continue;
      const path = draft.resolver.find(source.path, moduleSpecifier.text);
      if (path === undefined) continue;
      source.replaceNode(moduleSpecifier, quote + draft.resolver.name(this.path, path) + quote);
    }
    const specifier = draft.resolver.name(source.path, this.path);
    const lines = [
      `import { handlers } from ${quote}${specifier}${quote}${end}`,
      "",
      ...kept,
      `export const { GET, POST } = handlers${end}`,
    ];
    draft.move(source, this.path, lines.join("\n") + "\n");
    draft.note("change", source, call, `the options move to \`${this.path}\``, CALLS);
  }
}

function freePath({ app: { paths } }: Draft, below: string, ending: string): string {
  const names = ["auth", "next-auth", "auth-module"].map((name) => `${below}${name}`);
  const isFree = (stem: string) =>
    !["ts", "tsx", "js", "jsx", "mjs"].some((one) => paths.has(`${stem}.${one}`)) &&
    ![...paths].some((path) => path.startsWith(`${stem}/index.`));
  return `${names.find(isFree) ?? names[0]}.${ending}`;
}

/** Name of the handler in `const handler = NextAuth(…)`. */
function findHandler(ts: TypeScript, statement: ts.Node | undefined): string | undefined {
  if (!statement || !ts.isVariableStatement(statement)) return undefined;
  const [declaration, ...more] = statement.declarationList.declarations;
  const name = declaration?.name;
  return more.length === 0 && name && ts.isIdentifier(name) ? name.text : undefined;
}

/** The statements that export the handler as `GET` and `POST`, and nothing else of it. */
function findExports(ts: TypeScript, source: Source, handler: string): ts.Statement[] {
  const statements = source.tree.statements.filter((one) => {
    if (ts.isExportDeclaration(one) && one.exportClause && ts.isNamedExports(one.exportClause)) {
      return one.exportClause.elements.every(({ name, propertyName }) =>
        propertyName?.text === handler && /^(GET|POST)$/.test(name.text)
      );
    }
    return ts.isVariableStatement(one) &&
      one.declarationList.declarations.every((declaration) =>
        /^(GET|POST)$/.test(declaration.name.getText()) &&
        declaration.initializer?.getText() === handler
      );
  });
  const uses = findAll(source.tree, ts.isIdentifier).filter(({ text }) => text === handler);
  const inside = uses.filter((use) =>
    statements.some((one) => one.pos <= use.pos && use.end <= one.end)
  );
  return uses.length === inside.length + 1 ? statements : [];
}

/** `export const runtime = …`, which Next reads in routes alone. */
function isSegmentConfig(ts: TypeScript, statement: ts.Statement): boolean {
  return ts.isVariableStatement(statement) && isExported(ts, statement) &&
    statement.declarationList.declarations.every(({ name }) =>
      /^(runtime|dynamic|dynamicParams|revalidate|fetchCache|preferredRegion|maxDuration)$/
        .test(name.getText())
    );
}

export { CALLS, MIDDLEWARE };
