/**
 * Reads of the session on the server of next-auth 4: `getServerSession`, `getSession({ req })` and
 * `getToken`, which the app then has from its own module.
 *
 * @module
 */

import type ts from "typescript";
import { type Binding, findCalls, findUses, type ImportPlan, listBindings } from "./imports.ts";
import type { Home } from "./home.ts";
import { findMember, findValue } from "./objects.ts";
import { CALLS, COOKIE, functionAround, isAsConfigured, type Options, SECRET } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";

/** Names of the read with options. */
const SERVER_READS = ["getServerSession", "unstable_getServerSession"];

/** Names of all reads. */
const READS = [...SERVER_READS, "getSession", "getToken"];

/** Functions of the client that answer with nothing on a server. */
const OF_BROWSERS = ["getProviders", "getCsrfToken"];

/** Moves the reads of a file. */
export function moveReads(
  draft: Draft,
  source: Source,
  home: Home,
  options: Options,
  imports: ImportPlan,
): void {
  stopAtForms(draft, source);
  const bindings = listBindings(source, draft.ts);
  for (const binding of bindings) {
    const { specifier, imported } = binding;
    const from = (pattern: RegExp) => pattern.test(specifier);
    if (SERVER_READS.includes(imported) && from(/^next-auth(\/next)?$/)) {
      moveServerReads(draft, source, home, imports, binding);
    } else if (imported === "getSession" && from(/^next-auth\/react$/)) {
      moveSessionReads(draft, source, home, imports, binding);
    } else if (imported === "getToken" && from(/^next-auth\/jwt$/)) {
      moveTokenReads(draft, source, home, options, imports, binding);
    } else if (/^(de|en)code$/.test(imported) && from(/^next-auth\/jwt$/)) {
      listCodecs(draft, source, binding);
    } else if (OF_BROWSERS.includes(imported) && from(/^next-auth\/react$/)) {
      lookAtClient(draft, source, binding);
    }
  }
  listCookies(draft, source);
  if (!home.isMoved) return;
  for (const binding of bindings) {
    if (home.isFromOptions(source, binding)) imports.move(binding, home.specifierFor(source));
  }
}

function moveServerReads(
  draft: Draft,
  source: Source,
  home: Home,
  imports: ImportPlan,
  binding: Binding,
): void {
  for (const call of findCalls(source, draft.ts, [binding.local])) {
    const args = [...call.arguments];
    const options = args.at(-1);
    const isKnown = args.length === 0 || (options && home.isOptions(source, options));
    if (!isKnown || (args.length !== 0 && args.length !== 1 && args.length !== 3)) {
      const text =
        "`getServerSession` gets other options than `NextAuth`, in which the sessions of next-auth " +
        "would not be read: pass the same ones";
      draft.note("stop", source, call, text, CALLS);
      continue;
    }
    const rest = args.slice(0, -1).map((one) => source.textOf(one)).join(", ");
    const name = home.nameIn(source, imports, "auth");
    source.replaceNode(call, `${name}(${rest})`);
    draft.note("change", source, call, `\`${binding.imported}\` → \`${name}(${rest})\``, CALLS);
  }
  stopAtOthers(draft, source, binding);
}

/** In browsers `getSession` takes nothing, or options of the event; on a server it takes a request. */
function moveSessionReads(
  draft: Draft,
  source: Source,
  home: Home,
  imports: ImportPlan,
  binding: Binding,
): void {
  const { ts } = draft;
  for (const call of findCalls(source, draft.ts, [binding.local])) {
    const [argument] = call.arguments;
    if (!argument) {
      if (isOnServer(draft, source, call)) {
        const text = "`getSession()` without a request is no session on a server: write `auth()`";
        draft.note("left", source, call, text, CALLS);
      }
      continue;
    }
    const isOfRequest = ts.isObjectLiteralExpression(argument)
      ? argument.properties.some((one) => one.name?.getText(source.tree) === "req")
      : true;
    if (!isOfRequest) continue;
    const name = home.nameIn(source, imports, "auth");
    const text = `${name}(${source.textOf(argument)})`;
    source.replaceNode(call, text);
    draft.note("change", source, call, `\`getSession\` on the server → \`${text}\``, CALLS);
  }
  stopAtOthers(draft, source, binding);
}

function moveTokenReads(
  draft: Draft,
  source: Source,
  home: Home,
  config: Options,
  imports: ImportPlan,
  binding: Binding,
): void {
  const { ts } = draft;
  for (const call of findCalls(source, draft.ts, [binding.local])) {
    const [argument] = call.arguments;
    const options = argument && ts.isObjectLiteralExpression(argument)
      ? argument.properties
      : undefined;
    const request = options?.find((one) => one.name?.getText(source.tree) === "req");
    const others = options?.filter((one) => {
      const name = one.name?.getText(source.tree) ?? "";
      const value = findValue(ts, one.parent as ts.ObjectLiteralExpression, name);
      if (name === "secret") return !isAsConfigured(draft, config, source, value, SECRET);
      if (name === "cookieName") return !isAsConfigured(draft, config, source, value, COOKIE);
      return name !== "req" && name !== "secureCookie";
    });
    if (!request || !others || others.length > 0) {
      const text =
        "`getToken` is called with more than the request, such as `raw`, or with another secret or " +
        "cookie than the options have: write `getToken({ req })` of your module where it is the " +
        "session, which reads the sessions of next-auth too";
      draft.note("stop", source, call, text, CALLS);
      continue;
    }
    const name = home.nameIn(source, imports, "getToken");
    source.replaceNode(call, `${name}({ ${source.textOf(request)} })`);
    draft.note(
      "change",
      source,
      call,
      "`getToken` of your module reads the old sessions too",
      CALLS,
    );
  }
  stopAtOthers(draft, source, binding);
  imports.drop(binding);
}

