/**
 * The public interface as text, one line per member, and its comparison with
 * the accepted one. Documentation, places in files and names of parameters are left
 * out, so that they can change.
 *
 * @module
 */

/** Name of an export → its lines. */
export type Entry = Readonly<Record<string, readonly string[]>>;

/** Subpath → its exports. */
export type Exports = Readonly<Record<string, Entry>>;

/** Difference between two interfaces. */
export interface Comparison {
  /** Exports that were removed, lost a member, gained a required one, or changed. */
  breaches: string[];
  /** Exports and members that are new. */
  additions: string[];
}

/** The part of the JSON of `deno doc` that is read. */
interface Declaration {
  kind: string;
  location: Place;
  // deno-lint-ignore no-explicit-any
  def?: any;
}

interface Place {
  filename: string;
  byteIndex: number;
}

/** An export, as `deno doc --json` describes it. */
interface Symbol {
  name: string;
  declarations: Declaration[];
}

// deno-lint-ignore no-explicit-any
type Node = any;

/**
 * Reads the exports of modules.
 *
 * @param files subpath → URL of its module
 */
export async function readExports(files: Readonly<Record<string, string>>): Promise<Exports> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--json", ...new Set(Object.values(files))],
    env: { NO_COLOR: "1" },
  }).output();
  if (!success) throw new Error(`Cannot read the exports: ${new TextDecoder().decode(stderr)}`);
  const { nodes } = JSON.parse(new TextDecoder().decode(stdout));
  return toExports(Object.fromEntries(
    Object.entries(files).map(([subpath, file]) => [subpath, nodes[file].symbols]),
  ));
}

/** The lines of every export; `symbols` has the exports of each subpath. */
function toExports(symbols: Readonly<Record<string, readonly Symbol[]>>): Exports {
  const places = new Map<string, Declaration>();
  const placeOf = ({ filename, byteIndex }: Place) => `${filename}:${byteIndex}`;
  for (const { declarations } of Object.values(symbols).flat()) {
    for (const declaration of declarations) {
      const { kind, location } = declaration;
      if (kind !== "reference") places.set(placeOf(location), declaration);
    }
  }
  const resolve = (declaration: Declaration): Declaration => {
    if (declaration.kind !== "reference") return declaration;
    const found = places.get(placeOf(declaration.def.target));
    if (!found) throw new Error(`Cannot find the export at ${placeOf(declaration.def.target)}`);
    return found;
  };
  // A name that reaches a subpath in two ways is listed twice.
  const unique = (declarations: Declaration[]): Declaration[] => [
    ...new Map(declarations.map((one) => [placeOf(one.location), one])).values(),
  ];
  return Object.fromEntries(
    Object.entries(symbols).map(([subpath, exported]) => [
      subpath,
      Object.fromEntries(
        exported.map(({ name, declarations }): [string, string[]] => [
          name,
          visible(unique(declarations.map(resolve))).flatMap(linesOf),
        ]).sort(([a], [b]) => a < b ? -1 : 1),
      ),
    ]),
  );
}

/** The declarations without the implementation of an overloaded function. */
function visible(declarations: readonly Declaration[]): readonly Declaration[] {
  const overloads = declarations.filter(({ kind, def }) => kind === "function" && !def.hasBody);
  return overloads.length > 0 ? overloads : declarations;
}

/** A line for the declaration and one for each member that a change can break. */
function linesOf({ kind, def }: Declaration): string[] {
  switch (kind) {
    case "function":
      return [signature("function ", def)];
    case "variable":
      return [`${def.kind}: ${type(def.tsType)}`];
    case "typeAlias":
      return [`type${generics(def)} = ${type(def.tsType)}`];
    case "interface":
      return [`interface${generics(def)}${list(" extends ", def.extends)}`, ...members(def)];
    case "class":
      return [
        `class${generics(def)}${def.extends ? ` extends ${def.extends}` : ""}` +
        list(" implements ", def.implements),
        ...[...def.constructors ?? []].map((one) => signature("constructor", one)),
        ...[...def.properties ?? []].filter(isPublic).map((one) => staticOf(one) + property(one)),
        ...[...def.methods ?? []].filter(isPublic).map((one) =>
          signature(`${staticOf(one)}${accessorOf(one)}${one.name}`, one.functionDef)
        ),
        ...[...def.indexSignatures ?? []].map(indexSignature),
      ];
    default:
      throw new Error(`Cannot describe an export of the kind "${kind}"`);
  }
}

