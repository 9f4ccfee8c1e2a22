/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The page before the browser goes to an app that the user has not given access to.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import type { OAuthLeave } from "./step.ts";
import { Card, Heading } from "../layout.tsx";
import type { PageProps } from "../props.ts";

/** The page. */
export function Leave(
  { url, frame: { theme }, heading, text, submit }: Pick<OAuthLeave, "url"> & {
    frame: PageProps;
    heading: string;
    text: string;
    submit: string;
  },
): VNode {
  return (
    <Card name="oauth" theme={theme}>
      <Heading heading={heading} text={text} />
      <a class="submit" href={url} rel="noreferrer">{submit}</a>
    </Card>
  );
}
