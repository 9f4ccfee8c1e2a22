/**
 * The module from which an app of next-auth 4 has `auth` and `getToken` after the move: the one with the
 * options, or a new one where they are in a route.
 *
 * @module
 */

import type ts from "typescript";
import {
  type Binding,
  hasName,
  type ImportPlan,
  lineFor,
  listBindings,
  readStyle,
} from "./imports.ts";
import { CALLS, isExported, type Options, resolveOptions } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";
import type { TypeScript } from "./typescript.ts";

/** Functions that the app has from its own module. */
export type Member = "auth" | "getToken";

/** Names that are taken where the usual ones are in use. */
const OTHER_NAMES: Readonly<Record<Member, string>> = {
  auth: "readSession",
  getToken: "readToken",
};

/** Path of the route of next-auth in either router. */
const ROUTE = /^(src\/)?(app|pages)\/api\/(.*\/)?\[\.\.\.nextauth\](\/route)?\.([cm]?[jt]sx?)$/;

/** The module from which the app has `auth` and `getToken`. */
export class Home {
  readonly #draft: Draft;
  readonly #options: Options;
  /** Path of the module. */
  readonly path: string;
  /** How the module comes about. */
  readonly #way: "added" | "moved" | "made";
  readonly #needed = new Set<Member>();
  readonly #names: Readonly<Record<Member, string>>;

  /** @param options the options of the app */
  constructor(draft: Draft, options: Options) {
    this.#draft = draft;
    this.#options = options;
    const { source } = options;
    const [isRoute, below = "", router, , route, ending = "ts"] = ROUTE.exec(source.path) ?? [];
    this.#way = !isRoute ? "added" : router === "app" && route ? "moved" : "made";
    this.path = isRoute ? freePath(draft, below, ending.replace("x", "")) : source.path;
    const free = (member: Member) =>
      this.#way !== "made" && hasName(source, draft.ts, member) &&
        !listBindings(source, draft.ts).some(({ local, specifier }) =>
          local === member && specifier.startsWith("next-auth")
        )
        ? OTHER_NAMES[member]
        : member;
    this.#names = { auth: free("auth"), getToken: free("getToken") };
  }

