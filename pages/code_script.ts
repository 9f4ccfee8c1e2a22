/**
 * The script of pages with a code of a fixed length. Compiled from
 * `src/client/code.ts` by `tests/tools/page_script.ts`; a test fails
 * when this file is older than its sources.
 *
 * @module
 */

/** Text of the script; it has no end tag of a script element. */
export const codeScript: string =
  `"use strict";(()=>{function o(t=document){t.querySelectorAll("input[data-digits]").forEach(n)}function n(t){let e=t.form;t.addEventListener("input",()=>{t.value.normalize("NFKC").replaceAll(/\\D/g,"").length===Number(t.dataset.digits)&&(e.requestSubmit(),e.inert=!0)}),addEventListener("pageshow",()=>e.inert=!1)}o();})();`;
