/**
 * Moves an app from an earlier version of this library: names that have changed are written anew, and
 * what has no equal is listed.
 *
 * @module
 */

import type ts from "typescript";
import { findOrigin } from "./better_auth_parts.ts";
import { type Binding, findUses, ImportPlan, listBindings } from "./imports.ts";
import { newerRange } from "./manifest.ts";
import { unwrap } from "./options.ts";
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
    const imports = new ImportPlan(source, draft.ts);
    for (const binding of listBindings(source, draft.ts)) {
      if (isOwn(binding.specifier)) moveBinding(draft, source, binding, imports);
    }
    listExports(draft, source);
    moveMembers(draft, source);
    moveOptions(draft, source, imports);
    imports.apply();
  }
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
      const row = moduleSpecifier.text.endsWith("/server")
        ? FUNCTIONS.get(name) ?? TYPES.get(name)
        : undefined;
      const text = row
        ? `it is \`${row.name}\` of \`${row.module}\``
        : Object.hasOwn(PARTS, name)
        ? `write \`${PARTS[name]}\``
        : Object.hasOwn(GONE, name)
        ? GONE[name]
        : undefined;
      if (text) draft.note("left", source, one, `\`${name}\` is gone: ${text}`, GUIDE);
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
      draft.note(
        "left",
        source,
        use,
        `\`${local}\` takes the config first, then the request`,
        GUIDE,
      );
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

/** `auth.suspendUser(id)` → `auth.users.suspend(id)`. */
function moveMembers(draft: Draft, source: Source): void {
  const { ts } = draft;
  const names = new Set(resultsIn(draft, source));
  for (const { specifier, imported, local } of listBindings(source, ts)) {
    if (isOwn(specifier)) continue;
    const origin = findOrigin(draft, source, specifier, imported);
    if (origin && resultsIn(draft, origin.source).includes(origin.name)) names.add(local);
  }
  for (const local of names) {
    for (const use of findUses(source, ts, local)) {
      const { parent } = use;
      if (!ts.isPropertyAccessExpression(parent) || parent.expression !== use) continue;
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
      const config = given && unwrap(ts, given);
      if (!config || !ts.isObjectLiteralExpression(config)) continue;
      for (const member of config.properties.filter(ts.isPropertyAssignment)) {
        const name = member.name.getText(source.tree);
        const row = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
        const value = unwrap(ts, member.initializer);
        if (row) moveOption(draft, source, { name, row, value, specifier }, imports);
      }
    }
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
