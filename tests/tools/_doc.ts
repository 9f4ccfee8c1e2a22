/**
 * What `deno doc --json` says of modules, and the text of its types.
 *
 * @module
 */

/** Documentation of a symbol or a member. */
export interface JsDoc {
  /** Markdown. */
  doc?: string;
  /** Tags, such as `example`. */
  tags?: { kind: string; doc?: string; name?: string }[];
}

/** One declaration of an export. */
export interface Declaration {
  /** For example `interface`, or `reference` for one that another module declares. */
  kind: string;
  /** Where it is. */
  location: Place;
  /** Its documentation. */
  jsDoc?: JsDoc;
  /** Its parts, which depend on the kind. */
  // deno-lint-ignore no-explicit-any -- a large tree of which few leaves are read
  def?: any;
}

/** A place in a file. */
export interface Place {
  /** URL of the file. */
  filename: string;
  /** Offset in it. */
  byteIndex: number;
}

/** An export. */
export interface DocSymbol {
  /** Its name; `default` for a default export. */
  name: string;
  /** Its declarations: several for overloads, and for a type and a value of one name. */
  declarations: Declaration[];
}

/** A module. */
export interface DocModule {
  /** Documentation of the module. */
  module_doc?: JsDoc;
  /** Its exports. */
  symbols: DocSymbol[];
}

// deno-lint-ignore no-explicit-any
type Node = any;

/** Identifies a declaration. */
export const placeOf = ({ filename, byteIndex }: Place): string => `${filename}:${byteIndex}`;

/**
 * Reads modules, all in one run. What a module exports of another one has its declarations.
 *
 * @param files URLs of the modules
 */
export async function readModules(files: Iterable<string>): Promise<Record<string, DocModule>> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--json", ...new Set(files)],
    env: { NO_COLOR: "1" },
  }).output();
  if (!success) throw new Error(`Cannot read the exports: ${new TextDecoder().decode(stderr)}`);
  return resolveReferences(JSON.parse(new TextDecoder().decode(stdout)).nodes);
}

function resolveReferences(modules: Record<string, DocModule>): Record<string, DocModule> {
  const places = new Map<string, Declaration>();
  const symbols = Object.values(modules).flatMap(({ symbols }) => symbols);
  for (const declaration of symbols.flatMap(({ declarations }) => declarations)) {
    if (declaration.kind !== "reference") places.set(placeOf(declaration.location), declaration);
  }
  for (const symbol of symbols) {
    // A name that reaches a module in two ways is listed twice.
    const found = new Map<string, Declaration>();
    for (const declaration of symbol.declarations) {
      const place = placeOf(
        declaration.kind === "reference" ? declaration.def.target : declaration.location,
      );
      const resolved = places.get(place);
      if (!resolved) throw new Error(`Cannot find the export at ${place}`);
      found.set(place, resolved);
    }
    symbol.declarations = [...found.values()];
  }
  return modules;
}

/** The declarations without the implementation of an overloaded function. */
export function visible(declarations: readonly Declaration[]): readonly Declaration[] {
  const overloads = declarations.filter(({ kind, def }) => kind === "function" && !def.hasBody);
  return overloads.length > 0 ? overloads : declarations;
}

/** A member of a class that apps see. */
export const isPublic = ({ accessibility }: Node): boolean => accessibility !== "private";

/** `static ` for such a member of a class. */
export const staticOf = ({ isStatic }: Node): string => isStatic ? "static " : "";

/** `getter ` or `setter ` for such a member of a class. */
export const accessorOf = ({ kind }: Node): string => kind === "method" ? "" : `${kind}ter `;

/** Writes parts of declarations as text. */
export interface Printer {
  /** A type; `unknown` without one. */
  type(node: Node): string;
  /** Members of an interface or a type literal, one line each. */
  members(def: Node): string[];
  /** A property. */
  property(node: Node): string;
  /** An index signature. */
  indexSignature(node: Node): string;
  /** A function or a method. */
  signature(name: string, def: Node): string;
  /** Type parameters; empty without any. */
  generics(node: Node): string;
  /** Types in a list; empty without any. */
  list(before: string, items?: readonly Node[], after?: string): string;
}

/**
 * Makes a printer.
 *
 * @param names `true` writes the names of parameters
 */
export function createPrinter(names: boolean): Printer {
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
    const arrow = names ? ": " : " => ";
    return `${name}${generics(def)}(${params})${
      def.returnType ? `${arrow}${type(def.returnType)}` : ""
    }`;
  }

  /** A parameter, with the mark of an optional or a rest parameter. */
  function parameter(node: Node): string {
    if (node.kind === "assign") return parameter({ ...node.left, optional: true });
    if (node.kind === "rest") {
      return `...${named(node.arg.name)}${type(node.tsType ?? node.arg.tsType)}`;
    }
    return `${named(node.name ?? "options", node.optional)}${type(node.tsType)}`;
  }

  function named(name: string, isOptional = false): string {
    const mark = isOptional ? "?" : "";
    return names ? `${name}${mark}: ` : mark;
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

  return { type, members, property, indexSignature, signature, generics, list };
}
