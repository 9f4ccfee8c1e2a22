/**
 * Moves an app from an earlier version of this library: names that have changed are written anew, and
 * what has no equal is listed.
 *
 * @module
 */

import type ts from "typescript";
import { type Binding, findUses, type ImportPlan, listBindings } from "./imports.ts";
import { newerRange } from "./manifest.ts";
import { findOrigin, resolveOptions, unwrap } from "./options.ts";
import { FUNCTIONS, GONE, MEMBERS, OPTIONS, PARTS, type Renamed, TYPES } from "./own_renames.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";

const GUIDE = "../CHANGELOG.md#changes-that-ask-something-of-you";

/** `true` for a module of this library. */
export function isOwn(specifier: string): boolean {
  return /^((jsr|npm):\/?)?@x\/auth(@[^/]+)?(\/|$)/.test(specifier);
}

/** Plans the move. */
export function moveOwn(draft: Draft): void {
  for (const source of draft.using) {
    const imports = draft.importsOf(source);
    for (const binding of listBindings(source, draft.ts)) {
      if (isOwn(binding.specifier)) moveBinding(draft, source, binding, imports);
    }
    listExports(draft, source);
    moveMembers(draft, source);
    moveOptions(draft, source, imports);
    listWholes(draft, source);
  }
  draft.applyImports();
}

function moveBinding(draft: Draft, source: Source, binding: Binding, imports: ImportPlan): void {
  const { ts } = draft;
  const { imported, local, node, specifier } = binding;
  const isOfServer = specifier.endsWith("/server");
  const row = isOfServer ? FUNCTIONS.get(imported) ?? TYPES.get(imported) : undefined;
  if (row) {
    imports.move(binding, withVersion(specifier, row.module), row.name);
    note(draft, source, node, imported, `${row.name}\` of \`${row.module}`);
    if (row.swaps) swapArguments(draft, source, local);
  } else if (Object.hasOwn(PARTS, imported)) {
    const text = PARTS[imported]!;
    for (const type of findAll(source.tree, ts.isTypeReferenceNode)) {
      if (type.typeName.getText(source.tree) === local) source.replaceNode(type, text);
    }
    imports.add(withVersion(specifier, "@x/auth/types"), "type Texts");
    note(draft, source, node, imported, text);
  } else if (Object.hasOwn(GONE, imported)) {
    draft.note("left", source, node, `\`${imported}\` is gone: ${GONE[imported]}`, GUIDE);
  }
  if (!row && renewed(specifier) !== specifier) imports.move(binding, renewed(specifier));
}

/** Names that a module passes on are listed, since those who import them need them. */
function listExports(draft: Draft, source: Source): void {
  const { ts } = draft;
  for (const statement of source.tree.statements.filter(ts.isExportDeclaration)) {
    const { moduleSpecifier, exportClause } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) continue;
    if (!isOwn(moduleSpecifier.text)) continue;
    if (!exportClause || !ts.isNamedExports(exportClause)) continue;
    for (const one of exportClause.elements) {
      const name = (one.propertyName ?? one.name).text;
      listName(draft, source, one, name, moduleSpecifier.text.endsWith("/server"));
    }
  }
}

function note(draft: Draft, source: Source, at: ts.Node, from: string, to: string): void {
  draft.note("change", source, at, `\`${from}\` → \`${to}\``, GUIDE);
}

/** A module with what stands around the name of the package, such as `jsr:` and the version of today. */
function withVersion(specifier: string, module: string): string {
  const [, scheme = "", range] = /^((?:jsr|npm):\/?)?@x\/auth(?:@([^/]+))?/.exec(specifier) ?? [];
  const version = range === undefined ? "" : `@${newerRange(range) ?? range}`;
  return `${scheme}@x/auth${version}${module.slice("@x/auth".length)}`;
}

/** The same module of the version of today. */
function renewed(specifier: string): string {
  return withVersion(specifier, specifier.replace(/^.*?@x\/auth(@[^/]+)?/, "@x/auth"));
}

