/**
 * Draws elements as HTML text, and as elements of a browser that follow each further drawing.
 *
 * @module
 */

import type { StepElement, StepNode } from "../../pages/parts_step.ts";
import type { Drawing } from "./view.ts";

/**
 * Makes an element of the app before a node, in place of that of a part.
 *
 * @param children what is in it
 * @returns a function that takes it away
 */
export type Mount = (before: Node, element: StepElement, children: DocumentFragment) => () => void;

/** What the app has in place of a part. */
export type FindMount = (part: string) => Mount | undefined;

/** Elements without an end tag. */
const VOID: ReadonlySet<string> = new Set(["br", "hr", "img", "input", "wbr"]);

const SVG: ReadonlySet<string> = new Set(["circle", "path", "svg"]);

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };

const escape = (text: string) => text.replace(/[&<"]/g, (character) => ENTITIES[character]!);

/** The drawing as HTML text, for a server. */
export function toHtml({ attributes, nodes }: Pick<Drawing, "attributes" | "nodes">): string {
  return elementToHtml("div", attributes, `<div>${nodes.map(nodeToHtml).join("")}</div>`);
}

function nodeToHtml(node: StepNode): string {
  if (typeof node === "string") return escape(node);
  const { part, tag, attributes, children } = node;
  const own = { "data-part": part, ...attributes };
  return elementToHtml(tag, own, children.map(nodeToHtml).join(""));
}

function elementToHtml(tag: string, attributes: StepElement["attributes"], inner: string): string {
  const words = Object.entries(attributes).map(([name, value]) =>
    value === true ? ` ${name}` : ` ${name}="${escape(value)}"`
  );
  const start = `<${tag}${words.join("")}>`;
  return VOID.has(tag) ? start : `${start}${inner}</${tag}>`;
}

/** A node of the browser, and what it was drawn for. */
interface Drawn {
  node: StepNode;
  dom: Node;
  children: Drawn[];
  /** Takes away the element of the app before `dom`. */
  end?: () => void;
  /** Behind the last of `children`, in the element of the app, which can have content of its own. */
  last?: Node;
}

/**
 * Draws a view into an element, which may have its HTML already, and follows its changes.
 *
 * @returns a function that ends it
 */
export function drawInto(
  root: HTMLElement,
  { get, subscribe }: { get(): Drawing; subscribe(listener: () => void): () => void },
  findMount: FindMount = () => undefined,
): () => void {
  let { attributes, key } = get();
  let step: Drawn | undefined;
  const draw = () => {
    const next = get();
    setAttributes(root, attributes, next.attributes);
    const node: StepElement = { part: "step", tag: "div", attributes: {}, children: next.nodes };
    if (step && key === next.key) step = patch(step, node, findMount);
    else {
      if (step) remove(step);
      root.textContent = "";
      step = build(node, root, null, findMount);
    }
    ({ attributes, key } = next);
  };
  // A menu of the server that a person has opened already stays open.
  const isOpen = root.querySelector("details[open]") !== null;
  draw();
  if (isOpen) root.querySelector("details")?.setAttribute("open", "");
  const stop = subscribe(draw);
  return () => {
    stop();
    if (step) remove(step);
  };
}

function build(node: StepNode, parent: Node, before: Node | null, findMount: FindMount): Drawn {
  if (typeof node === "string") {
    const dom = parent.insertBefore(document.createTextNode(node), before);
    return { node, dom, children: [] };
  }
  const { part, tag, attributes } = node;
  const mount = findMount(part);
  if (mount) {
    const dom = parent.insertBefore(document.createComment(""), before);
    const inner = document.createDocumentFragment();
    const children = node.children.map((child) => build(child, inner, null, findMount));
    const last = inner.appendChild(document.createComment(""));
    return { node, dom, children, last, end: mount(dom, node, inner) };
  }
  const element = SVG.has(tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
  setAttributes(element, {}, part === "step" ? attributes : { "data-part": part, ...attributes });
  const children = node.children.map((child) => build(child, element, null, findMount));
  return { node, dom: parent.insertBefore(element, before), children };
}

/** Changes what is drawn otherwise than before; all else stays, with what a person has typed. */
function patch(drawn: Drawn, node: StepNode, findMount: FindMount): Drawn {
  const { node: last, dom } = drawn;
  if (JSON.stringify(last) === JSON.stringify(node)) return { ...drawn, node };
  if (typeof last === "string" && typeof node === "string") {
    dom.nodeValue = node;
    return { ...drawn, node };
  }
  // An element of the app stays while its own attributes do: they are props of its component.
  const place = drawn.last ? drawn.last.parentNode : dom;
  if (
    typeof last === "string" || typeof node === "string" || last.tag !== node.tag ||
    last.part !== node.part || !place ||
    drawn.end && JSON.stringify(last.attributes) !== JSON.stringify(node.attributes)
  ) {
    const next = build(node, dom.parentNode!, dom.nextSibling, findMount);
    remove(drawn);
    return next;
  }
  if (!drawn.end) setAttributes(dom as Element, last.attributes, node.attributes);
  for (const child of drawn.children.slice(node.children.length)) remove(child);
  const children = node.children.map((child, index) => {
    const known = drawn.children[index];
    return known
      ? patch(known, child, findMount)
      : build(child, place, drawn.last ?? null, findMount);
  });
  return { ...drawn, node, children };
}

function remove({ dom, children, end }: Drawn): void {
  for (const child of children) remove(child);
  end?.();
  dom.parentNode?.removeChild(dom);
}

function setAttributes(
  element: Element,
  last: StepElement["attributes"],
  next: StepElement["attributes"],
): void {
  for (const name of Object.keys(last)) {
    if (!Object.hasOwn(next, name)) element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(next)) {
    if (last[name] !== value) element.setAttribute(name, value === true ? "" : value);
  }
}
