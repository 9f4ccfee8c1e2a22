/**
 * The page for addresses, loaded only where it is configured.
 *
 * @module
 */

import { h } from "preact";
import type { Part } from "../mod.ts";
import { addressMessages } from "./messages.ts";
import { AddressPage } from "./page.tsx";
import type { AddressProps } from "./props.ts";

const CSS = `.address .hint{margin-bottom:.75rem}
.address .subtitle,.address .hint{overflow-wrap:anywhere}`;

/** The page for addresses. */
export const addressPart: Part<AddressProps> = (props, frame, wording) => {
  const messages = addressMessages(wording);
  return {
    title: messages.title,
    content: h(AddressPage, { props, frame, messages, language: wording.language }),
    css: CSS,
  };
};
