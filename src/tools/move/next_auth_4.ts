/**
 * Moves an app of next-auth 4.
 *
 * @module
 */

import type { Binding } from "./imports.ts";
import { changeAuthorize } from "./credentials.ts";
import { changeOptions } from "./legacy.ts";
import { isOfMovedPackage, moveMember } from "./members.ts";
import { moveMiddleware } from "./middleware.ts";
import { moveMocks } from "./mocks.ts";
import { Home } from "./home.ts";
import { CALLS, findOptions, MIDDLEWARE } from "./options.ts";
import type { Draft } from "./plan.ts";
import { moveReads } from "./reads.ts";
import { renameModules } from "./specifiers.ts";

/** Names that another rule moves, and so keep no module of their own. */
const MOVED = /^(next-auth\/middleware|next-auth\/jwt:getToken)$/;

/** Plans the move. */
export function moveNextAuth4(draft: Draft): void {
  let isMember = false;
  const found = findOptions(
    draft,
    (source, given) => isOfMovedPackage(draft, source, given) && (isMember = true),
  );
  const [options, second] = distinct(found);
  // Reads that name no options, such as those of `getToken`, are of one config, and it is unknown which.
  const other = second ?? (isMember ? options : undefined);
  if (other) {
    const text = "there are two configs: move one of them by hand";
    draft.note("stop", other.caller, other.call, text, CALLS);
  }
  if (!options) {
    if (isMember) return moveMember(draft);
    if (draft.notes.every(({ kind }) => kind !== "stop")) noOptions(draft);
    return;
  }
  const home = new Home(draft, options);
  changeOptions(draft, options, draft.importsOf(options.source));
  for (const source of draft.using) {
    changeAuthorize(draft, source);
    moveMiddleware(draft, source, home, options);
    const mocked = moveMocks(draft, source, home, draft.importsOf(source));
    moveReads(draft, source, home, options, draft.importsOf(source));
    const isMoved = ({ specifier, imported, node }: Binding) =>
      mocked.has(node) || MOVED.test(specifier) || MOVED.test(`${specifier}:${imported}`);
    renameModules(draft, source, "next-auth-4", draft.importsOf(source), isMoved);
  }
  home.make();
  draft.applyImports();
}

/** The calls with options of their own; a second call for the same options is none. */
function distinct(found: ReturnType<typeof findOptions>): ReturnType<typeof findOptions> {
  const known = new Set<unknown>();
  return found.filter(({ object }) => !known.has(object) && known.add(object));
}

function noOptions(draft: Draft): void {
  const [source] = draft.using;
  if (!source) return;
  draft.notes.push({
    kind: "stop",
    path: source.path,
    text:
      "no call of `NextAuth` was found in the files that use next-auth: pass the folder that has it",
    guide: MIDDLEWARE,
  });
}
