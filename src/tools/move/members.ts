/**
 * An app of a workspace whose options of next-auth 4 are in another package of it, which has moved
 * already: its calls keep their options, and the names of modules change.
 *
 * @module
 */

import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type ts from "typescript";
import { isRecord } from "../../base/objects.ts";
import { findCalls, listBindings } from "./imports.ts";
import { installedIn } from "./installed.ts";
import { CALLS, unwrap } from "./options.ts";
import type { Draft } from "./plan.ts";
import { listCookies, stopAtForms, stopAtOthers } from "./reads.ts";
import { findAll, type Source } from "./source.ts";
import { renameModules } from "./specifiers.ts";

/** `true` for a name that a package of the workspace exports which depends on this library instead. */
export function isOfMovedPackage(draft: Draft, source: Source, given?: ts.Expression): boolean {
  const { ts } = draft;
  const value = given && unwrap(ts, given);
  if (!value || !ts.isIdentifier(value)) return false;
  const binding = listBindings(source, ts).find(({ local }) => local === value.text);
  const [name] = /^(@[^/]+\/)?[^./@][^/]*/.exec(binding?.specifier ?? "") ?? [];
  const path = name === undefined ? undefined : installedIn(draft.app.folder, name);
  // A link leads to the folder of the package; what is installed stays where it is.
  if (path === undefined || realpathSync(path).includes("/node_modules/")) return false;
  try {
    const { dependencies } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
    return isRecord(dependencies) && "@x/auth" in dependencies && !("next-auth" in dependencies);
  } catch {
    return false;
  }
}

/** Moves the files of an app whose calls of `NextAuth` all have options of a moved package. */
export function moveMember(draft: Draft): void {
  const { ts } = draft;
  for (const source of draft.using) {
    stopAtForms(draft, source);
    listCookies(draft, source);
    for (const literal of findAll(source.tree, ts.isStringLiteralLike)) {
      if (literal.text === "next-auth/middleware") stop(draft, source, literal, literal.text);
    }
    for (const binding of listBindings(source, ts)) {
      const { specifier, imported } = binding;
      if (!/^next-auth(\/|$)/.test(specifier)) continue;
      if (imported === "getToken") stop(draft, source, binding.node, imported);
      else if (/^(unstable_)?getServerSession$/.test(imported)) {
        const calls = findCalls(source, ts, [binding.local]);
        const isKnown = calls.every(({ arguments: args }) =>
          [1, 3].includes(args.length) && isOfMovedPackage(draft, source, args.at(-1))
        );
        if (!isKnown) stop(draft, source, binding.node, imported);
        stopAtOthers(draft, source, binding);
      } else if (imported === "getSession") {
        const calls = findCalls(source, ts, [binding.local]);
        if (calls.some(({ arguments: args }) => args.length > 0)) {
          stop(draft, source, binding.node, imported);
        }
        stopAtOthers(draft, source, binding);
      }
    }
    renameModules(draft, source, "next-auth-4", draft.importsOf(source), () => false);
  }
  draft.applyImports();
}

function stop(draft: Draft, source: Source, node: ts.Node, name: string): void {
  const text = `\`${name}\` is not moved in an app whose ` +
    "options are in another package: export `auth` from that package, and call it here";
  draft.note("stop", source, node, text, CALLS);
}
