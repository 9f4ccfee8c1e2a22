/**
 * The elements of a page as data, for an app that draws them with its own framework. They are those
 * of the built-in page, so whatever that decides is decided once.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import type { PageTexts } from "../src/types/texts.ts";
import type { StepElement, StepNode, StepParts } from "./parts_step.ts";

/** Elements that need no drawing by a program with scripts. */
const LEFT_OUT: ReadonlySet<string> = new Set(["meta", "noscript", "script", "style"]);

/** Names of attributes that Preact spells differently from HTML. */
const NAMES: Readonly<Record<string, string>> = { className: "class", htmlFor: "for" };

/** Attributes with ids, or with lists of them. */
const IDS: ReadonlySet<string> = new Set([
  ...["id", "for", "aria-labelledby", "aria-describedby", "aria-controls", "data-identifier"],
]);

/** Begins classes and ids, which are the app's own otherwise. */
const PREFIX = "auth-";

/** The part that an element is, by its class and then by its name. */
const CLASSES: Readonly<Record<string, string>> = {
  "error": "error",
  "card": "card",
  "field": "field",
  "check": "field",
  "mark": "picture",
};
const TAGS: Readonly<Record<string, string>> = {
  ...{ h1: "heading", h2: "heading", h3: "heading", p: "text", form: "form", label: "label" },
  ...{ input: "input", select: "input", button: "button", a: "link", ul: "list", ol: "list" },
  ...{ li: "item", hr: "separator", img: "picture", svg: "picture", details: "details" },
  ...{ summary: "summary", code: "code", path: "shape", circle: "shape" },
};

/** Types of inputs whose value is no text that a person types. */
const FIXED: ReadonlySet<string> = new Set(["hidden", "checkbox", "radio", "submit"]);

/** Attributes with a URL. */
const URLS: ReadonlySet<string> = new Set(["action", "formaction", "href", "src", "srcset"]);

/**
 * Returns `true` for a URL that runs no script, since the policy of the app's page may allow more than
 * that of the built-in one. Browsers leave spaces and control characters out.
 */
function isHarmless(url: string): boolean {
  const [, scheme, rest = ""] =
    /^([a-z][a-z\d+.-]*):(.*)/i.exec(url.replaceAll(/[\0-\x20]/g, "")) ??
      [];
  const kind = scheme?.toLowerCase();
  if (kind === "data") return /^(image\/|text\/plain)/i.test(rest);
  return kind !== "javascript" && kind !== "vbscript";
}

type Props = Record<string, unknown> & { children?: ComponentChildren };

/** The elements of a page. */
export function toParts(node: ComponentChildren): StepNode[] {
  if (Array.isArray(node)) return node.flatMap((child) => toParts(child as ComponentChildren));
  if (typeof node === "string" || typeof node === "number") return node === "" ? [] : [`${node}`];
  // As in the renderer of the pages, no value that was parsed from JSON is an element.
  if (typeof node !== "object" || node === null || node.constructor !== undefined) return [];
  const { type, props } = node as VNode<Props>;
  if (typeof type === "function") {
    return toParts((type as (props: Props) => ComponentChildren)(props));
  }
  if (LEFT_OUT.has(type) || props.name === "csrfToken") return [];
  return [toElement(type, props)];
}

function toElement(type: string, props: Props): StepElement {
  const attributes = toAttributes(type, props);
  const children = toParts(props.children);
  if (type === "select") {
    const chosen = children.find((child) => isChosen(child)) as StepElement | undefined;
    if (chosen) attributes["data-value"] = String(chosen.attributes.value);
  }
  const classes = String(props.class ?? props.className ?? "").split(" ");
  const named = classes.find((name) => Object.hasOwn(CLASSES, name));
  const isBox = type === "input" && (props.type === "checkbox" || props.type === "radio");
  const part = props.type === "hidden"
    ? "hidden"
    : named
    ? CLASSES[named]!
    : isBox
    ? "checkbox"
    : TAGS[type] ?? "group";
  // The page of the app has its own `main`.
  const tag = type === "main" ? "div" : type;
  return { part, tag, attributes, children: children.map(withoutChoice) };
}

function isChosen(node: StepNode): boolean {
  return typeof node === "object" && node.attributes.selected !== undefined;
}

/** An option without the mark that it is chosen, which stands at its list. */
function withoutChoice(node: StepNode): StepNode {
  if (typeof node === "string" || !isChosen(node)) return node;
  const { selected: _, ...attributes } = node.attributes;
  return { ...node, attributes };
}

function toAttributes(type: string, props: Props): Record<string, string | true> {
  const attributes: Record<string, string | true> = {};
  const isTyped = type === "input" && !FIXED.has(String(props.type));
  for (const [written, value] of Object.entries(props)) {
    const isAbsent = value === undefined || value === null || value === false ||
      typeof value === "function" || typeof value === "object";
    if (isAbsent || written === "children" || written === "key" || written === "ref") continue;
    const name = NAMES[written] ?? written;
    if (!/^[a-zA-Z][\w:-]*$/.test(name) || /^(on|style$)/i.test(name)) continue;
    const text = value === true ? true : String(value);
    if (URLS.has(name) && !isHarmless(String(value))) continue;
    // A field is filled in once it is drawn: what a person types then stays.
    if (name === "value" && isTyped) attributes["data-value"] = text;
    else if (name === "autofocus") attributes["data-autofocus"] = true;
    else attributes[name] = prefixed(name, text);
  }
  return attributes;
}

function prefixed(name: string, text: string | true): string | true {
  if (typeof text !== "string") return text;
  if (name === "class" || IDS.has(name)) {
    return text.split(" ").filter(Boolean).map((one) => PREFIX + one).join(" ");
  }
  return name === "href" && text.startsWith("#") ? `#${PREFIX}${text.slice(1)}` : text;
}

/** Sentences about what the browser finds itself: no answer, no cookies, and passkeys. */
export function failureTexts(
  { passkey: { errors: passkey, unsupported }, signInErrors, errors, visitor, unreachable }:
    PageTexts,
): StepParts["failures"] {
  return {
    default: passkey.failed,
    Unreachable: unreachable,
    MissingCSRF: signInErrors.NoCookies,
    VisitorChanged: visitor.text,
    TooManyRequests: errors.TooManyRequests.text,
    PasskeyUnsupported: unsupported,
    PasskeyCancelled: passkey.NotAllowedError,
    PasskeyExists: passkey.InvalidStateError,
    PasskeyWrongOrigin: passkey.SecurityError,
  };
}