/** `f(request, config, …)` → `f(config, request, …)`. */
function swapArguments(draft: Draft, source: Source, local: string): void {
  const { ts } = draft;
  for (const use of findUses(source, ts, local)) {
    const call = use.parent;
    const [first, second] = ts.isCallExpression(call) && call.expression === use
      ? call.arguments
      : [];
    if (!first || !second || ts.isSpreadElement(first) || ts.isSpreadElement(second)) {
      const text = `\`${local}\` takes the config first, then the request`;
      draft.note("left", source, use, text, GUIDE);
      continue;
    }
    const texts = [source.textOf(first), source.textOf(second)];
    source.replaceNode(first, texts[1]!);
    source.replaceNode(second, texts[0]!);
  }
}

/** Names that a file makes with a function of this library, such as the result of `defineAuth`. */
function resultsIn({ ts }: Draft, source: Source): string[] {
  const makers = listBindings(source, ts).filter(({ specifier }) => isOwn(specifier))
    .map(({ local }) => local);
  return findAll(source.tree, ts.isVariableDeclaration).flatMap(({ name, initializer }) => {
    const value = initializer && unwrap(ts, initializer);
    const isMade = value && ts.isCallExpression(value) && ts.isIdentifier(value.expression) &&
      makers.includes(value.expression.text);
    if (!isMade) return [];
    if (ts.isIdentifier(name)) return [name.text];
    return ts.isObjectBindingPattern(name)
      ? name.elements.map((element) => element.name.getText(source.tree))
      : [];
  });
}

/** Names by which a file has such a result, from its own code or from another module. */
function listResults(draft: Draft, source: Source): ReadonlySet<string> {
  const names = new Set(resultsIn(draft, source));
  for (const { specifier, imported, local } of listBindings(source, draft.ts)) {
    if (isOwn(specifier)) continue;
    const origin = findOrigin(draft, source, specifier, imported);
    if (origin && resultsIn(draft, origin.source).includes(origin.name)) names.add(local);
  }
  return names;
}

/** `auth.suspendUser(id)` → `auth.users.suspend(id)`. */
function moveMembers(draft: Draft, source: Source): void {
  const { ts } = draft;
  for (const local of listResults(draft, source)) {
    for (const use of findUses(source, ts, local)) {
      const { parent } = use;
      if (!ts.isPropertyAccessExpression(parent) || parent.expression !== use) {
        listMembers(draft, source, use);
        continue;
      }
      const found = FUNCTIONS.get(parent.name.text);
      if (found) {
        const text = `${found.module.slice("@x/auth/".length)}.${found.name}`;
        source.replaceNode(parent.name, text);
        note(draft, source, use, parent.name.text, text);
      }
      // `auth.organizations.membershipOf`, and `membershipOf` of `NextAuth()`.
      const last =
        ts.isPropertyAccessExpression(parent.parent) && parent.parent.expression === parent
          ? parent.parent.name
          : parent.name;
      const member = Object.hasOwn(MEMBERS, last.text) ? MEMBERS[last.text] : undefined;
      if (!member) continue;
      source.replaceNode(last, member);
      note(draft, source, use, last.text, member);
    }
  }
}

/** Members of a result by a text, by a variable, or taken apart are listed. */
function listMembers(draft: Draft, source: Source, use: ts.Identifier): void {
  const { ts } = draft;
  const { parent } = use;
  const keys: (ts.Node | undefined)[] =
    ts.isVariableDeclaration(parent) && parent.initializer === use &&
      ts.isObjectBindingPattern(parent.name)
      ? parent.name.elements.map((one) => one.propertyName ?? one.name)
      : ts.isElementAccessExpression(parent) && parent.expression === use
      ? [parent.argumentExpression]
      : [];
  for (const key of keys) {
    const isText = key && (ts.isIdentifier(key) && !ts.isElementAccessExpression(parent) ||
      ts.isStringLiteralLike(key));
    if (!isText) draft.note("left", source, use, "names of members may have changed here", GUIDE);
    else listName(draft, source, key, key.text);
  }
}

/** Lists a name that has changed, where it is not written anew; most names were in one module. */
function listName(
  draft: Draft,
  source: Source,
  at: ts.Node,
  name: string,
  isOfServer = true,
): void {
  const row = isOfServer ? FUNCTIONS.get(name) ?? TYPES.get(name) : undefined;
  const text = row
    ? `it is \`${row.name}\` of \`${row.module}\``
    : isOfServer && Object.hasOwn(MEMBERS, name)
    ? `it is \`${MEMBERS[name]}\``
    : Object.hasOwn(PARTS, name)
    ? `write \`${PARTS[name]}\``
    : Object.hasOwn(GONE, name)
    ? GONE[name]
    : undefined;
  if (text) draft.note("left", source, at, `\`${name}\` is gone: ${text}`, GUIDE);
}

