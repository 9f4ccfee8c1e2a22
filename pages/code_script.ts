/**
 * The script of pages with a code of a fixed length. Compiled from
 * `src/client/code.ts` by `tests/tools/page_script.ts`; a test fails
 * when this file is older than its sources.
 *
 * @module
 */

/** Text of the script; it has no end tag of a script element. */
export const codeScript: string =
  `"use strict";(()=>{function o(t=document,n){for(let e of t.querySelectorAll("input[data-digits]"))i(e,{signal:n})}function i(t,n){let e=t.form;t.addEventListener("input",()=>{t.value.normalize("NFKC").replaceAll(/\\D/g,"").length===Number(t.dataset.digits)&&(e.requestSubmit(),e.inert=!0)}),addEventListener("pageshow",()=>e.inert=!1,n)}o();})();`;
