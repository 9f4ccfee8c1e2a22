/**
 * The page of second factors, loaded only where factors are configured.
 *
 * @module
 */

import { h } from "preact";
import type { Part } from "../mod.ts";
import { ceremonyScript } from "./ceremony.tsx";
import { factorMessages } from "./messages.ts";
import { FactorPage } from "./page.tsx";
import type { FactorProps } from "./props.ts";

const CSS = `.factor nav{margin-top:1.5rem}.others{list-style:none;margin:0;padding:0}
.others li+li{margin-top:.25rem}.others a{color:inherit;display:inline-block;padding:.375rem 0}
.qr{display:block;width:12.5rem;max-width:100%;margin:0 auto 1.25rem;border-radius:var(--border-radius);
background:#fff;fill:#000;forced-color-adjust:none}
.secret{color:var(--color-primary);font-size:.9375rem;margin:0 0 1.25rem}
.secret code{display:block;margin-top:.25rem;color:var(--color-text);font-size:1rem;letter-spacing:.04em}
form+form{margin-top:.75rem}
h1,.subtitle,button{text-wrap:balance}`;

/** The page of a second factor. */
export const factorPart: Part<FactorProps> = (props, frame, language) => {
  const messages = factorMessages(language);
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