const isPublic = ({ accessibility }: Node): boolean => accessibility !== "private";

const staticOf = ({ isStatic }: Node): string => isStatic ? "static " : "";

const accessorOf = ({ kind }: Node): string => kind === "method" ? "" : `${kind}ter `;

/** Members of an interface or a type literal. */
function members(def: Node): string[] {
  return [
    ...[...def.properties ?? []].map(property),
    ...[...def.methods ?? []].map((one) => signature(one.name + (one.optional ? "?" : ""), one)),
    ...[...def.callSignatures ?? []].map((one) => signature("", one)),
    ...[...def.constructors ?? []].map((one) => signature("new ", one)),
    ...[...def.indexSignatures ?? []].map(indexSignature),
  ];
}

function property({ name, optional, readonly, tsType }: Node): string {
  return `${readonly ? "readonly " : ""}${name}${optional ? "?" : ""}: ${type(tsType)}`;
}

function indexSignature({ readonly, params, tsType }: Node): string {
  return `${readonly ? "readonly " : ""}[${params.map(parameter)}]: ${type(tsType)}`;
}

function signature(name: string, def: Node): string {
  const params = (def.params ?? []).map(parameter).join(", ");
  return `${name}${generics(def)}(${params})${def.returnType ? ` => ${type(def.returnType)}` : ""}`;
}

/** The type of a parameter, with the mark of an optional or a rest parameter. */
function parameter(node: Node): string {
  if (node.kind === "assign") return parameter({ ...node.left, optional: true });
  if (node.kind === "rest") return `...${type(node.tsType ?? node.arg.tsType)}`;
  return `${node.optional ? "?" : ""}${type(node.tsType)}`;
}

function generics({ typeParams = [] }: Node): string {
  return list("<", typeParams.map(typeParameter), ">");
}

function typeParameter({ name, constraint, default: fallback }: Node): string {
  return name + (constraint ? ` extends ${type(constraint)}` : "") +
    (fallback ? ` = ${type(fallback)}` : "");
}

function list(before: string, items: readonly Node[] = [], after = ""): string {
  if (items.length === 0) return "";
  return before + items.map((item) => typeof item === "string" ? item : type(item)).join(", ") +
    after;
}

/** The text of a type. */
function type(node: Node): string {
  if (!node) return "unknown";
  const { kind, value, repr } = node;
  switch (kind) {
    case "keyword":
      return value;
    case "literal":
      return value.kind === "string" ? JSON.stringify(value.string) : repr;
    case "typeRef":
      return value.typeName + list("<", value.typeParams, ">");
    case "union":
      return value.map(type).join(" | ");
    case "intersection":
      return value.map(type).join(" & ");
    case "array":
      return `${type(value)}[]`;
    case "tuple":
      return `[${value.map(type).join(", ")}]`;
    case "rest":
      return `...${type(value)}`;
    case "parenthesized":
      return `(${type(value)})`;
    case "typeOperator":
      return `${value.operator} ${type(value.tsType)}`;
    case "typeQuery":
      return `typeof ${typeof value === "string" ? value : repr}`;
    case "indexedAccess":
      return `${type(value.objType)}[${type(value.indexType)}]`;
    case "conditional":
      return `${type(value.checkType)} extends ${type(value.extendsType)} ` +
        `? ${type(value.trueType)} : ${type(value.falseType)}`;
    case "infer":
      return `infer ${typeParameter(value.typeParam)}`;
    case "mapped":
      return `{ ${value.readonly ? "readonly " : ""}[${value.typeParam.name} in ` +
        `${type(value.typeParam.constraint)}${
          value.nameType ? ` as ${type(value.nameType)}` : ""
        }]` +
        `${value.optional === "-" ? "-?" : value.optional ? "?" : ""}: ${type(value.tsType)} }`;
    case "typePredicate":
      return `${value.asserts ? "asserts " : ""}${repr}`;
    case "fnOrConstructor":
      return `${value.constructor === true ? "new " : ""}${generics(value)}` +
        `(${value.params.map(parameter).join(", ")}) => ${type(value.tsType)}`;
    case "typeLiteral":
      return `{ ${members(value).join("; ")} }`;
    default:
      throw new Error(`Cannot describe a type of the kind "${kind}"`);
  }
}

