/**
 * The imports of a file: what it has from a library, and what it gets in place of it. The changes
 * of all rules are collected, and written once, so that one declaration gets one edit.
 *
 * @module
 */

import type ts from "typescript";
import { readIndent } from "./objects.ts";
import { findAll, type Source } from "./source.ts";
import type { TypeScript } from "./typescript.ts";

/** A name that an import brings into a file. */
export interface Binding {
  /** Name that the module exports; `default` and `*` for the two other forms. */
  readonly imported: string;
  /** Name in the file. */
  readonly local: string;
  /** The part of the declaration. */
  readonly node: ts.ImportClause | ts.NamespaceImport | ts.ImportSpecifier;
  /** The declaration. */
  readonly declaration: ts.ImportDeclaration;
  /** Specifier of the declaration. */
  readonly specifier: string;
}

/** The names that a file imports. */
export function listBindings(source: Source, ts: TypeScript): Binding[] {
  const bindings: Binding[] = [];
  for (const declaration of source.tree.statements) {
    if (!ts.isImportDeclaration(declaration)) continue;
    const { importClause, moduleSpecifier } = declaration;
    const specifier = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
    if (!importClause) continue;
    const common = { declaration, specifier };
    if (importClause.name) {
      const local = importClause.name.text;
      bindings.push({ ...common, imported: "default", local, node: importClause });
    }
    const { namedBindings } = importClause;
    if (!namedBindings) continue;
    if (ts.isNamespaceImport(namedBindings)) {
      const local = namedBindings.name.text;
      bindings.push({ ...common, imported: "*", local, node: namedBindings });
      continue;
    }
    for (const node of namedBindings.elements) {
      const imported = (node.propertyName ?? node.name).text;
      bindings.push({ ...common, imported, local: node.name.text, node });
    }
  }
  return bindings;
}

/** Uses of a name in a file, apart from imports and names of members. */
export function findUses(source: Source, ts: TypeScript, name: string): ts.Identifier[] {
  return findAll(source.tree, ts.isIdentifier).filter((node) => {
    if (node.text !== name) return false;
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
    if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
    if (ts.isJsxAttribute(parent) && parent.name === node) return false;
    if (ts.isBindingElement(parent) && parent.propertyName === node) return false;
    if ((ts.isClassElement(parent) || ts.isTypeElement(parent)) && parent.name === node) {
      return false;
    }
    return !ts.isImportSpecifier(parent) && !ts.isImportClause(parent) &&
      !ts.isNamespaceImport(parent);
  });
}

/** Calls of functions by their names in a file. */
export function findCalls(
  source: Source,
  ts: TypeScript,
  names: readonly string[],
): ts.CallExpression[] {
  return findAll(source.tree, ts.isCallExpression).filter(({ expression }) =>
    ts.isIdentifier(expression) && names.includes(expression.text)
  );
}

/** `true` when a file has the name already, in any scope. */
export function hasName(source: Source, ts: TypeScript, name: string): boolean {
  return listBindings(source, ts).some(({ local }) => local === name) ||
    findUses(source, ts, name).length > 0;
}

/** What becomes of the imports of a file. */
export class ImportPlan {
  readonly #source: Source;
  readonly #ts: TypeScript;
  readonly #dropped = new Set<Binding["node"]>();
  /** Names to add, by specifier. */
  readonly #added = new Map<string, Set<string>>();
  /** New specifiers of bindings. */
  readonly #moved = new Map<Binding["node"], { specifier: string; name?: string | undefined }>();

  /** @param source the file */
  constructor(source: Source, ts: TypeScript) {
    this.#source = source;
    this.#ts = ts;
  }

  /** Removes a name. */
  drop(binding: Binding): void {
    this.#dropped.add(binding.node);
  }

