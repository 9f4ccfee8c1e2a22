/**
 * Moves an app of Auth.js v5: the modules have other names, and few options differ.
 *
 * @module
 */

import type ts from "typescript";
import { moveHono } from "./hono.ts";
import { type Binding, type ImportPlan, listBindings } from "./imports.ts";
import { addMember, findMember } from "./objects.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";
import { renameModules } from "./specifiers.ts";

const GUIDE = "from-auth-js.md#differences";

/** Plans the move. */
export function moveAuthJs(draft: Draft): void {
  for (const source of draft.using) {
    const imports = draft.importsOf(source);
    moveHono(draft, source, imports);
    changeTwitter(draft, source);
    lookAtEmail(draft, source);
    renameModules(draft, source, "auth-js", imports, isOfHono);
    changeQwik(draft, source, imports);
  }
  draft.applyImports();
}

/** Its own rules have moved it. */
const isOfHono = ({ specifier }: Binding) => specifier === "@hono/auth-js";

/** Under its old name, Qwik's build publishes the config to browsers. */
function changeQwik(draft: Draft, source: Source, imports: ImportPlan): void {
  const binding = listBindings(source, draft.ts).find(({ specifier, imported }) =>
    specifier === "@auth/qwik" && imported === "QwikAuth$"
  );
  if (!binding) return;
  imports.move(binding, "@x/auth/qwik", "serverAuth$");
  draft.note(
    "change",
    source,
    binding.node,
    "`QwikAuth$` → `serverAuth$`, whose config stays on the server",
    GUIDE,
  );
}

/** `Twitter` is OAuth 1.0a here, and 2.0 there. */
function changeTwitter(draft: Draft, source: Source): void {
  const { ts } = draft;
  const names = listBindings(source, ts).filter(({ specifier, imported }) =>
    /\/providers\/twitter$/.test(specifier) && imported === "default"
  ).map(({ local }) => local);
  for (const node of findAll(source.tree, ts.isIdentifier)) {
    const { parent } = node;
    if (!names.includes(node.text) || ts.isImportClause(parent)) continue;
    const version = 'version: "2.0"';
    const note = (at: ts.Node) =>
      draft.note("change", source, at, '`Twitter({ version: "2.0" })`, as in Auth.js', GUIDE);
    if (ts.isCallExpression(parent) && parent.expression === node) {
      const [options] = parent.arguments;
      if (!options) source.insert(parent.end - 1, `{ ${version} }`);
      else if (ts.isObjectLiteralExpression(options)) {
        if (findMember(ts, options, "version")) continue;
        addMember(source, options, version);
      } else {
        draft.note(
          "left",
          source,
          parent,
          'add `version: "2.0"` to the options of `Twitter`',
          GUIDE,
        );
        continue;
      }
      note(parent);
    } else if (ts.isArrayLiteralExpression(parent)) {
      source.replaceNode(node, `${node.text}({ ${version} })`);
      note(node);
    }
  }
}

/** Email providers have no sender by default. */
function lookAtEmail(draft: Draft, source: Source): void {
  const { ts } = draft;
  const names = listBindings(source, ts).filter(({ specifier }) =>
    /\/providers\/(nodemailer|resend|sendgrid|postmark|mailgun|forwardemail|email)$/.test(specifier)
  ).map(({ local }) => local);
  for (const node of findAll(source.tree, ts.isIdentifier)) {
    const { parent } = node;
    if (!names.includes(node.text) || ts.isImportClause(parent)) continue;
    const [options] = ts.isCallExpression(parent) ? parent.arguments : [];
    const hasSender = options && (!ts.isObjectLiteralExpression(options) ||
      findMember(ts, options, "from") || options.properties.some(ts.isSpreadAssignment));
    if (hasSender || !(ts.isCallExpression(parent) || ts.isArrayLiteralExpression(parent))) {
      continue;
    }
    draft.note("left", source, node, "set `from`, an address of your domain", GUIDE);
  }
}