/** `decode` and `encode` have keys by `salt` here, where next-auth 4 had one. */
function listCodecs(draft: Draft, source: Source, { local, imported }: Binding): void {
  const { ts } = draft;
  for (const call of findCalls(source, draft.ts, [local])) {
    const [given] = call.arguments;
    if (given && ts.isObjectLiteralExpression(given) && findMember(ts, given, "salt")) continue;
    draft.note(
      "left",
      source,
      call,
      `\`${imported}\` needs the \`salt\` of the token, and knows none of next-auth 4: write ` +
        "`getToken({ req })` of your module where it is the session",
      CALLS,
    );
  }
}

/** Lists the name of the old session cookie, which nobody has after the first response. */
export function listCookies(draft: Draft, source: Source): void {
  const { ts } = draft;
  if (TESTS.test(source.path)) return;
  for (const literal of findAll(source.tree, ts.isStringLiteralLike)) {
    const { parent } = literal;
    const isDone = source.isReplaced(literal) || ts.isVariableDeclaration(parent) &&
        findUses(source, ts, parent.name.getText(source.tree))
          .every((use) => use === parent.name || source.isReplaced(use));
    if (isDone || !/^(__Secure-)?next-auth\.session-token$/.test(literal.text)) continue;
    draft.note(
      "left",
      source,
      literal,
      "the session has a cookie of another name, and this one proved nothing: read the session with " +
        "`auth` of your module",
      CALLS,
    );
  }
}

/** Files of test runners, which guard nothing and get a line of their own. */
const TESTS = /(^|\/)__(tests|mocks)__\/|\.(test|spec)\.[cm]?[jt]sx?$/;

/** Stops at each use of a read that is no call. */
export function stopAtOthers(draft: Draft, source: Source, { local, imported }: Binding): void {
  const { ts } = draft;
  if (TESTS.test(source.path)) return;
  for (const use of findUses(source, ts, local)) {
    const { parent } = use;
    const isCall = ts.isCallExpression(parent) && parent.expression === use;
    if (isCall || source.isReplaced(use)) continue;
    draft.note("stop", source, use, `the command does not know this use of \`${imported}\``, CALLS);
  }
}

/** Modules that have reads of the session. */
const MODULES = /^next-auth(\/(next|jwt|react))?$/;

/** Stops where a file has a read in another form than `import { … }`. */
export function stopAtForms(draft: Draft, source: Source): void {
  const { ts } = draft;
  if (TESTS.test(source.path)) return;
  const reads = findAll(
    source.tree,
    (node): node is ts.Identifier | ts.StringLiteralLike =>
      (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && READS.includes(node.text),
  );
  for (const literal of findAll(source.tree, ts.isStringLiteralLike)) {
    if (!MODULES.test(literal.text)) continue;
    const { parent } = literal;
    const isLoad = ts.isExternalModuleReference(parent) || ts.isCallExpression(parent) &&
        /^(import|require)$/.test(parent.expression.getText(source.tree));
    const bindings = ts.isImportDeclaration(parent) && parent.importClause?.namedBindings;
    const isWhole = bindings && ts.isNamespaceImport(bindings);
    const isPassedOn = ts.isExportDeclaration(parent) && !parent.isTypeOnly &&
      (!parent.exportClause || reads.some((one) => one.parent.parent === parent.exportClause));
    if (isPassedOn || ((isLoad || isWhole) && reads.length > 0)) {
      const text = `a read of the session is taken from \`${literal.text}\` in another form than ` +
        "`import { … }`: write it that way where it is called";
      draft.note("stop", source, isPassedOn ? parent : reads[0]!, text, CALLS);
    }
  }
}

function lookAtClient(draft: Draft, source: Source, { local, imported }: Binding): void {
  for (const call of findCalls(source, draft.ts, [local])) {
    if (!isOnServer(draft, source, call)) continue;
    draft.note(
      "left",
      source,
      call,
      `\`${imported}\` runs in browsers alone: call it in an effect of the page`,
      CALLS,
    );
  }
}

/** `true` in functions that run on a server alone: of pages, of routes, and of server components. */
function isOnServer(draft: Draft, source: Source, node: ts.Node): boolean {
  const { ts } = draft;
  if (/(^|\/)pages\/api\/|\/route\.[cm]?[jt]sx?$/.test(source.path)) return true;
  for (let at = functionAround(ts, node); at; at = functionAround(ts, at)) {
    const named = ts.isVariableDeclaration(at.parent) ? at.parent.name : at.name;
    if (/^get(ServerSideProps|StaticProps|InitialProps)$/.test(named?.getText(source.tree) ?? "")) {
      return true;
    }
  }
  const isInApp = /^(src\/)?app\//.test(source.path);
  const directive = source.tree.statements[0]?.getText(source.tree) ?? "";
  return isInApp && !/^["']use client["']/.test(directive);
}
