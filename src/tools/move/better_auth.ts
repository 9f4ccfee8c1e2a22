/**
 * Moves an app of Better Auth. Its data moves by `importBetterAuth`; here are the config, the calls
 * of servers and browsers, the routes and the middleware.
 *
 * @module
 */

import type ts from "typescript";
import { moveClient } from "./better_auth_client.ts";
import { BASE_PATH, writeConfig } from "./better_auth_config.ts";
import { lookAtOwnNames } from "./better_auth_cookies.ts";
import { mailProvider } from "./better_auth_mail.ts";
import { GUIDE, isBetterAuth, type ServerMove } from "./better_auth_parts.ts";
import { moveServer } from "./better_auth_server.ts";
import {
  type Binding,
  findCalls,
  findUses,
  hasName,
  type ImportPlan,
  listBindings,
  readStyle,
} from "./imports.ts";
import { listMocks } from "./mocks.ts";
import { findValue } from "./objects.ts";
import { resolveOptions } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";

/** The type of the session, whose user has the members of Better Auth that are kept. */
const TYPES = `declare module "@x/auth" {
  interface Session {
    user: { id: string } & DefaultSession["user"];
  }
}
`;

/** Plans the move. */
export function moveBetterAuth(draft: Draft): void {
  const calls = draft.using.flatMap((source) => callsIn(draft, source));
  const [home, other] = calls;
  if (!home) {
    if (draft.app.packages.has("@x/auth")) return listRest(draft);
    const [source] = draft.using;
    if (source) {
      const text = "no call of `betterAuth` was found in the files: pass the folder that has it";
      draft.note("stop", source, 0, text, GUIDE);
    }
    return;
  }
  if (other) {
    const text = "there are two configs: move one of them by hand";
    draft.note("stop", other.source, other.call, text, GUIDE);
  }
  const { source, call } = home;
  const { ts } = draft;
  const variable = call.parent;
  const isKnown = ts.isVariableDeclaration(variable) && ts.isIdentifier(variable.name);
  const [given] = call.arguments;
  const found = given && resolveOptions(draft, source, given);
  const statement = findAll(source.tree, ts.isVariableStatement).find((one) =>
    one.pos <= call.pos && call.end <= one.end && one.parent === source.tree
  );
  if (!isKnown || !found || found.source !== source || !statement) {
    const text =
      "write the config as an object within `export const auth = betterAuth({ … })` first";
    return draft.note("stop", source, call, text, GUIDE);
  }
  lookAtOwnNames(draft, source, found.object);
  const imports = draft.importsOf(source);
  const { text, head } = writeConfig(draft, source, imports, found.object);
  const written = findValue(ts, found.object, "basePath");
  const basePath = written === undefined
    ? BASE_PATH
    : ts.isStringLiteralLike(written)
    ? written.text
    : undefined;
  source.replaceNode(found.object, text);
  source.replaceNode(call.expression, "defineAuth");
  imports.add("@x/auth/server", "defineAuth");
  draft.note("change", source, call, "`betterAuth` → `defineAuth`", GUIDE);
  const isTyped = /\.[cm]?tsx?$/.test(source.path);
  if (isTyped) imports.add("@x/auth", "type DefaultSession");
  const before = `${isTyped ? `${TYPES}\n` : ""}${head.map((one) => `${one}\n`).join("")}`;
  const first = findStatement(found.object, source) ?? statement;
  if (before !== "") source.insert(first.getStart(source.tree), before);
  const auth = (variable.name as ts.Identifier).text;
  const wrapper = { ...addWrapper(draft, source, auth, statement, imports), basePath };
  const search = { isSearched: false };
  const clients = draft.using.filter(({ text }) => /\bcreateAuthClient\b/.test(text));
  const modules = new Set([source, ...clients].map(({ path }) => path));
  for (const one of draft.using) {
    const move: ServerMove = {
      draft,
      source: one,
      home: source,
      auth,
      wrapper,
      found: search,
      mail: mailProvider(draft),
      imports: draft.importsOf(one),
    };
    moveServer(move);
    moveClient(move);
    listMocks(draft, one, modules);
  }
  finishWrapper(source, statement, wrapper, auth, readStyle(source, ts));
  listRest(draft);
  draft.applyImports();
}

/** The statement of a file that has a node. */
function findStatement(node: ts.Node, { tree }: Source): ts.Node | undefined {
  return tree.statements.find((one) => one.pos <= node.pos && node.end <= one.end);
}

