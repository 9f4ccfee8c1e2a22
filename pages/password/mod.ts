/**
 * The page for passwords, loaded only where they are configured.
 *
 * @module
 */

import { h } from "../render.ts";
import type { Part } from "../mod.ts";
import { pageTexts } from "../messages.ts";
import { PasswordPage } from "./view.tsx";
import { showPasswordScript } from "./script.ts";
import type { PasswordProps } from "./step.ts";
import type { Texts } from "../../src/types/texts.ts";
import { passwordEnglish } from "./english.ts";
import { textsIn } from "../../src/base/language.ts";

const CSS =
  `.password :is(.rules,.caps){color:var(--color-primary);font-size:.875rem;margin:.375rem 0 0}
.field:has(>input[minlength]:valid)>.rules::before{content:"✓ "}
.password .caps:not(:empty){margin:0 0 1rem;color:var(--color-text);font-weight:550}
.field:has(.show){display:grid}.field:has(.show)>*{grid-column:1}.field:has(.show:not([hidden]))>input{padding-inline-end:3rem}
.field:has(.show)>:is(input,.show){grid-row:2}
.show{justify-self:end;align-self:center;display:grid;place-items:center;width:2.25rem;height:2.25rem;margin-inline-end:.3125rem;
padding:0;border:0;border-radius:.5rem;background:none;color:var(--color-primary);cursor:pointer}
.show:hover{background:var(--color-background-hover)}
.show svg{width:1.25rem;height:1.25rem;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round}
.show[aria-pressed=false] .slash{display:none}
.password input[readonly]{color:var(--color-primary);background:var(--color-background)}`;

/** The heading of each step. */
function makeTitle(props: PasswordProps, messages: Texts["password"]): string {
  if (props.step === "set" || props.step === "change") return messages[props.step];
  // Who is signed in has lost no password.
  return props.step === "ask" && props.email ? messages.set : messages[props.step].heading;
}

/** The page for passwords. */
export const passwordPart: Part<PasswordProps> = (props, frame, wording) => {
  const messages = textsIn(passwordEnglish, wording, ({ password }) => password);
  const { step } = props;
  const hasFields = step === "set" || step === "change";
  return {
    title: makeTitle(props, messages),
    hasError: props.error !== undefined,
    content: h(PasswordPage, { props, frame, messages, toAccount: pageTexts(wording).toAccount }),
    css: CSS,
    texts: messages,
    ...(hasFields ? { script: showPasswordScript } : {}),
  };
};
