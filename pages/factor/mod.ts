/**
 * The page of second factors, loaded only where factors are configured.
 *
 * @module
 */

import { h } from "../render.ts";
import type { Part } from "../mod.ts";
import { ceremonyScript } from "./ceremony_script.ts";
import { FactorsPage } from "./factors.tsx";
import { factorsMessages } from "./factors_messages.ts";
import type { FactorsProps } from "./factors_props.ts";
import { factorMessages } from "./messages.ts";
import { FactorPage } from "./page.tsx";
import type { FactorProps } from "./props.ts";

const CSS = `.factor nav{margin-top:1.5rem}.others{list-style:none;margin:0;padding:0}
.others li+li{margin-top:.25rem}.others a{color:inherit;display:inline-block;padding:.375rem 0}
.qr{display:block;width:12.5rem;max-width:100%;margin:0 auto 1.25rem;border-radius:var(--border-radius);
background:#fff;fill:#000;forced-color-adjust:none}
.app{display:none;text-align:center;color:inherit;margin:-.5rem 0 1.25rem;padding:.375rem 0}
@media (pointer:coarse){.app{display:block}}
.secret{color:var(--color-primary);font-size:.9375rem;margin:0 0 1.25rem}
.secret code{display:block;margin-top:.25rem;color:var(--color-text);font-size:1rem;letter-spacing:.04em}
h1,.subtitle,button{text-wrap:balance}
.check{display:flex;align-items:center;gap:.625rem;margin:0 0 1rem}
.check input{width:1.25rem;height:1.25rem;margin:0;flex-shrink:0;accent-color:var(--accent)}.check label{padding:.25rem 0}`;

/** The page of a second factor. */
export const factorPart: Part<FactorProps> = (props, frame, wording) => {
  const messages = factorMessages(wording);
  return {
    title: messages.title,
    content: h(FactorPage, { props, frame, messages }),
    css: CSS,
    ...(hasCeremony(props) ? { script: ceremonyScript } : {}),
  };
};

function hasCeremony(props: FactorProps): boolean {
  return props.step !== "choose" && props.options !== undefined;
}

const LIST_CSS =
  `.done,.advice{border:var(--border-width) solid var(--color-separator);border-radius:var(--border-radius);
padding:.75rem 1rem;margin:0 0 1.25rem;font-size:.9375rem}
.reset .button{margin-top:.75rem}
.factors .create{padding-inline:.625rem;hyphens:auto}
.enrolments{list-style:none;margin:0 0 1.5rem;padding:0;border-block:var(--border-width) solid var(--color-separator)}
.enrolments li{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding:.75rem 0}
.enrolments li+li{border-top:var(--border-width) solid var(--color-separator)}
.enrolments strong{display:block;font-weight:600}.enrolments a{color:inherit;flex-shrink:0;padding:.375rem 0}
.facts{color:var(--color-primary);font-size:.875rem}
.above{color:var(--color-primary);font-size:.9375rem;margin:1.5rem 0 -.25rem}
.codes{list-style:none;margin:0 0 1rem;padding:0;text-align:center;user-select:all}
.codes code{font-size:1rem;letter-spacing:.04em;line-height:1.9;white-space:nowrap}
@media print{.page a,.logo{display:none!important}.card{border:0;box-shadow:none}}`;

/** The page of a user's second factors. */
export const factorsPart: Part<FactorsProps> = (props, frame, wording) => {
  const messages = factorsMessages(wording);
  const texts = factorMessages(wording);
  return {
    title: messages.title,
    content: h(FactorsPage, { props, frame, language: wording.language, messages, texts }),
    css: CSS + LIST_CSS,
  };
};
