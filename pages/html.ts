/**
 * Elements as text. Pages need no more, and a renderer from outside would be
 * one more package that every app has to resolve.
 *
 * @module
 */

/** Text that is HTML already; everything else is escaped. */
export class Html {
  /** Wraps trusted text. */
  constructor(
    /** The HTML. */
    readonly text: string,
  ) {}
}

/** What may be in an element; `undefined`, `false` and empty text leave nothing. */
export type Child = Html | string | undefined | false | readonly Child[];

/** Attributes by name; `undefined`, `null` and `false` leave one out, `true` has no value. */
export type Attributes = Readonly<Record<string, unknown>>;

/** Elements without content and end tag. */
const VOID: ReadonlySet<string> = new Set(["hr", "img", "input", "meta"]);

/** An element. Tag and names of attributes are taken as they are. */
export function h(tag: string, attributes: Attributes = {}, ...children: Child[]): Html {
  let text = `<${tag}`;
  for (const name in attributes) {
    const value = attributes[name];
    if (value === undefined || value === null || value === false) continue;
    text += value === true || value === "" ? ` ${name}` : ` ${name}="${escape(String(value))}"`;
  }
  return new Html(VOID.has(tag) ? `${text}/>` : `${text}>${toText(children)}</${tag}>`);
}

function toText(child: Child): string {
  if (!child) return "";
  if (child instanceof Html) return child.text;
  // Apps without types may have a number where a text belongs.
  if (!Array.isArray(child)) return escape(String(child));
  let text = "";
  for (const each of child) text += toText(each);
  return text;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  '"': "&quot;",
};

/** For elements and for attributes in double quotes. */
function escape(text: string): string {
  return /[&<"]/.test(text) ? text.replace(/[&<"]/g, (char) => ENTITIES[char]!) : text;
}
