/**
 * The page for passwords, loaded only where they are configured.
 *
 * @module
 */

import { h } from "../render.ts";
import type { Part } from "../mod.ts";
import { passwordMessages } from "./messages.ts";
import { PasswordPage } from "./page.tsx";
import type { PasswordProps } from "../../src/types/steps/password.ts";

const CSS = `.password .rules{color:var(--color-primary);font-size:.875rem;margin:.375rem 0 0}
.password input[readonly]{color:var(--color-primary);background:var(--color-background)}`;

/** The page for passwords. */
export const passwordPart: Part<PasswordProps> = (props, frame, wording) => {
  const messages = passwordMessages(wording);
  return {
    title: messages.title,
    hasError: props.error !== undefined,
    content: h(PasswordPage, { props, frame, messages }),
    css: CSS,
  };
};
