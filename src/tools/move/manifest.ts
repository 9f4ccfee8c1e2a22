/**
 * The manifest of an app: the old packages go, this one comes, and versions that are too old are said
 * first.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type ts from "typescript";
import { addMember, findMember, removeMember } from "./objects.ts";
import { adapterOf, isOfLibrary } from "./names.ts";
import type { Draft } from "./plan.ts";
import { Source } from "./source.ts";

/** Name of this package. */
const OWN = "@x/auth";

/** Oldest releases that can read the package, and the page that says so. */
const MINIMUMS: readonly (readonly [name: string, version: string, guide: string])[] = [
  ["next", "14.2.25", "frameworks/next.md"],
  ["typescript", "5.7.0", "from-next-auth-4.md"],
];

/** Major version of the adapters that have another one than 1. */
const ADAPTER_MAJORS: Readonly<Record<string, string>> = {
  "@auth/mongodb-adapter": "^3.0.0",
  "@auth/prisma-adapter": "^2.0.0",
  "@auth/typeorm-adapter": "^2.0.0",
  "@auth/dynamodb-adapter": "^2.0.0",
  "@auth/mikro-orm-adapter": "^2.0.0",
  "@auth/firebase-adapter": "^2.0.0",
  "@auth/neo4j-adapter": "^2.0.0",
  "@auth/upstash-redis-adapter": "^2.0.0",
  "@auth/sequelize-adapter": "^2.0.0",
};

