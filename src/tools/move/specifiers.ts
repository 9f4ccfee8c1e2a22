/**
 * Names of modules in the files of an app: in imports and exports, `import()`, `require()`, mocks of
 * tests, and types that the app extends.
 *
 * @module
 */

import type ts from "typescript";
import { moveAdapter } from "./adapters.ts";
import type { Library } from "./app.ts";
import { type Binding, type ImportPlan, listBindings } from "./imports.ts";
import {
  adapterOf,
  adviceFor,
  augmentedFor,
  isAdapter,
  isOfLibrary,
  moduleFor,
  RENAMED_ADAPTERS,
  RENAMED_TYPES,
  TEXT_TYPES,
} from "./names.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";

/** Calls that take the name of a module: those of test runners among them. */
const TAKES_MODULE =
  /(^|\.)(require|resolve|mock|doMock|unmock|dontMock|requireActual|requireMock|importActual|importMock|unstable_mockModule)$/;

/** Calls that replace a module in a test. */
const MOCKS = /\.(mock|doMock|unstable_mockModule|module)$/;

/** Functions that the app has from its own module after the move. */
const ON_SERVER = /\b(getServerSession|getToken|getSession)\b/;

/** Renames the modules of a file. Names that another rule has moved are moved there. */
export function renameModules(
  draft: Draft,
  source: Source,
  library: Library,
  imports: ImportPlan,
  isMoved: (binding: Binding) => boolean,
): void {
  const { ts } = draft;
  // A type with parameters is replaced as a whole, before its parameters.
  const rank = ({ imported }: Binding) => TEXT_TYPES.indexOf(imported);
  const bindings = listBindings(source, ts).toSorted((a, b) => rank(a) - rank(b));
  const handled = new Set<ts.Node>();
  for (const binding of bindings) {
    const { specifier, declaration, imported } = binding;
    if (isAdapter(specifier) && moveAdapter(draft, source, binding, imports)) {
      handled.add(declaration.moduleSpecifier);
      continue;
    }
    if (!isOfLibrary(specifier)) continue;
    handled.add(declaration.moduleSpecifier);
    if (isMoved(binding) || imports.isDropped(binding)) continue;
    const target = moduleFor(library, specifier);
    if (target === undefined) {
      note(draft, source, declaration, specifier);
      continue;
    }
    if (TEXT_TYPES.includes(imported)) {
      replaceType(draft, source, binding);
      continue;
    }
    const type = Object.hasOwn(RENAMED_TYPES, imported) ? RENAMED_TYPES[imported] : undefined;
    const adapter = adapterOf(specifier) && RENAMED_ADAPTERS[imported];
    if (adapter) renameAdapter(draft, source, binding, adapter);
    imports.move(binding, type?.module ?? target, type?.name ?? adapter);
    if (/\/providers\/(trakt|pinterest)$/.test(specifier)) {
      const text =
        "accounts are linked by their stable id: rows that were linked by the handle are not found";
      draft.note("left", source, declaration, text, "from-auth-js.md#differences");
    }
    draft.note("change", source, declaration, `\`${specifier}\` → \`${target}\``);
  }
  for (const literal of findAll(source.tree, ts.isStringLiteralLike)) {
    const specifier = literal.text;
    if (!isOfLibrary(specifier) || handled.has(literal) || source.isReplaced(literal)) continue;
    const target = findTarget(draft, library, literal);
    if (target === undefined) {
      note(draft, source, literal, specifier);
      continue;
    }
    const quote = source.textOf(literal).charAt(0);
    source.replaceNode(literal, quote + target + quote);
    draft.note("change", source, literal, `\`${specifier}\` → \`${target}\``);
    if (isMock(draft, literal) && ON_SERVER.test(source.textOf(literal.parent))) {
      const text =
        "the test replaces functions that the app now has from its own module: mock `auth` of that " +
        "module";
      draft.note("left", source, literal, text, "testing.md");
    }
  }
}

/** A type of texts becomes `string`, and its import goes, since nothing uses it any more. */
function replaceType(draft: Draft, source: Source, { local, node }: Binding): void {
  for (const type of findAll(source.tree, draft.ts.isTypeReferenceNode)) {
    const isIt = type.typeName.getText(source.tree) === local && !source.isReplaced(type);
    if (isIt) source.replaceNode(type, "string");
  }
  draft.note("change", source, node, `\`${local}\` is \`string\` here`);
}

function renameAdapter(draft: Draft, source: Source, { imported, local }: Binding, name: string) {
  if (imported !== local) return;
  for (const node of findAll(source.tree, draft.ts.isIdentifier)) {
    const isUse = node.text === local && !draft.ts.isImportSpecifier(node.parent);
    if (isUse) source.replaceNode(node, name);
  }
}

/** Module in place of the one that a literal names; `undefined` where the literal is something else. */
function findTarget(
  { ts }: Draft,
  library: Library,
  literal: ts.StringLiteralLike,
): string | undefined {
  const { parent, text } = literal;
  if (ts.isModuleDeclaration(parent)) return augmentedFor(library, text);
  const isName = ts.isExportDeclaration(parent) || ts.isImportDeclaration(parent) ||
    ts.isExternalModuleReference(parent) || ts.isLiteralTypeNode(parent) ||
    (ts.isCallExpression(parent) && parent.arguments[0] === literal && takesModule(ts, parent));
  return isName ? moduleFor(library, text) : undefined;
}

function takesModule(ts: Draft["ts"], { expression }: ts.CallExpression): boolean {
  return expression.kind === ts.SyntaxKind.ImportKeyword ||
    TAKES_MODULE.test(expression.getText());
}

/** `true` for the name of a module that a test replaces. */
export function isMock({ ts }: Draft, literal: ts.Node): boolean {
  const { parent } = literal;
  return ts.isCallExpression(parent) && parent.arguments[0] === literal &&
    MOCKS.test(parent.expression.getText());
}

function note(draft: Draft, source: Source, node: ts.Node, specifier: string): void {
  const { ts } = draft;
  const isName = ts.isImportDeclaration(node) || ts.isExportDeclaration(node.parent);
  const { text, guide } = adviceFor(specifier);
  draft.note(
    "left",
    source,
    node,
    isName ? text : `the name \`${specifier}\` stands here: write the new one if it is needed`,
    guide,
  );
}
