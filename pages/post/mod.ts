/**
 * The page that posts the answer of a provider once more, from this site, so that the browser sends the
 * cookies that it keeps from forms of other sites. Loaded only where it is shown.
 *
 * @module
 */

import { fill } from "../../src/base/language.ts";
import { siteSlots } from "../layout.tsx";
import { pageTexts } from "../messages.ts";
import type { Part } from "../mod.ts";
import { Post } from "./view.tsx";
import { postScript } from "./script.ts";
import { h } from "../render.ts";

/** Input of the page. */
export interface AgainProps {
  /** The page. */
  step: "again";
  /** Target of the form. */
  url: string;
  /** The answer. */
  fields: Readonly<Record<string, string>>;
}

/** The page. */
export const againPart: Part<AgainProps> = ({ url, fields }, frame, wording) => {
  const { heading, to, goOn: submit } = pageTexts(wording).signIn;
  const text = fill(to, siteSlots(frame));
  return {
    title: heading,
    content: h(Post, { name: "again", url, fields, frame, heading, text, submit }),
    css: "",
    script: postScript,
  };
};
