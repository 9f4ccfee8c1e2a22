/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * A page of a capability that an app or a package made, in the frame of the built-in ones.
 *
 * @module
 */

import type { ComponentChildren } from "preact";
import { FACTS_CSS } from "../facts.tsx";
import { Card, Heading, SiteLink } from "../layout.tsx";
import type { Part } from "../mod.ts";

/** Content of a page. */
export interface CustomPageProps {
  /** Title of the document, and heading of the card. */
  title: string;
  /** Sentence below the heading. */
  text: string;
  /** What follows in the card. */
  content?: ComponentChildren;
}

/** Facts; and fields and buttons that the app writes as plain elements. */
const CSS = `${FACTS_CSS}
.custom form>label{display:block;font-size:.875rem;font-weight:600;margin:1rem 0 .375rem}
.custom form>label+input+button{margin-top:1rem}`;

/** The page. */
export const customPart: Part<CustomPageProps> = ({ title, text, content }, frame) => ({
  title,
  content: (
    <Card name="custom" theme={frame.theme}>
      <Heading heading={title} text={text} />
      {content}
      <SiteLink frame={frame} />
    </Card>
  ),
  css: CSS,
});
