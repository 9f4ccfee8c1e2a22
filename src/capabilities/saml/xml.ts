/**
 * Reads the part of XML that SAML needs, and refuses the rest: no document type, no entity but the five
 * of XML, no section, and, unless it is asked for, no comment and no instruction. What two readers can
 * read differently is no message.
 *
 * @see {@link https://www.w3.org/TR/xml/ XML 1.0}, {@link https://www.w3.org/TR/xml-names/ Namespaces}
 * @module
 */

/** An element. */
export interface XmlElement {
  /** Name without its prefix. */
  readonly local: string;
  /** Namespace; empty for none. */
  readonly space: string;
  /** Attributes by name; those with a prefix as `{namespace}name`. Declarations are left out. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Elements in it. */
  readonly children: readonly XmlElement[];
  /** Text in it, without that of its elements. */
  readonly text: string;
  /** The element around it. */
  readonly parent: XmlElement | undefined;
  /** Namespaces by prefix, as they are there. */
  readonly scope: ReadonlyMap<string, string>;
  /** Prefixes that the element itself declares. */
  readonly declared: ReadonlySet<string>;
  /** Offsets in the source: of the element, and of the end of its name. */
  readonly at: { readonly start: number; readonly nameEnd: number; readonly end: number };
}

/** What a reader lets pass. */
export interface XmlRules {
  /** `true` skips comments and instructions: documents of people have them. Default: refused. */
  readonly hasComments?: boolean;
}

/**
 * Limits: a message has about 5 levels, 100 elements and 10 prefixes, one with a thousand groups 1,100
 * elements.
 */
const MOST = { depth: 40, elements: 10_000, attributes: 40, prefixes: 64 };

const NAME = /[A-Za-z_][\w.-]{0,99}(?::[A-Za-z_][\w.-]{0,99})?/y;
const SPACE = /[ \t\r\n]+/y;
const DECLARATION = /<\?xml[ \t\r\n][^<>?]{0,200}\?>/y;
// deno-lint-ignore no-control-regex -- those that XML forbids
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const ENTITY = /&([^;&]{0,10});?/g;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

const NOTHING: ReadonlySet<string> = new Set();

const ROOT_SCOPE: ReadonlyMap<string, string> = new Map([
  ["", ""],
  ["xml", "http://www.w3.org/XML/1998/namespace"],
]);

type Open =
  & {
    -readonly [Name in keyof XmlElement]: XmlElement[Name];
  }
  & { name: string; children: XmlElement[]; at: { start: number; nameEnd: number; end: number } };

function fault(message: string): Error {
  return new Error(`Cannot read the XML: ${message}`);
}

/**
 * Reads a document. The text was measured before.
 *
 * @throws {Error} for all that is not the part of XML above
 */
export function readXml(source: string, { hasComments = false }: XmlRules = {}): XmlElement {
  if (!source.isWellFormed() || FORBIDDEN.test(source)) throw fault("it has forbidden characters");
  let at = skipDeclaration(source);
  let open: Open | undefined;
  let root: Open | undefined;
  let elements = 0;
  let depth = 0;
  while (at < source.length) {
    const next = source.indexOf("<", at);
    const text = source.slice(at, next === -1 ? undefined : next);
    if (open) open.text += decode(text);
    else if (trimXml(text) !== "") throw fault("it has text outside of its element");
    if (next === -1) break;
    const second = source[next + 1];
    if (second === "!" || second === "?") {
      at = skipAside(source, next, hasComments);
      continue;
    }
    if (second === "/") {
      if (!open) throw fault("an element ends that has not begun");
      const end = `</${open.name}`;
      if (!source.startsWith(end, next)) throw fault("an element ends that has not begun");
      at = skip(SPACE, source, next + end.length);
      if (source[at] !== ">") throw fault("an element ends that has not begun");
      open.at.end = ++at;
      open = open.parent as Open | undefined;
      depth--;
      continue;
    }
    if (root && !open) throw fault("it has two elements at its top");
    if (++elements > MOST.elements) throw fault("it has too many elements");
    const begun = readTag(source, next, open);
    at = begun.at.end;
    (open?.children ?? []).push(begun);
    root ??= begun;
    if (begun.isEmpty) continue;
    if (++depth > MOST.depth) throw fault("it is too deep");
    open = begun;
  }
  if (!root || open) throw fault("it breaks off");
  return root;
}

function skip(expression: RegExp, source: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(source) ? expression.lastIndex : at;
}

