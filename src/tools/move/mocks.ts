/**
 * Mocks in tests of an app. With next-auth 4, the read of the session on the server becomes one of the
 * app's own module, so the tests replace that one. With Better Auth, mocks of the module of the config
 * and of the client are listed, since the app calls other functions of them.
 *
 * @module
 */

import type ts from "typescript";
import type { Home } from "./home.ts";
import { type Binding, type ImportPlan, listBindings } from "./imports.ts";
import { unwrap } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";
import { isMock } from "./specifiers.ts";

/** Names of the read with options. */
const READS = ["getServerSession", "unstable_getServerSession"];

/** Modules that have it. */
const MODULES = /^next-auth(\/next)?$/;

/**
 * Moves the mocks of a file whose factory has the read of the session and nothing else.
 *
 * @returns the imports that are moved with them
 */
export function moveMocks(
  draft: Draft,
  source: Source,
  home: Home,
  imports: ImportPlan,
): ReadonlySet<Binding["node"]> {
  const moved = new Set<Binding["node"]>();
  const { ts } = draft;
  const mocks = findAll(source.tree, ts.isStringLiteralLike).filter((one) => isMock(draft, one));
  let isDone = false;
  for (const literal of mocks.filter(({ text }) => MODULES.test(text))) {
    const members = readMembers(draft, literal);
    const [member, ...rest] = members ?? [];
    // The module has one read, so it gets one mock.
    if (!member || rest.length > 0 || isDone) continue;
    const read = member.name?.getText(source.tree) ?? "";
    if (ts.isSpreadAssignment(member) || !READS.includes(read)) continue;
    const other = mocks.find((one) => draft.resolver.find(source.path, one.text) === home.path);
    const statement = literal.parent.parent;
    const places = other && readMembers(draft, other);
    if (other && (!places || places.length === 0 || !ts.isExpressionStatement(statement))) continue;
    const name = home.exportName("auth");
    if (places?.some((one) => one.name?.getText(source.tree) === name)) continue;
    if (places) {
      source.insert(
        places[0]!.getStart(source.tree),
        `${renamed(draft, source, member, name)}, `,
      );
      source.removeStatement(statement as ts.Statement);
    } else {
      const quote = source.textOf(literal).charAt(0);
      source.replaceNode(literal, quote + home.specifierFor(source) + quote);
      source.replaceNode(member, renamed(draft, source, member, name));
    }
    draft.note(
      "change",
      source,
      literal,
      `the mock of \`${read}\` → \`${name}\` of the module`,
      "testing.md",
    );
    isDone = true;
  }
  if (!isDone) return moved;
  for (const binding of listBindings(source, ts)) {
    if (!MODULES.test(binding.specifier) || !READS.includes(binding.imported)) continue;
    imports.move(binding, home.specifierFor(source), home.exportName("auth"));
    moved.add(binding.node);
  }
  return moved;
}

/** Lists the mocks of modules whose functions have other names or places after the move. */
export function listMocks(draft: Draft, source: Source, modules: ReadonlySet<string>): void {
  for (const literal of findAll(source.tree, draft.ts.isStringLiteralLike)) {
    if (!isMock(draft, literal)) continue;
    const path = draft.resolver.find(source.path, literal.text);
    if (path === undefined || !modules.has(path)) continue;
    const text =
      `the test replaces \`${path}\`, of which the app now calls other functions: replace ` +
      "those";
    draft.note("left", source, literal, text, "testing.md");
  }
}

/** Members of the object that the factory of a mock returns; `undefined` in other forms. */
function readMembers(
  { ts }: Draft,
  { parent }: ts.StringLiteralLike,
): readonly ts.ObjectLiteralElementLike[] | undefined {
  const factory = ts.isCallExpression(parent) ? parent.arguments[1] : undefined;
  if (!factory || !(ts.isArrowFunction(factory) || ts.isFunctionExpression(factory))) return;
  let body: ts.Node | undefined = factory.body;
  if (ts.isBlock(factory.body)) {
    const [only, ...rest] = factory.body.statements;
    body = only && ts.isReturnStatement(only) && rest.length === 0 ? only.expression : undefined;
  }
  const object = body && unwrap(ts, body as ts.Expression);
  return object && ts.isObjectLiteralExpression(object) ? object.properties : undefined;
}

/** A member of the object under another name. */
function renamed(
  { ts }: Draft,
  source: Source,
  member: ts.ObjectLiteralElementLike,
  name: string,
): string {
  const text = source.textOf(member);
  if (ts.isShorthandPropertyAssignment(member)) return `${name}: ${text}`;
  const own = member.name!;
  const at = own.getStart(source.tree) - member.getStart(source.tree);
  return text.slice(0, at) + name + text.slice(at + source.textOf(own).length);
}
