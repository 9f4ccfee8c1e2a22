/**
 * The page for addresses, loaded only where it is configured.
 *
 * @module
 */

import { h } from "../render.ts";
import type { Part } from "../mod.ts";
import { pageTexts } from "../messages.ts";
import { addressHeading, AddressPage } from "./view.tsx";
import type { AddressProps } from "./step.ts";
import { codeScript } from "../code_script.ts";
import { addressEnglish } from "./english.ts";
import { textsIn } from "../../src/base/language.ts";

const CSS = `.address .hint{margin-bottom:.75rem}
.check{display:flex;align-items:center;gap:.625rem;margin:0}
.check input{width:1.25rem;height:1.25rem;margin:0;flex-shrink:0;accent-color:var(--accent)}
.check label{padding:.25rem 0;overflow-wrap:anywhere}
.address .rules{margin:.25rem 0 1rem}
.contested{margin:1rem 0 2rem}.contested .note{margin:.5rem 0 1rem;text-align:start}
.address .subtitle,.address .hint{overflow-wrap:anywhere}`;

/** The page for addresses. */
export const addressPart: Part<AddressProps> = (props, frame, wording) => {
  const messages = textsIn(addressEnglish, wording, ({ address }) => address);
  return {
    title: addressHeading(props, messages),
    hasError: props.step === "lost" || props.error !== undefined,
    content: h(AddressPage, {
      ...{ props, frame, messages, language: wording.language },
      site: pageTexts(wording).site,
      toAccount: pageTexts(wording).toAccount,
    }),
    css: CSS,
    texts: messages,
    ...props.step === "code" ? { script: codeScript } : {},
  };
};
