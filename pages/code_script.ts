/**
 * The script of pages with a code of a fixed length. Compiled from
 * `src/client/code.ts` by `tests/tools/page_script.ts`; a test fails
 * when this file is older than its sources.
 *
 * @module
 */

/** Text of the script; it has no end tag of a script element. */
export const codeScript: string =
  `"use strict";(()=>{function i(e=document,n){for(let t of e.querySelectorAll("input[data-digits]"))r(t,{signal:n})}function r(e,n){let t=e.form;e.addEventListener("input",()=>{e.value.normalize("NFKC").replaceAll(/\\D/g,"").length===Number(e.dataset.digits)&&(t.requestSubmit(),t.inert=!0)}),t.addEventListener("submit",o=>t.inert&&o.preventDefault()),addEventListener("pageshow",()=>t.inert=!1,n)}i();})();`;
