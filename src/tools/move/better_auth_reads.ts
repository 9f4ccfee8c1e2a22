/**
 * The search for members that a session of Better Auth has no more after the move, in every file of the
 * app and of its workspace.
 *
 * @module
 */

import { dirname, join } from "node:path";
import type ts from "typescript";
import { CODE, pathFrom } from "./app.ts";
import { readName, type ServerMove } from "./better_auth_parts.ts";
import { holdsSession } from "./better_auth_holders.ts";
import { listBindings } from "./imports.ts";
import { unwrap } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, Source } from "./source.ts";

/**
 * Members of Better Auth and its plugins that the result has no more. One of these words in any file is
 * taken for a read of it, once the result has left the place where it was read.
 */
const LOST = [
  "session",
  "banned banReason banExpires role impersonatedBy",
  "emailVerified createdAt updatedAt expiresAt ipAddress userAgent userId token",
  "username displayUsername phoneNumber phoneNumberVerified twoFactorEnabled isAnonymous",
  "activeOrganizationId activeTeamId lastLoginMethod stripeCustomerId",
].join(" ").split(" ");

/** Folders in which no code of a workspace is written. */
const BUILT = ["node_modules", "dist", "build", "coverage", ".*"].map((name) => `**/${name}`);

/** Code of the other packages of the workspace, by paths from the folder of the app. */
function listOthers({ app: { folder }, ts: { sys } }: Draft): string[] {
  const isWorkspace = (at: string) =>
    ["pnpm-workspace.yaml", "nx.json", "lerna.json"].some((name) =>
      sys.fileExists(join(at, name))
    ) || ["package.json", "deno.json", "deno.jsonc"].some((name) =>
      /"workspaces?"\s*:/.test(sys.readFile(join(at, name)) ?? "")
    );
  let top = dirname(folder);
  while (!isWorkspace(top)) {
    if (dirname(top) === top) return [];
    top = dirname(top);
  }
  return sys.readDirectory(top, undefined, BUILT).map((path) => pathFrom(folder, path))
    .filter((path) => path.startsWith("../"));
}

/** The first read of a lost member in any file of the app or of its workspace. */
export function findRead({ draft, home, found }: ServerMove): string | undefined {
  if (found.isSearched) return found.place;
  const { ts } = draft;
  const added = findAll(home.tree, ts.isPropertyAssignment).flatMap((member) => {
    const fields = unwrap(ts, member.initializer);
    const isFound = readName(ts, member) === "additionalFields" &&
      ts.isObjectLiteralExpression(fields);
    return isFound ? fields.properties.flatMap((one) => readName(ts, one) || []) : [];
  });
  const names = new Set([...LOST, ...added]);
  let place: string | undefined;
  for (const path of [...draft.app.paths, ...listOthers(draft)]) {
    if (place !== undefined || !CODE.test(path)) continue;
    const text = draft.app.files.get(path) ?? ts.sys.readFile(join(draft.app.folder, path)) ?? "";
    const isNamed = [...names].some((one) => text.includes(one));
    const name = isNamed && readIn(draft, path, text, names);
    if (name) place = `${path} reads \`${name}\``;
  }
  found.isSearched = true;
  found.place = place;
  return place;
}

/** The first of the names that a file reads as a member or has as a text. */
function readIn(
  { ts }: Draft,
  path: string,
  text: string,
  names: ReadonlySet<string>,
): string | undefined {
  // Templates of components are no code to the parser.
  if (/\.(svelte|vue|astro)$/.test(path)) {
    return [...names].find((name) =>
      text.split(name).some((after, index, parts) =>
        index > 0 && !/^[\w$]/.test(after) && /[.{,"'`]\s*$/.test(parts[index - 1]!.slice(-80))
      )
    );
  }
  const source = new Source(path, text, ts);
  const { tree } = source;
  const tables = listTables(source, ts);
  return findAll(
    tree,
    (node): node is ts.Identifier | ts.StringLiteralLike =>
      (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && names.has(node.text),
  ).find((node) => {
    const { parent } = node;
    if (tables.some((one) => isOfTable(ts, one, node))) return false;
    if (ts.isPropertyAccessExpression(parent)) {
      return parent.name === node && !holdsSession(ts, parent) && !isColumn(ts, parent);
    }
    if (ts.isBindingElement(parent)) {
      return ts.isObjectBindingPattern(parent.parent) &&
        (parent.propertyName ?? parent.name) === node;
    }
    if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) {
      const pattern = parent.name === node && ts.findAncestor(parent, ts.isBinaryExpression);
      if (parent.name === node) {
        return pattern && pattern.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
          parent.pos < pattern.left.end;
      }
    }
    return ts.isStringLiteralLike(node) && !ts.isLiteralTypeNode(parent);
  })?.text;
}

/**
 * `true` for `posts.createdAt` in `findMany({ orderBy: (posts, { desc }) => desc(posts.createdAt) })`, where
 * Drizzle passes a table.
 */
function isColumn(ts: Draft["ts"], { expression }: ts.PropertyAccessExpression): boolean {
  if (!ts.isIdentifier(expression)) return false;
  const outer = ts.findAncestor(expression, ts.isArrowFunction);
  const [first] = outer?.parameters ?? [];
  const member = outer?.parent;
  if (!first || !ts.isIdentifier(first.name) || first.name.text !== expression.text) return false;
  if (!member || !ts.isPropertyAssignment(member)) return false;
  const call = member.parent.parent;
  return /^(orderBy|where|extras)$/.test(member.name.getText()) && ts.isCallExpression(call) &&
    ts.isPropertyAccessExpression(call.expression) &&
    /^find(First|Many)$/.test(call.expression.name.text);
}

/** Calls that make tables and relations of Drizzle, which run when their module is loaded. */
function listTables(source: Source, ts: Draft["ts"]): ts.CallExpression[] {
  const makers = new Map(
    listBindings(source, ts).filter(({ specifier }) => /^drizzle-orm(\/|$)/.test(specifier))
      .map(({ local, imported }) => [local, imported]),
  );
  const tables: ts.CallExpression[] = [];
  if (makers.size === 0) return tables;
  for (const statement of source.tree.statements.filter(ts.isVariableStatement)) {
    for (const { name, initializer } of statement.declarationList.declarations) {
      const call = initializer && ts.isCallExpression(initializer) ? initializer : undefined;
      const imported = call && ts.isIdentifier(call.expression) &&
        makers.get(call.expression.text);
      if (!call || !imported) continue;
      if (/(Table|[rR]elations)$/.test(imported)) tables.push(call);
      // What makes tables stands before them.
      if (/TableCreator$/.test(imported) && ts.isIdentifier(name)) makers.set(name.text, "Table");
    }
  }
  return tables;
}

/**
 * `true` for a node of a table. A function in it may be called with a session, unless Drizzle calls it: the
 * callback after the name or after the columns, and `references(() => users.id)`.
 */
function isOfTable(ts: Draft["ts"], table: ts.CallExpression, node: ts.Node): boolean {
  if (node.pos < table.pos || table.end < node.end) return false;
  for (let at = node; at !== table; at = at.parent) {
    if (!ts.isFunctionLike(at)) continue;
    const { parent: call } = at;
    if (!ts.isCallExpression(call)) return false;
    const index = call.arguments.indexOf(at as ts.Node as ts.Expression);
    const isReference = index === 0 && at.parameters.length === 0 &&
      ts.isPropertyAccessExpression(call.expression) && call.expression.name.text === "references";
    if (!isReference && (call !== table || index < 1)) return false;
  }
  return true;
}