  /** Removes the names that nothing uses after the edits, and something used before. */
  #dropUnused(bindings: readonly Binding[]): void {
    for (const binding of bindings) {
      const uses = findUses(this.#source, this.#ts, binding.local);
      const isUsed = uses.some((use) => !this.#source.isReplaced(use)) ||
        this.#source.edits.some(({ text }) => text.split(/[^\w$]+/).includes(binding.local));
      if (uses.length > 0 && !isUsed) this.drop(binding);
    }
  }

  /** Takes a name from another module, there with another name if one is given. */
  move(binding: Binding, specifier: string, name?: string): void {
    this.#moved.set(binding.node, { specifier, name });
  }

  /** Adds a name, such as `auth` or `auth as readSession`; `default as name` for a default. */
  add(specifier: string, name: string): void {
    this.#added.set(specifier, (this.#added.get(specifier) ?? new Set()).add(name));
  }

  /** `true` for a name that is removed. */
  isDropped({ node }: Binding): boolean {
    return this.#dropped.has(node);
  }

  /** `true` for a name that comes from another module. */
  isMoved({ node }: Binding): boolean {
    return this.#moved.has(node);
  }

  /** Plans the edits. */
  apply(): void {
    const source = this.#source;
    const bindings = listBindings(source, this.#ts);
    this.#dropUnused(bindings);
    const removed: ts.ImportDeclaration[] = [];
    for (const declaration of new Set(bindings.map((binding) => binding.declaration))) {
      const own = bindings.filter((binding) => binding.declaration === declaration);
      if (own.every(({ node }) => this.#dropped.has(node))) removed.push(declaration);
      else this.#rewrite(own);
    }
    const lines = [...this.#added].map(([specifier, names]) =>
      lineFor([...names], specifier, this.#style())
    );
    const [place, ...others] = lines.length > 0 ? removed : [undefined, ...removed];
    if (place) source.replaceNode(place, lines.join("\n"));
    else if (lines.length > 0) this.#insertLines(lines);
    for (const one of others) if (one) source.removeStatement(one);
  }

  #rewrite(bindings: readonly Binding[]): void {
    const source = this.#source;
    const [{ declaration, specifier }] = bindings as [Binding];
    const kept = bindings.filter(({ node }) => !this.#dropped.has(node));
    const targetOf = ({ node }: Binding) => this.#moved.get(node)?.specifier ?? specifier;
    const targets = [...new Set(kept.map(targetOf))];
    const isRenamed = kept.some(({ node }) => this.#moved.get(node)?.name !== undefined);
    const target = targets[0]!;
    const additions = targets.map((one) => this.#added.get(one)).filter(Boolean);
    if (targets.length === 1 && kept.length === bindings.length && !isRenamed) {
      if (target !== specifier) this.#name(declaration, target);
      if (additions.length > 0) this.#extend(declaration, target, bindings);
      return;
    }
    const lines = targets.map((one) => {
      const names = kept.filter((binding) => targetOf(binding) === one)
        .map((binding) => writeBinding(source, binding, this.#moved.get(binding.node)?.name));
      const added = isTypeOnly(declaration) ? [] : this.#take(one);
      return lineFor([...names, ...added], one, {
        ...this.#style(),
        isType: isTypeOnly(declaration),
      });
    });
    source.replaceNode(declaration, lines.join("\n"));
  }

  /** Adds names to a declaration that is kept. */
  #extend(declaration: ts.ImportDeclaration, target: string, bindings: readonly Binding[]): void {
    if (isTypeOnly(declaration) || bindings.some(({ imported }) => imported === "*")) return;
    const names = [...this.#added.get(target) ?? []];
    const { importClause } = declaration;
    const byDefault = names.find((name) => name.startsWith("default as "));
    if (byDefault !== undefined) {
      if (importClause!.name) return;
      const local = byDefault.slice("default as ".length);
      this.#source.insert(importClause!.getStart(this.#source.tree), `${local}, `);
      this.#added.get(target)!.delete(byDefault);
    }
    const last = bindings.findLast(({ node }) => this.#ts.isImportSpecifier(node));
    const known = new Set(bindings.map(({ imported }) => imported));
    const text = this.#take(target).filter((name) => !known.has(name)).join(", ");
    if (text === "") return;
    if (last) this.#source.insert(last.node.end, `, ${text}`);
    else this.#source.insert(declaration.importClause!.end, `, { ${text} }`);
  }

  #take(specifier: string): string[] {
    const names = [...this.#added.get(specifier) ?? []];
    this.#added.delete(specifier);
    return names;
  }

  #name(declaration: ts.ImportDeclaration, specifier: string): void {
    const { quote } = this.#style();
    this.#source.replaceNode(declaration.moduleSpecifier, quote + specifier + quote);
  }

  #insertLines(lines: readonly string[]): void {
    const { tree } = this.#source;
    const imports = tree.statements.filter(this.#ts.isImportDeclaration);
    const last = imports.findLast((one) => !this.#source.isReplaced(one)) ?? imports.at(-1);
    if (last) {
      const indent = readIndent(this.#source, last.getStart(tree));
      this.#source.insert(last.end, lines.map((line) => `\n${indent}${line}`).join(""));
      return;
    }
    // Directives such as "use client" stay the first statement.
    const directive = tree.statements.filter((one) =>
      this.#ts.isExpressionStatement(one) && this.#ts.isStringLiteral(one.expression)
    ).at(-1);
    const block = lines.join("\n");
    if (directive) this.#source.insert(directive.end, `\n\n${block}`);
    else this.#source.insert(tree.statements[0]?.getStart(tree) ?? 0, `${block}\n\n`);
  }

  #style(): Style {
    return readStyle(this.#source, this.#ts);
  }
}

/** How a file writes imports. */
export interface Style {
  /** Quotation mark. */
  readonly quote: string;
  /** Semicolon, or nothing. */
  readonly end: string;
  /** `true` for an import of types alone. */
  readonly isType?: boolean;
}

/** The style of a file, as its first import or export shows it. */
export function readStyle(source: Source, ts: TypeScript): Style {
  const first = source.tree.statements.find((one) =>
    (ts.isImportDeclaration(one) || ts.isExportDeclaration(one)) && one.moduleSpecifier
  ) as ts.ImportDeclaration | undefined;
  const specifier = first ? source.textOf(first.moduleSpecifier) : '"';
  const statement = first ?? source.tree.statements[0];
  const hasEnd = statement ? source.textOf(statement).endsWith(";") : true;
  return { quote: specifier.startsWith("'") ? "'" : '"', end: hasEnd ? ";" : "" };
}

/** An import declaration. */
export function lineFor(
  names: readonly string[],
  specifier: string,
  { quote, end, isType = false }: Style,
): string {
  const star = names.find((name) => name.startsWith("* as "));
  const byDefault = names.find((name) => name.startsWith("default as "))?.slice(
    "default as ".length,
  );
  const named = names.filter((name) => !/^(\*|default) as /.test(name));
  const parts = [
    ...byDefault === undefined ? [] : [byDefault],
    ...star === undefined ? [] : [star],
    ...named.length > 0 ? [`{ ${named.join(", ")} }`] : [],
  ];
  const word = isType ? "import type" : "import";
  return `${word} ${parts.join(", ")} from ${quote}${specifier}${quote}${end}`;
}

/** A binding as a declaration has it. */
function writeBinding(source: Source, { imported, local, node }: Binding, name = imported): string {
  if (imported === "*") return `* as ${local}`;
  if (name === "default") return `default as ${local}`;
  const isType = /^type\s/.test(source.textOf(node)) ? "type " : "";
  return isType + (name === local ? name : `${name} as ${local}`);
}

function isTypeOnly({ importClause }: ts.ImportDeclaration): boolean {
  return importClause?.isTypeOnly === true;
}
