/**
 * Preact elements → HTML text. The pages are functions without state, so they
 * need neither hooks nor a renderer package, which every app would have to
 * resolve beside Preact.
 *
 * @module
 */

import { type ComponentChild, type ComponentChildren, isValidElement, type VNode } from "preact";

/** Elements without content and without an end tag. */
const VOID: ReadonlySet<string> = new Set(["br", "hr", "img", "input", "link", "meta"]);

/** Names that Preact spells differently from HTML. */
const NAMES: Readonly<Record<string, string>> = { className: "class", htmlFor: "for" };

/** Members of props that are not attributes. */
const NOT_ATTRIBUTES: ReadonlySet<string> = new Set([
  "children",
  "dangerouslySetInnerHTML",
  "key",
  "ref",
]);

/** Renders an element; its components must be functions without hooks. */
export function render(node: ComponentChildren): string {
  if (Array.isArray(node)) {
    let text = "";
    for (const child of node) text += render(child);
    return text;
  }
  if (isValidElement(node)) return renderElement(node as VNode<Record<string, unknown>>);
  return isShown(node) ? escape(String(node)) : "";
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
