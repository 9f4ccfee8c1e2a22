/**
 * The provider of the session, which `useSession` of React needs above it.
 *
 * @module
 */

import type ts from "typescript";
import { GUIDE, type ServerMove } from "./better_auth_parts.ts";
import { lineFor, listBindings, readStyle } from "./imports.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";

/** Adds the provider around the pages; what it might not reach is left to a person. */
export function addProvider({ draft, source }: ServerMove): void {
  const { ts, app } = draft;
  const shells = [/^(src\/)?app\/layout\.[jt]sx$/, /^(src\/)?pages\/_app\.[jt]sx$/];
  if (/^(src\/)?pages\//.test(source.path)) shells.shift();
  const [path] = shells.flatMap((shell) => [...app.paths].filter((one) => shell.test(one)));
  const layout = path === undefined ? undefined : draft.source(path);
  if (layout?.text.includes("SessionProvider")) return;
  if (path === source.path) return leave(draft, source, "the shell of the pages, which uses it");
  if (layout?.edits.some(({ text }) => text.includes("<SessionProvider>"))) return;
  const [slot, other] = layout ? findSlots(ts, layout) : [];
  // What is edited has another text by now.
  if (!layout || !slot || other || layout.edits.length > 0) {
    return leave(draft, layout ?? source, "the pages");
  }
  layout.replaceNode(slot, `<SessionProvider>${layout.textOf(slot)}</SessionProvider>`);
  const last = layout.tree.statements.findLast(ts.isImportDeclaration);
  const line = lineFor(
    ["SessionProvider"],
    "@x/auth/next/react",
    last ? readStyle(layout, ts) : { quote: '"', end: ";" },
  );
  layout.insert(last ? last.end : 0, last ? `\n${line}` : `${line}\n\n`);
  draft.note(
    "change",
    layout,
    slot,
    "`<SessionProvider>` around the pages, for `useSession`",
    GUIDE,
  );
  const outer = findOuter(draft, layout, slot);
  if (outer) leave(draft, layout, `\`<${outer}>\`, if it uses the session`);
}

function leave(draft: Draft, source: Source, what: string): void {
  const text = `put \`<SessionProvider>\` of \`@x/auth/next/react\` around ${what}`;
  draft.note("left", source, 0, text, "frameworks/next.md");
}

/** The places of a page in the shell: `{children}`, or each `<Component>`. */
function findSlots(ts: Draft["ts"], layout: Source): ts.Node[] {
  const children = findAll(layout.tree, ts.isJsxExpression).filter(({ expression }) =>
    expression && layout.textOf(expression) === "children"
  );
  if (children.length > 0) return children;
  const pages = findAll(
    layout.tree,
    (node): node is ts.JsxOpeningLikeElement =>
      ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node),
  ).filter(({ tagName }) => layout.textOf(tagName) === "Component");
  return pages.every(ts.isJsxSelfClosingElement) ? pages : [];
}

/** A component of the app around a page, which might use the session. */
function findOuter({ ts, resolver }: Draft, layout: Source, slot: ts.Node): string | undefined {
  const bindings = listBindings(layout, ts);
  for (let at = slot.parent; at; at = at.parent) {
    if (!ts.isJsxElement(at)) continue;
    const name = layout.textOf(at.openingElement.tagName);
    const binding = bindings.find(({ local }) => local === name.split(".")[0]);
    const isOwn = !binding || resolver.find(layout.path, binding.specifier) !== undefined;
    if (/^[A-Z]/.test(name) && isOwn) return name;
  }
  return undefined;
}
