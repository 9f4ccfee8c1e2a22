/**
 * Reads of the session on the server of next-auth 4: `getServerSession`, `getSession({ req })` and
 * `getToken`, which the app then has from its own module.
 *
 * @module
 */

import type ts from "typescript";
import { type Binding, findUses, type ImportPlan, listBindings } from "./imports.ts";
import type { Home } from "./home.ts";
import { CALLS, functionAround } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";

/** Names of the read with options. */
const SERVER_READS = ["getServerSession", "unstable_getServerSession"];

/** Functions of the client that answer with nothing on a server. */
const OF_BROWSERS = ["getProviders", "getCsrfToken"];

/** Moves the reads of a file. */
export function moveReads(draft: Draft, source: Source, home: Home, imports: ImportPlan): void {
  const bindings = listBindings(source, draft.ts);
  for (const binding of bindings) {
    const { specifier, imported } = binding;
    const from = (pattern: RegExp) => pattern.test(specifier);
    if (SERVER_READS.includes(imported) && from(/^next-auth(\/next)?$/)) {
      moveServerReads(draft, source, home, imports, binding);
    } else if (imported === "getSession" && from(/^next-auth\/react$/)) {
      moveSessionReads(draft, source, home, imports, binding);
    } else if (imported === "getToken" && from(/^next-auth\/jwt$/)) {
      moveTokenReads(draft, source, home, imports, binding);
    } else if (OF_BROWSERS.includes(imported) && from(/^next-auth\/react$/)) {
      lookAtClient(draft, source, binding);
    }
  }
  if (!home.isMoved) return;
  for (const binding of bindings) {
    if (home.isFromOptions(source, binding)) imports.move(binding, home.specifierFor(source));
  }
}

/** Calls of a binding that are calls indeed. */
function findCalls(draft: Draft, source: Source, local: string): ts.CallExpression[] {
  const { ts } = draft;
  return findAll(source.tree, ts.isCallExpression).filter(({ expression }) =>
    ts.isIdentifier(expression) && expression.text === local
  );
}

function moveServerReads(
  draft: Draft,
  source: Source,
  home: Home,
  imports: ImportPlan,
  binding: Binding,
): void {
  for (const call of findCalls(draft, source, binding.local)) {
    const args = [...call.arguments];
    const options = args.at(-1);
    const isKnown = args.length === 0 || (options && home.isOptions(source, options));
    if (!isKnown || (args.length !== 0 && args.length !== 1 && args.length !== 3)) {
      draft.note(
        "stop",
        source,
        call,
        "`getServerSession` gets other options than `NextAuth`, in which the sessions of next-auth " +
          "would not be read: pass the same ones",
        CALLS,
      );
      continue;
    }
    const rest = args.slice(0, -1).map((one) => source.textOf(one)).join(", ");
    const name = home.nameIn(source, imports, "auth");
    source.replaceNode(call, `${name}(${rest})`);
    draft.note("change", source, call, `\`${binding.imported}\` → \`${name}(${rest})\``, CALLS);
  }
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
  for (const call of findCalls(draft, source, binding.local)) {
    const [argument] = call.arguments;
    if (!argument) {
      if (isOnServer(draft, source, call)) {
        draft.note(
          "left",
          source,
          call,
          "`getSession()` without a request is no session on a server: write `auth()`",
          CALLS,
        );
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
}

function moveTokenReads(
  draft: Draft,
  source: Source,
  home: Home,
  imports: ImportPlan,
  binding: Binding,
): void {
  const { ts } = draft;
  for (const call of findCalls(draft, source, binding.local)) {
    const [argument] = call.arguments;
    const options = argument && ts.isObjectLiteralExpression(argument)
      ? argument.properties
      : undefined;
    const request = options?.find((one) => one.name?.getText(source.tree) === "req");
    const others = options?.filter((one) =>
      !/^(req|secret|secureCookie|cookieName)$/.test(one.name?.getText(source.tree) ?? "")
    );
    if (!request || !others || others.length > 0) {
      draft.note(
        "stop",
        source,
        call,
        "`getToken` is called with more than the request, such as `raw`: write `getToken({ req })` of " +
          "your module, which reads the sessions of next-auth too",
        CALLS,
      );
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
  const others = findUses(source, ts, binding.local).filter((use) => !source.isReplaced(use));
  for (const use of others) {
    if (draft.notes.some(({ kind, path }) => kind === "stop" && path === source.path)) break;
    draft.note("stop", source, use, "the command does not know this use of `getToken`", CALLS);
  }
  imports.drop(binding);
}

function lookAtClient(draft: Draft, source: Source, { local, imported }: Binding): void {
  for (const call of findCalls(draft, source, local)) {
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