/** What each framework has beside the functions of `defineAuth`. */
function addWrapper(
  draft: Draft,
  source: Source,
  auth: string,
  statement: ts.VariableStatement,
  imports: ImportPlan,
): Omit<ServerMove["wrapper"], "basePath"> {
  const { app, ts } = draft;
  const free = (name: string, other: string) => hasName(source, ts, name) ? other : name;
  const { end } = readStyle(source, ts);
  if (app.framework === "Next.js") {
    const names = {
      session: free("getSession", "readSession"),
      handlers: free("handlers", "authHandlers"),
    };
    imports.add("@x/auth/next", "default as NextAuth");
    return { kind: "next", ...names, actions: new Set() };
  }
  if (app.framework === "SvelteKit") {
    const name = free("handleAuth", "handleSignIn");
    imports.add("@x/auth/sveltekit", "SvelteKitAuth");
    source.insert(
      statement.end,
      `\n\nexport const { handle: ${name} } = SvelteKitAuth(${auth})${end}`,
    );
    return { kind: "sveltekit", session: "", handlers: name, actions: new Set() };
  }
  const kind = OTHERS[app.framework ?? ""];
  if (!kind) {
    const text =
      "the command knows Next.js, SvelteKit, SolidStart, Hono and Express: write the routes of another framework by hand";
    draft.note("stop", source, statement, text, "frameworks/README.md");
  }
  return { kind: kind ?? "hono", session: "", handlers: "", actions: new Set() };
}

/** Frameworks whose wrapper stands in the route. */
const OTHERS: Readonly<Record<string, ServerMove["wrapper"]["kind"] | undefined>> = {
  Express: "express",
  Hono: "hono",
  SolidStart: "solid-start",
};

/** What `NextAuth` makes of the config, once it is known which of its functions the app calls. */
function finishWrapper(
  source: Source,
  statement: ts.VariableStatement,
  { kind, session, handlers, actions }: ServerMove["wrapper"],
  auth: string,
  { end }: ReturnType<typeof readStyle>,
): void {
  if (kind !== "next") return;
  const members = [
    `auth: ${session}`,
    handlers === "handlers" ? "handlers" : `handlers: ${handlers}`,
    ...[...actions].sort(),
  ];
  source.insert(
    statement.end,
    `\n\nexport const { ${members.join(", ")} } = NextAuth(${auth})${end}`,
  );
}

interface Call {
  readonly source: Source;
  readonly call: ts.CallExpression;
}

function callsIn(draft: Draft, source: Source): Call[] {
  const { ts } = draft;
  const names = listBindings(source, ts).filter(({ specifier, imported }) =>
    /^better-auth(\/minimal)?$/.test(specifier) && imported === "betterAuth"
  ).map(({ local }) => local);
  return findCalls(source, ts, names).map((call) => ({ source, call }));
}

/** Types of a user and a session become those of this library, which have fewer members. */
function moveTypes(draft: Draft, source: Source): void {
  const { ts } = draft;
  const imports = draft.importsOf(source);
  const found = listBindings(source, ts).filter(({ specifier, imported }) =>
    /^better-auth(\/types|\/minimal)?$/.test(specifier) && /^(User|Session)$/.test(imported)
  );
  const session = found.find(({ imported }) => imported === "Session");
  // Another `Session` of the file would be taken for that of this library.
  const isTaken = !session && hasName(source, ts, "Session");
  for (const binding of found) {
    const uses = findUses(source, ts, binding.local);
    if (!uses.every(({ parent }) => ts.isTypeReferenceNode(parent))) continue;
    if (binding === session) imports.move(binding, "@x/auth");
    else if (isTaken) continue;
    else {
      const text = `NonNullable<${session?.local ?? "Session"}["user"]>`;
      for (const { parent } of uses) source.replaceNode(parent, text);
      imports.drop(binding);
      if (!session) imports.add("@x/auth", "type Session");
    }
    const text = `\`${binding.imported}\` of \`${binding.specifier}\` → that of \`@x/auth\``;
    draft.note("change", source, binding.node, text, GUIDE);
  }
}

/** Takes away the imports whose uses are replaced; what stays in use is listed. */
function dropOld(draft: Draft, source: Source): void {
  const { ts } = draft;
  const imports = draft.importsOf(source);
  for (const binding of listBindings(source, ts)) {
    if (!isBetterAuth(binding.specifier)) continue;
    if (imports.isDropped(binding) || imports.isMoved(binding)) continue;
    const uses = findUses(source, ts, binding.local).filter((use) => !source.isReplaced(use));
    if (uses.length === 0) imports.drop(binding);
    else listUse(draft, source, binding, uses[0]!);
  }
}

/** What is left of Better Auth in the files. */
function listRest(draft: Draft): void {
  for (const source of draft.using) {
    moveTypes(draft, source);
    dropOld(draft, source);
  }
}

function listUse(draft: Draft, source: Source, { imported, specifier }: Binding, use: ts.Node) {
  // The module of the client has one sentence for all of it.
  if (imported === "createAuthClient" || specifier.endsWith("/client/plugins")) return;
  const isStopped = draft.notes.some(({ kind, path, line }) =>
    kind !== "change" && path === source.path && line === source.lineOf(use)
  );
  if (isStopped) return;
  draft.note("left", source, use, `\`${imported}\` of \`${specifier}\` is not moved`, GUIDE);
}