  /** `true` for an expression that names the options. */
  isOptions(source: Source, node: ts.Expression): boolean {
    const { name, source: own } = this.#options;
    const found = resolveOptions(this.#draft, source, node);
    return found !== undefined && found.source === own && found.name === name;
  }

  /** `true` for a name that a file imports from the module of the options. */
  isFromOptions(source: Source, { specifier }: Binding): boolean {
    return this.#draft.resolver.find(source.path, specifier) === this.#options.source.path;
  }

  /** `true` where the module of the options moves to another path. */
  get isMoved(): boolean {
    return this.#way === "moved";
  }

  /** Name of a function in a file, which imports it where it must. */
  nameIn(source: Source, imports: ImportPlan, member: Member): string {
    this.#needed.add(member);
    const exported = this.#names[member];
    if (source.path === this.path || (this.#way === "moved" && source === this.#options.source)) {
      return exported;
    }
    const { ts } = this.#draft;
    const isTaken = hasName(source, ts, exported) &&
      !listBindings(source, ts).some(({ local, specifier }) =>
        local === exported && /^next-auth\b/.test(specifier)
      );
    const local = isTaken ? OTHER_NAMES[member] : exported;
    const name = local === exported ? local : `${exported} as ${local}`;
    imports.add(this.specifierFor(source), name);
    return local;
  }

  /** Name of a function as the module exports it, for `export … from`. */
  exportName(member: Member): string {
    this.#needed.add(member);
    return this.#names[member];
  }

  /** Specifier of the module in a file: one that the file has already, if any. */
  specifierFor(source: Source): string {
    const own = listBindings(source, this.#draft.ts).find(({ specifier }) =>
      this.#draft.resolver.find(source.path, specifier) === this.path
    );
    return own?.specifier ?? this.#draft.resolver.name(source.path, this.path);
  }

  /** Plans the module; `false` when it cannot be. Call it before the imports are written. */
  make(): void {
    if (this.#needed.size === 0) return;
    const { caller, source, name } = this.#options;
    const imports = this.#draft.importsOf(source);
    if (this.#way === "moved") return this.#moveRoute();
    const maker = this.#maker(source, imports);
    const { end } = readStyle(source, this.#draft.ts);
    if (this.#way === "added") {
      const call = `${maker}(${name})${end}`;
      source.insert(source.text.trimEnd().length, `\n\nexport const ${this.#members()} = ${call}`);
      const at = source.text.trimEnd().length;
      return this.#draft.note("change", source, at, `exports ${this.#list()}`, CALLS);
    }
    const exported = this.#export(caller, imports);
    if (exported === undefined) return;
    const style = readStyle(source, this.#draft.ts);
    const route = this.#draft.resolver.name(this.path, source.path);
    const [local, imported] = exported === "default"
      ? ["authOptions", "default as authOptions"]
      : [exported, exported];
    const lines = [
      lineFor(["default as NextAuth"], "@x/auth/next", style),
      lineFor([imported], route, style),
      "",
      `export const ${this.#members()} = NextAuth(${local})${style.end}`,
    ];
    this.#draft.created.set(this.path, lines.join("\n") + "\n");
    this.#draft.notes.push({ kind: "change", path: this.path, text: `exports ${this.#list()}` });
  }

  #maker(source: Source, imports: ImportPlan): string {
    const own = listBindings(source, this.#draft.ts).find(({ specifier, imported }) =>
      /^next-auth(\/next)?$/.test(specifier) && imported === "default"
    );
    if (own) return own.local;
    if (this.#way === "added") imports.add("@x/auth/next", "default as NextAuth");
    return "NextAuth";
  }

  /** `{ auth, getToken }`, with other names where they are taken. */
  #members(): string {
    const parts = [...this.#needed].sort().map((member) => {
      const name = this.#names[member];
      return name === member ? member : `${member}: ${name}`;
    });
    return `{ ${parts.join(", ")} }`;
  }

  #list(): string {
    return [...this.#needed].sort().map((member) => `\`${this.#names[member]}\``).join(" and ");
  }

  /** The name under which the options are exported; those of a call become a variable. */
  #export(caller: Source, imports: ImportPlan): string | undefined {
    const { ts } = this.#draft;
    const { call, source, object, name, exported } = this.#options;
    if (exported !== undefined) return exported;
    const { end } = readStyle(source, ts);
    if (name !== undefined) {
      source.insert(source.text.trimEnd().length, `\n\nexport { ${name} }${end}`);
      return name;
    }
    const statement = ts.findAncestor(call, ts.isStatement);
    if (!statement || caller !== source) return undefined;
    const start = statement.getStart(source.tree);
    const isTyped = /\.[cm]?tsx?$/.test(source.path);
    if (isTyped) imports.add("@x/auth/next", "type NextAuthConfig");
    source.replace(
      start,
      object.getStart(source.tree),
      `export const authOptions${isTyped ? ": NextAuthConfig" : ""} = `,
    );
    const before = source.text.slice(start, object.getStart(source.tree));
    source.replace(
      object.end,
      statement.end,
      `${end}\n\n${before}authOptions${source.text.slice(object.end, statement.end)}`,
    );
    return "authOptions";
  }

  /** Moves the code of an app route, which may export handlers alone, into a module. */
  #moveRoute(): void {
    const draft = this.#draft;
    const { ts } = draft;
    const { source, call } = this.#options;
    const statement = ts.findAncestor(call, ts.isStatement);
    const handler = findHandler(ts, statement);
    const exports = handler === undefined ? [] : findExports(ts, source, handler);
    if (!handler || !statement || exports.length === 0) {
      const text =
        "the route does more than to export its handlers: put the options into a module of their own";
      draft.note("stop", source, call, text, CALLS);
      return;
    }
    const { quote, end } = readStyle(source, ts);
    source.replace(
      statement.getStart(source.tree),
      call.getStart(source.tree),
      `export const { handlers, ${this.#members().slice(2)} = `,
    );
    const kept: string[] = [];
    for (const one of exports) source.removeStatement(one);
    for (const one of source.tree.statements) {
      if (!isSegmentConfig(ts, one)) continue;
      kept.push(source.textOf(one));
      source.removeStatement(one);
    }
    for (const { moduleSpecifier } of source.tree.statements.filter(ts.isImportDeclaration)) {
      if (!ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith(".")) continue;
      const path = draft.resolver.find(source.path, moduleSpecifier.text);
      if (path === undefined) continue;
      source.replaceNode(moduleSpecifier, quote + draft.resolver.name(this.path, path) + quote);
    }
    const specifier = draft.resolver.name(source.path, this.path);
    const lines = [
      `import { handlers } from ${quote}${specifier}${quote}${end}`,
      "",
      ...kept,
      `export const { GET, POST } = handlers${end}`,
    ];
    draft.move(source, this.path, lines.join("\n") + "\n");
    draft.note("change", source, call, `the options move to \`${this.path}\``, CALLS);
  }
}

function freePath({ app: { paths } }: Draft, below: string, ending: string): string {
  const names = ["auth", "next-auth", "auth-module"].map((name) => `${below}${name}`);
  const isFree = (stem: string) =>
    !["ts", "tsx", "js", "jsx", "mjs"].some((one) => paths.has(`${stem}.${one}`)) &&
    ![...paths].some((path) => path.startsWith(`${stem}/index.`));
  return `${names.find(isFree) ?? names[0]}.${ending}`;
}

/** Name of the handler in `const handler = NextAuth(…)`. */
function findHandler(ts: TypeScript, statement: ts.Node | undefined): string | undefined {
  if (!statement || !ts.isVariableStatement(statement)) return undefined;
  const [declaration, ...more] = statement.declarationList.declarations;
  const name = declaration?.name;
  return more.length === 0 && name && ts.isIdentifier(name) ? name.text : undefined;
}

/** The statements that export the handler as `GET` and `POST`, and nothing else of it. */
function findExports(ts: TypeScript, source: Source, handler: string): ts.Statement[] {
  const statements = source.tree.statements.filter((one) => {
    if (ts.isExportDeclaration(one) && one.exportClause && ts.isNamedExports(one.exportClause)) {
      return one.exportClause.elements.every(({ name, propertyName }) =>
        propertyName?.text === handler && /^(GET|POST)$/.test(name.text)
      );
    }
    return ts.isVariableStatement(one) &&
      one.declarationList.declarations.every((declaration) =>
        /^(GET|POST)$/.test(declaration.name.getText()) &&
        declaration.initializer?.getText() === handler
      );
  });
  const uses = findAll(source.tree, ts.isIdentifier).filter(({ text }) => text === handler);
  const inside = uses.filter((use) =>
    statements.some((one) => one.pos <= use.pos && use.end <= one.end)
  );
  return uses.length === inside.length + 1 ? statements : [];
}

/** `export const runtime = …`, which Next reads in routes alone. */
function isSegmentConfig(ts: TypeScript, statement: ts.Statement): boolean {
  return ts.isVariableStatement(statement) && isExported(ts, statement) &&
    statement.declarationList.declarations.every(({ name }) =>
      /^(runtime|dynamic|dynamicParams|revalidate|fetchCache|preferredRegion|maxDuration)$/
        .test(name.getText())
    );
}
