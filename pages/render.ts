/**
 * Elements of the pages, with the types of Preact, and their HTML text. The pages are functions
 * without state, so apps load neither Preact nor a renderer for them.
 *
 * @module
 */

import type {
  ComponentChild,
  ComponentChildren,
  FunctionComponent,
  JSX as Html,
  VNode,
} from "preact";

/** Elements without content and without an end tag: those of HTML, and a path of SVG. */
const VOID: ReadonlySet<string> = new Set(
  ["br", "hr", "img", "input", "link", "meta", "path", "source", "wbr"],
);

/** Names that Preact spells differently from HTML. */
const NAMES: Readonly<Record<string, string>> = { className: "class", htmlFor: "for" };

/** Members of props that are not attributes. */
const NOT_ATTRIBUTES: ReadonlySet<string> = new Set([
  "children",
  "dangerouslySetInnerHTML",
  "key",
  "ref",
]);

/** Makes an element. */
export function h<Props>(
  type: string | FunctionComponent<Props>,
  props: Props | null,
  ...children: ComponentChildren[]
): VNode {
  const inner = children.length > 0 ? { children } : {};
  // As in Preact, no value that was parsed from JSON is an element.
  return { type, props: { ...props, ...inner }, constructor: undefined } as unknown as VNode;
}

// The compiler looks here for the types of elements.
export declare namespace h {
  namespace JSX {
    type Element = VNode;
    type ElementChildrenAttribute = Html.ElementChildrenAttribute;
    type IntrinsicAttributes = Html.IntrinsicAttributes;
    type IntrinsicElements = Html.IntrinsicElements;
  }
}

/** Children without an element around them. */
export function Fragment({ children }: { children?: ComponentChildren }): ComponentChildren {
  return children;
}

/** Renders an element; its components must be functions without hooks. */
export function render(node: ComponentChildren): string {
  if (Array.isArray(node)) {
    let text = "";
    for (const child of node) text += render(child);
    return text;
  }
  if (isElement(node)) return renderElement(node as VNode<Record<string, unknown>>);
  return isShown(node) ? escape(String(node)) : "";
}

function isElement(node: unknown): boolean {
  return typeof node === "object" && node !== null && node.constructor === undefined;
}

function isShown(node: ComponentChild): boolean {
  return typeof node === "string" || typeof node === "number" || typeof node === "bigint";
}

function renderElement({ type, props }: VNode<Record<string, unknown>>): string {
  if (typeof type === "function") {
    // Every component of the pages is a plain function.
    return render((type as (props: unknown) => ComponentChildren)(props));
  }
  const start = `<${type}${attributesOf(props)}`;
  if (VOID.has(type)) return `${start}/>`;
  const { __html } = (props.dangerouslySetInnerHTML ?? {}) as { __html?: string };
  return `${start}>${__html ?? render(props.children as ComponentChildren)}</${type}>`;
}

function attributesOf(props: Record<string, unknown>): string {
  let text = "";
  for (const written in props) {
    const value = props[written];
    const isAbsent = value === undefined || value === null || value === false ||
      typeof value === "function" || typeof value === "object";
    // Attributes of credentials fields are written by the app, names included.
    if (isAbsent || NOT_ATTRIBUTES.has(written) || /[\s\\/='"\0<>]/.test(written)) continue;
    const name = NAMES[written] ?? written;
    text += value === true || value === "" ? ` ${name}` : ` ${name}="${escape(String(value))}"`;
  }
  return text;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };

/** Escapes text, also for attributes in double quotes. */
export function escape(text: string): string {
  return /[&<"]/.test(text) ? text.replace(/[&<"]/g, (char) => ENTITIES[char]!) : text;
}
