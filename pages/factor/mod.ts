/**
 * The page of second factors, loaded only where factors are configured.
 *
 * @module
 */

import { h } from "../render.ts";
import type { Part } from "../mod.ts";
import { ceremonyScript } from "./ceremony_script.ts";
import { codeScript } from "../code_script.ts";
import { copyScript } from "./copy_script.ts";
import { FactorsPage } from "./factors.tsx";
import type { FactorsProps } from "./factors_step.ts";
import { pageTexts } from "../messages.ts";
import { FactorPage } from "./page.tsx";
import type { FactorProps } from "./step.ts";
import { factorsEnglish } from "./factors_english.ts";
import { factorMessages } from "./messages.ts";
import { textsIn } from "../../src/base/language.ts";

const CSS = `.factor nav{margin-top:1.5rem}
.steps{display:flex;align-items:center;justify-content:center;gap:.625rem;margin:0 0 .75rem;color:var(--color-primary);font-size:.875rem}
.steps span{display:flex;gap:.375rem}.steps i{width:.5rem;height:.5rem;border-radius:50%;border:var(--edge)}
.steps .past{background:var(--accent);border-color:var(--accent);forced-color-adjust:none}
.factor .who{display:flex;flex-wrap:wrap}.factor .who .initial+span{flex:1 1 10rem;min-width:0}.factor .who .quiet{width:auto;margin:0}
.rows{list-style:none;margin:0;padding:0}.rows li{position:relative;border:var(--edge);border-radius:var(--border-radius);padding:.6875rem 2.25rem .6875rem 1rem}
[dir=rtl] .rows li{padding:.6875rem 1rem .6875rem 2.25rem}
.rows li+li{margin-top:.75rem}.rows li:hover{background:var(--color-background-hover)}
.rows :is(a,button){padding:0;border:0;background:none;font:inherit;font-weight:550;color:inherit;text-align:start;text-decoration:none;cursor:pointer}
.rows :is(a,button)::before{content:"";position:absolute;inset:0;border-radius:inherit}
.rows :is(a,button):focus-visible{outline:0}.rows li:has(:focus-visible){outline:3px solid var(--color-focus);outline-offset:2px}
.rows li::after{content:"";position:absolute;inset-inline-end:1.125rem;top:50%;width:.5rem;height:.5rem;margin-top:-.3125rem;
border:solid var(--color-primary);border-width:2px 2px 0 0;transform:rotate(45deg);pointer-events:none}
[dir=rtl] .rows li::after{transform:rotate(-135deg)}
.rows p{margin:.125rem 0 0;color:var(--color-primary);font-size:.875rem;line-height:1.4}
.lost{margin-top:1.25rem;color:var(--color-primary);font-size:.9375rem}.lost summary{cursor:pointer;padding:.375rem 0}.lost p{margin:.25rem 0 0;white-space:pre-line}
.scan{margin:0 0 1.25rem;padding-inline-start:1.5rem}.scan li{padding-inline-start:.25rem}.scan li+li{margin-top:.5rem}
.qr{display:block;width:12.5rem;max-width:100%;margin:.75rem auto;border-radius:var(--border-radius);
background:#fff;fill:#000;forced-color-adjust:none}
.site.danger{color:var(--color-danger)}
.app{display:none;text-align:center;color:inherit;padding:.375rem 0}
@media (pointer:coarse){.app{display:block}}
.secret{color:var(--color-primary);font-size:.9375rem;margin:0 0 .75rem}.secret .quiet{width:auto;margin:0;padding-inline:0}
.secret code{display:block;margin-top:.25rem;color:var(--color-text);font-size:1rem;letter-spacing:.04em;user-select:all}
h1,.subtitle,button{text-wrap:balance}
.check{display:flex;align-items:center;gap:.625rem;margin:0 0 1rem}
.check input{width:1.25rem;height:1.25rem;margin:0;flex-shrink:0;accent-color:var(--accent)}.check label{padding:.25rem 0}`;

/** The page of a second factor. */
export const factorPart: Part<FactorProps> = (props, frame, wording) => {
  const messages = factorMessages(wording);
  return {
    title: messages.title,
    hasError: props.step !== "choose" && props.isWrong,
    content: h(FactorPage, { props, frame, language: wording.language, messages }),
    css: CSS,
    texts: messages,
    ...scriptOf(props),
  };
};

function scriptOf(props: FactorProps): { script?: string } {
  if (props.step === "choose") return {};
  if (props.options !== undefined) return { script: ceremonyScript };
  if (!props.factor.isTyped) return {};
  const copies = props.step === "confirm" && props.secret !== undefined;
  return { script: copies ? copyScript + codeScript : codeScript };
}

const LIST_CSS = `.done,.advice{border:var(--line);border-radius:var(--border-radius);
padding:.75rem 1rem;margin:0 0 1.25rem;font-size:.9375rem}
.reset .button{margin-top:.75rem}
.enrolments{list-style:none;margin:0 0 1.5rem;padding:0;border-block:var(--line)}
.enrolments li{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding:.75rem 0}
.enrolments li+li{border-top:var(--line)}
.enrolments strong{display:block;font-weight:600}.enrolments a{color:inherit;flex-shrink:0;padding:.375rem 0}
.facts{color:var(--color-primary);font-size:.875rem}
.above{color:var(--color-primary);font-size:.9375rem;margin:1.5rem 0 -.25rem}
.sheet{border:var(--line);border-radius:var(--border-radius);padding:.875rem .75rem}
.sheet .section-header,.sheet .facts{margin:0}
.codes{list-style:none;margin:.75rem 0 0;padding:0;columns:2;column-gap:.75rem;user-select:all}
.codes li{break-inside:avoid}.codes code{font-size:.78125rem;line-height:2;white-space:nowrap}
@media (max-width:26rem){.codes{columns:1;text-align:center}.codes code{font-size:1rem}}
.keep{display:flex;flex-wrap:wrap;gap:.5rem;margin:.75rem 0 1.25rem}.keep .button{margin:0;flex:1;min-width:min-content;padding-inline:.75rem;overflow-wrap:normal}
@media print{.page{display:block;padding:0}.card{border:0;box-shadow:none;padding:0}.sheet{break-inside:avoid;color:#000;border-color:#000}
.sheet .facts{color:#000}.codes code{font-size:1rem}.steps,.logo,h1,.subtitle,.keep,form{display:none!important}}`;

/** The page of a user's second factors. */
export const factorsPart: Part<FactorsProps> = (props, frame, wording) => {
  const messages = textsIn(factorsEnglish, wording, ({ factors }) => factors);
  const texts = factorMessages(wording);
  const hasCodes = props.step === "codes";
  return {
    title: hasCodes ? messages.codes.heading : messages.title,
    hasError: props.step === "one" && props.error !== undefined,
    content: h(FactorsPage, {
      ...{ props, frame, language: wording.language, messages, texts },
      toAccount: pageTexts(wording).toAccount,
    }),
    css: CSS + LIST_CSS,
    texts: messages,
    ...(hasCodes ? { script: copyScript } : {}),
  };
};