/** Packages that providers and adapters use, with the range that they need, by a word of their import. */
const PEERS: readonly (readonly [imported: RegExp, name: string, range: string])[] = [
  [/providers\/(email|nodemailer)["']/, "nodemailer", "^7.0.7"],
  [/providers\/(passkey|webauthn)["']/, "@simplewebauthn/server", "^14.0.0"],
  [/@x\/auth\/drizzle["']/, "@libsql/client", "^0.15.11"],
];

/** Says which packages of the app are too old. */
export function checkVersions(draft: Draft, installed: (name: string) => string | undefined): void {
  const { app } = draft;
  const source = new Source(app.manifest.path, app.manifest.text, draft.ts);
  for (const [name, minimum, guide] of MINIMUMS) {
    const version = installed(name) ?? app.packages.get(name);
    if (version === undefined || !isOlder(version, minimum)) continue;
    draft.note(
      "stop",
      source,
      Math.max(0, app.manifest.text.indexOf(`"${name}"`)),
      `${name} is ${version}: update it to ${minimum} or newer first`,
      guide,
    );
  }
}

/** `true` for a version, or the lowest one of a range, that is older. */
function isOlder(version: string, minimum: string): boolean {
  const parts = /\d+(\.\d+)*/.exec(version)?.[0].split(".").map(Number);
  if (!parts) return false;
  // A range such as ^14 takes the newest one of it.
  const isRange = /^[\^~>]/.test(version.trim());
  for (const [index, number] of minimum.split(".").map(Number).entries()) {
    const own = parts[index];
    if (own === undefined || own > number) return false;
    // Before version 1, minor versions are what major ones are afterwards.
    const isFixed = index === 0 || (index === 1 && parts[0] === 0);
    if (own < number) return isFixed || !(isRange && version.trim().startsWith("^"));
  }
  return false;
}

/**
 * The range of today in place of an older one of this package; `undefined` where that is new enough.
 * Minor versions change names before version 1, so a range counts with its lowest version.
 */
export function newerRange(range: string): string | undefined {
  const own = ownVersion();
  return isOlder(range.replace(/^[\^~>=]+/, ""), own) ? `^${own}` : undefined;
}

/** The text of the manifest after the move. */
export function changeManifest(draft: Draft): { path: string; before: string; after: string } {
  const { app, ts } = draft;
  const { path, text } = app.manifest;
  const source = new Source(path, text, ts);
  const [statement] = source.tree.statements;
  const root = statement && ts.isExpressionStatement(statement) ? statement.expression : undefined;
  if (root && ts.isObjectLiteralExpression(root)) {
    if (path === "package.json") changePackages(draft, source, root);
    else changeImports(draft, source, root);
  }
  return { path, before: text, after: draft.resultOf(source) ?? text };
}

function changePackages(draft: Draft, source: Source, root: ts.ObjectLiteralExpression): void {
  const { app, ts } = draft;
  const used = textsOf(draft);
  let isAdded = app.packages.has(OWN);
  for (const group of ["dependencies", "devDependencies", "peerDependencies"]) {
    const member = findMember(ts, root, group);
    const list = member && ts.isPropertyAssignment(member) ? member.initializer : undefined;
    if (!list || !ts.isObjectLiteralExpression(list)) continue;
    for (const entry of list.properties) {
      if (!ts.isPropertyAssignment(entry)) continue;
      const name = (entry.name as ts.StringLiteral).text;
      const range = ts.isStringLiteral(entry.initializer) ? entry.initializer.text : "";
      const newer = name === OWN ? newerRange(range) : undefined;
      if (newer !== undefined) {
        source.replaceNode(entry.initializer, `"${newer}"`);
        draft.note("change", source, entry, `\`${OWN}\` ${newer}`);
      }
      const adapter = draft.movedPackages.has(name) ? undefined : adapterOf(name);
      const peer = PEERS.find(([imported, peerName]) => peerName === name && imported.test(used));
      if (adapter) rename(draft, source, entry, name, adapter, ADAPTER_MAJORS[adapter] ?? "^1.0.0");
      else if (isOfLibrary(name) || draft.movedPackages.has(name)) {
        if (!isAdded && group === "dependencies") {
          isAdded = true;
          addInOrder(draft, source, list, entry);
        } else if (!isLeft(draft, name)) {
          removeMember(source, list, entry);
          draft.note("change", source, entry, `removes \`${name}\``);
        }
      } else if (
        peer &&
        isOlder(range, peer[2].slice(1))
      ) {
        source.replaceNode(entry.initializer, `"${peer[2]}"`);
        draft.note("change", source, entry, `\`${name}\` ${peer[2]}, which the library needs`);
      }
    }
  }
  if (isAdded) return;
  const member = findMember(ts, root, "dependencies");
  const list = member && ts.isPropertyAssignment(member) ? member.initializer : undefined;
  const text = `"${OWN}": "^${ownVersion()}"`;
  if (list && ts.isObjectLiteralExpression(list)) addMember(source, list, text);
  else addMember(source, root, `"dependencies": { ${text} }`);
  draft.note("change", source, 0, `adds \`${OWN}\``);
}

/** Puts this package where its name belongs, and takes the old one away. */
function addInOrder(
  draft: Draft,
  source: Source,
  list: ts.ObjectLiteralExpression,
  entry: ts.PropertyAssignment,
): void {
  const text = `"${OWN}": "^${ownVersion()}"`;
  const from = (entry.name as ts.StringLiteral).text;
  const next = list.properties.find(({ name }) => {
    const { text } = name as ts.StringLiteral;
    const isMoved = isOfLibrary(text) || draft.movedPackages.has(text);
    return text > OWN && (!isMoved || isLeft(draft, text));
  }) ?? entry;
  const isUsed = isLeft(draft, from);
  if (next === entry && !isUsed) source.replaceNode(entry, text);
  else {
    const start = next.getStart(source.tree);
    const line = source.text.lastIndexOf("\n", start) + 1;
    const indent = source.text.slice(line, start);
    const gap = indent.trim() === "" ? `\n${indent}` : " ";
    source.insert(start, `${text},${gap}`);
    if (!isUsed) removeMember(source, list, entry);
  }
  draft.note("change", source, entry, isUsed ? `adds \`${OWN}\`` : `\`${from}\` → \`${OWN}\``);
}

function rename(
  draft: Draft,
  source: Source,
  entry: ts.PropertyAssignment,
  from: string,
  to: string,
  range: string,
): void {
  if (isLeft(draft, from)) {
    source.insert(entry.getStart(source.tree), `"${to}": "${range}", `);
    draft.note("change", source, entry, `adds \`${to}\``);
    return;
  }
  source.replaceNode(entry, `"${to}": "${range}"`);
  draft.note("change", source, entry, `\`${from}\` → \`${to}\``);
}

function changeImports(draft: Draft, source: Source, root: ts.ObjectLiteralExpression): void {
  const { ts } = draft;
  const member = findMember(ts, root, "imports");
  const list = member && ts.isPropertyAssignment(member) ? member.initializer : undefined;
  if (!list || !ts.isObjectLiteralExpression(list)) return;
  let isAdded = findMember(ts, list, OWN) !== undefined;
  for (const entry of list.properties) {
    const name = entry.name && ts.isStringLiteral(entry.name) ? entry.name.text : "";
    const value = ts.isPropertyAssignment(entry) ? entry.initializer : undefined;
    const [, range] = /@x\/auth@([^/"]+)/.exec(value?.getText(source.tree) ?? "") ?? [];
    const newer = range === undefined ? undefined : newerRange(range);
    if (value && newer !== undefined) {
      source.replaceNode(value, source.textOf(value).replace(`@${range}`, `@${newer}`));
      draft.note("change", source, entry, `\`${OWN}\` ${newer}`);
    }
    const bare = name.replace(/\/$/, "");
    const isMoved = isOfLibrary(bare) || draft.movedPackages.has(bare);
    if (!isMoved || isLeft(draft, bare)) continue;
    if (isAdded) {
      removeMember(source, list, entry);
      draft.note("change", source, entry, `removes \`${name}\``);
      continue;
    }
    isAdded = true;
    source.replaceNode(entry, `"${OWN}": "jsr:${OWN}@^${ownVersion()}"`);
    draft.note("change", source, entry, `\`${name}\` → \`${OWN}\``);
  }
}

/** Texts of the files that use the library, after the move. */
function textsOf(draft: Draft): string {
  return [...draft.sources.values()].map((one) => draft.resultOf(one) ?? one.text).join("\n");
}

/** `true` for a package that a file still imports after the edits. */
function isLeft(draft: Draft, name: string): boolean {
  return [...draft.sources.values()].some((source) => {
    const { importedFiles } = draft.ts.preProcessFile(
      draft.resultOf(source) ?? source.text,
      true,
      true,
    );
    return importedFiles.some(({ fileName }) =>
      fileName === name || fileName.startsWith(`${name}/`)
    );
  });
}

/** Version of this package, from the manifest above this file, or from its URL. */
function ownVersion(): string {
  const [, version] = /\/@x\/auth\/(\d[^/]*)\//.exec(import.meta.url) ?? [];
  if (version !== undefined || !import.meta.url.startsWith("file:")) return version ?? "0.2.0";
  for (let url = new URL(".", import.meta.url);; url = new URL("..", url)) {
    for (const name of ["package.json", "deno.json"]) {
      try {
        const manifest = JSON.parse(readFileSync(fileURLToPath(new URL(name, url)), "utf8"));
        if (manifest.name === OWN) return manifest.version;
      } catch {
        // It is further up.
      }
    }
    if (url.pathname === new URL("..", url).pathname) {
      throw new Error(`Cannot find the version of ${OWN}`);
    }
  }
}
