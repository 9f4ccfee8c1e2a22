/**
 * A page whose form is filled in as it was typed before.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import type { TypedForm } from "../src/types/request.ts";

type Props = Record<string, unknown> & { children?: ComponentChildren };

type Element = VNode<Props>;

/** Hidden fields that say nothing about which form it is. */
const OTHER_EACH_TIME: ReadonlySet<unknown> = new Set(["csrfToken", "callbackUrl", "once"]);

/** Types of inputs with a text that a person types. */
const TYPED: ReadonlySet<unknown> = new Set(
  [undefined, "text", "email", "url", "tel", "search", "number", "date"],
);

/**
 * The content of a page with the values of the form that was sent to `path`, in the form with the
 * same target and the same hidden fields. Passwords and codes stay empty.
 */
export function refill(content: ComponentChildren, form: TypedForm): ComponentChildren {
  return edit(expand(content), (element) => {
    if (element.type !== "form" || !isSame(element, form)) return element;
    form.onShown?.();
    const left = form.pairs.map((pair) => [...pair] as [string, string]);
    const radios = listElements("input", element).filter(({ type }) => type === "radio");
    return edit(element, (part) => fillIn(part, left, radios)) as Element;
  });
}

/** The elements without components, which are functions without state. */
function expand(node: ComponentChildren): ComponentChildren {
  if (Array.isArray(node)) return node.map((child) => expand(child as ComponentChildren));
  if (!isElement(node)) return node;
  const { type, props } = node;
  if (typeof type === "function") {
    return expand((type as (props: Props) => ComponentChildren)(props));
  }
  return props.children === undefined
    ? node
    : withProps(node, { children: expand(props.children) });
}

/** The same elements, each of them edited before those in it. */
function edit(node: ComponentChildren, change: (element: Element) => Element): ComponentChildren {
  if (Array.isArray(node)) return node.map((child) => edit(child as ComponentChildren, change));
  if (!isElement(node)) return node;
  const changed = change(node);
  const { children } = changed.props;
  return changed !== node || children === undefined
    ? changed
    : withProps(node, { children: edit(children, change) });
}

/** As in the renderer of the pages, no value that was parsed from JSON is an element. */
function isElement(node: unknown): node is Element {
  return typeof node === "object" && node !== null && node.constructor === undefined;
}

function withProps(node: Element, props: Props): Element {
  return { ...node, props: { ...node.props, ...props } };
}

function isSame(form: Element, { path, pairs }: TypedForm): boolean {
  const { action } = form.props;
  if (typeof action !== "string" || new URL(action, "http://page").pathname !== path) return false;
  return listElements("input", form).every(({ type, name, value = "" }) =>
    type !== "hidden" || OTHER_EACH_TIME.has(name) ||
    pairs.some(([sent, text]) => sent === name && text === String(value))
  );
}

function listElements(type: string, node: ComponentChildren): Props[] {
  if (Array.isArray(node)) {
    return node.flatMap((child) => listElements(type, child as ComponentChildren));
  }
  if (!isElement(node)) return [];
  return node.type === type ? [node.props] : listElements(type, node.props.children);
}

function isSent({ name, value = "on" }: Props, left: readonly [string, string][]): boolean {
  return left.some(([sent, text]) => sent === name && text === String(value));
}

/**
 * Where the choice that was sent is no longer offered, the default stays: without it, browsers choose
 * the first option.
 *
 * @param left what was sent; a field of a name that comes again has the next value
 * @param radios all of the form
 */
function fillIn(element: Element, left: [string, string][], radios: readonly Props[]): Element {
  const { type, props } = element;
  const { name } = props;
  if (type === "input" && (props.type === "checkbox" || props.type === "radio")) {
    const isOffered = props.type === "checkbox" ||
      radios.some((one) => one.name === name && isSent(one, left));
    return isOffered ? withProps(element, { checked: isSent(props, left) }) : element;
  }
  const isText = type === "input" && TYPED.has(props.type) && !props.readonly;
  if (!isText && type !== "select" && type !== "textarea") return element;
  const index = left.findIndex(([sent]) => sent === name);
  if (index < 0) return element;
  const [[, text]] = left.splice(index, 1) as [[string, string]];
  if (type === "input") return withProps(element, { value: text });
  if (type === "textarea") return withProps(element, { children: text });
  const isChosen = ({ value, children }: Props) => String(value ?? children) === text;
  if (!listElements("option", props.children).some(isChosen)) return element;
  const options = edit(
    props.children,
    (option) =>
      option.type === "option" ? withProps(option, { selected: isChosen(option.props) }) : option,
  );
  return withProps(element, { children: options });
}
