/**
 * A strict parser of the HTML that the renderer writes: unknown syntax is an
 * error, so that tests cannot overlook it.
 *
 * @module
 */

/** An element in document order. */
export interface Element {
  tag: string;
  /** Values without escapes. */
  attributes: Map<string, string>;
  parent?: Element;
  /** Text of the element and its descendants, without escapes. */
  text: string;
}

const VOID = new Set(["meta", "img", "input", "hr", "link", "br"]);
const TAG = /^<([a-z][a-z0-9]*)((?:\s+[a-zA-Z][a-zA-Z0-9-]*(?:="[^"<]*")?)*)\s*(\/?)>/;
const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" };

/** @throws {SyntaxError} when the text is not simple, well-formed HTML */
export function parseHtml(html: string): Element[] {
  const elements: Element[] = [];
  let open: Element | undefined;
  let rest = html.replace(/^<!DOCTYPE html>/, "");
  if (rest === html) throw new SyntaxError("There is no doctype");
  while (rest) {
    if (rest.startsWith("</")) {
      const end = `</${open?.tag}>`;
      if (!rest.startsWith(end)) throw new SyntaxError(`Expected ${end} at ${rest.slice(0, 60)}`);
      open = open!.parent;
      rest = rest.slice(end.length);
    } else if (rest.startsWith("<")) {
      const match = TAG.exec(rest);
      if (!match) throw new SyntaxError(`No element at ${rest.slice(0, 80)}`);
      const [all, tag, list, closed] = match;
      const attributes = new Map<string, string>();
      for (const [, name, value] of list!.matchAll(/([a-zA-Z][a-zA-Z0-9-]*)(?:="([^"]*)")?/g)) {
        if (attributes.has(name!)) throw new SyntaxError(`Two attributes ${name}`);
        attributes.set(name!, unescape(value ?? ""));
      }
      const element: Element = { tag: tag!, attributes, parent: open, text: "" };
      elements.push(element);
      if (!closed && !VOID.has(tag!)) open = element;
      rest = rest.slice(all.length);
    } else {
      const isRaw = open?.tag === "style" || open?.tag === "script";
      const end = isRaw ? rest.indexOf(`</${open!.tag}>`) : rest.search(/<|$/);
      if (end < 0) throw new SyntaxError("An element has no end");
      const raw = rest.slice(0, end);
      const text = isRaw ? raw : unescape(raw);
      for (let e = open; e; e = e.parent) e.text += text;
      rest = rest.slice(end);
    }
  }
  if (open) throw new SyntaxError(`<${open.tag}> has no end`);
  return elements;
}

function unescape(text: string): string {
  return text.replace(/&([^;\s]*;?)/g, (all, name) => {
    const char = name.endsWith(";") ? ENTITIES[name.slice(0, -1)] : undefined;
    if (char === undefined) throw new SyntaxError(`A bare or unknown entity: ${all}`);
    return char;
  });
}

/** `true` when an element is inside another one. */
export function isInside(element: Element, outer: Element): boolean {
  for (let e = element.parent; e; e = e.parent) if (e === outer) return true;
  return false;
}

/** Elements with a tag, and with attributes when given. */
export function select(
  elements: readonly Element[],
  tag: string,
  attributes: Record<string, string> = {},
): Element[] {
  return elements.filter((element) =>
    element.tag === tag &&
    Object.entries(attributes).every(([name, value]) => element.attributes.get(name) === value)
  );
}