/** Lists names of a module that a file has as a whole: by `* as`, `import()` or `require`. */
function listWholes(draft: Draft, source: Source): void {
  const { ts } = draft;
  const isWhole =
    listBindings(source, ts).some(({ specifier, imported }) =>
      imported === "*" && isOwn(specifier)
    ) || findAll(source.tree, ts.isCallExpression).some(({ expression, arguments: [given] }) =>
      given !== undefined && ts.isStringLiteralLike(given) && isOwn(given.text) &&
      /^(import|require)$/.test(expression.getText(source.tree))
    );
  if (!isWhole) return;
  for (const node of findAll(source.tree, ts.isIdentifier)) {
    const { parent } = node;
    const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node ||
      ts.isQualifiedName(parent) && parent.right === node ||
      ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node;
    if (isMember && !source.isReplaced(node)) listName(draft, source, node, node.text);
  }
}

/** `account: true` → `account: AccountPage()`. */
function moveOptions(draft: Draft, source: Source, imports: ImportPlan): void {
  const { ts } = draft;
  const makers = listBindings(source, ts).filter(({ specifier, imported }) =>
    isOwn(specifier) && (imported === "default" || /Auth\$?$/.test(imported))
  );
  for (const { local, specifier } of makers) {
    for (const use of findUses(source, ts, local)) {
      const call = use.parent;
      const [given] = ts.isCallExpression(call) && call.expression === use ? call.arguments : [];
      if (!given) continue;
      const found = resolveOptions(draft, source, given);
      const config = found?.object;
      if (!config || found.source !== source) {
        listConfig(draft, source, given, found);
        continue;
      }
      for (const member of config.properties.filter(ts.isPropertyAssignment)) {
        const name = member.name.getText(source.tree);
        const row = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
        const value = unwrap(ts, member.initializer);
        if (row) moveOption(draft, source, { name, row, value, specifier }, imports);
      }
    }
  }
}

/** Lists the options of a config of another module, or one that is made at run time. */
function listConfig(
  draft: Draft,
  source: Source,
  given: ts.Expression,
  found: ReturnType<typeof resolveOptions>,
): void {
  if (!found) {
    const value = unwrap(draft.ts, given);
    // What `defineAuth` returned is no config.
    if (draft.ts.isIdentifier(value) && listResults(draft, source).has(value.text)) return;
    const names = Object.keys(OPTIONS).map((name) => `\`${name}\``).join(", ");
    return draft.note(
      "left",
      source,
      given,
      `the config is made at run time: look in it for ${names}, which are calls of functions now`,
      GUIDE,
    );
  }
  for (const member of found.object.properties) {
    const name = member.name?.getText(found.source.tree) ?? "";
    const row = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
    const isCall = draft.ts.isPropertyAssignment(member) &&
      draft.ts.isCallExpression(unwrap(draft.ts, member.initializer));
    if (!row || isCall) continue;
    const text = `\`${name}\` is \`${row.name}()\` of \`${row.module}\``;
    draft.note("left", found.source, member, text, GUIDE);
  }
}

interface Option {
  readonly name: string;
  readonly row: Renamed;
  readonly value: ts.Expression;
  readonly specifier: string;
}

function moveOption(
  draft: Draft,
  source: Source,
  { name, row, value, specifier }: Option,
  imports: ImportPlan,
): void {
  const { ts } = draft;
  const isFlag = value.kind === ts.SyntaxKind.TrueKeyword;
  // The nested flags of a sign-out are functions too.
  if (!isFlag && (!ts.isObjectLiteralExpression(value) || name === "signOut")) {
    if (ts.isCallExpression(value)) return;
    draft.note(
      "left",
      source,
      value,
      `\`${name}\` is \`${row.name}()\` of \`${row.module}\``,
      GUIDE,
    );
    return;
  }
  imports.add(withVersion(specifier, row.module), row.name);
  const text = `${row.name}(${isFlag ? "" : source.textOf(value)})`;
  source.replaceNode(value, text);
  note(draft, source, value, name, text);
}