function skipDeclaration(source: string): number {
  const end = skip(DECLARATION, source, 0);
  const encoding = /encoding[ \t\r\n]*=[ \t\r\n]*["']([^"']*)/.exec(source.slice(0, end))?.[1];
  if (encoding !== undefined && encoding.toLowerCase() !== "utf-8") {
    throw fault("it is not in UTF-8");
  }
  return end;
}

/** Skips a comment or an instruction; everything else that begins alike is refused. */
function skipAside(source: string, at: number, hasComments: boolean): number {
  const isComment = source.startsWith("<!--", at);
  if (source[at + 1] === "!" && !isComment) {
    throw fault("it has a document type, a section or an entity");
  }
  if (!hasComments) throw fault("it has a comment or an instruction");
  const close = isComment ? "-->" : "?>";
  const end = source.indexOf(close, at + (isComment ? 4 : 2));
  if (end === -1) throw fault("it breaks off");
  return end + close.length;
}

function readName(source: string, at: number): string {
  NAME.lastIndex = at;
  const name = NAME.exec(source)?.[0];
  if (name === undefined) throw fault("it has a name that cannot be read");
  return name;
}

function readTag(source: string, start: number, parent: Open | undefined) {
  const name = readName(source, start + 1);
  const nameEnd = start + 1 + name.length;
  const written: (readonly [name: string, value: string])[] = [];
  let at = nameEnd;
  let isEmpty = false;
  while (true) {
    const after = skip(SPACE, source, at);
    if (source[after] === ">") {
      at = after + 1;
      break;
    }
    if (source.startsWith("/>", after)) {
      at = after + 2;
      isEmpty = true;
      break;
    }
    if (after === at) throw fault("it has a tag that cannot be read");
    const attribute = readName(source, after);
    at = skip(SPACE, source, after + attribute.length);
    if (source[at] !== "=") throw fault("it has an attribute without a value");
    at = skip(SPACE, source, at + 1);
    const quote = source[at];
    const end = quote === '"' || quote === "'" ? source.indexOf(quote, at + 1) : -1;
    if (end === -1) throw fault("it has an attribute without a value");
    const value = source.slice(at + 1, end);
    if (value.includes("<")) throw fault("it has an attribute that cannot be read");
    written.push([attribute, decode(value)]);
    if (written.length > MOST.attributes) throw fault("an element has too many attributes");
    at = end + 1;
  }
  const declarations = written.filter(([attribute]) => isDeclaration(attribute));
  const scope = namespacesIn(parent?.scope ?? ROOT_SCOPE, declarations);
  const attributes = new Map<string, string>();
  const names = new Set<string>();
  for (const [attribute, value] of written) {
    if (names.has(attribute)) throw fault("an element has an attribute twice");
    names.add(attribute);
    if (isDeclaration(attribute)) continue;
    const { space, local } = resolve(attribute, scope, false);
    const key = space === "" ? local : `{${space}}${local}`;
    if (attributes.has(key)) throw fault("an element has an attribute twice");
    attributes.set(key, value);
  }
  const children: XmlElement[] = [];
  return {
    ...{ name, attributes, children, text: "", parent, isEmpty, scope },
    declared: declarations.length === 0 ? NOTHING : new Set(declarations.map(prefixOf)),
    ...resolve(name, scope, true),
    at: { start, nameEnd, end: at },
  };
}

function isDeclaration(attribute: string): boolean {
  return attribute === "xmlns" || attribute.startsWith("xmlns:");
}

function prefixOf([attribute]: readonly [name: string, value: string]): string {
  return attribute.slice(6);
}

/** The namespaces in an element. One that declares none shares those around it. */
function namespacesIn(
  around: ReadonlyMap<string, string>,
  declarations: readonly (readonly [name: string, value: string])[],
): ReadonlyMap<string, string> {
  if (declarations.length === 0) return around;
  const scope = new Map(around);
  for (const one of declarations) scope.set(prefixOf(one), one[1]);
  // Every element that declares one has all of them.
  if (scope.size > MOST.prefixes) throw fault("it has too many prefixes");
  return scope;
}

function resolve(name: string, scope: ReadonlyMap<string, string>, isElement: boolean) {
  const colon = name.indexOf(":");
  // The default namespace is none of attributes.
  if (colon === -1) return { local: name, space: isElement ? scope.get("")! : "" };
  const space = scope.get(name.slice(0, colon));
  if (!space) throw fault("it has a prefix without a namespace");
  return { local: name.slice(colon + 1), space };
}

function decode(text: string): string {
  if (text.includes("]]>")) throw fault("it has the end of a section");
  if (!text.includes("&")) return text;
  return text.replace(ENTITY, (found, name: string) => {
    const value = found.endsWith(";") ? valueOf(name) : undefined;
    if (value === undefined) throw fault("it has an entity that is not one of XML");
    return value;
  });
}

function valueOf(name: string): string | undefined {
  if (Object.hasOwn(ENTITIES, name)) return ENTITIES[name];
  const digits = /^#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}))$/.exec(name);
  if (!digits) return undefined;
  const code = digits[1] === undefined ? Number(digits[2]) : parseInt(digits[1], 16);
  if (code > 0x10ffff) return undefined;
  const text = String.fromCodePoint(code);
  return text.isWellFormed() && !FORBIDDEN.test(text) ? text : undefined;
}

/** An element as a document of its own: with the namespaces that are declared around it. */
export function standalone(source: string, { scope, declared, at }: XmlElement): string {
  let added = "";
  for (const [prefix, space] of scope) {
    if (prefix === "xml" || space === "" || declared.has(prefix)) continue;
    added += ` ${prefix === "" ? "xmlns" : `xmlns:${prefix}`}="${escapeXml(space)}"`;
  }
  return source.slice(at.start, at.nameEnd) + added + source.slice(at.nameEnd, at.end);
}

/** Text without the white space of XML around it; other spaces belong to it. */
export function trimXml(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isSpace(text[from]!)) from++;
  while (to > from && isSpace(text[to - 1]!)) to--;
  return text.slice(from, to);
}

function isSpace(character: string): boolean {
  return " \t\r\n".includes(character);
}

/** Text as XML has it, in elements and attributes. */
export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The elements in another one with a name. */
export function findChildren({ children }: XmlElement, space: string, local: string): XmlElement[] {
  return children.filter((one) => one.local === local && one.space === space);
}

/** All elements of a document, the outer ones first. */
export function* everyElement(root: XmlElement): Generator<XmlElement> {
  const waiting = [root];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    yield one;
    for (const child of one.children) waiting.push(child);
  }
}
