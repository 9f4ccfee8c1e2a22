/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * A page that posts an answer: by its script, or by its button.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import { Card, Heading } from "../layout.tsx";
import type { PageProps } from "../props.ts";

/** The page. */
export function Post(
  { name, url, fields, frame: { theme }, heading, text, submit }: {
    /** Class of the page. */
    name: string;
    /** Where the answer goes. */
    url: string;
    /** The answer. */
    fields: Readonly<Record<string, string>>;
    frame: PageProps;
    heading: string;
    text: string | undefined;
    submit: string;
  },
): VNode {
  return (
    <Card name={name} theme={theme}>
      {text === undefined ? <h1>{heading}</h1> : <Heading heading={heading} text={text} />}
      <form action={url} method="post" data-answer>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button class="submit" type="submit">{submit}</button>
      </form>
    </Card>
  );
}