/** An optional property or method. */
const OPTIONAL = /^(?:readonly )?[^\s(:]+\?(?::|<|\()/;

/** Additions to a class concern no other code, since the library makes its objects. */
const isHarmless = (line: string, [heading]: readonly string[]): boolean =>
  OPTIONAL.test(line) || heading!.startsWith("class");

/** Compares an interface with the accepted one. */
export function compare(accepted: Exports, now: Exports): Comparison {
  // One declaration is exported by several subpaths, and is reported once.
  const breaches = new Map<string, string[]>();
  const additions = new Map<string, string[]>();
  const report = (to: Map<string, string[]>, what: string, subpath: string) =>
    to.set(what, [...to.get(what) ?? [], subpath]);

  for (const [subpath, entry] of Object.entries(accepted)) {
    for (const [name, before] of Object.entries(entry)) {
      const after = now[subpath]?.[name];
      if (!after) {
        report(breaches, `${name} is removed`, subpath);
        continue;
      }
      const gone = before.filter((line) => !after.includes(line));
      const added = after.filter((line) => !before.includes(line));
      const isBreach = gone.length > 0 || added.some((line) => !isHarmless(line, before));
      const lines = [
        ...gone.map((line) => `\n  - ${line}`),
        ...added.map((line) => `\n  + ${line}`),
      ];
      if (isBreach) report(breaches, `${name} is changed${lines.join("")}`, subpath);
      else if (added.length > 0) report(additions, `${name} has more${lines.join("")}`, subpath);
    }
  }
  for (const [subpath, entry] of Object.entries(now)) {
    for (const name of Object.keys(entry)) {
      if (!accepted[subpath]?.[name]) report(additions, `${name} is new`, subpath);
    }
  }
  return { breaches: [...breaches].map(toMessage), additions: [...additions].map(toMessage) };
}

function toMessage([what, [first, ...others]]: [string, string[]]): string {
  return `${first}${others.length > 0 ? ` and ${others.length} more` : ""}: ${what}`;
}

/**
 * The interface as text: a paragraph for each subpath and one for each
 * declaration. What several subpaths export is written once.
 */
export function toText(exports: Exports): string {
  const declarations = new Map<string, string>();
  const taken = new Map<string, number>();
  const paragraphs: string[] = [];
  for (const [subpath, entry] of Object.entries(exports)) {
    const names = Object.entries(entry).map(([name, lines]) => {
      const text = lines.join("\n  ");
      let id = declarations.get(`${name}\n${text}`);
      if (id === undefined) {
        const count = (taken.get(name) ?? 0) + 1;
        taken.set(name, count);
        id = count === 1 ? name : `${name} of ${subpath}`;
        declarations.set(`${name}\n${text}`, id);
        paragraphs.push(`${id}\n  ${text}`);
      }
      return id;
    });
    paragraphs.push([`# ${subpath}`, ...names].join("\n  "));
  }
  return `${paragraphs.join("\n")}\n`;
}

/** Reads what {@linkcode toText} wrote. */
export function fromText(text: string): Exports {
  const declarations: Record<string, string[]> = {};
  const exports: Record<string, Entry> = {};
  for (const paragraph of text.trimEnd().split(/\n(?! )/)) {
    const [heading, ...lines] = paragraph.split("\n  ") as [string, ...string[]];
    if (heading.startsWith("# ")) {
      exports[heading.slice(2)] = Object.fromEntries(
        lines.map((id) => [id.replace(/ of \S+$/, ""), declarations[id]!]),
      );
    } else declarations[heading] = lines;
  }
  return exports;
}
