/**
 * The script of pages with keys and codes. Compiled from
 * `src/client/copy.ts` by `tests/tools/page_script.ts`; a test fails
 * when this file is older than its sources.
 *
 * @module
 */

/** Text of the script; it has no end tag of a script element. */
export const copyScript: string =
  `"use strict";(()=>{function t(){navigator.clipboard&&document.querySelectorAll("[data-copy]").forEach(r);let e=document.querySelector("[data-print]");e&&(e.hidden=!1,e.addEventListener("click",()=>print()))}function r(e){let{copy:i,done:n}=e.dataset;e.hidden=!1,e.addEventListener("click",async()=>{await navigator.clipboard.writeText(i),e.firstElementChild.textContent=n})}t();})();`;
